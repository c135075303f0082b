"""Notifications where several servers share a database: once, whichever of them sends or dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tests.tables.members import Member, member
from tests.tables.notifying_hall import SECOND, SITE, Clock, NotifyingHall
from tests.tables.playing import ANNA, BEN, asynchronous, random_player, two_at_bauab, until
from tests.tables.receivers import HERE, Browser, link_in, listening, receiving_mail
from tests.tables.waiting import eventually
from tischlein.tables.hall import Hall
from tischlein.tables.notifications import notifier as telling
from tischlein.tables.notifications import public_hosts
from tischlein.tables.notifications.following import follow_link
from tischlein.tables.notifications.links import LinkAction
from tischlein.tables.notifications.mail import MailServer
from tischlein.tables.notifications.notifier import BATCH_TIMINGS, Notifier
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.notifications.subscriptions import Channel

SHORT = 1.0
"""Seconds: a lease of whom hears soon what has become of the other."""
LONG = 1_000.0
FOREVER = 3600.0


class Node(NotifyingHall):
    """A node, whose notifier looks and sends when a test says so."""

    def __init__(self, member: Member, hall: Hall, notifier: Notifier, clock: Clock) -> None:
        super().__init__(hall, notifier, clock)
        self.lapse = member.lapse
        self.wake = member.wake
        self.lost = member.lost

    async def opens(self) -> str:
        """Open a table, and stay at it: one that nobody is at is soon anybody's."""
        match = await two_at_bauab(self.hall)
        async with self.hall.table(match) as table:
            table.connect(ANNA)
        return match

    async def finds(self, channel: Channel, count: int = 1) -> None:
        """Look until so much waits on a channel."""
        while True:
            await self.notifier.find_facts()
            if self.notifier.waiting.get(channel, 0) >= count:
                return
            await asyncio.sleep(0.02)


@asynccontextmanager
async def two_nodes(
    address: str,
    leases: tuple[float, float] = (LONG, LONG),
    server: MailServer | None = None,
) -> AsyncIterator[tuple[Node, Node]]:
    """Open two halls on one database, which share a clock that only the test sets."""
    clock, nodes = Clock(), []
    async with AsyncExitStack() as stack:
        for name, lease in zip("ab", leases, strict=True):
            joined = await stack.enter_async_context(member(address, name, lease))
            hall = Hall(
                joined.store,
                clock=clock,
                make_player=random_player,
                pause=0.0,
                ownership=joined.leases,
            )
            await stack.enter_async_context(hall)
            notifier = Notifier(hall, NotificationSettings(SITE, server, HERE), jitter=lambda: 0.5)
            await notifier.open()
            nodes.append(Node(joined, hall, notifier, clock))
        here, there = nodes
        yield here, there


async def both(here: Node, there: Node, channel: Channel) -> int:
    """Have both nodes send what is due at the same time; return how many messages that were."""
    return sum(await asyncio.gather(here.notifier.send(channel), there.notifier.send(channel)))


@asynchronous
async def test_whichever_node_sends_a_message_it_goes_once(postgres: str) -> None:
    with listening() as service, listening() as hook, receiving_mail() as (mailbox, server):
        async with two_nodes(postgres, server=server) as (here, there):
            match = await here.opens()
            await there.pushes_to(BEN, Browser(service))
            await there.subscribes(BEN, Channel.WEBHOOK, hook.url)
            await there.subscribes(BEN, Channel.MAIL, "ben@example.net")
            await follow_link(
                here.hall.store, LinkAction.CONFIRM, link_in(mailbox.mails.pop(), "confirm")
            )
            for turns in (1, 2, 3):
                await here.acts(match)  # Anna
                for node in (here, there):
                    await node.notifier.find_facts()
                here.clock.now += max(
                    rhythm.pause + rhythm.window for rhythm in BATCH_TIMINGS.values()
                )
                for channel in Channel:
                    assert await both(here, there, channel) == 1
                told = len(service.received), len(hook.received), len(mailbox.mails)
                assert told == (turns,) * 3
                await here.acts(match)  # Ben


@asynchronous
async def test_a_node_tells_nobody_who_sees_the_table_at_another_or_has_moved_there(
    postgres: str,
) -> None:
    with listening() as service:
        async with two_nodes(postgres) as (here, there):
            match = await here.opens()
            await here.subscribes(BEN, Channel.WEBHOOK, service.url)

            async def sent_there() -> int:
                here.clock.now += sum(BATCH_TIMINGS[Channel.WEBHOOK])
                assert await there.notifier.send(Channel.WEBHOOK) <= 1
                return len(service.received)

            async with here.hall.table(match) as table:
                table.open_window(BEN)  # he has it open
                await here.acts(match)
                await here.notifier.find_facts()
                assert await sent_there() == 0
                table.close_window(BEN)
                assert await sent_there() == 0

                await here.acts(match)
                await here.acts(match)
                await here.finds(Channel.WEBHOOK)
                table.open_window(BEN)  # he opens it before the message goes
                await here.notifier.find_facts()
                table.close_window(BEN)
                assert await sent_there() == 0

            await here.acts(match)
            await here.acts(match)
            await here.finds(Channel.WEBHOOK)
            await here.acts(match)  # he has moved without looking
            assert await sent_there() == 0

            await here.acts(match)
            await here.finds(Channel.WEBHOOK)
            assert await sent_there() == 1


@asynchronous
async def test_what_a_node_that_dies_has_not_told_another_tells_once(postgres: str) -> None:
    with listening() as service:
        async with two_nodes(postgres, (LONG, SHORT)) as (here, there):
            going_on = await here.opens()
            ended = await here.opens()
            await here.subscribes(BEN, Channel.WEBHOOK, f"{service.url}/one", match=going_on)
            await here.subscribes(BEN, Channel.WEBHOOK, f"{service.url}/other", match=ended)
            await there.notifier.find_facts()
            await here.acts(going_on)
            async with here.hall.table(ended) as table:
                await table.resign(ANNA, 0)
                await until(table, lambda: not table._has_news)
            await here.lapse()  # before anybody has noticed
            await there.finds(Channel.WEBHOOK, 2)
            here.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            assert await there.notifier.send(Channel.WEBHOOK) == 2
            here.wake()
            await eventually(lambda: going_on in here.lost)
            await here.notifier.find_facts()
            here.clock.now += sum(BATCH_TIMINGS[Channel.WEBHOOK])
            assert await both(here, there, Channel.WEBHOOK) == 0
            assert sorted(one.path for one in service.received) == ["/one", "/other"]


@asynchronous
async def test_another_node_tries_again_what_one_that_died_has_tried(postgres: str) -> None:
    with listening() as service:
        async with two_nodes(postgres) as (here, there):
            match = await here.opens()
            await here.subscribes(BEN, Channel.WEBHOOK, service.url)
            await here.acts(match)
            service.statuses = [503, 503]
            assert await here.passes(Channel.WEBHOOK) == 1
            for pause, answered in ((30, 2), (60, 3)):
                here.clock.now += (pause - 1) * SECOND
                assert await there.notifier.send(Channel.WEBHOOK) == 0
                here.clock.now += SECOND
                assert await there.notifier.send(Channel.WEBHOOK) == 1
                assert len(service.received) == answered
            here.clock.now += 3600 * SECOND
            assert await both(here, there, Channel.WEBHOOK) == 0
            assert len({one.headers["webhook-id"] for one in service.received}) == 1


@asynchronous
async def test_a_message_that_two_nodes_have_sent_is_one_and_what_follows_comes_once(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_hosts, "SECONDS", FOREVER)
    with listening() as service:
        async with two_nodes(postgres) as (here, there):
            match = await here.opens()
            await here.subscribes(BEN, Channel.WEBHOOK, service.url)
            await here.acts(match)
            await here.finds(Channel.WEBHOOK)
            here.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            service.stuck.set()
            one = asyncio.create_task(here.notifier.send(Channel.WEBHOOK))
            await asyncio.to_thread(service.arrived.wait)
            here.clock.now += telling.LEASE  # it sleeps while its message is on the way
            other = asyncio.create_task(there.notifier.send(Channel.WEBHOOK))
            await eventually(lambda: len(service.received) == 2)
            service.stuck.clear()
            assert await one == await other == 1
            assert len({sent.headers["webhook-id"] for sent in service.received}) == 1
            await here.acts(match)
            await here.acts(match)
            await here.finds(Channel.WEBHOOK)
            here.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            assert await both(here, there, Channel.WEBHOOK) == 1
            assert len({sent.headers["webhook-id"] for sent in service.received}) == 2


@asynchronous
async def test_a_node_that_wakes_up_sends_nothing_that_is_another_ones_by_then(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening() as service:
        async with two_nodes(postgres) as (here, there):
            match = await here.opens()
            await here.subscribes(BEN, Channel.WEBHOOK, service.url)
            await here.acts(match)
            await here.finds(Channel.WEBHOOK)
            here.clock.now += BATCH_TIMINGS[Channel.WEBHOOK].window
            asleep = _asleep_before_sending(here, monkeypatch)
            one = asyncio.create_task(here.notifier.send(Channel.WEBHOOK))
            await asleep.reached.wait()
            here.clock.now += telling.LEASE
            assert await there.notifier.send(Channel.WEBHOOK) == 1
            asleep.wakes.set()
            await one
            assert len(service.received) == 1
            assert here.notifier.delivered == {}
            assert there.notifier.delivered == {Channel.WEBHOOK: 1}


class _Asleep:
    """Somebody who has come to a point, and goes on from there when told to."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.wakes = asyncio.Event()


def _asleep_before_sending(node: Node, monkeypatch: pytest.MonkeyPatch) -> _Asleep:
    """Let a node sleep when it has found out what there is to send."""
    asleep = _Asleep()
    still: Callable[..., object] = node.notifier._current_news

    async def slept(*given: object) -> object:
        found = await still(*given)  # type: ignore[misc]
        asleep.reached.set()
        await asleep.wakes.wait()
        return found

    monkeypatch.setattr(node.notifier, "_current_news", slept)
    return asleep
