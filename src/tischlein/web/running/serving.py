"""Running the server: port, compiled games, uvicorn, the browser, and an orderly end."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn

import tischlein
from tischlein.core.errors import TischleinError
from tischlein.tables.ownership import Ownership, Role
from tischlein.tables.storage.occupancy import (
    DatabaseInUseError,
    DatabaseLockError,
    check_unlocked,
    locked_database,
)
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import database
from tischlein.tables.storage.store_address import join_nodes, open_job_board, open_store
from tischlein.tables.upkeep.housekeeping import DAY, Housekeeping
from tischlein.web import DEFAULT_PORT
from tischlein.web.deployment import HOME, Deployment, network
from tischlein.web.handlers.answer_cache import prepared_in_process
from tischlein.web.http.asgi import App, Receive, Scope, Send
from tischlein.web.http.head_requests import with_heads
from tischlein.web.http.limits import Limits
from tischlein.web.http.own_machine import OwnNames, without_unnamed_visitors
from tischlein.web.http.revalidating import with_revalidation
from tischlein.web.http.unread_answers import UnreadAnswers
from tischlein.web.logs import START, Form, configure
from tischlein.web.preparation_state import PreparationState
from tischlein.web.running.early_answers import EarlyAnswers
from tischlein.web.running.ending import TimelyEnd
from tischlein.web.running.listening import listen
from tischlein.web.sockets.connections import HttpProtocol, ServerConfig

if TYPE_CHECKING:
    from tischlein.tables.computing.jobs import JobBoard

log = logging.getLogger(__name__)

PORTS_TRIED = 50
SEND_AWAY_WITHIN = 3.0
"""Seconds for answering waiting clients at the end; storage may keep what they wait for."""
SHUTDOWN_TIMEOUT = 5
"""Seconds within which a server that ends answers pending requests."""
END_BEFORE = 1.0
"""Seconds before that at which what is still pending is answered with 503, and cut off."""
FIRST_REQUEST = 0.1
"""Seconds to start a request on a connection that was accepted last."""
COLLECT_EVERY = 6_000
"""Ticks of a tenth of a second between two full garbage collections."""
CUT_EVERY = 10
"""The same between two looks at what waits for readers."""
YOUNG = 1_000
"""How many new objects are scanned at a time, which takes a fraction of a millisecond."""
NEVER = 1_000_000_000
LOOPBACK = ("127.0.0.1", "::1")
"""Proxies on the same machine are always trusted."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    kept: tuple[int | None, int | None] = (90, None),
    deployment: Deployment = HOME,
) -> None:
    """Run the server until it is interrupted; see :func:`tischlein.web.serve`."""
    deployment.check()
    configure(Form(deployment.log))
    unfinished, finished = (None if days is None else days * DAY for days in kept)
    housekeeping = Housekeeping(unfinished=unfinished, finished=finished)
    # The next free one if the default is taken; no proxy would look there, but a browser is sent
    # there.
    spare = PORTS_TRIED if open_browser and port == DEFAULT_PORT else 1
    file = None if deployment.database else database(data)  # PostgreSQL is made for many servers
    try:
        with _listening(host, range(port, port + spare), file) as listening:
            address = addresses(host, listening.getsockname()[1])[0]
            alone = nullcontext() if file is None else locked_database(file, address)
            with signals_restored(), alone, TimelyEnd() as end:
                with suppress(KeyboardInterrupt):
                    run_fast(
                        _run(host, listening, data, open_browser, housekeeping, deployment, end)
                    )
                for process in multiprocessing.active_children():
                    process.kill()  # what they have compiled so far is on disk
    except DatabaseInUseError as error:
        if not (error.address and open_browser):
            raise
        print(f"The table is set already: {error.address}", flush=True)
        webbrowser.open(error.address)


def _listening(host: str, ports: Sequence[int], file: Path | None) -> socket.socket:
    """Return a socket that listens on one of these ports.

    Raises
    ------
    DatabaseInUseError
        If there is none because a server with the same database is there.
    TischleinError
        If there is none for any other reason.
    """
    try:
        return listen(host, ports)
    except TischleinError:
        if file is not None:
            with suppress(DatabaseLockError):
                check_unlocked(file)
        raise


async def _run(
    host: str,
    listening: socket.socket,
    data: Path | None,
    open_browser: bool,
    housekeeping: Housekeeping,
    deployment: Deployment,
    end: TimelyEnd,
) -> None:
    port = listening.getsockname()[1]
    address = addresses(host, port)[-1]
    node = (deployment.node or address).rstrip("/")
    version = str(tischlein.__version__)
    async with (
        open_store(deployment.database or database(data)) as store,
        join_nodes(store, node, version, deployment.role) as ownership,
        open_job_board(store, ownership) as jobs,
    ):
        preparation = PreparationState()
        preparation.bind_to_loop()
        if jobs is not None and deployment.role is Role.BOTS:
            await _run_worker(store, ownership, jobs, listening, preparation, deployment, end)
            return
        early_answers = EarlyAnswers(preparation)

        async def shut_down() -> None:
            # Before anybody is sent away: clients that reconnect elsewhere are served there at
            # once.
            await ownership.leave()
            await early_answers.shut_down()

        config = settings(early_answers, deployment)
        server = Server(config, shut_down, end.begin)

        async def load_application() -> None:
            try:
                # A second of libraries, which the page does not need.
                loading = await asyncio.to_thread(import_module, "tischlein.web.running.loading")
                services = loading.Services(
                    store, ownership, jobs, housekeeping, config.connections
                )
                await loading.run_application(
                    early_answers, preparation, services, deployment, port, shelf
                )
            finally:
                server.should_exit = True
                early_answers.closed.set()

        with prepared_in_process() as shelf:
            application = asyncio.create_task(load_application())
            await asyncio.gather(
                server.serve([listening]),
                _announce(server, host, listening, open_browser, deployment),
            )
            early_answers.stopping.set()  # even if somebody was too impatient for an orderly end
            await application


async def _run_worker(
    store: SqlStore,
    ownership: Ownership,
    jobs: JobBoard,
    listening: socket.socket,
    preparation: PreparationState,
    deployment: Deployment,
    end: TimelyEnd,
) -> None:
    """Do other nodes' jobs: nobody waits for a page here."""
    from tischlein.web.handlers.health import MetricsReaders
    from tischlein.web.running import worker_app
    from tischlein.web.running.game_preparation import background_preparation

    watchers = MetricsReaders(deployment.watchers)
    app = worker_app.create_app(store, ownership, jobs, preparation, watchers)
    server = Server(settings(app, deployment), on_end=end.begin)
    address = addresses(*listening.getsockname()[:2])[-1]
    async with background_preparation(preparation):
        await asyncio.gather(server.serve([listening]), _announce_work(server, address, deployment))


def run_fast(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest installed event loop, with short pauses only.

    Scanning all objects, the garbage collector holds up play (for a quarter of a second with a
    thousand connections). So what is loaded by now, and stays, is excluded from collection, new
    objects are scanned a few at a time, and older ones only every ten minutes (``Server.on_tick``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    # Without log settings of its own, which would bypass those of the server.
    factory = uvicorn.Config(app="", loop="auto", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)


def settings(app: App, deployment: Deployment = HOME) -> ServerConfig:
    """Return how uvicorn runs the application, trusting the named proxies about visitors."""
    names = OwnNames([deployment.public_url, deployment.node or ""])
    served = _without_cancellations(with_heads(with_revalidation(app)))
    return ServerConfig(
        without_unnamed_visitors(served, names),
        Limits(),
        _trusted([*LOOPBACK, *deployment.proxies]),
        names,
        ws_per_message_deflate=False,  # they have one of their own
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        lifespan="on",
    )


def _trusted(proxies: Sequence[str]) -> list[str]:
    """Return networks, with the IPv4 ones also in the form for servers that listen on IPv6."""
    found = [one for one in map(network, proxies) if one.version == 4]
    return [
        *proxies,
        *(f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in found),
    ]


def _without_cancellations(app: App) -> App:
    """Return an application that does not report requests cut short when the server ends.

    Nothing else cancels one, and its visitor has been sent away by then.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except asyncio.CancelledError:
            if scope["type"] == "lifespan":
                raise
            log.warning("a request was not answered before the server ended: %s", scope["path"])

    return served


class Server(uvicorn.Server):
    """A server that ends in order on SIGINT and SIGTERM, and lets the program run to its end."""

    def __init__(
        self,
        config: uvicorn.Config,
        shut_down: Callable[[], Coroutine[Any, Any, None]] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """Set it up.

        Parameters
        ----------
        shut_down
            Answers waiting clients, before connections are closed.
        on_end
            Called as soon as the server is to end, perhaps repeatedly.
        """
        super().__init__(config)
        self._shut_down = shut_down
        self._on_end = on_end
        self._unread = UnreadAnswers()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in order."""
        self._begin_end()
        if self._shut_down is not None:
            sending_away = asyncio.create_task(self._shut_down())
            done, _ = await asyncio.wait((sending_away,), timeout=SEND_AWAY_WITHIN)
            if done:
                sending_away.result()
            else:  # it goes on meanwhile
                log.warning("not all waiting clients could be answered before the server ends")
        await self._accept_pending(sockets or ())
        calling = asyncio.get_running_loop().call_later(
            SHUTDOWN_TIMEOUT - END_BEFORE, self._end_connections
        )
        try:
            await super().shutdown(sockets)
        finally:
            calling.cancel()

    async def _accept_pending(self, sockets: Sequence[socket.socket]) -> None:
        """Accept connections that have been made already, and none after that.

        Closing a socket aborts all connections that have not been accepted, of which there may be
        many, since the event loop accepts one at a time; and uvicorn ends those on which nothing
        has been read yet.
        """
        most = self.config.backlog
        waiting = [one for listening in sockets for one in _connected(listening, most)]
        for server in self.servers:
            server.close()
        loop = asyncio.get_running_loop()
        for connection in waiting:
            await loop.connect_accepted_socket(self._requests, connection)
        for protocol in self.server_state.connections:
            if isinstance(protocol, HttpProtocol):
                protocol.announce_end()
        await asyncio.sleep(FIRST_REQUEST)

    def _requests(self) -> asyncio.Protocol:
        """Return a protocol that reads the requests of one more connection."""
        state = self.lifespan.state
        return HttpProtocol(config=self.config, server_state=self.server_state, app_state=state)

    def _end_connections(self) -> None:
        """End all connections: requests see a disconnect, and need not be cancelled."""
        for protocol in list(self.server_state.connections):
            if isinstance(protocol, HttpProtocol):
                protocol.end()
            else:
                protocol.transport.abort()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order, which takes seconds at most: further signals change nothing."""
        del sig, frame  # both signals have the same effect
        self._begin_end()
        self.should_exit = True

    def _begin_end(self) -> None:
        if self._on_end is not None:
            self._on_end()

    async def on_tick(self, counter: int) -> bool:
        """Look after memory now and then; uvicorn calls this ten times a second."""
        if counter % CUT_EVERY == 0:
            self._unread.cut(self.server_state.connections)
        if counter % COLLECT_EVERY == COLLECT_EVERY - 1:
            gc.collect()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals from now on; unlike uvicorn's, do not raise them again.

        That lasts longer than the serving: what the program has open is still to be closed, and
        whoever says once more that it shall end must not cut that short (:func:`signals_restored`).
        """
        for name in _SIGNALS:
            signal.signal(name, self.handle_exit)
        yield


@contextmanager
def signals_restored() -> Iterator[None]:
    """Lend the signals to a server; what they did before, they do again afterwards."""
    before = {name: signal.getsignal(name) for name in _SIGNALS}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _connected(listening: socket.socket, most: int) -> Iterator[socket.socket]:
    """Yield the connections that wait to be accepted."""
    with suppress(OSError):  # usually because nobody waits any more
        for _ in range(most):
            yield listening.accept()[0]


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses under which a browser finds the server, the nearest first."""
    if host in ("0.0.0.0", "::"):
        return [f"http://localhost:{port}/", *(f"http://{ip}:{port}/" for ip in _own_addresses())]
    return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]


def _own_addresses() -> list[str]:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


async def _announce_work(server: Server, address: str, deployment: Deployment) -> None:
    """Announce that there is work done here, as soon as that is so."""
    if await _answering(server):
        _say_started(deployment, "bots think here", [f"Bots think here: {address}"], address)


async def _announce(
    server: Server,
    host: str,
    listening: socket.socket,
    open_browser: bool,
    deployment: Deployment,
) -> None:
    """Announce where the server is as soon as it answers."""
    if not await _answering(server):
        return
    here, *network = addresses(host, listening.getsockname()[1])
    if deployment.public_url:  # visitors come from there: other addresses may lead nowhere
        elsewhere = [f"Public address:   {deployment.public_url}"]
    else:
        elsewhere = [f"In your network:  {address}" for address in network]
    lines = [f"The table is set: {here}", *elsewhere, "Press Ctrl+C to end."]
    _say_started(deployment, "the table is set", lines, here)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


async def _answering(server: Server) -> bool:
    """Wait until a server answers; return whether it does, or has to end before."""
    while not server.started:
        if server.should_exit:
            return False
        await asyncio.sleep(0.05)
    return True


def _say_started(deployment: Deployment, message: str, lines: Sequence[str], address: str) -> None:
    """Say that the server has started: in words, or as one more object of a log in JSON."""
    if deployment.log == Form.JSON:
        fields = {"address": address, "public_url": deployment.public_url}
        START.info(message, extra={"fields": fields})
        return
    for line in lines:
        print(line, flush=True)
