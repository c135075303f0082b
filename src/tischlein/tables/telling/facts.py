"""What there is to tell of a match, found from its metadata and events alone.

Each fact has a key that tells it from all others of its kind at the same seat, whoever computes it
and whenever: what has been told once is not told again, not even by a server that was killed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from tischlein.tables.store import MatchStatus, Ruled, SeatKind, StoredEvent, StoredMatch

LONGEST_WARNING = 12 * 3_600_000
"""How many milliseconds before a deadline it counts as near, at most."""


class Kind(StrEnum):
    """What somebody can be told."""

    TURN = "turn"
    """The match waits for the player."""
    DEADLINE = "deadline"
    """The match waits for the player, whose time is nearly up."""
    OVER = "over"
    INVITED = "invited"
    """A chair is kept for the player, as in a rematch."""


class Fact(NamedTuple):
    """Something that is so at a seat."""

    kind: Kind
    seat: int
    key: str
    since: int
    """From when on, at the latest, in milliseconds since 1970."""


def facts_of(
    match: StoredMatch,
    events: Sequence[StoredEvent],
    awaited: Collection[int],
    now: int,
) -> list[Fact]:
    """Return what there is to tell about the people of a match.

    Parameters
    ----------
    events
        All that has happened.
    awaited
        The seats that the match waits for.
    now
        Milliseconds since 1970.
    """
    if match.status is MatchStatus.OPEN:
        return [
            Fact(Kind.INVITED, chair, match.id, match.created)
            for chair, stored in enumerate(match.seats)
            if stored.kind is SeatKind.FREE and stored.sessions
        ]
    people = [
        seat
        for seat, stored in enumerate(match.seats)
        if stored.kind is SeatKind.PERSON and not stored.resigned
    ]
    if match.status in (MatchStatus.FINISHED, MatchStatus.ENDED):
        return [Fact(Kind.OVER, seat, match.id, match.touched) for seat in people]
    if match.status is not MatchStatus.RUNNING or match.paused:
        return []
    facts: list[Fact] = []
    for seat in people:
        if seat not in awaited or match.seats[seat].level is not None:
            continue
        if _awaits_others(match, seat) or match.deadline is not None:
            facts.append(_turn(match, events, seat))
        if match.deadline is not None and warning_at(match, events) <= now < match.deadline:
            near = Fact(Kind.DEADLINE, seat, str(match.deadline), warning_at(match, events))
            facts.append(near)
    return facts


def warning_at(match: StoredMatch, events: Sequence[StoredEvent]) -> int:
    """Return when the deadline of a match becomes near: a quarter of the time before it.

    That is of the time from the last event on, and no more than :data:`LONGEST_WARNING`.
    """
    assert match.deadline is not None
    begun = max([match.touched if not events else 0, *(event.time for event in events[-1:])])
    return match.deadline - min(LONGEST_WARNING, max(0, match.deadline - begun) // 4)


def _awaits_others(match: StoredMatch, seat: int) -> bool:
    """Whether other people play on other devices: alone against bots nobody need be told."""
    mine = set(match.seats[seat].sessions)
    return any(
        other.kind is SeatKind.PERSON and not mine & set(other.sessions) for other in match.seats
    )


def _turn(match: StoredMatch, events: Sequence[StoredEvent], seat: int) -> Fact:
    """Return a seat's turn, named by the first event after the seat's last turn before.

    So what others do meanwhile makes no new turn of it, nor do further actions of the same turn;
    numbers that have come again after something was taken back are told apart.
    """
    index = len(events) - 1
    while index >= 0 and events[index].event.seat == seat:
        index -= 1  # the turn has begun already
    since = events[index].time if index >= 0 else match.touched
    while index >= 0 and events[index].event.seat != seat:
        index -= 1
    taken_back = sum(ruling.what is Ruled.BACK for ruling in match.rulings)
    return Fact(Kind.TURN, seat, f"{taken_back}.{index + 2}", since)
