"""The doctor comes to a server by its public address, and tells what visitors would meet there."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.ports import free_port
from tests.tables.playing import asynchronous
from tests.web.running_server import served
from tischlein.cli.public_address import Fault, find_fault
from tischlein.tables.hall import Hall
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.running import serving

Change = Callable[[list[bytes]], list[bytes]]
"""What a proxy makes of the lines of a request's head."""


def by_the_guide(lines: list[bytes]) -> list[bytes]:
    return [*lines, b"X-Forwarded-For: 192.0.2.7"]


def telling_of_nobody(lines: list[bytes]) -> list[bytes]:
    return _with_host(lines, b"127.0.0.1")


def dropping_upgrades(lines: list[bytes]) -> list[bytes]:
    names = (b"upgrade:", b"connection:")
    return by_the_guide([line for line in lines if not line.lower().startswith(names)])


def renaming(lines: list[bytes]) -> list[bytes]:
    return by_the_guide(_with_host(lines, b"localhost"))


def _with_host(lines: list[bytes], host: bytes) -> list[bytes]:
    return [b"Host: " + host if line.lower().startswith(b"host:") else line for line in lines]


@asynccontextmanager
async def proxy_before(server: int, change: Change) -> AsyncIterator[str]:
    """Run a proxy in front of a port of this machine; the address at which it is reached."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_connection("127.0.0.1", server)
        head = await reader.readuntil(b"\r\n\r\n")
        onward.write(b"\r\n".join([*change(head.strip().split(b"\r\n")), b"", b""]))
        while data := await there.read(4096):
            writer.write(data)
            if b" 101 " in data[:20]:
                break
        onward.close()
        writer.close()

    async with await asyncio.start_server(relay, "127.0.0.1", 0) as listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


async def fault_behind(change: Change, folder: Path) -> Fault | None:
    """Return what is found at a server behind a proxy."""
    async with SqliteStore(folder / "db") as store:
        app: Any = create_app(Hall(store))
        async with served(serving.settings(app)) as address:
            port = urlsplit(address).port
            assert port is not None
            async with proxy_before(port, change) as url:
                return await asyncio.to_thread(find_fault, url)


@asynchronous
async def test_behind_a_proxy_as_in_the_guide_nothing_is_wrong(tmp_path: Path) -> None:
    assert await fault_behind(by_the_guide, tmp_path) is None


@pytest.mark.parametrize(
    ("change", "told", "advice"),
    [
        (dropping_upgrades, "no WebSockets", "Upgrade"),
        (renaming, "another site", "--public-url"),
    ],
)
@asynchronous
async def test_a_proxy_that_keeps_visitors_from_playing_is_found(
    change: Change, told: str, advice: str, tmp_path: Path
) -> None:
    fault = await fault_behind(change, tmp_path)
    assert fault is not None
    assert told in fault.told
    assert advice in fault.advice


@asynchronous
async def test_metrics_that_anybody_may_read_are_found(tmp_path: Path) -> None:
    def as_from_this_machine(lines: list[bytes]) -> list[bytes]:
        if any(b"/program/" in line for line in lines):
            return by_the_guide(lines)
        return telling_of_nobody(lines)

    fault = await fault_behind(as_from_this_machine, tmp_path)
    assert fault is not None
    assert "metrics" in fault.told
    assert "X-Forwarded-For" in fault.advice


@asynchronous
async def test_something_else_at_the_address_is_told_from_the_server(tmp_path: Path) -> None:
    def elsewhere(lines: list[bytes]) -> list[bytes]:
        return [b"GET /api/nothing HTTP/1.1", *lines[1:]]

    fault = await fault_behind(elsewhere, tmp_path)
    assert fault is not None
    assert "something else answers" in fault.told


def test_an_address_that_leads_nowhere_is_told_from_one_where_nobody_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = find_fault(f"http://127.0.0.1:{free_port()}")
    assert closed is not None
    assert "cannot be reached" in closed.told

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    nowhere = find_fault("https://play.example.org")
    assert nowhere is not None
    assert "leads nowhere" in nowhere.told
