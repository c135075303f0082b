"""Counts: in English words, for messages, reports and representations; and what is none."""

from __future__ import annotations

from numbers import Integral
from operator import index
from typing import Any


def is_count(number: Any) -> bool:
    """Whether something is a whole number of at least 1, of whatever type, but not a bool."""
    whole = isinstance(number, Integral) and not isinstance(number, bool)
    return whole and index(number) >= 1


def check_count(number: Any, name: str) -> None:
    """Refuse an argument that is no count (ValueError), by the name that the caller has written."""
    if not is_count(number):
        raise ValueError(f"{name} is a whole number, at least 1, not {number!r}")


def many(count: int, what: str) -> str:
    """Return a count and its noun in words.

    >>> from tischlein.core.amounts import many
    >>> many(1, "match"), many(2, "match"), many(0, "event")
    ('1 match', '2 matches', '0 events')

    Parameters
    ----------
    what
        The singular: a noun that takes an s, or es where it ends in ch.
    """
    if count == 1:
        return f"{count} {what}"
    return f"{count} {what}{'es' if what.endswith('ch') else 's'}"
