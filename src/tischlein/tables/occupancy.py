"""One server for one database: a second one is told where the first one is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tischlein.core.errors import TischleinError


class OccupiedError(TischleinError):
    """Another server uses this database.

    Attributes
    ----------
    address
        Where it answers, empty if it has not said so yet.
    """

    def __init__(self, database: Path, address: str) -> None:
        holds, ends = f"a server at {address}", "end that one first"
        if not address:
            holds = "a server that only starts, or a command such as rerate or remove,"
            ends = "try again once that is over"
        super().__init__(
            f"{holds} has {database} open already: {ends}, or name another place with --data"
        )
        self.address = address


class UnguardedError(TischleinError):
    """It is impossible to tell whether another server uses this database."""

    def __init__(self, locked: Path, error: OSError) -> None:
        super().__init__(
            f"{locked} cannot be written ({error.strerror}): it has to belong to whoever runs the"
            " server, and its folder has to let them write"
        )


@contextmanager
def occupied(database: Path, address: str) -> Iterator[None]:
    """Lock a database for this process, and tell others at which address it answers.

    The system releases it when the process ends, in any way. Files that root creates in the
    meantime are given to the owner of the database, or of the folder, since the server runs as
    another user.

    Raises
    ------
    OccupiedError
        If another process has it.
    UnguardedError
        If that cannot be determined.
    OSError
        If nothing can be written there, as on a full disk.
    """
    named = _named(database)
    locked = database.with_name(f"{database.name}.lock")
    lock = FileLock(locked, timeout=0)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise OccupiedError(database, _read(named)) from None
    except OSError as error:
        if locked.exists():
            raise UnguardedError(locked, error) from error
        # If nothing can be written there, the store reports the error.
        yield
        return
    owner = database if database.exists() else database.parent
    try:
        with _made_for(owner.stat(), database, locked):
            _write(named, address)
            yield
    finally:
        with suppress(OSError):
            named.unlink()
        lock.release()


def check_free(database: Path) -> None:
    """Check that no process has a database, without leaving anything there.

    Raises
    ------
    OccupiedError
        If one has it.
    UnguardedError
        If that cannot be determined.
    """
    locked = database.with_name(f"{database.name}.lock")
    if not locked.exists():
        return
    lock = FileLock(locked, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise OccupiedError(database, _read(_named(database))) from None
    except OSError as error:
        raise UnguardedError(locked, error) from error
    lock.release()


@contextmanager
def _made_for(owner: os.stat_result, database: Path, locked: Path) -> Iterator[None]:
    """Give the files that root creates in the meantime to the owner of something else."""
    before = {*database.parent.iterdir()} - {locked}
    try:
        yield
    finally:
        if os.name == "posix" and os.geteuid() == 0 and owner.st_uid != 0:
            made = {*database.parent.glob(f"{database.stem}.*")} - before
            for file in {locked, database, *made}:
                _give(file, owner)


def _give(file: Path, owner: os.stat_result) -> None:
    """Give a file of root to an owner, unless another user may have replaced it."""
    # Root may lack the permission to give anything away, as in a container.
    with suppress(FileNotFoundError, PermissionError):
        found = file.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_uid == 0 and found.st_nlink == 1:
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _named(database: Path) -> Path:
    """Return the file with the address of a database's server."""
    return database.with_name(f"{database.name}.address")


def _write(named: Path, address: str) -> None:
    try:
        named.write_text(address, encoding="utf-8")
    except PermissionError as error:
        raise UnguardedError(named, error) from error
    except OSError as error:  # on a full disk the error does not name the file
        raise OSError(error.errno, error.strerror, str(named)) from error


def _read(named: Path) -> str:
    try:
        return named.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
