"""Why an action is refused: the first rule that applies, in one fixed order.

Actions are judged as a person names them, with any cell of the plane, so that records and clicks
get the same answer.
"""

from __future__ import annotations

from tischlein.core.phrases import Phrase, Refusal, Value
from tischlein.games.down_under.actions import (
    Act,
    Billabong,
    Lay,
    Pass,
    Turn,
    act_of,
    animal_in,
    is_lay,
)
from tischlein.games.down_under.area import fits, has_neighbour
from tischlein.games.down_under.billabongs import is_case_3, is_due
from tischlein.games.down_under.colours import own_colours, paths_at_table
from tischlein.games.down_under.decoding import (
    cell_before,
    content_at,
    decode_cell,
    edge_before,
    is_loop,
    open_ends,
    slot_of,
)
from tischlein.games.down_under.moves import end_before, kind_of, leaves_room
from tischlein.games.down_under.names import ANIMAL_NAMES, KIND_NAMES, card_id, cell_name
from tischlein.games.down_under.paths import links_paths, may_turn, met_by, surroundings
from tischlein.games.down_under.state import (
    COLOURS,
    NONE,
    Card,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import OWN, facing, find, owner_of


def why_not(state: DownUnderState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if is_lay(action) and animal_in(action) and not state.counted:
        return Refusal("DOW-54")  # no line of a record means this number
    return refusal_of(state, seat, act_of(state, seat, action))


def refusal_of(state: DownUnderState, seat: int, act: Act) -> Refusal | None:
    """Return the first rule that forbids an action of the mover, None if it is legal."""
    if state.phase == Phase.WATER:
        if isinstance(act, Billabong) and is_due(state, act.x, act.y):
            return None
        return Refusal("DOW-35")
    if isinstance(act, Pass):
        return None if _may_decline(state, seat) else Refusal("DOW-16")
    if isinstance(act, Billabong):
        leads_there = any(
            cell_before(state, port) == (act.x, act.y) for port in open_ends(state, seat)
        )
        return None if leads_there and _may_decline(state, seat) else Refusal("DOW-34")
    if isinstance(act, Turn):
        return _why_no_turn(state, seat, act)
    return _why_no_lay(state, seat, act)


def _may_decline(state: DownUnderState, seat: int) -> bool:
    """Whether a billabong may be laid instead of a curve (DOW-41, DOW-42)."""
    return (
        state.phase == Phase.PLAY
        and state.paths == Paths.ONE
        and not state.passed >> seat & 1
        and bool(is_case_3(state, seat))
    )


def _is_curve(shape: int) -> bool:
    return Card.CURVE_NE <= shape <= Card.CURVE_NW


def _why_no_turn(state: DownUnderState, seat: int, act: Turn) -> Refusal | None:
    if state.phase != Phase.PLAY or not is_loop(state, seat):
        return Refusal("DOW-30", message="DOW-30-open")
    there = content_at(state, act.x, act.y)
    if there is None or not _is_curve(there.shape) or there.sides != ((there.shape, seat),):
        return Refusal("DOW-31", {"cell": cell_name(act.x, act.y)})
    if not _is_curve(act.shape) or (act.shape - there.shape) % 2 == 0:
        return Refusal("DOW-31", message="DOW-31-quarter")
    if not may_turn(state, find(state, act.x, act.y)):
        return Refusal("DOW-32", {"cell": cell_name(act.x, act.y)})
    return None


def _why_no_lay(state: DownUnderState, seat: int, lay: Lay) -> Refusal | None:
    """Judge a lay: whose card, whether it is due, where it may lie, what it joins."""
    before = _why_not_due(state, seat, lay) or _why_no_card(state, lay) or _why_taken(state, lay)
    if before is not None:
        return before
    kind = Kind(kind_of(lay.shape))
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
            return Refusal("DOW-36", culprits=_culprits(state, [state.exit]))
    elif not state.due >> lay.colour & 1:
        first = state.phase == Phase.OPENING
        return Refusal("DOW-66", message="DOW-66-entry" if first else "")
    return Refusal("DOW-30") if is_loop(state, lay.colour) else None


def _why_no_card(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse a card that is not in stock, and an end as A's single card."""
    kind = Kind(kind_of(lay.shape))
    if lay.animal is None or kind == Kind.END:
        if not state.stock[lay.colour][kind]:
            return Refusal("DOW-9", {"kind": KIND_NAMES[kind]})
    elif not state.animals_left[lay.colour][kind][lay.animal]:
        animal = Phrase(f"animal-{ANIMAL_NAMES[lay.animal]}")
        values: dict[str, Value] = {"kind": KIND_NAMES[kind], "animal": animal}
        return Refusal("DOW-9", values, message="DOW-9-animal")
    alone = state.lone and state.phase == Phase.PLAY
    return Refusal("DOW-65") if alone and kind == Kind.END else None


def _why_taken(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse an occupied cell, except for the free half beside an end."""
    there = content_at(state, lay.x, lay.y)
    if there is None:
        return None
    cell: dict[str, Value] = {"cell": cell_name(lay.x, lay.y)}
    if not Card.END_N <= there.shape <= Card.END_W:
        return Refusal("DOW-12", cell)
    back_to_back = Card.END_N + (there.shape - Card.END_N ^ 2)
    return None if lay.shape == back_to_back else Refusal("DOW-25", cell)


def _is_third_card(state: DownUnderState, lay: Lay) -> bool:
    """Whether the own part of a card lies at the exit of the billabong (DOW-36)."""
    return bool(
        lay.colour == state.moved
        and (lay.x, lay.y) == cell_before(state, state.exit)
        and OWN[lay.shape] >> edge_before(state.exit) & 1
    )


def _why_no_first(state: DownUnderState, lay: Lay, kind: Kind) -> Refusal | None:
    """Judge where a first card or an entry lies (DOW-5 to 7, 18, 57, 60 to 62)."""
    if state.entries and kind != Kind.END:
        return Refusal("DOW-60")
    if not state.entries and kind == Kind.END:
        return Refusal("DOW-7")
    where: dict[str, Value] = {"cell": cell_name(lay.x, lay.y)}
    inside = bool(fits(state, lay.x, lay.y))
    if state.opened == 0:
        if state.fixed:
            return None if inside else Refusal("DOW-18", where, message="DOW-18-first")
        return None if (lay.x, lay.y) == (0, 0) else Refusal("DOW-5")
    if state.entries and state.opened % 2 == 1:
        before = end_before(state)
        same = before >= 0 and before == find(state, lay.x, lay.y)
        return None if same else Refusal("DOW-61")
    if state.entries:
        return _why_no_third_entry(state, lay, inside)
    if not has_neighbour(state, lay.x, lay.y):
        return Refusal("DOW-6")
    return None if inside else Refusal("DOW-18", where, message="DOW-18-first")


def _why_no_third_entry(state: DownUnderState, lay: Lay, inside: bool) -> Refusal | None:
    if state.fixed and not inside:
        return Refusal("DOW-62", message="DOW-62-outside")
    if not has_neighbour(state, lay.x, lay.y) or find(state, lay.x, lay.y) >= 0:
        return Refusal("DOW-62")
    if paths_at_table(state) == COLOURS:
        around = surroundings(state, lay.x, lay.y)
        if not leaves_room(around, lay.shape - Card.END_N):
            return Refusal("DOW-62", message="DOW-62-back")
    return None


def _touches_own(state: DownUnderState, lay: Lay) -> bool:
    """Whether the own part of a card touches an open end of its path (DOW-10)."""
    for edge in range(4):
        if OWN[lay.shape] >> edge & 1:
            port = facing(state, lay.x, lay.y, edge)
            if port >= 0 and port in state.tips[lay.colour]:
                return True
    return False


def _why_linked(state: DownUnderState, lay: Lay) -> Refusal | None:
    """Refuse to join two paths (DOW-11), and show their ends."""
    if content_at(state, lay.x, lay.y) is not None:
        port = facing(state, lay.x, lay.y, lay.shape - Card.END_N)
        owner = owner_of(state, port) if port >= 0 else NONE
        free = owner == NONE or (state.phase != Phase.OPENING and owner == lay.colour)
        return None if free else Refusal("DOW-11", culprits=_culprits(state, [port]))
    around = surroundings(state, lay.x, lay.y)
    if not links_paths(around, lay.shape, lay.colour):
        return None
    ports = [facing(state, lay.x, lay.y, edge) for edge in range(4) if met_by(around, edge) != NONE]
    return Refusal("DOW-11", culprits=_culprits(state, ports))


def _culprits(state: DownUnderState, ports: list[int]) -> tuple[str, ...]:
    """Return the pieces of the scene that bear some ports."""
    cards = [decode_cell(state.cards[slot_of(port)]) for port in ports if port >= 0]
    return tuple(dict.fromkeys(card_id(card.x, card.y, card.shape) for card in cards))
