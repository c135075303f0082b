"""Dependencies of handlers in several modules: parts of the application, and parameters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from tischlein.presentation.texts import LANGUAGES
from tischlein.tables.hall import Hall
from tischlein.tables.match.observer import Observer
from tischlein.tables.match.table import Table
from tischlein.tables.problems import NotAllowedError, UnknownError
from tischlein.web.http.limits import ConcurrencyLimiter, Limits, RateKey, RateLimiter
from tischlein.web.http.sessions import Caller
from tischlein.web.messages.opening import Opened

MATCH_DESCRIPTION = "The id of the match, as in the address of its page."
GAME_DESCRIPTION = "The game's key (`GameInfo.key`)."
MatchId = Annotated[str, PathParameter(description=MATCH_DESCRIPTION)]
GameKey = Annotated[str, PathParameter(description=GAME_DESCRIPTION)]
TheHall = NamedDependency[Hall]
TheCaller = NamedDependency[Caller]
TheLimits = NamedDependency[Limits]
TheLimiter = NamedDependency[RateLimiter]
TheRateKey = NamedDependency[RateKey]
TheConcurrencyLimiter = NamedDependency[ConcurrencyLimiter]
_LANGUAGE_DESCRIPTION = f"One of {', '.join(LANGUAGES)}."
Language = Annotated[str, QueryParameter(description=_LANGUAGE_DESCRIPTION)]
LanguageInPath = Annotated[str, PathParameter(description=_LANGUAGE_DESCRIPTION)]
SeatParameter = Annotated[
    int | None,
    QueryParameter(
        description="The seat to look through or to act for, 0 to 7; to look as spectators do, 9."
    ),
]
Scenes = Annotated[
    int, QueryParameter(ge=0, le=1, description="0: `Happened` instead of pictures.")
]
Aids = Annotated[
    int,
    QueryParameter(
        ge=0,
        le=1,
        description="0: scenes leave out what lies on layers that are off, until `Aids` asks.",
    ),
]
Step = Annotated[int, QueryParameter(description="The step of the first match, from 1.")]
ForkNumber = Annotated[
    int,
    QueryParameter(description="The number of the event after which the line leaves the match."),
]
ForkLine = Annotated[
    str,
    QueryParameter(
        description="What has happened since, as `line` of an earlier message; empty for nothing."
    ),
]
ForkBots = Annotated[
    str, QueryParameter(description="The letters of the seats for which bots play.")
]


def check_language(language: str) -> None:
    """Raise UnknownError unless the product supports a language."""
    if language not in LANGUAGES:
        raise UnknownError("language", languages=", ".join(LANGUAGES))


@asynccontextmanager
async def table_for(hall: Hall, match_id: str, caller: Caller) -> AsyncIterator[Table]:
    """Lend the table of a match to a caller, who counts as present while requests come.

    Raises
    ------
    UnknownError
        If there is no such match.
    """
    async with hall.table(match_id) as table:
        table.record_activity(caller.seats(table))
        yield table


def own_seat(table: Table, caller: Caller, wanted: int | None) -> int:
    """Return a seat that the caller holds: the requested one, or the first."""
    mine = caller.seats(table)
    seat = next(iter(mine), None) if wanted is None else wanted
    if seat is None or seat not in mine:
        raise NotAllowedError("not-your-seat")
    return seat


async def observer_for(table: Table, caller: Caller, wanted: int | None = None) -> Observer:
    """Return what the caller sees through a seat, the requested one or its own.

    The seat may be somebody else's by the time that it is known.

    Raises
    ------
    NotAllowedError, UnknownError
        As ``Caller.view_seat``.
    NotNowError
        If the match has not begun.
    """
    seat = caller.view_seat(table, wanted)
    observer = await table.observer(seat)
    caller.view_seat(table, seat)
    return observer


async def opened_seats(hall: Hall, match_id: str, secrets: list[str]) -> Opened:
    """Return what a session has received, with the commitment that its browser keeps."""
    async with hall.tables.lend_read_only(match_id) as table:
        return Opened(match_id, secrets, table.match.commitment)
