"""How much and how fast: what counts as one address, who pays, and when to try again."""

import asyncio
import time

import pytest

from tests.tables.playing import asynchronous
from tischlein.tables.problems import TooManyError
from tischlein.web import limits
from tischlein.web.limits import Bucket, Buckets, Door, Limits, Payer, Turnstile, network_of


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
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_is_one_of_the_old_kind_or_a_network_of_the_new(host: str, network: str) -> None:
    assert network_of(host) == network


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


def test_a_session_that_is_refused_costs_its_neighbours_nothing() -> None:
    door = Door(Limits(requests=(0.001, 1), requests_of_address=(0.001, 3)))
    wild = Payer("school", "wild")
    door.request(wild)
    for _ in range(10):
        with pytest.raises(TooManyError) as caught:
            door.request(wild)
        assert 900 < caught.value.seconds <= 1000
    door.request(Payer("school", "second"))
    door.request(Payer("school", "third"))
    with pytest.raises(TooManyError):
        door.request(Payer("school", "fourth"))
    door.request(Payer("home", "wild too"))
    assert door.refused == 11


def test_connections_are_counted_by_address_as_long_as_they_are_open() -> None:
    door = Door(Limits(connections=3, connections_of_address=2))
    here, there = Payer("here", "a"), Payer("there", "b")
    with door.connection(here), door.connection(here):
        with pytest.raises(TooManyError, match="address-connections"), door.connection(here):
            pass
        with door.connection(there):
            assert door.connections == 3
            with pytest.raises(TooManyError, match="server-full"), door.connection(there):
                pass
    assert door.connections == 0
    with door.connection(here):
        assert door.connections == 1


@asynchronous
async def test_a_few_look_back_at_the_same_time_a_few_wait_and_others_are_told() -> None:
    turnstile, go = Turnstile(1, 1), asyncio.Event()
    inside: list[str] = []

    async def look(name: str) -> None:
        async with turnstile.turn():
            inside.append(name)
            await go.wait()

    first, second = asyncio.create_task(look("first")), asyncio.create_task(look("second"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert inside == ["first"]
    with pytest.raises(TooManyError) as caught:
        await look("third")
    assert caught.value.seconds == limits.BUSY
    go.set()
    await asyncio.gather(first, second)
    await look("fourth")
    assert inside == ["first", "second", "fourth"]
