"""Bauab: how many random moves one core makes."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks import Figure, seconds
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.bauab import GAME
from tischlein.search.playouts import playouts

ROUNDS = 9
MATCHES = 20_000


def measure() -> Iterator[Figure]:
    """Yield random moves in a second, each with its legal actions listed first."""
    start = Position.start(GAME, 2)
    rng = new_rng(1)
    playouts(start, 10, rng)  # compiles, or loads what is compiled
    speeds = []
    for _ in range(ROUNDS):
        moves = 0

        def play() -> None:
            nonlocal moves
            moves = playouts(start, MATCHES, rng).moves

        spent = seconds(play)
        speeds.append(moves / spent)
    yield Figure("Bauab random moves", median(speeds), "/s a core", least=2_000_000)
