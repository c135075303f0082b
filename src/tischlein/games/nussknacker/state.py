"""The state of Nussknacker: hands, the hidden card, chips, and every question of the deal."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

MOST_SEATS = 4
MOST_QUESTIONS = 64
"""Highest limit of questions in one deal (NUS-25)."""
MOST_GOAL = 9

NOBODY = -1
NOTHING = 0
"""No cards, or no value."""
UNKNOWN = -1
"""Cards that have been slid, but that the observer may not know."""


class Stage(IntEnum):
    """What happens next."""

    START = 0
    """Chance draws the seat that starts."""
    HIDE = 1
    """Chance puts a card aside."""
    DEAL = 2
    ASK = 3
    ANSWER = 4
    """The asked seat says no or slides cards."""
    RETURN = 5
    """The asker slides cards back."""
    OVER = 6


ASKER, ASKED, VALUE, GIVEN, RETURNED = range(5)
"""Columns of ``questions``; the last two count the cards slid each way."""
DENIED = -1
"""In column GIVEN: the asked seat said no."""
GIFT, GIFT_BACK = range(2)
"""Columns of ``slid``."""


class NussknackerState(State):
    """One position; hands are numbers as ``hands`` describes them."""

    stage: int
    top: int
    """The highest value in play, 6 or 8 (NUS-1)."""
    goal: int
    limit: int
    """Questions that can be asked in one deal (NUS-25)."""
    deal_number: int
    """From 1; 0 before the first deal."""
    starter: int
    """The seat that starts this deal, NOBODY before the lot is drawn."""
    turn: int
    """The seat on turn, also while its question is pending (NUS-16); otherwise NOBODY."""
    receiver: int
    """The seat that is dealt cards now (meaningful in stage DEAL)."""
    hidden: int
    """The value of the hidden card; NOTHING before one is hidden, and in observations."""
    opened: int
    """The value that the last finished deal had, or NOTHING."""
    guesser: int
    """The seat that ended the last finished deal with a guess, or NOBODY."""
    guessed: int
    """The value that the guesser named, or NOTHING."""
    question_count: int
    """Questions of this deal, a pending one included."""
    chips: Annotated[Ints, Shape(MOST_SEATS)]
    hands: Annotated[Ints, Shape(MOST_SEATS)]
    """Slid cards belong to their old hand until both take up (NUS-14); NOTHING if masked."""
    dealt: Annotated[Ints, Shape(MOST_SEATS)]
    """The hands at the deal; NOTHING if masked."""
    sizes: Annotated[Ints, Shape(MOST_SEATS)]
    """How many cards each seat holds."""
    questions: Annotated[Ints, Shape(MOST_QUESTIONS, 5)]
    """What everybody knows of every question (NUS-15): see the columns above."""
    slid: Annotated[Ints, Shape(MOST_QUESTIONS, 2)]
    """The cards given and the cards returned; UNKNOWN if masked, NOTHING if there are none."""


def is_running(state: NussknackerState) -> bool:
    """Whether the cards are dealt and the hidden one is still unknown, in plain code."""
    return Stage.ASK <= state.stage <= Stage.RETURN
