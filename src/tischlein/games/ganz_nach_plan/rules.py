"""The rules of Ganz nach Plan!?: dealing, playing, the nine kinds of instructions, the end."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN, SPECTATOR
from tischlein.core.state import Ints
from tischlein.games.ganz_nach_plan.decks import BOX, plans_of
from tischlein.games.ganz_nach_plan.log import (
    CARD_BITS,
    HELD,
    KIND_MASK,
    LANDED,
    PART_MASK,
    PASSED,
    PLAYED,
    SENT,
    SOURCE_BITS,
    TAKEN,
    TARGET_BITS,
    TRADED,
)
from tischlein.games.ganz_nach_plan.redealing import redeal
from tischlein.games.ganz_nach_plan.refusals import why_not
from tischlein.games.ganz_nach_plan.state import (
    ACROSS,
    CARDS,
    DEAL,
    DIRECTIONS,
    DRAW,
    FETCH,
    GIVE,
    HAND,
    MASKED,
    NO_CARD,
    PASS_LEFT,
    PLAY,
    SEATS,
    SHARE,
    SHIFT,
    UNKNOWN,
    GanzNachPlanState,
    Instruction,
    Phase,
)

__all__ = [
    "acting",
    "apply",
    "chance",
    "hide",
    "legal",
    "observe",
    "ranking",
    "redeal",
    "scores",
    "setup",
    "why_not",
]

PHASE_DEAL = int(Phase.DEAL)
PHASE_PLAY = int(Phase.PLAY)
PHASE_GIVE = int(Phase.GIVE)
PHASE_DRAW = int(Phase.DRAW)
PHASE_SHARE = int(Phase.SHARE)
PHASE_OVER = int(Phase.OVER)
SWAP = int(Instruction.SWAP)
TRADE = int(Instruction.TRADE)
GIVE_ONE = int(Instruction.GIVE)
DRAW_ONE = int(Instruction.DRAW)
FEED = int(Instruction.FEED)
LEFT, RIGHT = 0, 1


def setup(state: GanzNachPlanState, options: Options) -> None:
    """Choose the deck by seats, and seat everybody on the place of his letter (GNP-1, GNP-3)."""
    state.limit = int(options["limit"])
    deck = str(options["deck"])
    if deck == BOX:
        state.plans[:] = range(CARDS)
        state.deck = (1 << CARDS) - 1
        if state.seats < SEATS:
            state.deck &= ~ACROSS
    else:
        plans = plans_of(deck, int(state.seats))
        state.plans[:] = NO_CARD
        state.plans[: len(plans)] = plans
        state.deck = (1 << len(plans)) - 1
    state.place[:] = range(SEATS)
    state.executing = NO_CARD
    state.chosen[:] = NO_CARD


@kernel
def acting(state: GanzNachPlanState) -> int:
    """Return chance while it deals or draws, who must choose in a share, else who plays."""
    if state.phase == PHASE_OVER:
        return 0
    if state.phase in (PHASE_DEAL, PHASE_DRAW):
        return CHANCE_BIT
    if state.phase == PHASE_SHARE:
        return state.asked
    return 1 << (state.mover if state.phase == PHASE_GIVE else seat_at(state, state.turn))


@kernel
def seat_at(state: GanzNachPlanState, place: int) -> int:
    """Return the seat on a place (GNP-4)."""
    for seat in range(state.seats):
        if state.place[seat] == place:
            return seat
    return NO_CARD


@kernel
def neighbour(state: GanzNachPlanState, seat: int, direction: int) -> int:
    """Return the seat to the left, to the right or across, seen from a seat's place (GNP-8)."""
    steps = 1 if direction == LEFT else state.seats - 1 if direction == RIGHT else 2
    return seat_at(state, (state.place[seat] + steps) % state.seats)


@kernel
def direction(state: GanzNachPlanState) -> int:
    """Return the direction of the card that is being carried out (GNP-8)."""
    way: int = state.plans[state.executing] % DIRECTIONS
    return way


@kernel
def next_to_deal(state: GanzNachPlanState) -> int:
    """Return the seat whose hand is dealt now (GNP-2)."""
    seat = 0
    while state.count[seat] == HAND:
        seat += 1
    return seat


@kernel
def undealt(state: GanzNachPlanState) -> int:
    """Return the cards of the deck that nobody has yet been dealt."""
    cards = state.deck
    for seat in range(state.seats):
        cards &= ~state.hand[seat]
    return cards


@kernel
def chance(state: GanzNachPlanState, outcomes: Ints, weights: Ints) -> int:
    """Write the cards that may be dealt, or drawn from the other hand (GNP-2, GNP-14)."""
    if state.phase == PHASE_DEAL:
        cards = undealt(state)
        first = DEAL + next_to_deal(state) * CARDS
    else:
        cards = state.hand[neighbour(state, state.mover, direction(state))]
        first = DRAW + state.mover * CARDS
    count = 0
    for card in range(CARDS):
        if cards >> card & 1:
            outcomes[count] = first + card
            weights[count] = 1
            count += 1
    return count


@kernel
def legal(state: GanzNachPlanState, seat: int, out: Ints) -> int:
    """Write one action for every card in hand: to play it or to give it away (GNP-5 ff.)."""
    first = PLAY if state.phase == PHASE_PLAY else GIVE
    count = 0
    for card in range(CARDS):
        if state.hand[seat] >> card & 1:
            out[count] = first + card
            count += 1
    return count


@kernel
def note(state: GanzNachPlanState, kind: int, source: int, target: int, card: int) -> None:
    """Append an entry to the log."""
    entry = kind | source << SOURCE_BITS | target << TARGET_BITS | card << CARD_BITS
    state.log[state.logged] = entry
    state.logged += 1


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
def apply(state: GanzNachPlanState, seat: int, action: int) -> None:
    """Carry out a deal, a draw, a play with its instruction, or a gift."""
    if seat == CHANCE:
        apply_chance(state, action)
    elif action < GIVE:
        play(state, seat, action - PLAY)
    elif state.phase == PHASE_GIVE:
        target = neighbour(state, seat, direction(state))
        remove(state, seat, action - GIVE)
        put(state, target, action - GIVE)
        note(state, SENT, seat, target, action - GIVE)
        note(state, LANDED, 0, 0, 0)
        finish(state)
    else:
        state.chosen[seat] = action - GIVE
        state.asked &= ~(1 << seat)
        if state.asked == 0:
            share(state)
            finish(state)


@kernel
def apply_chance(state: GanzNachPlanState, outcome: int) -> None:
    """Deal a card, or draw one from another hand."""
    seat = outcome // CARDS % SEATS
    card = outcome % CARDS
    if outcome < DRAW:
        put(state, seat, card)
        state.dealt[seat] |= 1 << card
        if seat == state.seats - 1 and state.count[seat] == HAND:
            state.phase = PHASE_PLAY
        return
    source = neighbour(state, seat, direction(state))
    remove(state, source, card)
    put(state, seat, card)
    note(state, SENT, source, seat, card)
    note(state, LANDED, 0, 0, 0)
    finish(state)


@kernel
def play(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Lay a card beside the pile and carry out what it says (GNP-6 to GNP-19)."""
    remove(state, seat, card)
    note(state, PLAYED, seat, 0, card)
    state.mover = seat
    state.executing = card
    plan = state.plans[card]
    if plan < PASS_LEFT:
        carry_out_with(state, seat, neighbour(state, seat, plan % DIRECTIONS), plan // DIRECTIONS)
    elif plan == SHARE:
        for other in range(state.seats):
            if state.count[other] > 0:
                state.asked |= 1 << other
        state.phase = PHASE_SHARE
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
    if instruction == GIVE_ONE and state.count[seat] > 0:
        state.phase = PHASE_GIVE
        return
    if instruction == DRAW_ONE and state.count[other] > 0:
        state.phase = PHASE_DRAW
        return
    if instruction == SWAP:
        state.place[seat], state.place[other] = state.place[other], state.place[seat]
    elif instruction == TRADE:
        note(state, HELD, seat, 0, state.hand[seat])
        note(state, HELD, other, 0, state.hand[other])
        note(state, TRADED, seat, other, 0)
        state.hand[seat], state.hand[other] = state.hand[other], state.hand[seat]
        state.count[seat], state.count[other] = state.count[other], state.count[seat]
    elif instruction == FEED:
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
        note(state, TAKEN, 0, seat, card)


@kernel
def pass_hands(state: GanzNachPlanState, steps: int) -> None:
    """Move every hand so many places clockwise at the same time (GNP-16)."""
    hands = state.hand.copy()
    counts = state.count.copy()
    heirs = 0
    for seat in range(state.seats):
        target = seat_at(state, (state.place[seat] + steps) % state.seats)
        heirs |= target << (2 * seat)
        note(state, HELD, seat, 0, hands[seat])
        state.hand[target] = hands[seat]
        state.count[target] = counts[seat]
    note(state, PASSED, 0, 0, heirs)


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
            note(state, SENT, seat, target, state.chosen[seat])
    note(state, LANDED, 0, 0, 0)
    state.chosen[:] = NO_CARD


@kernel
def finish(state: GanzNachPlanState) -> None:
    """Lay the card on the pile, look for a winner, and hand over the turn (GNP-20 to GNP-23)."""
    state.pile[state.piled] = state.executing
    state.piled += 1
    state.executing = NO_CARD
    state.turns += 1
    state.turn = (state.turn + 1) % state.seats
    state.phase = PHASE_PLAY
    for steps in range(state.seats):
        seat = seat_at(state, (state.place[state.mover] + steps) % state.seats)
        if state.count[seat] == 0:
            state.winners = 1 << seat
            state.phase = PHASE_OVER
            return
    if state.turns == state.limit:
        fewest = min_count(state)
        for seat in range(state.seats):
            if state.count[seat] == fewest:
                state.winners |= 1 << seat
        state.phase = PHASE_OVER


@kernel
def min_count(state: GanzNachPlanState) -> int:
    """Return the size of the smallest hand."""
    fewest: int = state.count[0]
    for seat in range(1, state.seats):
        fewest = min(fewest, state.count[seat])
    return fewest


@kernel
def scores(state: GanzNachPlanState, out: Ints) -> None:
    """Write 1 for winners, 0 for the others (GNP-25)."""
    for seat in range(state.seats):
        out[seat] = state.winners >> seat & 1


@kernel
def ranking(state: GanzNachPlanState, out: Ints) -> None:
    """Rank winners first, all others tied behind them; before the end all are tied (GNP-25)."""
    ahead = 0
    for seat in range(state.seats):
        ahead += state.winners >> seat & 1
    for seat in range(state.seats):
        out[seat] = 0 if state.winners >> seat & 1 else ahead


@kernel
def observe(state: GanzNachPlanState, seat: int) -> None:
    """Mask other hands, others' pending choices, and cards in the log not seen (GNP-24)."""
    for other in range(state.seats):
        if other != seat:
            state.hand[other] = 0
            state.dealt[other] = 0
            if state.chosen[other] != NO_CARD:
                state.chosen[other] = MASKED
    for index in range(state.logged):
        entry = state.log[index]
        kind = entry & KIND_MASK
        source = entry >> SOURCE_BITS & PART_MASK
        target = entry >> TARGET_BITS & PART_MASK
        unseen = entry & ((1 << CARD_BITS) - 1)
        if kind == SENT and seat not in (source, target):
            state.log[index] = unseen | UNKNOWN << CARD_BITS
        elif kind == HELD and source != seat and not gets_hand(state, seat, source, index):
            state.log[index] = unseen


@kernel
def gets_hand(state: GanzNachPlanState, seat: int, source: int, index: int) -> bool:
    """Whether a seat receives the hand of ``source`` that the log entry ``index`` tells of."""
    while state.log[index] & KIND_MASK == HELD:
        index += 1
    entry = state.log[index]
    first = entry >> SOURCE_BITS & PART_MASK
    second = entry >> TARGET_BITS & PART_MASK
    if entry & KIND_MASK == TRADED:
        return bool((source == first and seat == second) or (source == second and seat == first))
    heir: int = entry >> CARD_BITS >> (2 * source) & 3
    return bool(heir == seat)


def hide(state: GanzNachPlanState, seat: int, action: int, observer: int) -> int:
    """Return an action as an observer sees it: gifts and draws only by those who take part."""
    if seat == CHANCE:
        receiver = action // CARDS % SEATS
        if observer == receiver:
            return action
        if action >= DRAW:
            source = int(neighbour(state, receiver, direction(state)))
            return action if observer == source else HIDDEN
        return HIDDEN
    if action < GIVE:
        return action
    if state.phase == PHASE_GIVE and observer != SPECTATOR:
        target = int(neighbour(state, seat, direction(state)))
        return action if observer == target else HIDDEN
    return HIDDEN
