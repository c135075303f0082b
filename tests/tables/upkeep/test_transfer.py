"""All that is stored is moved from a file to PostgreSQL and back, and nothing by halves."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.postgresql import Cluster
from tests.tables.places import Address, File
from tests.tables.storing import commanded, moves, new_match, refused
from tischlein.tables.storage.occupancy import DatabaseInUseError, locked_database
from tischlein.tables.storage.postgres.exclusive_access import PostgresInUseError
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.stored import (
    MatchStatus,
    RemarkKind,
    SeatKind,
    StoredRemark,
    StoredSeat,
    StoredSnapshot,
)
from tischlein.tables.upkeep import transfer
from tischlein.tables.upkeep.archive_errors import ArchiveError
from tischlein.tables.upkeep.transfer import move_data

SEATS = (
    StoredSeat(kind=SeatKind.PERSON, name="Änne 🎲", sessions=("phone",), contribution=b"\0\xff"),
    StoredSeat(kind=SeatKind.BOT, name="Bot", level="weak"),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with something in every table."""
    path = tmp_path / "tischlein.db"

    async def fill() -> None:
        async with SqliteStore(path) as store:
            match = new_match("m", seats=SEATS, status=MatchStatus.RUNNING)
            await store.create_match(match)
            await store.append("m", commanded(1, "c") + moves(2, 9))
            await store.refuse("m", refused("d"))
            await store.save_snapshot("m", StoredSnapshot(4, "v1", b"\0state"))
            await store.add_remark("m", StoredRemark(1, 0, "Änne", 5, RemarkKind.TEXT, "hi"), 9)
            await store.take_back("m", 7, update=match.changed(touched=3))
            await store.create_match(new_match("n", listed=True))
            await store.own_secret("cookies")
            await store.end_session("s", 10, 1)
            await store.record_service(1, 2)

    asyncio.run(fill())
    return path


async def play_on(store: SqlStore) -> None:
    """Go on where a match stood: what counts by itself counts on."""
    async with store:
        last = len(await store.events("m"))
        await store.append("m", moves(last + 1, last + 2))
        await store.refuse("m", refused(f"after {last}"))
        match = await store.match("m")
        await store.take_back("m", last + 1, update=match.changed())


def dumped(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables of a file."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)
            for table in File(path).columns()
        }


@pytest.mark.parametrize("rows", [3, transfer._PAGE])
def test_everything_is_moved_there_and_back(
    file: Path,
    tmp_path: Path,
    postgres: str,
    cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    rows: int,
) -> None:
    monkeypatch.setattr(transfer, "_PAGE", rows)
    before = dumped(file)
    moved = move_data(str(file), postgres)
    assert moved == {table: len(rows) for table, rows in before.items()}
    assert moved["event"] == 7
    back = tmp_path / "back.db"
    assert move_data(postgres, str(back)) == moved
    assert dumped(back) == before == dumped(file)
    place = Address(postgres, cluster)
    for again in (place.open(), File(back).open()):
        asyncio.run(play_on(again))
    assert place.rows("event") == 8


def test_nothing_is_moved_onto_something(file: Path, tmp_path: Path, postgres: str) -> None:
    with pytest.raises(ArchiveError, match="already; data is moved to a new file"):
        move_data(postgres, str(file))
    move_data(str(file), postgres)
    with pytest.raises(ArchiveError, match="something in its table"):
        move_data(str(file), postgres)
    with pytest.raises(ArchiveError, match="one is a file, the other"):
        move_data(str(file), str(tmp_path / "other.db"))
    with pytest.raises(ArchiveError, match="no database"):
        move_data(str(tmp_path / "nowhere.db"), postgres)


def test_what_cannot_be_kept_is_named_and_nothing_is_moved(
    file: Path, postgres: str, cluster: Cluster
) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE remark SET text = 'a' || char(0) || 'b'")
    with pytest.raises(ArchiveError, match="table 'remark' cannot be kept in PostgreSQL"):
        move_data(str(file), postgres)
    place = Address(postgres, cluster)
    assert {place.rows(table) for table in ("match", "event", "own_secret")} == {0}


def test_nothing_is_moved_that_only_a_newer_version_knows_whole(
    file: Path, tmp_path: Path, postgres: str, cluster: Cluster
) -> None:
    move_data(str(file), postgres)
    database = Address(postgres, cluster)
    database.command("ALTER TABLE seat ADD COLUMN later integer NOT NULL DEFAULT 1")
    database.command("UPDATE tischlein SET shared = shared + 1")
    back = tmp_path / "back.db"
    with pytest.raises(ArchiveError, match="newer Tischlein"):
        move_data(postgres, str(back))
    assert not back.exists()
    assert not list(tmp_path.glob("*.partial*"))


def test_no_server_may_have_either_open(file: Path, tmp_path: Path, postgres: str) -> None:
    with (
        locked_database(file, "http://here/"),
        pytest.raises(DatabaseInUseError, match="http://here/"),
    ):
        move_data(str(file), postgres)

    async def serve() -> None:
        from tischlein.tables.storage.postgres.store import PostgresStore

        async with PostgresStore(postgres) as store:
            await store.service_records()
            with pytest.raises(PostgresInUseError, match="a server has"):
                await asyncio.to_thread(move_data, str(file), postgres)

    asyncio.run(serve())
    target = tmp_path / "new.db"
    move_data(postgres, str(target))
    assert {path.name for path in tmp_path.iterdir()} >= {"new.db", "tischlein.db"}
    assert not list(tmp_path.glob("*.partial*"))
