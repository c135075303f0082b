"""WebKit, the engine of Safari: its window, and a person who plays any game in it.

Playwright drives only a build of WebKit that it brings itself. The one that Debian has is driven by
its own WebDriver.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.clicking import AT_A_TABLE, Taste, even_handed, following_targets
from tests.conftest import PATIENCE
from tests.following import Follower

DRIVER = shutil.which("WebKitWebDriver")
DISPLAY = shutil.which("Xvfb")
MOST_CHOICES = 400

Json = Mapping[str, Any]

_LISTENS = f"""
window.received = [];
window.acts = [];
window.faults = [];
addEventListener("error", (event) => faults.push(`${{event.message}} ${{event.filename}}`));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
window.WebSocket = class extends WebSocket {{
  constructor(address, ...more) {{
    super(address, ...more);
    if (!RegExp({json.dumps(AT_A_TABLE)}).test(address)) return;
    received.push(null);
    this.addEventListener("message", (event) => received.push(event.data));
  }}
  send(text) {{
    const message = JSON.parse(text);
    if (["act", "draft"].includes(message.type)) acts.push(message);
    super.send(text);
  }}
}};
"""
"""Keeps what a table's connection receives (after a null for a new connection) and what it sends
of choices, and the faults of the page's scripts."""

_OPENS = """
const [table, done] = arguments;
const json = { "Content-Type": "application/json" };
fetch("/api/matches", { method: "POST", headers: json, body: JSON.stringify(table) })
  .then((answer) => answer.json())
  .then(({ match }) => {
    history.pushState({}, "", `/match/${match}`);
    dispatchEvent(new PopStateEvent("popstate"));
  })
  .then(done);
"""
"""Opens a match and goes to it within the page, which keeps what listens there."""

_POINT = """
const [thing] = arguments;
thing.scrollIntoView({ block: "nearest", inline: "nearest" });
const { x, y, width, height } = thing.getBoundingClientRect();
for (const [across, down] of [[0.5, 0.5], [0.1, 0.5], [0.2, 0.2], [0.5, 0.15], [0.8, 0.8]]) {
  const at = [Math.round(x + width * across), Math.round(y + height * down)];
  if (thing.contains(document.elementFromPoint(...at))) return at;
}
return null;
"""
"""Where a thing can be pressed, with nothing above it; the driver cannot tell with drawings."""

_SEEN = """
const seen = (thing) => thing.checkVisibility() && thing.getBoundingClientRect().width > 0;
return [...document.querySelectorAll(arguments[0])].filter(seen);
"""


@contextmanager
def webkit(width: int, height: int) -> Iterator[webdriver.WebKitGTK]:
    """Open a window of WebKit, of about this size in pixels, on a screen that nobody sees."""
    assert DRIVER is not None
    assert DISPLAY is not None
    near, far = os.pipe()
    screen = [DISPLAY, "-displayfd", str(far), "-screen", "0", f"{width}x{height + 200}x24"]
    with subprocess.Popen(screen, pass_fds=[far], stderr=subprocess.DEVNULL) as display:
        os.close(far)
        try:
            with os.fdopen(near, encoding="ascii") as told:
                number = told.readline().strip()
            environment = {**os.environ, "DISPLAY": f":{number}"}
            options = webdriver.WebKitGTKOptions()
            options.set_capability("browserName", "MiniBrowser")
            driver = webdriver.WebKitGTK(options=options, service=Service(DRIVER, env=environment))
            try:
                driver.set_window_size(width, height)
                yield driver
            finally:
                driver.quit()
        finally:
            display.terminate()


class WebKitPlayer:
    """A person before a window of WebKit, who presses what the scenes of a game offer."""

    def __init__(
        self,
        driver: webdriver.WebKitGTK,
        url: str,
        seed: int = 1,
        taste: Taste = even_handed,
    ) -> None:
        """Open the shelf at an address."""
        self.driver = driver
        self.scene: Json = {}
        self.refusals: list[Json] = []
        self._acts: list[Json] = []
        self._seat: int | None = None
        self._follower = Follower()
        self._rng = random.Random(seed)
        self._taste = taste
        driver.get(url)
        driver.execute_script(_LISTENS)

    def shown(self, selector: str) -> list[Any]:
        """Return the things on the page that are seen."""
        found: list[Any] = self.driver.execute_script(_SEEN, selector)
        return found

    def asks(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        return self.driver.execute_script(f"return {script}")

    def sits_at(self, table: Json) -> None:
        """Open a match and go to its table."""
        self.driver.execute_async_script(_OPENS, table)

    def presses(self, selector: str, number: int = 0) -> bool:
        """Press a thing where it is seen; return whether it could be pressed."""
        things = self.shown(selector)
        if len(things) <= number:
            return False
        point = self.driver.execute_script(_POINT, things[number])
        if point is None:
            return False
        hand: Any = ActionBuilder(self.driver)
        hand.pointer_action.move_to_location(*point)
        hand.pointer_action.click()
        hand.perform()
        return True

    def waits(self, done: Callable[[], object], what: str) -> None:
        """Wait for something, while what the table sends comes in."""
        end = time.monotonic() + PATIENCE
        while True:
            self._takes_in()
            if done():
                return
            assert time.monotonic() < end, f"not within {PATIENCE:g} s: {what}"
            time.sleep(0.1)

    def plays_to_the_end(self) -> None:
        """Choose at random whenever it is this person's turn, until the match is over."""
        for _ in range(MOST_CHOICES):
            self.plays()
            if self._over:
                return
        raise AssertionError("the match does not end")

    def plays(self) -> None:
        """Choose at random once it is this person's turn, unless the match ends before that."""
        self.waits(lambda: self._over or self._on_turn, "something to choose")
        if self._over:
            return
        scene, acts = self.scene, len(self._acts)
        if scene.get("aims"):
            self._lets_go(scene, acts)
        else:
            self._chooses(scene, acts)
        self.waits(lambda: self.scene is not scene, "what is chosen is answered")

    @property
    def _over(self) -> bool:
        return bool(self.scene.get("result"))

    @property
    def _on_turn(self) -> bool:
        offers = self.scene.get("choices") or self.scene.get("aims")
        return bool(offers) and self._seat in self.scene["awaited"]

    def _takes_in(self) -> None:
        for text in self.asks("received.splice(0)"):
            if text is None:
                self._follower = Follower()
                continue
            message = self._follower.take(json.loads(text))
            match message["type"]:
                case "table":
                    self._seat = message["looking"]
                case "view":
                    self.scene = message["scene"]
                case "drafted" if message["open"]:
                    self.scene = message["scene"]
                case "refused":
                    self.refusals.append(message)
        self._acts += self.asks("acts.splice(0)")

    def _lets_go(self, scene: Json, acts: int) -> None:
        piece = self._rng.choice(scene["aims"])["piece"]
        self._picks(f'.table [data-target="{piece}"]', piece, acts)
        self._until_sent(".aim-controls .main", acts, scene)

    def _chooses(self, scene: Json, acts: int) -> None:
        choices = scene["choices"]
        [choice] = self._rng.choices(choices, [self._taste(choice) for choice in choices])
        for number, target in enumerate(choice["path"]):
            self._picks_one_of(target, choice["path"][:number], scene, acts)
            if len(self._acts) > acts or self.scene is not scene:
                return
        self._until_sent(".bar .button.main", acts, scene)

    def _picks_one_of(self, target: str, picked: list[str], scene: Json, acts: int) -> None:
        if picked and self.shown("[role=menu]"):
            number = following_targets(scene, picked).index(target)
            self._picks("[role=menu] [role=menuitem]", target, acts, number)
        else:
            self._picks(f'.table [data-target="{target}"]', target, acts)

    def _picks(self, selector: str, target: str, acts: int, number: int = 0) -> None:
        """Press a target, again if nothing has come of it for long: it may have been moving."""
        pressed = f'[data-target="{target}"][aria-pressed=true]'
        scene, again = self.scene, 0.0

        def is_picked() -> bool:
            nonlocal again
            if len(self._acts) > acts or self.scene is not scene or self.shown(pressed):
                return True
            if time.monotonic() > again and self.presses(selector, number):
                again = time.monotonic() + PATIENCE / 6
            return False

        self.waits(is_picked, f"{target} is picked")

    def _until_sent(self, button: str, acts: int, scene: Json) -> None:
        """Confirm, unless somebody else is faster in a race."""

        def is_sent() -> bool:
            if len(self._acts) > acts or self.scene is not scene:
                return True
            self.presses(button)
            return False

        self.waits(is_sent, f"{button} sends the choice")
