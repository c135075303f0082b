"""Seats in code: numbers, letters, and the two that belong to no player."""

from __future__ import annotations

from collections.abc import Sequence

MAX_SEATS = 8
CHANCE = MAX_SEATS
"""The seat that deals and rolls, ``*`` in text."""
SPECTATOR = MAX_SEATS + 1
"""The observer that sees no secret."""
CHANCE_BIT = 1 << CHANCE
HIDDEN = -1
"""Stands for an action that an observer may not know."""

LETTERS = "ABCDEFGH"
"""Of the seats 0 to 7."""
_NAMES = LETTERS + "*"


def letter(seat: int) -> str:
    """Return ``A`` to ``H`` for the seats 0 to 7 and ``*`` for chance."""
    if not 0 <= seat <= CHANCE:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {MAX_SEATS - 1}")
    return _NAMES[seat]


def number(text: str) -> int:
    """Return the seat that a letter (of either case) or ``*`` names.

    Raises
    ------
    ValueError
        For any other text.
    """
    seat = _NAMES.find(text.upper()) if len(text) == 1 else -1
    if seat < 0:
        raise ValueError(f"{text!r} is no seat; seats are A to {LETTERS[-1]} and *")
    return seat


# --- who is first ---


def first_sides(sides: Sequence[int], ranks: Sequence[int]) -> frozenset[int]:
    """Return the sides in first place: several if they tie.

    Parameters
    ----------
    sides
        By seat: the side that it belongs to (:func:`tischlein.core.options.sides`).
    ranks
        By seat: 0 is first.
    """
    return frozenset(side for side, rank in zip(sides, ranks, strict=True) if rank == 0)


def first_place_shares(sides: Sequence[int], ranks: Sequence[int]) -> list[float]:
    """Return by seat its side's share of the first place.

    Sides that tie share it evenly, so their shares add up to 1. Partners win together, so each seat
    of a team has the team's whole share.

    >>> from tischlein.core.seats import first_place_shares
    >>> first_place_shares([0, 1, 2], [0, 0, 2])
    [0.5, 0.5, 0.0]
    >>> first_place_shares([0, 1, 0, 1], [0, 2, 0, 2])
    [1.0, 0.0, 1.0, 0.0]

    Parameters
    ----------
    sides, ranks
        As in :func:`first_sides`.
    """
    first = first_sides(sides, ranks)
    return [float(side in first) / len(first) for side in sides]
