"""Floes and researchers on the board; cards beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.seats import letter
from tischlein.games.schollenschubser.board import CENTRES, HEAD, PITCH, SHIP_LEFT
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
    afloat_target,
    ashore_target,
    floe_target,
    square_target,
    stock_target,
)
from tischlein.presentation.kept import once
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
"""Distance of researchers who stand ashore."""

_FLOE_LABELS = [Phrase("floe", {"size": size}) for size in range(SIZES + 1)]
_RESEARCHER_LABELS = [Phrase("researcher", {"seat": seat_name(seat)}) for seat in range(SEATS)]


def floes(state: SchollenschubserState) -> list[Piece]:
    """Return the floes in the water."""
    return [
        _floe(size, floe_target(state, square), *CENTRES[square], place=square_target(square))
        for square, size in enumerate(state.floe)
        if size
    ]


def researchers(state: SchollenschubserState) -> list[Piece]:
    """Return everybody: on floes, on the bank and on the ship."""
    afloat = [
        piece
        for square, crowd in enumerate(state.pawns)
        if any(crowd)
        for piece in _crew(state, square, crowd)
    ]
    return [
        *afloat,
        *_ashore(BANK, 0.0, list(state.bank[: state.seats])),
        *_ashore(SHIP, SHIP_LEFT + 2.2, list(state.saved[: state.seats])),
    ]


def _crew(state: SchollenschubserState, square: int, crowd: Sequence[int]) -> Iterator[Piece]:
    """Stand those on a floe in its dents; the mover's who have moved already are faded."""
    x, y = CENTRES[square]
    dents = iter(DENTS[state.floe[square]])
    for owner, count in enumerate(crowd):
        moves = state.phase == Phase.MOVE and owner == state.mover
        fresh = state.unmoved[square] if moves else count
        for number in range(count):
            dx, dy = next(dents)
            name = afloat_target(state, square, owner, number)
            place = square_target(square)
            yield _researcher(owner, name, x + dx, y + dy, place=place, faded=number >= fresh)


def _ashore(place: str, left: float, counts: Sequence[int]) -> Iterator[Piece]:
    """Stand each seat's researchers in a block of two by two, seats from north to south."""
    height = ROWS * PITCH / len(counts)
    for owner, count in enumerate(counts):
        middle = HEAD + height * (owner + 0.5)
        for number in range(count):
            x = left + 2.75 + STAND * (number % 2)
            y = middle + STAND * (number // 2 - 0.5)
            yield _researcher(owner, ashore_target(place, owner, number), x, y, place=place)


@once
def stock(state: SchollenschubserState) -> list[Tray]:
    """Return the stock, a tray for each kind of card; both sides of a card are on offer."""
    return [
        Tray(
            "stock-big",
            Phrase("stock-big", {"largest": state.largest}),
            "table",
            _cards(state, BIG),
        ),
        Tray("stock-small", Phrase("stock-small"), "table", _cards(state, SMALL)),
    ]


def _cards(state: SchollenschubserState, kind: int) -> list[Piece]:
    count = state.stock[kind]
    return [
        _floe(size, stock_target(size), count=count)
        for size in range(state.largest, 0, -1)
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
