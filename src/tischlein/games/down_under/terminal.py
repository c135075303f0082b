"""The table in characters."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import CellContent, cell_contents, path_state, port_of
from tischlein.games.down_under.names import KIND_NAMES, kind_name
from tischlein.games.down_under.state import NONE, WALL, Card, DownUnderState, Paths
from tischlein.games.down_under.table import NEUTRAL, OWN, owner_of
from tischlein.games.down_under.viewport import viewport_of

_FREE, _WALLED = "+", "#"
_MIDDLE = (1, 1)
_AT_EDGES = ((1, 0), (2, 1), (1, 2), (0, 1))
"""Column and row of the three by three characters of a cell."""


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the table in characters, three by three for each cell.

    A path's parts bear its seat's letter, its neutral parts the small letter, free ones ``+``,
    a layout's own ``#``; with two paths each the colours are numbered 1 to 4.
    """
    state: DownUnderState = observation.state
    view = viewport_of(state)
    width, height = view.right - view.left + 1, view.bottom - view.top + 1
    grid = [[" "] * (3 * width) for _ in range(3 * height)]

    def write(x: int, y: int, within: tuple[int, int], sign: str) -> None:
        grid[3 * (y - view.top) + within[1]][3 * (x - view.left) + within[0]] = sign

    for x, y, inside in view.cells():
        if inside:
            write(x, y, _MIDDLE, ".")
    for slot, card in cell_contents(state):
        write(card.x, card.y, _MIDDLE, _sign_of(card))
        for edge, within in enumerate(_AT_EDGES):
            write(card.x, card.y, within, _sign_at(state, slot, card, edge))
    table = ["".join(line).rstrip() for line in grid]
    return "\n".join([*table, "", *_stocks(observation, translate), f"~ {state.billabongs}"])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs on the table and the words beside it mean."""
    state: DownUnderState = observation.state
    signs = [
        (f"{name[0]}, {name}", Phrase("card-kind", {"kind": name})) for name in KIND_NAMES.values()
    ]
    signs += [("~", Phrase("billabong")), (_FREE, Phrase("sign-free"))]
    if state.paths == Paths.ONE:
        letters = ", ".join(seats.letter(seat).lower() for seat in range(observation.seats))
        signs.append((letters, Phrase("sign-taken")))
    cards = cell_contents(state)
    if any(_sign_at(state, *card, edge) == _WALLED for card in cards for edge in range(4)):
        signs.append((_WALLED, Phrase("path-wall")))
    return signs


def _sign_of(card: CellContent) -> str:
    return "~" if card.shape == Card.BILLABONG else kind_name(card.sides[0][0])[0]


def _sign_at(state: DownUnderState, slot: int, card: CellContent, edge: int) -> str:
    """Return whose part a port is."""
    owner = owner_of(state, port_of(slot, edge))
    if card.shape == Card.BILLABONG:
        return "~" if owner == NONE else _letter(state, owner).lower()
    if OWN[card.shape] >> edge & 1:
        return _letter(state, owner)
    if NEUTRAL[card.shape] >> edge & 1:
        return _FREE if owner == NONE else _letter(state, owner).lower()
    return " "


def _stocks(observation: Observation, translate: Callable[[Phrase], str]) -> list[str]:
    state: DownUnderState = observation.state
    colours = [c for seat in range(observation.seats) for c in own_colours(state, seat)]
    paths = [translate(_path(state, colour)) for colour in colours]
    width = max(map(len, paths))
    lines = []
    for colour, path in zip(colours, paths, strict=True):
        stock = state.stock[colour]
        left = " ".join(f"{name} {stock[kind]}" for kind, name in KIND_NAMES.items())
        lines.append(f"{_letter(state, colour)}  {path:{width}}  {left}")
    return lines


def _path(state: DownUnderState, colour: int) -> Phrase:
    status = path_state(state, colour)
    if status == "none":
        return Phrase("fact-none")
    values = {"length": state.sections[colour], "status": status.replace(" ", "-")}
    return Phrase("fact-path", values)


def _letter(state: DownUnderState, colour: int) -> str:
    if colour == WALL:
        return _WALLED
    return seats.letter(colour) if state.paths == Paths.ONE else str(colour + 1)
