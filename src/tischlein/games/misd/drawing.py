"""Drawing in Misd: symbols and colours, marked so that they are told apart without seeing colour.

How they are marked is settled at the table, for all seats alike: by patterns, by letters that
stand for the colours, or not at all.
"""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.board import Box
from tischlein.games.misd.cards import COLOURS, SHAPES
from tischlein.games.misd.options import LETTERS, PATTERNS
from tischlein.presentation.scenes import Lettering, Picture, Place

PATTERNLESS = COLOURS.index("white")
"""The only colour without a pattern."""
_BADGE = 0.36
"""Size of the disc on which a letter stands, as a share of the symbol."""
_LETTER = 0.62
"""Size of a letter as a share of its disc."""


class Drawing:
    """A board in the making."""

    def __init__(self, marks: str, width: float, height: float, stock: tuple[float, float]) -> None:
        """Begin with nothing; ``marks`` is a value of the option, the stock lies at (x, y)."""
        self.width = width
        self.height = height
        self.stock = stock
        self.places: list[Place] = []
        self.pictures: list[Picture] = []
        self.letterings: list[Lettering] = []
        self._marks = marks

    def place(self, name: str, box: Box, label: Phrase, ground: str = "") -> None:
        """Make a box a place that can be picked or pointed at, drawn as a symbol if it has one."""
        self.places.append(Place(name, box.x, box.y, box.w, box.h, label, ground))

    def words(self, text: str | Phrase, box: Box, size: float) -> None:
        """Write a text into the middle of a box."""
        x, y = box.x + box.w / 2, box.y + box.h / 2
        self.letterings.append(Lettering(text, x, y, size, "ink"))

    def symbol(self, name: str, box: Box) -> None:
        """Draw a symbol of the art in a box."""
        self.pictures.append(Picture(name, box.x, box.y, box.w, box.h))

    def face(self, face: int, box: Box) -> None:
        """Draw the nine symbols of a face, letters above them all."""
        for spot in arrangement(face):
            self._mark(f"{SHAPES[spot.shape]}-", spot.colour, spot.box(box), spot.turn)
        for spot in arrangement(face):
            self._letter(spot.colour, spot.box(box))

    def shape(self, colour: int, shape: int, box: Box) -> None:
        """Draw a shape in a colour."""
        self._mark(f"{SHAPES[shape]}-", colour, box)
        self._letter(colour, box)

    def paint(self, colour: int, box: Box) -> None:
        """Draw a colour without a shape."""
        self._mark("paint-", colour, box)
        self._letter(colour, box)

    def _mark(self, prefix: str, colour: int, box: Box, turn: float = 0) -> None:
        name = f"{prefix}{COLOURS[colour]}"
        self.pictures.append(Picture(name, box.x, box.y, box.w, box.h, turn))
        if self._marks == PATTERNS and colour != PATTERNLESS:
            self.pictures.append(Picture(f"{name}-pattern", box.x, box.y, box.w, box.h, turn))

    def _letter(self, colour: int, box: Box) -> None:
        if self._marks == LETTERS:
            badge = box.inner(_BADGE)
            self.symbol("badge", badge)
            self.words(Phrase("letter", {"colour": COLOURS[colour]}), badge, _LETTER * badge.h)
