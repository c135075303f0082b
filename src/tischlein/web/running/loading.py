"""Tables, bots and the application, loaded while the page answers already."""

from __future__ import annotations

import asyncio
import gc
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from tischlein.tables.computing.jobs import JobBoard
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Ownership
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.upkeep.housekeeping import Housekeeping
from tischlein.web.app import create_app
from tischlein.web.deployment import Deployment
from tischlein.web.handlers.health import MetricsReaders
from tischlein.web.handlers.passkeys import Passkeys
from tischlein.web.http.asgi import App
from tischlein.web.http.limits import Limits
from tischlein.web.metrics import ForwardingCounts
from tischlein.web.preparation_state import PreparationState
from tischlein.web.running.early_answers import EarlyAnswers
from tischlein.web.running.game_preparation import background_preparation
from tischlein.web.sockets.connections import OpenConnections


class Services(NamedTuple):
    """What a server opens before its page, and closes after everything else."""

    store: SqlStore
    ownership: Ownership
    board: JobBoard | None
    housekeeping: Housekeeping
    connections: OpenConnections


async def run_application(
    early_answers: EarlyAnswers,
    preparation: PreparationState,
    services: Services,
    deployment: Deployment,
    port: int,
    shelf: subprocess.Popen[bytes] | None,
) -> None:
    """Open the application behind the early answers, and close it when the server ends.

    Parameters
    ----------
    shelf
        The process that prepares the shelf's answers, unless these exist.
    """
    hall = Hall(
        services.store,
        readiness=preparation,
        housekeeping=services.housekeeping,
        ownership=services.ownership,
        board=services.board,
    )
    # Assembling all routes takes a while.
    app, state = await asyncio.to_thread(
        _application, hall, preparation, services, deployment, port
    )
    if early_answers.stopping.is_set():
        return
    async with background_preparation(preparation, shelf), _lifespan(app):
        gc.freeze()  # what is loaded by now stays
        early_answers.forward_to(
            app, state.feeds.close, lambda one: state.metrics.observe_request(*one)
        )
        await early_answers.stopping.wait()
        preparation.cancel()  # this takes a while, too


def _application(
    hall: Hall, preparation: PreparationState, services: Services, deployment: Deployment, port: int
) -> tuple[Any, Any]:
    """Return the application, and the parts of it that are needed outside its handlers."""
    limits, forwarded = Limits(), ForwardingCounts()
    url = deployment.public_url
    here = [f"http://localhost:{port}"]
    passkeys = Passkeys([*here, url] if url else here)
    watchers = MetricsReaders(deployment.watchers)
    settings = deployment.notification_settings()
    app = create_app(hall, limits, preparation, watchers, forwarded, settings, passkeys)
    served: Any = app
    if not hall.ownership.alone:
        from tischlein.web.nodes.forwarding import Forwarding  # loads what only nodes need

        on_node_address = services.connections.add_proxy
        served = Forwarding(app, hall, limits.body_bytes, forwarded, on_node_address)
    return served, app.state


@asynccontextmanager
async def _lifespan(app: App) -> AsyncIterator[None]:
    """Run an application's lifespan, as in ASGI; raise what goes wrong with it."""
    to_app = asyncio.Queue[Any]()
    from_app = asyncio.Queue[Any]()
    scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
    life = asyncio.ensure_future(app(scope, to_app.get, from_app.put))

    async def until(what: str) -> None:
        await to_app.put({"type": f"lifespan.{what}"})
        answer = asyncio.create_task(from_app.get())
        await asyncio.wait((life, answer), return_when=asyncio.FIRST_COMPLETED)
        answer.cancel()
        if life.done() or answer.result()["type"].endswith("failed"):
            await life

    await until("startup")
    try:
        yield
    finally:
        await until("shutdown")
        await life
