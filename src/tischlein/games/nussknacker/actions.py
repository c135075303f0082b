"""Actions and outcomes of chance as numbers: the one place that packs and unpacks them."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.nussknacker.hands import TOP, WAYS
from tischlein.games.nussknacker.state import MOST_SEATS

ASK = 0
"""First of the questions; guesses, no and gifts (one for each of ``WAYS``) come after them."""
GUESS = ASK + MOST_SEATS * TOP
NO = GUESS + TOP
GIVE = NO + 1
ACTIONS = GIVE + len(WAYS)

START = 0
"""First of the outcomes: the seat that starts, the hidden value, then seat by seat the values."""
HIDE = START + MOST_SEATS
DEAL = HIDE + TOP
OUTCOMES = DEAL + MOST_SEATS * TOP

MOST_LEGAL = (MOST_SEATS - 1) * TOP + TOP
"""Asking three others for any value, or guessing any value."""


# --- actions ---


@kernel
def asking(seat: int, value: int) -> int:
    """Return the action that asks a seat for a value."""
    return ASK + TOP * seat + value - 1


@kernel
def asked(action: int) -> tuple[int, int]:
    """Return the seat that is asked by an action, and the value that it is asked for."""
    return (action - ASK) // TOP, (action - ASK) % TOP + 1


@kernel
def guessing(value: int) -> int:
    """Return the action that names a value as the hidden one."""
    return GUESS + value - 1


@kernel
def guessed(action: int) -> int:
    """Return the value that a guess names."""
    return action - GUESS + 1


@kernel
def is_guess(action: int) -> bool:
    """Whether an action names the hidden card."""
    return GUESS <= action < NO


@kernel
def giving(way: int) -> int:
    """Return the action that slides the cards of a way, given as its place in ``WAYS``."""
    return GIVE + way


@kernel
def given_way(action: int) -> int:
    """Return the place in ``WAYS`` of the cards that an action slides."""
    return action - GIVE


def giving_values(values: tuple[int, ...]) -> int:
    """Return the action that slides cards of these values (ascending, one of ``WAYS``)."""
    return GIVE + WAYS.index(values)


def given_values(action: int) -> tuple[int, ...]:
    """Return the values of the cards that an action slides, in ascending order."""
    return WAYS[action - GIVE]


# --- outcomes of chance ---


@kernel
def starting(seat: int) -> int:
    """Return the outcome that names the first start player."""
    return START + seat


@kernel
def starter_of(outcome: int) -> int:
    """Return the seat that an outcome names as start player."""
    return outcome - START


@kernel
def hiding(value: int) -> int:
    """Return the outcome that puts a card of a value aside."""
    return HIDE + value - 1


@kernel
def hidden_by(outcome: int) -> int:
    """Return the value of the card that an outcome puts aside."""
    return outcome - HIDE + 1


@kernel
def dealing(seat: int, value: int) -> int:
    """Return the outcome that deals a card of a value to a seat."""
    return DEAL + TOP * seat + value - 1


@kernel
def dealt(outcome: int) -> tuple[int, int]:
    """Return the seat that an outcome deals to, and the value of the card."""
    return (outcome - DEAL) // TOP, (outcome - DEAL) % TOP + 1
