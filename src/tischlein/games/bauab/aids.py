"""What lies over the chips: locks on barred plots; freedoms, dangers and safety as an aid."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.games.bauab.chips import CHIPS, Chip
from tischlein.games.bauab.names import kind_name, plot_name
from tischlein.games.bauab.pieces import CHIP
from tischlein.games.bauab.scenery import Board, board_of
from tischlein.games.bauab.state import BauabState
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Description, Layer, Picture

FREEDOMS = Layer("freedoms", Phrase("layer-freedoms"))

LOCK = 7.5
DOT = 1.3
"""Breadth of the dot that shows a freedom."""
TOWARDS = 0.42
"""Where that dot lies, on the way from the chip to the free plot."""


@cached_by_view
def pictures(state: BauabState) -> list[Picture]:
    """Return what is drawn over the plots, in their order."""
    board = board_of(state)
    drawn: list[Picture] = []
    for plot, content in enumerate(state.plots):
        if state.barred >> plot & 1:
            drawn.append(_lock(board, plot))
        if CHIPS[content] is not None:
            drawn += _freedoms(board, plot, state.around[plot] & state.free)
    return drawn


@cached_by_view
def descriptions(state: BauabState) -> list[Description]:
    """Describe in words how many free plots every chip has beside it."""
    return [
        _description(
            chip,
            plot_name(state, plot),
            tuple(plot_name(state, other) for other in members(state.around[plot] & state.free)),
        )
        for plot, content in enumerate(state.plots)
        if (chip := CHIPS[content]) is not None
    ]


@lru_cache(maxsize=4096)
def _description(chip: Chip, plot: str, free: tuple[str, ...]) -> Description:
    values: dict[str, Value] = {
        "seat": seat_name(chip.owner),
        "kind": kind_name(chip.kind),
        "plot": plot,
        "count": len(free),
        "free": [*free],
    }
    return Description(Phrase("description-freedoms", values), FREEDOMS.id)


def locks(state: BauabState) -> list[Picture]:
    """Return the locks alone."""
    return _locks(board_of(state), state.barred)


@lru_cache(maxsize=1024)
def _locks(board: Board, barred: int) -> list[Picture]:
    return [_lock(board, plot) for plot in members(barred)]


@lru_cache(maxsize=1024)
def _lock(board: Board, plot: int) -> Picture:
    return _centred("bar", board.centres[plot], LOCK)


@lru_cache(maxsize=16384)
def _freedoms(board: Board, plot: int, free: int) -> tuple[Picture, ...]:
    """Draw the freedoms of a chip, a lack of them and a single one (BAU-16)."""
    centre = x, y = board.centres[plot]
    drawn = []
    if not free:
        drawn.append(_centred("secured", centre, CHIP, FREEDOMS.id))
    if free.bit_count() == 1:
        drawn.append(_centred("danger", centre, CHIP, FREEDOMS.id))
    for other in members(free):
        to_x, to_y = board.centres[other]
        dot = x + TOWARDS * (to_x - x), y + TOWARDS * (to_y - y)
        drawn.append(_centred("freedom", dot, DOT, FREEDOMS.id))
    return tuple(drawn)


def _centred(symbol: str, centre: tuple[float, float], size: float, layer: str = "") -> Picture:
    x, y = centre
    corner = round(x - size / 2, 2), round(y - size / 2, 2)
    return Picture(symbol, *corner, size, size, layer=layer)
