"""The policy of rollouts: everybody moves east greedily with all that can move."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints
from tischlein.games.schollenschubser.actions import BOARD, DONE, SAVE, stepping
from tischlein.games.schollenschubser.evaluation import evaluate
from tischlein.games.schollenschubser.rules import apply
from tischlein.games.schollenschubser.squares import can_board, room
from tischlein.games.schollenschubser.state import COLUMNS, SQUARES, Phase, SchollenschubserState

DTYPE = SchollenschubserState.dtype
LOTS = 8
"""Chances to be taken of drift actions that lead to equally good positions, in all."""


@kernel
def greedy_move(state: SchollenschubserState, seat: int) -> int:
    """Return a move east of the farthest researcher; if none is left, boarding; otherwise done.

    The phase is that of moves.
    """
    for column in range(COLUMNS - 1, -1, -1):
        for square in range(column, SQUARES, COLUMNS):
            if state.unmoved[square] > 0:
                if column == COLUMNS - 1:
                    return SAVE + square
                if room(state, square + 1) > 0:
                    return stepping(square, square + 1)
    for square in range(0, SQUARES, COLUMNS):
        if can_board(state, seat, square):
            return BOARD + square
    return DONE


@kernel
def policy(state: SchollenschubserState, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Move greedily, and follow the dice in the way that looks best once that has been done."""
    if state.phase != Phase.DRIFT:
        return greedy_move(state, seat)
    trial = np.empty(1, DTYPE)
    after = trial[0]
    chosen: int = actions[0]
    highest = 0
    for index in range(count):
        trial[0] = state
        apply(after, seat, actions[index])
        while after.phase == Phase.MOVE and after.mover == seat:
            apply(after, seat, greedy_move(after, seat))
        value = evaluate(after, seat) * LOTS + below(rng, LOTS)
        if index == 0 or value > highest:
            highest = value
            chosen = actions[index]
    return chosen
