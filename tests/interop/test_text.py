"""A seat in words: what it reads, what it may write, and what it is told."""

import random
from typing import cast

import pytest

from tests.interop.game_settings import eleventh, games
from tests.tiny.bell import GAME as BELL
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.interop.text import TextTable
from tischlein.interop.wording import WAIT


@pytest.mark.parametrize("game", [*games(), BELL, eleventh()], ids=lambda game: game.key)
def test_a_match_is_played_by_words_alone(game: Game) -> None:
    table = TextTable(game, seed=3, language="de")
    choice = random.Random(1)
    for _ in range(25 if game.compiled else 3):
        if table.over:
            break
        text, legal = table.look(), table.legal
        assert legal[0] in text
        assert "Was du tun kannst" in text
        assert "[" not in text.splitlines()[-1]  # no message without a text
        assert table.act(choice.choice(legal)).accepted
    assert table.over or table.reward == 0


def test_equal_seeds_tell_the_same_story() -> None:
    one, other = (TextTable("raufer", opponents="weak", seed=5) for _ in range(2))
    for _ in range(3):
        assert one.look() == other.look()
        assert one.act(one.legal[0]) == other.act(other.legal[0])


def test_a_refusal_names_the_rule_and_changes_nothing() -> None:
    table = TextTable(eleventh(), seat=1, opponents=lambda _, legal: legal[0], seed=1)
    before = table.look()
    refused = table.act("a1")
    assert not refused.accepted
    assert "[TTT-1]" in refused.text
    assert table.why_not("a1") == refused.text
    assert "That is no move of this game" in table.act("somewhere nice").text
    assert table.look() == before.partition("\n\n")[2]
    for number in (5, None):
        with pytest.raises(TypeError, match=f"a text in the game's notation, not {number}"):
            table.act(cast("str", number))
    assert table.act("b2").accepted


def test_who_may_wait_is_told_so() -> None:
    table = TextTable("nussknacker", seats=4, seed=2)
    waited = 0
    for _ in range(40):
        if table.over:
            break
        waited += WAIT in table.legal
        assert table.act(WAIT if WAIT in table.legal else table.legal[0]).accepted
    assert waited


def test_the_end_is_told_with_places_and_a_reward() -> None:
    table = TextTable(eleventh(), opponents=lambda _, legal: legal[0], seed=1)
    for cell in ("b2", "a1", "c3"):
        if not table.over:
            table.act(cell)
    while not table.over:
        table.act(table.legal[-1])
    assert "1. Seat" in table.look()
    assert table.reward in (-1, 0, 1)
    assert table.legal == ()
    for late in ("b1", "somewhere", ""):
        answer = table.act(late)
        assert (answer.accepted, answer.text.startswith("The match is over.")) == (False, True)


def test_words_that_mean_nothing_are_told_of_the_end_where_each_action_says_it_itself() -> None:
    """Drunter has no rule of its own for who acts out of turn: what is attempted decides."""
    table = TextTable("drunter", seed=3)
    choice = random.Random(1)
    while not table.over:
        table.act(choice.choice(table.legal))
    assert table.act("somewhere").text.startswith("The match is over. [DUD-11]")


def test_a_seat_or_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="the language is one of en, de, fr, not 'xx'"):
        TextTable("raufer", language="xx")
    with pytest.raises(OptionError, match="one of 0 to 2, not 3"):
        TextTable("raufer", seat=3)
