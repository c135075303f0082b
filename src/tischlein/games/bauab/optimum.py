"""The exact value of small plans of Bauab (up to ten plots) under best play.

Rules and chips are those of the game; only the plan is smaller. The solver searches depth first and
asks yes-or-no questions: can the first player reach a given result? One placement that reaches it
is enough, while all of the rival's placements must allow it. Two such questions prove a value: it
can be reached, and no more can. Results are stored under a number that is unique to the position,
except that mirrored or turned plans and exchanged colours share one number, since they have the
same value. So the result is exact and does not depend on hash collisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.errors import GameError
from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.bauab.actions import ACTIONS
from tischlein.games.bauab.chips import is_chip, kind_of, owner_of
from tischlein.games.bauab.evaluation import prior
from tischlein.games.bauab.rules import apply, legal, planned, scores
from tischlein.games.bauab.state import KINDS, PARKS, PLOTS, SUPPLY, BauabState, Plot

MOST_PLOTS = 10
"""Of a plan whose positions have a number of 64 bits each."""
LONGEST = 80
"""Placements and passes of a match at most."""
ENTRIES = 1 << 21
"""Positions that are remembered at most, unless others are asked for: 20 MB."""
TRIED = 20_000_000
"""Placements after which a plan is given up as too large, unless others are asked for."""
SMALL = (
    *("1", "11", "111", "1111", "111/010", "11/11"),
    *("11111", "1111/0100", "010/111/010", "111/110"),
)
"""All plans of up to five plots, which are solved within seconds: what counts is who is whose
neighbour, so all rows that turn corners are worth what the straight one is."""

DTYPE = BauabState.dtype
BARRED = Plot.CHIP + 2 * KINDS
"""Stands for a free plot that is barred, in the number of a position."""
WORST, BEST = -84, 84
"""No lead is beyond these: twice the points of all chips that count, 21 for each player."""

# Columns of the frames: what is asked at each ply, and how far its placements have been tried.
GOAL, COUNT, NEXT, KEY, FRAME = range(5)
# Columns of the stored results: the lead of the seat to move lies between these.
LEAST, MOST = range(2)
OPEN, NO, YES = range(3)
"""What is known of a question."""

Bounds = NDArray[np.int8]


@dataclass(frozen=True)
class Solved:
    """The value of a plan to the first player."""

    margin: int
    """Points by which the first player wins with best play on both sides; below 0 if they lose."""
    won: float
    """1 if it wins, 0.5 for a draw, 0 if it loses; with equal points planning chips decide."""
    tried: int
    """Placements that were tried for the proof."""
    kept: int
    """Positions stored at the end: all that were met, as long as there was room."""


def solved() -> Iterator[tuple[str, float]]:
    """Yield all plans of up to five plots, each with its value."""
    for plan in SMALL:
        yield f"points by which whoever begins wins on the plan {plan}", solve(plan).margin


def start(plan: str, supply: Sequence[int] = SUPPLY) -> Ints:
    """Return the position, A to move, on a plan of any size up to sixteen plots."""
    row = np.zeros(BauabState.row_length, np.int64)
    state = row.view(DTYPE)[0]
    cells = [
        (line, column)
        for line, signs in enumerate(plan.split("/"))
        for column, sign in enumerate(signs)
        if sign == "1"
    ]
    for plot, (line, column) in enumerate(cells):
        state.line[plot], state.column[plot] = line, column
        for other, (other_line, other_column) in enumerate(cells):
            if abs(line - other_line) + abs(column - other_column) == 1:
                state.around[plot] |= 1 << other
    state.seats = 2
    state.supply[:] = supply
    state.parks = PARKS
    state.free = (1 << len(cells)) - 1
    return row


def solve(
    plan: str, supply: Sequence[int] = SUPPLY, *, entries: int = ENTRIES, most: int = TRIED
) -> Solved:
    """Return the proven value of a plan to the first player.

    Parameters
    ----------
    plan
        Rows of 0 and 1, joined by ``/``: up to ten plots.
    supply
        Chips of each kind that both players start with; of no kind more than in the game.
    entries
        The most positions to store.
    most
        The most placements to try.

    Raises
    ------
    GameError
        If the plan is too large.
    """
    plots = plan.count("1")
    if plots > MOST_PLOTS:
        raise GameError(f"a plan of {plots} plots is too large to solve: {MOST_PLOTS} at most")
    row = start(plan, supply)
    turned = symmetries(tuple(row.view(DTYPE)[0].around[:plots].tolist()))
    room = entries // 2 | 1
    keys, bounds = np.zeros(2 * room, np.int64), np.zeros((2 * room, 2), np.int8)
    tried = 0

    def reaches(goal: int) -> bool:
        nonlocal tried
        answer, count = _ask(row, plots, goal, most - tried, turned, keys, bounds)
        tried += count
        if answer == OPEN:
            raise GameError(f"the plan {plan} takes more than {most} placements to solve")
        return bool(answer == YES)

    lead = 0
    if reaches(1):
        while reaches(lead + 1):
            lead += 1
    else:
        while not reaches(lead):
            lead -= 1
    margin = abs(lead) // 2 * (1 if lead > 0 else -1)
    won = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    return Solved(margin, won, tried, int(np.count_nonzero(keys)))


@cache
def symmetries(around: tuple[int, ...]) -> Ints:
    """Return the renumberings of a plan's plots that keep all neighbours, one in a row."""
    size = len(around)
    pairs = [(one, other) for one in range(size) for other in range(one)]
    found = [
        order
        for order in permutations(range(size))
        if all(
            around[one] >> other & 1 == around[order[one]] >> order[other] & 1
            for one, other in pairs
        )
    ]
    return np.array(found, np.int64)


@kernel
def _lead(state: BauabState, seat: int) -> int:
    """Return a seat's lead: twice the points; with equal ones who has planned more is 1 ahead."""
    points = np.zeros(2, np.int64)
    scores(state, points)
    margin = points[seat] - points[1 - seat]
    if margin != 0:
        return int(2 * margin)
    more = planned(state, seat) - planned(state, 1 - seat)
    if more > 0:
        return 1
    return -1 if more < 0 else 0


@kernel
def _number(state: BauabState, plots: int, turned: Ints, seen: Ints) -> int:
    """Return a position's number for the seat to move; equivalent positions share one."""
    seat = state.mover
    for plot in range(plots):
        content = state.plots[plot]
        if is_chip(content) and owner_of(content) != seat:
            seen[plot] = Plot.CHIP + KINDS + kind_of(content)
        elif is_chip(content):
            seen[plot] = Plot.CHIP + kind_of(content)
        elif state.barred >> plot & 1:
            seen[plot] = BARRED
        else:
            seen[plot] = content
    least = 0
    for way in range(turned.shape[0]):
        number = 0
        for plot in range(plots):
            number = number << 4 | seen[turned[way, plot]]
        if way == 0 or number < least:
            least = number
    for whose in (seat, 1 - seat):
        for kind in range(KINDS):
            bits = 1 if SUPPLY[kind] == 1 else 2
            least = least << bits | state.supply[whose, kind]
    key: int = least + 1  # 0 stands for an empty place
    return key


@kernel
def _slot(keys: Ints, key: int) -> int:
    """Return where a position is kept, or would be: of a pair the second place changes hands."""
    first: int = 2 * (key % (keys.shape[0] >> 1))
    return first if keys[first] in (key, 0) else first + 1


@kernel
def _ask(
    row: Ints, plots: int, goal: int, most: int, turned: Ints, keys: Ints, bounds: Bounds
) -> tuple[int, int]:
    """Return whether the seat to move can reach a lead, and how many placements the proof took.

    Written without recursion, since Numba cannot cache compiled recursive code on disk.
    """
    words = row.size
    rows = np.zeros((LONGEST + 1) * words, np.int64)
    rows[:words] = row
    states = rows.view(DTYPE)
    moves = np.zeros((LONGEST + 1, ACTIONS), np.int64)
    priorities = np.zeros((LONGEST + 1, ACTIONS), np.int64)
    history = np.zeros((2, ACTIONS), np.int64)
    frames = np.zeros((LONGEST + 1, FRAME), np.int64)
    seen = np.zeros(PLOTS, np.int64)
    tried = ply = 0
    frames[0, GOAL] = goal
    frames[0, KEY] = _number(states[0], plots, turned, seen)
    answer = _known(frames[0], keys, bounds)
    if answer == OPEN:
        _list(states[0], frames[0], moves[0], priorities[0], history)
    while tried < most:
        frame = frames[ply]
        if answer == OPEN and frame[NEXT] < frame[COUNT]:
            action = _take_best(moves[ply], priorities[ply], frame[NEXT], frame[COUNT])
            frame[NEXT] += 1
            tried += 1
            here, ply = ply * words, ply + 1
            for word in range(here, here + words):
                rows[word + words] = rows[word]
            mover = states[ply].mover
            apply(states[ply], mover, action)
            # The next mover tries to keep the current one from the goal.
            frames[ply, GOAL] = 1 - frame[GOAL]
            if states[ply].over:
                answer = YES if _lead(states[ply], 1 - mover) >= frames[ply, GOAL] else NO
                continue
            frames[ply, KEY] = _number(states[ply], plots, turned, seen)
            answer = _known(frames[ply], keys, bounds)
            if answer == OPEN:
                _list(states[ply], frames[ply], moves[ply], priorities[ply], history)
            continue
        if answer == OPEN:
            answer = NO
            _store(keys, bounds, frame[KEY], MOST, frame[GOAL] - 1)
        if ply == 0:
            return answer, tried
        ply -= 1
        if answer == NO:
            answer = YES
            frame = frames[ply]
            _store(keys, bounds, frame[KEY], LEAST, frame[GOAL])
            history[states[ply].mover, moves[ply, frame[NEXT] - 1]] += 1
        else:
            answer = OPEN
    return OPEN, tried


@kernel
def _known(frame: Ints, keys: Ints, bounds: Bounds) -> int:
    """Return what is remembered as the answer to a question."""
    slot = _slot(keys, frame[KEY])
    if keys[slot] == frame[KEY]:
        if bounds[slot, LEAST] >= frame[GOAL]:
            return YES
        if bounds[slot, MOST] < frame[GOAL]:
            return NO
    return OPEN


@kernel
def _list(state: BauabState, frame: Ints, moves: Ints, priorities: Ints, history: Ints) -> None:
    """List the actions of a position: those that look good come first, then by their history."""
    seat = state.mover
    count = legal(state, seat, moves)
    for index in range(count):
        action = moves[index]
        priorities[index] = (prior(state, seat, action) << 32) + history[seat, action]
    frame[COUNT] = count
    frame[NEXT] = 0


@kernel
def _store(keys: Ints, bounds: Bounds, key: int, which: int, bound: int) -> None:
    """Store that the lead of the seat to move is at least, or at most, this bound."""
    slot = _slot(keys, key)
    if keys[slot] != key:
        keys[slot] = key
        bounds[slot, LEAST] = WORST
        bounds[slot, MOST] = BEST
    if which == LEAST:
        bounds[slot, LEAST] = max(bounds[slot, LEAST], bound)
    else:
        bounds[slot, MOST] = min(bounds[slot, MOST], bound)


@kernel
def _take_best(actions: Ints, priorities: Ints, index: int, count: int) -> int:
    """Move the most promising remaining action to the front of the rest, and return it."""
    best = index
    for other in range(index + 1, count):
        if priorities[other] > priorities[best]:
            best = other
    action: int = actions[best]
    actions[best], priorities[best] = actions[index], priorities[index]
    actions[index] = action
    return action
