"""The rules of Liar's dice."""

import tischlein.design as td

from .state import BIDS, FACES, LIAR, LiarsDiceState


@td.kernel
def acting(state: LiarsDiceState) -> int:
    """Chance rolls both dice, then seats take turns until a bid is doubted (LIA-1 to LIA-3)."""
    if state.dice[1] == 0:
        return td.CHANCE_BIT
    return 0 if state.doubted else 1 << state.turns % 2


@td.kernel
def chance(state: LiarsDiceState, outcomes: td.Ints, weights: td.Ints) -> int:
    """Write the faces of a die, all alike (LIA-1)."""
    for face in range(FACES):
        outcomes[face] = face
        weights[face] = 1
    return FACES


@td.kernel
def legal(state: LiarsDiceState, seat: int, out: td.Ints) -> int:
    """Write all higher bids, and the doubt if there is something to doubt (LIA-2, LIA-3)."""
    count = 0
    for bid in range(state.bid, BIDS):
        out[count] = bid
        count += 1
    if state.bid:
        out[count] = LIAR
        count += 1
    return count


@td.kernel
def apply(state: LiarsDiceState, seat: int, action: int) -> None:
    """Roll a die, bid or doubt."""
    if seat == td.CHANCE:
        state.dice[0 if state.dice[0] == 0 else 1] = action + 1
    elif action == LIAR:
        state.doubted = 1
    else:
        state.bid = action + 1
        state.turns += 1


@td.kernel
def bid_holds(state: LiarsDiceState) -> bool:
    """Whether as many dice as the last bid says show its face (LIA-3)."""
    face = (state.bid - 1) % FACES + 1
    shown = (state.dice[0] == face) + (state.dice[1] == face)
    return shown > (state.bid - 1) // FACES


@td.kernel
def scores(state: LiarsDiceState, out: td.Ints) -> None:
    """Write 1 for whoever was right (LIA-4)."""
    doubter = state.turns % 2
    out[0], out[1] = 0, 0
    if state.doubted:
        out[1 - doubter if bid_holds(state) else doubter] = 1


def why_not(state: LiarsDiceState, seat: int, action: int) -> td.Refusal | None:
    """Return the rule that forbids an action of the seat whose turn it is."""
    if seat == td.CHANCE:
        return None
    if action == LIAR:
        return None if state.bid else td.Refusal("LIA-3")
    return td.Refusal("LIA-2") if action < state.bid else None
