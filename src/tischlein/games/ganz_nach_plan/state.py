"""The state of Ganz nach Plan!?: places, hands, the pile, and what everybody has seen happen."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

SEATS = 4
HAND = 5
CARDS = 20
"""Cards are numbered in table order; hands are bit sets of these numbers. In the box's deck a card
has the number of its plan; in a deck of the host's own ``plans`` says which plan it has."""

NAMES = (
    *("swap-left", "swap-right", "swap-across"),
    *("trade-left", "trade-right", "trade-across"),
    *("give-left", "give-right", "give-across"),
    *("draw-left", "draw-right", "draw-across"),
    *("feed-left", "feed-right", "feed-across"),
    *("pass-left", "pass-right"),
    *("share", "fetch", "shift"),
)
PASS_LEFT, PASS_RIGHT, SHARE, FETCH, SHIFT = 15, 16, 17, 18, 19
DIRECTIONS = 3
"""Plans below ``PASS_LEFT`` come in threes: left, right, across."""


class Instruction(IntEnum):
    """What a plan makes happen; how plans with directions are numbered, ``plans`` knows."""

    SWAP = 0
    TRADE = 1
    GIVE = 2
    DRAW = 3
    FEED = 4
    PASS = 5
    SHARE = 6
    FETCH = 7
    SHIFT = 8


ACROSS = sum(1 << card for card in range(2, PASS_LEFT, DIRECTIONS))
"""The plans that exist with four seats only (GNP-1)."""

NO_CARD = -1
MASKED = -2
"""A pending choice of ``share`` that the observer may not see."""


class Phase(IntEnum):
    """What the match waits for."""

    DEAL = 0
    PLAY = 1
    GIVE = 2
    DRAW = 3
    SHARE = 4
    OVER = 5


class EntryKind(IntEnum):
    """Kinds of log entries, from which each seat's knowledge follows (GNP-24)."""

    PLAYED = 0
    """``source`` laid ``card`` openly."""
    TAKEN = 1
    """``target`` took ``card`` from the pile openly."""
    SENT = 2
    """``card`` left ``source`` face down for ``target``; ``UNKNOWN`` to all others."""
    LANDED = 3
    """All cards sent have arrived."""
    HELD = 4
    """``source`` held exactly these ``cards``, for those who see them; 0 for the others."""
    TRADED = 5
    """The hands of ``source`` and ``target`` changed owners."""
    PASSED = 6
    """All hands went on: two bits of ``card`` for each seat name who got its hand."""


UNKNOWN = CARDS
"""The card of an entry that the observer has not seen."""
MOST_TURNS = 60
LOG = 8 * MOST_TURNS
"""Room for the log: a turn writes a play, and four cards or hands with what befalls them."""


class GanzNachPlanState(State):
    """One position."""

    limit: int
    deck: int
    """Bit set of the cards in use."""
    plans: Annotated[Ints, Shape(CARDS)]
    """The plan of every card; of numbers without a card ``NO_CARD``."""
    phase: int
    turn: int
    """The place on turn, from 0."""
    turns: int
    """Completed turns."""
    mover: int
    executing: int
    """The card whose instruction is carried out, or ``NO_CARD``."""
    place: Annotated[Ints, Shape(SEATS)]
    """The place of every seat."""
    hand: Annotated[Ints, Shape(SEATS)]
    """Bit sets of cards; of masked hands 0."""
    count: Annotated[Ints, Shape(SEATS)]
    """Cards in every hand."""
    chosen: Annotated[Ints, Shape(SEATS)]
    """The card chosen for ``share``, ``NO_CARD`` or ``MASKED``."""
    asked: int
    """Bit set of the seats that have still to choose for ``share``."""
    pile: Annotated[Ints, Shape(CARDS)]
    """The discard pile from the bottom."""
    piled: int
    """Cards on the pile."""
    dealt: Annotated[Ints, Shape(SEATS)]
    """The hands as dealt; masked for others."""
    logged: int
    log: Annotated[Ints, Shape(LOG)]
    """Entries of ``EntryKind``, packed by ``log.append_entry``."""
    winners: int
    """Bit set of the winning seats."""
