"""The state of Misd: phase, chips, piles and open cards, and the components as constants."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State
from tischlein.games.misd.cards import CARDS, FACES

SEATS = 8
NOTHING = -1
"""No seat, no face, no card, no time."""

MOST_CHIPS = 40
LONGEST_LIMIT = 1000
MOST_RELAY = 100
LEAST_LAYOUT = 5
MOST_PATIENCE = 600
"""Seconds."""


class Phase(IntEnum):
    """What comes next."""

    START = 0
    """The lot (MIS-5)."""
    LAY = 1
    """Laying out a face (MIS-8, MIS-11)."""
    TURN = 2
    """The turner says when (MIS-6)."""
    CARD = 3
    """Turning a symbol card (MIS-7)."""
    SHAPE = 4
    COLOUR = 5
    """Turning a definition card (MIS-9)."""
    OPEN = 6
    """A question lies open (MIS-12)."""
    OVER = 7


class LastResult(IntEnum):
    """What became of the last question."""

    NONE = 0
    NOBODY = 1
    RIGHT = 2
    WRONG = 3


class MisdState(State):
    """One position; sets are bit sets, chips and times stand by seat or in order of speaking."""

    finding: int
    """1 in variant B, in which combinations are looked for; 0 in variant A."""
    going_on: int
    """1 if the others may go on after a wrong claim (MIS-19)."""
    spread: int
    """Cards of the layout in variant B."""
    relay: int
    limit: int
    patience: int
    """Milliseconds that a table waits for answers; 0 for no limit (MIS-21)."""
    total: int
    """All chips."""

    phase: int
    turner: int
    """The seat that turns now or has turned the open question; ``NOTHING`` before the lot."""
    asked: int
    """Questions turned so far."""
    stock: int
    chips: Annotated[Ints, Shape(SEATS)]

    pile: int
    """A: cards not turned yet. B, while laying: cards that may still be laid."""
    lain: int
    """B: the cards of the layout."""
    laid: int
    """B: faces of the layout that lie already."""
    layout: Annotated[Ints, Shape(CARDS)]
    """B: faces in the order in which they were laid."""
    shapes: int
    colours: int
    """B: definition cards not turned yet."""

    face: int
    """A: the face turned last."""
    wanted_shape: int
    wanted_colour: int
    """B: the definition cards turned last."""
    answer: int
    """The right claim to the question turned last."""
    silent: int
    """Seats that have passed the open question or are out for it."""

    last: int
    last_seat: int
    spoken: int
    """Claims and passes to the question turned last; the fields below list them in order."""
    speaker: Annotated[Ints, Shape(SEATS)]
    said: Annotated[Ints, Shape(SEATS)]
    taken: Annotated[Ints, Shape(SEATS)]
    """Reaction times in milliseconds, ``NOTHING`` if unknown. Only for display."""

    right: Annotated[Ints, Shape(SEATS)]
    wrong: Annotated[Ints, Shape(SEATS)]
    """Right and wrong claims of each seat in the whole match."""
    seen: Annotated[Ints, Shape(FACES)]
    """A: how often each face has been turned."""
