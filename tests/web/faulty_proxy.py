"""Connections that can be cut, held up and slowed: what stands between a node and its partners."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class FaultyProxy:
    """Passes on what comes in at one address to another, as long as it is left alone."""

    def __init__(self, there: Callable[[], Awaitable[Ends]]) -> None:
        """Pass on to whatever ``there`` connects to, anew for each connection."""
        self._there = there
        self._open: set[asyncio.StreamWriter] = set()
        self._passing = asyncio.Event()
        self._passing.set()
        self._late = 0.0
        self._server: asyncio.Server | None = None
        self._tied: set[asyncio.Task[None] | None] = set()

    async def listen_at_path(self, path: Path) -> None:
        """Take connections at a socket's path."""
        self._server = await asyncio.start_unix_server(self._serve, path)

    async def listen(self) -> str:
        """Take connections at a port; return its address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Break all connections; new ones can be made."""
        for writer in list(self._open):
            writer.transport.abort()

    def hold(self) -> None:
        """Pass nothing on until :meth:`release`."""
        self._passing.clear()

    def release(self) -> None:
        """Pass on what has come in meanwhile."""
        self._passing.set()

    def delay(self, seconds: float) -> None:
        """Pass everything on so much later from now on, each way."""
        self._late = seconds

    def close(self) -> None:
        """Take no more connections, and break those that there are."""
        assert self._server is not None
        self._server.close()
        self.release()
        self.cut()

    async def end(self) -> None:
        """Close, and wait until nothing is left."""
        self.close()
        await asyncio.gather(*filter(None, self._tied), return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tied.add(asyncio.current_task())
        try:
            await self._relay(reader, writer)
        finally:
            self._tied.discard(asyncio.current_task())

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            reader_there, writer_there = await self._there()
        except OSError:
            writer.transport.abort()
            return
        ends = writer, writer_there
        self._open.update(ends)
        ways = [
            asyncio.create_task(self._copy(reader, writer_there)),
            asyncio.create_task(self._copy(reader_there, writer)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.transport.abort()
        await asyncio.gather(*ways)
        self._open.difference_update(ends)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await asyncio.sleep(self._late)
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
