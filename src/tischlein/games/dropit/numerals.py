"""Numbers as records write them: millimetres and degrees with four decimals, whole numbers."""

from __future__ import annotations

import re
from decimal import Decimal

from tischlein.games.dropit.state import SCALE

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_WHOLE = re.compile(r"[+-]?\d{1,9}")
_LARGEST = 10**9
"""Poses farther off than this many millimetres are not valid numbers of a record."""


def written(value: int) -> str:
    """Return a number that is kept times ``SCALE``, with its four decimals."""
    return f"{Decimal(value) / SCALE:.4f}"


def whole(word: str) -> int | None:
    """Return the whole number that a word writes, None if it is none."""
    return int(word) if _WHOLE.fullmatch(word) else None


def decimal(word: str) -> Decimal | None:
    """Return the number that a word writes, None if it is none or is beyond all poses."""
    if not _DECIMAL.fullmatch(word) or abs(Decimal(word)) > _LARGEST:
        return None
    return Decimal(word)


def scaled(word: str) -> int | None:
    """Return the number that a word writes times ``SCALE``, None if it is not exactly kept so."""
    number = decimal(word)
    if number is None or number * SCALE % 1:
        return None
    return int(number * SCALE)
