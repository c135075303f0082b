"""How actions of Down Under are numbered: each has one number, and each number one meaning."""

from __future__ import annotations

import random

import pytest

from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.games.down_under.actions import (
    PASS,
    Lay,
    Pass,
    Turn,
    act_of,
    lay_number,
    number_of,
)
from tischlein.games.down_under.state import Card

GAME = registry.load("down_under")
SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"scoring": "animals"},
    {"paths": "both"},
    {"layout": "frame"},
)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_what_a_number_means_has_that_number(options: dict[str, str]) -> None:
    rng = random.Random(6)
    position = GAME.start(2, options)
    while not position.over:
        (seat,) = position.acting
        legal = position.legal(seat)
        acts = [act_of(position.state, seat, action) for action in legal]
        assert [number_of(position.state, seat, act) for act in acts] == legal
        assert len(set(acts)) == len(acts)
        position.apply(Event(seat, rng.choice(legal)))


def test_what_nobody_can_ever_do_has_no_number() -> None:
    state = GAME.start(2, {"scoring": "animals"}).state
    dingo = 4
    assert number_of(state, 0, Lay(0, 0, 0, Card.CURVE_NE, dingo)) is not None
    assert number_of(state, 0, Lay(0, 0, 0, Card.STRAIGHT_NS, dingo)) is None
    assert number_of(state, 0, Lay(1, 0, 0, Card.CURVE_NE, 0)) is None
    assert number_of(state, 0, Lay(0, 9, 0, Card.CURVE_NE, 0)) is None
    assert number_of(state, 0, Turn(0, 0, Card.STRAIGHT_NS)) is None


def test_the_greatest_number_passes() -> None:
    state = GAME.start(2).state
    assert GAME.actions == PASS + 1
    assert act_of(state, 0, PASS) == Pass()
    assert lay_number(0, False, Card.STRAIGHT_NS, 0) == 0
