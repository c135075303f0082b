"""Who is asking: a browser by its session cookie, a program by the secret of a seat.

A session is 32 random bytes in a cookie that scripts cannot read; the server keeps only its hash.
"""

from __future__ import annotations

import re
import secrets
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tischlein.core.seats import SPECTATOR
from tischlein.tables import seating
from tischlein.tables.problems import NotAllowedError, UnknownError
from tischlein.tables.table import Table
from tischlein.web.limits import Payer, network_of

COOKIE = "tischlein"
_YEAR = 365 * 86_400
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")
_BEARER = "bearer "


class Caller(NamedTuple):
    """Who has sent a request."""

    session: str | None
    """The hash of the session, None without one."""
    seat_secret: str | None = None
    """The secret of a seat, for a program."""

    def payer(self, host: str) -> Payer:
        """Return who pays for a request that comes from a host."""
        address = network_of(host)
        if self.seat_secret is not None:
            return Payer(address, seating.digest(self.seat_secret))
        return Payer(address, self.session or address)

    def seats(self, table: Table) -> tuple[int, ...]:
        """Return the seats that the caller holds at a table.

        Raises
        ------
        NotAllowedError
            If the seat's secret is not one of this table.
        """
        if self.seat_secret is None:
            return table.held(self.session)
        seat = seating.seat_of_secret(table.match, self.seat_secret)
        if seat is None:
            raise NotAllowedError("seat-secret")
        return (seat,)

    def eyes(self, table: Table, wanted: int | None) -> int:
        """Return the observer that the caller may be: a seat of its own, or ``SPECTATOR``.

        Parameters
        ----------
        wanted
            The seat asked for; None for the caller's own seat, the one that is to act first.

        Raises
        ------
        NotAllowedError
            If somebody else holds the seat and the match is not over.
        """
        mine = self.seats(table)
        if wanted is None:
            return default_seat(table, mine)
        if wanted in mine or wanted == SPECTATOR:
            return wanted
        if not 0 <= wanted < len(table.match.seats):
            raise UnknownError("seat")
        if not table.ended:
            raise NotAllowedError("other-seat")
        return wanted


def default_seat(table: Table, mine: tuple[int, ...]) -> int:
    """Return the seat to look through first: one that is to act, else the first of these."""
    acting = table.acting
    return next((seat for seat in mine if seat in acting), mine[0] if mine else SPECTATOR)


def caller_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
    """Return who is asking."""
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith(_BEARER):
        return Caller(None, authorization[len(_BEARER) :].strip())
    cookie = connection.cookies.get(COOKIE, "")
    return Caller(seating.digest(cookie) if _FORM.fullmatch(cookie) else None)


def payer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Payer:
    """Return who pays for a request."""
    return caller_of(connection).payer(connection.client.host if connection.client else "")


def session_of(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, list[Cookie]]:
    """Return the hash of the caller's session, and the cookie to set if it is a new one."""
    session = caller_of(connection).session
    if session is not None:
        return session, []
    cookie = secrets.token_urlsafe(32)
    return seating.digest(cookie), [session_cookie(connection, cookie)]


def session_cookie(connection: ASGIConnection[Any, Any, Any, Any], value: str) -> Cookie:
    """Return the cookie that holds a session for a year."""
    secure = connection.url.scheme in ("https", "wss")
    return Cookie(
        key=COOKIE, value=value, max_age=_YEAR, httponly=True, secure=secure, samesite="lax"
    )


def visitor_cookie(connection: ASGIConnection[Any, Any, Any, Any]) -> Cookie:
    """Return the cookie for somebody who opens a page: a new session, or the old one prolonged."""
    cookie = connection.cookies.get(COOKIE, "")
    return session_cookie(
        connection, cookie if _FORM.fullmatch(cookie) else secrets.token_urlsafe(32)
    )
