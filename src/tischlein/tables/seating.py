"""Who sits where: chairs, names, private links, and the lot that deals out the seats.

Before the start ``StoredMatch.seats`` are chairs in the order of the host's list. When the last
chair is taken the lot decides which chair becomes which seat, drawn like all other chance from the
server's secret and everybody's contributions (``draw_lots``), so that it can be verified too.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tischlein.tables import fairness
from tischlein.tables.lookalikes import skeleton
from tischlein.tables.one_line import one_line
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    SeatKind,
    StoredMatch,
    StoredSeat,
)

if TYPE_CHECKING:
    from tischlein.core.game import Game

LONGEST_NAME = 24
MOST_SESSIONS = 8
"""Maximal number of devices that hold one seat."""
BOT_NAMES = ("Pixel", "Momo", "Tasso", "Juno", "Fips", "Rika", "Olli", "Zita")
"""The names of bots, in the order of their chairs."""

ANONYMOUS = "N. N."
"""Name of a player whose card has been deleted (*nomen nescio*), in any language."""
LINK_DAYS = 180
"""For how many days the private link of a seat is valid; its devices can make a new one."""

_DAY = 86_400_000
_DAYS = re.compile(r"[0-9]{1,9}")
_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 14
_LOT = "/seats"
_CARD = "card:"
_JOINERS = "\u200c\u200d"
"""They shape the letters of some scripts, and join several emoji into one."""
_STYLES = "\ufe0e\ufe0f"
"""They determine how the symbol before them is drawn."""
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point without category C (DerivedCoreProperties.txt of Unicode 16)."""


def new_match_id() -> str:
    """Return an id that nobody can guess (69 random bits), easy to read out."""
    return match_id_from(secrets.token_bytes(32))


def match_id_from(drawn: bytes) -> str:
    """Return the id for 32 bytes; all ids are equally frequent."""
    letters = len(_ID_LETTERS)
    number = int.from_bytes(drawn, "big")
    return "".join(_ID_LETTERS[number // letters**place % letters] for place in range(_ID_LENGTH))


def opened_match_id(proven: str, text_id: str) -> str:
    """Return the id of a match that somebody opens from a record with a proof.

    It is longer than those of tables, so that whatever records claim, no table's match is kept from
    its id, or taken for another one.

    Parameters
    ----------
    proven
        The id in the proof, from which the chance of the match is drawn.
    text_id
        The id that follows from the record's text.
    """
    return proven + text_id


def chance_id(match_id: str) -> str:
    """Return the id from which a match's chance is drawn; an opened one has it in its proof."""
    return match_id[:_ID_LENGTH]


def is_table_id(text: str) -> bool:
    """Whether a text can be the id that a table gives its match."""
    return len(text) == _ID_LENGTH and _has_id_letters(text)


def is_opened_id(text: str) -> bool:
    """Whether a text can be the id of a match that was opened from a record with a proof."""
    return len(text) == 2 * _ID_LENGTH and _has_id_letters(text)


def is_match_id(text: str) -> bool:
    """Whether a text can be the id of a stored match."""
    return is_table_id(text) or is_opened_id(text)


def _has_id_letters(text: str) -> bool:
    return set(text) <= set(_ID_LETTERS)


def new_seat_secret(match_id: str, now: int) -> str:
    """Return the secret of a seat's private link; it includes its match and its date.

    Storage keeps a hash of all of it, so that nobody can forge a later date.

    Parameters
    ----------
    now
        Milliseconds since 1970.
    """
    return f"{match_id}.{now // _DAY}.{secrets.token_urlsafe(24)}"


def has_expired(seat_secret: str, now: int) -> bool:
    """Whether a seat's secret is too old to be valid."""
    day = seat_secret.split(".")[1:2]
    made = int(day[0]) if day and _DAYS.fullmatch(day[0]) else 0
    return now // _DAY - made > LINK_DAYS


def match_of(seat_secret: str) -> str:
    """Return the match that a seat's secret is for."""
    return seat_secret.partition(".")[0]


def digest(secret: str) -> str:
    """Return the hash under which a session or a seat's secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(card_id: str) -> str:
    """Return what represents a player card as a holder of seats, in place of a session's hash.

    No session has such a hash, so nobody can act as a card without signing in.
    """
    return _CARD + card_id


def card_of(session: str | None) -> str | None:
    """Return the id of a player card that holds seats, None if the holder is a session."""
    return session[len(_CARD) :] if session is not None and session.startswith(_CARD) else None


def clean_name(text: str) -> str:
    """Return a player's name without superfluous white space.

    Raises
    ------
    InvalidError
        If it is empty, too long, or has invisible characters.
    """
    name = one_line(text, LONGEST_NAME)
    if (
        name is None
        or _has_invisible_characters(name)
        or not 1 <= len(name) <= LONGEST_NAME
        or not re.search(r"\w", name)
    ):
        raise InvalidError("name", longest=LONGEST_NAME)
    return name


def _has_invisible_characters(name: str) -> bool:
    """Whether a name has invisible characters without an effect on their neighbours."""
    for before, char, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        if char in _JOINERS:
            serves = not (
                before == " " or before in _JOINERS or after == " " or _is_invisible(after)
            )
        elif char in _STYLES:
            serves = unicodedata.category(before)[0] == "S"
        else:
            serves = not _is_invisible(char)
        if not serves:
            return True
    return False


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char)[0] == "C" or _INVISIBLE.match(char) is not None


class _Skeleton(NamedTuple):
    """A name as people perceive it: two with any field in common are taken for the same."""

    small: str
    """Ignores case and invisible characters.

    It is nearly NFKC_Casefold (The Unicode Standard, section 3.13).
    """
    shape: str
    """What it looks like as it is written."""
    small_shape: str
    """What it looks like, ignoring case, with foreign letters replaced by similar ones of ours.

    A capital may look like one whose small letter looks like no other.
    """

    def is_like(self, other: _Skeleton) -> bool:
        """Whether people take one for the other."""
        return any(one == another for one, another in zip(self, other, strict=True))


def _skeleton(name: str) -> _Skeleton:
    seen = "".join(char for char in unicodedata.normalize("NFKC", name) if not _is_invisible(char))
    ours = "".join(char if char.isascii() else skeleton(char) for char in seen)
    return _Skeleton(
        unicodedata.normalize("NFKC", seen.casefold()),
        skeleton(seen),
        skeleton(ours.casefold()),
    )


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
    name = next(one for one in _bot_names() if not _resembles_any(one, names))
    return StoredSeat(kind=SeatKind.BOT, name=name, level=level, chair=chair)


def _bot_names() -> Iterator[str]:
    """Yield names for bots, without end."""
    yield from BOT_NAMES
    for number in count(2):
        yield f"{BOT_NAMES[0]} {number}"


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


def check_name_free(name: str, seats: Iterable[StoredSeat]) -> None:
    """Refuse a name that somebody at a table already has, or that looks like one (NotNowError)."""
    if is_taken(name, seats):
        raise NotNowError("name-taken", name=name)


def is_taken(name: str, seats: Iterable[StoredSeat]) -> bool:
    """Whether somebody at a table already has a name, or one that looks like it."""
    return _resembles_any(name, (one.name for one in seats if one.kind is not SeatKind.FREE))


def _resembles_any(name: str, names: Iterable[str]) -> bool:
    """Whether people would take a name for one of some others."""
    read = _skeleton(name)
    return any(read.is_like(_skeleton(one)) for one in names)


def seat_of_secret(match: StoredMatch, seat_secret: str, now: int) -> int:
    """Return the seat that a private link's secret opens.

    Raises
    ------
    NotAllowedError
        If it is no such secret, or has expired.
    """
    seat = _seat_of(match, seat_secret)
    if has_expired(seat_secret, now):
        raise NotAllowedError("link-expired", days=LINK_DAYS)
    return seat


def _seat_of(match: StoredMatch, seat_secret: str) -> int:
    wanted = digest(seat_secret)
    for seat, stored in enumerate(match.seats):
        if stored.secret_hash and secrets.compare_digest(stored.secret_hash, wanted):
            return seat
    raise NotAllowedError("seat-secret")


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
    check_name_free(name, match.seats)
    seats, seat_secrets = list(match.seats), list[str]()

    def sit_down(chair: int, named: str, part: ContributionState) -> None:
        seat_secrets.append(new_seat_secret(match.id, now))
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
        if chair != first and not is_taken(stored.name, seats):
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
    going = next((one for one in others if card_of(one) is None), others[0])
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
    new = new_seat_secret(match.id, now)
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
        new.append(new_seat_secret(match.id, now))
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
    """Return the seats with a bot of a level playing for some people, or with None themselves."""
    return tuple(
        replace(stored, level=level) if seat in seats else stored
        for seat, stored in enumerate(match.seats)
    )


def with_free_chairs(
    match: StoredMatch, chairs: Collection[int]
) -> tuple[tuple[StoredSeat, ...], str | None]:
    """Return the seats with some chairs free again, and the host then, None if there is none.

    Only a host who gets up is succeeded by somebody else: one that has never sat, such as a big
    screen, stays host whoever leaves.
    """
    seats = tuple(
        StoredSeat(chair=chair) if chair in chairs else stored
        for chair, stored in enumerate(match.seats)
    )
    sat, sits = (
        seats_of_session(each, match.host) for each in (match, replace(match, seats=seats))
    )
    if sat and not sits:
        people = (seat.sessions[0] for seat in seats if seat.kind is SeatKind.PERSON)
        return seats, next(people, None)
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
    return (
        match
        if (seats, host) == (match.seats, match.host)
        else match.changed(seats=seats, host=host)
    )


def with_chair_reserved(
    match: StoredMatch, name: str, holders: Collection[str], session: str
) -> StoredMatch:
    """Return a match whose chair kept for the holders of a seat expects one more of them.

    A chair on which one of them already sits can only be opened by its own private link.
    """
    seats = tuple(
        replace(chair, sessions=(*_make_room(chair.sessions), session))
        if chair.kind is SeatKind.FREE
        and chair.name == name
        and session not in chair.sessions
        and not set(holders).isdisjoint(chair.sessions)
        else chair
        for chair in match.seats
    )
    return match if seats == match.seats else match.changed(seats=seats)


def name_of_holder(match: StoredMatch, holder: str, names: Iterable[str]) -> str:
    """Return the first of some names that a card's holder still has at its seats.

    Empty if nobody there has any of them.
    """
    theirs = _names_of(match, holder)
    return next((name for name in names if _resembles_any(name, theirs)), "")


def _names_of(match: StoredMatch, holder: str) -> set[str]:
    return {seat.name for seat in match.seats if holder in seat.sessions}


def with_holder_anonymized(
    match: StoredMatch, holder: str, called: str, session: str
) -> StoredMatch:
    """Return a match without the name of the one player whose card holds some seats.

    Others who have shared a device with that player keep theirs: only the name on the card
    distinguishes them. If nobody has that name, anybody may be that player, and all names are
    removed. An unfinished match stays with a session; otherwise nobody holds these seats.

    Parameters
    ----------
    called
        The name of that player.
    """
    over = match.status not in (MatchStatus.OPEN, MatchStatus.RUNNING)
    taken = {seat.name for seat in match.seats}
    theirs = _names_of(match, holder)
    own = {name for name in theirs if _resembles_any(name, (called,))} or theirs
    seats = []
    for seat in match.seats:
        if holder not in seat.sessions:
            seats.append(seat)
            continue
        name = seat.name
        if name in own:
            name = next(one for one in _anonymous_names() if one not in taken)
            taken.add(name)
        left = (session if one == holder else one for one in seat.sessions)
        kept = (one for one in seat.sessions if one != holder)
        sessions = tuple(dict.fromkeys(kept if over else left))
        seats.append(replace(seat, name=name, sessions=sessions))
    host = match.host
    if host == holder:
        host = None if over else session
    return match.changed(seats=tuple(seats), host=host)


def _anonymous_names() -> Iterator[str]:
    """Yield names for players whose names are to be removed."""
    yield ANONYMOUS
    for number in count(2):
        yield f"{ANONYMOUS} {number}"


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
    check_name_free(name, [*match.seats[:chair], *match.seats[chair + 1 :]])
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


def shuffled_order(secret: bytes, contributions: Sequence[bytes], match_id: str) -> list[int]:
    """Return which chair becomes seat 0, 1, ...: a shuffle (Fisher-Yates) of the chairs.

    Step c swaps the last chair not yet done with one drawn uniformly, with counter c, from the
    secret, the contributions in the order of the chairs, and the match id followed by ``/seats``.
    """
    order = list(range(len(contributions)))
    for counter, last in enumerate(range(len(order) - 1, 0, -1)):
        other = fairness.draw(secret, contributions, match_id + _LOT, counter, [1] * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def draw_lots(match: StoredMatch) -> tuple[StoredSeat, ...]:
    """Return the seats of a match about to start, dealt out by lot unless they are fixed."""
    contributions = [chair.contribution for chair in match.seats]
    order = range(len(match.seats))
    if not match.fixed:
        order = shuffled_order(match.server_secret, contributions, match.id)  # type: ignore[assignment]
    return tuple(replace(match.seats[chair], chair=chair) for chair in order)
