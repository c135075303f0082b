"""What people see when the server that they play at ends, and others go on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Player, wait_until
from tests.web.nodes import Server, started, with_newer_rules
from tests.web.wires import Ends, Wire

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
LINES = "[role=log] li"


class Front:
    """One address for several nodes: each connection goes to the first that takes it."""

    def __init__(self, servers: list[Server]) -> None:
        self.url = ""
        self._servers = servers

    async def to_a_node(self) -> Ends:
        """Connect to a node."""
        for server in self._servers:
            port = int(server.address.rpartition(":")[2])
            try:
                return await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                continue  # as proxies do
        raise ConnectionRefusedError


@contextmanager
def before(servers: list[Server]) -> Iterator[Front]:
    """Stand before some nodes."""
    front = Front(servers)
    wire = Wire(front.to_a_node)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        front.url = asyncio.run_coroutine_threadsafe(wire.listen(), loop).result()
        yield front
    finally:
        loop.call_soon_threadsafe(wire.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def test_a_match_goes_on_at_a_newer_node_when_the_older_one_ends(
    page: Page, postgres: str, tmp_path: Path
) -> None:
    source = with_newer_rules(tmp_path, "bauab")
    older, newer = (
        Server(postgres, "bauab"),
        Server(postgres, "bauab", version="99.0", source=source),
    )
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status))
    sockets: list[WebSocket] = []
    page.on("websocket", sockets.append)
    with started([older, newer]) as servers, before(servers) as front:
        anna = Player(page, front)
        anna.opens(ANNA, BEN, options={"first": "A"}, fixed=True)
        anna.awaits_turn()
        anna.moves()
        moved = page.locator(LINES).count()
        assert len(sockets) == 1
        assert older.end() == 0
        wait_until(page, lambda: len(sockets) == 2, "the browser comes back")
        anna.awaits_turn()
        anna.moves()
        expect(page.locator(LINES).nth(moved)).to_be_attached()
        expect(page.locator(".prompt")).not_to_contain_text("comes back by itself")
        assert len(sockets) == 2, "the first try has succeeded"
    assert anna.faults == []
    assert max(answers) < 400
