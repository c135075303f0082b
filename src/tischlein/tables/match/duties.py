"""The people that a match waits for, and their deadlines."""

from __future__ import annotations

from typing import NamedTuple

from tischlein.tables.match.ledger import Ledger
from tischlein.tables.stored import SeatKind
from tischlein.tables.timekeeping import Timekeeper


class Duty(NamedTuple):
    """What a person has to do at a table."""

    seat: int
    until: int | None
    """Deadline, in milliseconds since 1970 by the machine's clock; None for no limit."""
    near: bool
    """Whether little time is left."""


def duties(ledger: Ledger, time: Timekeeper) -> list[Duty]:
    """Return what the people at a table have to do now."""
    chairs = ledger.match.seats
    known = () if ledger.match.clocks is None else ledger.match.clocks.seats
    found = []
    for seat in ledger.awaited:
        if chairs[seat].kind is SeatKind.PERSON and chairs[seat].level is None:
            until = known[seat].until if known else None
            near = bool(known) and known[seat].warned
            found.append(Duty(seat, None if until is None else time.to_clock(until), near))
    return found
