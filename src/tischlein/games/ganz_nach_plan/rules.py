"""The rules of Ganz nach Plan!?: the deal, who acts, what is possible, and who has won."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.ganz_nach_plan.actions import (
    DRAW,
    GIVE,
    PLAY,
    card_of,
    dealing,
    drawing,
    receiver_of,
)
from tischlein.games.ganz_nach_plan.decks import BOX, plans_of
from tischlein.games.ganz_nach_plan.instructions import choose_to_share, hand_over, play, put
from tischlein.games.ganz_nach_plan.state import (
    ACROSS,
    CARDS,
    HAND,
    NO_CARD,
    SEATS,
    GanzNachPlanState,
    Phase,
)
from tischlein.games.ganz_nach_plan.table import partner, seat_at


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
    """Return chance while it deals or draws, the seat choosing in a share, or else the player."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase in (Phase.DEAL, Phase.DRAW):
        return CHANCE_BIT
    if state.phase == Phase.SHARE:
        return state.asked
    return 1 << (state.mover if state.phase == Phase.GIVE else seat_at(state, state.turn))


@kernel
def next_to_deal(state: GanzNachPlanState) -> int:
    """Return the seat whose hand is dealt now (GNP-2)."""
    seat = 0
    while state.count[seat] == HAND:
        seat += 1
    return seat


@kernel
def undealt(state: GanzNachPlanState) -> int:
    """Return the cards of the deck that have not been dealt yet."""
    cards = state.deck
    for seat in range(state.seats):
        cards &= ~state.hand[seat]
    return cards


@kernel
def chance(state: GanzNachPlanState, outcomes: Ints, weights: Ints) -> int:
    """Write the cards that may be dealt, or drawn from the other hand (GNP-2, GNP-14)."""
    if state.phase == Phase.DEAL:
        cards = undealt(state)
        first = dealing(next_to_deal(state), 0)
    else:
        cards = state.hand[partner(state)]
        first = drawing(state.mover, 0)
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
    first = PLAY if state.phase == Phase.PLAY else GIVE
    count = 0
    for card in range(CARDS):
        if state.hand[seat] >> card & 1:
            out[count] = first + card
            count += 1
    return count


@kernel
def apply(state: GanzNachPlanState, seat: int, action: int) -> None:
    """Carry out a deal, a draw, a play with its instruction, or a gift."""
    card = card_of(action)
    if seat == CHANCE:
        if action < DRAW:
            deal(state, receiver_of(action), card)
        else:
            hand_over(state, partner(state), state.mover, card)
    elif action < GIVE:
        play(state, seat, card)
    elif state.phase == Phase.GIVE:
        hand_over(state, seat, partner(state), card)
    else:
        choose_to_share(state, seat, card)


@kernel
def deal(state: GanzNachPlanState, seat: int, card: int) -> None:
    """Deal a card; with the last one play begins (GNP-2)."""
    put(state, seat, card)
    state.dealt[seat] |= 1 << card
    if seat == state.seats - 1 and state.count[seat] == HAND:
        state.phase = Phase.PLAY


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
