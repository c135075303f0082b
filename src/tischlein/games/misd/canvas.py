"""Drawing in Misd: symbols and colours, marked so that colour-blind players can tell them apart.

An option of the table sets the marks for all seats: patterns, letters that stand for the colours,
or no marks.
"""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.cards import COLOURS, SHAPES
from tischlein.games.misd.layout import Box
from tischlein.games.misd.options import LETTERS, PATTERNS
from tischlein.presentation.scenes import Lettering, Picture, Place

PATTERNLESS = COLOURS.index("white")
"""The only colour without a pattern."""
_BADGE = 0.36
"""Size of the disc on which a letter stands, as a share of the symbol."""
_LETTER = 0.62
"""Size of a letter as a share of its disc."""


class Canvas:
    """A part of a board under construction; once finished, it no longer changes."""

    def __init__(self, marks: str) -> None:
        """Start empty; ``marks`` is a value of the option."""
        self.places: list[Place] = []
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        self._marks = marks

    def add(self, other: Canvas) -> None:
        """Draw what another drawing has over what is there."""
        self.places += other.places
        self.pictures += other.pictures
        self.letterings += other.letterings

    def place(self, name: str, box: Box, label: Phrase, ground: str = "") -> None:
        """Make a box a place that can be picked or pointed at, drawn as a symbol if it has one."""
        box = box.rounded()
        self.places.append(Place(name, box.x, box.y, box.w, box.h, label, ground))

    def words(self, text: str | Phrase, box: Box, size: float, *, bounded: bool = False) -> None:
        """Write a text into the middle of a box, smaller where it is longer and ``bounded``."""
        x, y = round(box.x + box.w / 2, 3), round(box.y + box.h / 2, 3)
        room = round(box.w, 3) if bounded else 0
        self.letterings.append(Lettering(text, x, y, round(size, 2), "ink", room=room))

    def symbol(self, name: str, box: Box, turn: float = 0) -> None:
        """Draw a symbol of the art in a box."""
        box = box.rounded()
        self.pictures.append(Picture(name, box.x, box.y, box.w, box.h, round(turn, 2)))

    def face(self, face: int, box: Box) -> None:
        """Draw the nine symbols of a face, letters above them all."""
        self.add(_face(face, box, self._marks))

    def shape(self, colour: int, shape: int, box: Box) -> None:
        """Draw a shape in a colour."""
        self.add(_coloured(f"{SHAPES[shape]}-", colour, box, self._marks))

    def paint(self, colour: int, box: Box) -> None:
        """Draw a colour without a shape."""
        self.add(_coloured("paint-", colour, box, self._marks))

    def mark(self, prefix: str, colour: int, box: Box, turn: float = 0) -> None:
        """Draw something in a colour, with its pattern if those are the marks."""
        patterned = self._marks == PATTERNS and colour != PATTERNLESS
        self.symbol(f"{prefix}{COLOURS[colour]}{'-pattern' if patterned else ''}", box, turn)

    def letter(self, colour: int, box: Box) -> None:
        """Write the letter of a colour into the middle of a box if letters are the marks."""
        if self._marks == LETTERS:
            box = box.rounded()
            badge = box.inner(_BADGE)
            self.symbol("badge", badge)
            self.words(Phrase("letter", {"colour": COLOURS[colour]}), badge, _LETTER * badge.h)


@lru_cache(maxsize=1024)
def _face(face: int, box: Box, marks: str) -> Canvas:
    canvas = Canvas(marks)
    for spot in arrangement(face):
        canvas.mark(f"{SHAPES[spot.shape]}-", spot.colour, spot.box(box), spot.turn)
    for spot in arrangement(face):
        canvas.letter(spot.colour, spot.box(box))
    return canvas


@lru_cache(maxsize=1024)
def _coloured(prefix: str, colour: int, box: Box, marks: str) -> Canvas:
    canvas = Canvas(marks)
    canvas.mark(prefix, colour, box)
    canvas.letter(colour, box)
    return canvas
