"""Random moves: how many of them one core makes in every game whose rules are compiled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median

from benchmarks import Figure, Scope, seconds
from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.search.playouts import playouts

ROUNDS = 5
LONG = 0.4
"""Seconds that a round takes at least."""
LEAST = {"bauab": 2_000_000, "drunter": 300_000, "down_under": 300_000}
"""Targets where they are not a million: laying tiles costs more than laying chips or cards."""


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield random moves in a second, each with its legal actions listed first.

    Measured with the fewest and the most players, options as they are by default.
    """
    for key in scope.games or registry.keys():
        game = registry.load(key)
        if not game.compiled:
            continue
        for seats in sorted({game.seats[0], game.seats[-1]}):
            speed = _speed(Position.start(game, seats))
            least = LEAST.get(key, 1_000_000)
            yield Figure(f"random moves, {key}, {seats} seats", speed, "/s a core", least=least)


def _speed(start: Position) -> float:
    """Return the median of some rounds."""
    rng = new_rng(1)
    playouts(start, 10, rng)  # compiles, or loads what is compiled
    matches = 10
    while seconds(partial(playouts, start, matches, rng)) < LONG:
        matches *= 2
    moves = playouts(start, matches, rng).moves
    # Matches differ, but so many of them have about as many moves each time.
    return median(moves / seconds(partial(playouts, start, matches, rng)) for _ in range(ROUNDS))
