"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for secrets.

Every iteration samples the hidden part again, consistent with what the searching seat knows, and
walks a tree whose nodes are information sets: what the acting seat itself can observe there. So
each seat decides by its own knowledge alone (the variant with multiple observers), and seats that
choose at the same time cannot see each other's choices, in whatever order they are asked.

Positions that a seat cannot tell apart have the same legal actions (the contract says so and the
conformance suite tests it). So all actions of an information set are available whenever it is
visited, and the availability counts of the original are simply its visits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng, kernel, weighted
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, MAX_SEATS
from tischlein.core.state import Ints, Reals
from tischlein.search import bandit, compiled
from tischlein.search.bandit import ACTION, draw_untried, highest_bound, learn
from tischlein.search.compiled import INT, INTS, INTS_2D, REALS_2D, RNG, draw_seat, row_key
from tischlein.search.method import Method, TreeSettings
from tischlein.search.result import SearchResult
from tischlein.search.rollouts import LIMITS, limits_of, playout_kernel, value_kernel

MOST_SETS = 1 << 18
MOST_EDGES = 1 << 21
"""Bounds of the tree, about 80 MB in all; when it is full, iterations go on from its leaves."""

# Free names of the templates; ``search.compiled`` binds them to a game's.
acting: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
observe: Any = None
determinize: Any = None
play_on: Any = None
value: Any = None
meet: Any = None
DTYPE: Any = None

# Columns of the table of information sets; the table of edges, their actions, is as in bandit.
FIRST, SIZE, TRIED, TIMES, SET_COLUMNS = range(5)
# Columns of the hash table, and of the path from the root.
KEY, NUMBER = range(2)
SET, EDGE, CHOOSER, STEP_COLUMNS = range(4)


def search(
    observation: Observation, level: TreeSettings, rng: Rng, stop: Ints | None = None
) -> SearchResult:
    """Return the action that the search tried most for the observing seat.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    ValueError
        If the seat has nothing to decide here.
    """
    game, seat = observation.game, observation.seat
    if seat not in observation.acting:
        raise ValueError(f"seat {seat} is not acting")
    most_sets = min(level.simulations + 1, MOST_SETS)
    most_edges = min(most_sets * game.most_legal, MOST_EDGES) + game.most_legal
    slots = 1 << (2 * most_sets).bit_length()
    sets = np.zeros((most_sets, SET_COLUMNS), np.int64)
    edges = np.zeros((most_edges, bandit.COLUMNS), np.int64)
    values = np.zeros((most_edges, 2), np.float64)
    done = kernel_of(game)(
        observation.row,
        seat,
        limits_of(game, observation.seats, level),
        rng,
        compiled.stop_flag() if stop is None else stop,
        np.zeros((slots, 2), np.int64),
        sets,
        edges,
        values,
    )
    return bandit.most_visited(edges, values, 0, sets[0, SIZE], int(done))


def kernel_of(game: Game) -> Any:
    """Return the game's search, compiled or loaded from disk on first use."""
    return compiled.built_once(game, "ismcts", _make)


def _make(game: Game) -> Any:
    return compiled.entry_kernel(
        game,
        _search,
        INT(INTS, INT, LIMITS, RNG, INTS, INTS_2D, INTS_2D, INTS_2D, REALS_2D),
        play_on=playout_kernel(game),
        value=value_kernel(game),
        meet=compiled.inner_kernel(game, _meet),
    )


def _search(
    row: Ints,
    seat: int,
    limits: Any,
    rng: Rng,
    stop: Ints,
    slots: Ints,
    sets: Ints,
    edges: Ints,
    values: Reals,
) -> int:
    work = row.copy()
    state = work.view(DTYPE)[0]
    seen = row.copy()
    simulations: int = limits.simulations
    longest = limits.longest
    actions = np.empty(limits.most_legal, np.int64)
    weights = np.empty(limits.most_legal, np.int64)
    buffer = np.zeros(MAX_SEATS, np.int64)
    payoffs = np.zeros(MAX_SEATS)
    path = np.empty((longest + 1, STEP_COLUMNS), np.int64)
    used = np.zeros(2, np.int64)
    for simulation in range(simulations):
        if stop[0] != 0 and simulation > 0:
            return simulation
        for index in range(row.size):
            work[index] = row[index]
        determinize(state, seat, rng)
        depth = 0
        fresh = False
        while not fresh and depth < longest:
            bits = acting(state)
            if bits == 0:
                break
            chooser = draw_seat(bits, rng) if depth > 0 else seat
            if chooser == CHANCE:
                count = chance(state, actions, weights)
                apply(state, CHANCE, actions[weighted(rng, weights, count)])
                continue
            before = used[0]
            known: int = meet(work, seen, chooser, depth, actions, slots, sets, edges, used)
            if known < 0:
                break
            fresh = depth > 0 and used[0] > before
            edge = choose(known, rng, limits.exploration, sets, edges, values)
            apply(state, chooser, edges[edge, ACTION])
            path[depth, SET] = known
            path[depth, EDGE] = edge
            path[depth, CHOOSER] = chooser
            depth += 1
        play_on(state, limits.horizon, actions, weights, rng, limits.greed)
        value(state, limits, buffer, payoffs)
        for step in range(depth):
            sets[path[step, SET], TIMES] += 1
            learn(edges, values, path[step, EDGE], payoffs[path[step, CHOOSER]])
    return simulations


def _meet(
    work: Ints,
    seen: Ints,
    chooser: int,
    depth: int,
    actions: Ints,
    slots: Ints,
    sets: Ints,
    edges: Ints,
    used: Ints,
) -> int:
    """Return the information set of an acting seat, a new one if need be, -1 if there is no room.

    The root is number 0 and found without its key, so 0 marks an empty slot.
    """
    slot = 0
    if depth > 0:
        for index in range(work.size):
            seen[index] = work[index]
        observe(seen.view(DTYPE)[0], chooser)
        key = row_key(seen, 0, seen.size, chooser + 1)
        slot = find_slot(slots, key)
        if slots[slot, NUMBER] != 0:
            return slots[slot, NUMBER]  # type: ignore[no-any-return]  # an element of an array
    elif used[0] > 0:
        return 0
    known: int = used[0]
    count = legal(work.view(DTYPE)[0], chooser, actions)
    if known == sets.shape[0] or used[1] + count > edges.shape[0]:
        return -1
    if depth > 0:
        slots[slot, KEY] = key
        slots[slot, NUMBER] = known
    sets[known, FIRST] = used[1]
    sets[known, SIZE] = count
    for index in range(count):
        edges[used[1] + index, ACTION] = actions[index]
    used[0] += 1
    used[1] += count
    return known


@kernel
def find_slot(slots: Ints, key: int) -> int:
    """Return the slot of a key in the table, or the free slot where it belongs."""
    last = slots.shape[0] - 1
    slot: int = key & last
    while slots[slot, NUMBER] != 0 and slots[slot, KEY] != key:
        slot = (slot + 1) & last
    return slot


@kernel
def choose(known: int, rng: Rng, exploration: float, sets: Ints, edges: Ints, values: Reals) -> int:
    """Return the edge to follow: a random untried one, or the one with the highest bound."""
    first: int = sets[known, FIRST]
    size: int = sets[known, SIZE]
    tried: int = sets[known, TRIED]
    if tried < size:
        sets[known, TRIED] = tried + 1
        return draw_untried(edges, first, size, tried, rng)
    curiosity = exploration * np.sqrt(np.log(max(1, sets[known, TIMES])))
    return highest_bound(values, first, size, curiosity)


METHOD = Method(
    name="ismcts",
    settings=TreeSettings,
    prepare=kernel_of,
    search=search,
)
