"""Readers and writers of the words that notations and queries share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal

_Number = TypeVar("_Number", int, float)

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_COUNT = re.compile(r"[0-9]{1,40}")
_CELL = re.compile(r"([a-z])([0-9]{1,40})")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,40}(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,2})?", re.IGNORECASE)


def digit_of_another_script(text: str) -> str:
    r"""Return the first digit in a text that is none of 0 to 9, empty if there is none.

    Python's ``int`` and ``\d`` accept digits of all scripts. Code that reads texts from outside
    checks for them first, so that a number is written in exactly one way.
    """
    return next((sign for sign in text if sign.isdecimal() and not sign.isascii()), "")


def plain_digits(text: str) -> None:
    """Refuse a text with digits of other scripts, such as full-width ones (NotationError)."""
    other = digit_of_another_script(text)
    if other:
        raise NotationError(f"numbers are written with the digits 0 to 9, not with {other!r}")


def count_in(text: str) -> int | None:
    """Return the number that a text of at most 40 digits writes, None for any other text."""
    return int(text) if _COUNT.fullmatch(text) else None


def whole_in(text: str) -> int | None:
    """Return the whole number, possibly negative, that at most 9 digits write, else None."""
    return int(text) if _WHOLE.fullmatch(text) else None


class Cell(NamedTuple):
    """What a cell's name says, whether there is such a cell or not."""

    column: int
    """0 for ``a``, at most 25."""
    row: int
    """As it is written: rows are counted from 1, but 0 can be written, too."""


def cell_in(text: str) -> Cell | None:
    """Return the cell that a letter and a number of at most 40 digits name, such as ``c12``."""
    match = _CELL.fullmatch(text)
    return Cell(ord(match[1]) - ord("a"), int(match[2])) if match else None


def number_in(text: str) -> float | None:
    """Return the finite number that a text writes, None for any other text.

    As in ``300``, ``-0.5`` and ``1e-3``, with at most 40 digits before the point.
    """
    if not _DECIMAL.fullmatch(text):
        return None
    return int(text) if _COUNT.fullmatch(text.lstrip("+-")) else float(text)


def whole_within(text: str, least: int | None = None, most: int | None = None) -> int:
    """Return the whole number that an argument of a command writes, in a range (NotationError)."""
    number = count_in(text.removeprefix("-"))
    if number is None:
        raise NotationError(f"{text!r} is no whole number, such as 10")
    return _within(-number if text.startswith("-") else number, least, most)


def number_within(text: str, least: float | None = None, most: float | None = None) -> float:
    """Return the number that an argument of a command writes, in a range (NotationError)."""
    number = number_in(text)
    if number is None:
        raise NotationError(f"{text!r} is no number, such as 0.5 or 10")
    return _within(number, least, most)


def _within(number: _Number, least: _Number | None, most: _Number | None) -> _Number:
    if least is not None and number < least:
        raise NotationError(f"{number} is less than {least}")
    if most is not None and number > most:
        raise NotationError(f"{number} is more than {most}")
    return number


def no_words(words: list[str]) -> None:
    """Refuse further words (NotationError)."""
    if words:
        raise NotationError(f"this query takes no more words, not {' '.join(words)!r}")


def one_word(words: list[str], what: str) -> str:
    """Return the only word, which names ``what``, such as "a cell" (NotationError)."""
    if len(words) != 1:
        raise NotationError(f"this query names {what}")
    return words[0]


def seat_or_chance(word: str, count: int) -> int:
    """Return who a letter or ``*`` names, in a match of ``count`` seats (NotationError)."""
    seat = _seat_or_chance(word)
    if count <= seat < seats.CHANCE:
        last = seats.letter(count - 1)
        raise NotationError(f"there is no seat {word.upper()}: this match has seats A to {last}")
    return seat


def seat_lettered(word: str) -> int:
    """Return the seat, 0 to 7, that a letter names, at the table or not (NotationError)."""
    seat = _seat_or_chance(word)
    if seat == seats.CHANCE:
        raise NotationError(f"a seat is named by its letter, not {word!r}")
    return seat


def seat_at_table(word: str, count: int, refusal: Refusal) -> int:
    """Return the seat that a letter names, in a match of ``count`` seats.

    Raises
    ------
    NotationError
        If the word is no letter of a seat.
    RefusedError
        With this refusal, if the seat is not at the table.
    """
    seat = seat_lettered(word)
    if seat >= count:
        raise RefusedError(refusal)
    return seat


def _seat_or_chance(word: str) -> int:
    try:
        return seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None


def seat_named(word: str, count: int) -> int:
    """Return the seat that a letter names, in a match of ``count`` seats (NotationError)."""
    letters = [seats.letter(seat) for seat in range(count)]
    if word.upper() not in letters:
        raise NotationError(f"the seats of this match are {', '.join(letters)}, not {word!r}")
    return letters.index(word.upper())


def one_seat(words: list[str], count: int) -> int:
    """Return the seat that the only word names, in a match of ``count`` seats (NotationError)."""
    return seat_named(one_word(words, "a seat"), count)


def whole_number(word: str, what: str) -> int:
    """Return the number that a word writes; ``what`` names it, such as "a card" (NotationError)."""
    number = whole_in(word)
    if number is None:
        raise NotationError(f"{what} is a whole number, not {word!r}")
    return number


def number_up_to(most: int, word: str, what: str, refusal: Callable[[int], Refusal]) -> int:
    """Return the number, from 1 to ``most``, that a word writes; ``what`` names it.

    Raises
    ------
    NotationError
        If the word writes no whole number.
    RefusedError
        With what ``refusal`` returns for the number, if it is beyond these.
    """
    number = whole_number(word, what)
    if not 1 <= number <= most:
        raise RefusedError(refusal(number))
    return number


def listed(items: Iterable[object]) -> str:
    """Return items as one answer: separated by spaces, ``none`` for no item."""
    return " ".join(map(str, items)) or "none"
