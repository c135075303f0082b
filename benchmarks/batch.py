"""Batches of matches beside Pgx on the processor, and beside PettingZoo's own environment.

Connect Four is there in all of them. Every step draws an action for each match at random among the
legal ones, carries it out, begins what is over anew, and brings masks and observations. Processor
time counts, so that a peer that spreads over all cores is charged for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from benchmarks import Figure, Scope, Unavailable, seconds
from benchmarks.connect_four import GAME, pettingzoo
from tischlein.batch import Batch
from tischlein.core import registry

SIZE = 4_096
STEPS = 60
ROUNDS = 9
MOVES = 3_000
"""In a round of PettingZoo's."""
TIMES_AS_FAST_AS_PGX = 10
TIMES_AS_FAST_AS_PETTINGZOO = 100


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield moves a second in batches, and ratios to the peers."""
    for key in scope.games or registry.keys():
        game = registry.load(key)
        if game is not GAME and game.compiled and game.measured is None:
            stepping = _stepping(Batch(game, SIZE, observation="words"), masked=False)
            yield Figure(f"batch, {key}, {SIZE} matches", _speed(stepping), "moves/s a core")
    words = _stepping(Batch(GAME, SIZE, observation="words"), masked=True)
    bits = _stepping(Batch(GAME, SIZE), masked=True)
    yield Figure("batch, Connect Four, observations in words", _speed(words), "moves/s a core")
    yield Figure("batch, Connect Four, observations in bits", _speed(bits), "moves/s a core")
    zoo = partial(pettingzoo.play, pettingzoo.connect_four().raw_env(), MOVES)
    ratio = _ratio(words, SIZE * STEPS, zoo, MOVES)
    yield Figure("  beside PettingZoo's own", ratio, "times", least=TIMES_AS_FAST_AS_PETTINGZOO)
    pgx = _pgx()
    yield Figure("  Pgx", _speed(pgx), "moves/s a core")
    for name, stepping in (("words", words), ("bits", bits)):
        ratio = _ratio(stepping, SIZE * STEPS, pgx, SIZE * STEPS)
        target = TIMES_AS_FAST_AS_PGX if name == "words" else None
        yield Figure(f"  in {name}, beside Pgx", ratio, "times", least=target)


def _stepping(batch: Batch, *, masked: bool) -> Callable[[], object]:
    """Return what makes a round of steps; from the first one on, masks are kept or not."""
    seen = batch.observe()

    def steps() -> None:
        for _ in range(STEPS):
            batch.step(batch.sample())
            batch.observe(out=seen)

    if masked:
        batch.legal  # noqa: B018  # from here on every step keeps it up to date
    return steps


def _pgx() -> Callable[[], object]:
    """Return what makes a round of steps with Pgx, all of it compiled by JAX in one piece."""
    try:
        import jax
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        # In no group of ours: it installs its own tests under the name of ours.
        raise Unavailable(
            "Pgx is not installed; `uv run --with pgx python -m benchmarks batch` brings it"
        ) from None
    env = pgx.make("connect_four")
    step = auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]  # JAX is not there where types are checked
    def move(key: Any, state: Any) -> Any:
        key, drawing, chance = jax.random.split(key, 3)
        hopes = jax.numpy.where(state.legal_action_mask, 0.0, -np.inf)
        actions = jax.random.categorical(drawing, hopes, axis=1)
        return key, jax.vmap(step)(state, actions, jax.random.split(chance, SIZE))

    key = jax.random.PRNGKey(1)
    now = [(key, jax.jit(jax.vmap(env.init))(jax.random.split(key, SIZE)))]

    def steps() -> None:
        for _ in range(STEPS):
            now[0] = move(*now[0])
        jax.block_until_ready(now[0])

    return steps


def _speed(stepping: Callable[[], object]) -> float:
    stepping()  # compiles, or loads what is compiled
    return SIZE * STEPS / median(seconds(stepping) for _ in range(3))


def _ratio(
    ours: Callable[[], object], moves: int, theirs: Callable[[], object], their_moves: int
) -> float:
    """Return how many times as fast ours is, as the median of rounds in turns."""
    ours()
    theirs()
    rounds = [(seconds(ours) / moves, seconds(theirs) / their_moves) for _ in range(ROUNDS)]
    return median(other / one for one, other in rounds)
