"""What a seat can do, as numbers: laying a card with a direction, drawing, passing."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.raufer.state import CARDS, DOWN, UP

DRAW = 2 * CARDS
"""Laying is numbered by :func:`laying`; drawing and passing come after it."""
PASS = DRAW + 1
ACTIONS = PASS + 1

DIRECTION_WORDS = {UP: "up", DOWN: "down"}
"""What directions are called in records, messages and targets of the scene."""
DIRECTIONS = {word: direction for direction, word in DIRECTION_WORDS.items()}


@kernel
def laying(card: int, direction: int) -> int:
    """Return the number of laying a card and sending the next seats up or down."""
    return 2 * card + direction


@kernel
def card_of(action: int) -> int:
    """Return the card that an action lays."""
    return action // 2


@kernel
def direction_of(action: int) -> int:
    """Return the direction that is commanded with a laid card."""
    return action % 2
