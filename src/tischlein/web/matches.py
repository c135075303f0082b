"""Matches over HTTP: opening, joining, leaving, acting for programs, and what remains of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from tischlein.presentation.texts import LANGUAGES
from tischlein.tables import contributing, programs, proof, seating, talk
from tischlein.tables.hall import Hall
from tischlein.tables.keepsakes import Kind
from tischlein.tables.ownership import News
from tischlein.tables.problems import (
    InvalidError,
    NotAllowedError,
    NotNowError,
    TableError,
    UnknownError,
)
from tischlein.tables.setting_up import NewTable
from tischlein.tables.stored import (
    MatchStatus,
    Proposed,
    RemarkKind,
    SeatKind,
    StoredMatch,
    StoredSeat,
)
from tischlein.tables.table import Table
from tischlein.web import proofs, tables
from tischlein.web.errors import problems
from tischlein.web.limits import BOTS_ONLY_COST, COST, TABLE_COST, Door, Limits, Turnstile
from tischlein.web.live import Lounge, answered, check_command
from tischlein.web.messages import (
    Accepted,
    Act,
    Advice,
    Analysis,
    AskAdvice,
    Chair,
    Claim,
    Consent,
    Contribute,
    Fairness,
    FillChair,
    GiveTime,
    Happened,
    Join,
    Matches,
    MatchSummary,
    NewMatch,
    Opened,
    Propose,
    Refused,
    Remark,
    Rematch,
    RenewLink,
    Replay,
    RuleTalk,
    RuleWatching,
    Say,
    SeatChoice,
    StandIn,
    Statistics,
    TableInfo,
    View,
)
from tischlein.web.metrics import Metrics
from tischlein.web.sessions import Caller, no_cookie, payer_of, session_of, sessions_of
from tischlein.web.telling import Telling

LOOKING_BACK = 5
"""What a replay, a record or a proof costs, in requests: the match is played through again."""
ADVICE = 10
"""The same for what a good player would do: a bot thinks for seconds."""
DRAWING = 8
"""What a picture or a film costs, in requests."""
_LONGEST_OPTIONS = 400
_MOST_PARTS = 16
"""How many hashes or contributions one message may bring: more than there are seats."""
_LISTED_WITH_TURN = 20
"""How many of a session's running matches are taken up to see whose turn it is."""
_KINDS = {"me": SeatKind.PERSON, "open": SeatKind.FREE, "bot": SeatKind.BOT}

MatchId = FromPath[str]
TheHall = NamedDependency[Hall]
TheCaller = NamedDependency[Caller]
TheLimits = NamedDependency[Limits]
TheDoor = NamedDependency[Door]
TheTurnstile = NamedDependency[Turnstile]
Language = Annotated[str, QueryParameter(description="The language of the words in it.")]
SeatParameter = Annotated[
    int | None, QueryParameter(description="The seat to look through or to act for, 0 to 7.")
]


@get("/api/matches")
async def list_matches(hall: TheHall, caller: TheCaller) -> Matches:
    """List the session's own matches, and the open tables that anybody may join."""
    own = [] if caller.session is None else await hall.mine(caller.session)
    running = [match for match in own if match.status is MatchStatus.RUNNING]
    ids = [match.id for match in running[:_LISTED_WITH_TURN]]
    mine = [
        await _summary(hall, match, caller.session, match.id in ids)
        for match in own
        if match.status is not MatchStatus.ABANDONED
    ]
    mine.sort(
        key=lambda match: (not match.your_turn, match.status in ("over", "ended"), -match.changed)
    )
    listed = await hall.lobby()
    now = hall.time.now()
    return Matches(mine, [tables.summary(match, caller.session, now) for match in listed])


@get("/api/statistics", responses=problems(429), opt={COST: LOOKING_BACK})
async def get_statistics(hall: TheHall, caller: TheCaller, turnstile: TheTurnstile) -> Statistics:
    """Return what the session's finished matches come to, game by game."""
    async with turnstile.turn():
        games = [] if caller.session is None else await hall.statistics(caller.session)
    return Statistics(games)


@post("/api/matches", responses=problems(400, 404, 413, 429), opt={TABLE_COST: 1})
async def open_match(
    request: Request[Any, Any, Any],
    data: JSONBody[NewMatch],
    hall: TheHall,
    door: TheDoor,
    caller: TheCaller,
) -> Response[Opened]:
    """Open a table. It starts as soon as no chair is open, and nothing promised is missing."""
    _check_options(data.options)
    if all(chair.kind == "bot" for chair in data.chairs):
        door.table(payer_of(request), BOTS_ONLY_COST - 1)
    session, cookies = session_of(request)
    wanted = NewTable(
        data.game,
        [await _chair(hall, caller, data.game, chair) for chair in data.chairs],
        data.options,
        data.fixed,
        data.listed,
        data.contributes,
        data.talk,
        data.advice,
        data.programs,
        data.time_control,
        data.watched,
    )
    opened = await _opened(hall, *await hall.open(session, wanted))
    return Response(opened, status_code=201, cookies=cookies)


@get("/api/matches/{match_id:str}", responses=problems(400, 404))
async def get_match(match_id: MatchId, hall: TheHall, caller: TheCaller) -> TableInfo:
    """Return a match's table, without the board."""
    async with hall.table(match_id) as table:
        mine = caller.seats(table)
        return tables.table_info(table, mine, mine[0] if mine else None, caller.session)


@post("/api/matches/{match_id:str}/join", responses=problems(400, 404, 409, 413, 429))
async def join(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[Join],
    hall: TheHall,
    caller: TheCaller,
) -> Response[Opened]:
    """Take an open chair. A program with an identity does so under its own name."""
    name = seating.clean_name(data.name if caller.program is None else caller.program.name)
    given = contributing.hash_of(data.hash)
    session, cookies = session_of(request)
    async with hall.table(match_id) as table:
        if caller.program is not None:
            programs.check_plays(caller.program, table.game.key)
            await hall.check_engagements(session, accepting=True)
        secret = await table.join(session, name, given)
    return Response(await _opened(hall, match_id, [secret]), status_code=201, cookies=cookies)


@post(
    "/api/matches/{match_id:str}/contributions",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413),
)
async def contribute(
    match_id: MatchId, data: JSONBody[Contribute], hall: TheHall, caller: TheCaller
) -> None:
    """Add to the chance of a match that has not begun: hashes, and then what they stand for."""
    if max(len(data.hashes), len(data.contributions)) > _MOST_PARTS:
        raise InvalidError("contribution")
    hashes = [contributing.hash_of(text) for text in data.hashes if text]
    contributions = [contributing.contribution_of(text) for text in data.contributions]
    async with hall.table(match_id) as table:
        await table.contribute(lambda: caller.seats(table), hashes, contributions)


@post("/api/matches/{match_id:str}/chairs", status_code=204, responses=problems(400, 403, 404, 409))
async def fill_chair(
    match_id: MatchId, data: JSONBody[FillChair], hall: TheHall, caller: TheCaller
) -> None:
    """Put a bot on an open chair."""
    async with hall.table(match_id) as table:
        await table.fill(caller.session, data.seat, data.level)


@post(
    "/api/matches/{match_id:str}/stand-in", status_code=204, responses=problems(400, 403, 404, 409)
)
async def stand_in(
    match_id: MatchId, data: JSONBody[StandIn], hall: TheHall, caller: TheCaller
) -> None:
    """Let a bot play for somebody who is absent, or hand the seat back."""
    async with hall.table(match_id) as table:
        await table.stand_in(caller.session, data.seat, data.on)


@post(
    "/api/matches/{match_id:str}/proposals",
    status_code=204,
    responses=problems(400, 403, 404, 409),
)
async def propose(
    match_id: MatchId, data: JSONBody[Propose], hall: TheHall, caller: TheCaller
) -> None:
    """Put something to the others at the table."""
    async with hall.table(match_id) as table:
        await table.propose(caller.session, Proposed(data.what))


@post(
    "/api/matches/{match_id:str}/consent", status_code=204, responses=problems(400, 403, 404, 409)
)
async def consent(
    match_id: MatchId, data: JSONBody[Consent], hall: TheHall, caller: TheCaller
) -> None:
    """Agree to what has been proposed, or not."""
    async with hall.table(match_id) as table:
        await table.answer(caller.session, data.agree)


@post("/api/matches/{match_id:str}/resign", status_code=204, responses=problems(400, 403, 404, 409))
async def resign(
    match_id: MatchId, data: JSONBody[SeatChoice], hall: TheHall, caller: TheCaller
) -> None:
    """Give up. The match ends if one side is left, else a bot plays on for the seat."""
    async with hall.table(match_id) as table:
        await table.resign(caller.session, data.seat)


@post(
    "/api/matches/{match_id:str}/time",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413),
)
async def give_time(
    match_id: MatchId, data: JSONBody[GiveTime], hall: TheHall, caller: TheCaller
) -> None:
    """Give the others time, where it is limited; all are told."""
    async with hall.table(match_id) as table:
        await table.give_time(caller.session, data.seconds)


@post(
    "/api/matches/{match_id:str}/dismiss", status_code=204, responses=problems(400, 403, 404, 409)
)
async def dismiss(
    match_id: MatchId, data: JSONBody[SeatChoice], hall: TheHall, caller: TheCaller
) -> None:
    """Free a chair before the start, as the host."""
    async with hall.table(match_id) as table:
        await table.dismiss(caller.session, data.seat)


@post("/api/matches/{match_id:str}/leave", status_code=204, responses=problems(400, 403, 404, 409))
async def leave(match_id: MatchId, hall: TheHall, caller: TheCaller) -> None:
    """Get up from the table."""
    async with hall.table(match_id) as table:
        await table.leave(caller.session)


@post("/api/matches/{match_id:str}/rematch", responses=problems(400, 403, 404, 409, 413))
async def rematch(
    match_id: MatchId, hall: TheHall, caller: TheCaller, data: JSONBody[Rematch | None] = None
) -> Opened:
    """Open the match that continues a finished one, or find the one that has been opened."""
    contributes = data is not None and data.contributes
    async with hall.table(match_id) as table:
        opened = await hall.rematch(table, caller.session, contributes)
    return await _opened(hall, *opened)


@post("/api/seats", responses=problems(400, 403, 404, 409, 413))
async def claim(
    request: Request[Any, Any, Any], data: JSONBody[Claim], hall: TheHall
) -> Response[Opened]:
    """Hold the seat of a private link on this device too."""
    session, cookies = session_of(request)
    match_id = seating.match_of(data.secret)
    async with hall.table(match_id) as table:
        await table.claim(session, data.secret)
    opened = await _opened(hall, match_id, [data.secret])
    return Response(opened, status_code=201, cookies=cookies)


@post("/api/matches/{match_id:str}/links", responses=problems(400, 403, 404, 409, 413))
async def renew_link(
    match_id: MatchId, data: JSONBody[RenewLink], hall: TheHall, caller: TheCaller
) -> Opened:
    """Replace the private link of a seat; the old one and all other devices lose the seat."""
    async with hall.table(match_id) as table:
        if data.secret:
            secrets = [await table.renew_link(caller.session, data.secret)]
        else:
            secrets = await table.renew_links(caller.session)
        return Opened(match_id, secrets, table.match.commitment)


@post(
    "/api/session/end",
    status_code=204,
    # Else it would be documented as JSON, since a response bears the cookie.
    responses=problems(403) | {204: ResponseSpec(None, description="It is ended.")},
)
async def end_session(
    request: Request[Any, Any, Any],
    caller: TheCaller,
    hall: TheHall,
    lounge: NamedDependency[Lounge],
    telling: NamedDependency[Telling],
) -> Response[None]:
    """End this browser's session: its cookie opens nothing any more, here or in any copy."""
    if caller.program is not None:
        raise NotAllowedError("not-allowed")  # its token is taken from it in another way
    if caller.device is not None:
        await hall.cards.leave(caller.device)
        await sessions_of(request).end(caller.device)
        await telling.leave(caller)
        lounge.end(caller.device)
        await hall.ownership.tell(News.SESSION, caller.device)
    return Response(None, status_code=204, cookies=[no_cookie(request)])


@post(
    "/api/matches/{match_id:str}/actions",
    status_code=200,
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def act(
    match_id: MatchId,
    data: JSONBody[Act],
    hall: TheHall,
    caller: TheCaller,
    metrics: NamedDependency[Metrics],
    seat: SeatParameter = None,
) -> Accepted | Refused:
    """Act, for programs. The same id again gets the same answer."""
    check_command(data.id)
    async with hall.table(match_id) as table:
        mine = caller.seats(table)
        acting = seat if seat is not None else caller.eyes(table, None)
        if acting not in mine:
            raise NotAllowedError("not-your-seat")
        begun = time.perf_counter()
        answer = await table.act(acting, data.id, data.action, seen=data.seen)
        metrics.moved(time.perf_counter() - begun)
        return answered(answer)


@get("/api/matches/{match_id:str}/view", responses=problems(400, 403, 404, 409))
async def get_view(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    seat: SeatParameter = None,
    have: Annotated[
        int, QueryParameter(ge=0, description="Leave out the log up to this event.")
    ] = 0,
    scenes: Annotated[
        int, QueryParameter(ge=0, le=1, description="0: numbers of actions instead of a scene.")
    ] = 1,
) -> View | Happened:
    """Return what a seat sees now, for programs."""
    async with hall.table(match_id) as table:
        eye = await table.look(caller.eyes(table, seat))
        message = tables.view if scenes else tables.happened
        return message(table, eye, have, fresh=have == 0)


@get(
    "/api/matches/{match_id:str}/replay",
    responses=problems(400, 403, 404, 409, 429),
    opt={COST: LOOKING_BACK},
)
async def get_replay(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    limits: TheLimits,
    turnstile: TheTurnstile,
    seat: SeatParameter = None,
    first: Annotated[int, QueryParameter(ge=0, description="The first event wanted.")] = 0,
    last: Annotated[int | None, QueryParameter(ge=0, description="The last event wanted.")] = None,
) -> Replay:
    """Return scenes of past positions; after the end through anybody's eyes."""
    async with hall.table(match_id) as table:
        end = min(table.number, first + limits.replay - 1, table.number if last is None else last)
        if first > table.number or (last is not None and last < first):
            raise InvalidError("range", last=table.number)
        eyes = caller.eyes(table, seat)
        async with turnstile.turn():
            scene, changes, entries = await table.replay(eyes, first, end)
        return Replay(first, scene, changes, entries)


@get(
    "/api/matches/{match_id:str}/record",
    media_type=MediaType.TEXT,
    responses=problems(400, 404, 409, 429),
    opt={COST: LOOKING_BACK},
)
async def get_record(match_id: MatchId, hall: TheHall, turnstile: TheTurnstile) -> Response[str]:
    """Return a finished match as a record, with all that proves its chance."""
    async with hall.table(match_id) as table, turnstile.turn():
        _needs_end(table)
        events = await table.events()
        text = await asyncio.to_thread(proof.record_text, table.match, table.game, events)
    headers = {"Content-Disposition": f'inline; filename="{table.match.game}-{match_id}.record"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/matches/{match_id:str}/analysis", responses=problems(400, 404, 409))
async def get_analysis(match_id: MatchId, hall: TheHall) -> Analysis:
    """Return how a finished match stood, as far as it is judged; asking again lets it go on."""
    async with hall.table(match_id) as table:
        _needs_end(table)
        events = [stored.event for stored in await table.events()]
        study = await hall.studies.study(match_id, table.start, events)
        return Analysis(study.measure, study.steps, study.values, study.done)


@get(
    "/api/matches/{match_id:str}/picture",
    media_type="image/png",
    responses=problems(400, 404, 409, 429),
    opt={COST: DRAWING},
)
async def get_picture(
    match_id: MatchId, hall: TheHall, language: Language = "en"
) -> Response[bytes]:
    """Return a picture of a finished match's last position."""
    return await _keepsake(hall, match_id, "png", language)


@get(
    "/api/matches/{match_id:str}/film",
    media_type="image/gif",
    responses=problems(400, 404, 409, 429),
    opt={COST: DRAWING},
)
async def get_film(match_id: MatchId, hall: TheHall, language: Language = "en") -> Response[bytes]:
    """Return a film of a finished match, as an animated picture."""
    return await _keepsake(hall, match_id, "gif", language)


@get(
    "/api/matches/{match_id:str}/fairness",
    responses=problems(400, 404, 409, 429),
    opt={COST: LOOKING_BACK},
)
async def get_fairness(match_id: MatchId, hall: TheHall, turnstile: TheTurnstile) -> Fairness:
    """Return all that proves a finished match's chance, for others to compute it again."""
    async with hall.table(match_id) as table, turnstile.turn():
        _needs_end(table)
        events = await table.events()
        try:
            return await asyncio.to_thread(proofs.fairness, table.match, table.game, events)
        except ValueError:  # it was taken in from a record that proves nothing
            raise NotNowError("no-proof") from None


@get("/api/matches/{match_id:str}/talk", responses=problems(400, 403, 404))
async def get_talk(match_id: MatchId, hall: TheHall, caller: TheCaller) -> list[Remark]:
    """Return what has been said at the table, as far as the caller may hear it."""
    async with hall.table(match_id) as table:
        seated = bool(caller.seats(table))
        rule = table.match.talk
        if not caller.may_watch(table):
            raise NotAllowedError("no-spectators")
        heard = [said for said in await table.remarks() if talk.hears(rule, said, seated=seated)]
        return [tables.remark(table.match, said) for said in heard]


@post(
    "/api/matches/{match_id:str}/talk",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def say(match_id: MatchId, data: JSONBody[Say], hall: TheHall, caller: TheCaller) -> None:
    """Say something at the table."""
    async with hall.table(match_id) as table:
        if data.reaction:
            said = RemarkKind.REACTION, talk.clean_reaction(data.reaction)
        else:
            said = RemarkKind.TEXT, talk.clean_remark(data.text)
        if data.name and not caller.seats(table):
            await table.say_onlooking(seating.clean_name(data.name), *said)
        else:
            await table.say(_own_seat(table, caller, data.seat), *said)


@post("/api/matches/{match_id:str}/talk/rule", status_code=204, responses=problems(400, 403, 404))
async def rule_talk(
    match_id: MatchId, data: JSONBody[RuleTalk], hall: TheHall, caller: TheCaller
) -> None:
    """Settle who may hear what is said at the table."""
    async with hall.table(match_id) as table:
        await table.rule_talk(caller.session, data.talk)


@post(
    "/api/matches/{match_id:str}/watching", status_code=204, responses=problems(400, 403, 404, 429)
)
async def rule_watching(
    match_id: MatchId, data: JSONBody[RuleWatching], hall: TheHall, caller: TheCaller
) -> None:
    """Settle whether others than the players may look on."""
    async with hall.table(match_id) as table:
        await table.rule_watching(caller.session, data.watched)


@post(
    "/api/matches/{match_id:str}/advice",
    status_code=200,
    opt={COST: ADVICE},
    responses=problems(400, 403, 404, 409, 413, 429),
)
async def advise(
    match_id: MatchId, data: JSONBody[AskAdvice], hall: TheHall, caller: TheCaller
) -> Advice:
    """Return what a good player would do, thought out from what the seat sees alone."""
    async with hall.table(match_id) as table:
        seat = _own_seat(table, caller, data.seat)
        number = table.number
        advice, line = await table.advise(seat, data.after)
        shares = tuple(advice.shares.get(action, 0.0) for action in advice.actions)
        return Advice(
            number,
            advice.actions,
            shares if advice.shares else (),
            advice.hope,
            advice.exact,
            line,
        )


HANDLERS: Sequence[Any] = (
    list_matches,
    get_statistics,
    open_match,
    get_match,
    join,
    contribute,
    fill_chair,
    stand_in,
    propose,
    consent,
    resign,
    give_time,
    dismiss,
    leave,
    rematch,
    claim,
    renew_link,
    end_session,
    act,
    get_view,
    get_replay,
    get_record,
    get_analysis,
    get_picture,
    get_film,
    get_fairness,
    get_talk,
    say,
    rule_talk,
    rule_watching,
    advise,
)


async def _opened(hall: Hall, match_id: str, secrets: list[str]) -> Opened:
    """Return what a session has got, with the commitment that its browser keeps."""
    async with hall.table(match_id) as table:
        return Opened(match_id, secrets, table.match.commitment)


async def _summary(hall: Hall, match: StoredMatch, session: str | None, load: bool) -> MatchSummary:
    if not load:
        return tables.summary(match, session, hall.time.now())
    try:
        async with hall.glance(match.id) as table:
            return tables.summary(table.match, session, table.time, table)
    except TableError:  # a match that cannot be taken up is listed all the same
        return tables.summary(match, session, hall.time.now())


def _own_seat(table: Table, caller: Caller, wanted: int | None) -> int:
    """Return a seat that the caller holds: the one asked for, or the first."""
    mine = caller.seats(table)
    seat = next(iter(mine), None) if wanted is None else wanted
    if seat is None or seat not in mine:
        raise NotAllowedError("not-your-seat")
    return seat


async def _keepsake(hall: Hall, match_id: str, kind: Kind, language: str) -> Response[bytes]:
    if language not in LANGUAGES:
        raise UnknownError("language", languages=", ".join(LANGUAGES))
    async with hall.table(match_id) as table:
        _needs_end(table)
        events = await table.events()
        record = partial(proof.record, table.match, table.game, events)
        content = await hall.keepsakes.file(match_id, kind, language, record)
    return Response(
        content,
        media_type=f"image/{kind}",
        headers={
            "Content-Disposition": f'inline; filename="{table.match.game}-{match_id}.{kind}"',
            "Cache-Control": "private, max-age=86400",
        },
    )


async def _chair(hall: Hall, caller: Caller, game: str, chair: Chair) -> StoredSeat:
    if chair.kind == "open":
        return StoredSeat()
    if chair.kind == "program":
        program = await programs.of_id(hall.store, chair.program)
        await hall.check_engagements(programs.session_of(program), accepting=False)
        return programs.chair_for(program, game)
    if chair.kind == "me" and caller.program is not None:
        programs.check_plays(caller.program, game)
        return StoredSeat(kind=SeatKind.PERSON, name=caller.program.name)
    return StoredSeat(kind=_KINDS[chair.kind], name=chair.name, level=chair.level or None)


def _check_options(options: dict[str, str]) -> None:
    if sum(len(name) + len(value) + 2 for name, value in options.items()) > _LONGEST_OPTIONS:
        raise InvalidError("options", reason=f"more than {_LONGEST_OPTIONS} characters")
    if any(not name or not value or " " in name + value for name, value in options.items()):
        raise InvalidError("options", reason="empty, or with spaces")


def _needs_end(table: Table) -> None:
    if not table.ended:
        raise NotNowError("not-over")
