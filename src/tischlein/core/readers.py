"""Readers and writers of the words that notations and queries share."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tischlein.core import seats
from tischlein.core.errors import NotationError

_WHOLE = re.compile(r"-?\d{1,9}")


def no_words(words: list[str]) -> None:
    """Refuse further words (NotationError)."""
    if words:
        raise NotationError(f"this query takes no more words, not {' '.join(words)!r}")


def one_word(words: list[str], what: str) -> str:
    """Return the only word, which names ``what``, such as "a cell" (NotationError)."""
    if len(words) != 1:
        raise NotationError(f"this query names {what}")
    return words[0]


def seat_lettered(word: str) -> int:
    """Return the seat, 0 to 7, whose letter a word is, at the table or not (NotationError)."""
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat == seats.CHANCE:
        raise NotationError(f"a seat is named by its letter, not {word!r}")
    return seat


def seat_named(word: str, count: int) -> int:
    """Return the seat whose letter a word is, in a match of ``count`` seats (NotationError)."""
    letters = [seats.letter(seat) for seat in range(count)]
    if word.upper() not in letters:
        raise NotationError(f"the seats of this match are {', '.join(letters)}, not {word!r}")
    return letters.index(word.upper())


def one_seat(words: list[str], count: int) -> int:
    """Return the seat that the only word names, in a match of ``count`` seats (NotationError)."""
    return seat_named(one_word(words, "a seat"), count)


def whole_number(word: str, what: str) -> int:
    """Return the number that a word writes; ``what`` it is, such as "a card" (NotationError)."""
    if not _WHOLE.fullmatch(word):
        raise NotationError(f"{what} is a whole number, not {word!r}")
    return int(word)


def listed(items: Iterable[object]) -> str:
    """Return items as one answer: with spaces between them, ``none`` for no item."""
    return " ".join(map(str, items)) or "none"
