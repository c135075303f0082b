"""The store in a file: what it does with the file, and with a disk that is full."""

import asyncio
import errno
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from tests.tables.playing import asynchronous
from tests.tables.storing import moves, new_match, outcome_of
from tischlein.core.events import Event
from tischlein.tables.storage import group_commit, schema
from tischlein.tables.storage.group_commit import BATCH_LIMIT
from tischlein.tables.storage.postgres import database
from tischlein.tables.storage.sqlite import SqliteStore, default_path
from tischlein.tables.storage.store_errors import StoreIncompatibleError, StoreUnavailableError
from tischlein.tables.stored import StoredEvent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@asynccontextmanager
async def store_with(path: Path, *match_ids: str) -> AsyncIterator[SqliteStore]:
    """Open a store at `path` in which these matches exist."""
    async with SqliteStore(path) as store:
        for match_id in match_ids:
            await store.create_match(new_match(match_id))
        yield store


@contextmanager
def writing_held_up(path: Path) -> Iterator[None]:
    """Keep the database locked as another writing process would, so that requests queue up."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that are opened from now on, the store's writing one first."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **kwargs))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    return opened


@asynchronous
async def test_what_is_asked_in_one_turn_shares_a_transaction_and_ends_with_the_store(
    path: Path,
) -> None:
    ids = [f"m{number}" for number in range(BATCH_LIMIT + 20)]
    async with store_with(path) as store:
        await asyncio.gather(*(store.create_match(new_match(match_id)) for match_id in ids))
        before = store.commits
        await asyncio.gather(*(store.append(match_id, moves(1)) for match_id in ids[:20]))
        assert store.commits == before + 1
        await asyncio.gather(*(store.append(match_id, moves(2)) for match_id in ids[:20]))
        assert store.commits == before + 2
        assert store.waiting == 0
        last = [asyncio.create_task(store.append(match_id, moves(1))) for match_id in ids[20:]]
        await asyncio.sleep(0)
        assert store.waiting == BATCH_LIMIT
    await asyncio.gather(*last)
    async with SqliteStore(path) as store:
        assert [len(await store.events(match_id)) for match_id in ids] == [2] * 20 + [1] * (
            BATCH_LIMIT
        )


@asynchronous
async def test_a_commit_waits_for_the_disk(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    async with SqliteStore(path):
        assert connections[0].execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connections[0].execute("PRAGMA journal_mode").fetchone() == ("wal",)


@asynchronous
async def test_a_full_disk_is_an_error_and_nothing_is_half_stored(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    async with store_with(path, "m", "n") as store:
        (pages,) = connections[0].execute("PRAGMA page_count").fetchone()
        connections[0].execute(f"PRAGMA max_page_count = {pages}")
        long = Event(0, 1, tuple(range(10_000)))
        outcomes = await asyncio.gather(
            outcome_of(store.append("n", [StoredEvent(1, Event(0, 1), 0)])),
            outcome_of(store.append("m", [*moves(1), StoredEvent(2, long, 0)])),
        )
        assert isinstance(outcomes[1], StoreUnavailableError)
        assert await store.events("m") == []
        assert len(await store.events("n")) == (outcomes[0] is None)
        connections[0].execute("PRAGMA max_page_count = 1000000")
        await store.append("m", [*moves(1), StoredEvent(2, long, 0)])
        assert [event.number for event in await store.events("m")] == [1, 2]


@asynchronous
async def test_a_database_that_stays_locked_is_unavailable_until_it_is_free(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(group_commit, "PATIENCE", 50)
    async with store_with(path, "m") as store:
        with writing_held_up(path):
            for _ in range(2):
                with pytest.raises(StoreUnavailableError, match="locked"):
                    await store.append("m", moves(1))
        await store.append("m", moves(1))
        assert await store.events("m") == moves(1)
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.startswith("writing to the database fails: database is locked: another program")


@asynchronous
async def test_who_comes_while_a_database_is_locked_does_not_wait_as_long_once_more(
    path: Path, connections: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "PATIENCE", 50)
    monkeypatch.setattr(group_commit, "SHORT_PATIENCE", 1)
    asked: list[str] = []
    async with store_with(path, "m") as store:
        connections[0].set_trace_callback(asked.append)
        with writing_held_up(path):
            for _ in range(3):
                with pytest.raises(StoreUnavailableError, match="locked"):
                    await store.append("m", moves(1))
        await store.append("m", moves(1))
        await store.append("m", moves(2))
    waits = [line.rpartition(" ")[2] for line in asked if "busy_timeout" in line]
    assert waits == ["1", "50"], "as long as before once it is free again"


def test_a_locked_file_is_told_of_as_soon_as_a_database_that_is_away() -> None:
    assert group_commit.PATIENCE <= 1000 * database.PATIENCE


@asynchronous
async def test_whether_a_full_disk_takes_anything_again_is_found_out_by_writing(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    async with store_with(path, "m") as store:
        writer, refused = connections[0], False

        def refuse(action: int, *_: object) -> int:
            """Let nothing be written, as a disk does that is full: what is read goes on."""
            writes = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_PRAGMA)
            return sqlite3.SQLITE_DENY if refused and action in writes else sqlite3.SQLITE_OK

        writer.set_authorizer(refuse)
        await store.check_writable()
        refused = True
        with pytest.raises(StoreUnavailableError):
            await store.append("m", moves(1))
        for _ in range(2):
            with pytest.raises(StoreUnavailableError):
                await store.check_writable()
        refused = False
        await store.check_writable()
        await store.append("m", moves(1))


@contextmanager
def taken_away(path: Path, *, replaced: bool = False) -> Iterator[None]:
    """Move the file elsewhere, perhaps with another one in its place, and back again."""
    moved = path.rename(path.with_name("moved.db"))
    if replaced:
        path.write_bytes(b"")
    yield
    assert path.exists() is replaced
    moved.replace(path)


@pytest.mark.parametrize("replaced", [False, True])
@asynchronous
async def test_nothing_is_written_to_a_file_that_is_not_in_its_place_any_more(
    path: Path, replaced: bool
) -> None:
    """It would be acknowledged, and be gone with the process."""
    async with store_with(path, "m") as store:
        with taken_away(path, replaced=replaced):
            for write in (store.append("m", moves(1)), store.check_writable()):
                with pytest.raises(StoreUnavailableError, match=r"not there any more.*put it back"):
                    await write
        await store.check_writable()
        await store.append("m", moves(1))
        assert await store.events("m") == moves(1)


@asynchronous
async def test_whoever_reads_makes_no_file_where_one_has_been_taken_away(path: Path) -> None:
    async with store_with(path, "m") as store:
        with taken_away(path), pytest.raises(StoreUnavailableError):
            await store.events("m")
        assert await store.events("m") == []


# The file


@asynchronous
async def test_folders_are_made_and_the_file_is_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "matches.db"
    async with store_with(path, "m"):
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o077 == 0 or os.name == "nt", file


@pytest.mark.skipif(sys.platform != "linux", reason="the folder differs on other systems")
def test_the_default_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/tischlein/tischlein.db")


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("dear diary, " * 100)
    with pytest.raises(StoreIncompatibleError, match="not a database"):
        SqliteStore(path)
    assert path.read_text() == "dear diary, " * 100


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (url TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreIncompatibleError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_in_place_of_the_file_is_unavailable(tmp_path: Path) -> None:
    told = "cannot open the database .*: that is a folder; move it, or name another place"
    with pytest.raises(StoreUnavailableError, match=told):
        SqliteStore(tmp_path)


def test_a_place_that_cannot_be_written_is_told_with_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", refused)
    with pytest.raises(
        StoreUnavailableError, match=r"\(Permission denied\).*chown.*--data"
    ) as told:
        SqliteStore(path)
    assert "chown" in str(told.value)
    assert "--data" in str(told.value)
    assert "Errno" not in str(told.value)


def test_an_sqlite_that_is_too_old_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StoreUnavailableError, match=r"SQLite 3\.37\.0 or newer"):
        SqliteStore(path)
    assert not path.exists()


@asynchronous
async def test_an_older_file_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_with(path, "m") as store:
        await store.append("m", moves(1, 2))
    newer = [*schema.MIGRATIONS, ("ALTER TABLE event ADD COLUMN note TEXT",)]
    monkeypatch.setattr(schema, "MIGRATIONS", newer)
    for _ in range(2):  # the second time there is nothing left to do
        async with SqliteStore(path) as store:
            assert await store.events("m") == moves(1, 2)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT note FROM event").fetchall() == [(None,), (None,)]


@asynchronous
async def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_with(path, "m"):
        pass
    with monkeypatch.context() as patch:
        broken = ("ALTER TABLE event ADD COLUMN note TEXT", "no statement")
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, broken])
        with pytest.raises(StoreUnavailableError, match="syntax error"):
            SqliteStore(path)
    async with SqliteStore(path) as store:
        assert await store.match("m") == new_match("m")
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT note FROM event")


@asynchronous
async def test_a_newer_programs_file_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, ("CREATE TABLE more (x)",)])
        async with store_with(path, "m"):
            pass
    with pytest.raises(StoreIncompatibleError, match="newer Tischlein; install that one again"):
        SqliteStore(path)


@pytest.mark.parametrize(
    ("barred", "error", "told"),
    [
        # What a server has left that could not write the database, which can be written by now.
        ("tischlein.db-shm", sqlite3.SQLITE_READONLY, "db-shm cannot be written .*: give it"),
        ("tischlein.db", sqlite3.SQLITE_CANTOPEN, r"\.db cannot be written .*: give it to"),
        ("", sqlite3.SQLITE_READONLY, "cannot be written .*: give it to whoever runs the server"),
        (None, sqlite3.SQLITE_FULL, "is full: make room there"),
        (None, sqlite3.SQLITE_BUSY, "another program writes .*: end that one"),
        (None, sqlite3.SQLITE_IOERR, "cannot open or write .*: it does not work"),
    ],
)
def test_why_a_database_cannot_be_written_is_told_with_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch, barred: str | None, error: int, told: str
) -> None:
    for ending in ("", "-shm"):
        path.with_name(path.name + ending).touch()
    closed = None if barred is None else path.parent / barred
    monkeypatch.setattr(os, "access", lambda file, _: file != closed)

    def fails(*_: object) -> NoReturn:
        raised = sqlite3.OperationalError("it does not work")
        raised.sqlite_errorcode = error
        raise raised

    for where in ("_prepare", "connect"):
        with monkeypatch.context() as patch:
            patch.setattr(schema, where, fails)
            with pytest.raises(StoreUnavailableError, match=told):
                SqliteStore(path)


@pytest.mark.parametrize("made", [b"no database" * 100, b""])
def test_what_is_no_database_of_this_program_is_refused_with_what_to_do(
    path: Path, made: bytes
) -> None:
    path.write_bytes(made)
    if not made:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE other (x)")
    with pytest.raises(StoreIncompatibleError, match=r"name another place with --data"):
        SqliteStore(path)


def test_a_folder_that_cannot_be_made_is_told_of_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = "cannot open the database .*: (File exists|Not a directory); mend that, or name another"
    with pytest.raises(StoreUnavailableError, match=told):
        SqliteStore(tmp_path / "file" / "tischlein.db")


def test_a_file_system_that_is_mounted_read_only_is_named_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tischlein.db"
    path.with_name("tischlein.db-wal").mkdir()
    with pytest.raises(StoreUnavailableError, match="cannot open or write"):
        SqliteStore(path)
    monkeypatch.setattr(schema, "is_mounted_read_only", lambda _: True)
    with pytest.raises(StoreUnavailableError, match=f"^{path} cannot be written .* mounted read-"):
        SqliteStore(path)


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="only POSIX tells how a disk is mounted")
@pytest.mark.parametrize("flag", ["ST_RDONLY", ""])
def test_how_a_file_system_is_mounted_is_asked_of_the_nearest_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flag: str
) -> None:
    asked = list[Path]()

    def statvfs(path: Path) -> SimpleNamespace:
        asked.append(path)
        return SimpleNamespace(f_flag=getattr(os, flag, 0))

    monkeypatch.setattr(os, "statvfs", statvfs)
    assert schema.is_mounted_read_only(tmp_path / "new" / "tischlein.db") is bool(flag)
    assert asked == [tmp_path]
