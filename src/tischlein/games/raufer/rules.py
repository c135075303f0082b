"""The rules of Raufer: dealing, commands, failing in two phases, taking up cards, and the end."""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.errors import OptionError
from tischlein.core.kernel import Rng, kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Phrase
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN
from tischlein.core.state import Ints
from tischlein.games.raufer.actions import DRAW, PASS, card_of, direction_of, laying
from tischlein.games.raufer.determinization import determinize_hands
from tischlein.games.raufer.knowledge import (
    add_card,
    beyond,
    learn_failure,
    remove_card,
)
from tischlein.games.raufer.state import (
    ALL_CARDS,
    CARDS,
    DOWN,
    NO_CARD,
    NOBODY,
    UP,
    RauferState,
    Stage,
)


def check_options(seats: int, options: Options) -> None:
    """Refuse hands for which twenty cards do not suffice (RAU-2)."""
    hand = int(options["hand"])
    if hand * seats > CARDS:
        raise OptionError(
            f"{seats} hands of {hand} cards are more than the {CARDS} cards; "
            f"hand is at most {CARDS // seats} with {seats} seats",
            "RAU-2",
            Phrase("RAU-2-hand", {"most": CARDS // seats, "count": seats}),
        )


def setup(state: RauferState, options: Options) -> None:
    """Seat everybody in the staircase, with all cards on the pile (RAU-1 to RAU-3)."""
    state.stage = Stage.START if options["start"] == "lot" else Stage.DEAL
    state.hand_size = int(options["hand"])
    state.commander_out = options["duel"] == "commander"
    state.dry_out = options["dry"] == "out"
    state.pile = CARDS
    state.phase = 1
    state.inside = (1 << state.seats) - 1
    state.last = NO_CARD
    state.commander = NOBODY
    state.winner = NOBODY


# --- who acts, and what is possible ---


@kernel
def acting(state: RauferState) -> int:
    """Return the bit of the seat to act, or of chance while cards are named (RAU-3)."""
    if state.stage == Stage.OVER:
        return 0
    if state.stage in (Stage.OPENING, Stage.COMMAND):
        return 1 << state.turn
    return CHANCE_BIT


@kernel
def unnamed_cards(state: RauferState) -> int:
    """Return the cards that are neither laid nor in a hand: pile and face-down cards."""
    cards = ALL_CARDS & ~state.laid_set
    for seat in range(state.seats):
        cards &= ~state.hands[seat]
    return cards


@kernel
def chance(state: RauferState, outcomes: Ints, weights: Ints) -> int:
    """Write the seats that may open or cards that may come up, equally likely (RAU-2, RAU-3)."""
    count = 0
    if state.stage == Stage.START:
        for seat in range(state.seats):
            outcomes[count] = seat
            weights[count] = 1
            count += 1
        return count
    cards = unnamed_cards(state)
    for card in range(CARDS):
        if cards >> card & 1:
            outcomes[count] = card
            weights[count] = 1
            count += 1
    return count


@kernel
def layable(state: RauferState, seat: int) -> int:
    """Return the cards that a seat may lay: all to open, otherwise those that obey (RAU-4)."""
    hand: int = state.hands[seat]
    if state.stage == Stage.OPENING:
        return hand
    return hand & beyond(state.last, state.direction)


@kernel
def can_draw(state: RauferState) -> bool:
    """Whether a seat that fails finds a card to draw (RAU-9, RAU-14, RAU-16)."""
    return state.phase == 1 and state.pile > 0


@kernel
def legal(state: RauferState, seat: int, out: Ints) -> int:
    """Write every fitting card in both directions; otherwise drawing, or else passing (RAU-5)."""
    count = 0
    cards = layable(state, seat)
    for card in range(CARDS):
        if cards >> card & 1:
            out[count] = laying(card, UP)
            out[count + 1] = laying(card, DOWN)
            count += 2
    if count == 0:
        out[0] = DRAW if can_draw(state) else PASS
        count = 1
    return count


# --- what actions do ---


@kernel
def apply(state: RauferState, seat: int, action: int) -> None:
    """Carry out a seat's action or an outcome of chance."""
    if seat != CHANCE:
        if action < DRAW:
            lay(state, seat, card_of(action), direction_of(action))
        else:
            fail(state, seat)
    elif state.stage == Stage.START:
        state.opener = action
        state.stage = Stage.DEAL
    elif state.stage == Stage.DEAL:
        deal(state, action)
    else:
        take_up(state, action)


@kernel
def next_inside(state: RauferState, seat: int) -> int:
    """Return the next seat clockwise that is still in the staircase (RAU-3)."""
    seat = (seat + 1) % state.seats
    while not state.inside >> seat & 1:
        seat = (seat + 1) % state.seats
    return seat


@kernel
def deal(state: RauferState, card: int) -> None:
    """Give a card to the seat whose hand is being dealt; the last hand ends the deal (RAU-2)."""
    add_card(state, state.turn, card)
    state.pile -= 1
    if state.sizes[state.turn] == state.hand_size:
        state.turn += 1
        if state.turn == state.seats:
            open_round(state, state.opener)


@kernel
def open_round(state: RauferState, seat: int) -> None:
    """Let a seat open a round; without a pile it belongs to phase 2 (RAU-13, RAU-15)."""
    state.last = NO_CARD
    state.commander = NOBODY
    state.turn = seat
    state.stage = Stage.OPENING
    if state.pile == 0:
        state.phase = 2


@kernel
def lay(state: RauferState, seat: int, card: int, direction: int) -> None:
    """Lay a card, which fulfils the command before it and gives the next one (RAU-7, RAU-11)."""
    remove_card(state, seat, card)
    state.laid[state.laid_count] = card
    state.laid_by[state.laid_count] = seat
    state.laid_count += 1
    state.laid_set |= 1 << card

    obeyed = state.commander
    won = obeyed != NOBODY and state.sizes[obeyed] == 0
    settle_fulfilled(state, won)
    state.last = card
    state.direction = direction
    state.commander = seat
    if won:
        finish(state, obeyed)
        return
    state.turn = next_inside(state, seat)
    # Only seats between the commanders have failed: from here on they come in their order.
    state.taker = seat
    next_taker(state)


@kernel
def settle_fulfilled(state: RauferState, won: bool) -> None:
    """Assign face-down cards to those who drew them; put out those who passed (RAU-11, RAU-16).

    In phase 1 passing is harmless, except with ``dry=out`` (RAU-14). A match that is won ends
    before anybody goes out or takes up cards (RAU-20): the cards stay before their seats, unnamed.
    """
    for seat in range(state.seats):
        if state.down >> seat & 1:
            state.waiting[seat] = 1
    state.down = 0
    if not won and (state.phase == 2 or state.dry_out):
        state.inside &= ~state.passed
    state.passed = 0


@kernel
def next_taker(state: RauferState) -> None:
    """Find who takes up a card next, clockwise, or go on when all cards are taken (RAU-11)."""
    seat = state.taker
    for _ in range(state.seats):
        if state.waiting[seat] > 0:
            state.taker = seat
            state.stage = Stage.TAKING
            return
        seat = (seat + 1) % state.seats
    if state.last == NO_CARD:
        open_round(state, state.turn)
    else:
        state.stage = Stage.COMMAND
        if state.pile == 0:
            state.phase = 2


@kernel
def take_up(state: RauferState, card: int) -> None:
    """Take a face-down card into the hand; now its owner sees it (RAU-11, RAU-12)."""
    add_card(state, state.taker, card)
    state.waiting[state.taker] -= 1
    next_taker(state)


@kernel
def fail(state: RauferState, seat: int) -> None:
    """Draw a card face down, or pass; then the next seat is asked (RAU-9, RAU-10, RAU-14)."""
    learn_failure(state, seat)
    if can_draw(state):
        state.pile -= 1
        state.down |= 1 << seat
    else:
        state.passed |= 1 << seat
    state.turn = next_inside(state, seat)
    if state.turn == state.commander:
        settle_unfulfilled(state)


@kernel
def settle_unfulfilled(state: RauferState) -> None:
    """Nobody could obey: the commander takes the cards, or in phase 2 somebody goes out."""
    commander = state.commander
    neighbour = next_inside(state, commander)
    state.passed = 0
    if state.phase == 1:  # RAU-12, RAU-13
        state.waiting[commander] = count_bits(state.down)
        state.down = 0
        state.last = NO_CARD
        state.commander = NOBODY
        state.turn = neighbour
        state.taker = commander
        next_taker(state)
        return
    duel = next_inside(state, neighbour) == commander
    if duel and not state.commander_out:  # RAU-18: the match ends before anybody walks out
        finish(state, commander)
        return
    state.inside &= ~(1 << commander)  # RAU-17
    if duel:
        finish(state, neighbour)  # RAU-23
    else:
        open_round(state, neighbour)


@kernel
def finish(state: RauferState, winner: int) -> None:
    """End the match (RAU-20, RAU-23, RAU-24)."""
    state.winner = winner
    state.stage = Stage.OVER


@kernel
def scores(state: RauferState, out: Ints) -> None:
    """Write 1 for the winner and 0 for all others (RAU-24)."""
    for seat in range(state.seats):
        out[seat] = 1 if seat == state.winner else 0


# --- secrets ---


@kernel
def observe(state: RauferState, seat: int) -> None:
    """Mask all hands but a seat's own; sizes and bounds are public (RAU-19, RAU-25)."""
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = 0


@kernel
def determinize(state: RauferState, seat: int, rng: Rng) -> None:
    """Fill the masked hands with any cards that fit what the seat knows."""
    determinize_hands(state, seat, rng)


def observed_action(state: RauferState, seat: int, action: int, observer: int) -> int:
    """Return a card that is dealt or taken up only to its owner; all else is public (RAU-9)."""
    if seat != CHANCE or state.stage == Stage.START:
        return action
    owner = state.turn if state.stage == Stage.DEAL else state.taker
    return action if observer == owner else HIDDEN
