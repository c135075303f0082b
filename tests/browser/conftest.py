"""A server of its own for the browser tests, and players who click and type as people do."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tischlein.web.pages import FOLDER

STARTING = 600.0
"""Seconds that a server may take to start: on a fresh machine it compiles the games first."""
PATIENCE = 60.0
"""Seconds to wait for what must come: long, as the machine may be busy."""

expect.set_options(timeout=1000 * PATIENCE)


def wait_until(page: Page, done: Callable[[], object], what: str) -> None:
    """Wait for something that this process finds out, while the page's events come in.

    It looks at once, then ever more rarely, up to ten times a second.
    """
    end = time.monotonic() + PATIENCE
    pause = 2.0
    while not done():
        assert time.monotonic() < end, f"not within {PATIENCE:g} s: {what}"
        page.wait_for_timeout(pause)
        pause = min(1.5 * pause, 100)


class Server:
    """A running server, which can be killed and started again on the same data."""

    def __init__(self, data: Path, python: str | Path = sys.executable) -> None:
        self._python = python
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._log = data / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when the server answers."""
        command = [self._python, "-m", "tischlein.web", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([*command, "--data", str(self._data)], stderr=log)
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            assert self._process.poll() is None, "the server has ended"
            try:
                with urllib.request.urlopen(f"{self.url}/api/games", timeout=5):
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End at once, as by a power cut."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def ends_without_a_fault(self) -> None:
        """End, and see that nothing went wrong that no browser was told of."""
        self.kill()
        said = self._log.read_text(errors="replace")
        assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def _built_client() -> None:
    """Ask for a built client, which the package's build brings."""
    assert (FOLDER / "index.html").is_file(), "uv sync --reinstall-package tischlein builds it"


@pytest.fixture(scope="session")
def server(_built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all browser tests share."""
    shared = Server(tmp_path_factory.mktemp("data"))
    try:
        shared.start()
        yield shared
        shared.ends_without_a_fault()
    finally:
        shared.kill()


@pytest.fixture
def own_server(_built_client: None, tmp_path: Path) -> Iterator[Server]:
    """A server of one test's own, to be killed in the middle."""
    own = Server(tmp_path)
    try:
        own.start()
        yield own
        own.ends_without_a_fault()
    finally:
        own.kill()


class Player:
    """A person before a browser window, playing at random by what the page offers."""

    def __init__(self, page: Page, server: Server, seed: int = 1) -> None:
        self.page = page
        self.server = server
        self.faults: list[str] = []
        self._rng = random.Random(seed)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message: Any) -> None:
        # What the content security policy blocks is only told here.
        if message.type == "error" and "ERR_CONNECTION" not in message.text:
            self.faults.append(f"{message.text} {message.location.get('url', '')}")

    def opens(self, *chairs: dict[str, str], game: str = "bauab", **more: Any) -> str:
        """Open a match, sit down at it and return its id."""
        table = {"game": game, "chairs": list(chairs), **more}
        answer = self.page.request.post(f"{self.server.url}/api/matches", data=table)
        assert answer.ok, answer.text()
        match: str = answer.json()["match"]
        self.goes_to(match)
        return match

    def goes_to(self, match: str, fragment: str = "") -> None:
        """Follow the link to a match."""
        self.page.goto(f"{self.server.url}/match/{match}{fragment}")

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        return self.page.get_by_role("region", name="Result").is_visible()

    @property
    def on_turn(self) -> bool:
        """Whether something can be chosen now."""
        return self.page.locator(".prompt.mine").is_visible() and bool(self._choosable("").count())

    def awaits_turn(self) -> None:
        """Wait until it is this player's turn or the match is over."""
        waiting = self.page.locator(".prompt.mine, section.result")
        expect(waiting.first).to_be_visible()

    def _choosable(self, part: str) -> Any:
        return self.page.locator(f"{part} [data-target]:not([aria-disabled=true])")

    def moves(self) -> None:
        """Make one move by clicking: a piece of the hand and a place, or a button."""
        move = self.page.locator("[role=log] li").count()
        hand = self._choosable(".hand")
        if hand.count():
            hand.nth(self._rng.randrange(hand.count())).click()
            places = self.page.locator(".board .target.choosable, .board .target.implied")
            places.nth(self._rng.randrange(places.count())).click()
        else:
            self._choosable(".bar").first.click()
        self.awaits_event(move + 1)

    def awaits_event(self, number: int) -> None:
        """Wait until the log has this many lines or the match is over."""
        line = self.page.locator("[role=log] li").nth(number - 1)
        expect(line.or_(self.page.locator("section.result"))).to_be_attached()

    def plays_on(self, most: int = 60) -> None:
        """Play this seat to the end of the match."""
        for _ in range(most):
            self.awaits_turn()
            if self.over:
                return
            self.moves()
        raise AssertionError("the match does not end")


@pytest.fixture
def anna(page: Page, server: Server) -> Player:
    """A player at the shared server."""
    return Player(page, server)


@pytest.fixture
def ben(browser: Any, browser_context_args: dict[str, Any], server: Server) -> Iterator[Player]:
    """Another player, on another device."""
    context: BrowserContext = browser.new_context(**browser_context_args)
    yield Player(context.new_page(), server, seed=2)
    context.close()
