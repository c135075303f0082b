"""Floes and researchers on the board; cards beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.seats import letter
from tischlein.games.schollenschubser.actions import NOBODY
from tischlein.games.schollenschubser.scenery import CENTRES, HEAD, PITCH, SHIP_LEFT
from tischlein.games.schollenschubser.squares import kind_of
from tischlein.games.schollenschubser.state import (
    BIG,
    ROWS,
    SEATS,
    SIZES,
    SMALL,
    Phase,
    SchollenschubserState,
)
from tischlein.games.schollenschubser.targets import (
    BANK,
    SHIP,
    aboard_named,
    ashore_target,
    floe_named,
    square_target,
    stock_target,
)
from tischlein.presentation.scenes import Piece, Tray

FLOE = 9.8
PAWN = 4.5
DENTS = {
    1: ((0.0, -0.6),),
    2: ((-2.6, 0.0), (2.6, 0.0)),
    3: ((-2.5, 1.6), (2.5, 1.6), (0.0, -2.8)),
    4: ((0.0, -2.85), (-2.85, 0.0), (2.85, 0.0), (0.0, 2.85)),
}
"""Where the dents of a floe lie, from its centre, by size; the drawings have them there too."""
STAND = 3.8
"""Distance between researchers ashore."""

_FLOE_LABELS = [Phrase("floe", {"size": size}) for size in range(SIZES + 1)]
_RESEARCHER_LABELS = [Phrase("researcher", {"seat": seat_name(seat)}) for seat in range(SEATS)]


def floes(state: SchollenschubserState) -> list[Piece]:
    """Return the floes in the water."""
    return [
        _drifting(size, state.floe_number[square], square)
        for square, size in enumerate(state.floe)
        if size
    ]


@lru_cache(maxsize=4096)
def _drifting(size: int, number: int, square: int) -> Piece:
    return _floe(size, floe_named(number), *CENTRES[square], place=square_target(square))


def researchers(state: SchollenschubserState) -> list[Piece]:
    """Return everybody: on floes, on the bank and on the ship."""
    seats, moves = state.seats, state.phase == Phase.MOVE
    shown: list[Piece] = []
    for square, crowd in enumerate(state.pawns):
        if any(crowd):
            standing = _Standing(
                square, state.floe[square], state.floe_number[square], tuple(crowd)
            )
            shown += _crew(standing, *((state.mover, state.unmoved[square]) if moves else ()))
    shown += _ashore(BANK, 0.0, tuple(state.bank[:seats]))
    shown += _ashore(SHIP, SHIP_LEFT + 2.2, tuple(state.saved[:seats]))
    return shown


class _Standing(NamedTuple):
    """The researchers on a floe: where it is, its size and number, and how many of each seat."""

    square: int
    size: int
    number: int
    crowd: tuple[int, ...]


@lru_cache(maxsize=8192)
def _crew(standing: _Standing, mover: int = NOBODY, unmoved: int = 0) -> list[Piece]:
    """Place the researchers on a floe in its dents; the mover's are faded once they have moved."""
    place, floe = square_target(standing.square), floe_named(standing.number)
    x, y = CENTRES[standing.square]
    dents = iter(DENTS[standing.size])
    crew = []
    for owner, count in enumerate(standing.crowd):
        fresh = unmoved if owner == mover else count
        for number in range(count):
            dx, dy = next(dents)
            name, faded = aboard_named(floe, owner, number), number >= fresh
            crew.append(_researcher(owner, name, x + dx, y + dy, place=place, faded=faded))
    return crew


@lru_cache(maxsize=4096)
def _ashore(place: str, left: float, counts: tuple[int, ...]) -> list[Piece]:
    """Place each seat's researchers in a block of two by two, seats from north to south."""
    height = ROWS * PITCH / len(counts)
    standing = []
    for owner, count in enumerate(counts):
        middle = HEAD + height * (owner + 0.5)
        for number in range(count):
            x = left + 2.75 + STAND * (number % 2)
            y = middle + STAND * (number // 2 - 0.5)
            name = ashore_target(place, owner, number)
            standing.append(_researcher(owner, name, x, y, place=place))
    return standing


def stock(state: SchollenschubserState) -> list[Tray]:
    """Return the stock, a tray for each kind of card; both sides of a card are on offer."""
    return _stock(state.largest, state.stock[BIG], state.stock[SMALL])


@lru_cache(maxsize=1024)
def _stock(largest: int, big: int, small: int) -> list[Tray]:
    label = Phrase("stock-big", {"largest": largest})
    return [
        Tray("stock-big", label, "table", _cards(largest, BIG, big)),
        Tray("stock-small", Phrase("stock-small"), "table", _cards(largest, SMALL, small)),
    ]


def _cards(largest: int, kind: int, count: int) -> list[Piece]:
    return [
        _floe(size, stock_target(size), count=count)
        for size in range(largest, 0, -1)
        if count and kind_of(size) == kind
    ]


def _floe(
    size: int, name: str, x: float = 0, y: float = 0, *, count: int = 1, place: str = ""
) -> Piece:
    return Piece(
        id=name,
        kind=f"floe-{size}",
        symbol=f"floe-{size}",
        label=_FLOE_LABELS[size],
        x=x,
        y=y,
        w=FLOE,
        h=FLOE,
        count=count,
        place=place,
    )


def _researcher(
    owner: int, name: str, x: float, y: float, *, place: str, faded: bool = False
) -> Piece:
    sign = letter(owner)
    return Piece(
        id=name,
        kind=f"researcher-{sign}",
        symbol=f"researcher-{sign.lower()}",
        label=_RESEARCHER_LABELS[owner],
        x=x,
        y=y,
        w=PAWN,
        h=PAWN,
        seat=owner,
        text=sign,
        place=place,
        faded=faded,
    )
