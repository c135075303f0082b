"""Who is asking: a browser by its session cookie, a program by its token or a seat's secret.

A session is 32 random bytes in a cookie that scripts cannot read; the server keeps only its hash.
The cookie also contains the day on which a page was last opened with it, signed by the server: a
cookie that has not been used for long becomes invalid, wherever it was kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tischlein.core.seats import SPECTATOR
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.players import holders, programs
from tischlein.tables.players.cards import Cards
from tischlein.tables.players.hashing import digest
from tischlein.tables.problems import NotAllowedError, UnknownError
from tischlein.tables.seats import seating
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import StoredProgram
from tischlein.tables.timekeeping import now
from tischlein.web.http.limits import RateKey, network_of

COOKIE = "tischlein"
SESSION_DAYS = 180
"""For how many days a browser that opens no page of the server keeps its session."""

FROM_ANYWHERE = "from_anywhere"
"""A handler's option: its content authorises it, whichever page asks, and no cookie counts."""
FOR_ALL = "for_all"
"""A handler's option: all callers with cookies get the same answer.

So storage is not asked whose cookie it is. Pages, texts and rules work while storage is away.
"""

_DAY = 86_400
_FORM = re.compile(r"([A-Za-z0-9_-]{43})\.([0-9]{1,9})\.([A-Za-z0-9_-]{22})")
_BEARER = "bearer "
TOKEN = "X-Tischlein-Token"
"""A header for a token, or the secret of a seat.

For use behind a proxy that asks for a password, and needs the usual header for itself.
"""
_PROGRAM = "program"
"""The key of the asking program in a connection's state."""
_CREDENTIALS = "shown"
"""The same for the credentials of a request."""
_KEY = "session cookies"
_SIGNATURE_BYTES = 16

_Connection = ASGIConnection[Any, Any, Any, Any]


class _Credentials(NamedTuple):
    """The credentials of a request."""

    token: str
    """Of a program, or the secret of a seat; empty without either."""
    device: str | None
    """The hash of the session, if its cookie is genuine and there is no token."""


class Caller(NamedTuple):
    """The sender of a request."""

    session: str | None
    """The holder of seats; None without one.

    That is the hash of the session, or the holder of the player card that it is signed in to
    (``holders.of_card``).
    """
    seat_secret: str | None = None
    """The secret of a seat, for a program."""
    program: StoredProgram | None = None
    """The program with an identity of its own whose session it is."""
    device: str | None = None
    """The hash of the session, whether or not it is signed in to a card."""

    @property
    def card(self) -> str | None:
        """The player card that the caller is signed in to."""
        return holders.card_of(self.session)

    def rate_key(self, host: str) -> RateKey:
        """Return what a request that comes from a host is counted by."""
        if self.program is not None and self.session is not None:
            return RateKey(self.session, self.session, program=True)
        address = network_of(host)
        if self.seat_secret is not None:
            return RateKey(address, digest(self.seat_secret))
        return RateKey(address, self.session or address)

    def seats(self, table: Table) -> tuple[int, ...]:
        """Return the seats that the caller holds at a table.

        Raises
        ------
        NotAllowedError
            If the seat's secret is not one of this table, or has expired.
        """
        return table.seats_of(self.session, self.seat_secret)

    def may_watch(self, table: Table) -> bool:
        """Whether the caller may watch a table like any spectator.

        Its players and its host always may, for a screen that all of them look at; others only if
        the host lets them, until the match has ended.
        """
        return table.match.watched or not table.running or self.takes_part(table)

    def takes_part(self, table: Table) -> bool:
        """Whether the caller holds a seat at a table, or hosts it."""
        return seating.hosts(table.match, self.session) or bool(self.seats(table))

    def view_seat(self, table: Table, wanted: int | None) -> int:
        """Return the observer that the caller may be: a seat of its own, or ``SPECTATOR``.

        Parameters
        ----------
        wanted
            The requested seat; None for the caller's own seat, the one that is to act first.

        Raises
        ------
        NotAllowedError
            If somebody else holds the seat and the match is not over, or the host allows no
            viewers.
        UnknownError
            If there is no such seat.
        """
        mine = self.seats(table)
        seat = default_seat(table, mine) if wanted is None else wanted
        if seat == SPECTATOR and not self.may_watch(table):
            raise NotAllowedError("no-spectators")
        if wanted is None or wanted in mine or wanted == SPECTATOR:
            return seat
        if not 0 <= wanted < len(table.match.seats):
            raise UnknownError("seat")
        if not table.ended:
            raise NotAllowedError("other-seat")
        return wanted


class Sessions:
    """The cookies that the server signs, and the sessions that have been ended.

    Nothing is signed before it has been opened with a store.

    Parameters
    ----------
    clock
        Milliseconds since 1970.
    """

    def __init__(self, clock: Callable[[], int] = now) -> None:
        self._clock = clock
        self._key = b""
        self._latest_day = 0
        """The latest day in a genuine cookie.

        The clock may have been set back since, or be wrong before it is set at all.
        """
        self._ended: dict[str, int] = {}
        """Until when they would have been valid, in that order."""
        self._store: Store | None = None

    async def open(self, store: Store) -> None:
        """Load the key, and the ended sessions, from storage."""
        self._store = store
        self._key = await store.own_secret(_KEY)
        await self.fetch_ended()

    def new_cookie(self) -> str:
        """Return the cookie of a new session."""
        return self.create()[1]

    def create(self) -> tuple[str, str]:
        """Return the hash of a new session, and its cookie."""
        secret = secrets.token_urlsafe(32)
        return digest(secret), self._cookie_of_today(secret)

    def session_of_cookie(self, cookie: str) -> str | None:
        """Return the hash of a cookie's session; None if the cookie is invalid."""
        found = self._parse(cookie)
        if found is None:
            return None
        session = digest(found[0])
        return None if self.has_ended(session) else session

    def has_ended(self, session: str) -> bool:
        """Whether a session has been ended."""
        return session in self._ended

    def renewed_cookie(self, cookie: str) -> str:
        """Return a session's cookie as used today, or that of a new one if it is invalid.

        A clock that is set back makes no cookie older: it would become invalid once the clock is
        right.
        """
        found = self._parse(cookie)
        if found is None or self.has_ended(digest(found[0])):
            return self.new_cookie()
        secret, day = found
        return self._signed_cookie(secret, max(day, self._today()))

    async def end(self, session: str) -> None:
        """End a session (by its hash) for good: its cookie becomes invalid."""
        assert self._store is not None
        present = self._clock()
        await self._store.end_session(session, self._expiry(present), present)
        self.record_ended(session)

    def record_ended(self, session: str) -> None:
        """Record that a session has ended, perhaps at another node."""
        present = self._clock()
        self._ended.setdefault(session, self._expiry(present))
        while self._ended[first := next(iter(self._ended))] < present:
            del self._ended[first]

    async def fetch_ended(self) -> set[str]:
        """Return the sessions that have ended without this node having been told."""
        assert self._store is not None
        missed = await self._store.ended_sessions() - self._ended.keys()
        for session in missed:
            self.record_ended(session)
        return missed

    def _today(self) -> int:
        return self._clock() // (_DAY * 1000)

    def _parse(self, cookie: str) -> tuple[str, int] | None:
        """Return the secret of a genuine, valid cookie, and its day."""
        found = _FORM.fullmatch(cookie)
        if found is None:
            return None
        secret, day = found[1], int(found[2])
        if not hmac.compare_digest(cookie, self._signed_cookie(secret, day)):
            return None
        self._latest_day = max(self._latest_day, day)
        return (secret, day) if self._today() - day <= SESSION_DAYS else None

    def _expiry(self, ended: int) -> int:
        """Return when cookies of a session that ends now would become invalid by themselves."""
        latest = max(ended, self._latest_day * _DAY * 1000)
        return latest + (SESSION_DAYS + 1) * _DAY * 1000

    def _cookie_of_today(self, secret: str) -> str:
        return self._signed_cookie(secret, self._today())

    def _signed_cookie(self, secret: str, day: int) -> str:
        text = f"{secret}.{day}"
        signature = hmac.digest(self._key, text.encode(), hashlib.sha256)[:_SIGNATURE_BYTES]
        return f"{text}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def default_seat(table: Table, mine: tuple[int, ...]) -> int:
    """Return the seat to look through first: one that is to act, else the first of these."""
    acting = table.acting
    return next((seat for seat in mine if seat in acting), mine[0] if mine else SPECTATOR)


def sessions_of(connection: _Connection) -> Sessions:
    """Return the sessions of the server in question."""
    found: Sessions = connection.app.state.sessions
    return found


async def authenticate(connection: _Connection, hall: Hall, *, for_all: bool = False) -> None:
    """Determine which program or card asks, if one does; call it once before `caller_of`.

    Parameters
    ----------
    for_all
        Whether it makes no difference which card it is.

    Raises
    ------
    NotAllowedError
        If its token is invalid.
    """
    token, device = _credentials(connection)
    if token.startswith(programs.TOKEN):
        connection.scope["state"][_PROGRAM] = await programs.find_by_token(hall.store, token)
    elif not token and not for_all:
        await hall.cards.recognize(device)


def _credentials(connection: _Connection) -> _Credentials:
    """Return the credentials of a request, which are read once."""
    state = connection.scope["state"]
    shown: _Credentials | None = state.get(_CREDENTIALS)
    if shown is None:
        token = _token(connection)
        cookie = "" if token else connection.cookies.get(COOKIE, "")
        shown = _Credentials(
            token, sessions_of(connection).session_of_cookie(cookie) if cookie else None
        )
        state[_CREDENTIALS] = shown
    return shown


def caller_of(connection: _Connection) -> Caller:
    """Return who is asking."""
    program: StoredProgram | None = connection.scope["state"].get(_PROGRAM)
    if program is not None:
        return Caller(programs.session_of(program), program=program)
    secret, device = _credentials(connection)
    if secret:
        return Caller(None, secret)
    if device is None or sessions_of(connection).has_ended(device):
        return Caller(None)
    cards: Cards = connection.app.state.cards
    card = cards.of_device(device)
    return Caller(device if card is None else holders.of_card(card), device=device)


def rate_key_of(connection: _Connection) -> RateKey:
    """Return what a request is counted by."""
    return caller_of(connection).rate_key(_host_of(connection))


def rate_key_of_stranger(connection: _Connection) -> RateKey:
    """Return what a request with an invalid token is counted by."""
    return Caller(None).rate_key(_host_of(connection))


def _host_of(connection: _Connection) -> str:
    return connection.client.host if connection.client else ""


def _token(connection: _Connection) -> str:
    own = connection.headers.get(TOKEN, "").strip()
    if own:
        return own
    authorization = connection.headers.get("authorization", "")
    found = authorization.lower().startswith(_BEARER)
    return authorization[len(_BEARER) :].strip() if found else ""


def session_of(connection: _Connection) -> tuple[str, list[Cookie]]:
    """Return the caller as a holder of seats, and the cookie to set if it is new."""
    session = caller_of(connection).session
    if session is not None:
        return session, []
    session, cookie = new_session(connection)
    return session, [cookie]


def new_session(connection: _Connection) -> tuple[str, Cookie]:
    """Return the hash of a new session, and the cookie to set."""
    session, cookie = sessions_of(connection).create()
    return session, session_cookie(connection, cookie)


def session_cookie(connection: _Connection, value: str) -> Cookie:
    """Return the cookie that holds a session until it expires."""
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=SESSION_DAYS * _DAY,
        httponly=True,
        secure=secure,
        samesite="lax",
    )


def visitor_cookie(connection: _Connection) -> Cookie:
    """Return the cookie for a visitor of a page: a new session, or the old one extended."""
    sessions = sessions_of(connection)
    return session_cookie(connection, sessions.renewed_cookie(connection.cookies.get(COOKIE, "")))


def expired_cookie(connection: _Connection) -> Cookie:
    """Return the cookie that makes a browser forget its session."""
    cookie = session_cookie(connection, "")
    cookie.max_age = 0
    return cookie
