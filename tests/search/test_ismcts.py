"""Information-set search decides by what its seat knows, and by nothing else."""

import numpy as np
import pytest

from tests.search.positions import dealt
from tests.tiny.bell import GAME as BELL
from tests.tiny.bell.state import RING
from tests.tiny.kuhn.state import BET, PASS
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.search import ismcts
from tischlein.search.method import TreeSettings

JACK, QUEEN, KING = range(3)


@pytest.mark.parametrize(
    ("position", "seat", "wanted"),
    [
        (dealt(QUEEN, KING, BET), 1, BET),
        (dealt(QUEEN, JACK, BET), 1, PASS),
        (dealt(JACK, KING, PASS), 1, BET),
        (dealt(KING, QUEEN, PASS, BET), 0, BET),
        (dealt(JACK, QUEEN, PASS, BET), 0, PASS),
    ],
    ids=[
        "the king calls",
        "the jack folds",
        "the king bets after a pass",
        "the king calls in the end",
        "the jack folds in the end",
    ],
)
def test_dominated_actions_of_kuhn_poker_are_avoided(
    position: Position, seat: int, wanted: int
) -> None:
    found = ismcts.search(position.observe(seat), TreeSettings(5_000), new_rng(1))
    assert found.action == wanted


def test_the_queen_sees_a_bet_as_a_bluff_half_the_time_if_bets_are_random() -> None:
    """A fold is worth -1: the payoff is its share of the span from -2 to 2."""
    found = ismcts.search(dealt(QUEEN, JACK, BET).observe(1), TreeSettings(5_000), new_rng(1))
    assert found.action == PASS
    assert found.value == pytest.approx((-1 + 2) / 4, abs=0.02)


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    worlds = [dealt(QUEEN, other, PASS, BET).observe(0) for other in (JACK, KING)]
    found = [ismcts.search(world, TreeSettings(2_000), new_rng(1)) for world in worlds]
    assert found[0] == found[1]


def test_who_leads_rings_the_bell_and_who_trails_plays_on() -> None:
    position = Position.start(BELL, 3)
    for seat, action in ((0, 2), (1, 0), (2, 0)):
        position.play(seat, action)
    assert position.scores() == (1, 0, 0)
    level = TreeSettings(20_000)
    assert ismcts.search(position.observe(0), level, new_rng(1)).action == RING
    assert ismcts.search(position.observe(1), level, new_rng(1)).action != RING


def test_choices_at_the_same_time_stay_hidden_in_the_tree() -> None:
    """If B could see A's number in the tree, B would answer it, and A's first move would lose.

    With secret numbers, nobody can do better than about half against an equal.
    """
    position = Position.start(BELL, 2)
    found = ismcts.search(position.observe(0), TreeSettings(20_000), new_rng(1))
    assert found.value > 0.4
    position.play(0, 0)
    seen = ismcts.search(position.observe(1), TreeSettings(20_000), new_rng(1))
    hidden = position.clone()
    hidden.record.chosen[0] = 3
    assert ismcts.search(hidden.observe(1), TreeSettings(20_000), new_rng(1)) == seen


def test_a_full_tree_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "MOST_SETS", 2)
    position = dealt(QUEEN, KING, BET)
    assert ismcts.search(position.observe(1), TreeSettings(2_000), new_rng(1)).action == BET


def test_visits_add_up_to_the_iterations() -> None:
    found = ismcts.search(dealt(KING, JACK).observe(0), TreeSettings(3_000), new_rng(1))
    assert sum(found.visits.values()) == found.nodes == 3_000


def test_a_set_flag_ends_the_search_with_an_action() -> None:
    found = ismcts.search(
        dealt(KING, JACK).observe(0), TreeSettings(10**6), new_rng(1), np.ones(1, np.int64)
    )
    assert found.nodes == 1
    assert found.action in (PASS, BET)


def test_a_seat_that_does_not_act_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 1"):
        ismcts.search(dealt(KING, JACK).observe(1), TreeSettings(10), new_rng(1))
