"""Check a machine: does it have everything a server needs, and if not, what to do?"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from importlib import metadata
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import typer

from tischlein.core.amounts import many

AMPLE_SPACE = 1 << 30
"""Bytes free on the disk from which on no advice is given."""
LEAST_SPACE = 64 << 20
"""Bytes free on the disk below which a server tells its proxy that nobody can play."""
EARLIEST_TIME = 1_760_000_000
"""A moment before this program was written, in seconds since 1970."""
LARGEST_CLOCK_SKEW = 300
"""Seconds that the last event may lie in the future: the clocks of two machines differ."""
ANSWERS_WITHIN = 10
"""Seconds within which a server that is busy still says that it is one."""
_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
"""Bytes of a database, including its write-ahead log."""
_PARTS = ("litestar", "msgspec", "numba", "numpy", "uvicorn")


class Finding(NamedTuple):
    """The result of one check."""

    about: str
    told: str
    """The state found, in words."""
    advice: str = ""
    """What to do about it; empty if there is nothing to do."""
    bad: bool = False
    """Whether it keeps a server from working."""


def examine(
    data: Path | None,
    port: int,
    address: str | None = None,
    notifications: tuple[str, str, str] = ("", "", ""),
    *,
    as_json: bool,
) -> int:
    """Print the findings; return 1 if something keeps a server from working."""
    findings = list(findings_of(data, port, address, notifications))
    bad = any(finding.bad for finding in findings)
    if as_json:
        typer.echo(json.dumps([finding._asdict() for finding in findings], indent=2))
        return int(bad)
    for finding in findings:
        mark = "x" if finding.bad else "!" if finding.advice else "+"
        typer.echo(f"{mark} {finding.about}: {finding.told}")
        if finding.advice:
            typer.echo(f"    {finding.advice}")
    typer.echo("A server cannot work like this." if bad else "A server can work like this.")
    return int(bad)


def findings_of(
    data: Path | None,
    port: int,
    address: str | None = None,
    notifications: tuple[str, str, str] = ("", "", ""),
) -> Iterator[Finding]:
    """Yield a finding for everything that a server needs; this changes nothing.

    Parameters
    ----------
    address
        Of a PostgreSQL database instead of a file.
    notifications
        How people are notified: the public address, the mail server, the sender.
    """
    from tischlein.tables.storage.sqlite import database

    file = database(data)
    stored: tuple[Callable[[], Finding], ...] = (
        lambda: _folder(file),
        lambda: _space(file),
        lambda: _integrity(file),
        lambda: _clock(file),
    )
    if address:
        stored = (lambda: _postgres(address),)
    checks: tuple[Callable[[], Finding], ...] = (
        _versions,
        *stored,
        lambda: _compiled(_server(file, port, address)),
        _client,
        lambda: _node_port(port) if address else _port(file, port),
        lambda: _notifications(*notifications),
    )
    for check in checks:
        yield check()
    if notifications[0]:
        yield _public_address(notifications[0], _server(file, port, address))


def _versions() -> Finding:
    import tischlein
    from tischlein.tables.storage.schema import OLDEST_SQLITE

    state = (
        f"Tischlein {tischlein.__version__}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, "
        + ", ".join(f"{part} {metadata.version(part)}" for part in _PARTS)
    )
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        return Finding(
            "versions", state, f"Install a Python that brings SQLite {needed}.", bad=True
        )
    return Finding("versions", state)


def _folder(file: Path) -> Finding:
    from tischlein.tables.storage.schema import is_mounted_read_only, unwritable

    folder = file.parent
    # Missing folders will be made: what counts is the nearest one that exists.
    there = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    if not there.is_dir():
        advice = "Name a folder, or a file that ends in .db, with --data."
        return Finding("data folder", f"{there} is a file", advice, bad=True)
    if is_mounted_read_only(there):
        advice = (
            "Mount its file system so that it can be written. A fault of the disk may have made it"
            " read-only: dmesg tells of one."
        )
        return Finding("data folder", f"{folder} is mounted read-only", advice, bad=True)
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            "data folder",
            f"{folder} cannot be written by {_user()}",
            f"Give it to that user (chown -R {_user()} {there}), or name another with --data.",
            bad=True,
        )
    if (barred := unwritable(file)) is not None:
        advice = f"Give it to the server's user: chown {_user()} {file}*; chmod u+rw {file}*"
        return Finding("data folder", f"{barred} cannot be written by {_user()}", advice, bad=True)
    return Finding("data folder", f"{folder}" + ("" if there == folder else ", not made yet"))


def _space(file: Path) -> Finding:
    there = next((one for one in (file.parent, *file.parent.parents) if one.exists()), Path("/"))
    free = shutil.disk_usage(there).free
    state = f"{free / (1 << 30):.1f} GiB are free"
    if free < LEAST_SPACE:
        return Finding("disk space", state, "Make room: no move can be written.", bad=True)
    if free < AMPLE_SPACE:
        return Finding("disk space", state, "Make room, or move the data folder to a larger disk.")
    return Finding("disk space", state)


def _integrity(file: Path) -> Finding:
    about = "database"
    if not file.exists():
        return Finding(about, "none yet: the first start makes it")
    from tischlein.tables.storage.schema import APPLICATION_ID, MIGRATIONS

    restore = "Stop the server, keep this file and those beside it, and restore the last backup."
    try:
        with closing(_reading(file)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if not tables:
                return Finding(about, f"{file} is empty: the next start fills it")
            if application != APPLICATION_ID:
                advice = "Name another folder with --data."
                return Finding(about, f"{file} is another program's", advice, bad=True)
            if version > len(MIGRATIONS):
                state = f"{file} was written by a newer Tischlein (version {version})"
                advice = "Install that version again, or restore a copy that is older."
                return Finding(about, state, advice, bad=True)
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check(10)")]
            if faults != ["ok"]:
                return Finding(about, f"{file} is damaged: {faults[0]}", restore, bad=True)
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
            (matches,) = connection.execute("SELECT count(*) FROM match").fetchone()
            (size,) = connection.execute(_SIZE).fetchone()
    except sqlite3.OperationalError as error:
        # Of what is in the file this says nothing: an older backup in its place would be a loss.
        advice = "Look again once folder and disk are in order, and no other program locks the file"
        return Finding(about, f"{file} cannot be read just now: {error}", f"{advice}.", bad=True)
    except sqlite3.DatabaseError as error:
        return Finding(about, f"{file} cannot be read: {error}", restore, bad=True)
    if orphans:
        belong = "belongs" if len(orphans) == 1 else "belong"
        state = f"{many(len(orphans), 'row')} {belong} to no match"
        return Finding(about, state, restore)
    state = f"{file}, {size / (1 << 20):.1f} MiB, {many(matches, 'match')}, no fault"
    return Finding(about, state)


def _postgres(address: str) -> Finding:
    about = "database"
    try:
        from tischlein.tables.storage.postgres.inspection import inspect
    except ImportError as error:
        state = f"PostgreSQL needs {error.name}"
        return Finding(about, state, "pip install 'tischlein[postgres]'", bad=True)
    seen = inspect(address)
    if seen.fault:
        advice = "Mend the address (postgresql://USER:PASSWORD@HOST:PORT/NAME), or the database."
        return Finding(about, seen.fault, advice, bad=True)
    if abs(seen.ahead) > LARGEST_CLOCK_SKEW:
        advice = "Set both clocks, and let them be kept right (systemd-timesyncd, chrony)."
        return Finding(about, f"{seen.summary}, whose clock differs by {seen.ahead:.0f} s", advice)
    return Finding(about, seen.summary)


def _clock(file: Path) -> Finding:
    present = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(present))
    advice = "Set the clock, and let it be kept right (systemd-timesyncd, chrony)."
    if present < EARLIEST_TIME:
        return Finding("clock", f"{shown} has long been over", advice, bad=True)
    try:
        with closing(_reading(file)) as connection:
            (last,) = connection.execute("SELECT max(touched) FROM match").fetchone()
    except (sqlite3.Error, OSError):
        last = None
    if last is not None and last / 1000 > present + LARGEST_CLOCK_SKEW:
        ahead = round(last / 1000 - present)
        return Finding("clock", f"{shown}, but a match was played {ahead} s later", advice)
    return Finding("clock", shown)


def _server(file: Path, port: int, address: str | None) -> str:
    """Return where the server is that has a database open; empty if that is not known."""
    from tischlein.tables.storage.occupancy import (
        DatabaseInUseError,
        DatabaseLockError,
        check_unlocked,
    )

    if address:
        return f"http://localhost:{port}/" if _is_tischlein(port) else ""
    try:
        check_unlocked(file)
    except DatabaseInUseError as error:
        return error.address
    except DatabaseLockError:
        pass  # reported with the port
    return ""


def _compiled(server: str) -> Finding:
    from tischlein.bots import memory, prepare
    from tischlein.bots.compiling import MEMORY
    from tischlein.core import registry
    from tischlein.core.errors import GameError
    from tischlein.core.kernel import cache_root

    about, root = "compiled games", cache_root()
    there = next((one for one in (root, *root.parents) if one.exists()), root)
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            about,
            f"{root} cannot be written by {_user()}",
            "Give it to that user, or name another folder with TISCHLEIN_CACHE: without it every "
            "start compiles all games anew.",
        )
    games, broken = [], []
    for key in registry.keys():
        try:
            games.append(registry.load(key))
        except GameError as error:
            broken.append(f"{key} ({error})")
    if broken:
        advice = "Update or remove the package that brings it."
        return Finding(about, f"cannot be loaded: {', '.join(broken)}", advice)
    cold = prepare.uncompiled(games)
    if cold:
        state = f"{len(games) - len(cold)} of {len(games)} in {root}"
        if server and _prepares_games(server):
            return Finding(about, f"{state}; the server at {server} is compiling the others now")
        later = f"{state}; the others are compiled by the next start, in minutes"
        free = memory.available()
        if free is not None and free < MEMORY:
            advice = f"Make room: that takes up to {MEMORY >> 20} MiB of memory, swap included."
            return Finding(about, f"{later}, but only {free >> 20} MiB are free for that", advice)
        return Finding(about, later)
    return Finding(about, f"all {len(games)} in {root}")


def _client() -> Finding:
    from tischlein.web.handlers.pages import documentation_folder
    from tischlein.web.http.built import FOLDER

    if not (FOLDER / "index.html").is_file():
        advice = "In a clone: uv sync --reinstall-package tischlein; else install the wheel again."
        return Finding("browser client", "not built", advice, bad=True)
    site = "" if documentation_folder() else ", without the documentation (./check site builds it)"
    return Finding("browser client", f"built{site}")


def _port(file: Path, port: int) -> Finding:
    from tischlein.tables.storage.occupancy import (
        DatabaseInUseError,
        DatabaseLockError,
        check_unlocked,
    )

    try:
        check_unlocked(file)
    except DatabaseInUseError as error:
        return _running(error.address)
    except DatabaseLockError as error:
        advice = "Give the folder and all in it to the user of the server (chown -R)."
        return Finding("data folder", str(error), advice, bad=True)
    return _free_port(port)


def _running(server: str) -> Finding:
    """Judge the server that has the data, at its address if that is known."""
    if not server:
        return Finding("port", "a server is running with this data: another process")
    health = _answer_of(urlsplit(server).netloc, "/health")
    if health is None:
        return Finding(
            "port",
            f"the server at {server} has this data, but does not answer",
            "If it has not just been started or ended, it hangs: see its log, end its process and"
            " start it again. What it has acknowledged is stored.",
            bad=True,
        )
    if isinstance(health, dict) and health.get("storage") is False:
        return Finding(
            "port",
            f"the server at {server} cannot write to the database",
            "Its log says why. It goes on by itself as soon as it can write again.",
            bad=True,
        )
    return Finding("port", f"a server is running with this data: {server}")


def _node_port(port: int) -> Finding:
    """Judge the port of a server whose database is not its own: in a container, it runs already."""
    found = _free_port(port)
    if found.bad and _is_tischlein(port):
        return Finding("port", f"a server is running here: http://localhost:{port}/")
    return found


def _is_tischlein(port: int) -> bool:
    return _answer_of(f"127.0.0.1:{port}", "/health/live") == {"live": True}


def _prepares_games(server: str) -> bool:
    answer = _answer_of(urlsplit(server).netloc, "/api/preparation")
    return isinstance(answer, dict) and answer.get("done") is False


def _answer_of(place: str, path: str) -> object:
    """Return what a server answers from its first moment on; None if nobody answers."""
    asking = HTTPConnection(place, timeout=ANSWERS_WITHIN)
    with closing(asking), suppress(OSError, HTTPException, ValueError):
        asking.request("GET", path)
        answer: object = json.loads(asking.getresponse().read())
        return answer
    return None


def _free_port(port: int) -> Finding:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            advice = "End what listens there (ss -ltnp shows it), or take another with --port."
            return Finding("port", f"{port} cannot be had: {error.strerror}", advice, bad=True)
    return Finding("port", f"{port} is free")


def _notifications(public_url: str, mail: str, sender: str) -> Finding:
    from tischlein.core.errors import TischleinError
    from tischlein.tables.notifications.mail import NotSentError
    from tischlein.tables.notifications.senders import notification_settings

    about = "telling people"
    try:
        found = notification_settings(public_url, mail, sender)
    except TischleinError as error:
        return Finding(about, str(error), "Mend the option, or leave it out.", bad=True)
    if found is None:
        return Finding(about, "nobody is told of matches: there is no --public-url")
    ways = "mail and webhooks" if found.mail_server else "webhooks"
    if found.mail_server is not None:
        try:
            asyncio.run(found.mail_server.check())
        except NotSentError as error:
            advice = "Check host, port, user and password of --mail, and that it is reachable."
            return Finding(about, f"the mail server does not take mail: {error}", advice)
    if not found.public_url.startswith("https:"):
        advice = "Put a proxy with TLS in front: browsers show notices of https pages alone."
        return Finding(about, f"by {ways}, but not by push", advice)
    return Finding(about, f"by push, {ways}")


def _public_address(url: str, server: str) -> Finding:
    """Come to the server as visitors do."""
    from tischlein.cli.public_address import find_fault

    about = "public address"
    if not server:
        return Finding(about, f"{url} is tried out while the server runs")
    fault = find_fault(url)
    if fault is None:
        return Finding(about, f"{url} leads to a server that can be played at")
    return Finding(about, f"{url}: {fault.told}", fault.advice)


def _reading(file: Path) -> sqlite3.Connection:
    """Open a database read-only, even while it is in use."""
    if not file.exists():
        raise FileNotFoundError(file)
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _user() -> str:
    if sys.platform == "win32":
        return os.environ.get("USERNAME", "this user")
    import pwd

    return pwd.getpwuid(os.getuid()).pw_name
