"""Why an action is refused: the first rule that applies, in one fixed order.

Actions are judged as a person names them, with any cell of the plane, so that records and clicks
get the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from tischlein.core.phrases import Phrase, Refusal, SeatName, Value
from tischlein.games.down_under.area import column_of, fits, has_neighbour, row_of
from tischlein.games.down_under.billabongs import is_case_3, is_due
from tischlein.games.down_under.moves import (
    CURVES_FROM,
    colours_of,
    end_before,
    kind_of,
    leaves_room,
    paths_at_table,
)
from tischlein.games.down_under.names import ANIMAL_NAMES, KIND_NAMES, card_id, cell_name
from tischlein.games.down_under.paths import links_paths, may_turn, met_by, surroundings
from tischlein.games.down_under.state import (
    ANIMALS,
    BILLABONG_AT,
    COLOURS,
    ENDS_FROM,
    LAYS,
    LOOPED,
    NOBODY,
    NONE,
    OF_A_CELL,
    PASS,
    TURNS_FROM,
    Card,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import (
    END_N,
    OWN,
    facing,
    find,
    led_to_x,
    led_to_y,
    owner_of,
    x_of,
    y_of,
)


@dataclass(frozen=True)
class Lay:
    """A card with its side on a cell; ``animal`` is None where animals do not count."""

    colour: int
    x: int
    y: int
    shape: int
    animal: int | None = None


@dataclass(frozen=True)
class Turn:
    """A card turned to a new side; other shapes than curves are refused (DOW-31)."""

    x: int
    y: int
    shape: int


@dataclass(frozen=True)
class Billabong:
    """A billabong on a cell."""

    x: int
    y: int


@dataclass(frozen=True)
class Pass:
    """Declining a billabong."""


Act = Lay | Turn | Billabong | Pass


def act_of(state: DownUnderState, seat: int, action: int) -> Act:
    """Return what a number means for a seat."""
    if action == PASS:
        return Pass()
    cell, code = divmod(action, OF_A_CELL)
    x, y = int(column_of(state, cell)), int(row_of(state, cell))
    if code == BILLABONG_AT:
        return Billabong(x, y)
    if code >= TURNS_FROM:
        return Turn(x, y, Card.CURVE_NE + code - TURNS_FROM)
    half, code = divmod(code, LAYS)
    colour = seat + 2 * half
    if code >= ENDS_FROM:
        return Lay(colour, x, y, END_N + code - ENDS_FROM)
    if code >= CURVES_FROM:
        side, animal = divmod(code - CURVES_FROM, ANIMALS)
        return Lay(colour, x, y, Card.CURVE_NE + side, animal if state.counted else None)
    side, animal = divmod(code, CURVES_FROM // 2)
    return Lay(colour, x, y, Card.STRAIGHT_NS + side, animal if state.counted else None)


def number_of(state: DownUnderState, seat: int, act: Act) -> int | None:
    """Return the number of an action, None for a cell or a card beyond all that can be numbered.

    Those are never legal: cells far from all that lies, straights with a dingo, sides of a turn
    that no curve has.
    """
    if isinstance(act, Pass):
        return PASS
    columns = int(state.east - state.west) + 3
    column, row = act.x - int(state.west) + 1, act.y - int(state.north) + 1
    if not (0 <= column < columns and 0 <= row < int(state.south - state.north) + 3):
        return None
    first = (row * columns + column) * OF_A_CELL
    if isinstance(act, Billabong):
        return first + BILLABONG_AT
    if isinstance(act, Turn):
        return first + TURNS_FROM + act.shape - Card.CURVE_NE if _is_curve(act.shape) else None
    if act.colour not in own_colours(state, seat):
        return None
    if act.colour != seat:
        first += LAYS
    animal = act.animal or 0
    if act.shape >= END_N:
        return first + ENDS_FROM + act.shape - END_N
    if act.shape >= Card.CURVE_NE:
        return first + CURVES_FROM + (act.shape - Card.CURVE_NE) * ANIMALS + animal
    of_a_side = CURVES_FROM // 2
    if animal >= of_a_side:
        return None
    return first + (act.shape - Card.STRAIGHT_NS) * of_a_side + animal


def own_colours(state: DownUnderState, seat: int) -> list[int]:
    """Return the colours of a seat."""
    bits = int(colours_of(state, seat))
    return [colour for colour in range(COLOURS) if bits >> colour & 1]


def why_not(state: DownUnderState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if action != PASS and not state.counted:
        code = action % OF_A_CELL
        if code < TURNS_FROM and _names_animal(code % LAYS):
            # No line of a record means this number.
            return _out_of_turn(state, seat) or Refusal("DOW-54")
    return refusal_of(state, seat, act_of(state, seat, action))


def _names_animal(code: int) -> bool:
    if code >= ENDS_FROM:
        return False
    if code >= CURVES_FROM:
        return (code - CURVES_FROM) % ANIMALS > 0
    return code % (CURVES_FROM // 2) > 0


def refusal_of(state: DownUnderState, seat: int, act: Act) -> Refusal | None:
    """Return the first rule that forbids an action, None if it is legal."""
    wrong = _out_of_turn(state, seat)
    if wrong is not None:
        return wrong
    if state.phase == Phase.WATER:
        if isinstance(act, Billabong) and is_due(state, act.x, act.y):
            return None
        return Refusal("DOW-35")
    if isinstance(act, Pass):
        return None if _may_decline(state, seat) else Refusal("DOW-16")
    if isinstance(act, Billabong):
        if _may_decline(state, seat) and _leads_to(state, seat, act.x, act.y):
            return None
        return Refusal("DOW-34")
    if isinstance(act, Turn):
        return _why_no_turn(state, seat, act)
    return _why_no_lay(state, seat, act)


def _out_of_turn(state: DownUnderState, seat: int) -> Refusal | None:
    if state.mover == NOBODY:
        return Refusal("DOW-4", message="DOW-4-over")
    mover = int(state.mover)
    return None if seat == mover else Refusal("DOW-4", {"seat": SeatName(mover)})


def _may_decline(state: DownUnderState, seat: int) -> bool:
    """Whether a billabong may be laid instead of a curve (DOW-41, DOW-42)."""
    return (
        state.phase == Phase.PLAY
        and state.paths == Paths.ONE
        and not int(state.passed) >> seat & 1
        and bool(is_case_3(state, seat))
    )


def _leads_to(state: DownUnderState, colour: int, x: int, y: int) -> bool:
    """Whether an open end of a path leads to a cell."""
    return any(
        port >= 0 and led_to_x(state, port) == x and led_to_y(state, port) == y
        for port in state.tips[colour].tolist()
    )


def _is_curve(shape: int) -> bool:
    return Card.CURVE_NE <= shape <= Card.CURVE_NW


def _why_no_turn(state: DownUnderState, seat: int, act: Turn) -> Refusal | None:
    if state.phase != Phase.PLAY or state.tips[seat, 0] != LOOPED:
        return Refusal("DOW-30", message="DOW-30-open")
    slot = int(find(state, act.x, act.y))
    shape = int(state.cards[slot]) & 15 if slot >= 0 else Card.EMPTY
    own = slot >= 0 and int(state.cards[slot]) >> 4 & 7 == seat
    if not (own and _is_curve(shape)):
        return Refusal("DOW-31", {"cell": cell_name(act.x, act.y)})
    if not _is_curve(act.shape) or (act.shape - shape) % 2 == 0:
        return Refusal("DOW-31", message="DOW-31-quarter")
    if not may_turn(state, slot):
        return Refusal("DOW-32", {"cell": cell_name(act.x, act.y)})
    return None


def _why_no_lay(state: DownUnderState, seat: int, lay: Lay) -> Refusal | None:
    """Judge a lay: whose card, whether it is due, where it may lie, what it joins."""
    before = _why_not_due(state, seat, lay) or _why_no_card(state, lay) or _why_taken(state, lay)
    if before is not None:
        return before
    kind = Kind(int(kind_of(lay.shape)))
    if state.phase == Phase.OPENING:
        return _why_no_first(state, lay, kind) or _why_linked(state, lay)
    if not _touches_own(state, lay):
        return Refusal("DOW-10")
    if kind != Kind.END and not fits(state, lay.x, lay.y):
        return Refusal("DOW-18", {"cell": cell_name(lay.x, lay.y)})
    return _why_linked(state, lay)


def _why_not_due(state: DownUnderState, seat: int, lay: Lay) -> Refusal | None:
    """Refuse a foreign colour, another card than a third one, a colour out of order, a loop."""
    if lay.colour not in own_colours(state, seat):
        return Refusal("DOW-9", message="DOW-9-foreign")
    if state.phase == Phase.EXIT:
        if not _is_third_card(state, lay):
            return Refusal("DOW-36", culprits=_culprits(state, [int(state.exit)]))
    elif not int(state.due) >> lay.colour & 1:
        first = state.phase == Phase.OPENING
        return Refusal("DOW-66", message="DOW-66-entry" if first else "")
    return Refusal("DOW-30") if state.tips[lay.colour, 0] == LOOPED else None


def _why_no_card(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse a card that is not in stock, and an end as A's single card."""
    kind = Kind(int(kind_of(lay.shape)))
    if lay.animal is None or kind == Kind.END:
        if not state.stock[lay.colour, kind]:
            return Refusal("DOW-9", {"kind": KIND_NAMES[kind]})
    elif not state.animals_left[lay.colour, kind, lay.animal]:
        animal = Phrase(f"animal-{ANIMAL_NAMES[lay.animal]}")
        values: dict[str, Value] = {"kind": KIND_NAMES[kind], "animal": animal}
        return Refusal("DOW-9", values, message="DOW-9-animal")
    alone = state.lone and state.phase == Phase.PLAY
    return Refusal("DOW-65") if alone and kind == Kind.END else None


def _why_taken(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse a cell where something lies, but for the free half beside an end."""
    slot = int(find(state, lay.x, lay.y))
    if slot < 0:
        return None
    there = int(state.cards[slot]) & 15
    cell: dict[str, Value] = {"cell": cell_name(lay.x, lay.y)}
    if not END_N <= there < END_N + 4:
        return Refusal("DOW-12", cell)
    return None if lay.shape == END_N + (there - END_N ^ 2) else Refusal("DOW-25", cell)


def _is_third_card(state: DownUnderState, lay: Lay) -> bool:
    """Whether the own part of a card lies at the exit of the billabong (DOW-36)."""
    port = int(state.exit)
    return (
        lay.colour == state.moved
        and (lay.x, lay.y) == (led_to_x(state, port), led_to_y(state, port))
        and bool(OWN[lay.shape] >> (port & 3 ^ 2) & 1)
    )


def _why_no_first(state: DownUnderState, lay: Lay, kind: Kind) -> Refusal | None:
    """Judge where a first card or an entry lies (DOW-5 to 7, 18, 57, 60 to 62)."""
    if state.entries and kind != Kind.END:
        return Refusal("DOW-60")
    if not state.entries and kind == Kind.END:
        return Refusal("DOW-7")
    where: dict[str, Value] = {"cell": cell_name(lay.x, lay.y)}
    inside = bool(fits(state, lay.x, lay.y))
    opened = int(state.opened)
    if opened == 0:
        if state.fixed:
            return None if inside else Refusal("DOW-18", where)
        return None if (lay.x, lay.y) == (0, 0) else Refusal("DOW-5")
    if state.entries and opened % 2 == 1:
        before = int(end_before(state))
        same = before >= 0 and before == find(state, lay.x, lay.y)
        return None if same else Refusal("DOW-61")
    if state.entries:
        return _why_no_third_entry(state, lay, inside)
    if not has_neighbour(state, lay.x, lay.y):
        return Refusal("DOW-6")
    return None if inside else Refusal("DOW-18", where)


def _why_no_third_entry(state: DownUnderState, lay: Lay, inside: bool) -> Refusal | None:
    if state.fixed and not inside:
        return Refusal("DOW-62", message="DOW-62-outside")
    if not has_neighbour(state, lay.x, lay.y) or find(state, lay.x, lay.y) >= 0:
        return Refusal("DOW-62")
    if paths_at_table(state) == COLOURS:
        around = surroundings(state, lay.x, lay.y)
        if not leaves_room(around, lay.shape - END_N):
            return Refusal("DOW-62", message="DOW-62-back")
    return None


def _touches_own(state: DownUnderState, lay: Lay) -> bool:
    """Whether the own part of a card touches an open end of its path (DOW-10)."""
    for edge in range(4):
        if OWN[lay.shape] >> edge & 1:
            port = int(facing(state, lay.x, lay.y, edge))
            if port >= 0 and port in state.tips[lay.colour].tolist():
                return True
    return False


def _why_linked(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse to join two paths (DOW-11), and show their ends."""
    slot = int(find(state, lay.x, lay.y))
    if slot >= 0:
        side = lay.shape - END_N
        port = int(facing(state, lay.x, lay.y, side))
        owner = int(owner_of(state, port)) if port >= 0 else NONE
        free = owner == NONE or (state.phase != Phase.OPENING and owner == lay.colour)
        return None if free else Refusal("DOW-11", culprits=_culprits(state, [port]))
    around = int(surroundings(state, lay.x, lay.y))
    if not links_paths(around, lay.shape, lay.colour):
        return None
    ports = [
        int(facing(state, lay.x, lay.y, edge)) for edge in range(4) if met_by(around, edge) != NONE
    ]
    return Refusal("DOW-11", culprits=_culprits(state, ports))


def _culprits(state: DownUnderState, ports: list[int]) -> tuple[str, ...]:
    """Return the pieces of the scene that bear some ports."""
    cards = [int(state.cards[port >> 2]) for port in ports if port >= 0]
    ids = [card_id(int(x_of(card)), int(y_of(card)), card & 15) for card in cards]
    return tuple(dict.fromkeys(ids))
