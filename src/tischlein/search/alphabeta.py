"""Alpha-beta for two seats, open games, no chance in play: the exact search.

Iterative deepening with principal variation search and a transposition table (Marsland 1986;
Breuker, Uiterwijk and van den Herik 1996). Forced moves cost no depth. A value is proven where
no line that it rests on was cut off by the horizon; deepening ends as soon as the root's is.

Certain values lie beyond all guesses: a win is ``CERTAIN`` plus the margin of the scores. In games
whose utility is the score, they are multiples of the margin instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, kernel, shuffle
from tischlein.core.levels import AlphaBeta
from tischlein.core.position import Row
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Words
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, INTS_2D, RNG, only_seat, row_key
from tischlein.search.found import Found

CERTAIN = 1_000_000_000
"""Value of a win with equal scores; evaluations stay within a million of zero."""
INFINITE = 4 * CERTAIN
MOST_PLIES = 64
"""How far forced moves may carry a line beyond its nominal depth."""
MOST_SLOTS = 1 << 18
"""Bound of the transposition table, in pairs of entries: 16 MB."""

# The templates' free names are bound to a game's by compiled.part and compiled.entry.
acting: Any = None
legal: Any = None
apply: Any = None
scores: Any = None
ranking: Any = None
evaluate: Any = None
promise: Any = None
outcome: Any = None
order: Any = None
visit: Any = None
DTYPE: Any = None

# Words of the counters that all nodes share.
NODES, BUDGET, ABORTED, FAULT, MARGIN_UNIT, BIAS, COUNTERS = range(7)
# Columns of the transposition table; the meaning of a value is one of the three bounds.
KEY, VALUE, DEPTH, BOUND, BEST, PROVEN, ENTRY = range(7)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
# Columns of what is known about each ply of the line being searched.
CHOSEN, PROOF, LINE = range(3)
PROVEN_DEPTH = 1 << 20


def search(
    row: Row, seat: int, level: AlphaBeta, rng: Rng, stop: Words | None = None
) -> Found:
    """Return the best action of a seat, as deep as the budget allows.

    Raises
    ------
    GameError
        If the game is not for two, has secrets or simultaneous choices, if chance or a second
        seat may act in play, or if its rules are not compiled.
    ValueError
        If the seat has nothing to decide here.
    """
    game = row.game
    refuse(game, row.seats)
    if row.acting != (seat,):
        raise ValueError(f"seat {seat} is not alone in acting")
    plies = min(game.longest, level.depth + MOST_PLIES) + 2
    slots = min(1 << max(level.nodes // 2, 1).bit_length(), MOST_SLOTS)
    counters = np.zeros(COUNTERS, np.int64)
    counters[BUDGET] = level.nodes
    least, greatest = game.score_bounds
    by_scores = game.utility == "scores"
    counters[MARGIN_UNIT] = CERTAIN // max(greatest - least, 1) if by_scores else 1
    counters[BIAS] = 0 if by_scores else CERTAIN
    lines = np.zeros((plies, LINE), np.int64)
    report = np.zeros(3, np.int64)
    kernel_of(game)(
        row.row,
        seat,
        level.depth,
        rng,
        compiled.going() if stop is None else stop,
        np.empty((plies, game.most_legal), np.int64),
        np.empty((plies, game.most_legal), np.int64),
        np.zeros((2 * slots, ENTRY), np.int64),
        np.zeros((2, game.actions), np.int64),
        lines,
        counters,
        report,
    )
    if counters[FAULT]:
        raise GameError(
            f"alphabeta cannot play {game.key} here: chance or several seats act in play"
        )
    value, depth, proven = report.tolist()
    return Found(
        action=int(lines[0, CHOSEN]),
        value=value,
        effort=int(counters[NODES]),
        exact=bool(proven),
        depth=depth,
    )


def refuse(game: Game, seats: int) -> None:
    """Raise a GameError for a game that alpha-beta cannot play, naming the reason."""
    reasons = (
        (game.secrets, "it has secrets"),
        (game.simultaneous, "its seats choose at the same time"),
        (seats != 2, f"it is played by {seats}, not by two"),
    )
    for wrong, reason in reasons:
        if wrong:
            raise GameError(f"alphabeta cannot play {game.key}: {reason}")


def kernel_of(game: Game) -> Any:
    """Return the game's alpha-beta, compiled or loaded from disk on first use."""
    return compiled.once(game, "alphabeta", _make)


def _make(game: Game) -> Callable[..., None]:
    node = compiled.part(
        game,
        _visit,
        outcome=compiled.part(game, _outcome),
        order=compiled.part(game, _order),
    )
    node_code = getattr(node, "py_func", node)
    node_code.__globals__["visit"] = node  # it calls itself
    signature = INT(
        *(INTS, INT, INT, RNG, INTS),
        *(INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS, INTS),
    )
    deepen: Callable[..., None] = compiled.entry(game, _deepen, signature, visit=node)
    return deepen


def _deepen(
    row: Words,
    seat: int,
    depth: int,
    rng: Rng,
    stop: Words,
    moves: Words,
    hopes: Words,
    table: Words,
    history: Words,
    lines: Words,
    counters: Words,
    report: Words,
) -> int:
    """Search the root ever deeper, until proven, out of budget, or told to stop."""
    plies = lines.shape[0]
    rows = np.empty(plies * row.size, np.int64)
    for index in range(row.size):
        rows[index] = row[index]
    states = rows.view(DTYPE)
    for horizon in range(1, depth + 1):
        value = visit(
            states,
            rows,
            row.size,
            seat,
            0,
            horizon,
            -INFINITE,
            INFINITE,
            rng,
            stop,
            moves,
            hopes,
            table,
            history,
            lines,
            counters,
        )
        if counters[ABORTED]:
            break
        report[0] = value
        report[1] = horizon
        report[2] = lines[0, PROOF]
        if lines[0, PROOF]:
            break
    return 0


def _outcome(state: Any, seat: int, counters: Words) -> int:
    """Return what a finished match is worth to a seat."""
    buffer = np.zeros(MAX_SEATS, np.int64)
    scores(state, buffer)
    margin = (buffer[seat] - buffer[1 - seat]) * counters[MARGIN_UNIT]
    ranking(state, buffer)
    if buffer[seat] < buffer[1 - seat]:
        return margin + counters[BIAS]
    if buffer[seat] > buffer[1 - seat]:
        return margin - counters[BIAS]
    return margin


def _order(
    state: Any,
    seat: int,
    first: int,
    count: int,
    actions: Words,
    hopes: Words,
    history: Words,
) -> None:
    """Note how hopeful each action looks: the table's first, then promise, then history."""
    for index in range(count):
        action = actions[index]
        hopes[index] = (promise(state, seat, action) << 24) + min(
            history[seat, action], (1 << 24) - 1
        )
        if action == first:
            hopes[index] = 1 << 62


@kernel
def take_best(actions: Words, hopes: Words, index: int, count: int) -> int:
    """Bring the most hopeful action that is left to the front of the rest, and return it."""
    best = index
    for other in range(index + 1, count):
        if hopes[other] > hopes[best]:
            best = other
    action = actions[best]
    hope = hopes[best]
    # The others keep their order, so that ties are searched as they come.
    actions[best] = actions[index]
    hopes[best] = hopes[index]
    actions[index] = action
    hopes[index] = hope
    return action


@kernel
def find(table: Words, key: int) -> int:
    """Return the entry of a position, -1 if there is none."""
    start = 2 * (key & ((table.shape[0] >> 1) - 1))
    for entry in range(start, start + 2):
        if table[entry, KEY] == key and table[entry, BOUND] != 0:
            return entry
    return -1


@kernel
def remember(
    table: Words, key: int, value: int, depth: int, bound: int, best: int, proven: int
) -> None:
    """Keep a result: the deeper one of each pair stays, the other is always replaced."""
    start = 2 * (key & ((table.shape[0] >> 1) - 1))
    entry = start
    if table[start, KEY] != key and table[start, DEPTH] > depth:
        entry = start + 1
    table[entry, KEY] = key
    table[entry, VALUE] = value
    table[entry, DEPTH] = depth
    table[entry, BOUND] = bound
    table[entry, BEST] = best
    table[entry, PROVEN] = proven


def _visit(
    states: Any,
    rows: Words,
    words: int,
    seat: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    rng: Rng,
    stop: Words,
    moves: Words,
    hopes: Words,
    table: Words,
    history: Words,
    lines: Words,
    counters: Words,
) -> int:
    """Return the value of the position at a ply for the seat to move there (fail-soft negamax).

    ``lines`` tells the best action and whether the value (as the bound that it is) is proven.
    """
    key = row_key(rows, ply * words, words, 0)
    known = find(table, key)
    first = -1
    if known >= 0:
        first = table[known, BEST]
        if ply > 0 and table[known, DEPTH] >= depth:
            value = table[known, VALUE]
            bound = table[known, BOUND]
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= beta)
                or (bound == AT_MOST and value <= alpha)
            ):
                lines[ply, PROOF] = table[known, PROVEN]
                return value
    actions = moves[ply]
    hope = hopes[ply]
    count = legal(states[ply], seat, actions)
    if ply == 0:
        shuffle(rng, actions, count)
    order(states[ply], seat, first, count, actions, hope, history)
    left = depth - 1 if count > 1 else depth
    best = -INFINITE
    chosen = -1
    floor = alpha
    proof = 1
    for index in range(count):
        action = take_best(actions, hope, index, count)
        if ply == 0 and index == 0:
            lines[0, CHOSEN] = action
        counters[NODES] += 1
        if counters[NODES] >= counters[BUDGET] or (counters[NODES] & 255 == 0 and stop[0] != 0):
            counters[ABORTED] = 1
            return 0
        below = (ply + 1) * words
        for word in range(words):
            rows[below + word] = rows[below - words + word]
        apply(states[ply + 1], seat, action)
        bits = acting(states[ply + 1])
        if bits == 0:
            value = outcome(states[ply + 1], seat, counters)
            proven = 1
        elif bits & (bits - 1) or bits > 2:
            counters[FAULT] = 1
            counters[ABORTED] = 1
            return 0
        elif left == 0 or ply + 3 > lines.shape[0]:
            value = evaluate(states[ply + 1], seat)
            proven = 0
        else:
            mover = only_seat(bits)
            same = mover == seat
            # A null window first: most actions only have to be shown not to be better.
            low = floor
            high = beta if index == 0 else floor + 1
            while True:
                value = visit(
                    states,
                    rows,
                    words,
                    mover,
                    ply + 1,
                    left,
                    low if same else -high,
                    high if same else -low,
                    rng,
                    stop,
                    moves,
                    hopes,
                    table,
                    history,
                    lines,
                    counters,
                )
                if counters[ABORTED]:
                    return 0
                if not same:
                    value = -value
                if high == beta or value < high or value >= beta:
                    break
                high = beta
            proven = lines[ply + 1, PROOF]
        if value > best:
            best = value
            chosen = action
            if ply == 0:
                lines[0, CHOSEN] = action
        if best >= beta:
            proof = proven
            history[seat, action] += depth * depth
            break
        proof &= proven
        floor = max(floor, best)
    bound = EXACT
    if best >= beta:
        bound = AT_LEAST
    elif best <= alpha:
        bound = AT_MOST
    remember(table, key, best, PROVEN_DEPTH if proof else depth, bound, chosen, proof)
    lines[ply, PROOF] = proof
    return best
