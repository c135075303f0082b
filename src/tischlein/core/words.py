"""Readers of the words that stand behind the name of a query."""

from __future__ import annotations

from tischlein.core import seats
from tischlein.core.errors import NotationError


def no_words(words: list[str]) -> None:
    """Refuse further words (NotationError)."""
    if words:
        raise NotationError(f"this query takes no more words, not {' '.join(words)!r}")


def one_word(words: list[str], what: str) -> str:
    """Return the only word, which names ``what``, such as "a cell" (NotationError)."""
    if len(words) != 1:
        raise NotationError(f"this query names {what}")
    return words[0]


def seat_named(word: str, count: int) -> int:
    """Return the seat whose letter a word is, in a match of ``count`` seats (NotationError)."""
    letters = [seats.letter(seat) for seat in range(count)]
    if word.upper() not in letters:
        raise NotationError(f"the seats of this match are {', '.join(letters)}, not {word!r}")
    return letters.index(word.upper())


def one_seat(words: list[str], count: int) -> int:
    """Return the seat that the only word names, in a match of ``count`` seats (NotationError)."""
    return seat_named(one_word(words, "a seat"), count)
