"""PostgreSQL as it is run: opened, migrated by one of many, away for a while, back again."""

import asyncio
import gc
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Self, TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from tests.postgresql import Cluster
from tests.tables.playing import asynchronous
from tests.tables.storing import commanded, moves, new_match, refused
from tests.tables.waiting import eventually
from tests.web.faulty_proxy import FaultyProxy
from tischlein.tables.storage.postgres import connection, database, dialect, schema
from tischlein.tables.storage.postgres.connection import Connection, connect, redacted, settings
from tischlein.tables.storage.postgres.database import Database, Work
from tischlein.tables.storage.postgres.schema import MIGRATIONS, Migration
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.storage.store_errors import (
    AlreadyAnsweredError,
    ConflictError,
    LeaseLostError,
    StoreClosedError,
    StoreError,
    StoreFullError,
    StoreIncompatibleError,
    StoreUnavailableError,
)
from tischlein.tables.stored import (
    AcceptedCommand,
    RemarkKind,
    StoredRemark,
    StoredSnapshot,
    StoredTalk,
)
from tischlein.web.http import handshakes

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
SAID = StoredRemark(1, 0, "Anna", 5, RemarkKind.TEXT, "hello")


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


def test_a_database_that_cannot_hold_every_text_is_refused(cluster: Cluster) -> None:
    address = cluster.new_database()
    name = urlsplit(address).path[1:]
    other = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    cluster.command(f"CREATE DATABASE {name}_ascii {other}")
    with pytest.raises(StoreIncompatibleError, match="is in SQL_ASCII; it has to be in UTF8"):
        Database(address.replace(f"/{name}?", f"/{name}_ascii?"))
    cluster.command(f"ALTER DATABASE {name} SET search_path = nowhere")
    with pytest.raises(StoreIncompatibleError, match="has no schema for the tables"):
        Database(address)


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


def test_a_server_that_falls_asleep_in_a_migration_begins_it_again(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate = schema._migrate
    begun = 0

    async def falls_asleep(connection: Connection, version: schema._Version) -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            closed = asyncio.Event()
            connection.add_termination_listener(lambda _: closed.set())
            await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 1")
            await closed.wait()
        await migrate(connection, version)

    monkeypatch.setattr(schema, "_migrate", falls_asleep)
    assert using(postgres, matches) == 0
    assert begun == 2


@pytest.mark.parametrize(
    ("address", "error"),
    [
        (
            "postgresql://me:secret@localhost:1/x",
            "(Connect call failed|Connection refused).*; see whether PostgreSQL runs there",
        ),
        ("postgresql://me:secret@localhost:port/x", "port.*; write postgresql://USER@HOST:PORT"),
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
    assert redacted("postgresql://localhost/x") == "postgresql://localhost/x"


def test_what_is_no_address_at_all_is_told_without_what_may_be_its_password() -> None:
    with pytest.raises(StoreUnavailableError, match=r"postgresql://\*\*\*: .*; write") as raised:
        Database("postgresql://me:secret@[::1/x")
    assert "secret" not in str(raised.value)


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


@asynchronous
async def test_a_database_that_can_only_be_read_is_not_ready(postgres: str) -> None:
    async def no_more(connection: Connection, _: bool) -> None:
        await connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")

    async with PostgresStore(postgres, connections=1) as store:
        await store.check_writable()
        await store.database.run(no_more)
        with pytest.raises(StoreUnavailableError, match="can only be read"):
            await store.check_writable()


class Hastened(asyncio.SelectorEventLoop):
    """An event loop whose time a test can move on."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def test_who_comes_when_the_database_has_been_away_for_long_does_not_wait_as_long_once_more(
    postgres: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_new_loop", Hastened)

    async def away(found: Database) -> None:
        def asked_in_vain() -> int:
            return found._outage._failures

        cluster.stop()
        try:
            first = asyncio.create_task(matches(found))
            await eventually(lambda: asked_in_vain() > 0)
            assert isinstance(found.loop, Hastened)
            found.loop.ahead += 3600
            with pytest.raises(StoreUnavailableError, match="the database failed"):
                await first
            for _ in range(3):  # a visitor's request may ask several things
                before = asked_in_vain()
                with pytest.raises(StoreUnavailableError, match="the database failed"):
                    await matches(found)
                # Twice, since what fails first may be a connection that the outage has broken.
                assert asked_in_vain() == before + 2
        finally:
            cluster.start()
        assert await matches(found) == 0  # as soon as it is back, and from then on as before
        cluster.stop()
        try:
            before = asked_in_vain()
            again = asyncio.create_task(matches(found))
            await eventually(lambda: asked_in_vain() > before + 2)
            assert not again.done()
        finally:
            cluster.start()
        assert await again == 0

    using(postgres, away, patience=3600)


class Network:
    """A database that is reached through TCP, beside a machine that says nothing."""

    def __init__(self, postgres: str) -> None:
        """Know where the database is."""
        parts = urlsplit(postgres)
        self._path, asked = parts.path, parse_qs(parts.query)
        self._socket = f"{asked['host'][0]}/.s.PGSQL.{asked['port'][0]}"

    async def __aenter__(self) -> Self:
        """Start the proxy."""
        self.proxy = FaultyProxy(lambda: asyncio.open_unix_connection(self._socket))
        self._there = urlsplit(await self.proxy.listen()).netloc
        self._silent = socket.create_server(("127.0.0.1", 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take it away."""
        self._silent.close()
        await self.proxy.end()

    def address(self, *, first: str = "") -> str:
        """Return the database's address, after that of another machine if one is named."""
        return f"postgresql://postgres@{first}{self._there}{self._path}"

    def behind_a_silent_one(self) -> str:
        """Return the same, after the address of the machine that says nothing."""
        return self.address(first=f"127.0.0.1:{self._silent.getsockname()[1]},")


@asynchronous
async def test_a_machine_that_says_nothing_keeps_nobody_from_the_next(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "NEXT_HOST", 0.1)
    async with Network(postgres) as network:
        found = await asyncio.to_thread(Database, network.behind_a_silent_one())
        assert await matches(found) == 0
        await found.close()


@asynchronous
async def test_of_several_machines_the_one_that_can_be_used_is_taken_or_why_not_is_told(
    postgres: str,
) -> None:
    async with Network(postgres) as network:
        address = network.address(first="127.0.0.1:1,")
        found = await connect(f"{address}?target_session_attrs=read-write", **settings())
        await found.close()
        with pytest.raises(OSError, match=r"Connect call failed|Connection refused"):
            await connect(f"{address}?target_session_attrs=standby", **settings())
        with pytest.raises(asyncpg.InvalidCatalogNameError, match="nowhere"):
            await connect(address.replace(urlsplit(postgres).path, "/nowhere"), **settings())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other names for it")
@asynchronous
async def test_a_machine_that_vanishes_is_noticed_before_a_visitor_has_lost_patience(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[socket.socket] = []
    watch = connection._enable_keepalive

    def watches(connected: socket.socket) -> None:
        watch(connected)
        watched.append(connected)

    monkeypatch.setattr(connection, "_enable_keepalive", watches)
    async with Network(postgres) as network:
        found = await connect(network.address(), **settings())
        (connected,) = watched
        assert connected.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        unheard = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert 0 < unheard <= 1000 * database.PATIENCE
        await found.close()


def test_a_request_waits_no_longer_for_the_database_than_a_socket() -> None:
    assert database.PATIENCE <= handshakes.STORAGE_TIMEOUT


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


def test_connections_to_what_was_the_primary_are_made_anew(postgres: str) -> None:
    async def follows_another(database: Database) -> None:
        both = asyncio.Barrier(2)

        async def can_only_be_read(connection: Connection, _: bool) -> None:
            await connection.execute("SET default_transaction_read_only = on")
            await both.wait()

        await asyncio.gather(*(database.run(can_only_be_read) for _ in range(2)))
        told: list[bool] = []

        async def writes(connection: Connection, again: bool) -> None:
            told.append(again)
            assert len(told) <= 2, "the other one is not tried"
            await connection.execute("DELETE FROM match")

        await database.run(writes)
        assert told == [False, True]

    using(postgres, follows_another, connections=2, patience=3600)


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


def test_a_database_is_closed_with_all_that_goes_on_beside_what_is_asked(postgres: str) -> None:
    beside: list[asyncio.Task[bool]] = []

    async def leaves_something_going_on(database: Database) -> None:
        async def begins() -> None:  # as the pool does that closes what has expired
            beside.append(asyncio.create_task(asyncio.Event().wait()))

        await database.submit(begins)

    using(postgres, leaves_something_going_on)
    assert [task.cancelled() for task in beside] == [True]


@pytest.mark.parametrize(("error", "told"), [(TimeoutError("gone"), False), (KeyError("x"), True)])
def test_a_connection_that_the_pool_cannot_close_in_order_is_no_fault_to_be_told(
    postgres: str, caplog: pytest.LogCaptureFixture, error: Exception, told: bool
) -> None:
    """It does that beside what is asked, and nobody hears how it went."""

    async def fails_beside(database: Database) -> None:
        async def fails() -> None:
            raise error

        async def begins() -> None:
            await asyncio.wait((asyncio.create_task(fails()),))
            gc.collect()

        await database.submit(begins)

    using(postgres, fails_beside)
    assert ("never retrieved" in caplog.text) == told


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


# What is stored


@pytest.fixture
def answers_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the connection break whenever something has been committed for the first time."""
    attempt = Database.attempt

    async def attempt_twice(self: Database, work: Work[T]) -> T:
        async def lose(connection: Connection, again: bool) -> T:
            result = await work(connection, again)
            if not again:
                raise asyncpg.ConnectionDoesNotExistError("connection was closed")
            return result

        return await attempt(self, lose)

    monkeypatch.setattr(Database, "attempt", attempt_twice)


@pytest.mark.usefixtures("answers_lost")
@asynchronous
async def test_a_commit_whose_answer_was_lost_is_found_and_not_done_twice(postgres: str) -> None:
    async with PostgresStore(postgres) as store:
        match = new_match("m")
        await store.create_match(match)
        await store.append("m", moves(1, 2))
        await store.append("m", commanded(3, "c"))
        await store.append("m", moves(4), update=(match := match.changed(host="me")))
        await store.update_match(match := match.changed(deadline=7))
        await store.refuse("m", refused("d"))
        await store.save_snapshot("m", StoredSnapshot(4, "v1", b"state"))
        await store.add_remark("m", SAID, 10)
        await store.take_back("m", 3, update=(match := match.changed(touched=9)))
        secret = await store.own_secret("cookies")
        await store.end_session("s", 10, 1)
        await store.record_service(1, 2)

        assert await store.match("m") == match
        assert await store.events("m") == moves(1, 2) + commanded(3, "c")
        assert await store.answer("m", 0, "d") == refused("d")
        assert await store.latest_snapshot("m") is None
        assert await store.remarks("m") == StoredTalk((SAID,), SAID.number)
        assert await store.own_secret("cookies") == secret
        assert await store.ended_sessions() == {"s"}
        assert await store.service_records() == [(1, 2)]


@pytest.mark.usefixtures("answers_lost")
@asynchronous
async def test_what_really_was_anothers_is_refused_though_answers_are_lost(postgres: str) -> None:
    async with PostgresStore(postgres) as store:
        await store.create_match(new_match("m"))
        await store.append("m", commanded(1, "c"))
        with pytest.raises(ConflictError, match="does not follow the last, 1"):
            await store.append("m", moves(1))
        with pytest.raises(AlreadyAnsweredError) as raised:
            await store.append("m", commanded(2, "c"))
        assert raised.value.answer == AcceptedCommand(0, "c", 1)
        with pytest.raises(ConflictError, match="already"):
            await store.create_match(new_match("m", host="another"))
        with pytest.raises(ConflictError, match="revision"):
            await store.update_match(new_match("m", revision=3))
        assert await store.events("m") == commanded(1, "c")


@asynchronous
async def test_restarts_lose_nothing_that_was_acknowledged_and_write_nothing_twice(
    postgres: str, cluster: Cluster
) -> None:
    """The database breaks off all that it does, and recovers, amid matches; thrice."""
    ids = [f"m{number}" for number in range(20)]
    stopped, enough = asyncio.Event(), asyncio.Event()

    async def play(match_id: str) -> int:
        number = 0
        while not stopped.is_set():
            number += 1
            await store.append(match_id, commanded(number, f"c{number}"))
            enough.set()
        return number

    async with PostgresStore(postgres, patience=120) as store:
        await asyncio.gather(*(store.create_match(new_match(match_id)) for match_id in ids))
        playing = asyncio.gather(*(play(match_id) for match_id in ids))
        try:
            for _ in range(3):
                enough.clear()
                await enough.wait()
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)
        finally:
            stopped.set()
        for match_id, last in zip(ids, await playing, strict=True):
            events = await store.events(match_id)
            assert events == [
                event for number in range(1, last + 1) for event in commanded(number, f"c{number}")
            ]


class Node:
    """A server that owns matches."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.epochs: dict[str, int] = {}

    def epoch(self, match_id: str) -> int | None:
        return self.epochs.get(match_id)


@asynchronous
async def test_who_was_replaced_writes_nothing_any_more(postgres: str, cluster: Cluster) -> None:
    database = urlsplit(postgres).path[1:]
    match = new_match("m")
    async with PostgresStore(postgres) as here, PostgresStore(postgres) as there:
        one, other = Node("one"), Node("other")
        here.write_only_owned(one)
        there.write_only_owned(other)
        await here.create_match(match)
        cluster.command("UPDATE match SET owner = 'one', epoch = 1", database)
        one.epochs["m"] = 1
        await here.append("m", moves(1))
        cluster.command("UPDATE match SET owner = 'other', epoch = 2", database)
        other.epochs["m"] = 2
        for request in (
            here.append("m", moves(2)),
            here.append("m", moves(2), update=match.changed()),
            here.update_match(match.changed()),
            here.take_back("m", 0, update=match.changed()),
            here.refuse("m", refused("c")),
            here.save_snapshot("m", StoredSnapshot(1, "v1", b"")),
            here.add_remark("m", SAID, 10),
        ):
            with pytest.raises(LeaseLostError):
                await request
        await there.append("m", moves(2))
        # One that owns it again, in a later epoch, is not who it was before.
        cluster.command("UPDATE match SET owner = 'one', epoch = 3", database)
        with pytest.raises(LeaseLostError):
            await here.append("m", moves(3))
        one.epochs["m"] = 3
        await here.append("m", moves(3))
        assert await there.events("m") == moves(1, 3)
        assert await there.match("m") == match


@pytest.mark.parametrize(
    ("written", "translated"),
    [
        ("a = ? AND b IN (?, ?)", "a = $1 AND b IN ($2, $3)"),
        ("SELECT '? IS ?', ?", "SELECT '? IS ?', $1"),
        ("a IS ? AND b IS NOT NULL", "a IS NOT DISTINCT FROM $1 AND b IS NOT NULL"),
        ("? IS NULL OR a = ?", "$1::text IS NULL OR a = $2"),
        ("a LIMIT -1 OFFSET ?", "a LIMIT ALL OFFSET $1"),
    ],
)
def test_what_both_databases_call_differently_is_translated(written: str, translated: str) -> None:
    assert dialect.translated_query(written) == translated
