"""The dice on the board: each lies over what it allows, with a word where that is no column."""

from __future__ import annotations

from functools import cache

from tischlein.core.phrases import Phrase
from tischlein.games.schollenschubser.scenery import (
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
_GAP = 0.5
"""Between a die and its word."""
_WORDS = {
    face: Lettering(word, x + SIDE / 2 + _GAP, HEAD / 2, 2.1, begins=True, legible=True)
    for face, x, word in (
        (COLUMN_DIE, _ASIDE[COLUMN_DIE], Phrase("die-any")),
        (MELT_DIE, _ASIDE[MELT_DIE], Phrase("die-melt")),
    )
}


def dice(state: SchollenschubserState) -> list[Piece]:
    """Return the dice that have been rolled; once the ice has moved they are used up."""
    used = state.phase not in (Phase.ROLL, Phase.DRIFT)
    double = state.dice[0] == state.dice[1]
    return [
        _die(number, face, double=double, used=used)
        for number, face in enumerate(state.dice)
        if face
    ]


@cache
def _die(number: int, face: int, *, double: bool, used: bool) -> Piece:
    x = _ASIDE[face] if face in _ASIDE else CENTRES[face - 1][0]
    if double:
        # Side by side; over a column both keep to its middle.
        x += _BESIDE * (number if face in _ASIDE else number - 0.5)
    return Piece(
        id=f"die:{number}",
        kind=f"die-{number}",
        symbol=f"die-{face}",
        label=Phrase("die", {"face": face}),
        x=round(x, 2),
        y=HEAD / 2,
        w=SIDE,
        h=SIDE,
        faded=used,
    )


@cache
def letterings(dice: tuple[int, int]) -> list[Lettering]:
    """Return the names of rows, of columns without a die, and what dice allow besides columns.

    Two dice that show the same leave no room for a word.
    """
    first, second = dice
    words = [] if first == second else [_WORDS[face] for face in dice if face in _WORDS]
    numbers = (number for column, number in enumerate(COLUMN_NUMBERS, 1) if column not in dice)
    return [*ROW_NAMES, *words, *numbers]
