"""Ganz nach Plan!?: decks that the host has written, and what is said about wrong ones."""

from random import Random

import pytest

from tischlein.core import options, registry
from tischlein.core.errors import OptionError
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import decks
from tischlein.games.ganz_nach_plan.names import name_of
from tischlein.games.ganz_nach_plan.state import CARDS, NAMES
from tischlein.presentation import texts

GAME = registry.load("ganz_nach_plan")
FIFTEEN = "swap-left:4,swap-right:4,share:4,fetch:3"


def test_a_deck_is_put_in_table_order_with_equal_plans_together() -> None:
    given = "share:2, Fetch:3,swap-right:4,share,swap-left:4,share"
    assert decks.normalize(given, 3) == FIFTEEN


def test_a_list_of_every_plan_once_is_the_box() -> None:
    """GNP-1: also for three, where the plans across are left out of the list."""
    assert decks.normalize(",".join(NAMES), 4) == decks.BOX
    assert decks.normalize(",".join(NAMES), 3) == decks.BOX
    assert decks.normalize("BOX", 3) == decks.BOX


def test_plans_across_do_not_count_with_three_seats() -> None:
    """GNP-1."""
    assert decks.normalize(f"{FIFTEEN},swap-across:4", 3).count("across") == 0
    assert decks.normalize(f"{FIFTEEN},swap-across:4,feed-across", 4).count("across") == 2


@pytest.mark.parametrize(
    ("deck", "seats", "reason"),
    [
        ("", 3, "deck-unknown-plan"),
        ("swap-up", 4, "deck-unknown-plan"),
        ("share:", 3, "deck-no-number"),
        ("share:0", 3, "deck-no-number"),
        ("share:two", 3, "deck-no-number"),
        ("share:5,fetch:4,shift:4,swap-left:2", 3, "deck-too-often"),
        ("share,share:4,fetch:4,shift:4,swap-left:2", 3, "deck-too-often"),
        ("share", 3, "deck-wrong-size"),
        (FIFTEEN, 4, "deck-wrong-size"),
        (f"{FIFTEEN},shift", 3, "deck-wrong-size"),
    ],
)
def test_a_wrong_deck_is_refused_in_words(deck: str, seats: int, reason: str) -> None:
    """GNP-2: every seat is dealt five, and nothing is left."""
    with pytest.raises(OptionError) as refused:
        options.complete(GAME, seats, {"deck": deck})
    phrase = refused.value.reason
    assert not isinstance(phrase, str)
    assert phrase.key == reason
    for language in ("en", "de", "fr"):
        assert "{" not in texts.translate(language, phrase, GAME)
        assert reason not in texts.translate(language, phrase, GAME)


def test_the_cards_of_an_own_deck_have_its_plans_and_names_of_their_own() -> None:
    position = Position.start(GAME, 3, {"deck": FIFTEEN})
    names = [
        name_of(position.state, card) for card in range(CARDS) if position.state.deck >> card & 1
    ]
    assert names[:5] == ["swap-left", "swap-left-2", "swap-left-3", "swap-left-4", "swap-right"]
    assert len(set(names)) == 15


@pytest.mark.parametrize("seats", [3, 4])
def test_a_match_with_an_own_deck_comes_to_its_end(seats: int) -> None:
    random = Random(5)
    for _ in range(10):
        position = Position.start(GAME, seats, {"deck": decks.SAMPLE})
        while not position.over:
            seat = random.choice(position.acting)
            choices = (
                [outcome for outcome, _ in position.outcomes()]
                if seat == CHANCE
                else position.legal(seat)
            )
            position.play(seat, random.choice(choices))
        assert sum(position.scores()) == 1
