"""The rules of Down Under: laying, turning, billabongs, whose turn it is, the end and the count."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.state import Ints
from tischlein.games.down_under import layouts
from tischlein.games.down_under.area import (
    cell_number,
    column_of,
    row_of,
    widen_box,
    widen_window,
)
from tischlein.games.down_under.billabongs import (
    due_port,
    flood,
    give_up_exit,
    is_case_3,
    join_both,
)
from tischlein.games.down_under.evaluation import evaluate, promise
from tischlein.games.down_under.layouts import check_options
from tischlein.games.down_under.moves import (
    CURVES_FROM,
    colours_of,
    fitting,
    has_lay,
    kind_of,
    paths_at_table,
    write_first_cards,
    write_lays_at,
    write_lays_of,
)
from tischlein.games.down_under.paths import join_neutral, lay, may_turn, turn
from tischlein.games.down_under.refusals import why_not
from tischlein.games.down_under.scoring import has_laid_dingo, score_of
from tischlein.games.down_under.state import (
    ANIMALS,
    BILLABONG_AT,
    BILLABONGS,
    COLOURS,
    CURVE_ANIMALS,
    CURVE_ORDER,
    ENDS_FROM,
    LAYS,
    LOOPED,
    NO_EXIT,
    NOBODY,
    OF_A_CELL,
    PASS,
    PLENTY,
    SLOTS,
    STRAIGHT_ANIMALS,
    STRAIGHT_ORDER,
    TURNS_FROM,
    UNBEGUN,
    WALL,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import (
    END_N,
    find,
    led_to_x,
    led_to_y,
    pack,
)

__all__ = [
    "acting",
    "apply",
    "check_options",
    "evaluate",
    "legal",
    "promise",
    "ranking",
    "scores",
    "setup",
    "why_not",
]

OPENING = int(Phase.OPENING)
PLAY = int(Phase.PLAY)
WATERS = int(Phase.WATER)
EXIT = int(Phase.EXIT)
OVER = int(Phase.OVER)
STRAIGHT = int(Kind.STRAIGHT)
CURVE = int(Kind.CURVE)
ONE_PATH = int(Paths.ONE)
BOTH_PATHS = int(Paths.BOTH)
CURVE_NE = 3


def setup(state: DownUnderState, options: Options) -> None:
    """Hand out the sets and lay what lies on or around a fixed area."""
    seats = int(state.seats)
    state.paths = ("one", "both", "either").index(str(options["paths"]))
    state.counted = options["scoring"] == "animals"
    state.entries = options["start"] == "entry" or state.paths != Paths.ONE
    state.short, state.long = layouts.sides_of(seats, options)
    state.fixed = options["layout"] != "open"
    state.left = state.top = 1
    state.billabongs = BILLABONGS
    state.exit = NO_EXIT
    state.tips[:] = UNBEGUN
    for colour in range(layouts.paths_of(seats, options)):
        state.stock[colour] = PLENTY
        state.animals_left[colour, STRAIGHT] = STRAIGHT_ANIMALS
        state.animals_left[colour, CURVE] = CURVE_ANIMALS
    if state.fixed:
        state.east, state.south = state.long - 1, state.short - 1
        for x, y, shape, animal in layouts.cards_of(
            str(options["layout"]), int(state.short), int(state.long)
        ):
            slot = -1 - int(find(state, x, y))
            state.cards[slot] = pack(x, y, int(shape), WALL, animal)
            join_neutral(state, slot)
            widen_window(state, x, y)
    state.phase = OPENING
    state.due = 1


@kernel
def acting(state: DownUnderState) -> int:
    """Return the mover's bit (DOW-4)."""
    return 0 if state.mover == NOBODY else 1 << state.mover


@kernel
def legal(state: DownUnderState, seat: int, out: Ints) -> int:
    """Write what the phase asks for: first cards, lays, turns, billabongs, a third card."""
    if state.phase == WATERS:
        return write_billabongs(state, out)
    if state.phase == EXIT:
        return write_lays_at(state, seat, state.moved, state.exit, out, 0)
    if state.phase == OPENING:
        return write_first_cards(state, seat, out.size, out, 0)
    count = 0
    for colour in range(COLOURS):
        if not state.due >> colour & 1:
            continue
        if state.tips[colour, 0] == LOOPED:
            count = write_turns(state, colour, out, count)
            continue
        count = write_lays_of(state, seat, colour, out, count)
        if not state.passed >> seat & 1 and is_case_3(state, colour):
            out[count] = billabong_action(state, state.tips[colour, 0])
            out[count + 1] = PASS
            count += 2
    return count


@kernel
def billabong_action(state: DownUnderState, port: int) -> int:
    """Return the action of laying a billabong on the cell that a port leads to."""
    cell = cell_number(state, led_to_x(state, port), led_to_y(state, port))
    return cell * OF_A_CELL + BILLABONG_AT


@kernel
def write_billabongs(state: DownUnderState, out: Ints) -> int:
    """Write a billabong for each cell where one is due (DOW-35)."""
    count = 0
    number = due_port(state, 0)
    while number >= 0:
        action = billabong_action(state, state.tips[number >> 1, number & 1])
        known = False
        for index in range(count):
            known |= out[index] == action
        if not known:
            out[count] = action
            count += 1
        number = due_port(state, number + 1)
    return count


@kernel
def is_own_curve(state: DownUnderState, colour: int, slot: int) -> bool:
    """Whether a curve of a colour lies in a slot (DOW-31)."""
    card = state.cards[slot]
    return bool(CURVE_NE <= card & 15 < END_N and card >> 4 & 7 == colour)


@kernel
def write_turns(state: DownUnderState, colour: int, out: Ints, count: int) -> int:
    """Append both quarter turns of every curve that opens a loop (DOW-31, DOW-32)."""
    for slot in range(SLOTS):
        if is_own_curve(state, colour, slot) and may_turn(state, slot):
            card = state.cards[slot]
            side = (card & 15) - CURVE_NE
            cell = cell_number(state, (card >> 16 & 255) - 128, (card >> 24) - 128)
            for quarters in range(1, 4, 2):
                out[count] = cell * OF_A_CELL + TURNS_FROM + (side + quarters) % 4
                count += 1
    return count


@kernel
def opens(state: DownUnderState, colour: int) -> bool:
    """Whether a loop can be opened by a turn."""
    for slot in range(SLOTS):
        if is_own_curve(state, colour, slot) and may_turn(state, slot):
            return True
    return False


@kernel
def apply(state: DownUnderState, seat: int, action: int) -> None:
    """Carry out an action with all that follows from it, and hand over the turn."""
    if action == PASS:
        state.passed |= 1 << seat
        pass_on(state)
        return
    state.passed = 0
    cell = action // OF_A_CELL
    code = action % OF_A_CELL
    x = column_of(state, cell)
    y = row_of(state, cell)
    if code == BILLABONG_AT:
        lay_billabong(state, x, y)
        return
    if code >= TURNS_FROM:
        colour = state.moved = seat
        state.due = 0
        turn(state, colour, find(state, x, y), CURVE_NE + code - TURNS_FROM)
    else:
        lay_card(state, seat + 2 * (code // LAYS), x, y, code % LAYS)
    go_on(state)


@kernel
def lay_billabong(state: DownUnderState, x: int, y: int) -> None:
    """Lay a billabong, because three or four paths lead to a cell, or instead of a curve."""
    if state.phase == PLAY:
        state.due = 0
        join_both(state, x, y)
    else:
        flood(state, x, y)
    go_on(state)


@kernel
def lay_card(state: DownUnderState, colour: int, x: int, y: int, code: int) -> None:
    """Take a card from the stock and lay it."""
    animal = 0
    if code >= ENDS_FROM:
        shape = END_N + code - ENDS_FROM
    elif code >= CURVES_FROM:
        shape = CURVE_NE + (code - CURVES_FROM) // ANIMALS
        animal = (code - CURVES_FROM) % ANIMALS
    else:
        shape = 1 + code // 4
        animal = code % 4
    kind = kind_of(shape)
    if shape < END_N:
        if not state.counted:
            laid = PLENTY[kind] - state.stock[colour, kind]
            animal = CURVE_ORDER[laid] if kind == CURVE else STRAIGHT_ORDER[laid]
        state.animals_left[colour, kind, animal] -= 1
        widen_box(state, x, y)
    state.stock[colour, kind] -= 1
    widen_window(state, x, y)
    first = state.phase == OPENING
    if first:
        state.opened += 1
        state.due = 0
        # A lays a single card after the entries (DOW-65).
        state.lone = state.paths == BOTH_PATHS and state.opened == COLOURS
    elif state.phase == EXIT:
        state.exit = NO_EXIT
    else:
        state.due &= ~(1 << colour)
        if state.paths != BOTH_PATHS or state.lone:
            state.due = 0
        state.lone = 0
    state.moved = colour
    lay(state, colour, x, y, shape, animal, first)


@kernel
def go_on(state: DownUnderState) -> None:
    """Ask for a third card, a billabong, a card of the other colour, or the next seat."""
    if state.exit != NO_EXIT:
        if fitting(state, state.moved, state.exit) != 0:
            state.phase = EXIT
            return
        give_up_exit(state)
    if due_port(state, 0) >= 0:
        state.phase = WATERS
        return
    state.phase = PLAY
    if state.due == 0 or not can_act(state, state.mover):
        pass_on(state)


@kernel
def can_act(state: DownUnderState, seat: int) -> bool:
    """Whether a seat has an action with the colours that are due; hopeless loops end (DOW-33)."""
    can = False
    for colour in range(COLOURS):
        if not state.due >> colour & 1:
            continue
        if state.tips[colour, 0] == LOOPED:
            if state.ended >> colour & 1:
                continue
            if opens(state, colour):
                can = True
            else:
                state.ended |= 1 << colour
        elif has_lay(state, colour) or (not state.passed >> seat & 1 and is_case_3(state, colour)):
            can = True
    return can


@kernel
def pass_on(state: DownUnderState) -> None:
    """Hand the turn to the next seat that can act; without one the match is over (DOW-45)."""
    while state.opened < paths_at_table(state):
        state.mover = state.opened % state.seats
        state.due = 1 << state.opened
        if write_first_cards(state, state.mover, 1, np.empty(64, np.int64), 0) > 0:
            state.phase = OPENING
            return
        state.opened += 1
    state.phase = PLAY
    mover = state.mover
    for step in range(1, state.seats + 1):
        state.mover = (mover + step) % state.seats
        state.due = colours_of(state, state.mover)
        if can_act(state, state.mover):
            return
    state.phase = OVER
    state.mover = NOBODY
    state.due = 0
    state.lone = 0


@kernel
def scores(state: DownUnderState, out: Ints) -> None:
    """Write each seat's points: of its path, or of both together (DOW-46, DOW-49, DOW-69)."""
    for seat in range(state.seats):
        out[seat] = 0
        for colour in range(COLOURS):
            if colours_of(state, seat) >> colour & 1:
                out[seat] += score_of(state, colour)


@kernel
def ranking(state: DownUnderState, out: Ints) -> None:
    """Rank by points; with special scoring those without their dingo come last (DOW-48, 52, 53)."""
    scores(state, out)
    points = out.copy()
    for seat in range(state.seats):
        place = 0
        for other in range(state.seats):
            ahead = has_laid_dingo(state, other) - has_laid_dingo(state, seat)
            if ahead > 0 or (ahead == 0 and points[other] > points[seat]):
                place += 1
        out[seat] = place
