"""Nodes in one process, each with its lease and its store, that share a database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.tables.waiting import eventually
from tischlein.core.events import Event
from tischlein.tables.ownership import Signal
from tischlein.tables.storage.postgres.leases import Leases
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.stored import StoredEvent


class Member:
    """A node with its store."""

    def __init__(self, leases: Leases, store: PostgresStore) -> None:
        self.leases = leases
        self.store = store
        self.lost: list[str] = []
        self.gone: list[str] = []
        leases.subscribe(Signal.LOST, self.lost.append)
        leases.subscribe(Signal.GONE, self.gone.append)

    def sleep(self) -> None:
        """Renew nothing any more, as a process does that is stopped."""
        assert self.leases._renewal_task is not None
        self.leases._renewal_task.cancel()

    async def lapse(self) -> None:
        """Sleep for longer than the lease."""
        await self._has_a_lease_until("-infinity")

    async def stays(self) -> None:
        """Have a lease that does not run out any more, however busy the machine is."""
        await self._has_a_lease_until("infinity")

    async def _has_a_lease_until(self, end: str) -> None:
        # Its first renewals, on two connections, are over: none comes behind what follows.
        await eventually(lambda: self.leases.statistics.beats > 1)
        self.sleep()
        assert self.leases._pool is not None
        await self.leases._pool.execute(
            f"UPDATE node SET alive_until = '{end}' WHERE id = $1", self.leases.node.id
        )

    def wake(self) -> None:
        """Go on as if nothing had been."""
        self.leases._renewal_task = asyncio.create_task(self.leases._run())

    async def appends(self, match_id: str, number: int) -> None:
        """Write an event of a match."""
        await self.store.append(match_id, [StoredEvent(number, Event(0, 1), number)])


@asynccontextmanager
async def member(
    address: str, name: str, lease: float = 3.0, patience: float = 20.0, version: str = ""
) -> AsyncIterator[Member]:
    """Let a node join the others, and leave them."""
    async with (
        PostgresStore(address) as store,
        Leases(
            address, f"http://{name}", lease=lease, patience=patience, version=version
        ) as leases,
    ):
        store.write_only_owned(leases)
        yield Member(leases, store)
