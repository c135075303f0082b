"""A server in this process, as visitors reach it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from tischlein.web.running.listening import listen
from tischlein.web.running.serving import Server, signals_restored


@asynccontextmanager
async def served(settings: uvicorn.Config) -> AsyncIterator[str]:
    """Serve in this process; the address for connections."""
    server = Server(settings)
    with signals_restored(), listen("127.0.0.1", [0]) as listening:
        serves = asyncio.create_task(server.serve([listening]))
        try:
            yield f"ws://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serves
