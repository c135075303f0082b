"""Nodes that share a database: which of them live, and which owns which match.

Each node has one lease, which it renews every second for all that it owns; a match's row names its
owner, and since which epoch. A node that takes a match over raises its epoch, and everything that a
node writes about a match is written only if owner and epoch are still its own (``store``). So a
node that has slept through its lease can wake up at any time: what it writes then is refused.

All times are the database's: no two nodes have to agree on a clock.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

import asyncpg

from tischlein.tables.concurrency.shared_tasks import await_shared
from tischlein.tables.ownership import (
    Node,
    NodeStatistics,
    Ownership,
    Role,
    SharedStateHandler,
    SharedStateSource,
    Signal,
    SignalHandler,
    is_newer,
)
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.postgres.connection import (
    Connection,
    as_store_error,
    connect,
    is_retryable,
    pool_settings,
    settings,
)
from tischlein.tables.storage.postgres.database import PATIENCE
from tischlein.tables.storage.postgres.maintenance import wait_for_exclusive_command
from tischlein.tables.storage.store_errors import StoreUnavailableError

log = logging.getLogger(__name__)

LEASE = 3.0
"""Seconds for which a silent node keeps its matches; it renews the lease after a third of it."""
JOIN_TIMEOUT = 30.0
"""Seconds within which a node has to get its first lease."""
RECONCILE_EVERY = 10
"""Number of renewals after which a node checks which matches are still its own."""
GIVE_UP_AFTER = 10.0
"""Seconds without the database after which a node lets its matches go: others may have them."""
DUTY = 60.0
"""Seconds for which a node keeps a duty without asking for it again."""
LEAVE_TIMEOUT = 1.0
"""Maximal number of seconds that an ending node waits for the database to tell the others."""
FORGET_AFTER = 60.0
"""Seconds after which a node that is gone, and owns nothing any more, is deleted."""
OWNER_CACHED_FOR = 0.5
"""Seconds for which the owner of another node's match is cached."""
MOST_CACHED_OWNERS = 20_000
RETRY = 0.25
_CHANNEL = "tischlein"
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that breaks in the middle of an answer
    OSError,
    TimeoutError,
)

# A node is gone when its lease has run out; but none could renew it while the database was away.
_GONE = f"""
    (node.alive_until < now() AND (node.ended
     OR pg_postmaster_start_time() < now() - interval '{LEASE} seconds'))
"""
_RENEW = """
    INSERT INTO node (id, address, version, role, alive_until, told)
    VALUES ($1, $2, $3, $4, now() + $5::float8 * interval '1 second', $6)
    ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until, told = excluded.told
"""
_NODES = f"""
    SELECT id, address, version, role, {_GONE} AS gone, ended, told FROM node WHERE id <> $1
"""
_MINE = "SELECT id, epoch FROM match WHERE owner = $1"
_CLAIM = f"""
    WITH taken AS (
        UPDATE match SET owner = $2, epoch = epoch + 1
         WHERE id = $1
           AND (owner IS NULL OR owner = $2
                OR NOT EXISTS (SELECT FROM node WHERE node.id = match.owner AND NOT {_GONE}))
           AND EXISTS (SELECT FROM node WHERE node.id = $2 AND node.alive_until > now())
        RETURNING epoch
    )
    SELECT taken.epoch, match.owner, node.address, node.version, node.role, {_GONE} AS gone
      FROM match LEFT JOIN taken ON true LEFT JOIN node ON node.id = match.owner
     WHERE match.id = $1
"""
_RELEASE = "UPDATE match SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3"
_ORPHANS = f"""
    SELECT match.id FROM match JOIN node ON node.id = match.owner
      JOIN unnest($2::text[], $3::bigint[]) AS here (game, version) ON here.game = match.game
     WHERE match.status IN ('open', 'running') AND match.rules_version <= here.version AND {_GONE}
     ORDER BY random() LIMIT $1
"""
_FREE = f"""
    UPDATE match SET owner = NULL FROM node
     WHERE node.id = match.owner AND match.status NOT IN ('open', 'running') AND {_GONE}
"""
_FORGET = """
    DELETE FROM node WHERE alive_until < now() - $1::float8 * interval '1 second'
       AND NOT EXISTS (SELECT FROM match WHERE match.owner = node.id)
"""
_END = "UPDATE node SET alive_until = '-infinity', ended = true WHERE id = $1"
_SUCCEED = """
    UPDATE node SET alive_until = '-infinity', ended = true WHERE address = $1 AND id <> $2
    RETURNING id
"""
_DUTY = """
    INSERT INTO duty (what, node, until)
    VALUES ($1, $2, now() + $3::float8 * interval '1 second')
    ON CONFLICT (what) DO UPDATE SET node = excluded.node, until = excluded.until
     WHERE duty.node = excluded.node OR duty.until < now()
        OR NOT EXISTS (SELECT FROM node WHERE node.id = duty.node AND NOT node.ended)
    RETURNING 1
"""


class Leases(Ownership):
    """A node among those that share its database; an asynchronous context manager.

    Parameters
    ----------
    database
        The address of the database.
    address
        Where the other nodes reach this one.
    version
        Of the program.
    lease
        Seconds for which it keeps its matches without being heard of.
    role
        What it does.
    patience
        Seconds for which a question about a match's owner is retried after the database has gone
        away.
    """

    alone = False

    def __init__(
        self,
        database: str,
        address: str,
        *,
        version: str = "",
        lease: float = LEASE,
        role: Role = Role.ALL,
        patience: float = PATIENCE,
    ) -> None:
        self.node = Node(secrets.token_hex(8), address, version, role)
        self._others: tuple[Node, ...] = ()
        self._database = database
        self._lease = lease
        self._patience = patience
        self._epochs: dict[str, int] = {}
        self._claiming: dict[str, asyncio.Task[Node | None]] = {}
        self._known_owners: dict[str, tuple[Node, float]] = {}
        self._handlers: dict[Signal, list[SignalHandler]] = defaultdict(list)
        self._gone: set[str] = set()
        """Nodes that are gone, and whose matches are being looked for."""
        self._cleared: set[str] = set()
        """Nodes that are gone, and have no more matches that can continue here."""
        self._cold = False
        self._renewed = 0.0
        """When the last successful renewal was started, by the event loop's clock."""
        self._shared_source: SharedStateSource = str
        self._shared_handler: SharedStateHandler = _ignore
        self._has_dropped_all = False
        self._leaving = False
        self._warned_of_twin = False
        self._renewal_lock = asyncio.Lock()
        self._outage = Outage(log, "renewing the lease", foreseen=_FAILURES)
        self._beats = self._late = self._lost = 0
        self._pool: asyncpg.Pool[Any] | None = None
        self._renewal_task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Join the others (StoreError)."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + JOIN_TIMEOUT
        joining = Outage(log, "joining the other nodes")
        while True:
            try:
                if await self._connect():
                    give_up = loop.time() + JOIN_TIMEOUT
                await self._join()
                break
            except _FAILURES as error:
                if self._pool is not None:
                    self._pool.terminate()
                if loop.time() > give_up:
                    raise as_store_error(error) from error
                joining.record_failure(error)
            await asyncio.sleep(RETRY)
        self._renewal_task = asyncio.create_task(self._run(), name="lease")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave: what this node owns becomes free at once, and nobody waits for its answers."""
        await self.leave()
        assert self._renewal_task is not None
        self._renewal_task.cancel()
        await asyncio.wait((self._renewal_task,))
        with suppress(*_FAILURES):
            async with asyncio.timeout(LEAVE_TIMEOUT):
                await self._notify("left", self.node.id)
        self._epochs.clear()
        self._pool_now.terminate()

    @property
    def _pool_now(self) -> asyncpg.Pool[Any]:
        if self._pool is None:
            raise StoreUnavailableError("this node has not joined the others")
        return self._pool

    # --- who owns what ---

    @property
    def owned(self) -> Collection[str]:
        """The matches that this node owns."""
        return self._epochs.keys()

    @property
    def name(self) -> str:
        """The owner's name in the row of a match that is this node's."""
        return self.node.id

    @property
    def other_versions(self) -> Sequence[Node]:
        """Those of them that serve, and run another version of the program."""
        mine = self.node.version
        return [node for node in self._others if node.serves and node.version != mine]

    @property
    def newer_versions(self) -> Sequence[Node]:
        """Those of these whose version is newer."""
        mine = self.node.version
        return [node for node in self.other_versions if is_newer(node.version, mine)]

    @property
    def role(self) -> Role:
        """What this node does."""
        return Role(self.node.role)

    @property
    def others(self) -> Sequence[Node]:
        """The other living nodes."""
        return self._others

    @property
    def statistics(self) -> NodeStatistics:
        """What this node has counted."""
        return NodeStatistics(
            len(self.others) + 1, len(self._epochs), self._lost, self._beats, self._late
        )

    def epoch(self, match_id: str) -> int | None:
        """Return since which epoch a match is this node's, None if it is not."""
        return self._epochs.get(match_id)

    async def claim(self, match_id: str) -> Node | None:
        """Take a match that has no owner, or whose owner is gone."""
        if match_id in self._epochs:
            return None
        believed = self._known_owners.get(match_id)
        if believed is not None and believed[1] > asyncio.get_running_loop().time():
            return believed[0]
        claiming = self._claiming.get(match_id)
        if claiming is None:
            claiming = self._claiming[match_id] = asyncio.create_task(self._claim(match_id))
            claiming.add_done_callback(lambda _: self._claiming.pop(match_id, None))
        return await await_shared(claiming)

    async def leave(self) -> None:
        """Let the others have what this node owns; until one takes a match it is served here."""
        if self._leaving:
            return
        self._leaving = True
        with suppress(*_FAILURES):  # otherwise its lease runs out
            # After a renewal in progress, which would extend the lease once more.
            async with asyncio.timeout(LEAVE_TIMEOUT), self._renewal_lock:
                await self._pool_now.execute(_END, self.node.id)
                await self._notify("leaving", self.node.id)

    def invalidate(self, match_id: str) -> None:
        """Ask the database the next time who owns a match."""
        self._known_owners.pop(match_id, None)

    async def release(self, match_id: str) -> None:
        """Give a match up."""
        # Forgotten first: a claim made in the meantime begins a new epoch, which this does not
        # affect.
        epoch = self._epochs.pop(match_id, None)
        if epoch is None:
            return
        with suppress(*_FAILURES):  # else it is this node's until it ends, or claims it again
            await self._pool_now.execute(_RELEASE, match_id, self.node.id, epoch)

    def mark_lost(self, match_id: str) -> None:
        """Record that a match is no longer this node's."""
        if match_id in self._epochs:
            if not self._leaving:
                self._lost += 1
                log.warning("match %s is another node's now", match_id)
            self._drop(match_id)

    def _drop(self, match_id: str) -> None:
        if self._epochs.pop(match_id, None) is not None:
            self._emit(Signal.LOST, match_id)

    async def orphans(self, most: int, rules: Mapping[str, int]) -> list[str]:
        """Return matches of nodes that are gone; finished ones are freed."""
        # More nodes may go in the meantime, whose matches are not included yet.
        gone = set(self._gone)
        if not gone or self._leaving:
            return []
        try:
            found = await self._pool_now.fetch(_ORPHANS, most, [*rules], [*rules.values()])
            if not found:
                await self._pool_now.execute(_FREE)
                self._cleared |= gone
                self._gone -= gone
        except _FAILURES as error:
            raise as_store_error(error) from error
        return [match_id for (match_id,) in found]

    async def started_cold(self) -> bool:
        """Whether no other node lived when this one came, except older ones.

        These may have given up what they cannot read.
        """
        return self._cold

    async def on_duty(self, what: str) -> bool:
        """Take a duty, or keep it."""
        if self._leaving:
            return False
        try:
            return bool(await self._pool_now.fetchval(_DUTY, what, self.node.id, DUTY))
        except _FAILURES as error:
            raise as_store_error(error) from error

    # --- signals ---

    def subscribe(self, what: Signal, handler: SignalHandler) -> None:
        """Register a callback."""
        self._handlers[what].append(handler)

    def share(self, source: SharedStateSource, handler: SharedStateHandler) -> None:
        """Share something with all nodes, with each renewal."""
        self._shared_source, self._shared_handler = source, handler

    async def broadcast(self, what: Signal, about: str) -> None:
        """Signal to the others; ids only, since more than 8,000 bytes are refused."""
        with suppress(*_FAILURES):  # they look it up once they hear again
            await self._notify(what, about)

    async def _notify(self, word: str, about: str) -> None:
        await self._pool_now.execute("SELECT pg_notify($1, $2)", _CHANNEL, f"{word} {about}")

    def _on_notification(self, _: object, __: int, ___: str, payload: object) -> None:
        word, _, about = str(payload).partition(" ")
        if word == "left":
            if about != self.node.id:
                self._on_gone(about)
        elif word == "leaving":
            if about != self.node.id:
                self._on_leaving(about)
        elif word == "taken":
            match_id, _, by = about.partition(" ")
            if by != self.node.id:
                self.invalidate(match_id)
                self.mark_lost(match_id)
        elif word == Signal.SESSION:
            self._emit(Signal.SESSION, about)

    def _emit(self, what: Signal, about: str) -> None:
        for handler in self._handlers[what]:
            handler(about)

    # --- within ---

    async def _connect(self) -> bool:
        """Connect to the database once no command has it to itself; return whether one had."""
        self._pool = await asyncpg.create_pool(
            self._database, max_size=4, **pool_settings(settings())
        )
        async with self._pool.acquire() as connection:
            return await wait_for_exclusive_command(connection)

    async def _join(self) -> None:
        if self.node.serves:
            # The former node at this address has ended, without a chance to say so.
            for (before,) in await self._pool_now.fetch(_SUCCEED, self.node.address, self.node.id):
                await self._notify("left", before)
        async with self._pool_now.acquire() as connection:
            await self._renew(connection, JOIN_TIMEOUT)
            mine = self.node.version
            serving = [node for node in self.others if node.serves]
            self._cold = all(is_newer(mine, node.version) for node in serving)

    async def _claim(self, match_id: str) -> Node | None:
        loop = asyncio.get_running_loop()
        patient_until: float | None = None
        while True:
            row = await self._query_claim(match_id)
            if row is None:
                return None
            epoch, owner, address, version, role, gone = row
            if epoch is not None:
                self._epochs[match_id] = epoch
                self._known_owners.pop(match_id, None)
                if owner not in (None, self.node.id):
                    await self._notify_former_owner(match_id)
                return None
            if address is not None and owner != self.node.id and not gone:
                break
            if self._leaving:
                return self._any_serving_node()
            # This node's own lease has run out, as after a pause of the machine, or while the
            # database was away, which is no fault of the lease.
            patient_until = patient_until or loop.time() + 2 * self._lease
            if loop.time() > patient_until:
                raise StoreUnavailableError(f"node {self.node.id} has no lease at the moment")
            await asyncio.sleep(RETRY)
        node = Node(owner, address, version, role)
        if len(self._known_owners) >= MOST_CACHED_OWNERS:
            self._known_owners.clear()
        self._known_owners[match_id] = node, loop.time() + OWNER_CACHED_FOR
        return node

    async def _query_claim(self, match_id: str) -> asyncpg.Record | None:
        """Ask for a match; return the answer, None if there is no such match (StoreError)."""
        loop = asyncio.get_running_loop()
        asked = since = loop.time()
        while True:
            try:
                async with asyncio.timeout(PATIENCE):  # connecting may take longer
                    return await self._pool_now.fetchrow(_CLAIM, match_id, self.node.id)
            except _FAILURES as error:
                again = is_retryable(error) and not self._leaving
                if not again or loop.time() > since + self._patience:
                    raise as_store_error(error) from error
            await asyncio.sleep(RETRY)
            # As long as the lease has not been renewed, the database has been away.
            since = min(asked, self._renewed + self._lease)

    def _any_serving_node(self) -> Node:
        """Return a node that accepts requests, since this one ends."""
        serving = [node for node in self._others if node.serves]
        if not serving:
            raise StoreUnavailableError(f"node {self.node.id} ends, and there is no other")
        return random.choice(serving)

    async def _notify_former_owner(self, match_id: str) -> None:
        """Tell the former owner of a match, in case it still lives, that the match is taken."""
        with suppress(*_FAILURES):  # it finds out when it writes, or checks its matches
            await self._notify("taken", f"{match_id} {self.node.id}")

    async def _run(self) -> None:
        """Renew the lease, listen to the others, and recover from every failure."""
        loop = asyncio.get_running_loop()
        while True:
            connection: Connection | None = None
            try:
                connection = await connect(self._database, **settings() | {"timeout": self._lease})
                await connection.add_listener(_CHANNEL, self._on_notification)
                await self._reconcile(connection)
                self._emit(Signal.SESSION, "")  # signals in the meantime have been missed
                while True:
                    await self._renew(connection)
                    self._outage.record_success()
                    await asyncio.sleep(self._lease / 3)
            except Exception as error:
                self._outage.record(error)
                # Other connections may be broken, too, or lead to the former primary.
                await self._pool_now.expire_connections()
                if not self._has_dropped_all and loop.time() - self._renewed > GIVE_UP_AFTER:
                    self._has_dropped_all = True
                    owned = list(self._epochs)
                    log.warning("without the database %d matches are let go", len(owned))
                    for match_id in owned:
                        self._drop(match_id)
                await asyncio.sleep(RETRY)
            finally:
                if connection is not None:
                    connection.terminate()

    def _on_leaving(self, node_id: str) -> None:
        """Record that a node ends, which still answers earlier requests."""
        self._gone.add(node_id)
        self._known_owners.clear()
        self._others = tuple(node for node in self._others if node.id != node_id)
        self._emit(Signal.NODES, "")

    def _on_gone(self, node_id: str) -> None:
        self._gone.add(node_id)
        self._known_owners.clear()
        self._emit(Signal.GONE, node_id)

    async def _renew(self, connection: Connection, within: float | None = None) -> None:
        within = within or self._lease
        asked = asyncio.get_running_loop().time()
        late = self._beats > 0 and asked - self._renewed > self._lease
        async with self._renewal_lock:
            if not self._leaving:
                shared = self._shared_source()
                await connection.execute(_RENEW, *self.node, self._lease, shared, timeout=within)
        self._renewed = asked
        self._has_dropped_all = False
        self._beats += 1
        self._late += late
        others = await connection.fetch(_NODES, self.node.id, timeout=within)
        before = set(self._others)
        self._others = tuple(Node(*row[:4]) for row in others if not row[4])
        self._check_address_conflict()
        gone = {row[0]: row[5] for row in others if row[4]}
        self._cleared &= gone.keys()
        for node_id, ended in gone.items():
            if node_id not in self._gone and node_id not in self._cleared:
                (self._on_leaving if ended else self._on_gone)(node_id)
        if before != set(self._others):
            self._emit(Signal.NODES, "")
        self._shared_handler({row[0]: row[6] for row in others if row[6] and not row[4]})
        if late or self._beats % RECONCILE_EVERY == 0:
            await self._reconcile(connection)
            if self._cleared:
                await connection.execute(_FORGET, FORGET_AFTER, timeout=within)

    def _check_address_conflict(self) -> None:
        """Warn the operator, once, of another living node with this one's address."""
        address = self.node.address
        twin = any(node.serves and node.address == address for node in self._others)
        if twin and self.node.serves and not self._warned_of_twin:
            self._warned_of_twin = True
            log.warning(
                "another server says that it is reached at %s, too, so that neither can pass"
                " anything on to the other: name for each with --node where the others reach it",
                address,
            )

    async def _reconcile(self, connection: Connection) -> None:
        """Find out which matches are no longer this node's."""
        believed = dict(self._epochs)
        found = await connection.fetch(_MINE, self.node.id, timeout=self._lease)
        mine = {row[0]: row[1] for row in found}
        for match_id, epoch in believed.items():
            if self._epochs.get(match_id) == epoch and mine.get(match_id) != epoch:
                self.mark_lost(match_id)
        for match_id, epoch in mine.items():
            if match_id not in self._epochs and match_id not in self._claiming:
                await connection.execute(_RELEASE, match_id, self.node.id, epoch)


def _ignore(_: Mapping[str, str]) -> None:
    """Ignore what others share."""
