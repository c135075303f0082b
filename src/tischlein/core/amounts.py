"""Counts in English words, for messages, reports and representations."""

from __future__ import annotations


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
