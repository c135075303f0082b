"""What plans do: the nine kinds of instructions, and the end of a turn."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.ganz_nach_plan.log import HEIR_BITS, append_entry, heir_in
from tischlein.games.ganz_nach_plan.plans import LEFT, instruction_of, names_somebody
from tischlein.games.ganz_nach_plan.state import (
    FETCH,
    NO_CARD,
    PASS_LEFT,
    SHARE,
    SHIFT,
    EntryKind,
    GanzNachPlanState,
    Instruction,
    Phase,
)
from tischlein.games.ganz_nach_plan.table import neighbour, partner, seat_at


@kernel
def put(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Add a card to a hand."""
    state.hand[seat] |= 1 << card
    state.count[seat] += 1


@kernel
def remove(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    state.hand[seat] &= ~(1 << card)
    state.count[seat] -= 1


@kernel
def hand_over(state: GanzNachPlanState, giver: int, receiver: int, card: int) -> None:
    """Move the card that a plan asks for, and end the turn (GNP-13, GNP-14)."""
    remove(state, giver, card)
    put(state, receiver, card)
    append_entry(state, EntryKind.SENT, giver, receiver, card)
    append_entry(state, EntryKind.LANDED, 0, 0, 0)
    finish(state)


@kernel
def play(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Lay a card beside the pile and carry out what it says (GNP-6 to GNP-19)."""
    remove(state, seat, card)
    append_entry(state, EntryKind.PLAYED, seat, 0, card)
    state.mover = seat
    state.executing = card
    plan = state.plans[card]
    if names_somebody(plan):
        carry_out_with(state, seat, partner(state), instruction_of(plan))
    elif plan == SHARE:
        for other in range(state.seats):
            if state.count[other] > 0:
                state.asked |= 1 << other
        state.phase = Phase.SHARE
    else:
        if plan == SHIFT:
            for other in range(state.seats):
                state.place[other] = (state.place[other] + 1) % state.seats
        elif plan == FETCH:
            take_top(state, seat)
        else:
            pass_hands(state, 1 if plan == PASS_LEFT else state.seats - 1)
        finish(state)


@kernel
def carry_out_with(state: GanzNachPlanState, seat: int, other: int, instruction: int) -> None:
    """Carry out an instruction that names one other player."""
    if instruction == Instruction.GIVE and state.count[seat] > 0:
        state.phase = Phase.GIVE
        return
    if instruction == Instruction.DRAW and state.count[other] > 0:
        state.phase = Phase.DRAW
        return
    if instruction == Instruction.SWAP:
        state.place[seat], state.place[other] = state.place[other], state.place[seat]
    elif instruction == Instruction.TRADE:
        append_entry(state, EntryKind.HELD, seat, 0, state.hand[seat])
        append_entry(state, EntryKind.HELD, other, 0, state.hand[other])
        append_entry(state, EntryKind.TRADED, seat, other, 0)
        state.hand[seat], state.hand[other] = state.hand[other], state.hand[seat]
        state.count[seat], state.count[other] = state.count[other], state.count[seat]
    elif instruction == Instruction.FEED:
        take_top(state, other)
    finish(state)


@kernel
def take_top(state: GanzNachPlanState, seat: int) -> None:
    """Take the top card of the pile into a hand, if there is one (GNP-7)."""
    if state.piled > 0:
        state.piled -= 1
        card = state.pile[state.piled]
        state.pile[state.piled] = 0
        put(state, seat, card)
        append_entry(state, EntryKind.TAKEN, 0, seat, card)


@kernel
def pass_hands(state: GanzNachPlanState, steps: int) -> None:
    """Move every hand this many places clockwise at the same time (GNP-16)."""
    heirs = 0
    for seat in range(state.seats):
        heirs |= seat_at(state, (state.place[seat] + steps) % state.seats) << (HEIR_BITS * seat)
        append_entry(state, EntryKind.HELD, seat, 0, state.hand[seat])
    append_entry(state, EntryKind.PASSED, 0, 0, heirs)
    # One step to either side comes round to all places: each hand is laid down where the next is
    # taken up.
    seat = seat_at(state, 0)
    hand, count = state.hand[seat], state.count[seat]
    for _ in range(state.seats):
        seat = heir_in(heirs, seat)
        hand, state.hand[seat] = state.hand[seat], hand
        count, state.count[seat] = state.count[seat], count


@kernel
def choose_to_share(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Choose a card to give away; once all have chosen, they are given (GNP-17)."""
    state.chosen[seat] = card
    state.asked &= ~(1 << seat)
    if state.asked == 0:
        share(state)
        finish(state)


@kernel
def share(state: GanzNachPlanState) -> None:
    """Move all chosen cards to the left neighbours at the same time (GNP-17)."""
    for seat in range(state.seats):
        if state.chosen[seat] != NO_CARD:
            remove(state, seat, state.chosen[seat])
    for seat in range(state.seats):
        if state.chosen[seat] != NO_CARD:
            target = neighbour(state, seat, LEFT)
            put(state, target, state.chosen[seat])
            append_entry(state, EntryKind.SENT, seat, target, state.chosen[seat])
    append_entry(state, EntryKind.LANDED, 0, 0, 0)
    state.chosen[:] = NO_CARD


@kernel
def finish(state: GanzNachPlanState) -> None:
    """Lay the card on the pile, look for a winner, and hand over the turn (GNP-20 to GNP-23)."""
    state.pile[state.piled] = state.executing
    state.piled += 1
    state.executing = NO_CARD
    state.turns += 1
    state.turn = (state.turn + 1) % state.seats
    state.phase = Phase.PLAY
    for steps in range(state.seats):
        seat = seat_at(state, (state.place[state.mover] + steps) % state.seats)
        if state.count[seat] == 0:
            state.winners = 1 << seat
            state.phase = Phase.OVER
            return
    if state.turns == state.limit:
        fewest = min_count(state)
        for seat in range(state.seats):
            if state.count[seat] == fewest:
                state.winners |= 1 << seat
        state.phase = Phase.OVER


@kernel
def min_count(state: GanzNachPlanState) -> int:
    """Return the size of the smallest hand."""
    fewest: int = state.count[0]
    for seat in range(1, state.seats):
        fewest = min(fewest, state.count[seat])
    return fewest
