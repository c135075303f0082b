"""People who come when a match is being played, and play on for a bot or for somebody who has gone.

The table's own bots make room, and so do people who said so when they went, until they are back.
Where a bot only stands in for somebody, the seat stays theirs. The newcomer holds the seat from
then on like anybody else, with what was there; the match's chance stays as it was fixed before the
start.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from tischlein.tables.players import player_names, programs
from tischlein.tables.problems import InvalidError, NotNowError
from tischlein.tables.seats import seating
from tischlein.tables.stored import (
    Newcomer,
    Proposal,
    RulingKind,
    SeatKind,
    StoredMatch,
    StoredSeat,
)


class TakeOver(NamedTuple):
    """A person has come to a seat that a bot had, or somebody who went."""

    seat: int
    after: int
    """The number of the last event before that."""
    level: str
    """The level of the table's bot that played there; empty if it was somebody else's seat."""


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
        If nobody makes room there, the session plays already, or the name is taken.
    """
    if not 0 <= seat < len(match.seats):
        raise InvalidError("seat")
    stored = match.seats[seat]
    if not is_offered(stored):
        stays = seating.is_played_by_bot(stored) and not stored.resigned
        raise NotNowError("seat-stays", name=stored.name) if stays else NotNowError("no-bot")
    programs.check_welcome(match, newcomer.session)
    if seating.seats_of_session(match, newcomer.session) and not beside:
        raise NotNowError("already-seated")
    player_names.check_name_free(newcomer.name, match.seats)


def is_offered(stored: StoredSeat) -> bool:
    """Whether somebody who comes can have a seat: a bot's, or one whose player let others."""
    return stored.kind is SeatKind.BOT or (stored.released and not stored.resigned)


def playing_people(match: StoredMatch) -> list[int]:
    """Return the seats of the people who play themselves: the match is theirs."""
    return [seat for seat, stored in enumerate(match.seats) if seating.plays(stored)]


def with_newcomer(match: StoredMatch, proposal: Proposal) -> tuple[StoredSeat, ...]:
    """Return the seats with a newcomer on the one that they have asked for."""
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
        released=False,
    )
    return seating.with_seat(match, proposal.seat, person)


def take_overs(match: StoredMatch) -> list[TakeOver]:
    """Return who has come to somebody else's seat in a match, in order; the last on each seat."""
    last, released = dict[int, TakeOver](), set[int]()
    for ruling in match.rulings:
        seat = ruling.seat
        if seat is None:
            continue
        match ruling.what:
            case RulingKind.RELEASE:
                released.add(seat)
            case RulingKind.RETURN:
                released.discard(seat)
            case RulingKind.TAKE_OVER:
                level = "" if seat in released else ruling.detail
                last[seat] = TakeOver(seat, ruling.after, level)
                released.discard(seat)
    return sorted(last.values(), key=lambda one: one.after)


def played_throughout(match: StoredMatch, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some seats whose players have not come in the middle of the match."""
    taken_over = {one.seat for one in take_overs(match)}
    return tuple(seat for seat in seats if seat not in taken_over)
