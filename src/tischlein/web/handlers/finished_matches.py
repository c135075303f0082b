"""What remains of matches over HTTP: replays, records, pictures, proofs, statistics."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody, QueryParameter

from tischlein.tables.chance import proof
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.problems import InvalidError, NotNowError
from tischlein.tables.review import opened_records
from tischlein.tables.review.keepsakes import Kind
from tischlein.web import proofs
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import COST, RateKey
from tischlein.web.http.parameters import (
    Language,
    MatchId,
    SeatParameter,
    TheCaller,
    TheConcurrencyLimiter,
    TheHall,
    TheLimiter,
    TheLimits,
    TheRateKey,
    check_language,
)
from tischlein.web.http.sessions import session_of
from tischlein.web.messages.finished_matches import (
    Analysis,
    Fairness,
    OpenedRecord,
    RecordText,
    Replay,
)
from tischlein.web.messages.lists import Statistics

REPLAY_COST = 5
"""The cost of a replay, a record or a proof, in requests: the match is replayed."""
OPENING_COST = 20
"""The cost of a record that is opened, in requests: the match is replayed several times."""
LONGEST_BODY = 262_144
"""Bytes in a request that opens a record: several times the longest."""
PICTURE_COST = 8
"""The cost of a picture or a film, in requests."""


@get("/api/statistics", responses=problems(), opt={COST: REPLAY_COST})
async def get_statistics(
    hall: TheHall, caller: TheCaller, rate_key: TheRateKey, work_limiter: TheConcurrencyLimiter
) -> Statistics:
    """Return the statistics of the session's finished matches, game by game."""
    async with work_limiter.slot(rate_key):
        games = [] if caller.session is None else await hall.matches.statistics(caller.session)
    return Statistics(games)


@post(
    "/api/records",
    status_code=200,
    responses=problems(400, 413),
    opt={COST: OPENING_COST},
    request_max_body_size=LONGEST_BODY,
)
async def open_record(
    request: Request[Any, Any, Any],
    data: JSONBody[RecordText],
    hall: TheHall,
    limiter: TheLimiter,
    rate_key: TheRateKey,
    work_limiter: TheConcurrencyLimiter,
) -> Response[OpenedRecord]:
    """Store the finished match of a record, marked as not hosted here; the same is stored once.

    Nothing is stored if the record has a fault. The problem then names the line and the rule.
    """
    session, cookies = session_of(request)
    async with work_limiter.slot(rate_key):
        pay = partial(limiter.record, rate_key, len(data.record))
        match_id = await opened_records.open_record(hall.store, data.record, session, pay)
    return Response(OpenedRecord(match_id), cookies=cookies)


@get(
    "/api/matches/{match_id:str}/replay",
    responses=problems(400, 403, 404, 409),
    opt={COST: REPLAY_COST},
)
async def get_replay(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    rate_key: TheRateKey,
    limits: TheLimits,
    work_limiter: TheConcurrencyLimiter,
    seat: SeatParameter = None,
    first: Annotated[int, QueryParameter(ge=0, description="The first event wanted.")] = 0,
    last: Annotated[int | None, QueryParameter(ge=0, description="The last event wanted.")] = None,
) -> Replay:
    """Return scenes of past positions; after the end, as seen by any seat."""
    async with hall.table(match_id) as table:
        end = min(
            table.number, first + limits.replay_scenes - 1, table.number if last is None else last
        )
        if first > table.number or (last is not None and last < first):
            raise InvalidError("range", last=table.number)
        async with work_limiter.slot(rate_key):
            view_seat = caller.view_seat(table, seat)
            scene, changes, entries = await table.replay(view_seat, first, end)
        return Replay(first, scene, changes, entries)


@get(
    "/api/matches/{match_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409),
    opt={COST: REPLAY_COST},
)
async def get_record(
    match_id: MatchId, hall: TheHall, rate_key: TheRateKey, work_limiter: TheConcurrencyLimiter
) -> Response[str]:
    """Return a finished match as a record, with all that proves its chance."""
    async with hall.table(match_id) as table, work_limiter.slot(rate_key):
        _check_ended(table)
        events = await table.events()
        text = await asyncio.to_thread(proof.record_text, table.match, table.game, events)
    headers = {"Content-Disposition": f'inline; filename="{table.match.game}-{match_id}.record"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/matches/{match_id:str}/analysis", responses=problems(400, 404, 409))
async def get_analysis(match_id: MatchId, hall: TheHall, rate_key: TheRateKey) -> Analysis:
    """Return the evaluation of a finished match, as far as known; asking again continues it."""
    async with hall.table(match_id) as table:
        _check_ended(table)
        events = [stored.event for stored in await table.events()]
        analysis = await hall.analyses.analyse(match_id, table.start, events, rate_key.party)
        return Analysis(analysis.measure, analysis.steps, analysis.values, analysis.done)


@get(
    "/api/matches/{match_id:str}/picture",
    media_type="image/png",
    responses=problems(400, 404, 409),
    opt={COST: PICTURE_COST},
)
async def get_picture(
    match_id: MatchId, hall: TheHall, rate_key: TheRateKey, language: Language = "en"
) -> Response[bytes]:
    """Return a picture of a finished match's last position."""
    return await _keepsake(hall, match_id, "png", language, rate_key)


@get(
    "/api/matches/{match_id:str}/film",
    media_type="image/gif",
    responses=problems(400, 404, 409),
    opt={COST: PICTURE_COST},
)
async def get_film(
    match_id: MatchId, hall: TheHall, rate_key: TheRateKey, language: Language = "en"
) -> Response[bytes]:
    """Return a film of a finished match, as an animated picture."""
    return await _keepsake(hall, match_id, "gif", language, rate_key)


@get(
    "/api/matches/{match_id:str}/fairness",
    responses=problems(400, 404, 409),
    opt={COST: REPLAY_COST},
)
async def get_fairness(
    match_id: MatchId, hall: TheHall, rate_key: TheRateKey, work_limiter: TheConcurrencyLimiter
) -> Fairness:
    """Return all that proves a finished match's chance, so that others can recompute it."""
    async with hall.table(match_id) as table, work_limiter.slot(rate_key):
        _check_ended(table)
        if not table.match.server_secret:
            raise NotNowError("no-proof")
        events = await table.events()
        return await asyncio.to_thread(proofs.fairness, table.match, table.game, events)


HANDLERS: Sequence[Any] = (
    get_statistics,
    open_record,
    get_replay,
    get_record,
    get_analysis,
    get_picture,
    get_film,
    get_fairness,
)


async def _keepsake(
    hall: Hall, match_id: str, kind: Kind, language: str, rate_key: RateKey
) -> Response[bytes]:
    check_language(language)
    async with hall.table(match_id) as table:
        _check_ended(table)
        events = await table.events()
        record = partial(proof.record, table.match, table.game, events)
        names = [seat.name for seat in table.match.seats]
        content = await hall.keepsakes.file(match_id, kind, language, names, record, rate_key.party)
    return Response(
        content,
        media_type=f"image/{kind}",
        headers={
            "Content-Disposition": f'inline; filename="{table.match.game}-{match_id}.{kind}"',
            "Cache-Control": "private, max-age=86400",
        },
    )


def _check_ended(table: Table) -> None:
    if not table.ended:
        raise NotNowError("not-over")
