"""The server's health, for supervisors and proxies, and its metrics for Prometheus."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tischlein.tables.ownership import Role
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.deployment import network
from tischlein.web.http.limits import COST
from tischlein.web.http.sessions import FOR_ALL
from tischlein.web.metrics import CONTENT_TYPE, MetricsRegistry
from tischlein.web.preparation_state import PreparationState

STORAGE_TIMEOUT = 5.0
"""Seconds after which storage counts as gone."""
LEAST_FREE = 64 << 20
"""Bytes that must be free on the disk."""


class Health(msgspec.Struct, frozen=True):
    """The health of a server."""

    role: Role
    """What it does: run bots, serve visitors, or both."""
    live: bool
    """It answers."""
    ready: bool
    """All of the following are well."""
    storage: bool
    """Matches can be written."""
    disk: bool
    """There is room for more."""
    games: int
    """How many can be played; the others are being compiled, and a table waits for its own."""


class HealthSources(NamedTuple):
    """What the health of a server depends on."""

    store: Store
    role: Role


class MetricsReaders:
    """Who may read the metrics: this machine, and networks that the operator has named."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        self._networks = [network(text) for text in ("127.0.0.0/8", "::1", *networks)]

    def may_read(self, host: str) -> bool:
        """Whether an address may read them."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        # This is the form of IPv4 visitors' addresses if the server listens on IPv6, too.
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return any((mapped or address) in network for network in self._networks)


@get("/health/live", opt={COST: 0, FOR_ALL: True}, sync_to_thread=False)
def get_live() -> dict[str, bool]:
    """Answer: a server that does not is to be restarted."""
    return {"live": True}


@get(["/health", "/health/ready"], opt={FOR_ALL: True})
async def get_ready(
    vitals: NamedDependency[HealthSources], preparation: NamedDependency[PreparationState]
) -> Response[Health]:
    """Return whether people can play here now; with 503 if not, as proxies expect."""
    storage, disk = await _storage(vitals.store), _disk(vitals.store)
    games = preparation.progress.ready
    health = Health(
        vitals.role, live=True, ready=storage and disk, storage=storage, disk=disk, games=games
    )
    return Response(
        health, status_code=200 if health.ready else 503, headers={"Cache-Control": "no-store"}
    )


@get("/metrics", opt={COST: 0, FOR_ALL: True}, include_in_schema=False, sync_to_thread=False)
def get_metrics(
    request: Request[Any, Any, Any],
    metrics: NamedDependency[MetricsRegistry],
    watchers: NamedDependency[MetricsReaders],
) -> Response[bytes]:
    """Return the metrics in Prometheus' format, to those who may read them."""
    if request.client is None or not watchers.may_read(request.client.host):
        raise NotFoundException
    return Response(metrics.text(), media_type=CONTENT_TYPE)


HANDLERS: Sequence[Any] = (get_live, get_ready, get_metrics)


async def _storage(store: Store) -> bool:
    try:
        await asyncio.wait_for(store.check_writable(), STORAGE_TIMEOUT)
    except (StoreError, TimeoutError):
        return False
    return True


def _disk(store: Store) -> bool:
    if not isinstance(store, SqliteStore):
        return True
    try:
        return shutil.disk_usage(store.path.parent).free >= LEAST_FREE
    except OSError:
        return False
