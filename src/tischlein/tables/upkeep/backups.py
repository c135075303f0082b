"""Backups: copies of a whole database while a server uses it, and the way back."""

from __future__ import annotations

import math
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tischlein.tables.storage.occupancy import locked_database
from tischlein.tables.storage.schema import APPLICATION_ID, MIGRATIONS, SIDE_FILES
from tischlein.tables.upkeep.archive_errors import ArchiveError

_COPY_PREFIX = ".tischlein-read-"


def back_up(database: Path, file: Path) -> None:
    """Copy a database as it is at one moment, even while a server uses it.

    Raises
    ------
    ArchiveError
        If there is no such database, or no folder for the file, or the file exists already.
    """
    if not database.is_file():
        raise ArchiveError(f"there is no database {database}")
    if file.exists():
        raise ArchiveError(f"{file} is there already; a backup overwrites nothing")
    if not file.parent.is_dir():
        raise ArchiveError(f"there is no folder {file.parent}")
    with _copied(database, file) as partial:
        partial.replace(file)


@contextmanager
def _copied(database: Path, file: Path) -> Iterator[Path]:
    """Copy a database, complete and checked, beside its destination; remove it again if not moved.

    Raises
    ------
    ArchiveError
        If it cannot be read, or the copy cannot be written.
    """
    partial = file.with_name(f"{file.name}.partial")
    _remove(partial)
    partial.touch(mode=0o600)  # it holds the secrets of running matches
    try:
        with _opened_read_only(database) as source, closing(sqlite3.connect(partial)) as target:
            _check_readable(source, database)
            source.backup(target)
            # All in one file: otherwise even reading it leaves other files beside it.
            target.execute("PRAGMA journal_mode = DELETE")
        check(partial, of=database)
        yield partial
    except sqlite3.Error as error:
        if _is_unreadable(database, error):
            raise ArchiveError(_why_unreadable(database, error)) from error
        raise ArchiveError(f"{database} cannot be copied to {file.parent}: {error}") from error
    finally:
        _remove(partial)


def _is_unreadable(file: Path, error: sqlite3.Error) -> bool:
    """Whether an error is about what is read, not about where it is written."""
    return not (isinstance(error, sqlite3.OperationalError) and os.access(file, os.R_OK))


def _check_readable(opened: sqlite3.Connection, database: Path) -> None:
    """Refuse a database that SQLite cannot read where it lies (ArchiveError)."""
    try:
        opened.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.OperationalError as error:
        raise ArchiveError(_why_unreadable(database, error)) from error


def _why_unreadable(file: Path, error: sqlite3.Error) -> str:
    if not os.access(file, os.R_OK):
        return f"{file} cannot be read by whoever runs this command: run it as the server's user"
    if isinstance(error, sqlite3.OperationalError):
        why = f"{file} cannot be read: {error}"
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return f"{why}: another program writes it"
        return (
            f"{why}: reading it writes files beside it; where that is not possible, copy it, with"
            " those beside it, to another folder, and name that with --data"
        )
    return f"{file} cannot be read: it is no database, or is damaged ({error})"


def _remove(file: Path) -> None:
    for ending in ("", *SIDE_FILES):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def check(file: Path, *, of: Path | None = None) -> None:
    """Refuse a file that is no intact database of this program or an older version of it.

    Parameters
    ----------
    of
        The original that it is a copy of, which messages name instead.

    Raises
    ------
    ArchiveError
        If it is none.
    """
    named = of or file
    if not file.is_file():
        raise ArchiveError(f"there is no file {named}")
    try:
        with _opened_read_only(file) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            faults = [fault for (fault,) in connection.execute("PRAGMA integrity_check(5)")]
    except sqlite3.Error as error:
        raise ArchiveError(_why_unreadable(named, error)) from error
    if application != APPLICATION_ID:
        raise ArchiveError(f"{named} is no database of Tischlein")
    if version > len(MIGRATIONS):
        raise ArchiveError(f"{named} was written by a newer Tischlein: install that one")
    if faults != ["ok"]:
        raise ArchiveError(f"{named} is damaged: {'; '.join(faults)}")


def restore(file: Path, database: Path) -> Path | None:
    """Replace a database that no server has open with a backup.

    Returns where the previous database is kept, None if there was none.

    Raises
    ------
    ArchiveError
        If the file is no intact backup, or there is no room for copies; then nothing has changed.
    DatabaseInUseError
        If a server has the database open.
    """
    check(file)
    with locked_database(database, ""), _copied(file, database) as partial:
        kept = _keep_previous(database)
        for ending in SIDE_FILES:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        partial.replace(database)
    return kept


def _keep_previous(database: Path) -> Path | None:
    """Copy a database to a free name beside it; an unreadable one is moved."""
    if not database.exists():
        return None
    number = 1
    while (kept := database.with_name(f"{database.stem}.before-{number}.db")).exists():
        number += 1
    try:
        back_up(database, kept)
    except ArchiveError:
        if _is_whole(database):
            raise  # the copy could not be written
        for ending in ("", *SIDE_FILES):
            with suppress(FileNotFoundError):
                part = database.with_name(database.name + ending)
                part.replace(kept.with_name(kept.name + ending))
    return kept


def _is_whole(database: Path) -> bool:
    try:
        check(database)
    except ArchiveError:
        return False
    return True


@contextmanager
def _opened_read_only(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database.absolute().as_uri() + "?mode=ro", uri=True)) as opened:
        yield opened


@contextmanager
def copied_for_reading(database: Path) -> Iterator[Path]:
    """Copy a database for as long as it is read: servers keep using it, and nothing in it changes.

    The copy is beside it if that is possible: elsewhere temporary files may be kept in memory.

    Raises
    ------
    ArchiveError
        If it cannot be read, or there is no room for a copy.
    """
    if not database.is_file():
        raise ArchiveError(f"there is no database {database}")
    copy = _folder_for_copy(database) / f"{_COPY_PREFIX}{secrets.token_hex(4)}.db"
    lock = FileLock(copy.with_suffix(".lock"))
    with lock:
        _remove_left_copies(copy.parent)
        try:
            back_up(database, copy)
            yield copy
        finally:
            _remove(copy)
            copy.with_suffix(".lock").unlink(missing_ok=True)


def _folder_for_copy(database: Path) -> Path:
    """Return a folder that has room for a copy of a database (ArchiveError)."""
    files = (database.with_name(database.name + ending) for ending in ("", *SIDE_FILES))
    size = sum(file.stat().st_size for file in files if file.exists())
    folders = (database.absolute().parent, Path(tempfile.gettempdir()))
    for folder in folders:
        if os.access(folder, os.W_OK | os.X_OK) and shutil.disk_usage(folder).free > size:
            return folder
    beside, elsewhere = folders
    raise ArchiveError(
        f"{database} is read in a copy of {math.ceil(size / 1e6)} MB, for which there is no room in"
        f" {beside} or {elsewhere}: let TMPDIR name a folder with room"
    )


def _remove_left_copies(folder: Path) -> None:
    """Remove the copies of commands that were killed: these hold their locks no more."""
    for left in folder.glob(f"{_COPY_PREFIX}*.lock"):
        with suppress(Timeout, OSError), FileLock(left, timeout=0):
            _remove(left.with_suffix(".db"))
            left.unlink()
