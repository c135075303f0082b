"""A position for plain Python code: what lies where, and the state of the paths."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tischlein.games.down_under.state import (
    LOOPED,
    NONE,
    STEP_X,
    STEP_Y,
    UNBEGUN,
    Card,
    DownUnderState,
)
from tischlein.games.down_under.table import (
    animal_of,
    colour_of,
    exit_owner,
    find,
    neutral_owner,
    shape_of,
    x_of,
    y_of,
)

Cell = tuple[int, int]
_TWO_ENDS = {
    Card.ENDS_NS: (Card.END_N, Card.END_S),
    Card.ENDS_EW: (Card.END_E, Card.END_W),
}


class CellContent(NamedTuple):
    """What lies on a cell: a card, two ends back to back, or a billabong."""

    x: int
    y: int
    shape: Card
    sides: tuple[tuple[Card, int], ...]
    """The cards that lie here and their colours: none for a billabong, two for ends."""
    animal: int
    taker: int
    """The colour whose path has the neutral part, ``WALL`` or ``NONE``."""


@lru_cache(maxsize=8192)
def decode_cell(word: int) -> CellContent:
    """Return what a slot of the table says."""
    shape = Card(shape_of(word))
    two_ends = _TWO_ENDS.get(shape)
    if two_ends is not None:
        sides = tuple((end, colour_of(word, end - Card.END_N)) for end in two_ends)
    else:
        sides = () if shape == Card.BILLABONG else ((shape, colour_of(word, 0)),)
    return CellContent(x_of(word), y_of(word), shape, sides, animal_of(word), neutral_owner(word))


def cell_contents(state: DownUnderState) -> Iterator[tuple[int, CellContent]]:
    """Yield all that lies on the table, with its slot."""
    return ((slot, decode_cell(word)) for slot, word in enumerate(state.cards) if word)


def content_at(state: DownUnderState, x: int, y: int) -> CellContent | None:
    """Return what lies on a cell, or None."""
    slot = find(state, x, y)
    return decode_cell(state.cards[slot]) if slot >= 0 else None


def port_of(slot: int, edge: int) -> int:
    """Return the port at an edge of what lies in a slot."""
    return slot * 4 + edge


def slot_of(port: int) -> int:
    """Return the slot of a port."""
    return port >> 2


def edge_of(port: int) -> int:
    """Return the edge at which a port lies."""
    return port & 3


def edge_before(port: int) -> int:
    """Return the edge by which a port leads into the next cell."""
    return edge_of(port) ^ 2


def cell_before(state: DownUnderState, port: int) -> Cell:
    """Return the cell that a port leads to."""
    there, edge = decode_cell(state.cards[slot_of(port)]), edge_of(port)
    return there.x + STEP_X[edge], there.y + STEP_Y[edge]


def ways_through(links: int) -> dict[int, list[int]]:
    """Return the edges by which each path is led through a billabong, from its links."""
    ways: dict[int, list[int]] = {}
    for edge in range(4):
        ways.setdefault(exit_owner(links, edge), []).append(edge)
    ways.pop(NONE, None)
    return ways


def open_ends(state: DownUnderState, colour: int) -> list[int]:
    """Return the ports at which a path can go on."""
    return [tip for tip in state.tips[colour] if tip >= 0]


def is_loop(state: DownUnderState, colour: int) -> bool:
    """Whether a path has become a loop, finished or not (DOW-29)."""
    return bool(state.tips[colour][0] == LOOPED)


def path_state(state: DownUnderState, colour: int) -> str:
    """Return ``none``, ``open 1``, ``open 2``, ``loop`` or ``done``."""
    if state.tips[colour][0] == UNBEGUN:
        return "none"
    if is_loop(state, colour):
        return "done" if state.ended >> colour & 1 else "loop"
    count = len(open_ends(state, colour))
    return f"open {count}" if count else "done"
