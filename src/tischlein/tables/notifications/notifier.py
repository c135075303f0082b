"""Finding facts to notify about, and sending messages, beside play and never in its way.

A table only says that something has changed. A little later the notifier determines the facts and
stores them for each subscription; when they are due, it checks again whether they still hold, and
sends all that waits as one message. Failures are retried after growing pauses.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple, Self

from tischlein.tables import ownership
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.mailbox import RETRY
from tischlein.tables.hall import Hall
from tischlein.tables.match import clocks
from tischlein.tables.match.table import Table
from tischlein.tables.notifications import following
from tischlein.tables.notifications.facts import Fact, Kind, facts_of
from tischlein.tables.notifications.mail import BouncedError
from tischlein.tables.notifications.push import Signer
from tischlein.tables.notifications.senders import (
    FailedError,
    GoneError,
    Keys,
    NotificationSettings,
    Senders,
)
from tischlein.tables.notifications.subscriptions import (
    Channel,
    Claim,
    ClaimResult,
    PendingFact,
    Subscription,
    SubscriptionStore,
)
from tischlein.tables.notifications.wording import News
from tischlein.tables.problems import ElsewhereError, NotNowError, TableError, TooManyError
from tischlein.tables.storage.outages import Outage, log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import MatchStatus, SeatKind, StoredMatch

log = logging.getLogger(__name__)

_SECOND = 1000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

COLLECT_FOR = 1.0
"""Seconds in which changes at tables are collected before they are examined."""
POLL_EVERY = 30.0
"""After this many seconds the notifier checks whether anything is due, whatever its clock says."""
FIRST_BACKOFF = 30 * _SECOND
"""Before the second try; before each further one it is twice as long."""
LONGEST_BACKOFF = _HOUR
GIVE_UP_AFTER = _DAY
"""For how long a fact is worth sending."""
DROP_AFTER = 7 * _DAY
"""After how long without any success a subscription is deleted."""
MOST_BOUNCES = 3
"""After how many refusals in a row a mail address is deleted."""
CONFIRM_WITHIN = 2 * _DAY
"""How long a question to a mail address waits for its answer."""
LEASE = 2 * _MINUTE
"""How long a message may take before another try begins; sending takes less."""
CONCURRENT = 16
"""Number of simultaneous messages of a channel."""
ENDED_WITHIN = 10 * _MINUTE
"""How far back to look for ended matches which a node that is gone may not have reported."""
MOST_CHANGED = 20_000
"""Maximal number of matches waiting to be examined; beyond it, storage is asked for the rest."""


class BatchTiming(NamedTuple):
    """How facts are collected into messages, in milliseconds."""

    window: int
    """From the first of the facts to the message."""
    pause: int
    """From one message to the next."""


BATCH_TIMINGS = {
    Channel.PUSH: BatchTiming(15 * _SECOND, _MINUTE),
    Channel.MAIL: BatchTiming(2 * _MINUTE, 15 * _MINUTE),
    Channel.WEBHOOK: BatchTiming(5 * _SECOND, 5 * _SECOND),
}


class Notifier:
    """Notifies a hall's people. Use it as an asynchronous context manager around the hall's."""

    def __init__(
        self,
        hall: Hall,
        settings: NotificationSettings,
        *,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """Begin to listen to changes in a hall.

        Parameters
        ----------
        jitter
            Returns a number from 0 to 1 that spreads pauses, so that not all retries happen at the
            same moment.
        """
        self.settings = settings
        self.delivered: Counter[Channel] = Counter()
        """Messages delivered."""
        self.failed: Counter[Channel] = Counter()
        """Failed tries."""
        self.outages = {channel: Outage(log, f"telling by {channel}") for channel in Channel}
        """Of this server's own sending; an address that does not answer is no outage."""
        self.waiting: dict[Channel, int] = {}
        """Waiting facts, when facts were last looked for."""
        self._hall = hall
        self._jitter = jitter
        self._changed: dict[str, None] = {}
        self._missed = True
        """Whether storage has to be asked for facts."""
        self._node_lost = False
        """Whether a node is gone that may have had facts to send."""
        self._any_change = asyncio.Event()
        self._wake = {channel: asyncio.Event() for channel in Channel}
        self._cleaned_up: int | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._senders: Senders | None = None
        self._keys: Keys | None = None
        hall.on_match_change = self.note_change
        hall.ownership.subscribe(ownership.Signal.GONE, self._take_over)

    async def __aenter__(self) -> Self:
        """Load the keys from storage and begin to examine and to send."""
        await self.open()
        self._tasks = [asyncio.create_task(self._find_loop())]
        self._tasks += [asyncio.create_task(self._send_loop(channel)) for channel in Channel]
        return self

    async def __aexit__(self, *_: object) -> None:
        """End; waiting messages are in storage."""
        await cancel_and_wait(*self._tasks)

    async def open(self) -> None:
        """Load the keys from storage, which creates them at the first start."""
        store = self._hall.store
        signer = Signer(await store.own_secret("push messages"), self.settings.public_url)
        links = await store.own_secret(following.LINK_KEY)
        self._keys = Keys(signer, links, await store.own_secret("webhooks"))
        self._senders = Senders(self.settings, self._keys, self._hall.clock)

    @property
    def keys(self) -> Keys:
        """The keys that sign messages."""
        assert self._keys is not None, "the notifier has not been opened"
        return self._keys

    @property
    def senders(self) -> Senders:
        """Sends messages."""
        assert self._senders is not None, "the notifier has not been opened"
        return self._senders

    @property
    def subscriptions(self) -> SubscriptionStore:
        """The subscriptions."""
        return self._hall.store.subscriptions

    def note_change(self, match_id: str) -> None:
        """Record that something may have changed at a table."""
        if len(self._changed) >= MOST_CHANGED:
            self._missed = True
        else:
            self._changed[match_id] = None
        self._any_change.set()

    # --- finding facts ---

    async def find_facts(self) -> None:
        """Store the facts of all matches with changes."""
        now = self._hall.clock()
        if self._missed:
            self._missed = False
            await self._find_missed(set(MatchStatus) - {MatchStatus.ABANDONED}, now - GIVE_UP_AFTER)
        elif self._node_lost:
            # Unfinished matches are reported by the node that continues them.
            await self._find_missed({MatchStatus.FINISHED, MatchStatus.ENDED}, now - ENDED_WITHIN)
        self._node_lost = False
        await self._clean_up(now)
        noticed, self._changed = self._changed, {}
        for match_id in noticed:
            try:
                await self._find_facts_of(match_id, now)
            except (StoreError, TooManyError) as error:
                log.log(log_level(error), "match %s: nobody is told for now: %s", match_id, error)
                self._changed[match_id] = None
            except TableError:
                continue  # it has been cleared away, or cannot be loaded
            except Exception:  # one match must not keep the others waiting
                log.exception("match %s: nobody is told", match_id)
        self.waiting = await self.subscriptions.pending_counts()

    def _take_over(self, _: str) -> None:
        """Take over the facts of a node that is gone, and its waiting messages."""
        self._node_lost = True
        self._any_change.set()
        for wake in self._wake.values():
            wake.set()

    async def _find_missed(self, statuses: Collection[MatchStatus], after: int) -> None:
        """Record matches about which a killed server may have had facts to send."""
        for match_id in await self.subscriptions.recent_matches(statuses, after):
            self._changed[match_id] = None

    async def _clean_up(self, now: int) -> None:
        if self._cleaned_up is None or abs(now - self._cleaned_up) >= _HOUR:
            self._cleaned_up = now
            await self.subscriptions.forget_unconfirmed(now - CONFIRM_WITHIN)

    async def _find_facts_of(self, match_id: str, now: int) -> None:
        async with self._hall.table(match_id) as table:
            sessions = {one for seat in table.match.seats for one in seat.sessions}
            interested = await self.subscriptions.concerning(match_id, sessions)
            if not interested:
                return
            facts = await self._facts(table)
            for subscription in interested:
                mine = [
                    fact
                    for fact in facts
                    if _concerns(subscription, table.match, fact)
                    and fact.since >= subscription.created
                ]
                await self._record(subscription, table, mine, now)

    async def _record(
        self, subscription: Subscription, table: Table, facts: list[Fact], now: int
    ) -> None:
        due = now + BATCH_TIMINGS[subscription.channel].window
        for seen in (False, True):
            these = [fact for fact in facts if _sees(subscription, table, fact) is seen]
            if these and await self.subscriptions.record(
                subscription.id, table.id, these, due, seen=seen
            ):
                self._wake[subscription.channel].set()

    async def _facts(self, table: Table) -> list[Fact]:
        events = await table.events() if table.running else []
        return facts_of(table.match, events, table.awaited, table.changed_at)

    # --- sending messages ---

    async def send(self, channel: Channel) -> int:
        """Send what is due on a channel; return the number of messages."""
        now = self._hall.clock()
        claims = await self.subscriptions.claim(channel, now, now + LEASE, CONCURRENT)
        await asyncio.gather(*map(self._send_claim, claims))
        return len(claims)

    async def _send_claim(self, claim: Claim) -> None:
        subscription, now = claim.subscription, self._hall.clock()
        everything = tuple(claim.pending)
        try:
            found = [(one, await self._current_news(subscription, one, now)) for one in everything]
            news = _without_implied([one for _, one in found if one is not None])
            if not news:
                await self.subscriptions.complete(claim, ClaimResult(done=everything), now)
                return
            if self._hall.clock() >= claim.until:
                return  # this server has slept in the meantime: the message is another's to send
            await self.senders.send(claim, news)
        except GoneError:
            await self._drop(subscription, "nobody is there any more")
        except BouncedError as error:
            log.warning("a mail is refused for its address: %s", error)
            self.failed[subscription.channel] += 1
            if await self.subscriptions.count_bounce(subscription.id) >= MOST_BOUNCES:
                await self._drop(subscription, "its mails come back")
            else:
                await self._retry_later(claim, now)
        except (FailedError, TooManyError) as error:
            if subscription.channel is Channel.MAIL and isinstance(error, FailedError):
                self.outages[Channel.MAIL].record_failure(error)
            log.info("a message by %s was not sent: %s", subscription.channel, error)
            self.failed[subscription.channel] += 1
            await self._retry_later(claim, now)
        except StoreError as error:
            # Its claim lapses.
            log.log(log_level(error), "telling by %s: %s", subscription.channel, error)
        except Exception as error:
            self.outages[subscription.channel].record_fault(error)
            self.failed[subscription.channel] += 1
            await self._retry_later(claim, now)
        else:
            self.delivered[subscription.channel] += 1
            self.outages[subscription.channel].record_success()
            due = now + BATCH_TIMINGS[subscription.channel].pause
            await self._record_sent(claim, ClaimResult(done=everything, due=due, sent=True), now)

    async def _record_sent(self, claim: Claim, result: ClaimResult, now: int) -> None:
        """Record that a message was sent, as soon as storage can: else it would be sent again."""
        while True:
            try:
                await self.subscriptions.complete(claim, result, now)
            except StoreError:
                if self._hall.clock() >= claim.until:
                    raise  # another try may have begun
                await asyncio.sleep(RETRY)
            else:
                return

    async def _current_news(
        self, subscription: Subscription, one: PendingFact, now: int
    ) -> News | None:
        """Return the news if it still holds, and its reader does not see it anyway."""
        if one.fact.kind not in subscription.kinds or now - one.fact.since > GIVE_UP_AFTER:
            return None
        try:
            async with self._hall.table(one.match) as table:
                facts = await self._facts(table)
                if not _contains(one.fact, facts):
                    return None
                if not _concerns(subscription, table.match, one.fact):
                    return None
                if _sees(subscription, table, one.fact):
                    return None
                return _news(subscription, table.match, one.fact, table.time)
        except ElsewhereError:
            return await self._stored_news(subscription, one)
        except TooManyError:
            raise
        except TableError:
            return None

    async def _stored_news(self, subscription: Subscription, one: PendingFact) -> News | None:
        """Return the news of a match at another node, if it still holds by what is stored.

        That node knows who is watching: it records what they see.
        """
        match = await self._hall.store.match(one.match)
        if match.status is MatchStatus.RUNNING:
            try:
                async with self._hall.tables.lend_read_only(one.match) as table:
                    events = await self._hall.store.events(one.match, 1, table.number)
                    facts = facts_of(table.match, events, table.awaited)
            except NotNowError:  # it needs rules that only that node has
                facts = [one.fact]
        else:
            facts = facts_of(match, (), ())
        if not _contains(one.fact, facts) or not _concerns(subscription, match, one.fact):
            return None
        return _news(subscription, match, one.fact, self._hall.time.now())

    async def _retry_later(self, claim: Claim, now: int) -> None:
        """Try again later with what is still worth sending then."""
        pause = min(LONGEST_BACKOFF, FIRST_BACKOFF << min(claim.tries, 16))
        due = now + round(pause * (0.75 + 0.5 * self._jitter()))
        done = tuple(one for one in claim.pending if due - one.fact.since > GIVE_UP_AFTER)
        result = ClaimResult(done=done, due=due, failed=True)
        failing = await self.subscriptions.complete(claim, result, now)
        if failing is not None and now - failing > DROP_AFTER:
            await self._drop(claim.subscription, "it has failed for days")

    async def _drop(self, subscription: Subscription, reason: str) -> None:
        log.info("a subscription by %s is forgotten: %s", subscription.channel, reason)
        await self.subscriptions.unsubscribe(subscription.id)

    # --- beside play ---

    async def _find_loop(self) -> None:
        outage = Outage(log, "finding out what there is to tell")
        while True:
            if not (self._missed or self._node_lost or self._changed):
                await _wait_for(self._any_change, POLL_EVERY)
            await asyncio.sleep(COLLECT_FOR)
            self._any_change.clear()
            try:
                await self.find_facts()
                outage.record_success()
            except Exception as error:
                outage.record(error)
                self._missed = self._missed or isinstance(error, StoreError)
                await asyncio.sleep(POLL_EVERY)

    async def _send_loop(self, channel: Channel) -> None:
        outage = Outage(log, f"looking for what is to be told by {channel}")
        while True:
            self._wake[channel].clear()
            try:
                if await self.send(channel) == CONCURRENT:
                    continue
                due = await self.subscriptions.next_due(channel, self._hall.clock())
                outage.record_success()
            except Exception as error:
                outage.record(error)
                due = None
            wait = POLL_EVERY
            if due is not None:
                wait = min(wait, max(0, due - self._hall.clock()) / 1000)
            await _wait_for(self._wake[channel], max(wait, COLLECT_FOR))


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, or for this many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def _concerns(subscription: Subscription, match: StoredMatch, fact: Fact) -> bool:
    """Whether a subscription covers a fact."""
    if fact.kind not in subscription.kinds:
        return False
    if subscription.whole:  # a device that was removed no longer hosts
        return subscription.owner == match.host
    return subscription.owner in match.seats[fact.seat].sessions


def _contains(fact: Fact, facts: Collection[Fact]) -> bool:
    """Whether a fact is one of some, whenever it began."""
    return any(fact[:3] == other[:3] for other in facts)


def _sees(subscription: Subscription, table: Table, fact: Fact) -> bool:
    """Whether somebody at the seat has the table open on screen."""
    return not subscription.whole and table.is_on_screen(fact.seat)


def _news(subscription: Subscription, match: StoredMatch, fact: Fact, time: int) -> News:
    """Return the message about a fact; `time` is the server's own."""
    names = {seat: stored.name for seat, stored in enumerate(match.seats) if stored.name}
    mine = match.seats[fact.seat].sessions
    others = tuple(
        name
        for seat, name in names.items()
        if seat != fact.seat
        and (fact.kind is not Kind.INVITED or match.seats[seat].kind is SeatKind.PERSON)
        and not (set(mine) & set(match.seats[seat].sessions))
    )
    clock = None if match.clocks is None else match.clocks.seats[fact.seat]
    left = None if clock is None or clock.until is None else clocks.time_left(clock, time)
    name = names.get(fact.seat, "")
    return News(fact.kind, match.id, match.game, name, others, subscription.whole, left)


def _without_implied(news: list[News]) -> list[News]:
    """Drop news implied by others: that it is a player's turn, or that the match is over."""
    pressing = {(one.match, one.name) for one in news if one.kind is Kind.DEADLINE}
    kept: dict[tuple[str, Kind, str], News] = {}
    for one in news:
        if one.kind is Kind.TURN and (one.match, one.name) in pressing:
            continue
        # Several seats of one person at one table are mentioned once.
        name = one.name if one.whole and one.kind is not Kind.OVER else ""
        kept.setdefault((one.match, one.kind, name), one)
    return list(kept.values())
