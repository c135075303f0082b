"""The state of Drunter & Drüber: the covered town, the gangs, tiles, vote cards and secret goals.

A set of cards or of seats is a bit set.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np

from tischlein.core.state import Ints, Shape, State
from tischlein.games.drunter.town import DIRECTIONS, LINES, SQUARES

MOST_SEATS = 4

# --- tiles ---

WALL, ROAD_TILE, RIVER_TILE = range(3)
TILE_KINDS = 3
SIZES = 3
"""A tile covers 1, 2 or 3 squares."""
KIND_OF_LINE: Ints = np.array([ROAD_TILE, RIVER_TILE, WALL, WALL])
"""The kind of tile that each line is made of (DUD-15)."""
TILES: Ints = np.array([[12, 12, 6], [6, 6, 3], [6, 6, 3]])
"""How many tiles there are of each kind and size, singles first."""
ALL_TILES = 60
TILES_EACH: Ints = np.array([[0] * SIZES, [0] * SIZES, [12, 12, 6], [8, 8, 4], [6, 6, 3]])
"""How many tiles of each size a seat draws, by the number of seats (DUD-8)."""

# --- cards ---

VOTE_CARDS = ("yes1", "yes2", "yes3", "no1", "no2", "no3", "joker", "blank")
"""The cards that each seat votes with, in canonical order (DUD-6)."""
CARD_WORDS = ("JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "???")
"""What is printed on them, the same in every language."""
JOKER, BLANK = 6, 7
FULL_SET = (1 << len(VOTE_CARDS)) - 1
WORTH: Ints = np.array([1, 2, 3, 1, 2, 3, 2, 0])
"""The value of an unused vote card in a tie (DUD-50)."""

GOALS = (
    *("museum", "inn", "school", "hall", "fire", "church"),
    *("threes", "fours", "lowest", "ones"),
)
"""Goal cards in canonical order; the last four belong to the variant (DUD-54)."""
THREES, FOURS, LOWEST, ONES = 6, 7, 8, 9
GOAL_CARDS = len(GOALS)

# --- marks ---

NOBODY = -1
NONE = -1
"""No pending tile, no goal, no tally."""
REMOVED = -1
"""The square of a gang whose line has ended."""

MOST_REFUSED = 4 * MOST_SEATS
"""A refused tile costs at least one of the four cards that can say No (DUD-47)."""
LOG = ALL_TILES + MOST_REFUSED


class Stage(IntEnum):
    """What happens next."""

    CARDS = 0
    """Chance deals the goal cards."""
    TILES = 1
    START = 2
    """Chance draws the seat that begins."""
    LAY = 3
    VOTE = 4
    JOKER = 5
    """A seat says what its open joker counts."""
    AIM = 6
    """Everybody chooses one of two goals."""
    OVER = 7


class Voting(IntEnum):
    """How votes are held."""

    TURN = 0
    SIMULTANEOUS = 1
    NO = 2


VOTINGS = ("turn", "simultaneous", "none")
"""What the option calls them, in their order."""


# The values of `cells`: 0 where the print is visible, otherwise the line's number + 1, and a bridge
# bit.
BRIDGE = 8


class DrunterState(State):
    """One position."""

    stage: int
    board: int
    """Number of the printed board."""
    goals: int
    """Goal cards of each seat: 1, or 2 in the variant."""
    voting: int
    first: int
    """The seat that begins, ``NOBODY`` until the lot is drawn."""
    turn: int
    """The seat that lays, or has laid the tile that is voted on; while chance deals, the seat that
    gets a card or a tile."""
    drawn: int
    """While chance deals: how many of the cards, or tiles of this size, the seat has got."""
    tile_size: int
    """The size of the tiles being drawn: 3, 2, 1."""
    pending: int
    """The placement that is voted on, ``NONE`` otherwise."""
    voted: int
    """Set of the seats that have voted on it."""
    declared: int
    """Set of the seats that have said what their joker counts."""
    said_yes: int
    """Those of them that said Yes."""
    tally_yes: int
    """Yes of the last vote that is decided, ``NONE`` before the first."""
    tally_no: int
    chosen: int
    """Set of the seats that have chosen their goal (variant)."""
    logged: int
    cells: Annotated[Ints, Shape(SQUARES)]
    """What lies on each square: 0, or the line's number + 1, with the bit ``BRIDGE``."""
    gangs: Annotated[Ints, Shape(LINES)]
    """The square of each gang, ``REMOVED`` at the end of its line."""
    reach: Annotated[Ints, Shape(LINES, DIRECTIONS)]
    """The longest tile that fits at each gang in each direction, 0 to 3; follows from the rest."""
    stock: Annotated[Ints, Shape(MOST_SEATS, TILE_KINDS, SIZES)]
    """The tiles before each seat, singles first."""
    cards: Annotated[Ints, Shape(MOST_SEATS)]
    """The vote cards that each seat still has; laid cards count until the vote is decided."""
    laid: Annotated[Ints, Shape(MOST_SEATS)]
    """How many vote cards each seat has laid; masked while votes are simultaneous."""
    ballots: Annotated[Ints, Shape(MOST_SEATS)]
    """The vote cards that each seat has laid; masked for others until all have voted."""
    hands: Annotated[Ints, Shape(MOST_SEATS)]
    """The goal cards of each seat; masked for others until the end."""
    aims: Annotated[Ints, Shape(MOST_SEATS)]
    """The chosen goal of each seat (variant), or ``NONE``; masked for others until the end."""
    log: Annotated[Ints, Shape(LOG)]
    """Every tile that was laid or refused, with its vote, packed by ``history.packed``."""
