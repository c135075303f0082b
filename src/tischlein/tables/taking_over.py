"""People who come when a match is being played, and play on for one of its bots.

Only the table's own bots make room: where a bot stands in for somebody, the seat stays theirs. The
newcomer holds the seat from then on like anybody else, with what the bot had there; the match's
chance stays as it was fixed before the start.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from tischlein.tables import player_names, programs, seating
from tischlein.tables.problems import InvalidError, NotNowError
from tischlein.tables.stored import (
    Newcomer,
    Proposal,
    RulingKind,
    SeatKind,
    StoredMatch,
    StoredSeat,
)


class TakeOver(NamedTuple):
    """A person has come to a seat that a bot had."""

    seat: int
    after: int
    """The number of the last event before that."""
    level: str
    """The bot's level."""


def check(match: StoredMatch, seat: int, newcomer: Newcomer, *, beside: bool) -> None:
    """Refuse somebody who may not ask for a seat.

    Parameters
    ----------
    beside
        Whether another person is to play at a device whose people play already.

    Raises
    ------
    InvalidError
        If there is no such seat.
    NotAllowedError
        If it is a program, and the host wants none.
    NotNowError
        If the table has no bot on the seat, the session plays already, or the name is taken.
    """
    if not 0 <= seat < len(match.seats):
        raise InvalidError("seat")
    stored = match.seats[seat]
    if stored.kind is SeatKind.PERSON and stored.level is not None and not stored.resigned:
        raise NotNowError("seat-stays", name=stored.name)
    if stored.kind is not SeatKind.BOT:
        raise NotNowError("no-bot")
    programs.check_welcome(match, newcomer.session)
    if seating.seats_of_session(match, newcomer.session) and not beside:
        raise NotNowError("already-seated")
    player_names.check_name_free(newcomer.name, match.seats)


def playing_people(match: StoredMatch) -> list[int]:
    """Return the seats of the people who play themselves: the match is theirs."""
    return [
        seat
        for seat, stored in enumerate(match.seats)
        if stored.kind is SeatKind.PERSON and stored.level is None and not stored.resigned
    ]


def with_newcomer(match: StoredMatch, proposal: Proposal) -> tuple[StoredSeat, ...]:
    """Return the seats with a newcomer in the place of a bot."""
    assert proposal.newcomer is not None
    session, name, secret_hash = (
        proposal.newcomer.session,
        proposal.newcomer.name,
        proposal.newcomer.secret_hash,
    )
    person = replace(
        match.seats[proposal.seat],
        kind=SeatKind.PERSON,
        name=name,
        level=None,
        secret_hash=secret_hash,
        sessions=(session,),
    )
    return seating.with_seat(match, proposal.seat, person)


def take_overs(match: StoredMatch) -> list[TakeOver]:
    """Return who has come to a bot's seat in a match, in order."""
    return [
        TakeOver(ruling.seat, ruling.after, ruling.detail)
        for ruling in match.rulings
        if ruling.what is RulingKind.TAKE_OVER and ruling.seat is not None
    ]


def played_throughout(match: StoredMatch, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some seats that no bot of the table has played a part of the match for."""
    taken_over = {one.seat for one in take_overs(match)}
    return tuple(seat for seat in seats if seat not in taken_over)
