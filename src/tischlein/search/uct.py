"""UCT (Kocsis and Szepesvári 2006) for open games: chance, and any number of seats.

Every seat maximises its own payoff (max-n). The tree is stored in preallocated arrays; positions
are replayed from the root, which costs less than storing them. Of several acting seats one is drawn
at each visit, so every seat that may interrupt gets turns in the tree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tischlein.core.bits import lowest
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, weighted
from tischlein.core.position import Row
from tischlein.core.seats import CHANCE, MAX_SEATS
from tischlein.core.state import Ints, Reals
from tischlein.search import bandit, compiled
from tischlein.search.bandit import ACTION, VISITS, draw_untried, highest_bound, learn
from tischlein.search.compiled import INT, INTS, INTS_2D, REALS_2D, RNG
from tischlein.search.method import Method, TreeSettings
from tischlein.search.result import SearchResult
from tischlein.search.rollouts import LIMITS, limits_of, playout_kernel, value_kernel

MOST_NODES = 1 << 21
"""Maximal size of the tree, 134 MB; when it is full, simulations go on from its leaves."""
MOST_TABLED = 1 << 16

# Who chooses at a node: a seat, chance, or the lot that picks one of several acting seats.
LOT = CHANCE + 1
MOST_ACTING = CHANCE + 1
"""Maximal number of children of a lot node, however few actions a seat has."""

# Free names of the templates; ``search.compiled`` binds them to a game's.
acting: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
play_on: Any = None
value: Any = None
grow: Any = None
pick: Any = None
DTYPE: Any = None

# Further columns of the tree's table, which has a row per node. The chooser is counted from 1.
CHOOSER, FIRST, SIZE, TRIED, COLUMNS = range(bandit.COLUMNS, bandit.COLUMNS + 5)


def search(
    row: Row, seat: int, level: TreeSettings, rng: Rng, stop: Ints | None = None
) -> SearchResult:
    """Return the action of a seat that UCT visits most.

    Raises
    ------
    GameError
        If the game has secrets or its rules are not compiled.
    ValueError
        If the seat has nothing to decide here.
    """
    game = row.game
    refuse(game)
    if seat not in row.acting:
        raise ValueError(f"seat {seat} is not acting")
    most_children = max(game.most_legal, MOST_ACTING)
    nodes = min(level.simulations * most_children, MOST_NODES) + most_children + 1
    table = np.zeros((nodes, COLUMNS), np.int64)
    values = np.zeros((nodes, 2), np.float64)
    done = kernel_of(game)(
        row.row,
        seat,
        limits_of(game, row.seats, level),
        rng,
        compiled.stop_flag() if stop is None else stop,
        table,
        values,
    )
    return bandit.most_visited(table, values, table[0, FIRST], table[0, SIZE], int(done))


def refuse(game: Game) -> None:
    """Raise a GameError for a game that UCT cannot play, naming the reason."""
    if game.secrets:
        raise GameError(f"uct cannot play {game.key}: it has secrets; ismcts can")


def prepare(game: Game) -> object:
    """Compile the search for a game that it can play, or load it."""
    refuse(game)
    return kernel_of(game)


def kernel_of(game: Game) -> Any:
    """Return the game's UCT, compiled or loaded from disk on first use."""
    return compiled.built_once(game, "uct", _make)


def _make(game: Game) -> Any:
    return compiled.entry_kernel(
        game,
        _search,
        INT(INTS, INT, LIMITS, RNG, INTS, INTS_2D, REALS_2D),
        play_on=playout_kernel(game),
        value=value_kernel(game),
        grow=compiled.inner_kernel(game, _grow),
        pick=compiled.inner_kernel(game, _pick),
    )


def _search(
    row: Ints,
    seat: int,
    limits: Any,
    rng: Rng,
    stop: Ints,
    table: Ints,
    values: Reals,
) -> int:
    work = row.copy()
    state = work.view(DTYPE)[0]
    simulations: int = limits.simulations
    exploration = limits.exploration
    most_children = max(limits.most_legal, MOST_ACTING)
    actions = np.empty(most_children, np.int64)
    weights = np.empty(most_children, np.int64)
    buffer = np.zeros(MAX_SEATS, np.int64)
    payoffs = np.zeros(LOT + 1)
    path = np.empty(2 * limits.longest + 2, np.int64)
    # Exploration by number of visits, tabled because logarithms are slow.
    reach = exploration * np.sqrt(np.log(np.arange(1.0, min(simulations, MOST_TABLED) + 3.0)))
    table[0, CHOOSER] = seat + 1
    used = grow(state, 0, 1, actions, weights, table)
    path[0] = 0
    for simulation in range(simulations):
        if stop[0] != 0 and simulation > 0:
            return simulation
        for index in range(row.size):
            work[index] = row[index]
        node = 0
        depth = 0
        while depth < path.size - 1:
            if table[node, SIZE] == 0:
                if table[node, VISITS] == 0 or used + most_children > table.shape[0]:
                    break
                used = grow(state, node, used, actions, weights, table)
                if table[node, SIZE] == 0:
                    break
            visits = table[node, VISITS]
            curiosity = (
                reach[visits]
                if visits < reach.size
                else exploration * np.sqrt(np.log(visits + 1.0))
            )
            node = pick(state, node, actions, weights, rng, curiosity, table, values)
            depth += 1
            path[depth] = node
        play_on(state, limits.horizon, actions, weights, rng, limits.greed)
        value(state, limits, buffer, payoffs)
        table[0, VISITS] += 1
        for step in range(1, depth + 1):
            learn(table, values, path[step], payoffs[table[path[step - 1], CHOOSER] - 1])
    return simulations


def _grow(state: Any, node: int, used: int, actions: Ints, weights: Ints, table: Ints) -> int:
    """Append a node's children (none at the end of the match); return how many nodes are used."""
    chooser = table[node, CHOOSER] - 1
    if chooser < 0:
        bits = acting(state)
        if bits == 0:
            return used
        chooser = lowest(bits)
        if bits & (bits - 1):
            chooser = LOT
    count = 0
    if chooser == LOT:
        for seat in range(CHANCE + 1):
            if acting(state) >> seat & 1:
                actions[count] = seat
                table[used + count, CHOOSER] = seat + 1
                count += 1
    elif chooser == CHANCE:
        count = chance(state, actions, weights)
    else:
        count = legal(state, chooser, actions)
    for index in range(count):
        table[used + index, ACTION] = actions[index]
    table[node, CHOOSER] = chooser + 1
    table[node, FIRST] = used
    table[node, SIZE] = count
    return used + count


def _pick(
    state: Any,
    node: int,
    actions: Ints,
    weights: Ints,
    rng: Rng,
    curiosity: float,
    table: Ints,
    values: Reals,
) -> int:
    """Choose a child as the node's chooser does, and carry out its action."""
    chooser = table[node, CHOOSER] - 1
    first: int = table[node, FIRST]
    size: int = table[node, SIZE]
    if chooser == LOT:
        return first + below(rng, size)
    if chooser == CHANCE:
        child = first + weighted(rng, weights, chance(state, actions, weights))
        apply(state, CHANCE, table[child, ACTION])
        return child
    tried: int = table[node, TRIED]
    if tried < size:
        child = draw_untried(table, first, size, tried, rng)
        table[node, TRIED] = tried + 1
    else:
        child = highest_bound(values, first, size, curiosity)
    apply(state, chooser, table[child, ACTION])
    return child


METHOD = Method(
    name="uct",
    settings=TreeSettings,
    prepare=prepare,
    search=lambda seen, settings, rng, stop: search(seen, seen.seat, settings, rng, stop),
)
