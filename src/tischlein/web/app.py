"""The web application: routes, limits, headers and errors assembled around a hall of tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit
from weakref import proxy

import numpy as np
from litestar import Litestar, Request, Router, WebSocket, websocket
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler, WebsocketRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme, Tag
from litestar.types import Receive, Send

from tischlein.core.seats import LETTERS, number
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Signal
from tischlein.tables.problems import NotAllowedError
from tischlein.tables.review import variations
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.descriptions import asyncapi
from tischlein.web.descriptions.described_schemas import DescribedSchemas
from tischlein.web.handlers import (
    cards,
    decisions,
    finished_matches,
    health,
    joining,
    matches,
    notifications,
    pages,
    programs,
    shelf,
    talk,
    text_interface,
)
from tischlein.web.handlers.health import HealthSources, MetricsReaders
from tischlein.web.handlers.passkeys import Passkeys
from tischlein.web.http import errors, handshakes, parameters
from tischlein.web.http.allowed_methods import options_handlers
from tischlein.web.http.compressing import LEVEL, WORTH_COMPRESSING
from tischlein.web.http.headers import safe_headers
from tischlein.web.http.limits import (
    COST,
    TABLE_COST,
    ConcurrencyLimiter,
    Limits,
    RateKey,
    RateLimiter,
)
from tischlein.web.http.numbers import plain
from tischlein.web.http.sessions import (
    COOKIE,
    FOR_ALL,
    FROM_ANYWHERE,
    TOKEN,
    Caller,
    Sessions,
    authenticate,
    caller_of,
    rate_key_of,
    rate_key_of_stranger,
)
from tischlein.web.http.strict_requests import check_strict
from tischlein.web.metrics import ForwardingCounts, Metrics
from tischlein.web.nodes.sharing import NodeSharing
from tischlein.web.preparation_state import PreparationState
from tischlein.web.sockets.analysis_rooms import AnalysisRooms, serve_variation
from tischlein.web.sockets.duty_feeds import DutyFeeds
from tischlein.web.sockets.lessons import Lessons
from tischlein.web.sockets.live_connections import LiveConnections

if TYPE_CHECKING:
    from tischlein.tables.notifications.senders import NotificationSettings

_Given = TypeVar("_Given")

log = logging.getLogger(__name__)

SUBJECTS: Sequence[tuple[Tag, Sequence[Any]]] = (
    (
        Tag("matches", "Find and set tables, see what goes on, and act."),
        matches.HANDLERS,
    ),
    (
        Tag("seats", "Take seats, invite, leave, play again, and show who you are."),
        joining.HANDLERS,
    ),
    (
        Tag("decisions", "What those at a table decide: taking back, pausing, time, resigning."),
        decisions.HANDLERS,
    ),
    (
        Tag("talk", "What is said at a table, and advice of a good player."),
        talk.HANDLERS,
    ),
    (
        Tag("words", "Matches for programs: in words, as a picture, or as an observation."),
        text_interface.HANDLERS,
    ),
    (
        Tag("programs", "Programs that play under identities of their own."),
        programs.HANDLERS,
    ),
    (
        Tag("finished matches", "Replays, records, analyses, pictures, proofs and statistics."),
        finished_matches.HANDLERS,
    ),
    (
        Tag("games", "The games, their options, rules, texts and art."),
        shelf.HANDLERS,
    ),
    (
        Tag("player cards", "Names, ratings and matches that belong to a person."),
        cards.HANDLERS,
    ),
    (
        Tag("notifications", "Being told about one's matches, by mail, push message or webhook."),
        notifications.HANDLERS,
    ),
    (
        Tag("server", "Whether the server works."),
        (*health.HANDLERS, asyncapi.get_asyncapi),
    ),
)
"""What requests are about: generated clients and pages of documentation group them by it."""
HANDLERS: Sequence[Any] = tuple(one for _, handlers in SUBJECTS for one in handlers)
"""The handlers of the interface, the same in every application."""
_KEYS: dict[str, SecurityScheme | Reference] = {
    "program": SecurityScheme(
        "http", scheme="bearer", description="The token of a program, or the secret of a seat."
    ),
    "token": SecurityScheme(
        "apiKey",
        name=TOKEN,
        security_scheme_in="header",
        description="The same, behind a proxy that has the header Authorization to itself.",
    ),
    "browser": SecurityScheme(
        "apiKey", name=COOKIE, security_scheme_in="cookie", description="Set by every page."
    ),
}
"""How callers are identified, in the OpenAPI document."""
_NO_SCOPES: list[str] = []
_KNOWN_BY = [{}, *({name: _NO_SCOPES} for name in _KEYS)]
"""One of these, or nothing: many requests are open to everybody."""


def _operation_id(handler: HTTPRouteHandler, method: str, path: Sequence[object]) -> str:
    """Return what generated clients call an operation, such as ``get_match``."""
    del method  # no handler has several
    if len(handler.paths) == 1:
        return handler.handler_name
    return "_".join([handler.handler_name, "at", *map(str, path)])


def _grouped_handlers() -> Iterator[Router]:
    """Yield the handlers by what they are about, and before them those of OPTIONS there."""
    for subject, handlers in SUBJECTS:
        yield Router(
            "/", route_handlers=[*options_handlers(handlers), *handlers], tags=[subject.name]
        )


class _Request(Request[Any, Any, Any]):
    """A request whose body, if it cannot be read, is the sender's mistake whatever is wrong."""

    async def json(self) -> Any:
        """Return the body (ClientException)."""
        try:
            return await super().json()
        except UnicodeDecodeError as error:
            raise ClientException("JSON is malformed: it is not in UTF-8") from error


class _Socket(WebSocket[Any, Any, Any]):
    """A socket whose receive and send functions do not refer back to it.

    Otherwise everything that belonged to a connection would stay in memory after its end until a
    full garbage collection.
    """

    def receive_wrapper(self, receive: Receive) -> Receive:
        """Return the receive function, which tracks the connection's state."""
        return WebSocket.receive_wrapper(proxy(self), receive)

    def send_wrapper(self, send: Send) -> Send:
        """Return the send function, valid as long as the connection is open."""
        return WebSocket.send_wrapper(proxy(self), send)


def create_app(
    hall: Hall,
    limits: Limits | None = None,
    preparation: PreparationState | None = None,
    watchers: MetricsReaders | None = None,
    forwarded: ForwardingCounts | None = None,
    notification_settings: NotificationSettings | None = None,
    passkeys: Passkeys | None = None,
) -> Litestar:
    """Return the application; it opens and closes the hall with itself.

    The shelf waits for the preparation's pictures, by default for none. The metrics for Prometheus
    are for this machine alone unless others are named, and include forwarded requests. Without
    ``notification_settings``, people get no notifications about their matches; passkeys do not work
    unless the server's address is known.
    """
    watchers = watchers or MetricsReaders()
    passkeys = passkeys or Passkeys()
    limits = limits or Limits()
    preparation = preparation or PreparationState.completed()
    limiter = RateLimiter(limits)
    work_limiter = ConcurrencyLimiter(
        limits.replays, limits.replays_waiting, limits.replays_waiting_of_party
    )
    text_limiter = ConcurrencyLimiter(1, limits.texts_waiting, limits.texts_waiting_of_party)
    notification_service = notifications.NotificationService(hall, notification_settings)
    vitals = HealthSources(hall.store, hall.ownership.role)
    metrics = Metrics(hall, limiter, forwarded, notification_service.notifier)
    live_connections = LiveConnections(hall, limits, limiter, metrics.observe_move)
    sessions = Sessions(hall.clock)
    school = Lessons(limiter, work_limiter, preparation)
    feeds = DutyFeeds(hall, live_connections)
    sharing = NodeSharing(limiter, feeds)
    hall.ownership.share(sharing.export, sharing.apply)
    analysis_rooms = AnalysisRooms(hall, limits, limiter)
    services: dict[str, object] = {
        "limits": limits,
        "metrics": metrics,
        "passkeys": passkeys,
        "vitals": vitals,
        "watchers": watchers,
        "feeds": feeds,
        "notifications": notification_service,
        "live_connections": live_connections,
        "work_limiter": work_limiter,
        "text_limiter": text_limiter,
        "preparation": preparation,
    }

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await sessions.open(hall.store)
        _close_ended_sessions(hall, sessions, live_connections)
        async with hall, feeds, notification_service.running():
            yield
            live_connections.close()

    app = Litestar(
        route_handlers=[
            *_grouped_handlers(),
            *_sockets(hall, limiter, school, live_connections, feeds, analysis_rooms),
            *options_handlers(pages.HANDLERS),
            *pages.HANDLERS,
        ],
        request_class=_Request,
        websocket_class=_Socket,
        lifespan=[lifespan],
        state=State(
            {"sessions": sessions, "cards": hall.cards, "feeds": feeds, "metrics": metrics},
            deep_copy=False,
        ),
        dependencies=_dependencies(hall, limiter, services),
        guards=[
            _RequestGuard(
                hall, limiter, notification_settings.public_url if notification_settings else ""
            )
        ],
        exception_handlers=errors.HANDLERS,
        request_max_body_size=limits.body_bytes,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=WORTH_COMPRESSING,
            gzip_compress_level=LEVEL,
            exclude_opt_key=pages.COMPRESSES,
        ),
        middleware=[metrics.middleware, safe_headers()],
        plugins=[DescribedSchemas()],
        openapi_config=_openapi(),
        type_encoders={np.generic: plain},
        logging_config=None,
    )
    return handshakes.with_handshake_answers(app)


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title=asyncapi.TITLE,
        version=asyncapi.API_VERSION,
        openapi_router=Router(
            "/schema", route_handlers=(), include_in_schema=False, opt={FOR_ALL: True}
        ),
        use_handler_docstrings=True,
        operation_id_creator=_operation_id,
        render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes=_KEYS),
        security=_KNOWN_BY,
        tags=[subject for subject, _ in SUBJECTS],
    )


def _sockets(
    hall: Hall,
    limiter: RateLimiter,
    school: Lessons,
    live_connections: LiveConnections,
    feeds: DutyFeeds,
    analysis_rooms: AnalysisRooms,
) -> list[WebsocketRouteHandler]:
    """Return the handlers of the WebSockets, which accept a caller before anything is looked up."""

    # Charged once an excess can be reported in words.
    @websocket("/api/matches/{match_id:str}/live", opt={COST: 0})
    async def live(
        socket: WebSocket[Any, Any, Any],
        match_id: parameters.MatchId,
        scenes: parameters.Scenes = 1,
        aids: parameters.Aids = 1,
    ) -> None:
        """Play and watch; see the messages ``FromClient`` and ``FromServer``."""
        await socket.accept()
        caller = caller_of(socket)
        if caller.device is not None:
            with suppress(StoreError):  # recorded the next time
                await handshakes.in_time(hall.cards.record_use(caller.device))
        await live_connections.serve(
            socket,
            match_id,
            rate_key_of(socket),
            scenes=bool(scenes),
            aided=bool(aids),
        )

    @websocket("/api/games/{game:str}/lesson", opt={COST: 0, FOR_ALL: True})
    async def lesson(
        socket: WebSocket[Any, Any, Any], game: parameters.GameKey, step: parameters.Step = 1
    ) -> None:
        """Take the first match of a game; see ``FromLearner`` and ``ToLearner``."""
        await socket.accept()
        await school.serve(socket, game, step, rate_key_of(socket))

    @websocket("/api/program/live", opt={COST: 0})
    async def program(socket: WebSocket[Any, Any, Any]) -> None:
        """Receive everything that a program has to answer; see ``Duties``."""
        await socket.accept()
        await programs.serve_duties(socket, feeds, limiter)

    @websocket("/api/matches/{match_id:str}/line", opt={COST: 0})
    async def line(
        socket: WebSocket[Any, Any, Any],
        match_id: parameters.MatchId,
        at: parameters.ForkNumber,
        line: parameters.ForkLine = "",
        bots: parameters.ForkBots = "",
    ) -> None:
        """Try another line of a finished match; the messages are those of ``live``."""
        await socket.accept()
        seats = {number(one) for one in bots[:8] if one in LETTERS}
        await serve_variation(
            socket, hall, limiter, rate_key_of(socket), match_id, variations.Fork(at, line, seats)
        )

    @websocket("/api/matches/{match_id:str}/company", opt={COST: 0})
    async def company(socket: WebSocket[Any, Any, Any], match_id: parameters.MatchId) -> None:
        """Go through a finished match together; see ``FromCompany`` and ``Company``."""
        await socket.accept()
        await analysis_rooms.join(socket, match_id, rate_key_of(socket))

    return [live, lesson, line, company, program]


def _close_ended_sessions(
    hall: Hall, sessions: Sessions, live_connections: LiveConnections
) -> None:
    """Close what sessions have opened here when they end at other nodes."""
    looking = set[asyncio.Task[None]]()

    def ended(session: str) -> None:
        if session:
            sessions.record_ended(session)
            live_connections.end_session(session)
        else:
            task = asyncio.create_task(look_up())
            looking.add(task)
            task.add_done_callback(looking.discard)

    async def look_up() -> None:
        with suppress(StoreError):  # repeated when the database is back
            for session in await sessions.fetch_ended():
                live_connections.end_session(session)

    hall.ownership.subscribe(Signal.SESSION, ended)


# Handlers get their dependencies in one chain: the hall, the caller, the limiter, then the rest.
# Litestar resolves independent ones at the same time, in a task for each, which takes several times
# as long as resolving all of them in turn.


def _dependencies(
    hall: Hall, limiter: RateLimiter, services: Mapping[str, object]
) -> dict[str, Provide]:
    """Return what handlers can ask for by name: the services, and what is known of the request."""
    given: dict[str, Callable[..., object]] = {
        "hall": lambda: hall,
        "caller": _caller,
        "limiter": _after_caller(limiter),
        "rate_key": _rate_key,
        **{name: _after_limiter(service) for name, service in services.items()},
    }
    return {name: Provide(get, sync_to_thread=False) for name, get in given.items()}


def _caller(request: ASGIConnection[Any, Any, Any, Any], hall: NamedDependency[Any]) -> Caller:
    del hall
    return caller_of(request)


def _rate_key(
    request: ASGIConnection[Any, Any, Any, Any], limiter: NamedDependency[Any]
) -> RateKey:
    del limiter
    return rate_key_of(request)


def _after_caller(given: _Given) -> Callable[..., _Given]:
    def given_after(caller: NamedDependency[Any]) -> _Given:
        del caller
        return given

    return given_after


def _after_limiter(given: _Given) -> Callable[..., _Given]:
    def given_after(limiter: NamedDependency[Any]) -> _Given:
        del limiter
        return given

    return given_after


class _RequestGuard:
    """Admits requests. It is a single guard, since Litestar copies the handler for each of several.

    It is a coroutine, since Litestar runs other guards in a thread each time.
    """

    def __init__(self, hall: Hall, limiter: RateLimiter, public_url: str) -> None:
        self._hall = hall
        self._limiter = limiter
        self._own_site = urlsplit(public_url).netloc.lower()
        """The origin of this server's pages, whatever a proxy makes of their requests."""
        self._warned = False

    async def __call__(
        self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
    ) -> None:
        if "\0" in connection.scope["path"]:
            raise NotFoundException  # no file system accepts it
        if not handler.opt.get(FROM_ANYWHERE):
            self._check_origin(connection)
        for_all = bool(handler.opt.get(FOR_ALL))
        await self._authenticate(connection, for_all=for_all)
        self._charge(connection, handler)
        if not for_all:
            self._note_party(connection)
        check_strict(connection, handler)

    async def _authenticate(
        self, connection: ASGIConnection[Any, Any, Any, Any], *, for_all: bool
    ) -> None:
        """Determine which program asks; guessing tokens is charged to the address."""
        asked = authenticate(connection, self._hall, for_all=for_all)
        try:
            await (handshakes.in_time(asked) if isinstance(connection, WebSocket) else asked)
        except NotAllowedError:
            self._limiter.request(rate_key_of_stranger(connection))
            raise

    def _check_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Refuse requests that pages of other sites make with a visitor's cookie."""
        origin = connection.headers.get("origin")
        if origin is None or connection.scope.get("method") == "GET":
            return
        try:
            site = urlsplit(origin).netloc.lower()
        except ValueError:
            raise NotAllowedError("origin") from None
        if not site or site not in (connection.headers.get("host", "").lower(), self._own_site):
            self._warn_of_proxy(connection)
            raise NotAllowedError("origin")

    def _warn_of_proxy(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Warn the operator, once, that a proxy may be the reason for refusals."""
        if not self._warned and "x-forwarded-for" in connection.headers:
            self._warned = True
            log.warning(
                "a request is refused whose page came from another host than its header Host says:"
                " if a proxy is in front, have it keep that header, or name the server's address"
                " with --public-url"
            )

    def _charge(
        self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
    ) -> None:
        """Refuse requests that come too fast from one session, or from one address."""
        cost = handler.opt.get(COST, 1)
        if cost:
            self._limiter.request(rate_key_of(connection), cost)
        if handler.opt.get(TABLE_COST):
            self._limiter.table(rate_key_of(connection))

    def _note_party(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Remember from where the caller comes: bots of its tables think for addresses in turn."""
        session = caller_of(connection).session
        if session is not None:
            self._hall.parties.note(session, rate_key_of(connection).party)
