"""Chips and parks as pieces: on the plan, in supplies, captured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.seats import letter
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.names import kind_name
from tischlein.games.bauab.scenery import board_of
from tischlein.games.bauab.state import KINDS, OPTION, BauabState, Plot
from tischlein.games.bauab.targets import PARKS_TARGET, chip_target, plot_target, stock_target
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Piece, Tray

CHIP = 9.0
"""Breadth of a chip in board units."""

_CHIP_LABELS = [
    [Phrase("chip", {"seat": seat_name(owner), "kind": kind_name(kind)}) for kind in range(KINDS)]
    for owner in range(2)
]
_PARK_LABEL = Phrase("park")


@cached_by_view
def on_plan(state: BauabState) -> list[Piece]:
    """Return the chips and parks that lie on plots."""
    centres = board_of(state).centres
    return [
        _piece_on_plot(content, plot, centres[plot])
        for plot, content in enumerate(state.plots)
        if content != Plot.FREE
    ]


@cache
def _piece_on_plot(content: int, plot: int, centre: tuple[float, float]) -> Piece:
    x, y = centre
    name, place = chip_target(plot), plot_target(plot)
    chip = CHIPS[content]
    if chip is None:
        return _park(name, x, y, place=place)
    return _chip(chip.owner, chip.kind, name, x, y, place=place)


@cached_by_view
def trays(state: BauabState) -> list[Tray]:
    """Return every seat's supply and captures, and the stock of parks."""
    shown = []
    for seat in range(2):
        shown += [_supply(seat, state.supply[seat]), _captures(seat, state.captured[seat])]
    return [*shown, _parks(state.parks)]


@lru_cache(maxsize=1024)
def _supply(seat: int, counts: tuple[int, ...]) -> Tray:
    names = [stock_target(seat, kind) for kind in range(KINDS)]
    chips = _stacks(seat, counts, names)
    return Tray(f"stock:{seat}", Phrase("supply", {"seat": seat_name(seat)}), "hand", chips, seat)


@lru_cache(maxsize=1024)
def _captures(seat: int, counts: tuple[int, ...]) -> Tray:
    tray = f"captured:{seat}"
    names = [f"{tray}:{kind}" for kind in range(KINDS)]
    chips = _stacks(1 - seat, counts, names)
    return Tray(tray, Phrase("captured", {"seat": seat_name(seat)}), "captured", chips, seat)


@cache
def _parks(count: int) -> Tray:
    parks = [_park(PARKS_TARGET, count=count)] if count else []
    return Tray("stock:parks", Phrase("parks"), "table", parks)


def _stacks(owner: int, counts: Sequence[int], names: Sequence[str]) -> list[Piece]:
    """Return one piece for every kind of chip present."""
    return [
        _chip(owner, kind, names[kind], count=count) for kind, count in enumerate(counts) if count
    ]


def _chip(
    owner: int,
    kind: int,
    name: str,
    x: float = 0,
    y: float = 0,
    *,
    count: int = 1,
    place: str = "",
) -> Piece:
    sign = "ab"[owner]
    return Piece(
        id=name,
        kind=f"{letter(owner)}{kind_name(kind)}",
        symbol=f"option-{sign}" if kind == OPTION else f"chip-{sign}",
        label=_CHIP_LABELS[owner][kind],
        x=x,
        y=y,
        w=CHIP,
        h=CHIP,
        seat=owner,
        text="" if kind == OPTION else kind_name(kind),
        count=count,
        place=place,
    )


def _park(name: str, x: float = 0, y: float = 0, *, count: int = 1, place: str = "") -> Piece:
    return Piece(
        id=name,
        kind="park",
        symbol="park",
        label=_PARK_LABEL,
        x=x,
        y=y,
        w=CHIP,
        h=CHIP,
        count=count,
        place=place,
    )
