"""How cells, chips, piles and dice of Schlauraff are written."""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.core.phrases import Phrase
from tischlein.games.schlauraff.state import CHIP_BITS, LETTERS, TOP


def cell_name(column: int, row: int) -> str:
    """Return a cell's name: column letter and row number, ``a1`` at the top left."""
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """Return a column's letter."""
    return chr(ord("a") + column)


def chips_in(pile: int) -> list[int]:
    """Return the colours of a pile's chips from the top."""
    colours = []
    while pile:
        colours.append((pile & TOP) - 1)
        pile >>= CHIP_BITS
    return colours


def chip_label(colour: int, cell: str) -> Phrase:
    """Return what a chip that lies on a cell is called."""
    return Phrase("chip-on", {"colour": LETTERS[colour], "cell": cell})


def pile_letters(pile: int) -> str:
    """Return a pile from its top chip downwards, ``-`` for an empty cell."""
    return "".join(LETTERS[colour] for colour in chips_in(pile)) or "-"


def faces(counts: Iterable[int]) -> list[int]:
    """Return the faces of dice in ascending order, given their number by face from 1."""
    return [face for face, count in enumerate(counts, start=1) for _ in range(count)]
