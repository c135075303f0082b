"""Takes the pictures of tables that the games' pages show: ``python -m docs.screens [KEY...]``.

A bot sits in a person's place among other bots, at a server of its own. In the middle of the match
a browser opens the seat: on a desktop in the light, on a phone in the dark.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from benchmarks import Unavailable
from benchmarks.hosting.chromium import chromium
from docs.measure import PLAY
from tischlein.bots.players import BotPlayer
from tischlein.core import options, registry
from tischlein.core.driver import Player
from tischlein.core.game import Game
from tischlein.core.position import Observation
from tischlein.interop.hosted import HostedSeat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

SCREENS = Path(__file__).parent / "images" / "tables"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LEVEL = "medium"
SEED = 5
QUALITY = 78
"""Of WebP, from 0 to 100."""
SETTLED = 2_500
"""Milliseconds until nothing moves any more."""


class _HalfwayError(Exception):
    """Enough has been played for a picture."""


class _SoFar:
    """A player that stops before it has decided more often than it is to."""

    def __init__(self, player: Player, decisions: int) -> None:
        self._player = player
        self._left = decisions

    def choose(self, observation: Observation, legal: Sequence[int]) -> Any:
        """Choose as the player does, or raise ``_HalfwayError``."""
        if self._left == 0:
            raise _HalfwayError
        self._left -= 1
        return self._player.choose(observation, legal)


def main(keys: Sequence[str]) -> None:
    """Take the pictures of games, by default of all on the shelf."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    try:
        with chromium() as browser, _server() as url:
            for key in keys or registry.keys():
                _take(browser, url, registry.load(key))
                print(key)
    except Unavailable as missing:
        raise SystemExit(str(missing)) from None


def _take(browser: Browser, url: str, game: Game) -> None:
    seats = min(options.usual_counts(game) or game.seats)
    desktop = browser.new_page(viewport=DESKTOP, color_scheme="light", locale="en")
    bots = [{"kind": "bot", "level": LEVEL}] * (seats - 1)
    chairs = [{"kind": "me", "name": "Anna"}, *bots]
    answer = desktop.request.post(f"{url}/api/matches", data={"game": game.key, "chairs": chairs})
    opened = answer.json()
    link = f"{url}/seat#{opened['seat_secrets'][0]}"
    try:
        player = _SoFar(BotPlayer(game, LEVEL, SEED), _half(game, seats))
        HostedSeat(url, link, "Anna").play(player)
    except _HalfwayError:
        pass
    desktop.goto(f"{url}/match/{opened['match']}")
    _keep(desktop, f"{game.key}-desktop")
    phone = browser.new_page(
        viewport=PHONE, color_scheme="dark", locale="en", has_touch=True, device_scale_factor=1.5
    )
    phone.goto(link)
    _keep(phone, f"{game.key}-phone")


def _half(game: Game, seats: int) -> int:
    """Return how often a seat has decided in the middle of a match, as far as that was measured."""
    for one in json.loads(PLAY.read_text(encoding="utf-8")):
        if (one["game"], one["seats"], one["level"]) == (game.key, seats, LEVEL):
            decisions: float = one["decisions"]["mean"]
            return round(decisions / (2 * seats))
    return 4


def _keep(page: Page, name: str) -> None:
    page.locator(".board").wait_for()
    page.wait_for_timeout(SETTLED)
    with Image.open(io.BytesIO(page.screenshot())) as shown:
        shown.save(SCREENS / f"{name}.webp", quality=QUALITY, method=6)
    page.context.close()


@contextmanager
def _server() -> Iterator[str]:
    """Yield the address of a server that has played nothing yet."""
    command = [sys.executable, "-m", "tischlein.web", "--port", "0", "--data"]
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen([*command, data], stdout=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            for line in process.stdout:
                found = re.search(r"http://127\.0\.0\.1:\d+", line)
                if found:
                    yield found[0]
                    return
            raise SystemExit("the server has ended before it answered")
        finally:
            process.terminate()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("keys", nargs="*", metavar="KEY")
    main(arguments.parse_args().keys)
