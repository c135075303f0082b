"""The channel as scenery: left bank, water, icebreaker, and the names of rows and columns."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.games.schollenschubser.names import ROW_LETTERS, square_name
from tischlein.games.schollenschubser.state import COLUMNS, ROWS, SQUARES
from tischlein.games.schollenschubser.targets import BANK, SHIP, square_target
from tischlein.presentation.scenes import Lettering, Place

PITCH = 10.0
"""Distance of neighbouring squares in board units."""
BANK_WIDTH = 9.5
SHIP_WIDTH = 11.0
HEAD = 5.2
"""Room above the water for the numbers of the columns, and for dice over what they allow."""
WIDTH = BANK_WIDTH + COLUMNS * PITCH + SHIP_WIDTH
HEIGHT = HEAD + ROWS * PITCH
SHIP_LEFT = WIDTH - SHIP_WIDTH


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, COLUMNS)
    return BANK_WIDTH + PITCH * (column + 0.5), HEAD + PITCH * (row + 0.5)


CENTRES = [_centre(square) for square in range(SQUARES)]


def _water(square: int) -> Place:
    x, y = CENTRES[square]
    label = Phrase("square", {"square": square_name(square)})
    return Place(square_target(square), x - PITCH / 2, y - PITCH / 2, PITCH, PITCH, label, "water")


PLACES = [
    Place(BANK, 0.0, HEAD, BANK_WIDTH, ROWS * PITCH, Phrase("bank"), "bank"),
    Place(SHIP, SHIP_LEFT, HEAD, SHIP_WIDTH, ROWS * PITCH, Phrase("ship"), "ship"),
    *map(_water, range(SQUARES)),
]
COLUMN_NUMBERS = [
    Lettering(str(column + 1), BANK_WIDTH + PITCH * (column + 0.5), HEAD / 2, 2.6, legible=True)
    for column in range(COLUMNS)
]
ROW_NAMES = [
    Lettering(letter, SHIP_LEFT + 0.9, HEAD + PITCH * (row + 0.5), 2.2, legible=True)
    for row, letter in enumerate(ROW_LETTERS)
]
