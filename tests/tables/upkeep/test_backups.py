"""Backups: made while a server plays, put back, and whom the files belong to."""

import asyncio
import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from tests.tables.playing import asynchronous, hall_at, play_on, two_at_bauab
from tischlein.tables.storage.occupancy import (
    DatabaseInUseError,
    DatabaseLockError,
    check_unlocked,
    locked_database,
)
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.upkeep import backups
from tischlein.tables.upkeep.archive_errors import ArchiveError

SOMEBODY = 65534
"""Of a user and a group."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


def named(folder: Path, name: str) -> list[str]:
    """Return what lies in a folder under names that begin so."""
    return [file.name for file in folder.glob(f"{name}*")]


@asynchronous
async def test_a_backup_is_made_while_people_play_and_can_be_put_back(
    path: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=4)
            backups.back_up(path, copy)
            await play_on(table, most=4)
    with pytest.raises(ArchiveError, match="already"):
        backups.back_up(path, copy)
    assert copy.stat().st_mode & 0o077 == 0
    assert named(tmp_path, "copy") == ["copy.db"]
    with locked_database(path, "http://here/"), pytest.raises(DatabaseInUseError):
        backups.restore(copy, path)
    kept = backups.restore(copy, path)
    assert named(tmp_path, "copy") == ["copy.db"]
    assert kept is not None
    for database, events in ((path, 4), (kept, 8)):
        async with hall_at(database) as hall, hall.table(match_id) as table:
            assert table.number == events


@asynchronous
async def make_database(file: Path) -> None:
    async with SqliteStore(file):
        pass


def lose_pages(file: Path) -> None:
    """Let a database count unused pages that it does not have (file format, bytes 36 to 39)."""
    with file.open("r+b") as header:
        header.seek(36)
        header.write((7).to_bytes(4))


def test_what_cannot_be_backed_up_is_named_as_it_is_called(path: Path, tmp_path: Path) -> None:
    make_database(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 10000")
    with pytest.raises(ArchiveError, match=f"^{path} was written by a newer Tischlein"):
        backups.back_up(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_why_a_database_cannot_be_read_is_told(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"no database" * 100)
    copy = tmp_path / "copy.db"
    with pytest.raises(ArchiveError, match=f"^{path} cannot be read: it is no database, or is dam"):
        backups.back_up(path, copy)
    monkeypatch.setattr(os, "access", lambda file, _: file != path)
    with pytest.raises(ArchiveError, match=f"^{path} cannot be read by whoever runs this command"):
        backups.back_up(path, copy)
    assert not list(tmp_path.glob("copy*"))


def test_a_database_beside_which_nothing_can_be_written_is_to_be_copied_elsewhere(
    path: Path, tmp_path: Path
) -> None:
    make_database(path)
    (tmp_path / "tischlein.db-wal").mkdir()
    match = f"^{path} cannot be read: unable to open database file: reading it writes .* copy it"
    with pytest.raises(ArchiveError, match=match):
        backups.back_up(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_only_what_is_a_whole_backup_is_put_back(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"what was there")
    foreign, torn, newer, damaged = (
        tmp_path / f"{name}.db" for name in ("foreign", "torn", "newer", "damaged")
    )
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE other (x)")
    torn.write_bytes(b"SQLite format 3\0 and no more")
    make_database(newer)
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("PRAGMA user_version = 10000")
    make_database(damaged)
    lose_pages(damaged)
    for file, fault in (
        (foreign, "no database of Tischlein"),
        (torn, "cannot be read"),
        (tmp_path / "missing.db", "no file"),
        (newer, "newer Tischlein"),
        (damaged, "is damaged"),
    ):
        with pytest.raises(ArchiveError, match=fault):
            backups.restore(file, path)
        assert path.read_bytes() == b"what was there"


@pytest.mark.parametrize("full", ["at the copy of the backup", "at the copy of what was there"])
def test_where_there_is_no_room_for_copies_all_stays_as_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    copy = tmp_path / "copy.db"
    for file in (copy, path):
        make_database(file)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    checked: list[Path] = []
    check = backups.check

    def disk_full(file: Path, *, of: Path | None = None) -> None:
        if file.suffix == ".partial":
            checked.append(file)
            if len(checked) == (1 if full == "at the copy of the backup" else 2):
                raise sqlite3.OperationalError("database or disk is full")
        check(file, of=of)

    monkeypatch.setattr(backups, "check", disk_full)
    with pytest.raises(ArchiveError, match="disk is full"):
        backups.restore(copy, path)
    now = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert {name: now[name] for name in before} == before
    assert not [name for name in now if "partial" in name or "before" in name]


def test_what_was_there_is_kept_each_time_whatever_it_was(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    make_database(copy)
    assert backups.restore(copy, path) is None, "nothing was there"
    for content in (b"no database", b"SQLite format 3\0 and no more"):
        path.write_bytes(content)
        kept = backups.restore(copy, path)
        assert kept is not None
        assert kept.read_bytes() == content
        backups.check(path)
    names = sorted(file.name for file in tmp_path.glob("*before*"))
    assert names == ["tischlein.before-1.db", "tischlein.before-2.db"]


def test_a_lock_that_is_another_ones_is_no_reason_to_go_on_without(tmp_path: Path) -> None:
    """A folder stands for it, which root cannot open as a file either."""
    path = tmp_path / "tischlein.db"
    path.with_name("tischlein.db.lock").mkdir()
    with (
        pytest.raises(DatabaseLockError, match="belong to whoever runs the server"),
        locked_database(path, ""),
    ):
        raise AssertionError("it is not guarded")
    with pytest.raises(DatabaseLockError, match="belong to whoever runs the server"):
        check_unlocked(path)


def test_why_a_lock_cannot_be_written_is_told_with_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.with_name("tischlein.db.lock").touch()

    def acquire(_: FileLock) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(FileLock, "acquire", acquire)
    with pytest.raises(DatabaseLockError, match="mounted read-only"), locked_database(path, ""):
        raise AssertionError("it is not guarded")


def test_on_a_full_disk_it_is_said_that_room_is_needed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_text(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", write_text)
    with pytest.raises(OSError, match="make room on its disk"), locked_database(path, ""):
        raise AssertionError("it cannot be begun")


def test_whether_a_database_is_free_is_found_out_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "tischlein.db"
    check_unlocked(path)
    assert list(tmp_path.iterdir()) == []
    with locked_database(path, "http://here/"):
        there = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
        with pytest.raises(DatabaseInUseError, match=r"at http://here/ has .* end that one first"):
            check_unlocked(path)
        assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == there
    check_unlocked(path)
    with locked_database(path, ""):
        pass  # it is free again


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files are given to nobody")
def test_root_that_may_give_nothing_away_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container without capabilities, where the folder is mounted from outside."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refused)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    genuine = Path.stat
    monkeypatch.setattr(Path, "stat", lambda self, **more: of_another(genuine(self, **more)))
    monkeypatch.setattr(Path, "lstat", lambda self: of_root(genuine(self, follow_symlinks=False)))
    with locked_database(tmp_path / "tischlein.db", ""):
        pass


def of_another(found: os.stat_result) -> os.stat_result:
    """Return the same of a file that belongs to somebody else."""
    return os.stat_result((*found[:4], SOMEBODY, *found[5:]))


def of_root(found: os.stat_result) -> os.stat_result:
    """Return the same of a file that belongs to root."""
    return os.stat_result((*found[:4], 0, *found[5:]))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")
def test_what_root_restores_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    """Also the lock, which a server of that user has to take."""
    made, path = tmp_path / "made.db", tmp_path / "served" / "tischlein.db"
    asyncio.run(SqliteStore(made).close())
    path.parent.mkdir()
    os.chown(path.parent, SOMEBODY, SOMEBODY)
    backups.restore(made, path)
    backups.restore(made, path)
    found = {file.name: file.stat().st_uid for file in path.parent.iterdir()}
    assert {"tischlein.db", "tischlein.db.lock", "tischlein.before-1.db"} <= found.keys()
    assert {*found.values()} == {SOMEBODY}
