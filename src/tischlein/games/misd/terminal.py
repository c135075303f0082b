"""Misd in characters."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.cards import COLOURS, SHAPES, card_of, symbols
from tischlein.games.misd.names import card_name, symbol_name
from tischlein.games.misd.state import MisdState, Phase


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the open cards in the words of the notation, and the chips."""
    state: MisdState = observation.state
    lines = _layout(state) if state.finding else _one_card(state)
    owned = "  ".join(
        f"{seats.letter(seat)} {state.chips[seat]}" for seat in range(observation.seats)
    )
    return "\n".join([*lines, "", f"* {state.stock}  {owned}"])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the names of colours and shapes mean that lie open."""
    state: MisdState = observation.state
    faces = [state.face] if not state.finding and state.phase == Phase.OPEN else []
    if state.finding:
        faces = [*state.layout[: state.laid]]
    seen = [symbol for face in faces for symbol in symbols(face)]
    colours, shapes = ({one[part] for one in seen} for part in range(2))
    named = [(COLOURS[one], Phrase("colour", {"colour": COLOURS[one]})) for one in sorted(colours)]
    named += [(SHAPES[one], Phrase("shape", {"shape": SHAPES[one]})) for one in sorted(shapes)]
    return [*named, ("*", Phrase("sign-stock"))]


def _one_card(state: MisdState) -> list[str]:
    return _rows(state.face) if state.phase == Phase.OPEN else ["[ ? ]"]


def _layout(state: MisdState) -> list[str]:
    lines = []
    for face in state.layout[: state.laid]:
        lines += [card_name(card_of(face)), *(f"  {row}" for row in _rows(face))]
    if state.phase == Phase.OPEN:
        lines += ["", f"? {symbol_name(state.wanted_colour, state.wanted_shape)}"]
    return lines


def _rows(face: int) -> list[str]:
    """Return the symbols of a face in three rows, as they lie on it."""
    by_height = sorted(arrangement(face), key=lambda spot: spot.y)
    rows = [sorted(by_height[start : start + 3], key=lambda spot: spot.x) for start in (0, 3, 6)]
    return [
        "".join(symbol_name(spot.colour, spot.shape).ljust(17) for spot in row).rstrip()
        for row in rows
    ]
