"""The rules of Down Under: laying, turning, billabongs, whose turn it is, the end."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.state import Ints
from tischlein.games.down_under import layouts
from tischlein.games.down_under.actions import (
    PASS,
    animal_in,
    billabong_number,
    cell_in,
    colour_in,
    is_billabong,
    is_turn,
    shape_in,
    turn_number,
)
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
from tischlein.games.down_under.colours import colours_of, paths_at_table
from tischlein.games.down_under.moves import (
    fitting_shapes,
    has_first_card,
    has_lay,
    kind_of,
    write_first_cards,
    write_lays_at,
    write_lays_of,
)
from tischlein.games.down_under.paths import join_neutral, lay, may_turn, turn
from tischlein.games.down_under.state import (
    BILLABONGS,
    COLOURS,
    CURVE_ANIMALS,
    CURVE_ORDER,
    LOOPED,
    NO_EXIT,
    NOBODY,
    PLENTY,
    SLOTS,
    STRAIGHT_ANIMALS,
    STRAIGHT_ORDER,
    UNBEGUN,
    WALL,
    Card,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import (
    colour_of,
    find,
    led_to_x,
    led_to_y,
    pack,
    shape_of,
    x_of,
    y_of,
)


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
        state.animals_left[colour, Kind.STRAIGHT] = STRAIGHT_ANIMALS
        state.animals_left[colour, Kind.CURVE] = CURVE_ANIMALS
    if state.fixed:
        state.east, state.south = state.long - 1, state.short - 1
        for x, y, shape, animal in layouts.cards_of(
            str(options["layout"]), int(state.short), int(state.long)
        ):
            slot = -1 - int(find(state, x, y))
            state.cards[slot] = pack(x, y, int(shape), WALL, animal)
            join_neutral(state, slot)
            widen_window(state, x, y)
    state.phase = Phase.OPENING
    state.due = 1


@kernel
def acting(state: DownUnderState) -> int:
    """Return the mover's bit (DOW-4)."""
    return 0 if state.mover == NOBODY else 1 << state.mover


@kernel
def legal(state: DownUnderState, seat: int, out: Ints) -> int:
    """Write what the phase asks for: first cards, lays, turns, billabongs, a third card."""
    if state.phase == Phase.WATER:
        return write_billabongs(state, out)
    if state.phase == Phase.EXIT:
        return write_lays_at(state, seat, state.moved, state.exit, out, 0)
    if state.phase == Phase.OPENING:
        return write_first_cards(state, seat, out)
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
    return billabong_number(cell_number(state, led_to_x(state, port), led_to_y(state, port)))


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
    return bool(Card.CURVE_NE <= shape_of(card) <= Card.CURVE_NW and colour_of(card, 0) == colour)


@kernel
def write_turns(state: DownUnderState, colour: int, out: Ints, count: int) -> int:
    """Append both quarter turns of every curve that opens a loop (DOW-31, DOW-32)."""
    for slot in range(SLOTS):
        if is_own_curve(state, colour, slot) and may_turn(state, slot):
            card = state.cards[slot]
            side = shape_of(card) - Card.CURVE_NE
            cell = cell_number(state, x_of(card), y_of(card))
            for quarters in range(1, 4, 2):
                out[count] = turn_number(cell, Card.CURVE_NE + (side + quarters) % 4)
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
        pass_turn(state)
        return
    state.passed = 0
    x = column_of(state, cell_in(action))
    y = row_of(state, cell_in(action))
    if is_billabong(action):
        lay_billabong(state, x, y)
    elif is_turn(action):
        state.moved = seat
        state.due = 0
        turn(state, seat, find(state, x, y), shape_in(action))
    else:
        lay_card(state, colour_in(action, seat), x, y, shape_in(action), animal_in(action))
    advance(state)


@kernel
def lay_billabong(state: DownUnderState, x: int, y: int) -> None:
    """Lay a billabong, because three or four paths lead to a cell, or instead of a curve."""
    if state.phase == Phase.PLAY:
        state.due = 0
        join_both(state, x, y)
    else:
        flood(state, x, y)


@kernel
def lay_card(state: DownUnderState, colour: int, x: int, y: int, shape: int, animal: int) -> None:
    """Take a card from the stock and lay it."""
    kind = kind_of(shape)
    if shape < Card.END_N:
        if not state.counted:
            laid = PLENTY[kind] - state.stock[colour, kind]
            animal = CURVE_ORDER[laid] if kind == Kind.CURVE else STRAIGHT_ORDER[laid]
        state.animals_left[colour, kind, animal] -= 1
        widen_box(state, x, y)
    state.stock[colour, kind] -= 1
    widen_window(state, x, y)
    first = state.phase == Phase.OPENING
    if first:
        state.opened += 1
        state.due = 0
        # A lays a single card after the entries (DOW-65).
        state.lone = state.paths == Paths.BOTH and state.opened == COLOURS
    elif state.phase == Phase.EXIT:
        state.exit = NO_EXIT
    else:
        state.due &= ~(1 << colour)
        if state.paths != Paths.BOTH or state.lone:
            state.due = 0
        state.lone = 0
    state.moved = colour
    lay(state, colour, x, y, shape, animal, first)


@kernel
def advance(state: DownUnderState) -> None:
    """Ask for a third card, a billabong, a card of the other colour, or the next seat."""
    if state.exit != NO_EXIT:
        if fitting_shapes(state, state.moved, state.exit) != 0:
            state.phase = Phase.EXIT
            return
        give_up_exit(state)
    if due_port(state, 0) >= 0:
        state.phase = Phase.WATER
        return
    state.phase = Phase.PLAY
    if state.due == 0 or not can_act(state, state.mover):
        pass_turn(state)


@kernel
def can_act(state: DownUnderState, seat: int) -> bool:
    """Whether a seat has an action with the colours due; loops without a chance end (DOW-33)."""
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
def pass_turn(state: DownUnderState) -> None:
    """Hand the turn to the next seat that can act; without one the match is over (DOW-45)."""
    while state.opened < paths_at_table(state):
        state.mover = state.opened % state.seats
        state.due = 1 << state.opened
        if has_first_card(state):
            state.phase = Phase.OPENING
            return
        state.opened += 1
    state.phase = Phase.PLAY
    mover = state.mover
    for step in range(1, state.seats + 1):
        state.mover = (mover + step) % state.seats
        state.due = colours_of(state, state.mover)
        if can_act(state, state.mover):
            return
    state.phase = Phase.OVER
    state.mover = NOBODY
    state.due = 0
    state.lone = 0
