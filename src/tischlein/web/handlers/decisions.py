"""Decisions by people at a table over HTTP: stand-ins, ends, pauses, time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import post
from litestar.params import JSONBody

from tischlein.tables.stored import ProposalKind
from tischlein.web.http.errors import problems
from tischlein.web.http.parameters import MatchId, TheCaller, TheHall, table_for
from tischlein.web.messages.asking import (
    Consent,
    GiveTime,
    Propose,
    RulePrograms,
    RuleWatching,
    SeatChoice,
    StandIn,
)


@post(
    "/api/matches/{match_id:str}/stand-in", status_code=204, responses=problems(400, 403, 404, 409)
)
async def stand_in(
    match_id: MatchId, data: JSONBody[StandIn], hall: TheHall, caller: TheCaller
) -> None:
    """Let a bot play for a player who is absent, or hand the seat back."""
    async with table_for(hall, match_id, caller) as table:
        await table.stand_in(caller.session, data.seat, data.on, caller.seat_secret)


@post(
    "/api/matches/{match_id:str}/proposals",
    status_code=204,
    responses=problems(400, 403, 404, 409),
)
async def propose(
    match_id: MatchId, data: JSONBody[Propose], hall: TheHall, caller: TheCaller
) -> None:
    """Propose something to the others at the table."""
    async with table_for(hall, match_id, caller) as table:
        await table.propose(caller.session, ProposalKind(data.what))


@post(
    "/api/matches/{match_id:str}/consent", status_code=204, responses=problems(400, 403, 404, 409)
)
async def consent(
    match_id: MatchId, data: JSONBody[Consent], hall: TheHall, caller: TheCaller
) -> None:
    """Agree to what has been proposed, or not."""
    async with table_for(hall, match_id, caller) as table:
        await table.answer(caller.session, data.agree, caller.seat_secret, data.at)


@post("/api/matches/{match_id:str}/resign", status_code=204, responses=problems(400, 403, 404, 409))
async def resign(
    match_id: MatchId, data: JSONBody[SeatChoice], hall: TheHall, caller: TheCaller
) -> None:
    """Give up. The match ends if one side is left, else a bot plays on for the seat."""
    async with table_for(hall, match_id, caller) as table:
        await table.resign(caller.session, data.seat, caller.seat_secret)


@post(
    "/api/matches/{match_id:str}/time",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def give_time(
    match_id: MatchId, data: JSONBody[GiveTime], hall: TheHall, caller: TheCaller
) -> None:
    """Give the others time, if it is limited; all are told."""
    async with table_for(hall, match_id, caller) as table:
        await table.give_time(caller.session, data.seconds)


@post("/api/matches/{match_id:str}/watching", status_code=204, responses=problems(400, 403, 404))
async def rule_watching(
    match_id: MatchId, data: JSONBody[RuleWatching], hall: TheHall, caller: TheCaller
) -> None:
    """Set whether others than the players may watch."""
    async with table_for(hall, match_id, caller) as table:
        await table.set_watching(caller.session, data.watched)


@post(
    "/api/matches/{match_id:str}/programs",
    status_code=204,
    responses=problems(400, 403, 404, 409),
)
async def rule_programs(
    match_id: MatchId, data: JSONBody[RulePrograms], hall: TheHall, caller: TheCaller
) -> None:
    """Set whether programs may take chairs without being invited."""
    async with table_for(hall, match_id, caller) as table:
        await table.set_programs_welcome(caller.session, data.programs)


HANDLERS: Sequence[Any] = (
    stand_in,
    propose,
    consent,
    resign,
    give_time,
    rule_watching,
    rule_programs,
)
