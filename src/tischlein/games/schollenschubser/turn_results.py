"""Whole turns: all that one can lead to."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.schollenschubser.actions import BOARD, DONE
from tischlein.games.schollenschubser.evaluation import WON, evaluate
from tischlein.games.schollenschubser.rules import (
    apply,
    legal_drift,
    legal_moves,
)
from tischlein.games.schollenschubser.state import SQUARES, Phase, SchollenschubserState

DTYPE = SchollenschubserState.dtype
MOST_RESULTS = 4_096
"""Bound of the results of a turn that are looked at."""
MOST_ACTIONS = 200
_HASH_PRIME = 2_147_483_647
_SLOTS = 16_384
"""Of the table of positions met; more than MOST_RESULTS, so that it never fills."""

PARENT, ACTION, VALUE = range(3)
"""Columns of a table of results: the result before, the action from there, the evaluation."""
UNFINISHED = -1
"""The action of a position that is no result yet, since dice must follow."""


@kernel
def fingerprint(state: SchollenschubserState, seat: int, branch: int) -> int:
    """Return a number for what a seat's moves have changed after one drift action."""
    number = branch + 1
    for square in range(SQUARES):
        number = (number * 31 + state.pawns[square, seat] * 8 + state.unmoved[square]) % _HASH_PRIME
    return int((number * 31 + state.bank[seat] * 2 + state.boarded) % _HASH_PRIME)


@kernel
def is_unvisited(visited: Ints, number: int) -> bool:
    """Whether a number is new; it is recorded as met."""
    slot = number % _SLOTS
    while visited[slot] != 0:
        if visited[slot] == number + 1:
            return False
        slot = (slot + 1) % _SLOTS
    visited[slot] = number + 1
    return True


@kernel
def results(row: Ints, seat: int, rows: Ints, table: Ints) -> int:
    """Write every position that the rest of a seat's turn can lead to; return how many.

    ``rows[0]`` is the position itself; it counts as a result only in the move phase, in which the
    turn may end at once. Orders of moves with the same result are searched once.
    """
    visited = np.zeros(_SLOTS, np.int64)
    actions = np.empty(MOST_ACTIONS, np.int64)
    branch = np.zeros(MOST_RESULTS, np.int64)
    rows[0] = row
    here = rows[0].view(DTYPE)[0]
    table[0, PARENT] = 0
    if here.phase == Phase.MOVE:
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
        if state.mover == seat and state.phase == Phase.DRIFT:
            size = legal_drift(state, actions)
        elif state.mover == seat and state.phase == Phase.MOVE:
            size = legal_moves(state, seat, actions)
        for index in range(size):
            if count == MOST_RESULTS:
                return count
            rows[count] = rows[node]
            after = rows[count].view(DTYPE)[0]
            apply(after, seat, actions[index])
            branch[count] = branch[node] if actions[index] >= BOARD else index + 1
            if is_unvisited(visited, fingerprint(after, seat, branch[count])):
                table[count, PARENT] = node
                table[count, ACTION] = actions[index]
                table[count, VALUE] = evaluate(after, seat)
                count += 1
        node += 1
    return count
