"""PostgreSQL as it is run: opened, migrated by one of many, away for a while, back again."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import urlsplit

import pytest

from tests.postgresql import Cluster
from tischlein.tables.postgres import schema
from tischlein.tables.postgres.connection import Connection, shown
from tischlein.tables.postgres.database import Database
from tischlein.tables.postgres.schema import MIGRATIONS, Migration
from tischlein.tables.store import (
    StoreClosedError,
    StoreError,
    StoreFullError,
    StoreIncompatibleError,
    StoreUnavailableError,
)

T = TypeVar("T")
NOTE = Migration(("ALTER TABLE event ADD COLUMN note text",))


def using(address: str, use: Callable[[Database], Awaitable[T]], **settings: float) -> T:
    """Open a database, use it and close it."""

    async def run() -> T:
        database = Database(address, **settings)  # type: ignore[arg-type]
        try:
            return await use(database)
        finally:
            await database.close()

    return asyncio.run(run())


async def matches(database: Database) -> int:
    return int(await database.run(lambda connection, _: connection.fetchval(COUNT)))


COUNT = "SELECT count(*) FROM match"


def test_one_of_many_servers_that_start_at_once_makes_the_tables(postgres: str) -> None:
    counted: list[int] = []

    def start() -> None:
        counted.append(using(postgres, matches, connections=2))

    starting = [threading.Thread(target=start) for _ in range(6)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert counted == [0] * 6


def test_another_programs_database_is_left_alone(postgres: str, cluster: Cluster) -> None:
    name = urlsplit(postgres).path[1:]
    cluster.command("CREATE TABLE match (partner text)", name)
    with pytest.raises(StoreIncompatibleError, match="another program"):
        Database(postgres)
    assert cluster.command("SELECT count(*) FROM pg_tables WHERE schemaname='public'", name) == "1"


def test_a_migration_runs_while_servers_of_the_version_before_go_on(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def migrate(old: Database) -> None:
        monkeypatch.setattr(schema, "MIGRATIONS", [*MIGRATIONS, NOTE])
        new = Database(postgres)
        assert await new.run(lambda at, _: at.fetchval("SELECT count(note) FROM event")) == 0
        assert await matches(old) == 0
        await new.close()
        monkeypatch.undo()
        again = Database(postgres)  # and one that is started again in the meantime
        assert await matches(again) == 0
        await again.close()

    using(postgres, migrate)


def test_what_leaves_no_room_for_an_older_version_is_refused_by_it(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        gone = Migration(("ALTER TABLE match DROP COLUMN advice",), additive=False)
        patch.setattr(schema, "MIGRATIONS", [*MIGRATIONS, gone])
        using(postgres, matches)
    with pytest.raises(StoreIncompatibleError, match="newer Tischlein"):
        Database(postgres)


def test_a_migration_that_fails_changes_nothing(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    using(postgres, matches)
    with monkeypatch.context() as patch:
        broken = Migration((*NOTE.statements, "no statement"))
        patch.setattr(schema, "MIGRATIONS", [*MIGRATIONS, broken])
        with pytest.raises(StoreUnavailableError, match="syntax error"):
            Database(postgres)
    noted = "SELECT count(*) FROM pg_attribute WHERE attname = 'note'"
    assert using(postgres, lambda database: database.run(lambda at, _: at.fetchval(noted))) == 0


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("postgresql://me:secret@localhost:1/x", "Connect call failed"),
        ("postgresql://me:secret@localhost:port/x", "port"),
        ("postgresql://me:secret@localhost:5432/x?sslmode=perhaps", "sslmode"),
    ],
)
def test_an_address_that_leads_nowhere_is_named_without_its_password(
    address: str, error: str
) -> None:
    with pytest.raises(StoreUnavailableError, match=error) as raised:
        Database(address)
    assert "me:***@localhost" in str(raised.value)
    assert "secret" not in str(raised.value)
    assert shown("postgresql://localhost/x") == "postgresql://localhost/x"


def test_a_database_that_is_not_there_is_named(cluster: Cluster) -> None:
    with pytest.raises(StoreUnavailableError, match='"nowhere" does not exist'):
        Database(cluster.address("nowhere"))


def test_what_is_asked_while_the_database_restarts_is_answered_afterwards(
    postgres: str, cluster: Cluster
) -> None:
    async def restart(database: Database) -> list[int]:
        assert await matches(database) == 0
        cluster.stop()
        asking = [asyncio.create_task(matches(database)) for _ in range(20)]
        await asyncio.to_thread(cluster.start)
        return await asyncio.gather(*asking)

    assert using(postgres, restart, patience=60) == [0] * 20


def test_a_database_that_stays_away_is_unavailable_until_it_is_back(
    postgres: str, cluster: Cluster
) -> None:
    async def stop(database: Database) -> None:
        cluster.stop()
        try:
            with pytest.raises(StoreUnavailableError, match="the database failed"):
                await matches(database)
        finally:
            cluster.start()
        assert await matches(database) == 0

    using(postgres, stop, patience=0.2)


def test_a_repeated_request_knows_that_it_may_have_been_done(postgres: str) -> None:
    told: list[bool] = []

    async def cut(database: Database) -> None:
        async def work(connection: Connection, again: bool) -> None:
            told.append(again)
            if not again:
                own = await connection.fetchval("SELECT pg_backend_pid()")
                await connection.execute("SELECT pg_terminate_backend($1)", own)

        await database.run(work)

    using(postgres, cut)
    assert told == [False, True]


def test_what_the_database_rejects_is_not_asked_again(postgres: str) -> None:
    asked: list[bool] = []

    async def reject(database: Database) -> None:
        async def work(connection: Connection, again: bool) -> None:
            asked.append(again)
            await connection.execute("INSERT INTO round VALUES ($1, $1)", 1 << 80)

        with pytest.raises(StoreError, match="rejects"):
            await database.run(work)

    using(postgres, reject)
    assert asked == [False]


def test_a_closed_database_says_so_and_has_finished_what_was_accepted(postgres: str) -> None:
    async def close() -> None:
        database = Database(postgres)
        asking = [asyncio.create_task(matches(database)) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(database.close(), database.close())
        assert await asyncio.gather(*asking) == [0] * 20
        with pytest.raises(StoreClosedError):
            await matches(database)

    asyncio.run(close())


def test_too_many_requests_are_told_so(postgres: str) -> None:
    async def ask(database: Database) -> list[object]:
        return await asyncio.gather(*(matches(database) for _ in range(8)), return_exceptions=True)

    outcomes = using(postgres, ask, capacity=5)
    assert outcomes[:5] == [0] * 5
    assert [type(outcome) for outcome in outcomes[5:]] == [StoreFullError] * 3


def test_a_sleeping_server_holds_nothing_for_long(postgres: str) -> None:
    """A transaction that its server has left open ends by itself, and was not committed."""

    async def sleep(database: Database) -> None:
        async def hold(connection: Connection, again: bool) -> None:
            if again:
                return
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _: ended.set())
            await connection.execute("BEGIN; INSERT INTO round VALUES (1, 1)")
            await ended.wait()
            await connection.execute("COMMIT")

        await database.run(hold)
        assert await database.run(lambda at, _: at.fetchval("SELECT count(*) FROM round")) == 0

    using(postgres, sleep)
