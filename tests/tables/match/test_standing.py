"""What is judged by the position that a match has reached."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tiny import kuhn
from tests.tiny.kuhn.state import BET, CARDS, PASS
from tischlein.core.capabilities import Rules, Secrets
from tischlein.core.phrases import Refusal
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.match.standing import Standing


def only_pass(state: Any, seat: int, out: Any) -> int:
    out[0] = PASS
    return 1


def told_by_the_other_card(state: Any, seat: int, action: int) -> Refusal | None:
    """Cite another rule against a king, as a careless game might."""
    if action == PASS or seat == CHANCE:
        return None
    return Refusal("KUH-1" if state.cards[1 - seat] == CARDS else "KUH-2")


@pytest.mark.parametrize("other", [2, CARDS])
def test_a_refusal_tells_nothing_that_the_seat_does_not_see(other: int) -> None:
    """The seat's own view is asked first, whatever the game would say of the position."""
    hooks = vars(kuhn.rules) | {"legal": only_pass, "why_not": told_by_the_other_card}
    careless = replace(kuhn.GAME, rules=Rules.of(hooks), secrets=Secrets.of(hooks), compiled=False)
    position = Position.start(careless, 2)
    for card in (1, other):
        position.play(CHANCE, card - 1)
    standing = Standing(position)
    standing.set_position(position, position.acting, 2)
    judged = standing.judge(0, BET)
    assert isinstance(judged, Refusal)
    assert judged.rule == "KUH-2"


def test_who_acts_next_is_known_of_a_position_and_chance_is_none_of_the_seats() -> None:
    position = Position.start(kuhn.GAME, 2)
    standing = Standing(position)
    for number, chance in enumerate([True, True, False]):
        standing.set_position(position, position.acting, number)
        assert standing.chance_acts is chance
        assert standing.acting == (() if chance else (0,))
        position = position.clone()
        if chance:
            position.play(CHANCE, number)
