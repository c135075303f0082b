"""What nobody reads is bounded for all connections together."""

import asyncio
import socket
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.tables.playing import asynchronous
from tests.tables.waiting import eventually
from tests.web.running_server import served
from tischlein.web.http.unread_answers import UnreadAnswers
from tischlein.web.running import serving

LONG = bytes(40 << 20)
"""More than a system takes from a server for a client that reads nothing."""


class Waiting:
    """A transport with this many bytes that nobody has read."""

    def __init__(self, size: int, *, closing: bool = False) -> None:
        self.size = size
        self.closing = closing
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.size

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        assert not self.closing
        self.aborted = True


def cut(most: int, *transports: Waiting) -> list[int]:
    """Return the sizes of what is cut."""
    UnreadAnswers(most).cut(SimpleNamespace(transport=one) for one in transports)
    return [one.size for one in transports if one.aborted]


def test_whoever_leaves_most_unread_is_cut_until_the_others_are_within_the_limit() -> None:
    assert cut(100, Waiting(0), Waiting(60), Waiting(40)) == []
    assert cut(100, Waiting(0), Waiting(41), Waiting(60)) == [60]
    assert cut(100, Waiting(90), Waiting(20), Waiting(70), Waiting(0)) == [90]
    assert cut(50, Waiting(90), Waiting(20), Waiting(70), Waiting(31)) == [90, 70, 31]


def test_what_is_being_cut_already_counts_no_more() -> None:
    assert cut(100, Waiting(90, closing=True), Waiting(60), Waiting(40)) == []


def test_the_operator_is_told_but_not_again_and_again(caplog: pytest.LogCaptureFixture) -> None:
    unread = UnreadAnswers(1 << 20)
    for _ in range(3):
        unread.cut([SimpleNamespace(transport=Waiting(2 << 20))])
    (told,) = caplog.messages
    assert "more than 1 MB" in told


@asynchronous
async def test_a_server_cuts_a_visitor_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "UnreadAnswers", lambda: UnreadAnswers(8 << 20))
    asked = asyncio.Event()

    async def answer_at_length(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for stage in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{stage}.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": LONG})
        asked.set()

    settings = serving.settings(answer_at_length)
    async with served(settings) as address:
        with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0)) as visitor:
            visitor.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            await asked.wait()
            await eventually(lambda: len(settings.connections) == 0)
            assert len(settings.connections) == 0
