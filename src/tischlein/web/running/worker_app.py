"""A server that only works for others: it runs bots and physics; visitors find its health."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.di import Provide

from tischlein.child_processes import usable_cores
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.job_worker import JobWorker
from tischlein.tables.computing.jobs import JobSource
from tischlein.tables.computing.thinking import BotThreads
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.ownership import Ownership
from tischlein.tables.storage.store import Store
from tischlein.web.handlers import health
from tischlein.web.handlers.health import HealthSources, MetricsReaders
from tischlein.web.metrics import MetricsRegistry, WorkerCollector
from tischlein.web.preparation_state import PreparationState


def create_app(
    store: Store,
    ownership: Ownership,
    jobs: JobSource,
    preparation: PreparationState,
    watchers: MetricsReaders,
) -> Litestar:
    """Return the application; while it runs, jobs are taken.

    All cores are for them: nobody else is served here.
    """
    cores = usable_cores()
    thinkers, workers = BotThreads(cores), WorkerProcesses(cores)
    compute = LocalCompute(thinkers, workers, readiness=preparation)
    vitals = HealthSources(store, ownership.role)
    figures = MetricsRegistry(WorkerCollector(ownership, compute, jobs))

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        async with JobWorker(jobs, compute):
            yield
        thinkers.close()
        workers.close()

    return Litestar(
        route_handlers=health.HANDLERS,
        lifespan=[lifespan],
        dependencies={
            "vitals": Provide(lambda: vitals, sync_to_thread=False),
            "preparation": Provide(lambda: preparation, sync_to_thread=False),
            "metrics": Provide(lambda: figures, sync_to_thread=False),
            "watchers": Provide(lambda: watchers, sync_to_thread=False),
        },
        openapi_config=None,
        logging_config=None,
    )
