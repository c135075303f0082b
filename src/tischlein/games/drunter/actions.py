"""What seats can do and chance can bring, as numbers: how they are made, and what is in them."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.drunter.state import FULL_SET, GOAL_CARDS, MOST_SEATS, SIZES, TILE_KINDS
from tischlein.games.drunter.town import DIRECTIONS, LINES

# --- actions of seats ---

PLACEMENTS = LINES * SIZES * DIRECTIONS
"""Placements come first; see :func:`placement`."""
VOTE = PLACEMENTS - 1
"""A vote is numbered ``VOTE`` + its set of cards, which is not empty."""
SAY_YES = VOTE + FULL_SET + 1
SAY_NO = SAY_YES + 1
AIM = SAY_NO + 1
"""Choosing a goal is numbered ``AIM`` + its card."""
ACTIONS = AIM + GOAL_CARDS

# --- outcomes of chance ---

CARD = 0
"""A goal card that is dealt is numbered ``CARD`` + the card."""
TILE = CARD + GOAL_CARDS
"""A tile that is drawn is numbered ``TILE`` + its kind."""
LOT = TILE + TILE_KINDS
"""The lot is numbered ``LOT`` + the seat that it falls on."""
OUTCOMES = LOT + MOST_SEATS

# --- the parts of a placement ---


@kernel
def placement(line: int, size: int, direction: int) -> int:
    """Return the number of laying a tile of 1, 2 or 3 squares at a line's gang."""
    return (line * SIZES + size - 1) * DIRECTIONS + direction


@kernel
def line_of(action: int) -> int:
    """Return the line of a placement."""
    return action // (SIZES * DIRECTIONS)


@kernel
def size_of(action: int) -> int:
    """Return the size of a placement's tile: 1, 2 or 3 squares."""
    return action // DIRECTIONS % SIZES + 1


@kernel
def direction_of(action: int) -> int:
    """Return the direction in which a placement's tile runs."""
    return action % DIRECTIONS
