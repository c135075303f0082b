"""How cards, sides, colours, animals and cells are called in records and in the names of texts."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tischlein.core import seats
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.games.down_under.state import (
    NONE,
    WALL,
    Card,
    DownUnderState,
    Kind,
    Paths,
)

KIND_NAMES = {Kind.STRAIGHT: "straight", Kind.CURVE: "curve", Kind.END: "end"}
ANIMAL_NAMES = ("kangaroo", "emu", "platypus", "rabbit", "dingo")
COLOUR_NAMES = ("yellow", "red", "blue", "green")
PATTERNS = ("plain", "dash", "dot", "wave")
"""The line textures of the four colours, by which players tell them apart."""
EDGE_NAMES = "nesw"
SIDE_NAMES = {
    Card.STRAIGHT_NS: "ns",
    Card.STRAIGHT_EW: "ew",
    Card.CURVE_NE: "ne",
    Card.CURVE_SE: "se",
    Card.CURVE_SW: "sw",
    Card.CURVE_NW: "nw",
    Card.END_N: "n",
    Card.END_E: "e",
    Card.END_S: "s",
    Card.END_W: "w",
}


def kind_name(shape: int) -> str:
    """Return ``straight``, ``curve`` or ``end``."""
    if shape >= Card.END_N:
        return "end"
    return "curve" if shape >= Card.CURVE_NE else "straight"


SHAPES = {(kind_name(shape), name): int(shape) for shape, name in SIDE_NAMES.items()}
"""The cards with their sides, by the names of both."""


def cell_name(x: int, y: int) -> str:
    """Return a cell as records write it."""
    return f"{x},{y}"


def owner_name(state: DownUnderState, owner: int) -> str:
    """Return a path's name: a seat's letter or, with two paths each, a colour."""
    if owner == WALL:
        return "wall"
    if owner == NONE:
        return "none"
    return seats.letter(owner) if state.paths == Paths.ONE else COLOUR_NAMES[owner]


class Path(NamedTuple):
    """What distinguishes a path from others."""

    colour: int
    seat: int | None
    """None for a layout's own, which counts as one more player's path."""
    alone: bool
    """Whether its player has no other one."""

    @property
    def pattern(self) -> str:
        """Return the texture of its line."""
        return "wall" if self.seat is None else PATTERNS[self.colour]

    @property
    def phrase(self) -> Phrase:
        """Return what it is called."""
        return self._phrase("path")

    @property
    def subject(self) -> Phrase:
        """Return what it is called where a sentence begins with it."""
        return self._phrase("the-path")

    def _phrase(self, stem: str) -> Phrase:
        if self.seat is None:
            return Phrase(f"{stem}-wall")
        if self.alone:
            return Phrase(f"{stem}-of", {"seat": seat_name(self.seat)})
        values: dict[str, Value] = {"seat": seat_name(self.seat), "pattern": self.pattern}
        return Phrase(f"{stem}-pattern", values)


def path_of(state: DownUnderState, colour: int) -> Path:
    """Return the path of a colour, or ``WALL``."""
    return _path(colour, state.seats, alone=bool(state.paths == Paths.ONE))


def paths_of(state: DownUnderState) -> tuple[Path, ...]:
    """Return the paths of all colours, and that of ``WALL``."""
    return _paths(state.seats, alone=bool(state.paths == Paths.ONE))


@cache
def _paths(seats_at_table: int, *, alone: bool) -> tuple[Path, ...]:
    return tuple(_path(colour, seats_at_table, alone=alone) for colour in range(WALL + 1))


@cache
def _path(colour: int, seats_at_table: int, *, alone: bool) -> Path:
    seat = None if colour == WALL else colour if alone else colour % seats_at_table
    return Path(colour, seat, alone)


def card_id(x: int, y: int, shape: int) -> str:
    """Return the name of a card's piece in scenes; two ends share a cell."""
    if Card.END_N <= shape <= Card.END_W:
        return f"card:{x},{y}:{SIDE_NAMES[Card(shape)]}"
    if shape in (Card.ENDS_NS, Card.ENDS_EW):
        return f"card:{x},{y}:{EDGE_NAMES[shape - Card.ENDS_NS]}"
    return f"card:{x},{y}"
