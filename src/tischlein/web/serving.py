"""Running the server: port, compiled games, uvicorn, the browser, and an orderly end."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import subprocess
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn
from rich.console import Console

import tischlein
from tischlein.bots import prepare as ahead
from tischlein.bots.compiling import Compiler, Part
from tischlein.core import registry
from tischlein.core.errors import GameError, TischleinError
from tischlein.core.game import Game
from tischlein.core.kernel import prune_cache
from tischlein.tables.hall import Hall
from tischlein.tables.housekeeping import DAY, Housekeeping
from tischlein.tables.occupancy import OccupiedError, occupied
from tischlein.tables.opening import board, joined, open_store
from tischlein.tables.ownership import Role
from tischlein.tables.sqlite import database
from tischlein.tables.telling.senders import sending
from tischlein.web import DEFAULT_PORT, shelf
from tischlein.web.app import create_app
from tischlein.web.health import Watchers, network
from tischlein.web.limits import Limits
from tischlein.web.logs import Form, configure
from tischlein.web.metrics import Passed
from tischlein.web.passkeys import Passkeys
from tischlein.web.preparing import Preparation, Stage
from tischlein.web.sockets import WebSockets

log = logging.getLogger(__name__)

PORTS_TRIED = 50
COLLECT_EVERY = 6_000
"""Ticks of a tenth of a second between two collections of all garbage."""
LOOPBACK = ("127.0.0.1", "::1")
"""What proxies on the same machine say is always believed."""
STAGES = {Part.RULES: Stage.PLAYED, Part.SEARCHES: Stage.THOUGHT}
_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_console = Console(stderr=True, highlight=False)


class Surroundings(NamedTuple):
    """What stands around a server: proxies, who watches it, its log, its database."""

    proxies: Sequence[str] = ()
    """Addresses or networks of proxies, beside this machine, whose word on visitors counts."""
    watchers: Sequence[str] = ()
    """Addresses or networks, beside this machine, that may read the figures."""
    log: str = Form.TEXT
    database: str | None = None
    """The address of the PostgreSQL database that keeps the matches; None for a file."""
    node: str | None = None
    """Where other servers on this database reach this one; None for where it listens."""
    public_url: str = ""
    """Where people find the server; without it they are not told of their matches."""
    mail: str = ""
    """Where mail is handed in, as ``smtp://USER:PASSWORD@HOST:PORT``."""
    mail_from: str = ""
    role: Role = Role.ALL
    """What the server does; other roles than all need a database that servers share."""

    def check(self) -> None:
        """Refuse what is no address, and a role that has no use (TischleinError)."""
        if self.role is not Role.ALL and not self.database:
            raise TischleinError(
                f"the role {self.role} is for servers that share a database:"
                " add --database postgresql://USER@HOST/NAME"
            )
        for text in (*self.proxies, *self.watchers):
            network(text)
        if self.node is not None:
            check_node(self.node)
        sending(self.public_url, self.mail, self.mail_from)


def check_node(address: str) -> None:
    """Refuse what is no address at which a server can be reached (TischleinError)."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise TischleinError(f"{address!r} is no address of a server: write http://10.0.0.3:8000")


HOME = Surroundings()
"""Nothing: a server at home."""


def run(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    kept: tuple[int | None, int | None] = (90, None),
    surroundings: Surroundings = HOME,
) -> None:
    """Run the server until it is interrupted; see :func:`tischlein.web.serve`."""
    surroundings.check()
    configure(Form(surroundings.log))
    unfinished, finished = (None if days is None else days * DAY for days in kept)
    housekeeping = Housekeeping(unfinished=unfinished, finished=finished)
    with listen(host, port) as listening:
        address = addresses(host, listening.getsockname()[1])[0]
        try:
            # A PostgreSQL is made for many at once.
            alone = occupied(database(data), address) if not surroundings.database else None
            with alone or nullcontext(), suppress(KeyboardInterrupt):
                run_fast(_run(host, listening, data, open_browser, housekeeping, surroundings))
        except OccupiedError as error:
            if not error.address:
                raise
            print(f"The table is set already: {error.address}", flush=True)
            if open_browser:
                webbrowser.open(error.address)
    for process in multiprocessing.active_children():
        process.kill()  # what they have compiled so far is on disk


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port, on the next free one if the default is taken.

    Raises
    ------
    TischleinError
        If the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(port, min(port + PORTS_TRIED, 65_536)) if port == DEFAULT_PORT else (port,)
    error: OSError | None = None
    for tried in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(1024)
        except OSError as failed:
            listening.close()
            error = failed
        else:
            return listening
    raise TischleinError(f"cannot listen on {host} port {port}: {error}")


def prepare() -> None:
    """Load every game's compiled rules; tell about it where they have to be compiled first.

    Raises what has kept a game from being compiled.
    """
    prune_cache()
    games = list(_loaded(*registry.keys()))
    with _console.status("Setting the table") as status:
        for key, part, error in Compiler(ahead.cold(games)).run():
            if error is not None:
                raise error
            status.update(f"Prepared {part} of {key} (only the first start takes long)")
        for game in games:
            for name in ahead.prepare(game):
                status.update(f"Preparing {game.key}: {name}")


def _prepare_beside(preparation: Preparation) -> None:
    """Do the same beside the server, what people wait for first."""
    try:
        prune_cache()
        _prepare_in_order(preparation)
    except Exception:
        if not preparation.given_up:  # else the server has ended what was compiling
            log.exception("not all games are prepared; the others are when they are first played")
    preparation.finish()


def _prepare_in_order(preparation: Preparation) -> None:
    wanted: list[str] = []
    preparation.hurry(wanted.append)
    left = list(registry.keys())
    preparation.expect(tuple(left))
    games: dict[str, Game] = {}
    missing: list[str] = []
    cold: list[Game] = []
    while left:
        key = next((key for key in wanted if key in left), left[0])
        left.remove(key)
        loaded = list(_loaded(key))
        if not loaded:
            preparation.reach(key, Stage.THOUGHT)  # whoever asks for it is told why it is not there
        for game in loaded:
            games[key] = game
            if shelf.drawn(key):
                preparation.reach(key, Stage.SHOWN)
            else:
                missing.append(key)
            if ahead.cold((game,)):
                cold.append(game)
            else:
                _take_up(game, Stage.PLAYED, preparation)
    if missing:
        threading.Thread(target=_draw_beside, args=(missing, preparation), daemon=True).start()
    for game in games.values():
        if game not in cold:
            _take_up(game, Stage.THOUGHT, preparation)
    if cold:
        compiler = Compiler(cold)
        preparation.hurry(compiler.want)
        _compile_beside(compiler, games, preparation)


def _draw_beside(missing: Sequence[str], preparation: Preparation) -> None:
    with shelf.draw_apart() as drawing:
        while drawing.poll() is None:
            if preparation.given_up:
                drawing.kill()
            with suppress(subprocess.TimeoutExpired):
                drawing.wait(1)
    if drawing.returncode == 0:  # else they are drawn here, when their rules are compiled
        for key in missing:
            preparation.reach(key, Stage.SHOWN)


def _compile_beside(
    compiler: Compiler, games: Mapping[str, Game], preparation: Preparation
) -> None:
    playable = games.keys() - compiler.keys
    with _console.status("Preparing the games (only the first start takes long)") as status:
        for key, part, error in compiler.run():
            if preparation.given_up:
                return
            if error is not None:
                log.error("%s of %s cannot be compiled: %s", part, key, error)
            _take_up(games[key], STAGES[part], preparation)
            playable |= {key}
            status.update(f"{len(playable)} of {len(games)} games can be played, the last is {key}")


def _take_up(game: Game, stage: Stage, preparation: Preparation) -> None:
    """Load what has been compiled of a game, and tell that it is ready; a fault keeps nobody."""
    with suppress(Exception):  # whoever plays it is told
        for _ in ahead.rules(game) if stage is Stage.PLAYED else ahead.prepare(game):
            if preparation.given_up:
                return
    preparation.reach(game.key, stage)


def _loaded(*keys: str) -> Iterator[Game]:
    """Yield games; one of another package that fails is told about and left out."""
    for key in keys:
        try:
            yield registry.load(key)
        except GameError as error:
            _console.print(f"[yellow]{error}[/]")


async def _run(
    host: str,
    listening: socket.socket,
    data: Path | None,
    open_browser: bool,
    housekeeping: Housekeeping,
    surroundings: Surroundings,
) -> None:
    address = addresses(host, listening.getsockname()[1])[-1]
    node = (surroundings.node or address).rstrip("/")
    version = str(tischlein.__version__)
    async with (
        open_store(surroundings.database or database(data)) as store,
        joined(store, node, version, surroundings.role) as ownership,
        board(store, ownership) as jobs,
    ):
        preparation = Preparation()
        preparation.begin()
        threading.Thread(target=_prepare_beside, args=(preparation,), daemon=True).start()
        watchers = Watchers(surroundings.watchers)
        if surroundings.role is Role.BOTS:
            from tischlein.web import working

            assert jobs is not None
            worked = working.create_app(store, ownership, jobs, preparation, watchers)
            server = Server(settings(worked, surroundings.proxies))
            try:
                await asyncio.gather(server.serve([listening]), _announce_work(server, address))
            finally:
                preparation.give_up()
            return
        hall = Hall(
            store,
            readiness=preparation,
            housekeeping=housekeeping,
            ownership=ownership,
            board=jobs,
        )
        limits, passed = Limits(), Passed()
        url = surroundings.public_url
        telling = sending(url, surroundings.mail, surroundings.mail_from)
        here = [f"http://localhost:{listening.getsockname()[1]}"]
        passkeys = Passkeys([*here, url] if url else here)
        app = create_app(hall, limits, preparation, watchers, passed, telling, passkeys)
        served: Any = app
        if not ownership.alone:
            from tischlein.web.forwarding import Forwarding  # with what only nodes need

            served = Forwarding(app, hall, limits.body, passed)
        server = Server(settings(served, surroundings.proxies), app.state.desks.close)
        try:
            await asyncio.gather(
                server.serve([listening]), _announce(server, host, listening, open_browser)
            )
        finally:
            preparation.give_up()


def run_fast(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on the fastest event loop that is installed, with short pauses only.

    Looking through all objects, the garbage collector holds up play (for a quarter of a second
    with a thousand connections). So what has been loaded by now, and stays, is taken out of
    collection, and old objects are only looked through every ten minutes (``Server.on_tick``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 1_000)
    factory = uvicorn.Config(app="", loop="auto").get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)


def settings(app: object, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Return how uvicorn runs the application, believing what these proxies say of visitors."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application of Litestar's types
        ws=WebSockets,
        ws_max_size=Limits().body,
        log_config=None,
        log_level="warning",
        forwarded_allow_ips=[*LOOPBACK, *proxies] if proxies else None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """A server that ends in order on SIGINT and SIGTERM, and lets the program go on to its end."""

    def __init__(
        self, config: uvicorn.Config, leave: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Set it up; `leave` answers those who wait for news, before connections are closed."""
        super().__init__(config)
        self._leave = leave

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in order."""
        if self._leave is not None:
            await self._leave()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Collect garbage now and then; uvicorn calls this ten times a second."""
        if counter % COLLECT_EVERY == COLLECT_EVERY - 1:
            gc.collect()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals while serving; unlike uvicorn's, do not raise them again."""
        before = {name: signal.signal(name, self.handle_exit) for name in _SIGNALS}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)


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


async def _announce_work(server: Server, address: str) -> None:
    """Say that there is work done here, as soon as that is so."""
    while not server.started:
        if server.should_exit:
            return
        await asyncio.sleep(0.05)
    print(f"Bots think here: {address}", flush=True)


async def _announce(
    server: uvicorn.Server, host: str, listening: socket.socket, open_browser: bool
) -> None:
    """Say where the server is as soon as it answers."""
    while not server.started:
        if server.should_exit:
            return
        await asyncio.sleep(0.05)
    here, *network = addresses(host, listening.getsockname()[1])
    print(f"The table is set: {here}", flush=True)
    for address in network:
        print(f"In your network:  {address}", flush=True)
    print("Press Ctrl+C to end.", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
