"""What lies over the chips: locks on barred plots; freedoms, dangers and safety as an aid."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase
from tischlein.games.bauab.board import board_of
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.pieces import CHIP
from tischlein.games.bauab.state import BauabState
from tischlein.presentation.scenes import Layer, Picture

FREEDOMS = Layer("freedoms", Phrase("layer-freedoms"))

LOCK = 7.5
DOT = 1.3
"""Breadth of the dot that shows a freedom."""
TOWARDS = 0.42
"""Where that dot lies, on the way from the chip to the free plot."""


def pictures(state: BauabState) -> list[Picture]:
    """Return what is drawn over the plots, in their order."""
    centres = board_of(state).centres
    drawn = []
    for plot, centre in enumerate(centres):
        if state.barred >> plot & 1:
            drawn.append(_centred("bar", centre, LOCK))
        if CHIPS[state.plots[plot]] is not None:
            drawn += _freedoms(state.around[plot] & state.free, plot, centres)
    return drawn


def _freedoms(free: int, plot: int, centres: list[tuple[float, float]]) -> Iterator[Picture]:
    """Draw how a chip stands by the free plots beside it (BAU-16)."""
    centre = x, y = centres[plot]
    if not free:
        yield _centred("secured", centre, CHIP, FREEDOMS.id)
    if free.bit_count() == 1:
        yield _centred("danger", centre, CHIP, FREEDOMS.id)
    for other in members(free):
        to_x, to_y = centres[other]
        dot = x + TOWARDS * (to_x - x), y + TOWARDS * (to_y - y)
        yield _centred("freedom", dot, DOT, FREEDOMS.id)


def _centred(symbol: str, centre: tuple[float, float], size: float, layer: str = "") -> Picture:
    x, y = centre
    return Picture(symbol, x - size / 2, y - size / 2, size, size, layer=layer)
