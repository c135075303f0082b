"""Alpha-beta for two seats, open games, no chance in play: the exact search.

Iterative deepening with principal variation search and a transposition table (Marsland 1986;
Breuker, Uiterwijk and van den Herik 1996). Forced moves cost no depth. A value is proven where
no line that it rests on was cut off by the horizon; deepening ends as soon as the root's is.

Certain values lie beyond all guesses: a win is ``CERTAIN`` plus the margin of the scores. In games
whose utility is the score, they are multiples of the margin instead.
"""

from __future__ import annotations

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
from tischlein.search.compiled import INT, INTS, INTS_2D, RNG, row_key
from tischlein.search.found import Found

CERTAIN = 1_000_000_000
"""Value of a win with equal scores; evaluations stay within a million of zero."""
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
settle: Any = None
order: Any = None
visit: Any = None
DTYPE: Any = None

# Words of the counters that all nodes share.
NODES, BUDGET, ABORTED, FAULT, MARGIN_UNIT, BIAS, LIMIT, COUNTERS = range(8)
# Columns of the transposition table; the meaning of a value is one of the three bounds.
KEY, VALUE, DEPTH, BOUND, BEST, PROVEN, ENTRY = range(7)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
# Columns of what is known about each ply of the line being searched.
CHOSEN, PROOF, LINE = range(3)
PROVEN_DEPTH = 1 << 20


def search(row: Row, seat: int, level: AlphaBeta, rng: Rng, stop: Words | None = None) -> Found:
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
    counters[LIMIT] = counters[BIAS] + (greatest - least) * counters[MARGIN_UNIT]
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


def _make(game: Game) -> Any:
    node = compiled.part(
        game,
        _visit,
        settle=compiled.part(game, _settle, outcome=compiled.part(game, _outcome)),
        order=compiled.part(game, _order),
    )
    node_code = getattr(node, "py_func", node)
    node_code.__globals__["visit"] = node  # it calls itself
    signature = INT(
        *(INTS, INT, INT, RNG, INTS),
        *(INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS, INTS),
    )
    return compiled.entry(game, _deepen, signature, visit=node)


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
            -counters[LIMIT],
            counters[LIMIT],
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
    margin: int = (buffer[seat] - buffer[1 - seat]) * counters[MARGIN_UNIT]
    bias: int = counters[BIAS]
    ranking(state, buffer)
    if buffer[seat] < buffer[1 - seat]:
        return margin + bias
    if buffer[seat] > buffer[1 - seat]:
        return margin - bias
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
    action: int = actions[best]
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


@kernel
def settles(entry: Words, depth: int, alpha: int, beta: int) -> bool:
    """Whether what the table knows of a position answers the question asked of it."""
    if entry[DEPTH] < depth:
        return False
    value = entry[VALUE]
    if entry[BOUND] == AT_LEAST:
        return bool(value >= beta)
    return bool(entry[BOUND] == EXACT or value <= alpha)


@kernel
def count_node(counters: Words, stop: Words) -> bool:
    """Count a node; end the search when that was the last one allowed, or when told to stop."""
    counters[NODES] += 1
    if counters[NODES] >= counters[BUDGET] or (counters[NODES] & 255 == 0 and stop[0] != 0):
        counters[ABORTED] = 1
    return bool(counters[ABORTED])


@kernel
def copy_down(rows: Words, words: int, ply: int) -> None:
    """Copy the position of a ply to the next one."""
    start = ply * words
    for word in range(start, start + words):
        rows[word + words] = rows[word]


def _settle(state: Any, seat: int, bits: int, counters: Words, known: Words) -> int:
    """Return the value of a position without looking further: its outcome, or a guess."""
    if bits == 0:
        known[PROOF] = 1
        return outcome(state, seat, counters)  # type: ignore[no-any-return]  # bound to a kernel
    if bits > 2:
        counters[FAULT] = 1
        counters[ABORTED] = 1
        return 0
    known[PROOF] = 0
    return evaluate(state, seat)  # type: ignore[no-any-return]  # bound to a kernel


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
    if known >= 0 and ply > 0 and settles(table[known], depth, alpha, beta):
        lines[ply, PROOF] = table[known, PROVEN]
        return table[known, VALUE]  # type: ignore[no-any-return]  # an element of an array
    actions = moves[ply]
    count = legal(states[ply], seat, actions)
    if ply == 0:
        shuffle(rng, actions, count)
    first = table[known, BEST] if known >= 0 else -1
    order(states[ply], seat, first, count, actions, hopes[ply], history)
    left = depth - 1 if count > 1 else depth
    best: int = -counters[LIMIT] - 1
    floor = alpha
    proof = 1
    for index in range(count):
        action = take_best(actions, hopes[ply], index, count)
        if index == 0:
            lines[ply, CHOSEN] = action
        if count_node(counters, stop):
            return 0
        copy_down(rows, words, ply)
        apply(states[ply + 1], seat, action)
        bits = acting(states[ply + 1])
        if left == 0 or ply + 3 > lines.shape[0] or bits == 0 or bits > 2:
            value = settle(states[ply + 1], seat, bits, counters, lines[ply + 1])
        else:
            mover = bits - 1
            sign = 1 if mover == seat else -1
            # A null window first: most actions only have to be shown not to be better.
            ceiling = beta if index == 0 else floor + 1
            value = sign * visit(
                *(states, rows, words, mover, ply + 1, left),
                *(min(sign * floor, sign * ceiling), max(sign * floor, sign * ceiling)),
                *(rng, stop, moves, hopes, table, history, lines, counters),
            )
            if ceiling <= value < beta and not counters[ABORTED]:
                value = sign * visit(
                    *(states, rows, words, mover, ply + 1, left),
                    *(min(sign * floor, sign * beta), max(sign * floor, sign * beta)),
                    *(rng, stop, moves, hopes, table, history, lines, counters),
                )
        if counters[ABORTED]:
            return 0
        proven = lines[ply + 1, PROOF]
        if value > best:
            best = value
            lines[ply, CHOSEN] = action
        if best >= beta:
            proof = proven
            history[seat, action] += depth * depth
            break
        proof &= proven
        floor = max(floor, best)
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    depth = PROVEN_DEPTH if proof else depth
    remember(table, key, best, depth, bound, lines[ply, CHOSEN], proof)
    lines[ply, PROOF] = proof
    return best
