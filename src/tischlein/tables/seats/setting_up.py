"""Setting up a table: the request, its chairs, and the match that is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tischlein.core.game import Game
from tischlein.tables import match_ids
from tischlein.tables.chance.fairness import commitment, new_secret
from tischlein.tables.players import player_names, programs
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import InvalidError
from tischlein.tables.seats import private_links, seating
from tischlein.tables.stored import (
    ContributionState,
    SeatKind,
    StoredMatch,
    StoredSeat,
    TalkRule,
    TimeControl,
)


class NewTable(NamedTuple):
    """The request of the first session; see :meth:`~tischlein.tables.hall.Hall.open`."""

    game: str
    chairs: Sequence[StoredSeat]
    """Free chairs, persons (names, and other devices that hold the seat) and bots (level only)."""
    options: Mapping[str, str]
    fixed: bool = False
    listed: bool = False
    contributes: bool = False
    """Whether the session's browser will contribute to chance, once it knows the commitment."""
    talk: TalkRule = TalkRule.FRIENDS
    advice: bool | None = None
    """Whether players may ask for advice; None allows it for a single person."""
    programs: bool = True
    """Whether programs may take chairs without being invited."""
    time_control: TimeControl | None = None
    """How much time people have."""
    watched: bool = True
    """Whether others than its players may watch."""


def chairs_of(game: Game, session: str, wanted: NewTable) -> list[StoredSeat]:
    """Return the chairs of a new table, those of the session with their promised contribution.

    Raises
    ------
    InvalidError
        If the game has no such seat count or bot, or a name is invalid.
    NotNowError
        If two have the same name, or a program has two chairs.
    """
    if len(wanted.chairs) not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise InvalidError("seats", counts=counts, seats=len(wanted.chairs))
    chairs: list[StoredSeat] = []
    for number, chair in enumerate(wanted.chairs):
        if chair.kind is SeatKind.PERSON:
            name = player_names.clean_name(chair.name)
            player_names.check_name_free(name, chairs)
            chairs.append(
                StoredSeat(
                    kind=SeatKind.PERSON,
                    name=name,
                    sessions=seating.holders_led_by(session, chair.sessions),
                    part=ContributionState.PROMISED
                    if wanted.contributes
                    else ContributionState.NONE,
                    chair=number,
                )
            )
        else:
            kept_for = StoredSeat(name=chair.name, sessions=chair.sessions, chair=number)
            chairs.append(kept_for)
    # Only now are people's names known, so that bots get other ones.
    for number, chair in enumerate(wanted.chairs):
        if chair.kind is SeatKind.BOT:
            chairs[number] = seating.bot_chair(game, chair.level or "", chairs, number)
    for number, chair in enumerate(chairs):
        if chair.kind is SeatKind.FREE and programs.is_program(chair):
            programs.check_can_join(chair, [*chairs[:number], *chairs[number + 1 :]])
    return chairs


def rematch_request(
    match: StoredMatch, sides: Sequence[int], mine: Sequence[int], contributes: bool
) -> NewTable:
    """Return the table for a rematch of a match, requested by the holder of the seats `mine`.

    ``sides`` has by seat the side that it belongs to; seats of a team share one.

    The requester sits down again immediately, and so do bots; the chairs of the others wait for
    them.
    """
    chairs = [player_again(match, seat, mine) for seat in range(len(match.seats))]
    # Seats are passed on, so that the next one begins; teams stay together as they sit.
    passed_on = len(set(sides)) == len(sides)
    if passed_on:
        chairs = [*chairs[1:], *chairs[:1]]
    return NewTable(
        match.game,
        chairs,
        {},
        fixed=match.fixed or passed_on,
        contributes=contributes,
        talk=match.talk,
        advice=match.advice,
        programs=match.programs,
        time_control=match.time_control,
        watched=match.watched,
    )


def player_again(match: StoredMatch, seat: int, mine: Sequence[int]) -> StoredSeat:
    """Return the chair for the player of a seat in a match that continues this one.

    Who holds the seats `mine` requests it, and sits again, as bots do; others are expected.

    Raises
    ------
    InvalidError
        If there is no such seat.
    """
    if not 0 <= seat < len(match.seats):
        raise InvalidError("seat")
    stored = match.seats[seat]
    if stored.kind is SeatKind.BOT:
        return StoredSeat(kind=SeatKind.BOT, level=stored.level)
    if seat in mine:
        return StoredSeat(kind=SeatKind.PERSON, name=stored.name, sessions=stored.sessions)
    return StoredSeat(name=stored.name, sessions=stored.sessions)


def new_match(
    game: Game,
    session: str,
    chairs: Sequence[StoredSeat],
    options: str,
    wanted: NewTable,
    now: int,
) -> tuple[StoredMatch, list[str]]:
    """Return a match that has not been stored yet, and the secrets of the seats taken in it.

    Parameters
    ----------
    options
        As in a record's header.
    now
        Milliseconds since 1970.
    """
    match_id, secret = match_ids.new_match_id(), new_secret()
    seat_secrets: list[str] = []
    seats = []
    for chair in chairs:
        if chair.kind is SeatKind.PERSON:
            seat_secrets.append(private_links.new_seat_secret(match_id, now))
            seats.append(replace(chair, secret_hash=digest(seat_secrets[-1])))
        else:
            seats.append(chair)
    match = StoredMatch(
        id=match_id,
        game=game.key,
        rules_version=game.version,
        options=options,
        seats=tuple(seats),
        created=now,
        touched=now,
        commitment=commitment(secret),
        server_secret=secret,
        listed=wanted.listed,
        fixed=wanted.fixed,
        talk=wanted.talk,
        watched=wanted.watched,
        advice=_alone(seats) if wanted.advice is None else wanted.advice,
        programs=wanted.programs,
        time_control=wanted.time_control,
        host=session,
    )
    return match, seat_secrets


def _alone(seats: Sequence[StoredSeat]) -> bool:
    """Whether one person plays against bots, so that advice concerns nobody else."""
    return sum(seat.kind is not SeatKind.BOT for seat in seats) == 1
