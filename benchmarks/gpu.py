"""Batches on a GPU: random moves a second of every game, masks and observations included."""

from __future__ import annotations

import time
from collections.abc import Iterator

from numba import cuda

from benchmarks import Figure, Scope, Unavailable
from benchmarks.connect_four import GAME
from tischlein.batch import Batch
from tischlein.core import registry

SIZE = 1 << 20
STEPS = 50
PGX = 207_000_000
"""Moves a second of Connect Four that Pgx publishes for one A100."""
TIMES_AS_FAST = 5


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield moves a second by the clock, since the processor only waits."""
    if not cuda.is_available():
        raise Unavailable("no GPU that Numba can use")
    speed = _speed(Batch(GAME, SIZE, device="cuda", observation="words"))
    yield Figure(f"GPU, Connect Four, {SIZE} matches", speed, "moves/s", least=TIMES_AS_FAST * PGX)
    for key in scope.games or registry.keys():
        game = registry.load(key)
        if game is not GAME and game.compiled and game.measured is None:
            batch = Batch(game, SIZE >> 2, device="cuda", observation="words")
            yield Figure(f"GPU, {key}, {SIZE >> 2} matches", _speed(batch), "moves/s")


def _speed(batch: Batch) -> float:
    seen = batch.observe()
    batch.step(batch.sample())  # compiles
    cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(STEPS):
        batch.step(batch.sample())
        batch.observe(out=seen)
    cuda.synchronize()
    return batch.size * STEPS / (time.perf_counter() - begin)
