"""What the tests of the web server share: an application in memory, and browsers that visit it."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Any

from litestar import Litestar
from litestar.status_codes import WS_1000_NORMAL_CLOSURE
from litestar.testing import TestClient, WebSocketTestSession
from litestar.types import WebSocketScope

from tests.following import Follower
from tests.tables.playing import random_player
from tischlein.tables.chance.fairness import contribution_hash
from tischlein.tables.hall import Hall
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import HANDLERS, create_app
from tischlein.web.handlers.passkeys import Passkeys
from tischlein.web.http.limits import Limits

PATIENCE = 120
"""Seconds to wait for a message that has to come: long, as the machine may be busy."""
OPEN = {"kind": "open"}
_commands = count(1)
BOT = {"kind": "bot", "level": "medium"}


def me(name: str) -> dict[str, str]:
    """Return a chair for whoever opens the table."""
    return {"kind": "me", "name": name}


# What their signatures say is found out once a process, not for each of hundreds of applications:
# Litestar registers copies, which take along what the handlers have noted.
for _handler in HANDLERS:
    _ = _handler.parsed_fn_signature


@contextmanager
def site_at(
    path: Path,
    limits: Limits | None = None,
    notification_settings: NotificationSettings | None = None,
    passkeys: Passkeys | None = None,
    **settings: Any,
) -> Iterator[Site]:
    """Run the application on a database, with random bots that do not pause."""
    settings.setdefault("make_player", random_player)
    settings.setdefault("pause", 0.0)
    store = SqliteStore(path)
    hall = Hall(store, **settings)
    try:
        app = create_app(
            hall, limits, notification_settings=notification_settings, passkeys=passkeys
        )
        with TestClient(app) as client:
            yield Site(client, hall)
    finally:
        asyncio.run(store.close())


def lasting(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table as it is told, without what time alone changes: how long people are away."""
    seats = [{**seat, "patience": None} for seat in table["seats"]]
    return {**table, "seats": seats}


class Site:
    """The application, and the hall behind it."""

    def __init__(self, client: TestClient[Litestar], hall: Hall) -> None:
        self.client = client
        self.hall = hall

    def visitor(self) -> Visitor:
        """Return somebody with a fresh browser."""
        return Visitor(self.client)


def visited(site: Site) -> Visitor:
    """Return a browser that has opened a page, and so has a session."""
    visitor = site.visitor()
    visitor.ask("GET", "/")
    return visitor


class Visitor:
    """A browser with its own cookie, or a program with the secret of a seat."""

    def __init__(self, client: TestClient[Litestar], seat_secret: str = "") -> None:
        self._client = client
        self.cookie = ""
        self._seat_secret = seat_secret

    @property
    def headers(self) -> dict[str, str]:
        """What identifies this visitor."""
        if self._seat_secret:
            return {"authorization": f"Bearer {self._seat_secret}"}
        return {"cookie": f"tischlein={self.cookie}"} if self.cookie else {}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Send a request and keep the cookie that comes with the answer."""
        headers = self.headers | more.pop("headers", {})
        response = self._client.request(method, path, headers=headers, **more)
        self.cookie = response.cookies.get("tischlein") or self.cookie
        self._client.cookies.clear()
        return response

    def get(self, path: str, **more: Any) -> Any:
        """Get an answer in JSON, which has to be a good one."""
        response = self.ask("GET", path, **more)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        """Post and get an answer in JSON (None if there is none), which has to be a good one."""
        response = self.ask("POST", path, json=body, **more)
        assert response.status_code in (200, 201, 204), response.text
        return response.json() if response.content else None

    def refused(self, method: str, path: str, status: int, body: Any = None) -> str:
        """Return the key of the problem that a request meets with a status."""
        response = self.ask(method, path, json=body)
        assert response.status_code == status, response.text
        key: str = response.json()["phrase"]["key"]
        return key

    def opens(self, game: str, *chairs: dict[str, str], **more: Any) -> tuple[str, list[str]]:
        """Open a table; return the match and the secrets of the seats."""
        opened = self.post("/api/matches", {"game": game, "chairs": chairs} | more)
        return opened["match"], opened["seat_secrets"]

    def joins(self, match: str, name: str, contribution: bytes = b"") -> str:
        """Take a chair, bound to what is contributed, if anything; return the seat's secret."""
        given = self._hash(match, contribution) if contribution else ""
        opened = self.post(f"/api/matches/{match}/join", {"name": name, "hash": given})
        secret: str = opened["seat_secrets"][0]
        return secret

    def contributes(
        self, match: str, contribution: bytes, *, shown: bool = False, at_once: bool = False
    ) -> None:
        """Send the hash of a contribution to chance, or show the contribution, or both at once."""
        hashes = [] if shown else [self._hash(match, contribution)]
        contributions = [contribution.hex()] if shown or at_once else []
        body = {"hashes": hashes, "contributions": contributions}
        self.post(f"/api/matches/{match}/contributions", body)

    def _hash(self, match: str, contribution: bytes) -> str:
        commitment = self.get(f"/api/matches/{match}")["commitment"]
        return contribution_hash(contribution, match, commitment).hex()

    @contextmanager
    def at_table(self, match: str, **more: Any) -> Iterator[Window]:
        """Open a window on a match."""
        with self.at(f"/api/matches/{match}/live", **more) as window:
            yield window

    @contextmanager
    def at(self, path: str, **more: Any) -> Iterator[Window]:
        """Open a window on a socket."""
        headers = self.headers | more.pop("headers", {})
        with connected(self._client, path, headers=headers, **more) as socket:
            yield Window(socket)


def connected(client: TestClient[Litestar], path: str, **more: Any) -> Socket:
    """Return a connection, to be opened; from another `host`, if it is given."""
    host = more.pop("host", None)
    asked = client.websocket_connect(path, **more)
    if host is not None:
        asked.scope["client"] = (host, 50_000)
    return Socket(asked.client, asked.scope)


class Socket(WebSocketTestSession):
    """A connection whose other end sleeps until something is said, and which ends at both ends.

    Litestar's looks for it again and again, which takes a core for as long as the connection lasts,
    and goes away before the server has noticed.
    """

    receive_queue: _Said

    def __init__(self, client: TestClient[Any], scope: WebSocketScope) -> None:
        super().__init__(client, scope)
        self.receive_queue = _Said()
        self._served = threading.Event()

    def close(self, code: int = WS_1000_NORMAL_CLOSURE) -> None:
        """Go, and wait until the server has noticed: whoever comes next is not too early."""
        super().close(code)
        assert self._served.wait(PATIENCE), "the server does not notice that somebody has gone"

    async def do_asgi_call(self) -> None:
        """Serve the connection."""

        async def send(message: Any) -> None:
            self.send_queue.put(message)

        try:
            await self.client.app(self.scope, self.receive_queue.next, send)
        except BaseException as error:
            self.send_queue.put(error)
            raise
        finally:
            self._served.set()


class _Said(Queue[Any]):
    """What is said in a test, and heard by a task on another thread."""

    def __init__(self) -> None:
        super().__init__()
        self._wake: Callable[[], object] = lambda: None

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Say something."""
        super().put(item, block, timeout)
        self._wake()

    async def next(self) -> Any:
        """Return what is said next."""
        said = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, said.set)
        while self.empty():
            await said.wait()
            said.clear()
        return self.get()


class Window:
    """A connection at a table."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._follower = Follower()

    def says(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send_json(message)

    def hears(self, *kinds: str) -> Any:
        """Return the next message of these kinds, passing over others.

        Changes of a scene count as a view.
        """
        while True:
            message = self._follower.take(self.socket.receive_json(timeout=PATIENCE))
            if message["type"] in kinds:
                return message

    def acts(self, action: int | str, command: str = "", seen: int = 0) -> Any:
        """Act and return the answer."""
        self.says(type="act", id=command or f"command-{next(_commands)}", action=action, seen=seen)
        return self.hears("accepted", "refused", "problem")

    def asks_why(self, *path: str) -> Any:
        """Ask whether these targets would be refused."""
        self.says(type="why", id="why", path=path)
        return self.hears("allowed", "refused", "problem")


def play(*windows: Window, seed: int = 1) -> list[dict[str, Any]]:
    """Play a match to its end in these windows, one for each seat; return the last views."""
    chooser = random.Random(seed)
    views = [window.hears("view") for window in windows]
    while "result" not in views[0]["scene"]:
        for window, view in zip(windows, views, strict=True):
            if view["scene"].get("choices"):
                choice = chooser.choice(view["scene"]["choices"])
                answer = window.acts(choice["action"], seen=view["number"])
                assert answer["type"] == "accepted", answer
                break
        number = max(view["number"] for view in views)
        for index, window in enumerate(windows):
            while views[index]["number"] <= number:
                views[index] = window.hears("view")
    return views
