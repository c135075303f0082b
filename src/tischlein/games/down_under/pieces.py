"""What lies on the table, as pieces: cards, what paths have taken of them, animals, open ends."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.games.down_under.decoding import (
    Cell,
    cell_before,
    decode_cell,
    edge_of,
    ways_through,
)
from tischlein.games.down_under.names import (
    ANIMAL_NAMES,
    EDGE_NAMES,
    SIDE_NAMES,
    Path,
    card_id,
    cell_name,
    kind_name,
    paths_of,
)
from tischlein.games.down_under.state import COLOURS, Card, DownUnderState
from tischlein.games.down_under.viewport import Viewport
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Piece, Place

CELL = 10.0
"""Side of a cell in board units; cell 0,0 has its upper left corner at the origin."""
ANIMALS_LAYER = "animals"
TURNS = {
    Card.STRAIGHT_NS: 0.0,
    Card.STRAIGHT_EW: 90.0,
    Card.CURVE_NE: 0.0,
    Card.CURVE_SE: 90.0,
    Card.CURVE_SW: 180.0,
    Card.CURVE_NW: 270.0,
    Card.END_N: 0.0,
    Card.END_E: 90.0,
    Card.END_S: 180.0,
    Card.END_W: 270.0,
}
"""Quarter turns from the way that the drawings lie, in degrees."""
_BADGE = 3.0
_BADGES = {
    Card.STRAIGHT_NS: (2.0, 5.0),
    Card.STRAIGHT_EW: (5.0, 2.0),
    Card.CURVE_NE: (3.3, 6.7),
    Card.CURVE_SE: (3.3, 3.3),
    Card.CURVE_SW: (6.7, 3.3),
    Card.CURVE_NW: (6.7, 6.7),
}
"""The place of the animal on each card."""
_TIPS = {1: (6.8, 2.2), 2: (5.6, 2.8), 3: (4.4, 3.0), 4: (4.4, 3.0)}
"""Size of the arrows and distance from the middle, by how many lead to a cell."""
_TOWARDS = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""From the middle of a cell to where a path comes from, by the edge at which the path leaves."""


@cached_by_view
def places(state: DownUnderState, view: Viewport) -> list[Place]:
    """Return the cells that are shown."""
    shown = [*_uncovered(view)]
    width = view.right - view.left + 1
    for card in map(decode_cell, filter(None, state.cards)):
        number = (card.y - view.top) * width + card.x - view.left
        shown[number] = _place(card.x, card.y, "covered")
    return shown


@lru_cache(maxsize=256)
def _uncovered(view: Viewport) -> list[Place]:
    """Return the cells shown, as if they were empty."""
    return [_place(x, y, "ground" if inside else "outside") for x, y, inside in view.cells()]


@lru_cache(maxsize=4096)
def _place(x: int, y: int, symbol: str) -> Place:
    return Place(
        id=place_id(x, y),
        x=CELL * x,
        y=CELL * y,
        w=CELL,
        h=CELL,
        label=Phrase("cell", {"cell": cell_name(x, y)}),
        symbol=symbol,
    )


def place_id(x: int, y: int) -> str:
    """Return the target of a cell."""
    return f"cell:{x},{y}"


def cards(state: DownUnderState, *, animals: bool) -> list[Piece]:
    """Return the cards on the table, and above them what paths have taken, and maybe animals."""
    paths = paths_of(state)
    below: list[Piece] = []
    above: list[Piece] = []
    for word, links in zip(state.cards, state.links, strict=True):
        if word:
            water = decode_cell(word).shape == Card.BILLABONG
            lying, taken = _lying(word, links if water else 0, paths, animals=animals)
            below += lying
            above += taken
    return below + above


@lru_cache(maxsize=8192)
def _lying(
    word: int, links: int, paths: tuple[Path, ...], *, animals: bool
) -> tuple[list[Piece], list[Piece]]:
    """Return what lies on a cell, and what is above it; of cards, whatever their links are."""
    card = decode_cell(word)
    cell = card.x, card.y
    if card.shape == Card.BILLABONG:
        ways = ways_through(links).items()
        return [_water(cell)], [_way(cell, tuple(edges), paths[colour]) for colour, edges in ways]
    above = []
    if card.taker < COLOURS:
        above.append(_run(cell, card.sides[0][0], paths[card.taker]))
    if animals and card.shape < Card.END_N:
        above.append(_animal(cell, card.shape, card.animal))
    return [_card(cell, side, paths[colour]) for side, colour in card.sides], above


@lru_cache(maxsize=8192)
def _card(cell: Cell, shape: Card, path: Path) -> Piece:
    kind = kind_name(shape)
    side = SIDE_NAMES[shape]
    return _on_cell(
        cell,
        id=card_id(*cell, shape),
        kind=f"{kind}-{path.pattern}",
        symbol=f"{kind}-{path.pattern}",
        label=Phrase("card", {"kind": kind, "side": side, "path": path.phrase}),
        turn=TURNS[shape],
        seat=path.seat,
    )


@lru_cache(maxsize=8192)
def _run(cell: Cell, shape: Card, path: Path) -> Piece:
    """Return the neutral part of a card in the colour of the path that has taken it."""
    return _on_cell(
        cell,
        id=f"run:{cell_name(*cell)}",
        kind=f"run-{cell_name(*cell)}",
        symbol=f"run-{kind_name(shape)}-{path.pattern}",
        label=Phrase("run", {"path": path.phrase}),
        turn=TURNS[shape],
        seat=path.seat,
    )


@lru_cache(maxsize=1024)
def _water(cell: Cell) -> Piece:
    return _on_cell(
        cell,
        id=card_id(*cell, Card.BILLABONG),
        kind="billabong",
        symbol="billabong",
        label=Phrase("billabong"),
    )


@lru_cache(maxsize=8192)
def _way(cell: Cell, edges: tuple[int, ...], path: Path) -> Piece:
    """Return a path that is led through a billabong."""
    one, two = edges
    bend = "straight" if (two - one) % 2 == 0 else "curve"
    return _on_cell(
        cell,
        id=f"way:{cell_name(*cell)}:{path.colour}",
        kind=f"way-{cell_name(*cell)}",
        symbol=f"way-{bend}-{path.pattern}",
        label=Phrase("run", {"path": path.phrase}),
        turn=90.0 * (two if two - one == 3 else one),
        seat=path.seat,
    )


def _on_cell(
    cell: Cell,
    *,
    id: str,
    kind: str,
    symbol: str,
    label: Phrase,
    turn: float = 0,
    seat: int | None = None,
) -> Piece:
    """Return a piece that covers its cell."""
    x, y = cell
    return Piece(
        id=id,
        kind=kind,
        symbol=symbol,
        label=label,
        x=CELL * (x + 0.5),
        y=CELL * (y + 0.5),
        w=CELL,
        h=CELL,
        turn=turn,
        seat=seat,
        place=place_id(x, y),
    )


@lru_cache(maxsize=4096)
def _animal(cell: Cell, shape: Card, animal: int) -> Piece:
    x, y = cell
    dx, dy = _BADGES[shape]
    name = ANIMAL_NAMES[animal]
    return Piece(
        id=f"animal:{cell_name(x, y)}",
        kind=f"animal-{cell_name(x, y)}",
        symbol=name,
        label=Phrase(f"animal-{name}"),
        x=CELL * x + dx,
        y=CELL * y + dy,
        w=_BADGE,
        h=_BADGE,
        place=place_id(x, y),
        layer=ANIMALS_LAYER,
    )


def tips(state: DownUnderState) -> list[Piece]:
    """Return an arrow with the seat's letter for every open end."""
    paths = paths_of(state)
    ends = [
        (cell_before(state, port), edge_of(port), paths[colour], end)
        for colour, tips in enumerate(state.tips)
        for end, port in enumerate(tips)
        if port >= 0
    ]
    cells = [cell for cell, *_ in ends]
    return [_tip(cell, edge, path, end, cells.count(cell)) for cell, edge, path, end in ends]


@lru_cache(maxsize=4096)
def _tip(cell: Cell, edge: int, path: Path, end: int, crowd: int) -> Piece:
    x, y = cell
    dx, dy = _TOWARDS[edge]
    side, away = _TIPS[crowd]
    return Piece(
        id=f"tip:{path.colour}:{end}",
        kind=f"tip-{path.colour}",
        symbol=f"tip-{EDGE_NAMES[edge]}",
        label=Phrase("tip", {"path": path.phrase}),
        x=CELL * (x + 0.5) + away * dx,
        y=CELL * (y + 0.5) + away * dy,
        w=side,
        h=side,
        seat=path.seat,
        text="" if path.seat is None else seats.letter(path.seat),
        place=place_id(x, y),
    )
