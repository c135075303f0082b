"""Programs that play under identities of their own: who they are, their tokens, their invitations.

A program is registered by the operator of the server and holds a token, which gives access to
everything that a session does; so it has seats, hosts tables and is remembered exactly as a browser
is. The names of its sessions show that a program has a seat, wherever seats are listed.

An invitation is a chair that is kept for a program. It accepts by sitting down, and declines by
giving the chair back.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from tischlein.core import registry
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.players import holders, player_names
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.seats import seating
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import (
    Engagements,
    NewEngagements,
    SeatKind,
    StoredMatch,
    StoredProgram,
    StoredSeat,
)

TOKEN = "tp_"
"""The prefix of tokens, by which leaked ones can be found."""
_TOKEN_BYTES = 32
_ID_BYTES = 6
LONGEST_OWNER = 80


def registered(name: str, owner: str, games: Sequence[str], now: int) -> tuple[StoredProgram, str]:
    """Return a new program and its token, which is not stored anywhere.

    Parameters
    ----------
    games
        Keys of the games that it plays; none stands for all.
    now
        Milliseconds since 1970.

    Raises
    ------
    InvalidError
        For a name that no player could have, no owner, or a game that is not here.
    """
    owner = " ".join(owner.split())
    if not 1 <= len(owner) <= LONGEST_OWNER:
        raise InvalidError("program-owner", longest=LONGEST_OWNER)
    unknown = [key for key in games if key not in registry.keys()]
    if unknown:
        raise InvalidError("game", game=unknown[0][:40])
    token = _new_token()
    program = StoredProgram(
        id=secrets.token_hex(_ID_BYTES),
        name=player_names.clean_name(name),
        owner=owner,
        games=tuple(games),
        token_hash=digest(token),
        created=now,
    )
    return program, token


def with_new_token(program: StoredProgram) -> tuple[StoredProgram, str]:
    """Return a program with a new token; the old one becomes invalid once that is stored."""
    token = _new_token()
    return replace(program, token_hash=digest(token)), token


def without_token(program: StoredProgram, now: int) -> StoredProgram:
    """Return a program that may no longer play; its name is free for others once that is stored."""
    return replace(program, revoked=now)


def session_of(program: StoredProgram) -> str:
    """Return the session of a program."""
    return holders.of_program(program.id)


def is_session(session: str | None) -> bool:
    """Whether a session is a program's."""
    return holders.program_of(session) is not None


def is_program(seat: StoredSeat) -> bool:
    """Whether a program has a seat, or is expected on it."""
    return any(map(is_session, seat.sessions))


def can_play(program: StoredProgram, game: str) -> bool:
    """Whether a program plays a game."""
    return not program.games or game in program.games


def check_can_play(program: StoredProgram, game: str) -> None:
    """Refuse a game that a program does not play (InvalidError)."""
    if not can_play(program, game):
        raise InvalidError("program-game", name=program.name)


def is_invited(match: StoredMatch, session: str) -> bool:
    """Whether a chair is kept for a session."""
    return any(seat.kind is SeatKind.FREE and session in seat.sessions for seat in match.seats)


def check_welcome(match: StoredMatch, session: str) -> None:
    """Refuse an uninvited program if the host wants none (NotAllowedError)."""
    if is_session(session) and not match.programs and not is_invited(match, session):
        raise NotAllowedError("no-programs")


def reserved_chair(program: StoredProgram, game: str, chair: int = 0) -> StoredSeat:
    """Return a chair that is kept for a program (InvalidError if it does not play the game)."""
    check_can_play(program, game)
    return StoredSeat(name=program.name, sessions=(session_of(program),), chair=chair)


def with_invitation(
    match: StoredMatch, chair: int, program: StoredProgram
) -> tuple[StoredSeat, ...]:
    """Return the chairs of a match with a free one kept for a program.

    Raises
    ------
    NotNowError
        If the chair is taken or kept, or the program, or somebody with its name, is here already.
    InvalidError
        If the program does not play the game.
    """
    seats = match.seats
    free = 0 <= chair < len(seats) and seats[chair].kind is SeatKind.FREE
    if not free or seats[chair].sessions:
        raise NotNowError("chair-taken")
    kept = reserved_chair(program, match.game, chair)
    check_can_join(kept, seats)
    return seating.with_seat(match, chair, kept)


def check_can_join(kept: StoredSeat, others: Sequence[StoredSeat]) -> None:
    """Refuse a chair kept for a program that it could never take because of the other chairs.

    Raises
    ------
    NotNowError
        If the program has another chair already, or somebody has its name.
    """
    if any(set(kept.sessions) & set(other.sessions) for other in others):
        raise NotNowError("program-here", name=kept.name)
    player_names.check_name_free(kept.name, others)


def without_invitation(match: StoredMatch, session: str | None) -> tuple[StoredSeat, ...]:
    """Return the chairs of a match, with those kept for a session free for everybody.

    Raises
    ------
    NotNowError
        If there is none.
    """
    if session is None or not is_invited(match, session):
        raise NotNowError("not-invited")
    return tuple(
        StoredSeat(chair=chair) if seat.kind is SeatKind.FREE and session in seat.sessions else seat
        for chair, seat in enumerate(match.seats)
    )


def newly_engaged(
    before: StoredMatch | None, after: StoredMatch, limits: MatchLimits
) -> NewEngagements | None:
    """Return the programs that have a seat or an invitation by a change, to be checked with it.

    Parameters
    ----------
    before
        None for a new match.
    """
    old_seats, old_invitations = _engaged(before) if before is not None else (set(), set())
    seats, invitations = _engaged(after)
    seated, invited = seats - old_seats, invitations - old_invitations
    if not seated | invited:
        return None

    def check(program: str, engagements: Engagements) -> None:
        session = holders.of_program(program)
        if session in seated:
            limits.check_program(engagements.playing)
        if session in invited:
            limits.check_program(engagements.invited)

    engaged = {
        program: one for one in seated | invited if (program := holders.program_of(one)) is not None
    }
    return NewEngagements(engaged, check)


def _engaged(match: StoredMatch) -> tuple[set[str], set[str]]:
    """Return the sessions of the programs that sit at a table, and of those invited to it."""
    seats, invitations = set[str](), set[str]()
    for seat in match.seats:
        (invitations if seat.kind is SeatKind.FREE else seats).update(
            filter(is_session, seat.sessions)
        )
    return seats, invitations


async def active_programs(store: Store) -> list[StoredProgram]:
    """Return the programs that may play here, as currently stored."""
    return [program for program in await store.programs() if program.revoked is None]


async def of_seat(store: Store, seat: StoredSeat) -> list[StoredProgram]:
    """Return the programs that have a seat, or are expected on it, and may still play."""
    if not is_program(seat):
        return []
    return [one for one in await active_programs(store) if session_of(one) in seat.sessions]


async def find_by_token(store: Store, token: str) -> StoredProgram:
    """Return the program whose token this is (NotAllowedError if it is invalid)."""
    wanted = digest(token)
    for program in await active_programs(store):
        if secrets.compare_digest(program.token_hash, wanted):
            return program
    raise NotAllowedError("program-token")


async def find_by_id(store: Store, program_id: str) -> StoredProgram:
    """Return a program that may play (InvalidError if there is none with that id)."""
    for program in await active_programs(store):
        if program.id == program_id:
            return program
    raise InvalidError("program")


def _new_token() -> str:
    return TOKEN + secrets.token_urlsafe(_TOKEN_BYTES)
