"""Where the targets of boards lie, for the client's test of arrow keys.

The positions lie beside the client's tests. To write them anew:
``python -m tests.presentation.targets``.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

from tischlein import presentation
from tischlein.core import registry
from tischlein.core.driver import Driver, RandomPlayer
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.presentation.scenes import Scene

FILE = Path(__file__).parents[2] / "client" / "tests" / "targets.json"

MOST_EVENTS = 400
FROM_EACH = 4
"""Positions that are taken from one match."""

Target: TypeAlias = tuple[str, float, float]
"""A target and its middle."""


def targets(scene: Scene) -> list[Target]:
    """Return what can be picked or asked about on the board, as the page finds it."""
    shown = {layer.id for layer in scene.layers if layer.on}
    named = {target for choice in scene.choices for target in choice.path}
    places = {place.id for place in scene.places}
    middles = [(place.id, place.x + place.w / 2, place.y + place.h / 2) for place in scene.places]
    pieces = [
        (piece.id, piece.x, piece.y)
        for piece in scene.pieces
        if (not piece.layer or piece.layer in shown)
        and (piece.id in named or piece.place not in places)
    ]
    return [(name, round(x, 2), round(y, 2)) for name, x, y in middles + pieces]


def scenes(game: Game) -> Iterator[list[Target]]:
    """Yield targets as matches of few and of many meet them, spread over the match."""
    for seats in sorted({min(game.seats), max(game.seats)}):
        position = Position.start(game, seats)
        players = [RandomPlayer(seat) for seat in range(seats)]
        driver = Driver(position, players, random.Random(1))
        met: list[list[Target]] = []
        for _ in range(MOST_EVENTS):
            event = driver.next_event()
            if event is None:
                break
            position.apply(event)
            met += [
                targets(presentation.of(game).scene(position.observe(seat)))
                for seat in position.acting[:1]
                if seat != CHANCE
            ]
        met = [found for found in met if found]
        yield from met[:: max(1, len(met) // FROM_EACH)][:FROM_EACH]


if __name__ == "__main__":
    found = {key: list(scenes(registry.load(key))) for key in registry.keys()}
    FILE.write_bytes(msgspec.json.encode(found).replace(b"]],[[", b"]],\n[[") + b"\n")
