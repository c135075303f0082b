"""Whole turns: all that one can lead to, a hurried one, and matches played on in a hurry."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints, Words
from tischlein.games.schollenschubser.evaluation import WON, evaluate
from tischlein.games.schollenschubser.rules import (
    PHASE_DRIFT,
    PHASE_MOVE,
    PHASE_OVER,
    PHASE_ROLL,
    apply,
    legal_drift,
    legal_moves,
)
from tischlein.games.schollenschubser.squares import can_board, room
from tischlein.games.schollenschubser.state import (
    BOARD,
    COLUMNS,
    DONE,
    ROLL,
    SAVE,
    SQUARES,
    STEP,
    SchollenschubserState,
)

DTYPE = SchollenschubserState.dtype
MOST_RESULTS = 4_096
"""Bound of the results of a turn that are looked at."""
MOST_ACTIONS = 200
PAYOFF_SCALE = 500.0
"""The evaluation at which a seat may hope for a payoff of 0.73."""
_HASH_PRIME = 2_147_483_647
_SLOTS = 16_384
"""Of the table of positions met; more than MOST_RESULTS, so that it never fills."""

PARENT, ACTION, VALUE = range(3)
"""Columns of a table of results: the result before, the action from there, the evaluation."""
UNFINISHED = -1
"""Stands for the action of a position that is no result, since the dice are to be followed."""


@kernel
def fingerprint(state: SchollenschubserState, seat: int, branch: int) -> int:
    """Return a number for what a seat's moves have changed after one drift action."""
    number = branch + 1
    for square in range(SQUARES):
        number = (number * 31 + state.pawns[square, seat] * 8 + state.unmoved[square]) % _HASH_PRIME
    return int((number * 31 + state.bank[seat] * 2 + state.boarded) % _HASH_PRIME)


@kernel
def is_new(met: Ints, number: int) -> bool:
    """Whether a number has not been met; it has been from now on."""
    slot = number % _SLOTS
    while met[slot] != 0:
        if met[slot] == number + 1:
            return False
        slot = (slot + 1) % _SLOTS
    met[slot] = number + 1
    return True


@kernel
def results(row: Words, seat: int, rows: Words, table: Ints) -> int:
    """Write every position that the rest of a seat's turn can lead to; return how many.

    ``rows[0]`` is the position itself; it counts as a result only in the move phase, where the
    turn may end as things stand. Orders of moves that lead to the same are looked at once.
    """
    met = np.zeros(_SLOTS, np.int64)
    actions = np.empty(MOST_ACTIONS, np.int64)
    branch = np.zeros(MOST_RESULTS, np.int64)
    rows[0] = row
    here = rows[0].view(DTYPE)[0]
    table[0, PARENT] = 0
    if here.phase == PHASE_MOVE:
        table[0, ACTION] = DONE
        table[0, VALUE] = evaluate(here, seat)
    else:
        table[0, ACTION] = UNFINISHED
        table[0, VALUE] = -2 * WON
    count = 1
    node = 0
    while node < count:
        state = rows[node].view(DTYPE)[0]
        size = 0
        if state.mover == seat and state.phase == PHASE_DRIFT:
            size = legal_drift(state, actions)
        elif state.mover == seat and state.phase == PHASE_MOVE:
            size = legal_moves(state, seat, actions)
        for index in range(size):
            if count == MOST_RESULTS:
                return count
            rows[count] = rows[node]
            after = rows[count].view(DTYPE)[0]
            apply(after, seat, actions[index])
            branch[count] = branch[node] if actions[index] >= BOARD else index + 1
            if is_new(met, fingerprint(after, seat, branch[count])):
                table[count, PARENT] = node
                table[count, ACTION] = actions[index]
                table[count, VALUE] = evaluate(after, seat)
                count += 1
        node += 1
    return count


@kernel
def hurry(state: SchollenschubserState, seat: int) -> None:
    """Move a seat's researchers east as far as they get, those in front first, and board."""
    for column in range(COLUMNS - 1, -1, -1):
        for square in range(column, SQUARES, COLUMNS):
            while state.phase == PHASE_MOVE and state.mover == seat and state.unmoved[square] > 0:
                if column == COLUMNS - 1:
                    apply(state, seat, SAVE + square)
                elif room(state, square + 1) > 0:
                    apply(state, seat, STEP + square * SQUARES + square + 1)
                else:
                    break
    for square in range(0, SQUARES, COLUMNS):
        if state.phase != PHASE_MOVE or state.mover != seat:
            return
        if can_board(state, seat, square):
            apply(state, seat, BOARD + square)
    if state.phase == PHASE_MOVE and state.mover == seat:
        apply(state, seat, DONE)


@kernel
def play_on(row: Words, seat: int, turns: int, matches: int, rng: Rng) -> float:
    """Play a position on many times in a hurry, and return the sum of a seat's payoffs.

    Each seat follows its dice in the way that looks best once it has hurried east. After so many
    turns the position is evaluated; payoffs lie between 0 and 1, a won match counts 1.
    """
    total = 0.0
    work = row.copy()
    trial = row.copy()
    best = row.copy()
    actions = np.empty(MOST_ACTIONS, np.int64)
    for _ in range(matches):
        work[:] = row
        state = work.view(DTYPE)[0]
        for _ in range(turns):
            mover = state.mover
            while state.phase == PHASE_ROLL and state.mover == mover:
                apply(state, CHANCE, ROLL + below(rng, 6))
            if state.phase == PHASE_DRIFT:
                size = legal_drift(state, actions)
                highest = -2 * WON
                for index in range(size):
                    trial[:] = work
                    after = trial.view(DTYPE)[0]
                    apply(after, mover, actions[index])
                    hurry(after, mover)
                    value = evaluate(after, mover) * 8 + below(rng, 8)
                    if index == 0 or value > highest:
                        highest = value
                        best[:] = trial
                work[:] = best
            elif state.phase == PHASE_MOVE:
                hurry(state, mover)
            if state.phase == PHASE_OVER:
                break
        total += 1.0 / (1.0 + np.exp(-evaluate(state, seat) / PAYOFF_SCALE))
    return total
