"""The numbers of what seats do with a card, and of what chance deals and draws."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.ganz_nach_plan.state import CARDS, SEATS

PLAY = 0
"""A card is played by its own number; to give it away is numbered after all these."""
GIVE = CARDS
ACTIONS = 2 * CARDS

DEAL = 0
"""Outcomes of chance: deals by seat and card, then draws by seat and card."""
DRAW = SEATS * CARDS
OUTCOMES = 2 * SEATS * CARDS


@kernel
def card_of(action: int) -> int:
    """Return the card of an action, or of an outcome of chance."""
    return action % CARDS


@kernel
def dealing(seat: int, card: int) -> int:
    """Return the outcome that deals a card to a seat."""
    return DEAL + seat * CARDS + card


@kernel
def drawing(seat: int, card: int) -> int:
    """Return the outcome in which a seat draws a card."""
    return DRAW + seat * CARDS + card


@kernel
def receiver_of(outcome: int) -> int:
    """Return the seat that gets the card of an outcome."""
    return outcome // CARDS % SEATS
