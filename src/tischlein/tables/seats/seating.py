"""Who sits where: people, bots and free chairs, and the devices that hold seats.

Before the start ``StoredMatch.seats`` are chairs in the order of the host's list; when the last
chair is taken the lot decides which chair becomes which seat (``lots.draw_lots``).
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tischlein.tables.players import holders, player_names
from tischlein.tables.players.hashing import digest
from tischlein.tables.players.player_names import resembles_any
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.seats import private_links
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    SeatKind,
    StoredMatch,
    StoredSeat,
)

if TYPE_CHECKING:
    from tischlein.core.game import Game

MOST_SESSIONS = 8
"""Maximal number of devices that hold one seat."""


def bot_chair(game: Game, level: str, chairs: Sequence[StoredSeat], chair: int) -> StoredSeat:
    """Return a bot for one of these chairs, with a name that no known player has.

    Raises
    ------
    InvalidError
        If the game has no such level.
    """
    if all(level != known.key for known in game.levels):
        raise InvalidError("level", levels=", ".join(known.key for known in game.levels))
    # Including those for whom chairs are kept: they will come under their names.
    names = [other.name for other in chairs]
    possible = (one for one in player_names.bot_names() if not resembles_any(one, names))
    return StoredSeat(kind=SeatKind.BOT, name=next(possible), level=level, chair=chair)


def seats_of_session(match: StoredMatch, session: str | None) -> tuple[int, ...]:
    """Return the seats that a session (by its hash) holds."""
    if session is None:
        return ()
    return tuple(
        seat
        for seat, stored in enumerate(match.seats)
        if session in stored.sessions and stored.kind is not SeatKind.FREE
    )


def seats_of(
    match: StoredMatch, session: str | None, seat_secret: str | None, now: int
) -> tuple[int, ...]:
    """Return the seats of a session, or the one that a private link's secret opens.

    Raises
    ------
    NotAllowedError
        If there is a secret that opens no seat, or has expired.
    """
    if seat_secret is None:
        return seats_of_session(match, session)
    return (seat_of_secret(match, seat_secret, now),)


def seat_of_secret(match: StoredMatch, seat_secret: str, now: int) -> int:
    """Return the seat that a private link's secret opens.

    Raises
    ------
    NotAllowedError
        If it is no such secret, or has expired.
    """
    seat = _seat_of(match, seat_secret)
    if private_links.has_expired(seat_secret, now):
        raise NotAllowedError("link-expired", days=private_links.LINK_DAYS)
    return seat


def _seat_of(match: StoredMatch, seat_secret: str) -> int:
    wanted = digest(seat_secret)
    for seat, stored in enumerate(match.seats):
        if stored.secret_hash and secrets.compare_digest(stored.secret_hash, wanted):
            return seat
    raise NotAllowedError("seat-secret")


def hosts(match: StoredMatch, session: str | None) -> bool:
    """Whether a session may do at a table what its host may.

    It has opened the table, or holds every seat that the device holds that did: whoever has a
    private link of the host's goes on with it on another device.
    """
    if session is None:
        return False
    theirs = seats_of_session(match, match.host)
    mine = seats_of_session(match, session)
    return session == match.host or (bool(theirs) and set(theirs) <= set(mine))


def seat_of_holders(match: StoredMatch, earlier: StoredSeat) -> int:
    """Return the seat that the holders of an earlier one have now, since the lot may have moved it.

    Raises
    ------
    NotAllowedError
        If none of them holds it any more.
    """
    for seat, stored in enumerate(match.seats):
        same_link = stored.secret_hash is not None and stored.secret_hash == earlier.secret_hash
        same_device = not set(stored.sessions).isdisjoint(earlier.sessions)
        if stored.chair == earlier.chair and (same_link or same_device):
            return seat
    raise NotAllowedError("not-your-seat")


def with_seat(match: StoredMatch, seat: int, stored: StoredSeat) -> tuple[StoredSeat, ...]:
    """Return a match's seats with one of them replaced."""
    return (*match.seats[:seat], stored, *match.seats[seat + 1 :])


class ChairChoice(NamedTuple):
    """Where a player sits down: on a chair kept for them, else on one for everybody.

    By default it is the one kept under their name, or the first. ``again`` excludes the other
    fields.
    """

    beside: bool = False
    """Beside those of the session, with whom they share the device, on a chair kept for nobody."""
    chair: int | None = None
    """On the chair with this number."""
    again: bool = False
    """Only as those of the session sat in the match before.

    A chair kept under the name counts only if they had sat down on it themselves, or on none, and
    the first to come keeps the previous name.
    """


ANY_CHAIR = ChairChoice()


def with_player(
    match: StoredMatch,
    session: str,
    name: str,
    now: int,
    part: ContributionState = ContributionState.NONE,
    where: ChairChoice = ANY_CHAIR,
) -> tuple[tuple[StoredSeat, ...], list[str]]:
    """Return the chairs with a session on a free one, and the secrets of its private links.

    Chairs kept for the session come first, above all the one kept under the name; those kept for
    others are not free for it. People on one device who had sat down on several seats in the match
    before get them all back at once, under their names, whatever devices have come to these seats
    since, and may come again for seats on which others had sat down. A device that had only come to
    seats of others gets all of them back, as it had them. All for whom a chair was kept hold it
    then: they are devices of one seat. The chair of the name comes first among the secrets, and
    carries the promised contribution.

    Raises
    ------
    InvalidError
        If they are to sit as before, and somewhere else as well.
    NotNowError
        If no chair is free; if the session sits at the table already, nobody sits down beside it
        and no chair is kept for it; if the wanted chair is none that it may take; or if the name is
        taken.
    """
    if where.again and (where.beside or where.chair is not None):
        raise InvalidError("again-elsewhere")
    free = [chair for chair, seat in enumerate(match.seats) if seat.kind is SeatKind.FREE]
    seated = bool(seats_of_session(match, session))
    beside = where.beside and seated
    kept = [] if beside else [chair for chair in free if session in match.seats[chair].sessions]
    if seated and not kept and not beside:
        raise NotNowError("already-seated")
    if not free:
        raise NotNowError("table-full")
    open_to_all = [chair for chair in free if not match.seats[chair].sessions]
    if not kept and not open_to_all:
        raise NotNowError("chairs-kept")
    ours = kept or open_to_all
    led = [chair for chair in kept if match.seats[chair].sessions[0] == session]
    if where.chair is not None and where.chair not in ours:
        raise NotNowError("chair-not-free")
    if where.again and led:
        ours = led
    expected = [chair for chair in ours if match.seats[chair].name == name]
    first = (expected or ours)[0] if where.chair is None else where.chair
    if where.again and first in kept:
        name = match.seats[first].name
    player_names.check_name_free(name, match.seats)
    seats, seat_secrets = list(match.seats), list[str]()

    def sit_down(chair: int, named: str, part: ContributionState) -> None:
        seat_secrets.append(private_links.new_seat_secret(match.id, now))
        seats[chair] = StoredSeat(
            kind=SeatKind.PERSON,
            name=named,
            secret_hash=digest(seat_secrets[-1]),
            sessions=holders_led_by(session, match.seats[chair].sessions),
            part=part,
            chair=chair,
        )

    sit_down(first, name, part)
    for chair in led or ([] if seated else kept):
        stored = match.seats[chair]
        if chair != first and not player_names.is_taken(stored.name, seats):
            sit_down(chair, stored.name, ContributionState.NONE)
    return tuple(seats), seat_secrets


def holders_led_by(session: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return the holders of a seat on which a session sits down, for others as well."""
    return tuple(dict.fromkeys((session, *others)))


def with_bot(match: StoredMatch, game: Game, chair: int, level: str) -> tuple[StoredSeat, ...]:
    """Return the chairs with a bot on a free one.

    Raises
    ------
    NotNowError
        If the chair is not free.
    InvalidError
        If the game has no such level.
    """
    seats = match.seats
    if not 0 <= chair < len(seats) or seats[chair].kind is not SeatKind.FREE:
        raise NotNowError("chair-taken")
    return with_seat(match, chair, bot_chair(game, level, seats, chair))


def with_claimed_seat(
    match: StoredMatch, session: str, seat_secret: str, now: int
) -> tuple[StoredSeat, ...]:
    """Return the seats with a session holding the one whose private link it has.

    Raises
    ------
    NotAllowedError
        If it is no seat's link, or has expired.
    """
    seat = seat_of_secret(match, seat_secret, now)
    stored = match.seats[seat]
    if session in stored.sessions:
        return match.seats
    sessions = (*_make_room(stored.sessions), session)
    return with_seat(match, seat, replace(stored, sessions=sessions))


def _make_room(sessions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the remaining holders of a seat when another device comes.

    The session that sat down stays, and so do player cards: of the others the earliest is removed.
    """
    if len(sessions) < MOST_SESSIONS:
        return sessions
    first, *others = sessions
    going = next((one for one in others if holders.card_of(one) is None), others[0])
    return (first, *(one for one in others if one != going))


def with_new_secret(
    match: StoredMatch, session: str | None, seat_secret: str, now: int
) -> tuple[tuple[StoredSeat, ...], str]:
    """Return the seats with a new secret for one of them, which no other device holds then.

    The old secret may have expired.

    Raises
    ------
    NotAllowedError
        If it is no seat's, or the session does not hold the seat.
    """
    seat = _seat_of(match, seat_secret)
    if session is None or seat not in seats_of_session(match, session):
        raise NotAllowedError("not-your-seat")
    new = private_links.new_seat_secret(match.id, now)
    stored = replace(match.seats[seat], secret_hash=digest(new), sessions=(session,))
    return with_seat(match, seat, stored), new


def with_new_secrets(
    match: StoredMatch, session: str | None, now: int
) -> tuple[tuple[StoredSeat, ...], list[str]]:
    """Return the seats with new secrets for all that a session holds, now exclusively.

    The old secrets are not needed.

    Raises
    ------
    NotAllowedError
        If the session holds no seat.
    """
    mine = seats_of_session(match, session)
    if session is None or not mine:
        raise NotAllowedError("players-only")
    seats, new = list(match.seats), list[str]()
    for seat in mine:
        new.append(private_links.new_seat_secret(match.id, now))
        seats[seat] = replace(seats[seat], secret_hash=digest(new[-1]), sessions=(session,))
    return tuple(seats), new


def host_after_renewal(
    match: StoredMatch, seats: Sequence[StoredSeat], session: str | None
) -> str | None:
    """Return the host of a match after a session has renewed links.

    A host who has lost the last seat by that is a device that must not do anything here any more:
    the session that removed it becomes host.

    Parameters
    ----------
    seats
        The seats with the new links.
    """
    lost = seats_of_session(match, match.host) and not any(
        match.host in seat.sessions for seat in seats
    )
    return session if lost else match.host


def with_bot_level(
    match: StoredMatch, seats: Collection[int], level: str | None
) -> tuple[StoredSeat, ...]:
    """Return the seats with a bot of a level playing for some people, or with None themselves.

    Whoever plays themselves has taken back what they released.
    """
    return tuple(
        replace(stored, level=level, released=stored.released and level is not None)
        if seat in seats
        else stored
        for seat, stored in enumerate(match.seats)
    )


def with_released(seats: Sequence[StoredSeat], released: Collection[int]) -> tuple[StoredSeat, ...]:
    """Return seats with some of them released by those who go, as far as they have not given up."""
    return tuple(
        replace(stored, released=not stored.resigned) if seat in released else stored
        for seat, stored in enumerate(seats)
    )


def is_played_by_bot(stored: StoredSeat) -> bool:
    """Whether a bot plays for the person on a seat."""
    return stored.kind is SeatKind.PERSON and stored.level is not None


def plays(stored: StoredSeat) -> bool:
    """Whether a person plays a seat themselves: has neither given up, nor gone and said so."""
    person = stored.kind is SeatKind.PERSON and stored.level is None
    return person and not (stored.resigned or stored.released)


def with_free_chairs(
    match: StoredMatch, chairs: Collection[int]
) -> tuple[tuple[StoredSeat, ...], str | None]:
    """Return the seats with some chairs free again, and the host then, None if there is none.

    Only a host who gets up is succeeded by somebody else: one that has never sat, such as a big
    screen, stays host whoever leaves. It is never a program, which fills no chairs and lets nobody
    in.
    """
    seats = tuple(
        StoredSeat(chair=chair) if chair in chairs else stored
        for chair, stored in enumerate(match.seats)
    )
    sat, sits = (
        seats_of_session(each, match.host) for each in (match, replace(match, seats=seats))
    )
    if sat and not sits:
        heirs = (
            session
            for seat in seats
            if seat.kind is SeatKind.PERSON
            for session in seat.sessions[:1]
            if holders.program_of(session) is None
        )
        return seats, next(heirs, None)
    return seats, match.host


def with_holder_replaced(match: StoredMatch, former: str, session: str) -> StoredMatch:
    """Return a match in which one session, or player card, replaces another."""
    seats = tuple(
        replace(
            seat,
            sessions=tuple(dict.fromkeys(session if s == former else s for s in seat.sessions)),
        )
        for seat in match.seats
    )
    host = session if match.host == former else match.host
    proposal = match.proposal
    if proposal is not None and proposal.newcomer is not None and newcomer_session(match) == former:
        proposal = replace(proposal, newcomer=replace(proposal.newcomer, session=session))
    return (
        match
        if (seats, host, proposal) == (match.seats, match.host, match.proposal)
        else match.changed(seats=seats, host=host, proposal=proposal)
    )


def newcomer_session(match: StoredMatch) -> str | None:
    """Return the session that asks for a seat of a match as a newcomer, None if none does."""
    proposal = match.proposal
    return None if proposal is None or proposal.newcomer is None else proposal.newcomer.session


def with_chair_reserved(
    match: StoredMatch, name: str, expected: Collection[str], session: str
) -> StoredMatch:
    """Return a match whose chair kept for some holders of a seat expects one more.

    A chair on which one of them already sits can only be opened by its own private link.
    """
    seats = tuple(
        replace(chair, sessions=(*_make_room(chair.sessions), session))
        if chair.kind is SeatKind.FREE
        and chair.name == name
        and session not in chair.sessions
        and not set(expected).isdisjoint(chair.sessions)
        else chair
        for chair in match.seats
    )
    return match if seats == match.seats else match.changed(seats=seats)


def name_of_holder(match: StoredMatch, holder: str, names: Iterable[str]) -> str:
    """Return the first of some names that a card's holder still has at its seats.

    Empty if nobody there has any of them.
    """
    theirs = _names_of(match, holder)
    return next((name for name in names if resembles_any(name, theirs)), "")


def _names_of(match: StoredMatch, holder: str) -> set[str]:
    return {seat.name for seat in match.seats if holder in seat.sessions}


def with_holder_anonymized(
    match: StoredMatch, holder: str, called: str, session: str
) -> StoredMatch:
    """Return a match without the name of the one player whose card holds some seats.

    Others who have shared a device with that player keep theirs: only the name on the card
    distinguishes them. If nobody has that name, anybody may be that player, and all names are
    removed. An unfinished match stays with a session; otherwise nobody holds these seats. Where the
    player has only asked for a seat, the request goes.

    Parameters
    ----------
    called
        The name of that player.
    """
    over = match.status not in (MatchStatus.OPEN, MatchStatus.RUNNING)
    taken = {seat.name for seat in match.seats}
    theirs = _names_of(match, holder)
    own = {name for name in theirs if resembles_any(name, (called,))} or theirs
    seats = []
    for seat in match.seats:
        if holder not in seat.sessions:
            seats.append(seat)
            continue
        name = seat.name
        if name in own:
            name = next(one for one in player_names.anonymous_names() if one not in taken)
            taken.add(name)
        left = (session if one == holder else one for one in seat.sessions)
        kept = (one for one in seat.sessions if one != holder)
        sessions = tuple(dict.fromkeys(kept if over else left))
        seats.append(replace(seat, name=name, sessions=sessions))
    host = match.host
    if host == holder:
        host = None if over else session
    proposal = None if newcomer_session(match) == holder else match.proposal
    return match.changed(seats=tuple(seats), host=host, proposal=proposal)


def with_name(
    match: StoredMatch, session: str | None, chair: int, name: str
) -> tuple[StoredSeat, ...]:
    """Return the chairs with another name on one that a session holds.

    Raises
    ------
    NotAllowedError
        If it holds another, or none.
    NotNowError
        If somebody else at the table has that name, or one that looks like it.
    """
    if chair not in seats_of_session(match, session):
        raise NotAllowedError("not-your-seat")
    player_names.check_name_free(name, [*match.seats[:chair], *match.seats[chair + 1 :]])
    return with_seat(match, chair, replace(match.seats[chair], name=name))


def without_player(match: StoredMatch, host: str, chair: int) -> tuple[StoredSeat, ...]:
    """Return the chairs with one freed for everybody by the host.

    Raises
    ------
    NotNowError
        If it is free already, or the host's own.
    """
    stored = match.seats[chair] if 0 <= chair < len(match.seats) else StoredSeat()
    if host in stored.sessions or (stored.kind is SeatKind.FREE and not stored.sessions):
        raise NotNowError("nobody-to-dismiss")
    return with_seat(match, chair, StoredSeat(chair=chair))
