"""A hall whose notifier looks and sends when a test says so, at a time that the test sets."""

from __future__ import annotations

from typing import Any

from tests.tables.playing import accepted, until
from tests.tables.receivers import Browser, Listener
from tischlein.tables.hall import Hall
from tischlein.tables.notifications.notifier import BATCH_TIMINGS, Notifier
from tischlein.tables.notifications.preferences import Preferences
from tischlein.tables.notifications.subscriptions import Channel, Subscription, new_id

SITE = "https://play.example.org"
SECOND = 1000
NOW = 1_790_000_000_000


class Clock:
    """Set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


class NotifyingHall:
    """A hall with a notifier that looks and sends when a test says so."""

    def __init__(self, hall: Hall, notifier: Notifier, clock: Clock) -> None:
        self.hall = hall
        self.notifier = notifier
        self.clock = clock
        self.preferences = Preferences(hall, notifier)

    async def subscribes(
        self, owner: str, channel: Channel, target: str, **more: Any
    ) -> Subscription:
        wanted = Subscription(
            id=new_id(),
            owner=owner,
            channel=channel,
            target=target,
            created=self.clock(),
            **more,
        )
        return await self.preferences.subscribe(wanted, lambda: None)

    async def pushes_to(self, owner: str, browser: Browser, **more: Any) -> Subscription:
        return await self.subscribes(
            owner, Channel.PUSH, browser.endpoint, keys=browser.keys, **more
        )

    async def passes(self, channel: Channel, seconds: float | None = None) -> int:
        """Look, let time pass (as much as news are gathered for) and send what is due."""
        await self.notifier.find_facts()
        window = BATCH_TIMINGS[channel].window if seconds is None else round(seconds * SECOND)
        self.clock.now += window
        return await self.notifier.send(channel)

    async def rests(self, channel: Channel) -> None:
        self.clock.now += BATCH_TIMINGS[channel].pause

    async def rings(self, match: str) -> None:
        """Let the hall do what time brings now."""
        async with self.hall.table(match) as table:
            await self.hall.run_due()
            await until(table, lambda: not table._has_news)

    async def acts(self, match: str) -> None:
        """Let whoever is awaited play to the end of the turn."""
        self.clock.now += SECOND
        async with self.hall.table(match) as table:
            seat = table.awaited[0]
            while table.awaited == (seat,):
                legal = table.legal(seat)
                accepted(await table.act(seat, f"command {table.number}", legal[0]))
            await until(table, lambda: not table._has_news)


def pushed(service: Listener, browser: Browser, notifying: NotifyingHall) -> list[dict[str, Any]]:
    key = notifying.notifier.keys.signer.public
    return [browser.reads(one, key) for one in service.received]
