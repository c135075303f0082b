"""The dice on the board: each lies over what it allows, with a word where that is no column."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.games.schollenschubser.board import (
    BANK_WIDTH,
    CENTRES,
    COLUMN_NUMBERS,
    HEAD,
    ROW_NAMES,
    SHIP_LEFT,
)
from tischlein.games.schollenschubser.state import (
    COLUMN_DIE,
    MELT_DIE,
    Phase,
    SchollenschubserState,
)
from tischlein.presentation.scenes import Lettering, Piece

SIDE = 4.2
_ASIDE = {COLUMN_DIE: 2.4, MELT_DIE: SHIP_LEFT + 2.4}
"""Where a die lies that names no column: over the bank and over the ship."""
_BESIDE = 4.4
"""Distance of two dice that show the same."""
_WORDS = {
    COLUMN_DIE: Lettering(Phrase("die-any"), (2.4 + SIDE / 2 + BANK_WIDTH) / 2, HEAD / 2, 2.1),
    MELT_DIE: Lettering(Phrase("die-melt"), SHIP_LEFT + 7.7, HEAD / 2, 2.1),
}
_LABELS = [Phrase("die", {"face": face}) for face in range(7)]


def dice(state: SchollenschubserState) -> list[Piece]:
    """Return the dice that have been rolled; once the ice has moved they are used up."""
    used = state.phase not in (Phase.ROLL, Phase.DRIFT)
    double = state.dice[0] == state.dice[1]
    return [
        Piece(
            id=f"die:{number}",
            kind=f"die-{number}",
            symbol=f"die-{face}",
            label=_LABELS[face],
            x=_left(face) + _shift(face, number, double),
            y=HEAD / 2,
            w=SIDE,
            h=SIDE,
            faded=used,
        )
        for number, face in enumerate(state.dice)
        if face
    ]


def letterings(state: SchollenschubserState) -> list[Lettering]:
    """Return the names of rows, of columns without a die, and what dice allow besides columns.

    Two dice that show the same leave no room for a word.
    """
    first, second = state.dice
    numbers = (
        number for column, number in enumerate(COLUMN_NUMBERS, 1) if column not in state.dice
    )
    words = [] if first == second else [_WORDS[face] for face in state.dice if face in _WORDS]
    return [*ROW_NAMES, *numbers, *words]


def _left(face: int) -> float:
    return _ASIDE[face] if face in _ASIDE else CENTRES[face - 1][0]


def _shift(face: int, number: int, double: bool) -> float:
    """Lay two dice that show the same side by side, in the middle if they name a column."""
    if not double:
        return 0.0
    return _BESIDE * number if face in _ASIDE else _BESIDE * (number - 0.5)
