"""Adapters to other ecosystems beside those ecosystems' own games, in one process and in turns.

Connect Four is there in all of them. Random legal moves, chosen by the same loop on both sides, so
what the loop itself costs makes ratios smaller than they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from benchmarks import Figure, Scope, seconds
from benchmarks.connect_four import GAME, pettingzoo
from tischlein.core import registry

ROUNDS = 9
MOVES = 6_000
"""In a round."""
SIMULATIONS = 400
TIMES_AS_FAST = 3


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield moves in a second through every adapter, and ratios to the ecosystem's own game."""
    yield from _pettingzoo()
    yield from _games(scope.games or registry.keys())
    yield from _openspiel()


def _pettingzoo() -> Iterator[Figure]:
    theirs = pettingzoo.connect_four()
    from tischlein.interop import pettingzoo as ours

    for what, least in (("raw_env", TIMES_AS_FAST), ("env", None)):
        one, other = getattr(ours, what)(GAME), getattr(theirs, what)()
        yield from _compare(
            f"PettingZoo {what}, Connect Four",
            "PettingZoo's own",
            MOVES,
            partial(pettingzoo.play, one, MOVES),
            partial(pettingzoo.play, other, MOVES),
            least,
        )


def _games(keys: tuple[str, ...]) -> Iterator[Figure]:
    from tischlein.interop.gymnasium import SeatEnv
    from tischlein.interop.pettingzoo import raw_env

    for key in keys:
        if registry.load(key).compiled:  # physics would be what is measured
            env, seat = raw_env(key), SeatEnv(key)
            pettingzoo.play(env, MOVES)
            speed = MOVES / median(seconds(partial(pettingzoo.play, env, MOVES)) for _ in range(3))
            yield Figure(f"PettingZoo raw_env, {key}", speed, "moves/s")
            speed = MOVES / median(seconds(partial(_learn, seat)) for _ in range(3))
            yield Figure(f"Gymnasium, {key}, among random players", speed, "steps/s")


def _learn(env: Any) -> None:
    choice = random.Random(1)
    seen, _ = env.reset(seed=1)
    for _ in range(MOVES):
        action = choice.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, _, terminated, _, _ = env.step(action)
        if terminated:
            seen, _ = env.reset()


def _openspiel() -> Iterator[Figure]:
    import pyspiel

    from tischlein.interop.openspiel import add

    add(GAME)
    ours, theirs = map(pyspiel.load_game, (f"tischlein_{GAME.key}", GAME.key))
    yield from _compare(
        "OpenSpiel, random moves from Python",
        "OpenSpiel's own, in C++",
        MOVES,
        partial(_wander, ours),
        partial(_wander, theirs),
    )
    yield from _compare(
        "OpenSpiel's tree search in C++ on ours, simulations",
        "on its own",
        SIMULATIONS,
        partial(_search, pyspiel, ours),
        partial(_search, pyspiel, theirs),
    )


def _wander(game: Any) -> None:
    choice, state = random.Random(1), game.new_initial_state()
    for _ in range(MOVES):
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(choice.choice(state.legal_actions()))


def _search(pyspiel: Any, game: Any) -> None:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 100, False, 1, False)
    bot.step_with_policy(game.new_initial_state())  # ``step`` crashes on games in Python


def _compare(
    name: str,
    peer: str,
    count: int,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    least: float | None = None,
) -> Iterator[Figure]:
    ours()  # compiles, or loads what is compiled
    theirs()
    rounds = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
    yield Figure(name, count / median(one for one, _ in rounds), "/s")
    yield Figure(f"  {peer}", count / median(other for _, other in rounds), "/s")
    yield Figure("  beside it", median(other / one for one, other in rounds), "times", least=least)
