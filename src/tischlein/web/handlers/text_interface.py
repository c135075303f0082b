"""A hosted seat for clients without a browser: as text, as a picture, as data for programs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter

from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.interop.wording import Wording
from tischlein.tables.concurrency.background_processes import render_picture
from tischlein.tables.match.standing import LONGEST_TEXT
from tischlein.tables.match.table import Table
from tischlein.tables.problems import NotAllowedError
from tischlein.tables.seats import rulings
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import COST
from tischlein.web.http.parameters import (
    Language,
    MatchId,
    TheCaller,
    TheConcurrencyLimiter,
    TheHall,
    TheRateKey,
    check_language,
    observer_for,
    table_for,
)
from tischlein.web.messages.programs import InWords, Judged, Observed

PICTURE_COST = 3
"""The cost of a picture, in requests."""


@get("/api/matches/{match_id:str}/words", responses=problems(400, 403, 404, 409))
async def get_words(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    rate_key: TheRateKey,
    text_limiter: TheConcurrencyLimiter,
    have: Annotated[int, QueryParameter(ge=0, description="Leave out events up to this.")] = 0,
    language: Language = "en",
) -> InWords:
    """Return what a seat sees now in words, with its actions in notation."""
    async with table_for(hall, match_id, caller) as table, text_limiter.slot(rate_key):
        observer = await observer_for(table, caller)
        answer = partial(  # the present state: the table may go on while words are found
            InWords,
            game=table.game.key,
            number=table.number,
            over=table.over,
            ending=rulings.ending(table.match),
            asked=observer.seat in table.consent.pending_seats(),
            from_record=table.match.from_record,
        )
        phrases = [phrase for entry in observer.entries[have:] for phrase in entry.phrases]
        if table.match.from_record and not have:
            phrases.insert(0, Phrase("from-record-note"))
        text, legal = await asyncio.to_thread(
            _describe,
            observer.observation,
            table.legal(observer.seat),
            _wording(table, language),
            phrases,
            _closed(table),
        )
        return answer(text=text, legal=legal)


@get("/api/matches/{match_id:str}/observation", responses=problems(400, 403, 404, 409))
async def get_observation(match_id: MatchId, hall: TheHall, caller: TheCaller) -> Observed:
    """Return what a seat may know now, for programs that have the games themselves."""
    async with table_for(hall, match_id, caller) as table:
        observer = await observer_for(table, caller)
        return Observed(
            game=table.game.key,
            seats=len(table.match.seats),
            options=table.match.options,
            seat=observer.seat,
            number=table.number,
            over=table.over,
            row=observer.observation.to_bytes(),
            legal=table.legal(observer.seat),
            ending=rulings.ending(table.match),
            asked=observer.seat in table.consent.pending_seats(),
            from_record=table.match.from_record,
        )


@get("/api/matches/{match_id:str}/why-not", responses=problems(400, 403, 404, 409))
async def get_why_not(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    action: Annotated[str, QueryParameter(description="In the game's notation.")],
    language: Language = "en",
) -> Judged:
    """Return whether an action of the caller's seat is possible now, and if not, why."""
    async with table_for(hall, match_id, caller) as table:
        observer = await observer_for(table, caller)
        if observer.seat == SPECTATOR:
            raise NotAllowedError("not-your-seat")
        closed = table.closed_refusal()
        if closed is not None:
            (reason,) = _wording(table, language).words([closed.phrase])
            return Judged(possible=False, reason=reason)
        legal = table.legal(observer.seat)
        seen = observer.observation
        example = seen.write(observer.seat, legal[0]) if legal else ""
        wording = _wording(table, language)
        meant, reason = wording.parse(seen, action[:LONGEST_TEXT], example)
        return Judged(possible=meant is not None, reason=reason)


@get(
    "/api/matches/{match_id:str}/view/picture",
    responses=problems(400, 403, 404, 409),
    opt={COST: PICTURE_COST},
    media_type="image/png",
)
async def get_view_picture(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    rate_key: TheRateKey,
    language: Language = "en",
) -> Response[bytes]:
    """Return a picture of what a seat sees now."""
    async with table_for(hall, match_id, caller) as table:
        observer = await observer_for(table, caller)
        check_language(language)
        names = _names(table)
        drawn = await hall.drawing_process.run(
            rate_key.party, render_picture, observer.observation, names, language
        )
        return Response(drawn, media_type="image/png")


HANDLERS: Sequence[Any] = (get_words, get_observation, get_why_not, get_view_picture)


def _describe(
    seen: Observation,
    actions: Sequence[int],
    wording: Wording,
    phrases: Sequence[Phrase],
    closed: Phrase | None,
) -> tuple[str, list[str]]:
    """Return the view in words, and the actions in notation, sometimes tens of thousands."""
    legal = [seen.write(seen.seat, action) for action in actions]
    return wording.look(seen, wording.words(phrases), legal, closed), legal


def _closed(table: Table) -> Phrase | None:
    """Return how a match was ended early, or that it is paused; None if neither is so."""
    ending = rulings.ending(table.match)
    if ending is None:
        closed = table.closed_refusal()
        return None if closed is None else closed.phrase
    winners = rulings.winners(table.match, table.sides)
    seats = enumerate(table.match.seats)
    out = [seat for seat, stored in seats if stored.resigned and seat not in winners]
    values: dict[str, Value] = {"names": [seat_name(seat) for seat in out], "count": len(out)}
    if not winners:
        return Phrase(f"table-ended-{ending}", values)
    values |= {"winners": [seat_name(seat) for seat in winners], "won": len(winners)}
    return Phrase(f"table-decided-{ending}", values)


def _wording(table: Table, language: str) -> Wording:
    check_language(language)
    return Wording(table.game, language, _names(table))


def _names(table: Table) -> tuple[str, ...]:
    return tuple(seat.name for seat in table.match.seats)
