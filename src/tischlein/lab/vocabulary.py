"""The words of the notation that are played in the matches of a study, and what they are worth."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, MAX_SEATS, first_place_shares
from tischlein.lab.grouping import Table, clusters_together
from tischlein.lab.intervals import Estimate, difference_of_shares, holm, share

FEWEST = 20
"""Minimal number of seats on each side for a statement about a word's worth."""

Words = tuple[int, tuple[int, ...], list[Counter[str]]]
"""A match.

A number that it shares with those it is not independent of, the ranks, and by seat the words of its
actions.
"""


@dataclass(frozen=True)
class WordRow:
    """How often a word of the notation is played, and the results of those that play it."""

    word: str
    matches: Estimate
    """Share of seats that play it at least once in a match."""
    times: float
    """How often in a match, on average."""
    worth: Estimate
    """Share of first places of seats that play it, minus that of those that do not.

    This is a correlation, not an effect.
    """


def words(
    plays: Sequence[tuple[int, tuple[int, ...], Sequence[Counter[str]]]],
    most: int = 40,
    *,
    sides: Sequence[int] = range(MAX_SEATS),
) -> list[WordRow]:
    """Return the words of actions that are played, the most frequent first.

    Parameters
    ----------
    plays
        By match: a number that it shares with those it is not independent of, the ranks by seat,
        and the words that each seat has played.
    most
        How many words at most.
    sides
        By seat: the side that it belongs to; by default each seat plays for itself.
    """
    total: Counter[str] = Counter()
    for _, _, counted in plays:
        for seat_words in counted:
            total.update(seat_words)
    rows = []
    for word, times in total.most_common(most):
        used, won, joined = [], [], []
        for cluster, ranks, counted in plays:
            used += [seat_words[word] > 0 for seat_words in counted]
            won += first_place_shares(sides[: len(ranks)], ranks)
            joined += [cluster] * len(ranks)
        with_it, shares, clusters = np.array(used), np.array(won), np.array(joined)
        if min(with_it.sum(), (~with_it).sum()) < FEWEST:
            worth = Estimate(math.nan, math.nan, math.nan, len(plays))
        else:
            worth = difference_of_shares(
                (shares[with_it], clusters[with_it]), (shares[~with_it], clusters[~with_it])
            )
        rows.append(
            WordRow(word, share(with_it.astype(float), clusters), times / len(plays), worth)
        )
    corrected = holm([row.worth.p for row in rows])
    return [
        replace(row, worth=replace(row.worth, p=p)) for row, p in zip(rows, corrected, strict=True)
    ]


def words_in(text: str) -> set[str]:
    """Return the words of an action in notation, without signs such as dashes."""
    return {word for word in text.split() if re.search(r"\w", word)}


def words_of(tables: Sequence[Table], found: Sequence[tuple[int, Record]]) -> list[Words]:
    """Return the words that every seat has played in matches of some tables."""
    joined = clusters_together(tables)
    return [(joined[seed], record.final().ranks(), _words(record)) for seed, record in found]


def _words(record: Record) -> list[Counter[str]]:
    counted: list[Counter[str]] = [Counter() for _ in record.names]
    position = Position.start(record.game, len(record.names), record.options)
    for event in record.events:
        if event.seat != CHANCE:
            counted[event.seat].update(words_in(position.write(event.seat, event.action)))
        position.apply(event)
    return counted
