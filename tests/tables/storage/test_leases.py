"""Nodes that share a database agree on who owns a match, whatever happens to them."""

import asyncio
from typing import Any

import pytest

from tests.postgresql import Cluster
from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.members import member
from tests.tables.playing import asynchronous
from tests.tables.storing import new_match
from tests.tables.waiting import eventually
from tischlein.tables.ownership import Role, Signal
from tischlein.tables.storage.postgres import leases, maintenance
from tischlein.tables.storage.postgres.exclusive_access import exclusive_store
from tischlein.tables.storage.postgres.leases import Leases
from tischlein.tables.storage.store_errors import LeaseLostError, StoreUnavailableError
from tischlein.tables.stored import MatchStatus
from tischlein.tables.upkeep.rerating import rerate

LONG = 1_000.0
SHORT = 1.0
"""Seconds: a lease for tests in which nodes sleep."""
RULES = {"bauab": 1}
"""Versions of games' rules that a node has."""


@asynchronous
async def test_of_many_who_claim_a_match_at_once_one_owns_it(postgres: str) -> None:
    # No lease runs out between two claims, however busy the machine is.
    async with member(postgres, "a", LONG) as a, member(postgres, "b", LONG) as b:
        await a.store.create_match(new_match("m"))
        assert await a.leases.claim("m") is None
        await a.leases.release("m")
        owners = await asyncio.gather(*(one.leases.claim("m") for one in (a, b) for _ in range(5)))
        addresses = {None if owner is None else owner.address for owner in owners}
        assert len(addresses) == 2
        assert None in addresses
        winner, loser = (a, b) if a.leases.owned else (b, a)
        assert set(winner.leases.owned) == {"m"}
        assert not loser.leases.owned
        await winner.appends("m", 1)
        with pytest.raises(LeaseLostError):
            await loser.appends("m", 2)
        assert await a.leases.claim("there is none") is None


@asynchronous
async def test_a_match_is_its_openers_before_anybody_asks_for_it(postgres: str) -> None:
    # A machine so busy that the opener does not come to renew its lease would give it to the other.
    async with member(postgres, "a", lease=60.0) as a, member(postgres, "b") as b:
        await a.store.create_match(new_match("m"))
        owner = await b.leases.claim("m")
        assert owner is not None
        assert owner.address == "http://a"
        assert await a.leases.claim("m") is None
        await a.appends("m", 1)


@asynchronous
async def test_a_match_whose_opener_dies_at_once_is_gone_on_with(postgres: str) -> None:
    async with member(postgres, "a") as a, member(postgres, "b") as b:
        await a.store.create_match(new_match("m"))
        await a.lapse()
        while await b.leases.claim("m") is not None:  # a database that has just come waits for all
            b.leases.invalidate("m")
            await asyncio.sleep(0.05)
        await b.appends("m", 1)


@asynchronous
async def test_nodes_that_are_said_to_be_at_the_same_place_tell_of_it_once(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:  # that a renewal was late, a busy machine may tell, too
        return [one for one in caplog.messages if "reached at http://a, too" in one]

    async with member(postgres, "a", lease=LONG):
        pass
    async with member(postgres, "a") as a, member(postgres, "b", lease=LONG):
        await eventually(lambda: a.leases.statistics.beats > 2)
        assert not told(), "who was there before is gone"
        async with member(postgres, "a") as twin:
            await eventually(lambda: len(told()) == 2)
            await eventually(
                lambda: min(a.leases.statistics.beats, twin.leases.statistics.beats) > 4
            )
    assert len(told()) == 2, "each once"


@asynchronous
async def test_a_match_that_is_given_up_is_anybodys(postgres: str) -> None:
    async with member(postgres, "a") as a, member(postgres, "b") as b:
        await a.store.create_match(new_match("m"))
        assert await a.leases.claim("m") is None
        await a.leases.release("m")
        assert await b.leases.claim("m") is None
        with pytest.raises(LeaseLostError):
            await a.appends("m", 1)
        with pytest.raises(LeaseLostError):
            await a.store.update_match((await a.store.match("m")).changed(listed=True))
        await b.appends("m", 1)


@asynchronous
async def test_what_a_node_that_ends_has_owned_is_had_before_it_has_ended(postgres: str) -> None:
    async with (
        member(postgres, "a", lease=LONG) as a,
        member(postgres, "b", lease=LONG) as b,
    ):
        for match_id in ("m", "n"):
            await b.store.create_match(new_match(match_id))
        assert await b.leases.claim("m") is None
        await b.leases.leave()
        await b.leases.leave()  # told twice
        # Whoever is at it already is served, until another node takes it.
        await b.appends("m", 1)
        assert await b.leases.claim("m") is None
        await eventually(lambda: not a.leases.others)
        assert a.gone == [], "what it has been asked, it answers"
        assert await a.leases.claim("m") is None
        with pytest.raises(LeaseLostError):
            await b.appends("m", 2)
        await a.appends("m", 2)
        await eventually(lambda: b.lost == ["m"])
        assert b.leases.statistics.lost == 0, "that was meant to be"
        # It takes nothing more, and knows who does.
        assert await b.leases.claim("m") == a.leases.node
        assert await b.leases.claim("n") == a.leases.node
        assert await b.leases.orphans(10, RULES) == []
        assert not await b.leases.on_duty("anything")


@asynchronous
async def test_a_node_that_ends_alone_says_that_nobody_serves_what_it_is_asked(
    postgres: str,
) -> None:
    async with member(postgres, "a") as a:
        await a.store.create_match(new_match("m"))
        await a.leases.leave()
        with pytest.raises(StoreUnavailableError):
            await a.leases.claim("m")


@asynchronous
async def test_a_node_that_leaves_hands_over_at_once(postgres: str) -> None:
    async with member(postgres, "a", lease=LONG) as a:
        async with member(postgres, "b", lease=LONG) as b:
            running = new_match("r", status=MatchStatus.RUNNING)
            over = new_match("o", status=MatchStatus.FINISHED)
            for match in (running, over):
                await b.store.create_match(match)
                assert await b.leases.claim(match.id) is None
            owner = await a.leases.claim("r")
            assert owner == b.leases.node
            assert await a.leases.started_cold()
            assert not await b.leases.started_cold()
            await eventually(lambda: a.leases.statistics.beats > 1)  # it listens
        await eventually(lambda: bool(a.gone))
        # What is being played needs somebody; what is over is there for whoever asks.
        assert await a.leases.orphans(10, RULES) == ["r"]
        assert await a.leases.claim("r") is None
        assert await a.leases.orphans(10, RULES) == []
        assert await a.leases.claim("o") is None


@asynchronous
async def test_a_match_waits_for_a_node_that_can_go_on_with_it(postgres: str) -> None:
    async with member(postgres, "a") as a, member(postgres, "b", LONG) as b:
        for game, version in (("bauab", 1), ("bauab", 2), ("raufer", 1)):
            running = {"game": game, "rules_version": version, "status": MatchStatus.RUNNING}
            await b.store.create_match(new_match(f"{game} {version}", **running))
            assert await b.leases.claim(f"{game} {version}") is None
        await b.lapse()
        await eventually(lambda: bool(a.gone))
        assert await a.leases.orphans(10, RULES) == ["bauab 1"]
        found = await a.leases.orphans(10, {"bauab": 2, "raufer": 1})
        assert sorted(found) == ["bauab 1", "bauab 2", "raufer 1"]


@asynchronous
async def test_who_is_gone_is_heard_of_once_though_nobody_can_go_on_with_its_matches(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RECONCILE_EVERY", 1)
    monkeypatch.setattr(leases, "FORGET_AFTER", 0.0)
    async with member(postgres, "a", SHORT) as a, member(postgres, "b", LONG) as b:
        newer = new_match("m", rules_version=2, status=MatchStatus.RUNNING)
        await b.store.create_match(newer)
        assert await b.leases.claim("m") is None
        await b.lapse()
        await eventually(lambda: bool(a.gone))
        beats = a.leases.statistics.beats

        async def looks_on(more: int) -> None:
            await eventually(lambda: a.leases.statistics.beats >= beats + more)
            assert await a.leases.orphans(10, RULES) == []

        await looks_on(0)
        await looks_on(3)
        assert a.gone == [b.leases.node.id]
        # Its match still says whose it was, for whoever can go on with it.
        assert await a.leases.claim("m") is None
        await a.leases.release("m")
        beats = a.leases.statistics.beats
        await looks_on(2)
        assert a.leases._pool is not None
        assert await a.leases._pool.fetchval("SELECT count(*) FROM node") == 1


@asynchronous
async def test_a_newer_node_goes_on_with_what_older_ones_have_given_up(postgres: str) -> None:
    async with (
        member(postgres, "a", LONG, version="1.0") as a,
        member(postgres, "b", LONG, version="1.1") as b,
        member(postgres, "c", LONG, version="1.1") as c,
        member(postgres, "d", LONG, version="1.0") as d,
    ):
        assert [await one.leases.started_cold() for one in (a, b, c, d)] == [
            True,
            True,
            False,
            False,
        ]


@asynchronous
async def test_a_sleeper_loses_its_matches_and_writes_nothing_when_it_wakes(postgres: str) -> None:
    # The sleeper's lease is long, so that it runs out when the test wants it, and no sooner.
    async with member(postgres, "a") as a, member(postgres, "b", LONG) as b:
        await b.store.create_match(new_match("m"))
        assert await b.leases.claim("m") is None
        await b.appends("m", 1)
        await b.lapse()
        await eventually(lambda: bool(a.gone))
        assert await a.leases.claim("m") is None
        await a.appends("m", 2)
        await a.stays()
        assert b.leases.epoch("m") is not None  # it believes so
        with pytest.raises(LeaseLostError):
            await b.appends("m", 3)
        b.wake()
        await eventually(lambda: b.lost == ["m"])
        assert b.leases.epoch("m") is None
        owner = await b.leases.claim("m")
        assert owner == a.leases.node
        assert [event.number for event in await a.store.events("m")] == [1, 2]


@asynchronous
async def test_a_node_keeps_its_matches_when_the_database_restarts(
    postgres: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "GIVE_UP_AFTER", 1_000.0)  # on a busy machine it takes long
    async with member(postgres, "a", SHORT) as a:
        await a.store.create_match(new_match("m"))
        assert await a.leases.claim("m") is None
        beats = a.leases.statistics.beats
        await asyncio.to_thread(cluster.restart)
        await eventually(lambda: a.leases.statistics.beats > beats + 1)
        await a.appends("m", 1)
        assert a.lost == []


@asynchronous
async def test_who_owns_a_match_is_asked_again_while_the_database_restarts(
    postgres: str, cluster: Cluster
) -> None:
    async with member(postgres, "a", patience=LONG) as a:
        await a.store.create_match(new_match("m"))
        await asyncio.to_thread(cluster.stop)
        try:
            claiming = asyncio.create_task(a.leases.claim("m"))
            await asyncio.sleep(0.5)
            assert not claiming.done()
        finally:
            await asyncio.to_thread(cluster.start)
        assert await claiming is None
        await a.appends("m", 1)


@pytest.mark.parametrize(("away", "asked"), [(0, 4), (3600, 2)])
@with_manual_clock
async def test_whose_a_match_is_is_not_asked_for_long_when_the_database_has_been_away_already(
    monkeypatch: pytest.MonkeyPatch, away: int, asked: int
) -> None:
    node = Leases("postgresql://nowhere", "http://a", lease=1.0, patience=2 * leases.RETRY)
    tried = 0

    class Away:
        async def fetchrow(self, *_: object) -> None:
            nonlocal tried
            tried += 1
            raise ConnectionRefusedError("away")

    monkeypatch.setattr(node, "_pool", Away())
    node._renewed = asyncio.get_running_loop().time()
    await advance_time(1000 * away)
    claiming = asyncio.create_task(node.claim("m"))
    for _ in range(asked):
        await advance_time(round(1000 * leases.RETRY))
    assert claiming.done()
    with pytest.raises(StoreUnavailableError, match="away"):
        await claiming
    assert tried == asked


@pytest.mark.parametrize("renewed", [True, False])
@with_manual_clock
async def test_however_long_the_database_was_away_a_node_has_time_to_renew_its_lease(
    monkeypatch: pytest.MonkeyPatch, renewed: bool
) -> None:
    node = Leases("postgresql://nowhere", "http://a", lease=LONG)
    asked = 0

    async def answers(_: str) -> tuple[int | None, str, str, str, str, bool]:
        """Answer at first after a long time, and that the lease has run out meanwhile."""
        nonlocal asked
        asked += 1
        await advance_time(5_000 * round(LONG) if asked == 1 else 0)
        epoch = 7 if asked > 1 and renewed else None
        return epoch, node.name, "http://a", "", Role.ALL, False

    monkeypatch.setattr(node, "_query_claim", answers)
    claiming = asyncio.create_task(node.claim("m"))
    while asked < 2 and not claiming.done():
        await advance_time(250)
    if renewed:
        assert await claiming is None
        assert node.epoch("m") == 7
        return
    await advance_time(3_000 * round(LONG))
    with pytest.raises(StoreUnavailableError, match="no lease"):
        await claiming


@asynchronous
async def test_while_the_database_is_away_nothing_is_claimed_and_after_a_while_all_is_let_go(
    postgres: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "GIVE_UP_AFTER", 0.0)
    async with member(postgres, "a", SHORT, patience=0.0) as a:
        for match_id in ("m", "n"):
            await a.store.create_match(new_match(match_id))
            assert await a.leases.claim(match_id) is None
        beats = a.leases.statistics.beats
        await eventually(
            lambda: a.leases.statistics.beats > beats
        )  # it listens, and renews its lease
        await joins(postgres)
        await eventually(lambda: bool(a.gone))
        await asyncio.to_thread(cluster.stop)
        try:
            await eventually(lambda: sorted(a.lost) == ["m", "n"])
            assert a.leases.statistics.lost == 0  # nobody has taken them over
            with pytest.raises(StoreUnavailableError):
                await a.leases.claim("another")
            with pytest.raises(StoreUnavailableError):
                await a.leases.orphans(10, RULES)
            with pytest.raises(StoreUnavailableError):
                await a.leases.on_duty("housekeeping")
            await a.leases.release("m")
            await a.leases.broadcast(Signal.SESSION, "nobody hears it")
            joining = asyncio.create_task(joins(postgres))
        finally:
            await asyncio.to_thread(cluster.start)
        await joining
        await eventually(lambda: a.leases.statistics.beats > beats + 1)
        assert await a.leases.claim("m") is None
        await a.appends("m", 1)


@asynchronous
async def test_who_starts_while_a_command_has_the_database_to_itself_says_so_and_waits(
    postgres: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with member(postgres, "a"):
        pass  # the tables are there
    monkeypatch.setattr(leases, "JOIN_TIMEOUT", 0.0)  # however long that takes
    monkeypatch.setattr(maintenance, "CHECK_EVERY", 0.01)
    async with exclusive_store(postgres) as store:
        joining = asyncio.create_task(joins(postgres))
        await eventually(lambda: "rerate or remove has" in caplog.text)
        await rerate(store)
        assert not joining.done()
        monkeypatch.undo()
    await joining
    assert len(caplog.messages) == 1


@asynchronous
async def test_a_node_asks_what_is_the_primary_now_once_its_own_connection_has_been_lost(
    postgres: str,
) -> None:
    async with member(postgres, "a") as a:
        await a.store.create_match(new_match("m", status=MatchStatus.RUNNING))
        await eventually(lambda: a.leases.statistics.beats > 1)  # its own connection is there
        pool = a.leases._pool_now
        before: list[int] = []

        async def can_only_be_read() -> None:
            async with pool.acquire() as connection:
                await connection.execute("SET default_transaction_read_only = on")
                before.append(connection.get_server_pid())

        await can_only_be_read()
        session = asyncio.Event()
        a.leases.subscribe(Signal.SESSION, lambda _: session.set())
        async with pool.acquire() as connection:
            assert before == [connection.get_server_pid()]
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await session.wait()
        async with pool.acquire() as connection:
            assert before != [connection.get_server_pid()]
        assert await a.leases.claim("m") is None


async def joins(address: str) -> None:
    """Join the others, as soon as that is possible, and leave them."""
    async with Leases(address, "http://b", role=Role.BOTS):
        pass


@asynchronous
async def test_one_node_does_what_one_does_for_all(postgres: str) -> None:
    async with member(postgres, "a", LONG) as a:
        async with member(postgres, "b", LONG) as b:
            assert await b.leases.on_duty("housekeeping")
            assert not await a.leases.on_duty("housekeeping")
            assert await b.leases.on_duty("housekeeping")
        assert await a.leases.on_duty("housekeeping")


@asynchronous
async def test_nodes_tell_each_other(postgres: str) -> None:
    heard: list[str] = []
    async with member(postgres, "a") as a, member(postgres, "b") as b:
        b.leases.subscribe(Signal.SESSION, heard.append)
        # What was told before one listens is not heard, but that something may have been is.
        await eventually(lambda: "" in heard)
        await a.leases.broadcast(Signal.SESSION, "a session")
        await eventually(lambda: "a session" in heard)


@asynchronous
async def test_of_a_node_that_is_gone_just_while_others_are_looked_for_the_matches_are_found_too(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with member(postgres, "a", LONG) as a:
        leases, pool = a.leases, a.leases._pool_now

        class Meanwhile:
            """The database, while whose answer comes another node turns out to be gone."""

            execute = pool.execute

            async def fetch(self, *asked: Any) -> Any:
                found = await pool.fetch(*asked)
                leases._on_gone("another")
                return found

        leases._on_gone("one")
        monkeypatch.setattr(leases, "_pool", Meanwhile())
        assert await leases.orphans(20, RULES) == []
        monkeypatch.undo()
        assert leases._gone == {"another"}, "what it owned has not been looked for"
        assert await leases.orphans(20, RULES) == []
        assert not leases._gone
