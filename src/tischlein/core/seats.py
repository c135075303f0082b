"""Seats in code: numbers, letters, and the two that are no player's."""

from __future__ import annotations

MAX_SEATS = 8
CHANCE = MAX_SEATS
"""The seat that deals and rolls, ``*`` in text."""
SPECTATOR = MAX_SEATS + 1
"""The observer whose eyes see no secret."""
CHANCE_BIT = 1 << CHANCE
HIDDEN = -1
"""Stands for an action that an observer may not know."""

_LETTERS = "ABCDEFGH*"


def letter(seat: int) -> str:
    """Return ``A`` to ``H`` for the seats 0 to 7 and ``*`` for chance."""
    if not 0 <= seat <= CHANCE:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {MAX_SEATS - 1}")
    return _LETTERS[seat]


def number(text: str) -> int:
    """Return the seat that a letter (of either case) or ``*`` names.

    Raises
    ------
    ValueError
        For any other text.
    """
    seat = _LETTERS.find(text.upper()) if len(text) == 1 else -1
    if seat < 0:
        raise ValueError(f"{text!r} is no seat; seats are A to {_LETTERS[MAX_SEATS - 1]} and *")
    return seat
