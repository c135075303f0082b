"""The meaning and the numbering of actions: the only module that knows their codes.

Every cell of the window around all cards has the same codes: lays of a seat's first and second
colour, a curve turned to each side, a billabong. The animal is 0 on ends, and on all cards in
matches in which nobody chooses animals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.games.down_under.area import cell_number, column_of, row_of
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.state import (
    CURVE_ANIMALS,
    STRAIGHT_ANIMALS,
    Card,
    DownUnderState,
)


def _animals_on(shape: int) -> range:
    """Return the animals that a card's code distinguishes."""
    if shape >= Card.END_N:
        return range(1)
    kinds = CURVE_ANIMALS if shape >= Card.CURVE_NE else STRAIGHT_ANIMALS
    return range(sum(count > 0 for count in kinds))


_LAYS = [
    (shape, animal)
    for shape in range(Card.STRAIGHT_NS, Card.END_W + 1)
    for animal in _animals_on(shape)
]
_TURNS = range(Card.CURVE_NE, Card.CURVE_NW + 1)
_FIRST_TURN = 2 * len(_LAYS)
_BILLABONG = _FIRST_TURN + len(_TURNS)
_OF_A_CELL = _BILLABONG + 1

CELLS = 42 * 42
"""Most cells of the window: width and height of 76 cards are 80 together, with a margin round."""
PASS = CELLS * _OF_A_CELL
ACTIONS = PASS + 1

_SHAPES = np.array([shape for shape, _ in 2 * _LAYS] + [*_TURNS] + [Card.BILLABONG])
_ANIMALS = np.array([animal for _, animal in 2 * _LAYS] + [0] * (_OF_A_CELL - _FIRST_TURN))
"""The card and the animal that each code of a cell means."""
_FIRST_LAY = np.array([0] + [_LAYS.index((shape, 0)) for shape in range(1, Card.END_W + 1)])
"""The code of each shape's lay with animal 0."""

# --- numbers, for rules and for searches ---


@kernel
def lay_number(cell: int, second: bool, shape: int, animal: int) -> int:
    """Return the number of a lay, of the seat's first or second colour, on a numbered cell."""
    return int(cell * _OF_A_CELL + (_FIRST_TURN // 2 if second else 0) + _FIRST_LAY[shape] + animal)


@kernel
def turn_number(cell: int, shape: int) -> int:
    """Return the number of turning the curve on a cell so that it lies as a shape."""
    return cell * _OF_A_CELL + _FIRST_TURN + shape - Card.CURVE_NE


@kernel
def billabong_number(cell: int) -> int:
    """Return the number of laying a billabong on a cell."""
    return cell * _OF_A_CELL + _BILLABONG


@kernel
def is_lay(action: int) -> bool:
    """Whether an action lays a card."""
    return action != PASS and action % _OF_A_CELL < _FIRST_TURN


@kernel
def is_turn(action: int) -> bool:
    """Whether an action turns a curve."""
    return _FIRST_TURN <= action % _OF_A_CELL < _BILLABONG


@kernel
def is_billabong(action: int) -> bool:
    """Whether an action lays a billabong."""
    return action % _OF_A_CELL == _BILLABONG


@kernel
def cell_in(action: int) -> int:
    """Return the number of the cell that an action is about."""
    return action // _OF_A_CELL


@kernel
def colour_in(action: int, seat: int) -> int:
    """Return the colour that a seat lays by an action (DOW-64)."""
    return seat + 2 if action % _OF_A_CELL >= _FIRST_TURN // 2 else seat


@kernel
def shape_in(action: int) -> int:
    """Return the card with its side that an action leaves on its cell."""
    return int(_SHAPES[action % _OF_A_CELL])


@kernel
def animal_in(action: int) -> int:
    """Return the animal that is chosen by an action."""
    return int(_ANIMALS[action % _OF_A_CELL])


# --- meanings, as people name them: with any cell of the plane ---


@dataclass(frozen=True, slots=True)
class Lay:
    """A card with its side on a cell; ``animal`` is None where animals do not count."""

    colour: int
    x: int
    y: int
    shape: int
    animal: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A card turned to a new side; other shapes than curves are refused (DOW-31)."""

    x: int
    y: int
    shape: int


@dataclass(frozen=True, slots=True)
class Billabong:
    """A billabong on a cell."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Declining a billabong."""


Act = Lay | Turn | Billabong | Pass


def act_of(state: DownUnderState, seat: int, action: int) -> Act:
    """Return what a number means for a seat."""
    if action == PASS:
        return Pass()
    cell = cell_in(action)
    # Kernels that read a state give NumPy's numbers where they are interpreted.
    x, y = int(column_of(state, cell)), int(row_of(state, cell))
    if is_billabong(action):
        return Billabong(x, y)
    shape = shape_in(action)
    if is_turn(action):
        return Turn(x, y, shape)
    chosen = state.counted and shape < Card.END_N
    return Lay(colour_in(action, seat), x, y, shape, animal_in(action) if chosen else None)


def number_of(state: DownUnderState, seat: int, act: Act) -> int | None:
    """Return the number of an action, None for a cell or a card beyond all that can be numbered.

    Those are never legal: cells far from all that lies, straights with a dingo, sides of a turn
    that no curve has, cards of others.
    """
    if isinstance(act, Pass):
        return PASS
    if not is_in_window(state, act.x, act.y):
        return None
    cell = int(cell_number(state, act.x, act.y))
    if isinstance(act, Billabong):
        return billabong_number(cell)
    if isinstance(act, Turn):
        return turn_number(cell, act.shape) if act.shape in _TURNS else None
    animal = act.animal or 0
    if act.colour not in own_colours(state, seat) or animal not in _animals_on(act.shape):
        return None
    return lay_number(cell, act.colour != seat, int(act.shape), animal)


def is_in_window(state: DownUnderState, x: int, y: int) -> bool:
    """Whether a cell is numbered: at most one off the box round everything."""
    across = state.west - 1 <= x <= state.east + 1
    return across and state.north - 1 <= y <= state.south + 1
