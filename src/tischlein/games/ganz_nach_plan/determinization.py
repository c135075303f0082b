"""Sampling the hidden cards: courses of events that agree with all that a seat has seen.

Every card is a token with a place; a token is given its card only when the observer sees it. A
course draws the tokens of unseen gifts at random. Its weight is the likelihood of what the observer
saw afterwards (sequential importance sampling). One of several courses is kept, with a probability
in proportion to its weight.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel, shuffle, uniform
from tischlein.core.state import Ints
from tischlein.games.ganz_nach_plan.log import (
    cards_in,
    heir_in,
    kind_in,
    source_in,
    target_in,
    with_cards,
)
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    HAND,
    LOG,
    MASKED,
    NO_CARD,
    UNKNOWN,
    EntryKind,
    GanzNachPlanState,
    Phase,
)

COURSES = 32
"""Courses among which one is drawn."""
MOST_TRIES = 20_000
"""After this many impossible courses the sampling gives up: with custom decks whose cards move
unseen again and again, the final observation may be that improbable.
"""
PILE = 8
TRANSIT = 16
"""Where a token is: a seat, the pile, or on its way to a seat (``TRANSIT`` + seat)."""


@kernel
def determinize(state: GanzNachPlanState, seat: int, rng: Rng) -> None:
    """Fill other hands, their pending choices and their log with a sample that agrees."""
    card_of = np.empty(CARDS, np.int64)
    where = np.empty(CARDS, np.int64)
    seen = np.zeros(LOG, np.int64)
    best_card = np.zeros(CARDS, np.int64)
    best_where = np.zeros(CARDS, np.int64)
    best_seen = np.zeros(LOG, np.int64)
    total = 0.0
    found = 0
    for _ in range(MOST_TRIES):
        weight = follow(state, seat, rng, card_of, where, seen)
        if weight > 0.0:
            found += 1
            total += weight
            if uniform(rng) * total < weight:
                best_card[:] = card_of
                best_where[:] = where
                best_seen[:] = seen
        if found == COURSES:
            break
    if found:
        name_the_rest(state, seat, rng, best_card)
        fill(state, seat, best_card, best_where, best_seen)
    else:
        deal_blindly(state, seat, rng)
    choose_pending(state, seat, rng)


@kernel
def follow(
    state: GanzNachPlanState, observer: int, rng: Rng, card_of: Ints, where: Ints, seen: Ints
) -> float:
    """Follow one course through the log; return its weight, 0 if it contradicts the observer.

    Tokens are numbered seat by seat as dealt. ``seen`` notes the token of every gift and the set of
    tokens of every hand that the log mentions.
    """
    deal_out(state, observer, card_of, where)
    weight = 1.0
    for index in range(state.logged):
        entry = state.log[index]
        kind, card = kind_in(entry), cards_in(entry)
        source, target = source_in(entry), target_in(entry)
        if kind in (EntryKind.PLAYED, EntryKind.SENT):
            token = leaving(card_of, where, source, card, rng)
            if token < 0:
                return 0.0
            if card != UNKNOWN:
                weight *= see(card_of, where, source, card, token)
            where[token] = PILE if kind == EntryKind.PLAYED else TRANSIT + target
            seen[index] = token
        elif kind == EntryKind.HELD:
            weight *= see_hand(card_of, where, source, card, rng)
            seen[index] = tokens_at(where, source)
        elif kind == EntryKind.TAKEN:
            where[token_of(card_of, card)] = target
        elif kind == EntryKind.LANDED:
            land(where)
        else:
            hand_on(where, kind, source, target, card)
        if weight == 0.0:
            return 0.0
    return weight


@kernel
def deal_out(state: GanzNachPlanState, observer: int, card_of: Ints, where: Ints) -> None:
    """Give every seat its tokens; the observer knows which cards its own are."""
    card_of[:] = -1
    where[:] = PILE
    for seat in range(state.seats):
        dealt = state.count[seat] if state.phase == Phase.DEAL else HAND
        for index in range(dealt):
            where[HAND * seat + index] = seat
    if observer < state.seats:
        token = HAND * observer
        for card in range(CARDS):
            if state.dealt[observer] >> card & 1:
                card_of[token] = card
                token += 1


@kernel
def token_of(card_of: Ints, card: int) -> int:
    """Return the token that is known to be a card, -1 if none is."""
    for token in range(CARDS):
        if card_of[token] == card:
            return token
    return -1


@kernel
def tokens_at(where: Ints, place: int) -> int:
    """Return the tokens at a place as a bit set."""
    tokens = 0
    for token in range(CARDS):
        if where[token] == place:
            tokens |= 1 << token
    return tokens


@kernel
def leaving(card_of: Ints, where: Ints, seat: int, card: int, rng: Rng) -> int:
    """Return the token that leaves a hand: the card's, or one that may be it; -1 for none.

    An unseen card may be any of the hand; a card never seen before may be any unnamed one.
    """
    if card != UNKNOWN:
        token = token_of(card_of, card)
        if token >= 0:
            return token if where[token] == seat else -1
    chosen = -1
    count = 0
    for token in range(CARDS):
        if where[token] == seat and (card == UNKNOWN or card_of[token] < 0):
            count += 1
            if below(rng, count) == 0:
                chosen = token
    return chosen


@kernel
def see(card_of: Ints, where: Ints, seat: int, card: int, token: int) -> float:
    """Learn that a token of a hand is a card; return how likely that was in this course."""
    if card_of[token] == card:
        return 1.0
    here = 0
    anywhere = 0
    for other in range(CARDS):
        if card_of[other] < 0 and where[other] != PILE:
            anywhere += 1
            if where[other] == seat:
                here += 1
    card_of[token] = card
    return here / anywhere


@kernel
def see_hand(card_of: Ints, where: Ints, seat: int, cards: int, rng: Rng) -> float:
    """Learn that a hand holds all cards of a bit set; return how likely that was."""
    weight = 1.0
    for card in range(CARDS):
        if cards >> card & 1:
            token = leaving(card_of, where, seat, card, rng)
            if token < 0:
                return 0.0
            weight *= see(card_of, where, seat, card, token)
    return weight


@kernel
def land(where: Ints) -> None:
    """Deliver all cards that are on their way."""
    for token in range(CARDS):
        if where[token] >= TRANSIT:
            where[token] -= TRANSIT


@kernel
def hand_on(where: Ints, kind: int, source: int, target: int, heirs: int) -> None:
    """Move whole hands: of two seats that trade, or of all to their heirs."""
    for token in range(CARDS):
        seat = where[token]
        if kind == EntryKind.TRADED:
            if seat == source:
                where[token] = target
            elif seat == target:
                where[token] = source
        elif kind == EntryKind.PASSED and seat < PILE:
            where[token] = heir_in(heirs, seat)


@kernel
def name_the_rest(state: GanzNachPlanState, observer: int, rng: Rng, card_of: Ints) -> None:
    """Give the tokens that the observer has never seen the cards that it has seen nowhere."""
    cards = state.deck
    for token in range(CARDS):
        if card_of[token] >= 0:
            cards &= ~(1 << card_of[token])
    rest = np.empty(CARDS, np.int64)
    count = shuffled(cards, rng, rest)
    used = 0
    for token in range(CARDS):
        if card_of[token] < 0 and used < count:
            card_of[token] = rest[used]
            used += 1


@kernel
def shuffled(cards: int, rng: Rng, out: Ints) -> int:
    """Write the cards of a bit set in an order that the lot gives; return how many there are."""
    count = 0
    for card in range(CARDS):
        if cards >> card & 1:
            out[count] = card
            count += 1
    shuffle(rng, out, count)
    return count


@kernel
def deal_blindly(state: GanzNachPlanState, observer: int, rng: Rng) -> None:
    """Fill other hands with any cards that are neither in the observer's hand nor laid.

    It ignores what the log says of them, so that play can at least go on.
    """
    cards = state.deck
    for index in range(state.piled):
        cards &= ~(1 << state.pile[index])
    if state.executing != NO_CARD:
        cards &= ~(1 << state.executing)
    if observer < state.seats:
        cards &= ~state.hand[observer]
    rest = np.empty(CARDS, np.int64)
    count = shuffled(cards, rng, rest)
    for seat in range(state.seats):
        if seat != observer:
            state.hand[seat] = 0
            for _ in range(state.count[seat]):
                count -= 1
                state.hand[seat] |= 1 << rest[count]


@kernel
def fill(state: GanzNachPlanState, observer: int, card_of: Ints, where: Ints, seen: Ints) -> None:
    """Write hands, deals and the masked parts of the log from the tokens of a course."""
    for seat in range(state.seats):
        if seat != observer:
            state.hand[seat] = cards_of(card_of, tokens_at(where, seat))
            dealt = state.count[seat] if state.phase == Phase.DEAL else HAND
            state.dealt[seat] = cards_of(card_of, ((1 << dealt) - 1) << (HAND * seat))
    for index in range(state.logged):
        entry = state.log[index]
        if kind_in(entry) == EntryKind.SENT:
            state.log[index] = with_cards(entry, card_of[seen[index]])
        elif kind_in(entry) == EntryKind.HELD:
            state.log[index] = with_cards(entry, cards_of(card_of, seen[index]))


@kernel
def cards_of(card_of: Ints, tokens: int) -> int:
    """Return the cards of a set of tokens as a bit set."""
    cards = 0
    for token in range(CARDS):
        if tokens >> token & 1:
            cards |= 1 << card_of[token]
    return cards


@kernel
def choose_pending(state: GanzNachPlanState, observer: int, rng: Rng) -> None:
    """Draw a card for every pending choice that the observer may not see (GNP-17)."""
    for seat in range(state.seats):
        if seat != observer and state.chosen[seat] == MASKED:
            left = below(rng, state.count[seat])
            for card in range(CARDS):
                if state.hand[seat] >> card & 1:
                    if left == 0:
                        state.chosen[seat] = card
                    left -= 1
