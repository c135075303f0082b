"""A server of its own for the browser tests, and players who click and type as people do."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import APIResponse, Browser, Page, expect

from tests.browser.devices import Devices, listen
from tests.conftest import PATIENCE
from tests.ports import free_port
from tischlein.web.http.built import FOLDER

PROJECT = Path(__file__).parents[2]
STARTING = 600.0
"""Seconds that a server may take to start: on a fresh machine it compiles the games first."""
SHORT = 2_000
"""Milliseconds for which people see nothing that is to be read."""


def wait_until(
    page: Page, done: Callable[[], object], what: str, patience: float = PATIENCE
) -> None:
    """Wait for something that this process finds out, while the page's events come in.

    It looks at once, then ever more rarely, up to ten times a second.
    """
    end = time.monotonic() + patience
    pause = 2.0
    while not done():
        assert time.monotonic() < end, f"not within {patience:g} s: {what}"
        page.wait_for_timeout(pause)
        pause = min(1.5 * pause, 100)


def paints(page: Page) -> None:
    """Let the page show what it knows."""
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def lingers(page: Page, over: int = SHORT) -> None:
    """Let what would end by itself after more than so many milliseconds stay as the page stays.

    On a busy machine it could be gone before it is looked at.
    """
    page.evaluate(f"""() => {{
        const once = window.setTimeout;
        window.setTimeout = (act, wait = 0, ...more) =>
            wait > {over} ? 0 : once(act, wait, ...more);
    }}""")


class Server:
    """A running server, which can be killed and started again on the same data."""

    def __init__(
        self, data: Path, module: str = "tischlein.web", python: str | Path = sys.executable
    ) -> None:
        self._command = [python, "-m", module]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._log = data / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when all games can be played there."""
        command = [*self._command, "--port", str(self.port), "--data", str(self._data)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=PROJECT, stderr=log)
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            assert self._process.poll() is None, "the server has ended"
            # It answers long before that, and whoever opens a table then waits for its game.
            with suppress(urllib.error.URLError, TimeoutError, ConnectionError):
                with urllib.request.urlopen(f"{self.url}/api/preparation", timeout=5) as answer:
                    progress = json.load(answer)
                if progress["ready"] == progress["games"] > 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the games do not get ready")

    def kill(self) -> None:
        """End at once, as by a power cut."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it do nothing meanwhile, as on a machine that has far too much to do."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def ends_without_a_fault(self) -> None:
        """End, and see that nothing went wrong that no browser was told of."""
        self.kill()
        said = self._log.read_text(errors="replace")
        assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Leave out the worker that keeps the page for when there is no network.

    Every new context would take in the whole client twice. What the worker does, and that the
    table is played with it, is shown in ``test_outages.py``.
    """
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def _built_client() -> None:
    """Ask for a built client, which the package's build brings."""
    assert (FOLDER / "index.html").is_file(), "uv sync --reinstall-package tischlein builds it"


@pytest.fixture(scope="session")
def server(_built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all browser tests share, whose bots act once they have chosen."""
    shared = Server(tmp_path_factory.mktemp("data"), "tests.browser.hosting")
    try:
        shared.start()
        yield shared
        shared.ends_without_a_fault()
    finally:
        shared.kill()


@pytest.fixture(scope="module")
def own_server(_built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people have it, for one file, to be killed in the middle and started again."""
    own = Server(tmp_path_factory.mktemp("data"))
    try:
        own.start()
        yield own
        own.ends_without_a_fault()
    finally:
        own.kill()


class Site(Protocol):
    """Where people play."""

    @property
    def url(self) -> str:
        """The address."""


class Player:
    """A person before a browser window, playing at random by what the page offers."""

    def __init__(self, page: Page, server: Site, seed: int = 1) -> None:
        self.page = page
        self.server = server
        self.faults: list[str] = []
        self._rng = random.Random(seed)
        listen(page, "pageerror", lambda error: self.faults.append(str(error)))
        listen(page, "console", self._listen)

    def _listen(self, message: Any) -> None:
        # What the content security policy blocks is only told here.
        if message.type == "error" and "ERR_CONNECTION" not in message.text:
            self.faults.append(f"{message.text} {message.location.get('url', '')}")

    def opens(self, *chairs: dict[str, str], game: str = "bauab", **more: Any) -> str:
        """Open a match, sit down at it and return its id."""
        table = {"game": game, "chairs": list(chairs), **more}
        match: str = self.asks("matches", table).json()["match"]
        self.goes_to(match)
        return match

    def asks(self, what: str, told: dict[str, Any]) -> APIResponse:
        """Ask the server for something that it must do, beside the page; return its answer.

        `what` is the address below `/api/`.
        """
        answer = self.page.request.post(f"{self.server.url}/api/{what}", data=told)
        assert answer.ok, answer.text()
        return answer

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
        hand, bar = self._choosable(".hand"), self._choosable(".bar")
        # A device of several shows for a moment whose turn it is, and still another's pieces.
        expect(hand.or_(bar).first).to_be_visible()
        if hand.count():
            hand.nth(self._rng.randrange(hand.count())).click()
            places = self.page.locator(".board .target.choosable, .board .target.implied")
            expect(places.first).to_be_attached()
            places.nth(self._rng.randrange(places.count())).click()
        else:
            bar.first.click()
        self.awaits_event(move + 1)

    def awaits_event(self, number: int) -> None:
        """Wait until the log has this many lines or the match is over."""
        line = self.page.locator("[role=log] li").nth(number - 1)
        expect(line.or_(self.page.locator("section.result")).first).to_be_attached()

    def plays_on(self, most: int = 60) -> None:
        """Play this seat to the end of the match."""
        for _ in range(most):
            self.awaits_turn()
            if self.over:
                return
            self.moves()
        raise AssertionError("the match does not end")


@pytest.fixture(scope="session")
def devices(browser: Browser, browser_context_args: dict[str, Any], server: Server) -> Devices:
    """The devices before which people of all tests sit."""
    return Devices(browser, browser_context_args, server.url)


@pytest.fixture
def window(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Windows that know nothing of each other: each call gives one on another device."""
    taken: list[Page] = []
    failed = request.session.testsfailed

    def another(**settings: Any) -> Page:
        taken.append(devices.take(**settings))
        return taken[-1]

    yield another
    for page in taken:
        if request.session.testsfailed > failed:
            devices.throw_away(page)
        else:
            devices.give_back(page)


@pytest.fixture
def anna(window: Callable[..., Page], server: Server) -> Player:
    """A player at the shared server."""
    return Player(window(), server)


@pytest.fixture
def ben(window: Callable[..., Page], server: Server) -> Player:
    """Another player, on another device."""
    return Player(window(), server, seed=2)
