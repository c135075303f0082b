"""Rate limits: bounds for everything that outsiders can make grow.

Every request and message has a cost. Each is charged twice: to the session that sends it, so that
one runaway browser does not stop its neighbours, and to the address that it comes from, so that
nobody evades that with many sessions. A school behind one address has room for its classes.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from tischlein.tables.fair_queue import FairQueue, Requester
from tischlein.tables.problems import TooManyError

Pace = tuple[float, int]
"""The long-term rate per second, and the burst."""

COST = "cost"
"""The cost of a request, in a handler's ``opt``; by default, one. Static files cost nothing."""
TABLE_COST = "table_cost"
"""Marks handlers that create a new table each time, which is charged separately."""

CONNECTING = 2
"""The cost of a new connection, in requests: it is sent everything."""
BOTS_ONLY_COST = 5
"""The cost of a table of only bots, in tables: nobody waits between its moves."""
NEARLY_FULL = 0.75
"""Above this part of a bucket, nobody else has to know what is taken from it."""
BUSY = 5.0
"""Seconds after which a retry makes sense if all places are taken."""


@dataclass(frozen=True)
class Limits:
    """Generous for people, but finite for runaway programs."""

    body: int = 16_384
    """Bytes in the body of a request, and in a message."""
    requests: Pace = (20.0, 200)
    """The cost of HTTP requests of one session."""
    requests_of_address: Pace = (150.0, 3_000)
    requests_of_program: Pace = (60.0, 600)
    """The cost of requests of a program with an identity of its own; its address pays nothing."""
    tables: Pace = (0.2, 20)
    """Tables opened by one session."""
    tables_of_address: Pace = (1.0, 150)
    listed_of_address: Pace = (0.003, 30)
    """Tables put on the list of those that anybody may join.

    The list shows the newest hundred: a table stays on it for hours, whatever one address does.
    """
    mails_of_address: Pace = (0.002, 6)
    """Mail addresses that one network has requested confirmation for."""
    remarks: Pace = (0.5, 5)
    """Remarks of one viewing session, at all tables."""
    remarks_of_address: Pace = (1.0, 10)
    messages: Pace = (20.0, 100)
    """The cost of messages of one session, over all its connections."""
    messages_of_address: Pace = (500.0, 5_000)
    messages_of_program: Pace = (60.0, 600)
    asking: float = 30.0
    """Seconds within which a request must be complete, from its first byte or the last answer."""
    head: int = 65_536
    """Bytes before the body of a request."""
    open: int = 4_000
    """Connections in all, whatever is sent on them, as far as the system has files for them."""
    open_of_address: int = 800
    connections: int = 2_000
    """Connections to tables and the like in all."""
    connections_of_address: int = 400
    connections_of_program: int = 60
    connections_at_table: int = 100
    """Including players'; but players are admitted beyond it, and viewers are not."""
    connections_of_session: int = 12
    """Connections of one session at one table."""
    lines_of_session: int = 4
    """Other lines of finished matches that are tried at the same time."""
    lines_of_address: int = 30
    outbox: int = 64
    """Messages that may wait for a slow reader before the connection is dropped."""
    replay: int = 200
    """Scenes in one answer."""
    lookers_back: int = 4
    """Replays, records and proofs that are computed at the same time."""
    lookers_back_waiting: int = 96
    lookers_back_waiting_of_party: int = 32
    """Of these, those of one address, or program."""
    words_waiting: int = 128
    """Seats that may wait for words: one is served at a time, since words keep Python busy."""
    words_waiting_of_party: int = 48


class Bucket:
    """A token bucket: a burst, and a long-term rate per second."""

    __slots__ = ("_burst", "_left", "_low", "_rate", "_then", "name", "spent")

    def __init__(
        self, rate: float, burst: float, name: str = "", low: set[Bucket] | None = None
    ) -> None:
        """Fill it; it adds itself to `low` whenever it is not nearly full."""
        self.name = name
        self.spent = 0.0
        """How much has been taken since it was nearly full."""
        self._burst = burst
        self._rate = rate
        self._low = low
        self._left = float(burst)
        self._then = time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """Pay a cost; return 0, or if there is not enough, the seconds until there will be.

        A cost larger than the bucket takes all of a full one.
        """
        self._fill()
        cost = min(cost, self._burst)
        if self._left < cost:
            return (cost - self._left) / self._rate
        self._left -= cost
        self.spent += cost
        if self._low is not None and self._left < NEARLY_FULL * self._burst:
            self._low.add(self)
        return 0.0

    def spend(self, cost: float) -> None:
        """Pay for what was admitted elsewhere; the debt is limited to the bucket's size."""
        self._fill()
        self._left = max(self._left - cost, -self._burst)

    def fills_up(self) -> bool:
        """Whether it is nearly full again; then what has been taken no longer counts."""
        self._fill()
        full = self._left >= NEARLY_FULL * self._burst
        if full:
            self.spent = 0.0
        return full

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now


class Buckets:
    """A bucket for each of many keys; beyond the limit, the longest unused are dropped."""

    def __init__(self, pace: Pace, most: int = 10_000) -> None:
        self._pace = pace
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._low: set[Bucket] = set()

    def of(self, key: str) -> Bucket:
        """Return the bucket of a key."""
        return self.named(name_of(key))

    def named(self, name: str) -> Bucket:
        """Return the bucket of the key with a name (``name_of``)."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(*self._pace, name, self._low)
            if len(self._buckets) > self._most:
                _, forgotten = self._buckets.popitem(last=False)
                self._low.discard(forgotten)
        else:
            self._buckets.move_to_end(name)
        return bucket

    @property
    def spent(self) -> dict[str, float]:
        """What has been taken from the buckets that are not nearly full, by their names."""
        self._low -= {bucket for bucket in self._low if bucket.fills_up()}
        return {bucket.name: bucket.spent for bucket in self._low}


class Payer(NamedTuple):
    """Who pays: a session, and the address that it comes from."""

    address: str
    session: str
    """The hash of a session or a seat's secret; without either, the address again."""
    program: bool = False
    """Whether it is a program with limits of its own, wherever it comes from."""

    @property
    def party(self) -> str:
        """The party that shares turns with others: an address, or such a program."""
        return self.session if self.program else self.address


class Purse(NamedTuple):
    """The two buckets from which a payer pays one kind of cost."""

    session: Bucket
    address: Bucket | None
    """None for programs, whose address pays nothing."""

    def take(self, cost: float = 1.0) -> float:
        """Pay from both; return 0, or the seconds until it could be paid."""
        # The session first: a refusal there must not cost its neighbours anything.
        return self.session.take(cost) or (self.address.take(cost) if self.address else 0.0)


class _Till(NamedTuple):
    """The buckets for one kind of cost: of sessions, addresses and programs."""

    sessions: Buckets
    addresses: Buckets
    programs: Buckets

    def purse(self, payer: Payer) -> Purse:
        """Return the buckets of a payer."""
        if payer.program:
            return Purse(self.programs.of(payer.session), None)
        return Purse(self.sessions.of(payer.session), self.addresses.of(payer.address))


def _till(session: Pace, address: Pace, program: Pace) -> _Till:
    return _Till(Buckets(session), Buckets(address), Buckets(program))


class Door:
    """Everything that is counted by caller: requests, new tables, messages, connections.

    If there are several nodes, all of them count what each has admitted (``web.sharing``).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = _till(
            limits.requests, limits.requests_of_address, limits.requests_of_program
        )
        self._tables = _till(limits.tables, limits.tables_of_address, limits.tables)
        self._remarks = _till(limits.remarks, limits.remarks_of_address, limits.remarks)
        self._messages = _till(
            limits.messages, limits.messages_of_address, limits.messages_of_program
        )
        self._listed = Buckets(limits.listed_of_address)
        self._mails = Buckets(limits.mails_of_address)
        self.buckets = {"listed": self._listed, "mails": self._mails}
        """All of them, by kind of cost and payer."""
        tills = {
            "requests": self._requests,
            "tables": self._tables,
            "remarks": self._remarks,
            "messages": self._messages,
        }
        for kind, till in tills.items():
            for payer, buckets in till._asdict().items():
                self.buckets[f"{kind} of {payer}"] = buckets
        self._connections: Counter[str] = Counter()
        """By the names of addresses."""
        self.elsewhere: Counter[str] = Counter()
        """The same at other nodes."""
        self._lines_of_session: Counter[str] = Counter()
        self._lines_of_address: Counter[str] = Counter()
        self.refused = 0
        """How many times a caller was told to wait."""

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return self._connections.total()

    @property
    def connections_of(self) -> Mapping[str, int]:
        """The number of connections by addresses' names (``name_of``)."""
        return self._connections

    def request(self, payer: Payer, cost: float = 1.0) -> None:
        """Admit a request (TooManyError)."""
        self._pay(self._requests.purse(payer), cost)

    def table(self, payer: Payer, cost: float = 1.0) -> None:
        """Admit the opening of a table (TooManyError)."""
        self._pay(self._tables.purse(payer), cost)

    def remark(self, payer: Payer) -> None:
        """Admit a viewer's remark (TooManyError)."""
        self._pay(self._remarks.purse(payer), 1.0, "talk-too-fast")

    def listed(self, payer: Payer) -> None:
        """Admit a table to the list of those that anybody may join (TooManyError)."""
        if not payer.program:
            self._pay_at(self._listed.of(payer.address), "listed-too-fast")

    def mail(self, payer: Payer) -> None:
        """Admit a confirmation request to a mail address (TooManyError)."""
        self._pay_at(self._mails.of(payer.address), "too-fast")

    def messages(self, payer: Payer) -> Purse:
        """Return the purse for a connection's messages."""
        return self._messages.purse(payer)

    @contextmanager
    def connection(self, payer: Payer) -> Iterator[None]:
        """Count a connection as long as it is open.

        Raises
        ------
        TooManyError
            If there are too many already, of this address or in all.
        """
        full = self.connections >= self.limits.connections
        limits = self.limits
        most = limits.connections_of_program if payer.program else limits.connections_of_address
        name = name_of(payer.address)
        if full or self._connections[name] + self.elsewhere[name] >= most:
            self.refused += 1
            raise too_many("server-full" if full else "address-connections", BUSY)
        self._connections[name] += 1
        try:
            yield
        finally:
            self._connections[name] -= 1
            if not self._connections[name]:
                del self._connections[name]

    @contextmanager
    def line(self, payer: Payer) -> Iterator[None]:
        """Count another line as long as it is being tried (TooManyError)."""
        limits = self.limits
        places = (
            (self._lines_of_session, payer.session, limits.lines_of_session),
            (self._lines_of_address, payer.address, limits.lines_of_address),
        )
        if any(taken[key] >= most for taken, key, most in places):
            self.refused += 1
            raise too_many("lines", BUSY)
        for taken, key, _ in places:
            taken[key] += 1
        try:
            yield
        finally:
            for taken, key, _ in places:
                taken[key] -= 1
                if not taken[key]:
                    del taken[key]

    def _pay(self, purse: Purse, cost: float, problem: str = "too-fast") -> None:
        if cost:
            self._pay_at(purse, problem, cost)

    def _pay_at(self, purse: Purse | Bucket, problem: str, cost: float = 1.0) -> None:
        wait = purse.take(cost)
        if wait:
            self.refused += 1
            raise too_many(problem, wait)


class Turnstile:
    """Admits a few callers at a time to work that needs much processor time; a few more wait.

    Addresses take turns, so that none keeps the others waiting.
    """

    def __init__(self, inside: int, waiting: int, waiting_of_party: int) -> None:
        self._queue = FairQueue(inside)
        self._most = inside + waiting
        self._most_of_party = inside + waiting_of_party

    @asynccontextmanager
    async def turn(self, payer: Payer) -> AsyncIterator[None]:
        """Wait for a place, and keep it.

        Raises
        ------
        TooManyError
            If too many wait already, of the same party or in all.
        """
        queue, party = self._queue, payer.party
        if queue.pending >= self._most or queue.pending_of(party) >= self._most_of_party:
            raise too_many("busy", BUSY)
        async with queue.slot(Requester(party)):
            yield


def name_of(key: str) -> str:
    """Return the name of a key, here and between nodes: addresses of visitors are not shared."""
    return blake2b(key.encode(), digest_size=9).hexdigest()


def too_many(key: str, seconds: float) -> TooManyError:
    """Return the refusal that says after how many seconds to try again, at most a day."""
    return TooManyError(key, seconds=max(1, math.ceil(min(seconds, 86_400.0))))


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /56 of an IPv6 one.

    That is what a household is given (RIPE-690): each of its devices can have a new address every
    minute, in 256 networks. Where households get less, a few neighbours share one limit.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 72 << 72)}/56"
