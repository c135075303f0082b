"""Connect Four beside OpenSpiel's C++: random playouts, and simulations of Monte Carlo tree search.

Both are measured in turns within one process, on one core, from the empty board. OpenSpiel's
rollouts are reached through its MCTS bot, told to make one simulation of many rollouts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from benchmarks import Figure, Unavailable, seconds
from benchmarks.connect_four import GAME
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.search import uct
from tischlein.search.method import TreeSettings
from tischlein.search.playouts import playouts

ROUNDS = 9
PLAYOUTS = 20_000
SIMULATIONS = 10_000
SEARCHES = 3
"""Searches in a round; each begins with an empty tree."""
EXPLORATION = 1.0
"""On payoffs from 0 to 1; OpenSpiel's run from -1 to 1, so its constant is twice that."""
TIMES_AS_FAST = 10


def measure() -> Iterator[Figure]:
    """Yield playouts and simulations in a second of both, and the ratios of the rounds."""
    pyspiel = _openspiel()
    start = Position.start(GAME, 2)
    board = pyspiel.load_game("connect_four").new_initial_state()
    rng = new_rng(1)
    yield from _compare(
        "playouts",
        PLAYOUTS,
        lambda: playouts(start, PLAYOUTS, rng),
        partial(_bot(pyspiel, simulations=1, rollouts=PLAYOUTS).step, board),
    )
    bot = _bot(pyspiel, simulations=SIMULATIONS, rollouts=1)
    yield from _compare(
        "simulations",
        SIMULATIONS * SEARCHES,
        lambda: [
            uct.search(start, 0, TreeSettings(SIMULATIONS, exploration=EXPLORATION), rng)
            for _ in range(SEARCHES)
        ],
        lambda: [bot.step(board) for _ in range(SEARCHES)],
    )


def playouts_a_second() -> float:
    """Return how many random matches of Connect Four OpenSpiel plays on this machine, now.

    Raises
    ------
    Unavailable
        If OpenSpiel is not installed.
    """
    pyspiel = _openspiel()
    board = pyspiel.load_game("connect_four").new_initial_state()
    playing = partial(_bot(pyspiel, simulations=1, rollouts=PLAYOUTS).step, board)
    playing()
    return PLAYOUTS / median(seconds(playing) for _ in range(ROUNDS))


def _openspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise Unavailable("OpenSpiel is not installed; `uv sync --group bench` brings it") from None
    return pyspiel


def _bot(pyspiel: Any, *, simulations: int, rollouts: int) -> Any:
    seed, memory_mb, solve, verbose = 1, 1_000, False, False
    return pyspiel.MCTSBot(
        pyspiel.load_game("connect_four"),
        pyspiel.RandomRolloutEvaluator(rollouts, seed),
        2 * EXPLORATION,
        simulations,
        memory_mb,
        solve,
        seed,
        verbose,
    )


def _compare(
    what: str, count: int, ours: Callable[[], object], theirs: Callable[[], object]
) -> Iterator[Figure]:
    ours()  # compiles, or loads what is compiled
    theirs()
    rounds = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
    yield Figure(f"Connect Four {what}", count / median(one for one, _ in rounds), "/s")
    yield Figure(f"OpenSpiel {what}", count / median(other for _, other in rounds), "/s")
    ratio = median(other / one for one, other in rounds)
    yield Figure(f"{what} beside OpenSpiel", ratio, "times", least=TIMES_AS_FAST)
