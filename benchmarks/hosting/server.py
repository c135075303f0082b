"""The server that is measured: ``python -m benchmarks.hosting.server PLACE GAME... [OPTION]``.

The place is a folder for a file, or the address of a PostgreSQL that servers share. If it is to
tell people of their matches, it does so on this machine.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.postgresql import Cluster

NOTIFICATIONS = "--notifications"
_CLOCK_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    pid: int
    port: int

    @property
    def cpu(self) -> float:
        """The seconds that it has spent on a processor, in all its threads."""
        text = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _CLOCK_TICKS

    def end(self) -> None:
        """Ask it to end in order."""
        os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)

    @property
    def memory(self) -> int:
        """The bytes that it holds in memory."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize()


@contextmanager
def running(
    games: Sequence[str],
    *,
    pinned: bool = True,
    database: str | None = None,
    notifications: bool = False,
) -> Iterator[Server]:
    """Run a server with some games prepared, its database in a temporary folder or at an address.

    ``pinned`` gives it the first core, and the others to this process.
    """
    mine = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        place = database or folder
        command = [sys.executable, "-m", "benchmarks.hosting.server", place, *games]
        command += [NOTIFICATIONS] if notifications else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                if pinned:
                    os.sched_setaffinity(process.pid, {min(mine)})
                if pinned and len(mine) > 1:
                    os.sched_setaffinity(0, mine - {min(mine)})
                assert process.stdout is not None
                yield Server(process.pid, int(process.stdout.readline()))
            finally:
                os.sched_setaffinity(0, mine)
                process.terminate()


@contextmanager
def sharing(
    database: Cluster, games: Sequence[str], count: int, *, notifications: bool = False
) -> Iterator[list[Server]]:
    """Run so many servers on an empty database that they share."""
    address = database.new_database()
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                running(games, pinned=False, database=address, notifications=notifications)
            )
            for _ in range(count)
        ]


def raise_file_limit() -> None:
    """Let this process have as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _serve(place: Path | str, games: Sequence[str], *, notifications: bool) -> None:
    """Be the server: print the port, and run until told to end."""
    import socket

    from tischlein.bots import prepare
    from tischlein.core import registry
    from tischlein.tables.hall import Hall
    from tischlein.tables.match_limits import MatchLimits
    from tischlein.tables.notifications.public_hosts import HostPolicy
    from tischlein.tables.notifications.senders import NotificationSettings
    from tischlein.tables.storage.store_address import join_nodes, open_store
    from tischlein.web.app import create_app
    from tischlein.web.http.limits import Limits
    from tischlein.web.metrics import ForwardingCounts
    from tischlein.web.nodes.forwarding import Forwarding
    from tischlein.web.running import serving
    from tischlein.web.running.game_preparation import PRELOADED_EVENTS
    from tischlein.web.running.listening import listen

    async def run(listening: socket.socket) -> None:
        endless = (1e9, 10**9)
        limits = Limits(
            requests=endless,
            requests_of_address=endless,
            tables=endless,
            tables_of_address=endless,
            kept_of_address=endless,
            messages=endless,
            messages_of_address=endless,
            connections=20_000,  # of which one address may have half
            connections_of_address=10_000,
        )
        here = HostPolicy(schemes=("http",), allows=lambda address: address.is_loopback)
        notification_settings = (
            NotificationSettings("https://play.example.org", hosts=here) if notifications else None
        )
        match_limits = MatchLimits(*[10**9] * len(MatchLimits._fields))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        async with open_store(place) as store, join_nodes(store, address, "") as ownership:
            hall = Hall(store, match_limits=match_limits, ownership=ownership)
            app: Any = create_app(hall, limits, notification_settings=notification_settings)
            if not ownership.alone:
                # Whatever comes from this machine speaks for many anyway.
                app = Forwarding(app, hall, limits.body_bytes, ForwardingCounts(), lambda _: None)
            await serving.Server(serving.settings(app), ownership.leave).serve([listening])

    raise_file_limit()
    for game in map(registry.load, games):
        for _ in game.kernels.prepare():
            continue
        prepare.show_matches(game, PRELOADED_EVENTS)
    with listen("127.0.0.1", [0]) as listening:
        print(listening.getsockname()[1], flush=True)
        serving.run_fast(run(listening))


if __name__ == "__main__":
    _, _place, *_games = sys.argv
    _where = _place if "://" in _place else Path(_place) / "tischlein.db"
    _serve(
        _where,
        [game for game in _games if game != NOTIFICATIONS],
        notifications=NOTIFICATIONS in _games,
    )
