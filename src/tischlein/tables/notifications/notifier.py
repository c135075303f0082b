"""The teller: finds facts to notify about, and sends messages, beside play and never in its way.

A table only says that something has changed. A little later the teller determines the facts and
stores them for each subscription; when they are due, it checks again whether they still hold, and
sends all that waits as one message. Failures are retried after growing pauses.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Collection
from types import TracebackType
from typing import NamedTuple, Self

from tischlein.tables import clocks, ownership
from tischlein.tables.hall import Hall
from tischlein.tables.notifications import following
from tischlein.tables.notifications.facts import Fact, Kind, facts_of
from tischlein.tables.notifications.mail import BouncedError
from tischlein.tables.notifications.push import Signer
from tischlein.tables.notifications.senders import FailedError, GoneError, Keys, Senders, Sending
from tischlein.tables.notifications.subscriptions import (
    Book,
    Channel,
    Claim,
    Settled,
    Subscription,
    Waiting,
)
from tischlein.tables.notifications.wording import News
from tischlein.tables.outages import Outage, level_of
from tischlein.tables.problems import ElsewhereError, NotNowError, TableError, TooManyError
from tischlein.tables.store_errors import StoreError
from tischlein.tables.stored import MatchStatus, SeatKind, StoredMatch
from tischlein.tables.table import Table

log = logging.getLogger(__name__)

_SECOND = 1000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

PAUSE = 1.0
"""Seconds in which changes at tables are collected before they are examined."""
LONGEST_SLEEP = 30.0
"""After this many seconds the teller checks whether anything is due, whatever its clock says."""
FIRST_PAUSE = 30 * _SECOND
"""Before the second try; before each further one it is twice as long."""
LAST_PAUSE = _HOUR
GIVE_UP = _DAY
"""For how long a fact is worth sending."""
LOST = 7 * _DAY
"""After how long without any success a subscription is deleted."""
BOUNCES = 3
"""After how many refusals in a row a mail address is deleted."""
UNCONFIRMED = 2 * _DAY
"""How long a question to a mail address waits for its answer."""
CLAIMED = 2 * _MINUTE
"""How long a message may take before another try begins; sending takes less."""
AT_ONCE = 16
"""Number of simultaneous messages of a channel."""
LAST_WORDS = 10 * _MINUTE
"""How far back to look for ended matches which a node that is gone may not have reported."""
MOST_NOTICED = 20_000
"""Maximal number of matches waiting to be examined; beyond it, storage is asked for the rest."""


class Rhythm(NamedTuple):
    """How facts are collected into messages, in milliseconds."""

    window: int
    """From the first of the facts to the message."""
    rest: int
    """From one message to the next."""


RHYTHMS = {
    Channel.PUSH: Rhythm(15 * _SECOND, _MINUTE),
    Channel.MAIL: Rhythm(2 * _MINUTE, 15 * _MINUTE),
    Channel.WEBHOOK: Rhythm(5 * _SECOND, 5 * _SECOND),
}


class Teller:
    """Notifies a hall's people. Use it as an asynchronous context manager around the hall's."""

    def __init__(
        self, hall: Hall, sending: Sending, *, spread: Callable[[], float] = random.random
    ) -> None:
        """Begin to listen to changes in a hall.

        Parameters
        ----------
        spread
            From 0 to 1: spreads pauses, so that not all retries happen at the same moment.
        """
        self.sending = sending
        self.told: Counter[Channel] = Counter()
        """Messages delivered."""
        self.failed: Counter[Channel] = Counter()
        """Failed tries."""
        self.outages = {channel: Outage(log, f"telling by {channel}") for channel in Channel}
        """Of this server's own sending; an address that does not answer is no outage."""
        self.waiting: dict[Channel, int] = {}
        """Waiting facts, as of the last look."""
        self._hall = hall
        self._spread = spread
        self._noticed: dict[str, None] = {}
        self._missed = True
        """Whether storage has to be asked for facts."""
        self._bereaved = False
        """Whether a node is gone that may have had facts to send."""
        self._something = asyncio.Event()
        self._wake = {channel: asyncio.Event() for channel in Channel}
        self._tidied: int | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._senders: Senders | None = None
        self._keys: Keys | None = None
        hall.news = self.notice
        hall.ownership.hear(ownership.Signal.GONE, self._take_over)

    async def __aenter__(self) -> Self:
        """Load the keys from storage and begin to examine and to send."""
        await self.open()
        self._tasks = [asyncio.create_task(self._watch())]
        self._tasks += [asyncio.create_task(self._serve(channel)) for channel in Channel]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End; waiting messages are in storage."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def open(self) -> None:
        """Load the keys from storage, which creates them at the first start."""
        store = self._hall.store
        signer = Signer(await store.own_secret("push messages"), self.sending.public_url)
        links = await store.own_secret(following.KEY)
        self._keys = Keys(signer, links, await store.own_secret("webhooks"))
        self._senders = Senders(self.sending, self._keys, self._hall.clock)

    @property
    def keys(self) -> Keys:
        """The keys that sign messages."""
        assert self._keys is not None, "the teller has not been opened"
        return self._keys

    @property
    def senders(self) -> Senders:
        """Sends messages."""
        assert self._senders is not None, "the teller has not been opened"
        return self._senders

    @property
    def book(self) -> Book:
        """The subscriptions."""
        return self._hall.store.book

    def notice(self, match_id: str) -> None:
        """Record that something may have changed at a table."""
        if len(self._noticed) >= MOST_NOTICED:
            self._missed = True
        else:
            self._noticed[match_id] = None
        self._something.set()

    # --- finding facts ---

    async def look(self) -> None:
        """Store the facts of all matches with changes."""
        now = self._hall.clock()
        if self._missed:
            self._missed = False
            await self._find_missed(set(MatchStatus) - {MatchStatus.ABANDONED}, now - GIVE_UP)
        elif self._bereaved:
            # Unfinished matches are reported by the node that continues them.
            await self._find_missed({MatchStatus.FINISHED, MatchStatus.ENDED}, now - LAST_WORDS)
        self._bereaved = False
        await self._tidy(now)
        noticed, self._noticed = self._noticed, {}
        for match_id in noticed:
            try:
                await self._look_at(match_id, now)
            except (StoreError, TooManyError) as error:
                log.log(level_of(error), "match %s: nobody is told for now: %s", match_id, error)
                self._noticed[match_id] = None
            except TableError:
                continue  # it has been cleared away, or cannot be loaded
            except Exception:  # one match must not keep the others waiting
                log.exception("match %s: nobody is told", match_id)
        self.waiting = await self.book.counts()

    def _take_over(self, _: str) -> None:
        """Take over the facts of a node that is gone, and its waiting messages."""
        self._bereaved = True
        self._something.set()
        for wake in self._wake.values():
            wake.set()

    async def _find_missed(self, statuses: Collection[MatchStatus], after: int) -> None:
        """Record matches about which a killed server may have had facts to send."""
        for match_id in await self.book.recent(statuses, after):
            self._noticed[match_id] = None

    async def _tidy(self, now: int) -> None:
        if self._tidied is None or abs(now - self._tidied) >= _HOUR:
            self._tidied = now
            await self.book.forget_unconfirmed(now - UNCONFIRMED)

    async def _look_at(self, match_id: str, now: int) -> None:
        async with self._hall.table(match_id) as table:
            sessions = {one for seat in table.match.seats for one in seat.sessions}
            interested = await self.book.interested(match_id, sessions)
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
                await self._note(subscription, table, mine, now)

    async def _note(
        self, subscription: Subscription, table: Table, facts: list[Fact], now: int
    ) -> None:
        due = now + RHYTHMS[subscription.channel].window
        for seen in (False, True):
            these = [fact for fact in facts if _sees(subscription, table, fact) is seen]
            if these and await self.book.note(subscription.id, table.id, these, due, seen=seen):
                self._wake[subscription.channel].set()

    async def _facts(self, table: Table) -> list[Fact]:
        events = await table.events() if table.running else []
        return facts_of(table.match, events, table.awaited, table.changed_at)

    # --- sending messages ---

    async def send(self, channel: Channel) -> int:
        """Send what is due on a channel; return the number of messages."""
        now = self._hall.clock()
        claims = await self.book.claim(channel, now, now + CLAIMED, AT_ONCE)
        await asyncio.gather(*map(self._tell, claims))
        return len(claims)

    async def _tell(self, claim: Claim) -> None:
        subscription, now = claim.subscription, self._hall.clock()
        everything = tuple(claim.waiting)
        try:
            found = [(one, await self._still(subscription, one, now)) for one in everything]
            news = _told_once([one for _, one in found if one is not None])
            if not news:
                await self.book.settle(claim, Settled(done=everything), now)
                return
            if self._hall.clock() >= claim.until:
                return  # this server has slept in the meantime: the message is another's to send
            await self.senders.send(claim, news)
        except GoneError:
            await self._lose(subscription, "nobody is there any more")
        except BouncedError as error:
            log.warning("a mail is refused for its address: %s", error)
            self.failed[subscription.channel] += 1
            if await self.book.bounced(subscription.id) >= BOUNCES:
                await self._lose(subscription, "its mails come back")
            else:
                await self._fail(claim, now)
        except (FailedError, TooManyError) as error:
            if subscription.channel is Channel.MAIL and isinstance(error, FailedError):
                self.outages[Channel.MAIL].failed(error)
            log.info("a message by %s was not sent: %s", subscription.channel, error)
            self.failed[subscription.channel] += 1
            await self._fail(claim, now)
        except StoreError as error:
            # Its claim lapses.
            log.log(level_of(error), "telling by %s: %s", subscription.channel, error)
        except Exception as error:
            self.outages[subscription.channel].broke(error)
            self.failed[subscription.channel] += 1
            await self._fail(claim, now)
        else:
            self.told[subscription.channel] += 1
            self.outages[subscription.channel].works()
            due = now + RHYTHMS[subscription.channel].rest
            await self.book.settle(claim, Settled(done=everything, due=due, sent=True), now)

    async def _still(self, subscription: Subscription, one: Waiting, now: int) -> News | None:
        """Return the news if it still holds, and its reader does not see it anyway."""
        if one.fact.kind not in subscription.kinds or now - one.fact.since > GIVE_UP:
            return None
        try:
            async with self._hall.table(one.match) as table:
                facts = await self._facts(table)
                if not _among(one.fact, facts):
                    return None
                if not _concerns(subscription, table.match, one.fact):
                    return None
                if _sees(subscription, table, one.fact):
                    return None
                return _news(subscription, table.match, one.fact, table.time)
        except ElsewhereError:
            return await self._still_elsewhere(subscription, one)
        except TooManyError:
            raise
        except TableError:
            return None

    async def _still_elsewhere(self, subscription: Subscription, one: Waiting) -> News | None:
        """Return the news of a match at another node, if it still holds by what is stored.

        That node knows who is watching: it records what they see.
        """
        match = await self._hall.store.match(one.match)
        if match.status is MatchStatus.RUNNING:
            try:
                async with self._hall.tables.glance(one.match) as table:
                    events = await self._hall.store.events(one.match, 1, table.number)
                    facts = facts_of(table.match, events, table.awaited)
            except NotNowError:  # it needs rules that only that node has
                facts = [one.fact]
        else:
            facts = facts_of(match, (), ())
        if not _among(one.fact, facts) or not _concerns(subscription, match, one.fact):
            return None
        return _news(subscription, match, one.fact, self._hall.time.now())

    async def _fail(self, claim: Claim, now: int) -> None:
        """Try again later with what is still worth sending then."""
        pause = min(LAST_PAUSE, FIRST_PAUSE << min(claim.tries, 16))
        due = now + round(pause * (0.75 + 0.5 * self._spread()))
        done = tuple(one for one in claim.waiting if due - one.fact.since > GIVE_UP)
        settled = Settled(done=done, due=due, failed=True)
        failing = await self.book.settle(claim, settled, now)
        if failing is not None and now - failing > LOST:
            await self._lose(claim.subscription, "it has failed for days")

    async def _lose(self, subscription: Subscription, reason: str) -> None:
        log.info("a subscription by %s is forgotten: %s", subscription.channel, reason)
        await self.book.unsubscribe(subscription.id)

    # --- beside play ---

    async def _watch(self) -> None:
        outage = Outage(log, "finding out what there is to tell")
        while True:
            if not (self._missed or self._bereaved or self._noticed):
                await _either(self._something, LONGEST_SLEEP)
            await asyncio.sleep(PAUSE)
            self._something.clear()
            try:
                await self.look()
                outage.works()
            except Exception as error:
                outage.note(error)
                self._missed = self._missed or isinstance(error, StoreError)
                await asyncio.sleep(LONGEST_SLEEP)

    async def _serve(self, channel: Channel) -> None:
        outage = Outage(log, f"looking for what is to be told by {channel}")
        while True:
            self._wake[channel].clear()
            try:
                if await self.send(channel) == AT_ONCE:
                    continue
                due = await self.book.next_due(channel, self._hall.clock())
                outage.works()
            except Exception as error:
                outage.note(error)
                due = None
            wait = LONGEST_SLEEP
            if due is not None:
                wait = min(wait, max(0, due - self._hall.clock()) / 1000)
            await _either(self._wake[channel], max(wait, PAUSE))


async def _either(event: asyncio.Event, seconds: float) -> None:
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


def _among(fact: Fact, facts: Collection[Fact]) -> bool:
    """Whether a fact is one of some, whenever it began."""
    return any(fact[:3] == other[:3] for other in facts)


def _sees(subscription: Subscription, table: Table, fact: Fact) -> bool:
    """Whether somebody at the seat has the table open on screen."""
    return not subscription.whole and table.watched(fact.seat)


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
    left = None if clock is None or clock.until is None else clocks.left(clock, time)
    name = names.get(fact.seat, "")
    return News(fact.kind, match.id, match.game, name, others, subscription.whole, left)


def _told_once(news: list[News]) -> list[News]:
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
