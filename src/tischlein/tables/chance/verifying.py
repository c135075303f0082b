"""The chance of a finished match, recomputed and explained in words."""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.records import Record, remark_on_rules, write_event
from tischlein.core.seats import CHANCE, letter
from tischlein.tables.chance import proof
from tischlein.tables.chance.fairness import CommitmentMismatch, DrawMismatch, HashMismatch


def find_fault(record: Record) -> str:
    """Return what does not fit in the proof of a record's chance, empty if everything does."""
    try:
        fault = proof.verify(record)
    except ValueError as error:
        return f"{error}; records of matches that were played at a table and are over have a proof"
    if fault is None:
        return ""
    if isinstance(fault, CommitmentMismatch):
        return f"the seed is not the one that was committed to: its SHA-256 is {fault.computed}"
    if isinstance(fault, HashMismatch):
        if not fault.recorded:
            return f"the contribution of seat {letter(fault.seat)} has no hash"
        return (
            f"the contribution of seat {letter(fault.seat)} is not the one that its browser had "
            f"bound itself to: its hash is {fault.computed}"
        )
    if isinstance(fault, DrawMismatch):
        return _describe_draw(record, fault)
    return f"the seats are dealt out as {fault.recorded}, but should be as {fault.computed}"


def phrase_of_fault(record: Record) -> Phrase:
    """Return in any language what does not fit in the proof of a record, if anything does not."""
    try:
        fault = proof.verify(record)
    except ValueError:
        return Phrase("table-unfair-form")
    if isinstance(fault, CommitmentMismatch):
        return Phrase("table-unfair-secret")
    if isinstance(fault, HashMismatch):
        return Phrase("table-unfair-hash", {"name": seat_name(fault.seat)})
    if isinstance(fault, DrawMismatch):
        return Phrase("table-unfair-draw", {"number": _drawn(record)[fault.counter] + 1})
    return Phrase("table-unfair-lot")


def notes_on(record: Record) -> list[str]:
    """Return remarks about a proof in which everything fits."""
    remarks = []
    if proof.protocol(record) == proof.OPEN_PROTOCOL:
        remarks.append("contributions came in openly, by the first protocol")
    elif left_out := proof.seats_left_out(record):
        names = ", ".join(map(letter, left_out))
        remarks.append(f"left out, as nothing was revealed in time: {names}")
    return [*remarks, *filter(None, [remark_on_rules(record)])]


def count_draws(record: Record) -> int:
    """Return how many outcomes of chance a record has."""
    return sum(event.seat == CHANCE for event in record.events)


def _describe_draw(record: Record, fault: DrawMismatch) -> str:
    position = list(record.positions())[_drawn(record)[fault.counter]]
    recorded = write_event(position, Event(CHANCE, fault.recorded))
    computed = write_event(position, Event(CHANCE, fault.computed))
    return f"chance event {fault.counter + 1} is {recorded!r}, but should be {computed!r}"


def _drawn(record: Record) -> list[int]:
    """Return the indices of the events of chance."""
    return [index for index, event in enumerate(record.events) if event.seat == CHANCE]
