"""What aids draw on a board is told to those who do not see it."""

import random

import pytest

from tischlein.core import registry
from tischlein.core.driver import Driver, RandomPlayer
from tischlein.core.position import Position
from tischlein.presentation import of
from tischlein.presentation.scenes import Lettering, Line, Picture, Scene

EVENTS = 60
AIDED = ("bauab", "drunter", "nussknacker", "raufer", "schlauraff")
"""Games with aids that are drawn as scenery, not as pieces, which have names."""


def drawn(scene: Scene) -> set[str]:
    """The layers on which there is scenery."""
    scenery: tuple[Lettering | Line | Picture, ...]
    scenery = (*scene.letterings, *scene.lines, *scene.pictures)
    return {layer.id for layer in scene.layers} & {one.layer for one in scenery}


@pytest.mark.parametrize("key", AIDED)
def test_a_layer_tells_in_words_what_it_draws(key: str) -> None:
    game = registry.load(key)
    seats = max(2, min(game.seats))
    position = Position.start(game, seats)
    driver = Driver(position, [RandomPlayer(seat) for seat in range(seats)], random.Random(1))
    seen = set()
    for _, _ in zip(range(EVENTS), driver.play(), strict=False):
        for seat in range(seats):
            scene = of(game).scene(position.observe(seat))
            seen |= drawn(scene)
            assert drawn(scene) <= {one.layer for one in scene.descriptions}
    assert seen
