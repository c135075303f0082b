"""Alpha-beta for two seats, open games, no chance in play: the exact search.

Iterative deepening with principal variation search and a transposition table (Marsland 1986;
Breuker, Uiterwijk and van den Herik 1996). Forced moves cost no depth. A value is proven if no line
that it depends on was cut off by the horizon; deepening ends as soon as the root's value is proven.

Certain values lie outside the range of estimates: a win is ``CERTAIN`` plus the margin of the
scores. In games whose utility is the score, they are the margin, on the scale of estimates:
``MOST`` stands for the greatest possible margin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.position import Row
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, INTS_2D, RNG, row_key
from tischlein.search.method import Method, Range, check
from tischlein.search.result import SearchResult

CERTAIN = 1_000_000_000
"""Value of a win with equal scores."""
MOST = 1_000_000
"""Evaluations are between minus this and this."""
MOST_PLIES = 64
"""How far forced moves may extend a line beyond its nominal depth."""
MOST_SLOTS = 1 << 18
"""Maximal size of the transposition table, in pairs of entries: 25 MB."""

# Free names of the templates; ``search.compiled`` binds them to a game's.
acting: Any = None
legal: Any = None
apply: Any = None
scores: Any = None
ranking: Any = None
evaluate: Any = None
prior: Any = None
outcome: Any = None
leaf_value: Any = None
enter: Any = None
descend: Any = None
walk: Any = None
DTYPE: Any = None

# Indices of the counters that all nodes share.
NODES, BUDGET, ABORTED, FAULT, MARGIN_UNIT, GUESS_UNIT, BIAS, LIMIT, COUNTERS = range(9)
# Columns of the transposition table; BOUND says how to read a value: one of the three below.
KEY, VALUE, DEPTH, BOUND, REPLY, PROVEN, ENTRY = range(7)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
PROVEN_DEPTH = 1 << 20
# Columns of the frames: the question about the position at each ply (the seat whose view counts,
# the depth, and the window of values), and the state of the answer.
SEAT, LEFT, ALPHA, BETA, FLOOR, BEST, CHOSEN, PROOF, COUNT, NEXT, STATE_KEY = range(11)
CEILING, SIGN, FRAME = range(11, 14)
"""The window of the child being searched, and whether its values count for or against us."""


@dataclass(frozen=True)
class AlphaBeta:
    """The settings: ``nodes`` bounds the work (the depth actually reached follows from it).

    ``depth`` is the horizon; ``scale`` is the value at which a seat expects a payoff of 0.73.
    """

    nodes: Annotated[int, Range(1, 10**15)]
    depth: Annotated[int, Range(1, 10**4)]
    scale: Annotated[float, Range(1e-6, 1e9)] = 100.0

    def __post_init__(self) -> None:
        """Refuse invalid settings (ValueError)."""
        check(self)


def search(
    row: Row, seat: int, level: AlphaBeta, rng: Rng, stop: Ints | None = None
) -> SearchResult:
    """Return the best action of a seat, as deep as the budget allows.

    Raises
    ------
    GameError
        If the game is not for two, has secrets or simultaneous choices, if chance or a second seat
        may act in play, or if its rules are not compiled.
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
    counters[MARGIN_UNIT:] = _units(game)
    frames = np.zeros((plies, FRAME), np.int64)
    report = np.zeros(3, np.int64)
    kernel_of(game)(
        row.row,
        seat,
        level.depth,
        rng,
        compiled.stop_flag() if stop is None else stop,
        np.empty((plies, game.most_legal), np.int64),
        np.empty((plies, game.most_legal), np.int64),
        np.zeros((2 * slots, ENTRY), np.int64),
        np.zeros((2, game.actions), np.int64),
        frames,
        counters,
        report,
    )
    if counters[FAULT]:
        raise GameError(
            f"alphabeta cannot play {game.key} here: chance or several seats act in play"
        )
    value, depth, proven = report.tolist()
    return SearchResult(
        action=int(frames[0, CHOSEN]),
        value=value // int(counters[GUESS_UNIT]),
        nodes=int(counters[NODES]),
        exact=bool(proven),
        depth=depth,
    )


def _units(game: Game) -> tuple[int, int, int, int]:
    """Return the worth, in a search, of a point of margin, a guess, a win and the greatest value.

    Where the score is the utility, points are finer than guesses: there may be more than ``MOST``.
    """
    least, greatest = game.score_bounds
    span = max(greatest - least, 1)
    if game.utility == "ranking":
        return 1, 1, CERTAIN, CERTAIN + span
    finer = CERTAIN // MOST
    point = MOST // span * finer or max(CERTAIN // span, 1)
    return point, finer, 0, max(CERTAIN, span * point)


def payoff_of(found: SearchResult, level: AlphaBeta) -> float:
    """Return the payoff, from 0 to 1, that a value promises the searching seat."""
    return 1.0 / (1.0 + math.exp(-max(-500.0, min(found.value / level.scale, 500.0))))


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


def prepare(game: Game) -> object:
    """Compile the search for a game that it can play, or load it."""
    refuse(game, min(game.seats))
    return kernel_of(game)


def kernel_of(game: Game) -> Any:
    """Return the game's alpha-beta, compiled or loaded from disk on first use."""
    return compiled.built_once(game, "alphabeta", _make)


def _make(game: Game) -> Any:
    leaf_value = compiled.inner_kernel(
        game, _leaf_value, outcome=compiled.inner_kernel(game, _outcome)
    )
    enter = compiled.inner_kernel(game, _enter)
    descend = compiled.inner_kernel(game, _descend, enter=enter)
    walk = compiled.inner_kernel(game, _walk, leaf_value=leaf_value, enter=enter, descend=descend)
    signature = INT(
        *(INTS, INT, INT, RNG, INTS),
        *(INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS_2D, INTS, INTS),
    )
    return compiled.entry_kernel(game, _deepen, signature, walk=walk)


def _deepen(
    row: Ints,
    seat: int,
    depth: int,
    rng: Rng,
    stop: Ints,
    moves: Ints,
    priorities: Ints,
    table: Ints,
    history: Ints,
    frames: Ints,
    counters: Ints,
    report: Ints,
) -> int:
    """Search the root deeper and deeper, until proven, out of budget, or stopped."""
    rows = np.empty(frames.shape[0] * row.size, np.int64)
    for index in range(row.size):
        rows[index] = row[index]
    for horizon in range(1, depth + 1):
        open_frame(frames[0], seat, horizon, -counters[LIMIT], counters[LIMIT])
        walk(rows, row.size, rng, stop, moves, priorities, table, history, frames, counters)
        if counters[ABORTED]:
            break
        report[0] = frames[0, BEST]
        report[1] = horizon
        report[2] = frames[0, PROOF]
        if frames[0, PROOF]:
            break
    return 0


def _outcome(state: Any, seat: int, counters: Ints) -> int:
    """Return the value of a finished match for a seat."""
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


@kernel
def take_best(actions: Ints, priorities: Ints, index: int, count: int) -> int:
    """Move the most promising remaining action to the front of the rest, and return it."""
    best = index
    for other in range(index + 1, count):
        if priorities[other] > priorities[best]:
            best = other
    action: int = actions[best]
    priority = priorities[best]
    # The others keep their order, so that ties are searched in their original order.
    actions[best] = actions[index]
    priorities[best] = priorities[index]
    actions[index] = action
    priorities[index] = priority
    return action


@kernel
def find(table: Ints, key: int) -> int:
    """Return the entry of a position, -1 if there is none."""
    start = 2 * (key & ((table.shape[0] >> 1) - 1))
    for entry in range(start, start + 2):
        if table[entry, KEY] == key and table[entry, BOUND] != 0:
            return entry
    return -1


@kernel
def remember(
    table: Ints, key: int, value: int, depth: int, bound: int, reply: int, proven: int
) -> None:
    """Store a result: of each pair of entries the deeper stays, the other is always replaced."""
    start = 2 * (key & ((table.shape[0] >> 1) - 1))
    entry = start
    if table[start, KEY] != key and table[start, DEPTH] > depth:
        entry = start + 1
    table[entry, KEY] = key
    table[entry, VALUE] = value
    table[entry, DEPTH] = depth
    table[entry, BOUND] = bound
    table[entry, REPLY] = reply
    table[entry, PROVEN] = proven


@kernel
def is_sufficient(entry: Ints, depth: int, alpha: int, beta: int) -> bool:
    """Whether the table's entry for a position answers the question."""
    if entry[DEPTH] < depth:
        return False
    value = entry[VALUE]
    if entry[BOUND] == AT_LEAST:
        return bool(value >= beta)
    return bool(entry[BOUND] == EXACT or value <= alpha)


@kernel
def count_node(counters: Ints, stop: Ints) -> bool:
    """Count a node; abort the search if it was the last one allowed, or on the stop flag."""
    counters[NODES] += 1
    if counters[NODES] >= counters[BUDGET] or (counters[NODES] & 255 == 0 and stop[0] != 0):
        counters[ABORTED] = 1
    return bool(counters[ABORTED])


@kernel
def copy_down(rows: Ints, words: int, ply: int) -> None:
    """Copy the position of a ply to the next ply."""
    start = ply * words
    for word in range(start, start + words):
        rows[word + words] = rows[word]


@kernel
def open_frame(frame: Ints, seat: int, depth: int, alpha: int, beta: int) -> None:
    """Ask for the value of a position for the seat that moves there."""
    frame[SEAT] = seat
    frame[LEFT] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta


@kernel
def update_frame(frame: Ints, action: int, value: int, proven: int, history: Ints) -> None:
    """Take the value of an action into account."""
    if value > frame[BEST]:
        frame[BEST] = value
        frame[CHOSEN] = action
    if value >= frame[BETA]:
        frame[PROOF] = proven
        history[frame[SEAT], action] += frame[LEFT] * frame[LEFT] + 1
    else:
        frame[PROOF] &= proven
        frame[FLOOR] = max(frame[FLOOR], frame[BEST])


@kernel
def close_frame(frame: Ints, table: Ints) -> None:
    """Store the answer for a position once enough of its actions have been searched."""
    bound = EXACT
    if frame[BEST] >= frame[BETA]:
        bound = AT_LEAST
    elif frame[BEST] <= frame[ALPHA]:
        bound = AT_MOST
    depth = frame[LEFT] + 1 if frame[COUNT] > 1 else frame[LEFT]
    if frame[PROOF]:
        depth = PROVEN_DEPTH
    remember(*(table, frame[STATE_KEY], frame[BEST], depth, bound, frame[CHOSEN], frame[PROOF]))


def _leaf_value(state: Any, seat: int, bits: int, counters: Ints) -> int:
    """Return the value of a position without searching on: its outcome, or an evaluation."""
    if bits == 0:
        return outcome(state, seat, counters)  # type: ignore[no-any-return]  # bound to a kernel
    if bits > 2:
        counters[FAULT] = 1
        counters[ABORTED] = 1
        return 0
    guess: int = evaluate(state, seat) * counters[GUESS_UNIT]
    return guess


def _enter(
    state: Any,
    key: int,
    frame: Ints,
    actions: Ints,
    priorities: Ints,
    table: Ints,
    history: Ints,
    counters: Ints,
) -> bool:
    """Enter a position: answer from the table and return True, or list its actions.

    The table's action is searched first, then those with the highest prior, then by history.
    """
    known = find(table, key)
    first = -1
    if known >= 0:
        first = table[known, REPLY]
        if is_sufficient(table[known], frame[LEFT], frame[ALPHA], frame[BETA]):
            frame[BEST] = table[known, VALUE]
            frame[PROOF] = table[known, PROVEN]
            frame[CHOSEN] = first
            return True
    seat = frame[SEAT]
    count = legal(state, seat, actions)
    for index in range(count):
        action = actions[index]
        past = min(history[seat, action], (1 << 24) - 1)
        priorities[index] = (prior(state, seat, action) << 24) + past
        if action == first:
            priorities[index] = 1 << 62
    frame[CHOSEN] = first if known >= 0 else actions[0]
    frame[STATE_KEY] = key
    frame[FLOOR] = frame[ALPHA]
    frame[BEST] = -counters[LIMIT] - 1
    frame[PROOF] = 1
    frame[COUNT] = count
    frame[NEXT] = 0
    if count > 1:
        frame[LEFT] -= 1
    return False


def _descend(
    states: Any,
    rows: Ints,
    words: int,
    ply: int,
    seat: int,
    moves: Ints,
    priorities: Ints,
    table: Ints,
    history: Ints,
    frames: Ints,
    counters: Ints,
) -> bool:
    """Ask for the value of the next ply, within the window in the frame."""
    frame = frames[ply]
    low = frame[SIGN] * frame[FLOOR]
    high = frame[SIGN] * frame[CEILING]
    open_frame(frames[ply + 1], seat, frame[LEFT], min(low, high), max(low, high))
    key = row_key(rows, (ply + 1) * words, words, 0)
    return enter(  # type: ignore[no-any-return]  # bound to a kernel
        *(states[ply + 1], key, frames[ply + 1], moves[ply + 1], priorities[ply + 1]),
        *(table, history, counters),
    )


def _walk(
    rows: Ints,
    words: int,
    rng: Rng,
    stop: Ints,
    moves: Ints,
    priorities: Ints,
    table: Ints,
    history: Ints,
    frames: Ints,
    counters: Ints,
) -> None:
    """Answer the question at the root: depth first, with a stack of frames (fail-soft).

    It is written without recursion, since Numba cannot cache recursive code on disk.
    """
    states = rows.view(DTYPE)
    root_key = row_key(rows, 0, words, 0)
    if enter(states[0], root_key, frames[0], moves[0], priorities[0], table, history, counters):
        return
    for index in range(frames[0, COUNT]):
        priorities[0, index] += below(rng, 1 << 20)  # ties at the root are broken by lot
    ply = 0
    while True:
        frame = frames[ply]
        if frame[NEXT] == frame[COUNT] or frame[BEST] >= frame[BETA]:
            close_frame(frame, table)
            if ply == 0:
                return
            ply -= 1
            frame = frames[ply]
            value = frame[SIGN] * frames[ply + 1, BEST]
            proven = frames[ply + 1, PROOF]
        else:
            action = take_best(moves[ply], priorities[ply], frame[NEXT], frame[COUNT])
            frame[NEXT] += 1
            if count_node(counters, stop):
                return
            copy_down(rows, words, ply)
            apply(states[ply + 1], frame[SEAT], action)
            bits = acting(states[ply + 1])
            if frame[LEFT] == 0 or ply + 2 == frames.shape[0] or bits == 0 or bits > 2:
                value = leaf_value(states[ply + 1], frame[SEAT], bits, counters)
                proven = 1 if bits == 0 else 0
                frame[CEILING] = frame[BETA]
            else:
                mover = bits - 1
                frame[SIGN] = 1 if mover == frame[SEAT] else -1
                # A null window first: most actions only have to be shown to be no better.
                frame[CEILING] = frame[BETA] if frame[NEXT] == 1 else frame[FLOOR] + 1
                if not descend(
                    *(states, rows, words, ply, mover),
                    *(moves, priorities, table, history, frames, counters),
                ):
                    ply += 1
                    continue
                value = frame[SIGN] * frames[ply + 1, BEST]
                proven = frames[ply + 1, PROOF]
        if frame[CEILING] <= value < frame[BETA]:
            frame[CEILING] = frame[BETA]
            if not descend(
                *(states, rows, words, ply, frames[ply + 1, SEAT]),
                *(moves, priorities, table, history, frames, counters),
            ):
                ply += 1
                continue
            value = frame[SIGN] * frames[ply + 1, BEST]
            proven = frames[ply + 1, PROOF]
        update_frame(frame, moves[ply, frame[NEXT] - 1], value, proven, history)


METHOD = Method(
    name="alphabeta",
    settings=AlphaBeta,
    prepare=prepare,
    search=lambda seen, settings, rng, stop: search(seen, seen.seat, settings, rng, stop),
    in_points=True,
)
