"""Servers that share a PostgreSQL, and programs that play at whichever of them answers."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import tischlein
from tests.ports import free_port
from tischlein.core import registry

STARTING = 180
"""Seconds that a server may take to start: it may have to compile every game."""
PATIENCE = 240
"""Seconds within which everything has to happen that happens at all: the machine may be busy."""

POWER_CUT = signal.SIGUSR1 if "COVERAGE_PROCESS_CONFIG" in os.environ else signal.SIGKILL
"""Ends a small server at once; where coverage is measured, it tells what has run."""


def lasting(minutes: float) -> float:
    """Return for how many minutes to go on; ``MINUTES=60`` in the environment wants an hour."""
    return float(os.environ.get("MINUTES", minutes))


class Place(Protocol):
    """Where programs come to play: a node, or what stands before several."""

    @property
    def address(self) -> str:
        """How to reach it over HTTP."""


class Server:
    """One node: a process of its own."""

    def __init__(
        self,
        database: str,
        games: str,
        node: str = "",
        role: str = "all",
        version: str = "",
        source: Path | None = None,
        public_url: str = "",
    ) -> None:
        """Begin to start one with some games; with a version, as if it were of that.

        From another source, if one is given: a folder with the package in it. With a public address
        it tells people of their matches, on this machine.
        """
        path = [str(source)] if source else []
        path += [os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else []
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        self._program = ["tests.web.small_server", games, *([f"as={version}"] if version else [])]
        self._settings = ["--database", database, "--role", role]
        self._settings += ["--node", node] if node else []
        self._settings += ["--public-url", public_url] if public_url else []
        self._settings += ["--port", str(free_port())]
        self.address = ""
        self.process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", *self._program]
        return subprocess.Popen(
            [*command, *self._settings],
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], STARTING)
        assert ready, "a node does not start"
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"a node says: {line}"
        self.address = found[0].rstrip("/")

    def again(self) -> None:
        """Start it again where it was; wait for it yourself."""
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = self._started()

    def signal(self, what: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(what)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(POWER_CUT)
        self.process.wait()

    def end(self) -> int:
        """Ask it to end, and return its status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()


def with_newer_rules(folder: Path, *games: str) -> Path:
    """Copy the package into a folder, with the next version of games' rules; return the folder.

    The rules are the same: what matters is that nodes take them for others.
    """
    package = Path(str(tischlein.__file__)).parent
    shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    for game in games:
        declared = folder / package.name / "games" / game / "__init__.py"
        version = registry.load(game).version
        _edit(declared, f"    version={version},", f"    version={version + 1},")
    return folder


def with_newer_tables(source: Path) -> None:
    """Let a copied package bring the database to the next version of its tables."""
    declared = source / "tischlein" / "tables" / "postgres" / "schema.py"
    end = ']\n"""What follows the shared migrations'
    column = "ALTER TABLE match ADD COLUMN later text NOT NULL DEFAULT ''"
    _edit(declared, end, f'    Migration(("{column}",)),\n{end}')


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


@contextmanager
def nodes(database: str, count: int, games: str) -> Iterator[list[Server]]:
    """Start so many nodes with some games, and wait until all answer."""
    with started([Server(database, games) for _ in range(count)]) as servers:
        yield servers


@contextmanager
def started(servers: list[Server]) -> Iterator[list[Server]]:
    """Wait until nodes answer; end them in the end."""
    try:
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            with server:
                pass


def browsing(patience: float = PATIENCE) -> httpx.Client:
    """Return what asks as a browser does.

    It reads no certificates: that takes longer than what is asked here, unencrypted.
    """
    return httpx.Client(timeout=patience, verify=False)


def opened(
    address: str, game: str, *chairs: dict[str, str], visitor: str = "", **more: Any
) -> tuple[str, list[str]]:
    """Open a table; return the match and the secrets of the seats.

    As a visitor who comes from an address of the network, if one is given, through a proxy.
    """
    body = {"game": game, "chairs": chairs, "fixed": True} | more
    headers = {"X-Forwarded-For": visitor} if visitor else {}
    with browsing(STARTING) as client:
        answer = client.post(f"{address}/api/matches", json=body, headers=headers)
    told = answer.raise_for_status().json()
    return told["match"], told["seat_secrets"]


def program(secret: str) -> dict[str, str]:
    """Return what identifies a program on a seat."""
    return {"Authorization": f"Bearer {secret}"}


def figure(server: Server, name: str) -> float:
    """Return one of a node's figures."""
    with browsing() as client:
        text = client.get(f"{server.address}/metrics").raise_for_status().text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(name))


def waiting(for_what: str) -> Iterator[None]:
    """Give turns of a loop that waits for a state, until patience ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(0.05)
    raise AssertionError(f"in vain: {for_what}")


PACE = 0.06
"""Seconds that a program thinks: who plays faster for long is told to slow down."""


class Player:
    """A program on a seat: it plays at random, and comes back wherever it is sent away.

    As a browser does, it keeps a command until that is answered, and sends it again after each
    reconnection.
    """

    def __init__(
        self,
        servers: Sequence[Place],
        match: str,
        secret: str,
        seed: int,
        news: asyncio.Condition,
        pace: float = PACE,
    ) -> None:
        self._servers = servers
        self._pace = pace
        self._match = match
        self.secret = secret
        self._news = news
        self._random = random.Random(seed)
        self._next = seed
        self._pending: dict[str, Any] | None = None
        self._commands = 0
        self.acknowledged: dict[str, int] = {}
        """The numbers of the events that its commands have become."""
        self.entries: dict[int, Any] = {}
        """What it has been told of every event."""
        self.over = False
        self.problems: Counter[str] = Counter()
        self.closings: Counter[int] = Counter()
        self.away: list[float] = []
        """For how many seconds it had no connection, each time."""

    def situation(self) -> str:
        """Return where the program stands, for whoever looks for a fault."""
        return (
            f"seen {max(self.entries, default=0)}, waiting for the answer to {self._pending}, "
            f"{len(self.away)} connections, closed {dict(self.closings)}, {dict(self.problems)}"
        )

    async def play(self, most: int = 10**9) -> None:
        """Play until the match is over, or so many commands of it are acknowledged."""
        gone = time.monotonic()
        while not self.over and len(self.acknowledged) < most:
            server = self._servers[self._next % len(self._servers)]
            address = re.sub("^http", "ws", server.address)
            url = f"{address}/api/matches/{self._match}/live?scenes=0"
            try:
                async with connect(
                    url,
                    additional_headers=program(self.secret),
                    open_timeout=5,
                    ping_interval=2,
                    ping_timeout=20,
                    close_timeout=1,
                    proxy=None,
                ) as socket:
                    await self._sit(socket, most, gone)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as error:
                if isinstance(error, ConnectionClosed):
                    self.closings[error.rcvd.code if error.rcvd else 1006] += 1
                    gone = time.monotonic()
            self._next += 1
            await asyncio.sleep(0.1)

    async def _sit(self, socket: ClientConnection, most: int, gone: float) -> None:
        first = True
        again = False
        async for text in socket:
            told = json.loads(text)
            if first:
                first = False
                self.away.append(time.monotonic() - gone)
                if self._pending is not None:
                    again = True
                    await socket.send(json.dumps(self._pending))
            match told["type"]:
                case "table":
                    self.over = told["status"] in ("over", "ended")
                    await self._tell()
                case "happened":
                    for entry in told["entries"]:
                        self.entries[entry["number"]] = entry
                    await self._tell()
                    if told["legal"] and self._pending is None and not self.over:
                        await self._act(socket, told)
                case "accepted" | "refused" if self._is_mine(told):
                    if told["type"] == "accepted":
                        self.acknowledged[told["id"]] = told["number"]
                    if told["type"] == "refused" or again:  # it has seen its turn already
                        again = False
                        await socket.send('{"type":"sync","have":0}')
                    self._pending = None
                case "problem":
                    self.problems[told["phrase"]["key"]] += 1
                    return  # and come back, with the same command
            if (self.over and self._pending is None) or len(self.acknowledged) >= most:
                return

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _is_mine(self, told: dict[str, Any]) -> bool:
        return self._pending is not None and told["id"] == self._pending["id"]

    async def _act(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        await asyncio.sleep(self._pace)
        self._commands += 1
        action = self._random.choice(told["legal"])
        command = f"command-{self._commands}"
        self._pending = {"type": "act", "id": command, "action": action, "seen": told["number"]}
        await socket.send(json.dumps(self._pending))
