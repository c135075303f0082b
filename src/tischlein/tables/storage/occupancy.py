"""One server for one database: a second one is told where the first one is."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tischlein.core.errors import TischleinError
from tischlein.tables.storage.schema import MOUNTED_READ_ONLY


class DatabaseInUseError(TischleinError):
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


class DatabaseLockError(TischleinError):
    """It is impossible to tell whether another server uses this database."""

    def __init__(self, lock_file: Path, error: OSError) -> None:
        due = (
            MOUNTED_READ_ONLY
            if error.errno == errno.EROFS
            else "it has to belong to whoever runs the server, and its folder has to let them write"
        )
        super().__init__(f"{lock_file} cannot be written ({error.strerror}): {due}")


@contextmanager
def locked_database(database: Path, address: str) -> Iterator[None]:
    """Lock a database for this process, and tell others at which address it answers.

    The system releases it when the process ends, in any way. Files that root creates in the
    meantime are given to the owner of the database, or of the folder, since the server runs as
    another user.

    Raises
    ------
    DatabaseInUseError
        If another process has it.
    DatabaseLockError
        If that cannot be determined.
    OSError
        If nothing can be written there, as on a full disk.
    """
    address_file = _address_file(database)
    lock_file = database.with_name(f"{database.name}.lock")
    lock = FileLock(lock_file, timeout=0)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise DatabaseInUseError(database, _read(address_file)) from None
    except OSError as error:
        if lock_file.exists():
            raise DatabaseLockError(lock_file, error) from error
        # If nothing can be written there, the store reports the error.
        yield
        return
    owner = database if database.exists() else database.parent
    try:
        with _owned_by(owner.stat(), database, lock_file):
            _write(address_file, address)
            yield
    finally:
        with suppress(OSError):
            address_file.unlink()
        lock.release()


def check_unlocked(database: Path) -> None:
    """Check that no process has a database, without leaving anything there.

    Raises
    ------
    DatabaseInUseError
        If one has it.
    DatabaseLockError
        If that cannot be determined.
    """
    lock_file = database.with_name(f"{database.name}.lock")
    if not lock_file.exists():
        return
    lock = FileLock(lock_file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseInUseError(database, _read(_address_file(database))) from None
    except OSError as error:
        raise DatabaseLockError(lock_file, error) from error
    lock.release()


@contextmanager
def _owned_by(owner: os.stat_result, database: Path, lock_file: Path) -> Iterator[None]:
    """Give the files that root creates in the meantime to the owner of something else."""
    before = {*database.parent.iterdir()} - {lock_file}
    try:
        yield
    finally:
        if os.name == "posix" and os.geteuid() == 0 and owner.st_uid != 0:
            made = {*database.parent.glob(f"{database.stem}.*")} - before
            for file in {lock_file, database, *made}:
                _change_owner(file, owner)


def _change_owner(file: Path, owner: os.stat_result) -> None:
    """Give a file of root to an owner, unless another user may have replaced it."""
    # Root may lack the permission to give anything away, as in a container.
    with suppress(FileNotFoundError, PermissionError):
        found = file.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_uid == 0 and found.st_nlink == 1:
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _address_file(database: Path) -> Path:
    """Return the file with the address of a database's server."""
    return database.with_name(f"{database.name}.address")


def _write(address_file: Path, address: str) -> None:
    try:
        address_file.write_text(address, encoding="utf-8")
    except PermissionError as error:
        raise DatabaseLockError(address_file, error) from error
    except OSError as error:  # on a full disk the error does not name the file
        why = error.strerror
        if error.errno == errno.ENOSPC:
            why = f"{why}: make room on its disk, or name another place with --data"
        raise OSError(error.errno, why, str(address_file)) from error


def _read(address_file: Path) -> str:
    try:
        return address_file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
