"""A server's output for its operators: metrics for Prometheus, and one line per request.

Requests are labelled by their route, never by their address, which may contain the id of a match.
"""

from __future__ import annotations

import logging
import platform
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import tischlein
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.jobs import JobSource, JobStatistics
from tischlein.tables.hall import Hall
from tischlein.tables.notifications.subscriptions import Channel
from tischlein.tables.ownership import NodeStatistics, Ownership
from tischlein.tables.storage.outages import count_ongoing
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.http.limits import RateLimiter
from tischlein.web.logs import ACCESS, LINES

if TYPE_CHECKING:
    from tischlein.tables.notifications.notifier import Notifier

CONTENT_TYPE = "text/plain; version=0.0.4"

_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_NO_ROUTE = "(none)"


@dataclass
class ForwardingCounts:
    """What is forwarded to other nodes."""

    requests: int = 0
    """Requests that they have answered."""
    sockets: int = 0
    """Open sockets."""


class MetricsRegistry:
    """Metrics for Prometheus, each read on demand or counted."""

    def __init__(self, state: Collector) -> None:
        """Begin with the metrics that are read on demand."""
        self._registry = CollectorRegistry()
        self._registry.register(state)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class Metrics(MetricsRegistry):
    """The metrics of one server."""

    def __init__(
        self,
        hall: Hall,
        limiter: RateLimiter,
        forwarded: ForwardingCounts | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        super().__init__(_ServerCollector(hall, limiter, forwarded or ForwardingCounts(), notifier))
        self._moves = Histogram(
            "tischlein_move_seconds",
            "From a move's arrival to its answer, when it is on disk, or refused.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._requests = Histogram(
            "tischlein_request_seconds",
            "From a request's arrival to the end of its answer.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        # Looking up a label costs more than counting (4 and 3 microseconds): they are cached.
        self._by_label: dict[tuple[str, str, int], Histogram] = {}

    def observe_move(self, seconds: float) -> None:
        """Record how long a move has taken."""
        self._moves.observe(seconds)

    def middleware(self, app: ASGIApp) -> ASGIApp:
        """Return the application with its requests counted, and logged one by one."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            begun, status = time.perf_counter(), 500

            async def sending(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                await send(message)

            try:
                await app(scope, receive, sending)
            finally:
                route = scope.get("path_template") or _NO_ROUTE
                method = str(scope.get("method", ""))
                self.observe_request(method, route, status, time.perf_counter() - begun)

        return counted

    def observe_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record a request that has been answered."""
        label = method, route, status
        histogram = self._by_label.get(label)
        if histogram is None:
            histogram = self._by_label[label] = self._requests.labels(method, route, str(status))
        histogram.observe(seconds)
        if ACCESS.isEnabledFor(logging.INFO):
            fields = {
                "method": method,
                "route": route,
                "status": status,
                "milliseconds": round(1000 * seconds, 1),
            }
            ACCESS.info("request", extra={"fields": fields})


class _ServerCollector(Collector):
    """Metrics that are read on demand."""

    def __init__(
        self,
        hall: Hall,
        limiter: RateLimiter,
        forwarded: ForwardingCounts,
        notifier: Notifier | None,
    ) -> None:
        self._hall = hall
        self._limiter = limiter
        self._forwarded = forwarded
        self._notifier = notifier

    def collect(self) -> Iterable[Metric]:
        """Yield all of them."""
        yield from _process_metrics()
        hall, limiter = self._hall, self._limiter
        activity = hall.activity()
        tables = GaugeMetricFamily(
            "tischlein_tables", "Tables in memory, by status.", labels=["status"]
        )
        for status, count in activity.tables.items():
            tables.add_metric([status.value], count)
        yield tables
        for name, description, value in (
            ("connections", "Open WebSockets.", limiter.connections),
            ("requests_waiting", "Requests that wait for the owners of tables.", activity.waiting),
            ("bots_thinking", "Bots at work.", activity.thinking),
            (
                "bots_waiting",
                "Bots that wait for a thread or process to think in.",
                hall.compute.waiting,
            ),
        ):
            yield GaugeMetricFamily(f"tischlein_{name}", description, value=value)
        yield CounterMetricFamily(
            "tischlein_refused", "Requests and messages that came too fast.", value=limiter.refused
        )
        if self._notifier is not None:
            yield from _notification_metrics(self._notifier)
        if isinstance(hall.store, SqlStore):
            yield from _storage_metrics(hall.store)
        if isinstance(hall.store, SqliteStore):
            yield from _file_metrics(hall.store)
        if hall.ownership.statistics is not None:
            yield from _node_metrics(hall.ownership.statistics)
            yield from _forwarding_metrics(self._forwarded)
        if hall.board is not None:
            yield from _job_metrics(hall.board.statistics)


class WorkerCollector(Collector):
    """The same for a server that only works for others."""

    def __init__(self, ownership: Ownership, compute: LocalCompute, jobs: JobSource) -> None:
        self._ownership = ownership
        self._compute = compute
        self._jobs = jobs

    def collect(self) -> Iterable[Metric]:
        """Yield all of them."""
        yield from _process_metrics()
        for name, description, value in (
            ("bots_thinking", "Bots at work.", self._compute.pending),
            (
                "bots_waiting",
                "Bots that wait for a thread or process to think in.",
                self._compute.waiting,
            ),
        ):
            yield GaugeMetricFamily(f"tischlein_{name}", description, value=value)
        if self._ownership.statistics is not None:
            yield from _node_metrics(self._ownership.statistics)
        yield from _job_metrics(self._jobs.statistics)


def _process_metrics() -> Iterator[Metric]:
    yield _info()
    yield GaugeMetricFamily(
        "tischlein_outages", "Operations that fail, and are retried.", value=count_ongoing()
    )
    logged = CounterMetricFamily(
        "tischlein_logged", "Lines of the log, by level.", labels=["level"]
    )
    for level, count in LINES.counts.items():
        logged.add_metric([level], count)
    yield logged


def _info() -> Metric:
    info = GaugeMetricFamily("tischlein_info", "Versions.", labels=["version", "python", "sqlite"])
    version = str(tischlein.__version__)
    info.add_metric([version, platform.python_version(), sqlite3.sqlite_version], 1)
    return info


def _job_metrics(figures: JobStatistics) -> Iterator[Metric]:
    for name, description, value in (
        ("waiting", "Jobs of all nodes that nobody has taken.", figures.waiting),
        ("oldest_seconds", "For how long the oldest of them waits.", figures.oldest),
        ("pending", "Jobs of this node that are not answered.", figures.pending),
    ):
        yield GaugeMetricFamily(f"tischlein_jobs_{name}", description, value=value)
    for name, description, count in (
        ("asked", "Jobs that this node has put for others.", figures.asked),
        ("answered", "Those that were answered.", figures.answered),
        ("repeated", "Those that were put again, since they had gone missing.", figures.repeated),
        ("taken", "Jobs that this node has taken.", figures.taken),
        ("retried", "Those that another had taken before it.", figures.retried),
        ("late", "Its answers that came too late to count.", figures.late),
    ):
        yield CounterMetricFamily(f"tischlein_jobs_{name}", description, value=count)


def _forwarding_metrics(forwarded: ForwardingCounts) -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "tischlein_sockets_passed_on",
        "Open WebSockets that end at other nodes.",
        value=forwarded.sockets,
    )
    yield CounterMetricFamily(
        "tischlein_requests_passed_on",
        "Requests that other nodes have answered.",
        value=forwarded.requests,
    )


def _node_metrics(figures: NodeStatistics) -> Iterator[Metric]:
    for name, description, value in (
        ("nodes", "Servers that live, with this one.", figures.nodes),
        ("matches_owned", "Matches that are this node's.", figures.owned),
    ):
        yield GaugeMetricFamily(f"tischlein_{name}", description, value=value)
    for name, description, value in (
        ("matches_lost", "Matches that another node has taken over.", figures.lost),
        ("lease_renewals", "Renewals of this node's lease.", figures.beats),
        ("lease_late", "Renewals after the lease had run out.", figures.late),
    ):
        yield CounterMetricFamily(f"tischlein_{name}", description, value=value)


def _notification_metrics(notifier: Notifier) -> Iterator[Metric]:
    delivered = CounterMetricFamily(
        "tischlein_told", "Messages to people that arrived.", labels=["channel"]
    )
    failed = CounterMetricFamily(
        "tischlein_tellings_failed", "Tries to send one that failed.", labels=["channel"]
    )
    waiting = GaugeMetricFamily(
        "tischlein_news_waiting", "What waits to be told.", labels=["channel"]
    )
    for channel in Channel:
        delivered.add_metric([channel], notifier.delivered[channel])
        failed.add_metric([channel], notifier.failed[channel])
        waiting.add_metric([channel], notifier.waiting.get(channel, 0))
    yield from (delivered, failed, waiting)


def _storage_metrics(store: SqlStore) -> Iterator[Metric]:
    for name, description, value in (
        ("events", "Events of matches that have been written.", store.appended),
        ("commits", "Transactions.", store.commits),
    ):
        yield CounterMetricFamily(f"tischlein_storage_{name}", description, value=value)
    yield GaugeMetricFamily(
        "tischlein_storage_waiting", "Requests that wait for storage.", value=store.waiting
    )


def _file_metrics(store: SqliteStore) -> Iterator[Metric]:
    for name, description, read in (
        ("bytes", "Size of the database with its log.", store.size),
        ("free_bytes", "What is free on its disk.", _free(store)),
    ):
        try:
            yield GaugeMetricFamily(f"tischlein_storage_{name}", description, value=read())
        except OSError:
            continue  # a missing value is better than a wrong one


def _free(store: SqliteStore) -> Callable[[], int]:
    return lambda: shutil.disk_usage(store.path.parent).free
