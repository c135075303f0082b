"""Matches, events and refusals for the tests of storage."""

from collections.abc import Awaitable
from typing import Any

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.tables import match_ids
from tischlein.tables.chance.fairness import commitment
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import RefusedCommand, StoredEvent, StoredMatch, StoredSeat


def new_match(match_id: str, **fields: Any) -> StoredMatch:
    defaults: dict[str, Any] = {
        "game": "bauab",
        "rules_version": 1,
        "options": "",
        "seats": (StoredSeat(), StoredSeat()),
        "created": 1000,
        "touched": 1000,
        "commitment": "c0ffee",
        "server_secret": b"\x00\xffsecret",
    }
    return StoredMatch(id=match_id, **{**defaults, **fields})


def match_of(*seats: StoredSeat, fixed: bool = False) -> StoredMatch:
    """A new match of Bauab with these chairs, whose lot is drawn from a known secret."""
    secret = b"\x07" * 32
    return new_match(
        match_ids.new_match_id(),
        seats=seats,
        commitment=commitment(secret),
        server_secret=secret,
        fixed=fixed,
    )


def moves(
    first: int, last: int | None = None, *, seat: int = 0, time: int = 2000
) -> list[StoredEvent]:
    """Events `first` to `last`, each with its own number as its action."""
    last = first if last is None else last
    return [StoredEvent(n, Event(seat, n), time) for n in range(first, last + 1)]


def commanded(number: int, command: str, seat: int = 0) -> list[StoredEvent]:
    return [StoredEvent(number, Event(seat, number), 2000, command)]


def refused(command: str, seat: int = 0, rule: str = "BAU-3") -> RefusedCommand:
    return RefusedCommand(seat, command, Refusal(rule))


async def outcome_of(work: Awaitable[None]) -> Exception | None:
    """Wait for `work` and return what it raised."""
    try:
        await work
    except StoreError as error:
        return error
    return None
