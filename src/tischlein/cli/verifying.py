"""Recomputing the chance of a finished match from the fairness fields of its record.

The fields are ``id``, ``commitment`` (SHA-256 of the secret, published before the start), ``seed``
(the secret, revealed at the end) and ``contribution A``, ``contribution B`` ... (what each seat
added; left out for a seat that added nothing).
"""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.records import Record, write_event
from tischlein.core.seats import CHANCE, letter
from tischlein.tables import fairness

_NEEDED = ("id", "commitment", "seed")


def fault_in(record: Record) -> tuple[int, str]:
    """Return how many outcomes of chance a record has, and what is wrong with them, if anything."""
    fields = {key.lower(): value for key, value in record.fields.items()}
    draws = [draw for draw, _ in _draws(record)]
    missing = [key for key in _NEEDED if not fields.get(key)]
    if missing:
        return len(draws), (
            f"the header lacks {', '.join(missing)}: only records of matches that were played "
            "at a table and are over can be verified"
        )
    contributions = [
        fields.get(f"contribution {letter(seat).lower()}", "") for seat in range(len(record.names))
    ]
    try:
        fault = fairness.verify(
            fields["seed"], fields["commitment"], contributions, fields["id"], draws
        )
    except ValueError as error:
        return len(draws), str(error)
    if fault is None:
        return len(draws), ""
    if isinstance(fault, fairness.CommitmentMismatch):
        return len(draws), (
            f"the seed is not the one that was committed to: its SHA-256 is {fault.computed}"
        )
    _, position = list(_draws(record))[fault.counter]
    recorded = write_event(position, Event(CHANCE, fault.recorded))
    computed = write_event(position, Event(CHANCE, fault.computed))
    return len(
        draws
    ), f"chance event {fault.counter + 1} is {recorded!r}, but should be {computed!r}"


def _draws(record: Record) -> Iterator[tuple[fairness.RecordedDraw, Position]]:
    for position, event in zip(record.positions(), record.events, strict=False):
        if event.seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            yield fairness.RecordedDraw(weights, outcomes, event.action), position
