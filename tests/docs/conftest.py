"""The built documentation, and a server that offers it as `tischlein serve` does."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from tischlein.tables.hall import Hall
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.handlers.pages import documentation_folder


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder into which ./check site builds."""
    folder = documentation_folder()
    if folder is None:
        if os.environ.get("CI"):
            raise pytest.UsageError("CI must look at the documentation: ./check site builds it")
        pytest.skip("the documentation is not built: ./check site")
    return folder


@pytest.fixture(scope="session")
def docs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the documentation on a running server."""
    del built
    store = SqliteStore(tmp_path_factory.mktemp("docs") / "tischlein.db")
    server = uvicorn.Server(uvicorn.Config(create_app(Hall(store)), log_level="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listening:

        async def serve() -> None:
            await server.serve(sockets=[listening])
            await store.close()

        # A loop of its own: that of the browser runs in this thread.
        running = threading.Thread(target=asyncio.run, args=(serve(),))
        running.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/docs"
        server.should_exit = True
        running.join()
