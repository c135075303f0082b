"""Schollenschubser in characters: each floe as its size and its researchers' letters."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.schollenschubser.names import ROW_LETTERS, crowd
from tischlein.games.schollenschubser.state import COLUMNS, PAWNS, SchollenschubserState

_WATER = "~"


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the water, what everybody has reached, and the dice in characters."""
    state: SchollenschubserState = observation.state
    lines = ["    " + "".join(f"{column + 1:^7}" for column in range(COLUMNS))]
    for row, name in enumerate(ROW_LETTERS):
        squares = range(row * COLUMNS, (row + 1) * COLUMNS)
        cells = "".join(f"{_square(state, square):^7}" for square in squares)
        lines.append(f"  {name} {cells} {name}")
    lines.append("")
    lines += [f"{letter(seat)}  {_reached(state, seat, translate)}" for seat in range(state.seats)]
    dice = " ".join(str(die) for die in state.dice if die)
    rolled = [translate(Phrase("drawn-dice", {"dice": dice}))] if dice else []
    return "\n".join([*lines, *rolled])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs on the water mean."""
    state: SchollenschubserState = observation.state
    sizes = sorted({size for size in state.floe if size})
    floes = [(f"[{size}]", Phrase("floe", {"size": size})) for size in sizes]
    return [(_WATER, Phrase("sign-water")), *floes]


def _square(state: SchollenschubserState, square: int) -> str:
    size = state.floe[square]
    return f"[{size}{crowd(state, square)}]" if size else _WATER


def _reached(state: SchollenschubserState, seat: int, translate: Callable[[Phrase], str]) -> str:
    ashore, saved = state.bank[seat], state.saved[seat]
    counts = {"bank": ashore, "afloat": PAWNS - ashore - saved, "saved": saved}
    counted = (f"{translate(Phrase(f'result-{where}'))} {n}" for where, n in counts.items())
    return "   ".join(counted)
