"""The rules of Misd: turning questions, claiming, chips, passing and the end."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.misd.actions import (
    CARD,
    CLAIM_CARD,
    CLAIM_MISSING,
    COLOUR,
    LAY,
    PASS,
    SHAPE,
    TURN,
    claiming,
    claiming_card,
    laid_face,
    turned_colour,
    turned_face,
    turned_shape,
)
from tischlein.games.misd.cards import (
    CARDS,
    EVERYTHING,
    KINDS,
    LACKS,
    card_of,
    colour_on,
    face_of,
    shows,
)
from tischlein.games.misd.state import NOTHING, LastResult, MisdState, Phase


def setup(state: MisdState, options: Options) -> None:
    """Put all chips into the stock, shuffle the piles, and let a lot decide the first turn."""
    state.finding = options["variant"] == "b"
    state.going_on = options["wrong"] == "out"
    state.spread = int(options["cards"])
    state.relay = int(options["relay"])
    state.limit = int(options["limit"])
    state.patience = 1000 * int(options["think"])
    state.total = int(options["chips"])
    state.stock = state.total
    state.phase = Phase.START
    state.turner = NOTHING
    state.pile = EVERYTHING
    state.shapes = EVERYTHING
    state.colours = EVERYTHING
    state.layout[:] = NOTHING
    state.face = NOTHING
    state.wanted_shape = NOTHING
    state.wanted_colour = NOTHING
    state.answer = NOTHING
    state.last_seat = NOTHING


@kernel
def everybody(state: MisdState) -> int:
    """Return the set of all seats."""
    return (1 << state.seats) - 1


@kernel
def acting(state: MisdState) -> int:
    """Return the turner, everybody who has not spoken, or chance (MIS-6, MIS-12, MIS-20)."""
    phase = state.phase
    if phase == Phase.OPEN:
        return everybody(state) & ~state.silent
    if phase == Phase.TURN:
        return 1 << state.turner
    return 0 if phase == Phase.OVER else CHANCE_BIT


@kernel
def write_members(members: int, first: int, out: Ints) -> int:
    """Write ``first`` + each member of a set of ten; return how many there are."""
    count = 0
    for member in range(KINDS):
        if members >> member & 1:
            out[count] = first + member
            count += 1
    return count


@kernel
def write_faces(cards: int, first: int, out: Ints) -> int:
    """Write ``first`` + each face of a set of cards; return how many there are."""
    count = 0
    for card in range(CARDS):
        if cards >> card & 1:
            for side in range(2):
                out[count] = first + face_of(card, side)
                count += 1
    return count


@kernel
def chance(state: MisdState, outcomes: Ints, weights: Ints) -> int:
    """Write the lot, or what may be laid or turned, all equally likely (MIS-5, MIS-7 to MIS-9)."""
    phase = state.phase
    if phase == Phase.START:
        count = state.seats
        for seat in range(count):
            outcomes[seat] = seat
    elif phase == Phase.LAY:
        count = write_faces(state.pile, LAY, outcomes)
    elif phase == Phase.CARD:
        count = write_faces(state.pile, CARD, outcomes)
    elif phase == Phase.SHAPE:
        count = write_members(state.shapes, SHAPE, outcomes)
    else:
        count = write_members(state.colours, COLOUR, outcomes)
    for index in range(count):
        weights[index] = 1
    return count


@kernel
def legal(state: MisdState, seat: int, out: Ints) -> int:
    """Write ``turn``, or every claim of the variant and the pass (MIS-13, MIS-14, MIS-20)."""
    if state.phase == Phase.TURN:
        out[0] = TURN
        return 1
    if state.finding:
        count = write_members(state.lain, CLAIM_CARD, out)
        out[count] = CLAIM_MISSING
        count += 1
    else:
        count = CLAIM_CARD
        for claim in range(CLAIM_CARD):
            out[claim] = claim
    out[count] = PASS
    return count + 1


@kernel
def lacking(face: int) -> int:
    """Return the claim that names what a face lacks: its only missing colour and shape."""
    shape: int = LACKS[face]
    return claiming(colour_on(face, shape), shape)


@kernel
def whereabouts(state: MisdState, colour: int, shape: int) -> int:
    """Return the claim that points to a combination in the layout, or says that it is missing."""
    for index in range(state.spread):
        face = state.layout[index]
        if shows(face, colour, shape):
            return claiming_card(card_of(face))
    return CLAIM_MISSING


@kernel
def open_question(state: MisdState, answer: int) -> None:
    """Let everybody claim (MIS-12)."""
    state.answer = answer
    state.asked += 1
    state.silent = 0
    state.spoken = 0
    state.phase = Phase.OPEN


@kernel
def close_question(state: MisdState, last: int, seat: int) -> None:
    """End the question and perhaps the match, or pass the turn on (MIS-5, MIS-11, MIS-22)."""
    state.last = last
    state.last_seat = seat
    state.silent = 0
    if state.stock == 0 or state.asked == state.limit:
        state.phase = Phase.OVER
        return
    state.turner = (state.turner + 1) % state.seats
    state.phase = Phase.TURN
    if state.finding and state.relay > 0 and state.asked % state.relay == 0:
        state.phase = Phase.LAY
        state.pile = state.lain
        state.laid = 0


@kernel
def lay(state: MisdState, face: int) -> None:
    """Lay out a face; the last one ends the laying (MIS-8, MIS-11)."""
    state.layout[state.laid] = face
    state.laid += 1
    state.pile &= ~(1 << card_of(face))
    state.lain |= 1 << card_of(face)
    if state.laid == state.spread:
        state.phase = Phase.TURN


@kernel
def turn_up(state: MisdState, outcome: int) -> None:
    """Turn a card; used-up piles are reshuffled at once (MIS-7, MIS-9, MIS-10)."""
    if outcome < SHAPE:
        face = turned_face(outcome)
        state.face = face
        state.seen[face] += 1
        state.pile &= ~(1 << card_of(face))
        if state.pile == 0:
            state.pile = EVERYTHING
        open_question(state, lacking(face))
    elif outcome < COLOUR:
        state.wanted_shape = turned_shape(outcome)
        state.shapes &= ~(1 << state.wanted_shape)
        state.phase = Phase.COLOUR
    else:
        state.wanted_colour = turned_colour(outcome)
        state.colours &= ~(1 << state.wanted_colour)
        if state.colours == 0:
            state.shapes = EVERYTHING
            state.colours = EVERYTHING
        open_question(state, whereabouts(state, state.wanted_colour, state.wanted_shape))


@kernel
def speak(state: MisdState, seat: int, action: int) -> None:
    """Carry out a claim or a pass: each seat has one a question (MIS-15 to MIS-20)."""
    state.speaker[state.spoken] = seat
    state.said[state.spoken] = action
    state.taken[state.spoken] = NOTHING
    state.spoken += 1
    state.silent |= 1 << seat
    if action == state.answer:
        state.chips[seat] += 1
        state.stock -= 1
        state.right[seat] += 1
        close_question(state, LastResult.RIGHT, seat)
        return
    if action != PASS:
        state.wrong[seat] += 1
        if state.chips[seat] >= 2:
            state.chips[seat] -= 2
            state.stock += 2
        if not state.going_on:
            close_question(state, LastResult.WRONG, seat)
            return
    if state.silent == everybody(state):
        close_question(state, LastResult.NOBODY, NOTHING)


@kernel
def apply(state: MisdState, seat: int, action: int) -> None:
    """Carry out the lot, a card of chance, ``turn``, a claim or a pass."""
    if seat != CHANCE:
        if action != TURN:
            speak(state, seat, action)
        elif state.finding:
            state.phase = Phase.SHAPE
        else:
            state.phase = Phase.CARD
    elif action < LAY:
        state.turner = action
        state.phase = Phase.LAY if state.finding else Phase.TURN
    elif action < CARD:
        lay(state, laid_face(action))
    else:
        turn_up(state, action)


@kernel
def scores(state: MisdState, out: Ints) -> None:
    """Write the chips (MIS-24)."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]
