"""Schollenschubser in characters: each floe as its size and its researchers' letters."""

from __future__ import annotations

from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.schollenschubser.names import ROW_LETTERS, crowd
from tischlein.games.schollenschubser.state import COLUMNS, PAWNS, SchollenschubserState


def draw(observation: Observation) -> str:
    """Return the water, what everybody has reached, and the dice in characters."""
    state: SchollenschubserState = observation.state
    lines = ["    " + "".join(f"{column + 1:^7}" for column in range(COLUMNS))]
    for row, name in enumerate(ROW_LETTERS):
        squares = range(row * COLUMNS, (row + 1) * COLUMNS)
        cells = "".join(f"{_square(state, square):^7}" for square in squares)
        lines.append(f"  {name} {cells} {name}")
    lines.append("")
    lines += [_reached(state, seat) for seat in range(state.seats)]
    dice = " ".join(str(die) for die in state.dice if die)
    return "\n".join([*lines, f"dice {dice}"] if dice else lines)


def _square(state: SchollenschubserState, square: int) -> str:
    size = state.floe[square]
    return f"[{size}{crowd(state, square)}]" if size else "~"


def _reached(state: SchollenschubserState, seat: int) -> str:
    ashore, saved = state.bank[seat], state.saved[seat]
    afloat = PAWNS - ashore - saved
    return f"{letter(seat)}  bank {ashore}  afloat {afloat}  ship {saved}"
