"""The state of Raufer: hands, the pile, the command in force, and what everybody knows of hands.

Cards are numbered from 0 in code (card 0 is floor 1), and a set of cards is a bit set. Nobody knows
the pile and the face-down cards, so they have no identity here: chance names a card at the moment
somebody takes it up.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

CARDS = 20
"""Staircase cards, one for each floor (RAU-1)."""
ALL_CARDS = (1 << CARDS) - 1
MOST_SEATS = 5
HAND_SIZES = {3: 5, 4: 4, 5: 3}
"""Cards dealt to each seat, by number of seats (RAU-2)."""
LEAST_HAND, GREATEST_HAND = 2, 6
MOST_GIVEN = CARDS - 2 * LEAST_HAND
"""No seat is given more: with three seats, the two others are dealt two cards each."""

UP, DOWN = 0, 1

NOBODY = -1
"""The commander before an opening, and the winner before the end."""
NO_CARD = -1
"""The card to beat before an opening."""


class Stage(IntEnum):
    """What happens next."""

    START = 0
    """Chance draws the seat that opens."""
    DEAL = 1
    OPENING = 2
    """A seat lays any card."""
    COMMAND = 3
    """A seat obeys, draws or passes."""
    TAKING = 4
    """Chance names the face-down cards that go into hands."""
    OVER = 5


class RauferState(State):
    """One position."""

    stage: int
    turn: int
    """The seat to act; while chance deals, the seat that gets the card; while cards are taken
    up, the seat that acts afterwards."""
    taker: int
    """The seat that takes up a card now (meaningful in stage TAKING)."""
    opener: int
    """The seat that opens the first round."""
    phase: int
    """1 or 2, of the command or opening at hand (RAU-15)."""
    pile: int
    """Cards on the draw pile."""
    last: int
    """The card to beat, ``NO_CARD`` before an opening."""
    direction: int
    """``UP`` or ``DOWN``: where the command in force sends the next seats."""
    commander: int
    down: int
    """Bit set of the seats with a face-down card before them."""
    passed: int
    """Bit set of the seats that have passed on the command in force."""
    inside: int
    """Bit set of the seats still in the staircase."""
    winner: int
    laid_count: int
    laid_set: int
    """Bit set of the laid cards."""
    hand_size: int
    """Cards to deal to each seat."""
    commander_out: int
    """1 if RAU-17 holds for two seats as well (option ``duel=commander``)."""
    dry_out: int
    """1 if passing because there is no pile can put a seat out (option ``dry=out``)."""
    hands: Annotated[Ints, Shape(MOST_SEATS)]
    """The cards of each seat; in an observation, an empty set for the hands of others."""
    sizes: Annotated[Ints, Shape(MOST_SEATS)]
    """How many cards each seat holds."""
    waiting: Annotated[Ints, Shape(MOST_SEATS)]
    """Face-down cards of a settled command that each seat has yet to take up."""
    laid: Annotated[Ints, Shape(CARDS)]
    """The laid cards in order."""
    laid_by: Annotated[Ints, Shape(CARDS)]
    """Who laid them."""
    laid_among: Annotated[Ints, Shape(CARDS)]
    """Which of the cards that its seat had been given each laid card can have been, as a bit set:
    bit 0 stands for the oldest."""
    ranges: Annotated[Ints, Shape(MOST_SEATS, MOST_GIVEN)]
    """What everybody knows of each card that a seat has been given, oldest first: the range of
    floors that it can be on if it has not been laid, as a bit set. A younger card's range holds
    the older one's."""
