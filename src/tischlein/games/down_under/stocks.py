"""What lies beside the table: the cards that are left, how one may lie, the billabongs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.down_under.actions import Act, Lay, Turn
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.names import (
    ANIMAL_NAMES,
    KIND_NAMES,
    PATTERNS,
    SIDE_NAMES,
    Path,
    kind_name,
    path_of,
)
from tischlein.games.down_under.pieces import CELL, TURNS
from tischlein.games.down_under.state import Card, DownUnderState, Kind, Paths
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Piece, Tray

_PILE = 14.0
"""Side of a pile of remaining cards, to tell it from the cards that show possible orientations."""

_Side = tuple[int, int]
"""A card of a colour as it may lie: colour, shape."""


def trays(observation: Observation, acts: Iterable[Act]) -> list[Tray]:
    """Return every stock, how the viewer's cards may lie by these acts, and the billabongs."""
    state: DownUnderState = observation.state
    stocks, seat = _stocks(state), observation.seat
    ways = _ways(seat, acts)
    if not ways:
        return stocks
    shown = [*stocks]
    if state.paths == Paths.ONE:
        # In one tray, so that the hand keeps its height as the ways come and go.
        (colour,) = own_colours(state, seat)
        shown[seat] = _of_path(state, colour, seat, ways)
    else:
        pieces = [_way(*way, seat) for way in ways]
        before_water = len(stocks) - bool(state.billabongs)
        shown.insert(before_water, Tray("ways", Phrase("ways"), "hand", pieces, seat))
    return shown


@cached_by_view
def _stocks(state: DownUnderState) -> list[Tray]:
    """Return every stock, and the billabongs."""
    shown = [
        _of_path(state, colour, seat, ())
        for seat in range(state.seats)
        for colour in own_colours(state, seat)
    ]
    return [*shown, _waters(state.billabongs)] if state.billabongs else shown


def _of_path(state: DownUnderState, colour: int, seat: int, ways: tuple[_Side, ...]) -> Tray:
    left = state.animals_left[colour] if state.counted else ()
    return _stock(path_of(state, colour), seat, state.stock[colour], left, ways)


@lru_cache(maxsize=4096)
def _stock(
    path: Path,
    seat: int,
    left: tuple[int, ...],
    animals: tuple[tuple[int, ...], ...],
    ways: tuple[_Side, ...],
) -> Tray:
    """Return the cards of a path by kind, and by animal where those count, and their ways."""
    colour = path.colour
    pieces = []
    for kind, name in KIND_NAMES.items():
        if not animals or kind == Kind.END:
            if left[kind]:
                side = CELL if animals else _PILE
                pieces.append(_stock_piece(colour, seat, name, None, left[kind], side))
            continue
        for animal, count in enumerate(animals[kind]):
            if count:
                pieces.append(_stock_piece(colour, seat, name, animal, count, CELL))
    pieces += [_way(*way, seat) for way in ways]
    label = Phrase("stock", {"path": path.phrase})
    return Tray(f"stock:{colour}", label, "hand", pieces, seat)


@lru_cache(maxsize=1024)
def _stock_piece(
    colour: int, seat: int, kind: str, animal: int | None, count: int, side: float
) -> Piece:
    pattern = PATTERNS[colour]
    if animal is None:
        label = Phrase("card-kind", {"kind": kind})
        symbol = f"{kind}-{pattern}"
    else:
        creature = Phrase(f"animal-{ANIMAL_NAMES[animal]}")
        label = Phrase("card-animal", {"kind": kind, "animal": creature})
        symbol = f"{kind}-{ANIMAL_NAMES[animal]}"
    return Piece(
        id=stock_id(colour, kind, animal),
        kind=f"{kind}-{pattern}",
        symbol=symbol,
        label=label,
        w=side,
        h=side,
        seat=seat,
        count=count,
    )


def stock_id(colour: int, kind: str, animal: int | None) -> str:
    """Return the target of the cards of a kind, and of an animal where animals count."""
    return f"stock:{colour}:{kind}" + ("" if animal is None else f":{ANIMAL_NAMES[animal]}")


def way_id(colour: int, shape: int) -> str:
    """Return the target of a card that shows how it may lie."""
    return f"way:{colour}:{kind_name(shape)}:{SIDE_NAMES[Card(shape)]}"


def _ways(seat: int, acts: Iterable[Act]) -> tuple[_Side, ...]:
    """Return the cards with the sides that the viewer can lay or turn now."""
    offered = set()
    for act in acts:
        if isinstance(act, Lay):
            offered.add((act.colour, act.shape))
        elif isinstance(act, Turn):
            offered.add((seat, act.shape))
    return tuple(sorted(offered))


@lru_cache(maxsize=256)
def _way(colour: int, shape: int, seat: int) -> Piece:
    kind, side = kind_name(shape), SIDE_NAMES[Card(shape)]
    return Piece(
        id=way_id(colour, shape),
        kind=f"{kind}-{PATTERNS[colour]}",
        symbol=f"{kind}-{PATTERNS[colour]}",
        label=Phrase("card-side", {"kind": kind, "side": side}),
        w=CELL,
        h=CELL,
        turn=TURNS[Card(shape)],
        seat=seat,
    )


@cache
def _waters(count: int) -> Tray:
    billabongs = Piece(
        id="billabongs",
        kind="billabong",
        symbol="billabong",
        label=Phrase("billabongs"),
        w=CELL,
        h=CELL,
        count=count,
    )
    return Tray("waters", Phrase("billabongs"), "table", [billabongs])
