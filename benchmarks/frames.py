"""Frames: how smoothly a phone would show the moves of every game.

A match that is played at random, for a while or to its end, is watched again from its start, in
Chromium, on a screen of a phone and with a processor that is four times slower than this one.
Frames are counted by how long they were on the screen: more than 16.7 ms means that one of sixty a
second is missing, more than 33 ms that two are.

It reports and has no targets: on a busy machine frames come late whatever the page does. What the
page's main thread is busy with for each move is surer, and tells which game to look at.
"""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import SHELF, Figure, Scope
from benchmarks.hosting.chromium import chromium
from benchmarks.hosting.clients import Tally, connected, end, opened, play_all
from benchmarks.hosting.server import running
from benchmarks.server import table_sizes, usual_options
from tischlein.core import registry
from tischlein.core.game import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4
"""How many times slower than this machine the phone is."""
WIDTH, HEIGHT = 390, 844
"""Pixels of its screen."""
PATIENCE = 60_000.0
"""Milliseconds after which a page has failed."""
PLAYING = 15.0
"""Seconds after which a match is ended: clocks of races do not hurry, nor do falling pieces."""
LATE, VERY_LATE = 20.0, 36.0
"""Milliseconds of a frame that is late: one or two sixtieths of a second, and some jitter."""
_COUNT = """() => {
  const frames = (window.frames_seen = []);
  let last = 0;
  requestAnimationFrame(function next(now) {
    if (last) frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
}"""


class _Seen(NamedTuple):
    """What came of watching a match for a while."""

    frames: list[float]
    """Milliseconds that each was on the screen."""
    moves: int
    busy: float
    """Seconds that the page's main thread has worked."""

    def later_than(self, most: float) -> float:
        """Return how many frames took longer, in per cent."""
        return 100 * sum(frame > most for frame in self.frames) / max(len(self.frames), 1)


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield for each game how many frames come late, and how busy a move keeps the page."""
    games = [registry.load(key) for key in scope.games or SHELF]
    with (
        chromium() as browser,
        running([game.key for game in games], pinned=False) as server,
    ):
        from playwright.sync_api import Error as PlaywrightError

        for game in games:
            match = _in_a_thread(_played(server.port, game))
            address = f"http://127.0.0.1:{server.port}/match/{match}"
            try:
                seen = _watched(browser, address, scope.seconds)
            except PlaywrightError as error:
                reason = str(error).splitlines()[0]
                yield Figure(f"{game.key}: pages shown", 0, "", least=1, note=reason)
                continue
            yield from _figures(game.key, seen)


def _in_a_thread(work: Coroutine[Any, Any, str]) -> str:
    """Return what comes of something that needs an event loop: Playwright's is in the way here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _figures(key: str, seen: _Seen) -> Iterator[Figure]:
    about = {"game": key}
    note = f"{len(seen.frames)} frames, {seen.moves} moves"
    late, very_late = seen.later_than(LATE), seen.later_than(VERY_LATE)
    yield Figure(f"{key}: frames over 16.7 ms", late, "%", note=note, about=about)
    yield Figure(f"{key}: frames over 33 ms", very_late, "%", note=note, about=about)
    yield Figure(f"{key}: longest frame", max(seen.frames, default=0.0), "ms", about=about)
    busy = 1000 * seen.busy / max(seen.moves, 1)
    yield Figure(f"{key}: a move keeps the page busy", busy, "ms", note=note, about=about)


async def _played(port: int, game: Game) -> str:
    """Play a match at random with the fewest seats, to its end or for a while; return its id."""
    seats = min(table_sizes(game))
    send = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open
    options = usual_options(game, seats)
    match, secrets = await asyncio.to_thread(opened, port, game.key, seats, options, send)
    async with AsyncExitStack() as connections:
        clients = await connected(port, connections, Tally(), match, secrets, scenes=True)
        try:
            await asyncio.wait_for(play_all([clients]), PLAYING)
        except TimeoutError:  # only what is over is shown again
            await asyncio.to_thread(end, port, match, send)
    return match


def _watched(browser: Browser, address: str, seconds: float) -> _Seen:
    """Watch a finished match from its start, going on by itself, for some seconds."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, is_mobile=True, has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}#move-0")
    controls = page.locator(".replay .controls")
    controls.wait_for()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    at = controls.locator("input")
    controls.get_by_role("button").nth(1).tap()
    before, first = busy(), int(at.input_value())
    page.evaluate(_COUNT)
    page.wait_for_timeout(1000 * seconds)
    frames: list[float] = page.evaluate("window.frames_seen")
    seen = _Seen(frames, int(at.input_value()) - first, busy() - before)
    context.close()
    return seen
