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

from tischlein.tables.concurrency.fair_queue import FairQueue, Requester
from tischlein.tables.concurrency.shared_places import MOST_VARIATIONS, has_room
from tischlein.tables.problems import TooManyError

Rate = tuple[float, int]
"""The long-term rate per second, and the burst."""

COST = "cost"
"""The cost of a request, in a handler's ``opt``; by default, one. Static files cost nothing."""
TABLE_COST = "table_cost"
"""Marks handlers that create a new table each time, which is charged separately."""

CONNECTION_COST = 2
"""The cost of a new connection, in requests: it is sent everything."""
BOTS_ONLY_TABLE_COST = 5
"""The cost of a table of only bots, in tables: nobody waits between its moves."""
REMARK_KEPT = 0.05
"""What a player's remark takes up of what is kept, in tables."""
RECORD_KEPT = 20_000
"""How many characters of a record take up as much of that as a table."""
NEARLY_FULL = 0.75
"""Above this part of a bucket, nobody else has to know what is taken from it."""
RETRY_WHEN_BUSY = 5.0
"""Seconds after which a retry makes sense if all places are taken."""


@dataclass(frozen=True)
class Limits:
    """Generous for people, but finite for runaway programs."""

    body_bytes: int = 16_384
    """Bytes in the body of a request, and in a message."""
    requests: Rate = (20.0, 200)
    """The cost of HTTP requests of one session."""
    requests_of_address: Rate = (150.0, 3_000)
    requests_of_program: Rate = (60.0, 600)
    """The cost of requests of a program with an identity of its own; its address pays nothing."""
    tables: Rate = (0.2, 20)
    """Tables opened by one session."""
    tables_of_address: Rate = (1.0, 150)
    kept_of_address: Rate = (0.01, 1_500)
    """What is stored for months, in tables: also cards, subscriptions and what players say.

    A class fills no more in a day than it may, and a program that never rests 20 MB a day.
    """
    listed_of_address: Rate = (0.003, 30)
    """Tables put on the list of those that anybody may join.

    The list shows the newest hundred: a table stays on it for hours, whatever one address does.
    """
    records_of_address: Rate = (0.005, 40)
    """Records that were stored as matches, which are kept as long as any that are over."""
    mails_of_address: Rate = (0.002, 6)
    """Mail addresses that one network has requested confirmation for."""
    remarks: Rate = (0.5, 5)
    """Remarks of one viewing session, at all tables."""
    remarks_of_address: Rate = (1.0, 10)
    messages: Rate = (20.0, 100)
    """The cost of messages of one session, over all its connections."""
    messages_of_address: Rate = (500.0, 5_000)
    messages_of_program: Rate = (60.0, 600)
    request_seconds: float = 30.0
    """Seconds within which a request must be complete, from its first byte or the last answer."""
    head_bytes: int = 65_536
    """Bytes before the body of a request."""
    open_connections: int = 4_000
    """Connections in all, whatever is sent on them, as far as the system has files for them."""
    open_connections_of_address: int = 800
    connections: int = 2_000
    """Connections to tables and the like in all."""
    connections_of_address: int = 400
    connections_of_program: int = 60
    connections_at_table: int = 100
    """Including players'; but players are admitted beyond it, and viewers are not."""
    connections_of_session: int = 12
    """Connections of one session at one table."""
    variations_of_session: int = 4
    """Other lines of finished matches that are tried at the same time."""
    variations: int = MOST_VARIATIONS
    """The same in all, which addresses share."""
    outbox: int = 64
    """Messages that may wait for a slow reader before the connection is dropped."""
    replay_scenes: int = 200
    """Scenes in one answer."""
    replays: int = 4
    """Replays, records and proofs that are computed at the same time."""
    replays_waiting: int = 96
    replays_waiting_of_party: int = 32
    """Of these, those of one address, or program."""
    texts_waiting: int = 128
    """Seats that may wait for words: one is served at a time, since words keep Python busy."""
    texts_waiting_of_party: int = 48


class Bucket:
    """A token bucket: a burst, and a long-term rate per second."""

    __slots__ = ("_burst", "_filled_at", "_low", "_rate", "_tokens", "name", "spent")

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
        self._tokens = float(burst)
        self._filled_at = time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """Pay a cost; return 0, or if there is not enough, the seconds until there will be.

        A cost larger than the bucket takes all of a full one.
        """
        self._fill()
        cost = min(cost, self._burst)
        if self._tokens < cost:
            return (cost - self._tokens) / self._rate
        self._tokens -= cost
        self.spent += cost
        if self._low is not None and self._tokens < NEARLY_FULL * self._burst:
            self._low.add(self)
        return 0.0

    def take_in_debt(self, cost: float) -> None:
        """Pay for what was admitted elsewhere; the debt is limited to the bucket's size."""
        self._fill()
        self._tokens = max(self._tokens - cost, -self._burst)

    def is_nearly_full(self) -> bool:
        """Whether it is nearly full again; then what has been taken no longer counts."""
        self._fill()
        full = self._tokens >= NEARLY_FULL * self._burst
        if full:
            self.spent = 0.0
        return full

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


class Buckets:
    """A bucket for each of many keys; beyond the limit, the longest unused are dropped."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._low: set[Bucket] = set()

    def of(self, key: str) -> Bucket:
        """Return the bucket of a key."""
        return self.by_name(hashed(key))

    def by_name(self, name: str) -> Bucket:
        """Return the bucket of the key with a name (``hashed``)."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(*self._rate, name, self._low)
            if len(self._buckets) > self._most:
                _, forgotten = self._buckets.popitem(last=False)
                self._low.discard(forgotten)
        else:
            self._buckets.move_to_end(name)
        return bucket

    @property
    def spent(self) -> dict[str, float]:
        """What has been taken from the buckets that are not nearly full, by their names."""
        self._low -= {bucket for bucket in self._low if bucket.is_nearly_full()}
        return {bucket.name: bucket.spent for bucket in self._low}


class RateKey(NamedTuple):
    """What a request is counted by: a session, and the address that it comes from."""

    address: str
    session: str
    """The hash of a session or a seat's secret; without either, the address again."""
    program: bool = False
    """Whether it is a program with limits of its own, wherever it comes from."""

    @property
    def party(self) -> str:
        """The party that shares turns with others: an address, or such a program."""
        return self.session if self.program else self.address


class BucketPair(NamedTuple):
    """The two buckets from which one kind of cost is taken: of a session and of its address."""

    session: Bucket
    address: Bucket | None
    """None for programs, whose address pays nothing."""

    def take(self, cost: float = 1.0) -> float:
        """Pay from both; return 0, or the seconds until it could be paid."""
        # The session first: a refusal there must not cost its neighbours anything.
        return self.session.take(cost) or (self.address.take(cost) if self.address else 0.0)


class _BucketSets(NamedTuple):
    """The buckets for one kind of cost: of sessions, addresses and programs."""

    sessions: Buckets
    addresses: Buckets
    programs: Buckets

    def of(self, rate_key: RateKey) -> BucketPair:
        """Return the two buckets of a session and its address."""
        if rate_key.program:
            return BucketPair(self.programs.of(rate_key.session), None)
        return BucketPair(self.sessions.of(rate_key.session), self.addresses.of(rate_key.address))


def _bucket_sets(session: Rate, address: Rate, program: Rate) -> _BucketSets:
    return _BucketSets(Buckets(session), Buckets(address), Buckets(program))


class RateLimiter:
    """Everything that is counted by caller: requests, new tables, messages, connections.

    If there are several nodes, all of them count what each has admitted (``web.nodes.sharing``).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = _bucket_sets(
            limits.requests, limits.requests_of_address, limits.requests_of_program
        )
        self._tables = _bucket_sets(limits.tables, limits.tables_of_address, limits.tables)
        self._remarks = _bucket_sets(limits.remarks, limits.remarks_of_address, limits.remarks)
        self._messages = _bucket_sets(
            limits.messages, limits.messages_of_address, limits.messages_of_program
        )
        self._kept = Buckets(limits.kept_of_address)
        self._listed = Buckets(limits.listed_of_address)
        self._records = Buckets(limits.records_of_address)
        self._mails = Buckets(limits.mails_of_address)
        self.buckets = {
            "kept": self._kept,
            "listed": self._listed,
            "records": self._records,
            "mails": self._mails,
        }
        """All of them, by kind of cost and what they are counted by."""
        limited = {
            "requests": self._requests,
            "tables": self._tables,
            "remarks": self._remarks,
            "messages": self._messages,
        }
        for kind, sets in limited.items():
            for counted_by, buckets in sets._asdict().items():
                self.buckets[f"{kind} of {counted_by}"] = buckets
        self._connections: Counter[str] = Counter()
        """By the names of addresses."""
        self.connections_at_other_nodes: Counter[str] = Counter()
        """The same at other nodes."""
        self._variations_of_session: Counter[str] = Counter()
        self._variations_of_address: Counter[str] = Counter()
        self.refused = 0
        """How many times a caller was told to wait."""

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return self._connections.total()

    @property
    def connections_by_address(self) -> Mapping[str, int]:
        """The number of connections by addresses' names (``hashed``)."""
        return self._connections

    def request(self, rate_key: RateKey, cost: float = 1.0) -> None:
        """Admit a request (TooManyError)."""
        self._charge(self._requests.of(rate_key), cost)

    def table(self, rate_key: RateKey, cost: float = 1.0) -> None:
        """Admit the opening of a table (TooManyError)."""
        self._charge(self._tables.of(rate_key), cost)
        self.kept(rate_key, cost)

    def kept(self, rate_key: RateKey, cost: float = 1.0) -> None:
        """Admit something to what is stored for months (TooManyError).

        Whoever runs programs on the server's own machine may fill its disk as they like.
        """
        if not (rate_key.program or rate_key.address in THIS_MACHINE):
            self._charge_buckets(self._kept.of(rate_key.address), "kept-too-fast", cost)

    def remark(self, rate_key: RateKey) -> None:
        """Admit a viewer's remark (TooManyError)."""
        self._charge(self._remarks.of(rate_key), 1.0, "talk-too-fast")

    def listed(self, rate_key: RateKey) -> None:
        """Admit a table to the list of those that anybody may join (TooManyError)."""
        if not rate_key.program:
            self._charge_buckets(self._listed.of(rate_key.address), "listed-too-fast")

    def record(self, rate_key: RateKey, length: int) -> None:
        """Admit a record of so many characters to what is stored (TooManyError)."""
        self._charge_buckets(self._records.of(rate_key.party), "records-too-fast")
        self.kept(rate_key, max(1.0, length / RECORD_KEPT))

    def mail(self, rate_key: RateKey) -> None:
        """Admit a confirmation request to a mail address (TooManyError)."""
        self._charge_buckets(self._mails.of(rate_key.address), "too-fast")

    def messages(self, rate_key: RateKey) -> BucketPair:
        """Return the buckets from which a connection pays for its messages."""
        return self._messages.of(rate_key)

    @contextmanager
    def connection(self, rate_key: RateKey) -> Iterator[None]:
        """Count a connection as long as it is open.

        Raises
        ------
        TooManyError
            If there are too many already, of this address or in all.
        """
        limits, open_here = self.limits, self.connections
        full = open_here >= limits.connections
        most = limits.connections_of_program if rate_key.program else limits.connections_of_address
        name = hashed(rate_key.address)
        of_party = self._connections[name]
        if of_party + self.connections_at_other_nodes[name] >= most or not has_room(
            limits.connections, open_here, of_party
        ):
            self.refused += 1
            raise too_many("server-full" if full else "address-connections", RETRY_WHEN_BUSY)
        self._connections[name] += 1
        try:
            yield
        finally:
            self._connections[name] -= 1
            if not self._connections[name]:
                del self._connections[name]

    @contextmanager
    def variation(self, rate_key: RateKey) -> Iterator[None]:
        """Count another line as long as it is being tried (TooManyError)."""
        of_session, of_address = self._variations_of_session, self._variations_of_address
        taken, of_party = of_address.total(), of_address[rate_key.address]
        if of_session[rate_key.session] >= self.limits.variations_of_session or not has_room(
            self.limits.variations, taken, of_party
        ):
            self.refused += 1
            raise too_many("lines", RETRY_WHEN_BUSY)
        counted = ((of_session, rate_key.session), (of_address, rate_key.address))
        for variations, key in counted:
            variations[key] += 1
        try:
            yield
        finally:
            for variations, key in counted:
                variations[key] -= 1
                if not variations[key]:
                    del variations[key]

    def _charge(self, buckets: BucketPair, cost: float, problem: str = "too-fast") -> None:
        if cost:
            self._charge_buckets(buckets, problem, cost)

    def _charge_buckets(
        self, buckets: BucketPair | Bucket, problem: str, cost: float = 1.0
    ) -> None:
        wait = buckets.take(cost)
        if wait:
            self.refused += 1
            raise too_many(problem, wait)


class ConcurrencyLimiter:
    """Admits a few callers at a time to work that needs much processor time; a few more wait.

    Addresses take turns, and so do the sessions of each, so that none keeps the others waiting.
    """

    def __init__(self, inside: int, waiting: int, waiting_of_party: int) -> None:
        self._queue = FairQueue(inside)
        self._most = inside + waiting
        self._most_of_party = inside + waiting_of_party

    @asynccontextmanager
    async def slot(self, rate_key: RateKey) -> AsyncIterator[None]:
        """Wait for a place, and keep it.

        Raises
        ------
        TooManyError
            If too many wait already, of the same party or in all.
        """
        queue, party = self._queue, rate_key.party
        of_party = queue.pending_of(party)
        if of_party >= self._most_of_party or not has_room(self._most, queue.pending, of_party):
            raise too_many("busy", RETRY_WHEN_BUSY)
        async with queue.slot(Requester(party, member=rate_key.session)):
            yield


def hashed(key: str) -> str:
    """Return the hash of a key, its name here and between nodes: visitors' addresses stay here."""
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


THIS_MACHINE = frozenset({network_of("127.0.0.1"), network_of("::1")})
"""What counts as the server's own machine."""
