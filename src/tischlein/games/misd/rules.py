"""The rules of Misd: turning questions, claiming, chips, passing and the end."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal
from tischlein.core.race import Pace, TimeLimit
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.misd.state import (
    CARD,
    CARDS,
    CLAIM_CARD,
    CLAIM_MISSING,
    COLOUR,
    COLOUR_OF,
    EVERYTHING,
    KINDS,
    LACKS,
    LAY,
    NOTHING,
    PASS,
    SHAPE,
    TURN,
    Last,
    MisdState,
    Phase,
)

COUNTDOWN = 1000
"""Milliseconds between ``turn`` and the question, the same for everybody."""

PHASE_START = int(Phase.START)
PHASE_LAY = int(Phase.LAY)
PHASE_TURN = int(Phase.TURN)
PHASE_CARD = int(Phase.CARD)
PHASE_SHAPE = int(Phase.SHAPE)
PHASE_COLOUR = int(Phase.COLOUR)
PHASE_OPEN = int(Phase.OPEN)
PHASE_OVER = int(Phase.OVER)
NOBODY = int(Last.NOBODY)
RIGHT = int(Last.RIGHT)
WRONG = int(Last.WRONG)


def setup(state: MisdState, options: Options) -> None:
    """Put all chips into the stock, shuffle the piles, and leave the first turn to the lot."""
    state.finding = options["variant"] == "b"
    state.going_on = options["wrong"] == "out"
    state.spread = int(options["cards"])
    state.relay = int(options["relay"])
    state.limit = int(options["limit"])
    state.patience = 1000 * int(options["think"])
    state.total = int(options["chips"])
    state.stock = state.total
    state.phase = PHASE_START
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
    if phase == PHASE_OPEN:
        return everybody(state) & ~state.silent
    if phase == PHASE_TURN:
        return 1 << state.turner
    return 0 if phase == PHASE_OVER else CHANCE_BIT


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
            out[count] = first + 2 * card
            out[count + 1] = first + 2 * card + 1
            count += 2
    return count


@kernel
def chance(state: MisdState, outcomes: Ints, weights: Ints) -> int:
    """Write the lot, or what may be laid or turned, all alike (MIS-5, MIS-7 to MIS-9)."""
    phase = state.phase
    if phase == PHASE_START:
        count = state.seats
        for seat in range(count):
            outcomes[seat] = seat
    elif phase == PHASE_LAY:
        count = write_faces(state.pile, LAY, outcomes)
    elif phase == PHASE_CARD:
        count = write_faces(state.pile, CARD, outcomes)
    elif phase == PHASE_SHAPE:
        count = write_members(state.shapes, SHAPE, outcomes)
    else:
        count = write_members(state.colours, COLOUR, outcomes)
    for index in range(count):
        weights[index] = 1
    return count


@kernel
def legal(state: MisdState, seat: int, out: Ints) -> int:
    """Write ``turn``, or every claim of the variant and the pass (MIS-13, MIS-14, MIS-20)."""
    if state.phase == PHASE_TURN:
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
    colour: int = COLOUR_OF[face // 2, shape]
    return KINDS * colour + shape


@kernel
def whereabouts(state: MisdState, colour: int, shape: int) -> int:
    """Return the claim that points to a combination in the layout, or says that it is missing."""
    for index in range(state.spread):
        face: int = state.layout[index]
        if COLOUR_OF[face // 2, shape] == colour and LACKS[face] != shape:
            return CLAIM_CARD + face // 2
    return CLAIM_MISSING


@kernel
def open_question(state: MisdState, answer: int) -> None:
    """Let everybody claim (MIS-12)."""
    state.answer = answer
    state.asked += 1
    state.silent = 0
    state.spoken = 0
    state.phase = PHASE_OPEN


@kernel
def close_question(state: MisdState, last: int, seat: int) -> None:
    """End the question and perhaps the match, else hand on the turn (MIS-5, MIS-11, MIS-22)."""
    state.last = last
    state.last_seat = seat
    state.silent = 0
    if state.stock == 0 or state.asked == state.limit:
        state.phase = PHASE_OVER
        return
    state.turner = (state.turner + 1) % state.seats
    state.phase = PHASE_TURN
    if state.finding and state.relay > 0 and state.asked % state.relay == 0:
        state.phase = PHASE_LAY
        state.pile = state.lain
        state.laid = 0


@kernel
def lay(state: MisdState, face: int) -> None:
    """Lay out a face; the last one ends the laying (MIS-8, MIS-11)."""
    state.layout[state.laid] = face
    state.laid += 1
    state.pile &= ~(1 << face // 2)
    state.lain |= 1 << face // 2
    if state.laid == state.spread:
        state.phase = PHASE_TURN


@kernel
def turn_up(state: MisdState, outcome: int) -> None:
    """Turn a card; used-up piles are shuffled anew at once (MIS-7, MIS-9, MIS-10)."""
    if outcome < SHAPE:
        face = outcome - CARD
        state.face = face
        state.seen[face] += 1
        state.pile &= ~(1 << face // 2)
        if state.pile == 0:
            state.pile = EVERYTHING
        open_question(state, lacking(face))
    elif outcome < COLOUR:
        state.wanted_shape = outcome - SHAPE
        state.shapes &= ~(1 << state.wanted_shape)
        state.phase = PHASE_COLOUR
    else:
        state.wanted_colour = outcome - COLOUR
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
        close_question(state, RIGHT, seat)
        return
    if action != PASS:
        state.wrong[seat] += 1
        if state.chips[seat] >= 2:
            state.chips[seat] -= 2
            state.stock += 2
        if not state.going_on:
            close_question(state, WRONG, seat)
            return
    if state.silent == everybody(state):
        close_question(state, NOBODY, NOTHING)


@kernel
def apply(state: MisdState, seat: int, action: int) -> None:
    """Carry out the lot, a card of chance, ``turn``, a claim or a pass."""
    if seat != CHANCE:
        if action != TURN:
            speak(state, seat, action)
        elif state.finding:
            state.phase = PHASE_SHAPE
        else:
            state.phase = PHASE_CARD
    elif action < LAY:
        state.turner = action
        state.phase = PHASE_LAY if state.finding else PHASE_TURN
    elif action < CARD:
        lay(state, action - LAY)
    else:
        turn_up(state, action)


@kernel
def scores(state: MisdState, out: Ints) -> None:
    """Write the chips (MIS-24)."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]


# --- the race ---


def suspense(state: MisdState) -> int | None:
    """Return the countdown before a question; everything else that chance does comes at once."""
    return COUNTDOWN if state.phase in (Phase.CARD, Phase.SHAPE) else None


def occasion(state: MisdState) -> int:
    """Return the question: a claim that arrives after the next has opened is none to it."""
    return int(state.asked)


def pace(state: MisdState, seat: int, action: int) -> Pace:
    """Return how an action is put in order: claims by time, passes behind them (MIS-15)."""
    if action == TURN:
        return Pace.FREE
    return Pace.AFTER_CLAIMS if action == PASS else Pace.CLAIM


def tie_order(state: MisdState) -> Sequence[int]:
    """Return the seats clockwise from the one that has turned: of equal times the first counts."""
    seats = int(state.seats)
    return [(int(state.turner) + step) % seats for step in range(seats)]


def time_limit(state: MisdState) -> TimeLimit | None:
    """Return when everybody passes who still thinks about the open question (MIS-21)."""
    if state.phase != Phase.OPEN or not state.patience:
        return None
    return TimeLimit(int(state.patience), PASS)


def settle(state: MisdState, seat: int, action: int, outcome: tuple[int, ...]) -> None:
    """Carry out a claim or a pass and note its time, to be shown; no rule looks at it."""
    apply(state, seat, action)
    state.taken[state.spoken - 1] = outcome[0]


# --- refusals ---


def why_not(state: MisdState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if state.phase == PHASE_OVER:
        return Refusal("MIS-25")
    if seat == CHANCE:
        return _why_not_by_chance(state, action)
    if action == TURN:
        if state.phase == PHASE_OPEN:
            return Refusal("MIS-6", message="MIS-6-open")
        turns = state.phase == PHASE_TURN and seat == state.turner
        return None if turns else Refusal("MIS-6")
    if state.phase != PHASE_OPEN:
        return Refusal("MIS-12")
    if int(state.silent) >> seat & 1:
        return Refusal("MIS-20")
    if action == PASS:
        return None
    if not state.finding:
        return None if action < CLAIM_CARD else Refusal("MIS-13")
    if action < CLAIM_CARD:
        return Refusal("MIS-14", message="MIS-14-form")
    card = action - CLAIM_CARD
    if action == CLAIM_MISSING or int(state.lain) >> card & 1:
        return None
    return Refusal("MIS-14", {"card": f"c{card}"})


def _why_not_by_chance(state: MisdState, outcome: int) -> Refusal | None:
    if outcome < LAY:
        fits = bool(state.phase == PHASE_START and outcome < state.seats)
        return None if fits else Refusal("MIS-5")
    if state.phase == PHASE_START:
        return Refusal("MIS-5")
    if outcome < CARD:
        fits = bool(state.phase == PHASE_LAY and int(state.pile) >> (outcome - LAY) // 2 & 1)
        again = state.phase == PHASE_LAY and state.asked > 0
        return None if fits else Refusal("MIS-11" if again else "MIS-8")
    if outcome >= SHAPE and not state.finding:
        return Refusal("MIS-3")
    if outcome < SHAPE and state.finding:
        return Refusal("MIS-9", message="MIS-9-card")
    if state.phase == PHASE_TURN:
        return Refusal("MIS-6", message="MIS-6-wait")
    if state.phase == PHASE_OPEN:
        return Refusal("MIS-6", message="MIS-6-open")
    if outcome < SHAPE:
        fits = bool(state.phase == PHASE_CARD and int(state.pile) >> (outcome - CARD) // 2 & 1)
        return None if fits else Refusal("MIS-7")
    if outcome < COLOUR:
        fits = bool(state.phase == PHASE_SHAPE and int(state.shapes) >> outcome - SHAPE & 1)
    else:
        fits = bool(state.phase == PHASE_COLOUR and int(state.colours) >> outcome - COLOUR & 1)
    return None if fits else Refusal("MIS-9")
