"""How cells, chips and piles of Schlauraff are written."""

from __future__ import annotations

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
    left = int(pile)
    while left:
        colours.append((left & TOP) - 1)
        left >>= CHIP_BITS
    return colours


def pile_letters(pile: int) -> str:
    """Return a pile from its top chip downwards, ``-`` for an empty cell."""
    return "".join(LETTERS[colour] for colour in chips_in(pile)) or "-"


def faces(counts: list[int]) -> list[int]:
    """Return the faces of dice in ascending order, given their number by face from 1."""
    return [face for face, count in enumerate(counts, start=1) for _ in range(count)]
