"""The facts to notify about in a match, found from its metadata and events alone.

Each fact has a key that distinguishes it from all others of its kind at the same seat,
independently of who computes it and when: what has been sent once is not sent again, not even by a
server that was killed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from tischlein.tables.stored import MatchStatus, RulingKind, SeatKind, StoredEvent, StoredMatch


class Kind(StrEnum):
    """What notifications are about."""

    TURN = "turn"
    """The match waits for the player."""
    DEADLINE = "deadline"
    """The match waits for the player, whose time is nearly up."""
    OVER = "over"
    INVITED = "invited"
    """A chair is kept for the player, as in a rematch."""


class Fact(NamedTuple):
    """A fact about a seat."""

    kind: Kind
    seat: int
    key: str
    since: int
    """Since when, at the latest, in milliseconds since 1970."""


def facts_of(
    match: StoredMatch,
    events: Sequence[StoredEvent],
    awaited: Collection[int],
    changed: int | None = None,
) -> list[Fact]:
    """Return the facts about the people of a match.

    Parameters
    ----------
    events
        All events.
    awaited
        The seats that the match waits for.
    changed
        When the last event in the match happened, if that is known.
    """
    match match.status:
        case MatchStatus.OPEN:
            return _invitations(match)
        case MatchStatus.FINISHED | MatchStatus.ENDED:
            ended = _ended(match, match.touched if changed is None else changed)
            return [Fact(Kind.OVER, seat, match.id, ended) for seat in _people(match)]
        case MatchStatus.RUNNING if not match.paused:
            present = (seat for seat in _people(match) if match.seats[seat].level is None)
            waits_for = [seat for seat in present if seat in awaited]
            return [fact for seat in waits_for for fact in _of_turn(match, events, seat)]
    return []


def _invitations(match: StoredMatch) -> list[Fact]:
    """Return the facts that chairs are kept for players."""
    return [
        Fact(Kind.INVITED, chair, match.id, match.created)
        for chair, stored in enumerate(match.seats)
        if stored.kind is SeatKind.FREE and stored.sessions
    ]


def _people(match: StoredMatch) -> list[int]:
    """Return the seats of people who have not given up."""
    return [
        seat
        for seat, stored in enumerate(match.seats)
        if stored.kind is SeatKind.PERSON and not stored.resigned
    ]


def _of_turn(match: StoredMatch, events: Sequence[StoredEvent], seat: int) -> Iterator[Fact]:
    """Yield that a match waits for a seat, and that its time is nearly up."""
    clock = None if match.clocks is None else match.clocks.seats[seat]
    until = None if clock is None else clock.until
    if _awaits_others(match, seat) or until is not None:
        yield _turn(match, events, seat)
    if clock is not None and until is not None and clock.warned:
        yield Fact(Kind.DEADLINE, seat, str(until), match.touched)


def _ended(match: StoredMatch, changed: int) -> int:
    """Return when a match ended; a rematch or new links, which touch it, come later."""
    ends = [one.time for one in match.rulings if one.what in (RulingKind.END, RulingKind.RULES)]
    if match.status is MatchStatus.ENDED and ends:
        return ends[-1]
    return max(changed, *ends) if ends else changed


def _awaits_others(match: StoredMatch, seat: int) -> bool:
    """Whether other people play on other devices: alone against bots nobody needs notifications."""
    mine = set(match.seats[seat].sessions)
    return any(
        other.kind is SeatKind.PERSON and not mine & set(other.sessions) for other in match.seats
    )


def _turn(match: StoredMatch, events: Sequence[StoredEvent], seat: int) -> Fact:
    """Return a seat's turn, named by the first event after the seat's previous turn.

    So events of others in the meantime make no new turn of it, nor do further actions of the same
    turn; numbers that are reused after taking back are distinguished.
    """
    index = len(events) - 1
    while index >= 0 and events[index].event.seat == seat:
        index -= 1  # the turn has begun already
    since = events[index].time if index >= 0 else match.touched
    while index >= 0 and events[index].event.seat != seat:
        index -= 1
    taken_back = sum(ruling.what is RulingKind.BACK for ruling in match.rulings)
    return Fact(Kind.TURN, seat, f"{taken_back}.{index + 2}", since)
