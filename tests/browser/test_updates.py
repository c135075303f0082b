"""What people see when the server that they play at ends, and others go on."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Player, wait_until
from tests.browser.devices import listen
from tests.conftest import PATIENCE
from tests.web.faulty_proxy import Ends, FaultyProxy
from tests.web.nodes import STARTING, Server, started, with_newer_rules

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
LINES = "[role=log] li"


class LoadBalancer:
    """One address for several nodes: each connection goes to the first that takes it."""

    def __init__(self, servers: list[Server]) -> None:
        self.url = ""
        self._servers = servers
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._stand()))

    def __enter__(self) -> LoadBalancer:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _stand(self) -> None:
        self._loop = asyncio.get_running_loop()
        proxy = FaultyProxy(self._to_a_node)
        self.url = await proxy.listen()
        self._ready.set()
        await self._over.wait()
        await proxy.end()

    async def _to_a_node(self) -> Ends:
        for server in self._servers:
            port = int(server.address.rpartition(":")[2])
            try:
                return await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                continue  # as proxies do
        raise ConnectionRefusedError


def gets_its_rules(page: Page, server: Server) -> None:
    """Wait until a node's games can be played there, which it may have to compile."""

    def has_them() -> bool:
        progress = page.request.get(f"{server.address}/api/preparation").json()
        return bool(progress["ready"] == progress["games"] > 0)

    wait_until(page, has_them, "a node's games can be played there", STARTING)


def test_a_match_goes_on_at_a_newer_node_when_the_older_one_ends(
    page: Page, postgres: str, tmp_path: Path
) -> None:
    source = with_newer_rules(tmp_path, "bauab")
    older, newer = (
        Server(postgres, "bauab"),
        Server(postgres, "bauab", version="99.0", source=source),
    )
    answers: list[int] = []
    listen(page, "response", lambda response: answers.append(response.status))
    came: list[float] = []
    left: list[float] = []

    def comes(socket: WebSocket) -> None:
        came.append(time.monotonic())
        socket.on("close", lambda _: left.append(time.monotonic()))

    listen(page, "websocket", comes)
    with started([older, newer]) as servers, LoadBalancer(servers) as balancer:
        anna = Player(page, balancer)
        gets_its_rules(page, older)
        anna.opens(ANNA, BEN, options={"first": "A"}, fixed=True)
        anna.awaits_turn()
        anna.moves()
        moved = page.locator(LINES).count()
        assert len(came) == 1
        # Whoever comes to a node that does not have the rules yet waits for them.
        gets_its_rules(page, newer)
        older.process.terminate()
        wait_until(page, lambda: len(came) == 2, "the browser comes back")
        anna.awaits_turn()
        anna.moves()
        expect(page.locator(LINES).nth(moved)).to_be_attached()
        expect(page.locator(".prompt")).not_to_contain_text("Reconnecting")
        assert older.process.wait(PATIENCE) == 0  # a second signal would cut it short
        assert len(came) == 2, "the first try has succeeded"
        print(f"a browser came back after {came[1] - left[0]:.2f} s")
    assert anna.faults == []
    assert max(answers) < 400
