"""What the chairs of a table add to its chance before the match starts: hashes, then contributions.

The steps of a waiting table, each of which only looks at its chairs:

``SEATING``
    A chair is free. Players who sit down send a hash with it; the host sends theirs once the
    commitment is known.
``HASHING``
    All chairs are taken, and a promised hash is missing.
``REVEALING``
    All hashes are there and public: now, and not before, the contributions may come. There is no
    way back from here: nobody sits down or gets up, and the match starts.
``READY``
    Everything is known that will be known. The lot is drawn, and the match begins.

Only browsers can be late, and none may keep the others waiting: after a while what is missing is
left out (:func:`without_missing`), which everybody is told.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Sequence
from enum import Enum

from msgspec.structs import replace

from tischlein.tables.chance import fairness
from tischlein.tables.match.clocks import CORRESPONDENCE_SECONDS
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    SeatKind,
    StoredMatch,
    StoredSeat,
    TimeKind,
)

Seats = tuple[StoredSeat, ...]

PATIENCE = 10.0
"""How many seconds a full table waits for hashes, and once more for contributions."""
LONGEST_WAIT = 72_000
"""The same if people play over days, who have as long as a move may take, but at most this.

It is less than a table waits for people.
"""


class Stage(Enum):
    """How far a table has come towards its start."""

    SEATING = "seating"
    HASHING = "hashing"
    REVEALING = "revealing"
    READY = "ready"


def stage_of_chairs(seats: Sequence[StoredSeat]) -> Stage:
    """Return how far the chairs of a waiting table have come."""
    if any(seat.kind is SeatKind.FREE for seat in seats):
        return Stage.SEATING
    parts = {seat.part for seat in seats}
    if ContributionState.PROMISED in parts:
        return Stage.HASHING
    return Stage.REVEALING if ContributionState.HASHED in parts else Stage.READY


def deadline(match: StoredMatch, before: StoredMatch, now: int, patience: float) -> int | None:
    """Return when a table continues without missing browsers, None if none is missing.

    Parameters
    ----------
    match, before
        The match as it is now, and as it was until now.
    now
        The server's own time, in milliseconds.
    patience
        How many seconds a table waits if people do not play over days.
    """
    now_at = stage(match)
    if now_at not in (Stage.HASHING, Stage.REVEALING):
        return None
    if before.deadline is not None and stage(before) is now_at:
        return before.deadline
    control = match.time_control
    if (
        control is not None
        and control.kind is TimeKind.MOVE
        and control.seconds >= CORRESPONDENCE_SECONDS
    ):
        patience = max(patience, min(control.seconds, LONGEST_WAIT))
    return now + round(1000 * patience)


def stage(match: StoredMatch) -> Stage | None:
    """Return how far a match has come towards its start, None once it has begun."""
    return stage_of_chairs(match.seats) if match.status is MatchStatus.OPEN else None


def parse_hash(text: str) -> bytes:
    """Return a contribution's hash from its hex digits; empty text stands for none.

    Raises
    ------
    InvalidError
        If it is not one.
    """
    try:
        return fairness.parse_hash(text) if text else b""
    except ValueError:
        raise InvalidError("contribution-hash") from None


def parse_contribution(text: str) -> bytes:
    """Return a contribution from its hex digits.

    Raises
    ------
    InvalidError
        If these are not the digits of 16 to 64 bytes.
    """
    try:
        contribution = fairness.parse_contribution(text)
    except ValueError:
        contribution = b""
    if not contribution:
        raise InvalidError("contribution")
    return contribution


def with_hashes(match: StoredMatch, chairs: Collection[int], hashes: Sequence[bytes]) -> Seats:
    """Return the chairs with hashes on those of `chairs` that have none, in order.

    A hash that one of these chairs has already changes nothing, so that a message may come twice.

    Raises
    ------
    NotNowError
        If a hash comes for chairs that all have one (nobody replaces theirs), or too late.
    InvalidError
        If another chair has the same hash, or the same comes twice.
    """
    seats = list(match.seats)
    waiting = [chair for chair in sorted(chairs) if _may_get_hash(seats[chair])]
    if stage_of_chairs(seats) in (Stage.REVEALING, Stage.READY):
        waiting = []  # contributions may be known by now
    for given in hashes:
        if any(seats[chair].contribution_hash == given for chair in chairs):
            continue
        if any(seat.contribution_hash == given for seat in seats):
            raise InvalidError("contribution-copied")
        if not waiting:
            raise NotNowError("contribution-bound")
        chair = waiting.pop(0)
        seats[chair] = replace(seats[chair], part=ContributionState.HASHED, contribution_hash=given)
    return tuple(seats)


def with_contributions(
    match: StoredMatch, chairs: Collection[int], contributions: Sequence[bytes]
) -> Seats:
    """Return the chairs with the contributions that belong to hashes of `chairs`.

    Raises
    ------
    NotNowError
        If hashes are still missing: revealing too early would give others a choice.
    InvalidError
        If a contribution fits none of the hashes.
    """
    seats = list(match.seats)
    for contribution in contributions:
        computed = fairness.contribution_hash(contribution, match.id, match.commitment)
        found = [
            chair
            for chair in chairs
            if hmac.compare_digest(seats[chair].contribution_hash, computed)
        ]
        if not found:
            raise InvalidError("contribution-unbound")
        if stage_of_chairs(seats) not in (Stage.REVEALING, Stage.READY):
            raise NotNowError("contribution-early")
        seats[found[0]] = replace(
            seats[found[0]], part=ContributionState.REVEALED, contribution=contribution
        )
    return tuple(seats)


def without_missing(seats: Seats) -> Seats:
    """Return the chairs when their time is up: what is missing now is left out."""
    missing = {
        Stage.HASHING: ContributionState.PROMISED,
        Stage.REVEALING: ContributionState.HASHED,
    }.get(stage_of_chairs(seats))
    return tuple(
        replace(seat, part=ContributionState.LEFT_OUT) if seat.part is missing else seat
        for seat in seats
    )


def check_held(chairs: Collection[int]) -> None:
    """Refuse contributions of a session without a chair (NotAllowedError)."""
    if not chairs:
        raise NotAllowedError("players-only")


def check_may_leave(seats: Sequence[StoredSeat]) -> None:
    """Refuse to free a chair when all hashes are in (NotNowError).

    Otherwise a player who has seen the others' contributions could have everything drawn again.
    """
    if stage_of_chairs(seats) is Stage.REVEALING:
        raise NotNowError("starting")


def _may_get_hash(seat: StoredSeat) -> bool:
    return seat.kind is SeatKind.PERSON and seat.part in (
        ContributionState.NONE,
        ContributionState.PROMISED,
    )
