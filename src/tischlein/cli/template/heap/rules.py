"""The rules of Heap: small functions over the state, compiled by Numba."""

import tischlein.design as td

from .state import MOST_TAKEN, HeapState


def setup(state: HeapState, options: td.Options) -> None:
    """Pile up the stones (HEA-1)."""
    state.whole = int(options["stones"])
    state.left = state.whole


@td.kernel
def acting(state: HeapState) -> int:
    """Chance draws who begins, then seats take turns until the heap is gone (HEA-2, HEA-4)."""
    if not state.begun:
        return td.CHANCE_BIT
    return 1 << state.turn if state.left else 0


@td.kernel
def chance(state: HeapState, outcomes: td.Ints, weights: td.Ints) -> int:
    """Write the seats that may begin, all alike (HEA-2)."""
    for seat in range(state.seats):
        outcomes[seat] = seat
        weights[seat] = 1
    return state.seats


@td.kernel
def legal(state: HeapState, seat: int, out: td.Ints) -> int:
    """Write one, two or three stones, as far as there are so many (HEA-3)."""
    count = min(MOST_TAKEN, state.left)
    for action in range(count):
        out[action] = action
    return count


@td.kernel
def apply(state: HeapState, seat: int, action: int) -> None:
    """Let the lot fall, or take stones; action 0 takes one (HEA-2, HEA-3)."""
    if seat == td.CHANCE:
        state.turn = action
        state.begun = 1
        return
    state.left -= action + 1
    state.taken += action + 1
    if state.left:
        state.turn = (state.turn + 1) % state.seats


@td.kernel
def scores(state: HeapState, out: td.Ints) -> None:
    """Write 1 for whoever has taken the last stone (HEA-4)."""
    for seat in range(state.seats):
        out[seat] = 1 if state.left == 0 and seat == state.turn else 0


def why_not(state: HeapState, seat: int, action: int) -> td.Refusal | None:
    """Return the rule that forbids an action of a seat whose turn it is, None if it is legal."""
    if seat == td.CHANCE:
        return None if not state.begun and action < state.seats else td.Refusal("HEA-2")
    if action >= state.left:
        return td.Refusal("HEA-3", {"left": state.left})
    return None
