"""The cards of Misd: ten symbol cards with two faces each, and the cards of a definition."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel

SHAPES = (
    *("triangle", "square", "diamond", "pentagon", "hexagon"),
    *("circle", "star", "arrow", "heart", "cross"),
)
COLOURS = (
    *("white", "black", "yellow", "green", "blue"),
    *("violet", "red", "orange", "brown", "grey"),
)
KINDS = 10
"""Shapes, colours and cards are ten each."""
CARDS = 10
FACES = 2 * CARDS
"""Faces are numbered card by card: the front, then the back."""

_SYMBOLS = (
    "red orange violet yellow grey blue white brown black green",
    "brown black grey orange red yellow green violet white blue",
    "violet grey blue red white orange brown green yellow black",
    "orange brown green white blue black violet yellow red grey",
    "white yellow black grey green brown orange red blue violet",
    "yellow white red green black violet blue grey brown orange",
    "black blue orange violet yellow grey red white green brown",
    "blue red brown black violet green yellow orange grey white",
    "grey green yellow brown orange white black blue violet red",
    "green violet white blue brown red grey black orange yellow",
)
"""The colours of each card's shapes, in the order of the shapes, on both its sides (MIS-2)."""
_LACKING = (
    *("star triangle", "triangle square", "square circle", "heart hexagon", "hexagon cross"),
    *("circle arrow", "diamond heart", "pentagon star", "arrow pentagon", "cross diamond"),
)
"""The shape that each card's front lacks, and the one that its back lacks (MIS-2)."""

COLOUR_OF = np.array([[COLOURS.index(name) for name in row.split()] for row in _SYMBOLS])
"""The colour of a shape on a card: ``COLOUR_OF[card, shape]``."""
LACKS = np.array([SHAPES.index(name) for pair in _LACKING for name in pair.split()])
"""The shape that a face lacks."""

EVERYTHING = (1 << KINDS) - 1
"""The set of all cards, all shapes, or all colours."""


@kernel
def face_of(card: int, side: int) -> int:
    """Return a face of a card: side 0 is its front, 1 its back."""
    return 2 * card + side


@kernel
def card_of(face: int) -> int:
    """Return the card that a face belongs to."""
    return face // 2


@kernel
def side_of(face: int) -> int:
    """Return 0 for the front of a card, 1 for its back."""
    return face % 2


@kernel
def colour_on(face: int, shape: int) -> int:
    """Return the colour of a shape on a face's card, even of the shape that the face lacks."""
    colour: int = COLOUR_OF[card_of(face), shape]
    return colour


@kernel
def shows(face: int, colour: int, shape: int) -> bool:
    """Whether a symbol lies on a face."""
    return colour_on(face, shape) == colour and LACKS[face] != shape


def symbols(face: int) -> list[tuple[int, int]]:
    """Return the nine symbols of a face, colour and shape, in the order of the shapes."""
    colours = COLOUR_OF[card_of(face)].tolist()
    return [(colour, shape) for shape, colour in enumerate(colours) if shape != LACKS[face]]
