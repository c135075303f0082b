"""How much and how fast: what counts as one address, who pays, and when to try again."""

import asyncio
import time
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import pytest

from tests.tables.playing import asynchronous
from tests.web.visiting import BOT, OPEN, me, site_at
from tischlein.tables.ownership import SharedStateHandler, SharedStateSource, SingleServer
from tischlein.tables.problems import TooManyError
from tischlein.tables.storage.postgres.leases import Leases
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.web.http import limits
from tischlein.web.http.limits import (
    Bucket,
    Buckets,
    ConcurrencyLimiter,
    Limits,
    RateKey,
    RateLimiter,
    network_of,
)
from tischlein.web.nodes.sharing import NodeSharing


class Clock:
    """Seconds that go by when they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("2001:db8:1:fe:ffff::1", "2001:db8:1::/56"),
        ("2001:db8:1:100::1", "2001:db8:1:100::/56"),
        ("fe80::1%eth0", "fe80::/56"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_is_one_of_the_old_kind_or_a_network_of_the_new(host: str, network: str) -> None:
    assert network_of(host) == network


def test_a_host_is_of_the_address_from_which_it_asks_for_something(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", pause=1e6) as site:
        anna = site.visitor()
        match_id, _ = anna.opens("bauab", me("Anna"), BOT)
        match = site.hall.tables[match_id].match
        assert match.host is not None
        assert site.hall.parties.of_match(match) == "testclient"
        site.hall.parties.note(match.host, "elsewhere")
        anna.ask("GET", "/")  # pages are for all
        assert site.hall.parties.of_match(match) == "elsewhere"
        anna.get("/api/matches")
        assert site.hall.parties.of_match(match) == "testclient"
        site.hall.parties.note(match.host, "elsewhere")
        with site.client.websocket_connect(f"/api/matches/{match_id}/live", headers=anna.headers):
            assert site.hall.parties.of_match(match) == "testclient"


def test_a_bucket_says_when_there_will_be_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    bucket = Bucket(2.0, 4)
    assert [bucket.take(3), bucket.take(3)] == [0.0, 1.0]
    clock.now += 0.9
    assert bucket.take(3) == pytest.approx(0.1)
    clock.now += 0.11
    assert bucket.take(3) == 0.0
    clock.now += 1000
    assert [bucket.take(99), bucket.take()] == [0.0, 0.5]


def test_of_too_many_buckets_the_longest_unused_are_forgotten() -> None:
    buckets = Buckets((0.001, 1), most=2)
    for key in ("a", "b", "a", "c"):
        buckets.of(key).take()
    assert buckets.of("a").take() > 0
    assert buckets.of("c").take() > 0
    assert buckets.of("b").take() == 0


def test_what_is_told_of_forgotten_buckets_is_forgotten_too() -> None:
    buckets = Buckets((0.001, 1), most=2)
    for key in range(9):
        buckets.of(f"session {key}").take()
    assert len(buckets.spent) == 2


def test_a_session_that_is_refused_costs_its_neighbours_nothing() -> None:
    limiter = RateLimiter(Limits(requests=(0.001, 1), requests_of_address=(0.001, 3)))
    wild = RateKey("school", "wild")
    limiter.request(wild)
    for _ in range(10):
        with pytest.raises(TooManyError) as caught:
            limiter.request(wild)
        assert 900 < caught.value.seconds <= 1000
    limiter.request(RateKey("school", "second"))
    limiter.request(RateKey("school", "third"))
    with pytest.raises(TooManyError):
        limiter.request(RateKey("school", "fourth"))
    limiter.request(RateKey("home", "wild too"))
    assert limiter.refused == 11


def test_connections_are_counted_by_address_as_long_as_they_are_open() -> None:
    limiter = RateLimiter(Limits(connections=3, connections_of_address=2))
    here, there = RateKey("here", "a"), RateKey("there", "b")
    with limiter.connection(here), limiter.connection(here):
        with pytest.raises(TooManyError, match="address-connections"), limiter.connection(here):
            pass
        with limiter.connection(there):
            assert limiter.connections == 3
            with pytest.raises(TooManyError, match="server-full"), limiter.connection(there):
                pass
    assert limiter.connections == 0
    with limiter.connection(here):
        assert limiter.connections == 1


def test_a_class_takes_what_it_needs_and_a_program_that_never_rests_gets_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, limiter = Clock(monkeypatch), RateLimiter(Limits())

    def tables(number: int, address: str, session: str = "") -> int:
        """Open tables, each from a new session unless one is given; return how many there are."""
        admitted = 0
        for one in range(number):
            with suppress(TooManyError):
                limiter.table(RateKey(address, session or f"{address} {clock.now} {one}"))
                admitted += 1
        return admitted

    for _ in range(6):  # lessons of an hour, in which each of thirty children opens eight tables
        for child in range(30):
            assert tables(4, "school", f"child {child}") == 4
            clock.now += 60
            assert tables(4, "school", f"child {child}") == 4
            clock.now += 60
    opened = 0
    for _ in range(24 * 60):
        opened += tables(60, "bad")
        clock.now += 60
    assert opened == pytest.approx(1_500 + 86_400 * 0.01, abs=2)
    with pytest.raises(TooManyError, match="kept-too-fast"):
        limiter.table(RateKey("bad", "one more"), 2)
    limiter.table(RateKey("bad", "robo", program=True))
    assert tables(1, "next door") == 1


@pytest.mark.parametrize("own", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_whoever_has_the_servers_machine_keeps_there_what_they_like(own: str) -> None:
    limiter = RateLimiter(Limits(kept_of_address=(1e-4, 2)))
    for _ in range(20):
        limiter.kept(RateKey(network_of(own), "own"))


def test_places_are_shared_however_many_sessions_an_address_has() -> None:
    limiter = RateLimiter(Limits())

    def taken(stack: ExitStack, address: str) -> int:
        for number in count():
            try:
                stack.enter_context(limiter.variation(RateKey(address, f"{address} {number}")))
            except TooManyError:
                return number
        raise AssertionError

    with ExitStack() as stack:
        assert [taken(stack, address) for address in ("bad", "worse", "third")] == [30, 15, 8]
        for household in range(4):
            stack.enter_context(limiter.variation(RateKey(f"{household}", f"{household}")))
    with limiter.variation(RateKey("bad", "bad 0")):
        assert limiter._variations_of_address.total() == 1


def test_connections_of_bad_addresses_leave_some_to_others() -> None:
    limiter = RateLimiter(Limits(connections=20, connections_of_address=10))
    with ExitStack() as stack:
        for number in range(60):
            address = f"{number % 3}"
            with suppress(TooManyError):
                stack.enter_context(limiter.connection(RateKey(address, f"{number}")))
        assert set(limiter.connections_by_address.values()) == {5}
        stack.enter_context(limiter.connection(RateKey("home", "home")))


@asynchronous
async def test_a_few_look_back_at_the_same_time_a_few_wait_and_others_are_told() -> None:
    work_limiter, go = ConcurrencyLimiter(1, 2, 1), asyncio.Event()
    inside: list[str] = []

    async def look(name: str, address: str = "192.0.2.1") -> None:
        async with work_limiter.slot(RateKey(address, name)):
            inside.append(name)
            await go.wait()

    first, second = asyncio.create_task(look("first")), asyncio.create_task(look("second"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert inside == ["first"]
    with pytest.raises(TooManyError) as caught:
        await look("third")
    assert caught.value.seconds == limits.RETRY_WHEN_BUSY
    other = asyncio.create_task(look("other", "192.0.2.2"))
    await asyncio.sleep(0)
    with pytest.raises(TooManyError):
        await look("another", "192.0.2.3")  # there are too many altogether
    go.set()
    await asyncio.gather(first, second, other)
    await look("fourth")
    assert inside == ["first", "other", "second", "fourth"]


def test_a_program_takes_turns_by_itself_wherever_it_comes_from() -> None:
    assert RateKey("192.0.2.1", "a").party == RateKey("192.0.2.1", "b").party
    assert RateKey("192.0.2.1", "p", program=True).party == "p"


# --- several nodes ---


class Programs:
    """Programs that listen, as far as they are told of."""

    def __init__(self, *listening: str) -> None:
        self.listening = [*listening]
        self.elsewhere: frozenset[str] = frozenset()

    def set_remote_programs(self, ids: frozenset[str]) -> None:
        self.elsewhere = ids


def exchange(*sharings: NodeSharing) -> None:
    """Let each tell all others."""
    told = {str(number): sharing.export() for number, sharing in enumerate(sharings)}
    for number, sharing in enumerate(sharings):
        sharing.apply({node: text for node, text in told.items() if node != str(number) and text})


def let_in(limiter: RateLimiter, rate_key: RateKey) -> int:
    """Send requests until one is refused; return how many were not."""
    for number in range(10_000):
        try:
            limiter.request(rate_key)
        except TooManyError:
            return number
    raise AssertionError("there is no end")


def test_who_spreads_requests_over_nodes_has_one_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    fast = (1_000.0, 10_000)
    limiters = [
        RateLimiter(Limits(requests=fast, requests_of_address=(2.0, 100))) for _ in range(3)
    ]
    sharings = [NodeSharing(limiter, Programs()) for limiter in limiters]
    visitor, neighbour = RateKey("192.0.2.1", "s"), RateKey("192.0.2.2", "t")
    assert [let_in(limiter, visitor) for limiter in limiters] == [100] * 3
    total = 300
    for _ in range(1_000):
        exchange(*sharings)
        clock.now += 1
        total += sum(let_in(limiter, visitor) for limiter in limiters)
    # At once each of them gave what fits in, and in the long run all of them what one may give.
    assert 2 * 1_000 - 300 <= total <= 2 * 1_000 + 300
    assert let_in(limiters[0], neighbour) == 100


def test_people_are_told_of_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    here, there = RateLimiter(Limits()), RateLimiter(Limits())
    sender, receiver = NodeSharing(here, Programs()), NodeSharing(there, Programs())
    visitor = RateKey("192.0.2.1", "s")
    for _ in range(20):
        here.request(visitor)
        with here.connection(visitor):
            assert sender.export() == ""
    for _ in range(60):
        here.request(visitor)
    told = sender.export()
    assert "192.0.2.1" not in told
    receiver.apply({"a": told})
    assert let_in(there, visitor) == 120
    clock.now += 100
    assert sender.export() == ""


def test_the_connections_of_an_address_count_at_all_nodes() -> None:
    limiters = [RateLimiter(Limits(connections_of_address=10)) for _ in range(2)]
    sharings = [NodeSharing(limiter, Programs()) for limiter in limiters]
    visitor = RateKey("192.0.2.1", "s")
    with ExitStack() as here:
        for _ in range(9):
            here.enter_context(limiters[0].connection(visitor))
        exchange(*sharings)
        with limiters[1].connection(visitor), pytest.raises(TooManyError):
            limiters[1].connection(visitor).__enter__()
        with limiters[1].connection(RateKey("192.0.2.2", "t")):
            pass
    exchange(*sharings)
    with ExitStack() as there:
        for _ in range(10):
            there.enter_context(limiters[1].connection(visitor))


def test_programs_that_listen_at_one_node_are_known_to_all() -> None:
    programs = Programs("a", "b"), Programs("b"), Programs()
    first, second, third = (NodeSharing(RateLimiter(Limits()), one) for one in programs)
    assert third.export() == ""
    exchange(first, second, third)
    assert [one.elsewhere for one in programs] == [{"b"}, {"a", "b"}, {"a", "b"}]
    exchange(second, third)  # the first is gone, and what it has told with it
    assert programs[2].elsewhere == {"b"}
    third.apply({"one": '{"spent": {}, "connections": {}}'})  # of a version that knows nothing
    assert programs[2].elsewhere == frozenset()


def test_what_a_node_of_another_version_tells_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Clock(monkeypatch)  # else one more is let in wherever the machine is slow
    limiter = RateLimiter(Limits())
    sharing = NodeSharing(limiter, Programs())
    later = '{"spent": {"something new": {"x": 1}}, "connections": {}, "more": 1}'
    sharing.apply({"a": "?", "b": '{"spent": 1}', "c": later})
    assert let_in(limiter, RateKey("192.0.2.1", "s")) == 200


@asynchronous
async def test_what_one_node_has_let_in_is_known_to_another_after_a_moment(postgres: str) -> None:
    limiters = RateLimiter(Limits()), RateLimiter(Limits())
    visitor = RateKey("192.0.2.1", "s")
    async with PostgresStore(postgres), Leases(postgres, "a") as a, Leases(postgres, "b") as b:
        for leases, limiter in zip((a, b), limiters, strict=True):
            sharing = NodeSharing(limiter, Programs())
            leases.share(sharing.export, sharing.apply)
        for _ in range(6):
            limiters[0].mail(visitor)

        def known() -> bool:
            return limiters[1].buckets["mails"].of(visitor.address).take(0.001) > 0

        async with asyncio.timeout(120):
            while not known():  # noqa: ASYNC110  # two clocks beat: nothing tells of it
                await asyncio.sleep(0.05)
        with pytest.raises(TooManyError):
            limiters[1].mail(visitor)


def test_a_server_lets_other_nodes_know_what_is_spent(tmp_path: Path) -> None:
    class Listening(SingleServer):
        def share(self, _: SharedStateSource, __: SharedStateHandler) -> None:
            self.tells = _

    ownership = Listening()
    with site_at(tmp_path / "test.db", ownership=ownership) as site:
        assert ownership.tells() == ""
        visitor = site.visitor()
        for _ in range(10):
            visitor.opens("bauab", me("Anna"), OPEN)
        assert "tables of sessions" in ownership.tells()


def test_an_address_puts_a_few_tables_on_the_list_and_any_number_beside_it(tmp_path: Path) -> None:
    bounds = Limits(listed_of_address=(0.001, 2))
    with site_at(tmp_path / "test.db", limits=bounds) as site:
        for _ in range(2):
            site.visitor().opens("bauab", me("Anna"), OPEN, listed=True)
        anna = site.visitor()
        wanted = {"game": "bauab", "chairs": [me("Anna"), OPEN], "listed": True}
        refused = anna.ask("POST", "/api/matches", json=wanted)
        assert refused.status_code == 429
        assert refused.json()["phrase"]["key"] == "problem-listed-too-fast"
        assert int(refused.headers["retry-after"]) > 100
        anna.opens("bauab", me("Anna"), OPEN)
        assert len(anna.get("/api/matches")["open"]) == 2
