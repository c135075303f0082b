"""People who play any game through its page: they choose among a scene's choices and click them.

The scene is read from the connection, as the page itself reads it; what is chosen is then clicked,
target by target, on the page. So a choice that the page cannot make, or makes into another action,
fails the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, Position, TimeoutError, WebSocket, expect

from tests.browser.conftest import Player, Server, wait_until
from tests.browser.devices import listen
from tests.following import Follower

Json = Mapping[str, Any]
Taste = Callable[[Json], float]
"""How gladly a choice is taken: its weight beside the others, from 0."""

GLANCE = 2_000.0
"""Milliseconds after which it is looked again whether something can still be clicked."""
OVERLAPS = "thing => thing.matches('.row > .piece:not(:last-child)')"
UNKNOWN_MESSAGE = re.compile(r"\[[a-z][\w-]*\]|\{ ?[$-]")
"""What stands on the page where a message, or a value in it, is missing."""
AT_A_TABLE = r"/(live|line|lesson)\b"
"""What the address of a connection has over which a table is seen."""
COUNTS = f"""
if (!("takenIn" in window)) {{
  window.takenIn = 0;
  window.WebSocket = class extends WebSocket {{
    constructor(address, ...more) {{
      super(address, ...more);
      if (!RegExp({json.dumps(AT_A_TABLE)}).test(address)) return;
      window.newest = this;
      window.takenIn = 0;
    }}
    set onmessage(take) {{
      super.onmessage = (event) => {{
        take(event);
        if (window.newest === this) window.takenIn += 1;
      }};
    }}
  }};
}}
"""
"""Counts what the page has taken in over its newest connection to a table."""
CHECKED = re.compile("Chance was fair: checked|The draws add up")
"""What the page finds of the chance of a match that was opened by the page, or by a request."""


def even_handed(choice: Json) -> float:
    """Take every choice as gladly."""
    return 1.0


class RaceLostError(Exception):
    """Somebody else was faster: what was being chosen is no longer asked for."""


class Clicker(Player):
    """A person before a browser window who plays any game by what its scenes offer."""

    def __init__(
        self, page: Page, server: Server, seed: int = 1, taste: Taste = even_handed
    ) -> None:
        super().__init__(page, server, seed)
        self.taste = taste
        self.table: Json = {}
        self._follower = Follower()
        self.scene: Json = {}
        """The newest scene: of the last view, or of what is being tried out."""
        self.number = 0
        """The number of the last event."""
        self.chosen: list[int] = []
        """Every action that the page has tried out or sent, in order."""
        self.refusals: list[Json] = []
        self.veils: list[int] = []
        """The seats that a privacy screen has asked for."""
        self._touches: bool | None = None
        self._tried: dict[str, list[int]] = {}
        """Drafts without an answer, by the id of their message."""
        self._due = 0
        """How many actions of a complete draft the page has still to send."""
        self._acts: set[str] = set()
        """Commands without an answer."""
        self._last = 0
        """The number of the last event that is known to be the person's own."""
        self._newest: WebSocket | None = None
        """The newest connection to a table."""
        self._received = 0
        """How many messages have come over it."""
        listen(page, "websocket", self._attend)
        page.add_init_script(COUNTS)

    # --- what goes over the line ---

    def _attend(self, socket: WebSocket) -> None:
        if not re.search(AT_A_TABLE, socket.url):
            return
        self._newest, self._received = socket, 0
        socket.on("framesent", self._says)
        socket.on("framereceived", lambda frame: self._hears(frame, socket))

    def _says(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "draft":
            self._tried[message["id"]] = message["actions"]
            self.chosen.append(message["actions"][-1])
        elif message["type"] == "act":
            self._acts.add(message["id"])
            if self._due:
                self._due -= 1
            else:
                self.chosen.append(message["action"])

    def _hears(self, frame: str | bytes, socket: WebSocket) -> None:
        self._received += socket is self._newest
        message = self._follower.take(json.loads(frame))
        match message["type"]:
            case "table":
                self.table = message
            case "view":
                self.number = message["number"]
                self.scene = message["scene"]
            case "drafted":
                actions = self._tried.pop(message["id"])
                if message["open"]:
                    self.scene = message["scene"]
                else:
                    self._due = len(actions)
            case "accepted":
                self._acts.remove(message["id"])
                self._last = message["number"]
            case "refused":
                self._acts.discard(message["id"])
                self._due = 0
                self.refusals.append(message)

    @property
    def _settled(self) -> bool:
        """Whether everything that was chosen is answered, and the page has its consequences."""
        answered = not (self._tried or self._due or self._acts) and self.number >= self._last
        taken_in = "received => !('takenIn' in window) || takenIn === received"
        return answered and bool(self.page.evaluate(taken_in, self._received))

    # --- what is to be done ---

    @property
    def looking(self) -> int | None:
        """The seat through whose eyes the page sees."""
        looking: int | None = self.table.get("looking")
        return looking

    @property
    def on_turn(self) -> bool:
        """Whether the table waits for this person, who can choose."""
        may = self.looking in self.scene.get("awaited", []) and bool(
            self.scene.get("choices") or self.scene.get("aims")
        )
        return may and self._settled and not (self.shares_secrets and not self.veils)

    @property
    def shares_secrets(self) -> bool:
        """Whether several people sit before this device who may not see each other's cards."""
        mine = [seat for seat in self.table.get("seats", []) if seat["mine"]]
        return len(mine) > 1 and bool(self.table["secrets"])

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.scene.get("result"))

    @property
    def veil(self) -> Locator:
        """The screen that covers the table while the device goes from hand to hand."""
        return self.page.locator(".screen")

    def takes_the_device(self) -> None:
        """Say that the one who is asked for is alone with the device.

        Bots have gone on meanwhile: at the same touch the device may be asked for by the next.
        """
        seat = int(self.veil.get_attribute("data-seat") or -1)
        self.veils.append(seat)
        asked = self.page.locator(f'.screen[data-seat="{seat}"]')
        self._hit(asked.locator(".button.main"), hits=lambda: asked.count() == 0)
        expect(asked).to_have_count(0)

    def sits_at(self, table: Json) -> str:
        """Open a match, sit down at it and return its id."""
        more = {key: value for key, value in table.items() if key != "chairs"}
        return self.opens(*table["chairs"], **more)

    def plays_to_the_end(self, most: int = 400) -> None:
        """Play every seat of this device until the match is over."""
        for _ in range(most):
            self.awaits_something()
            if self.over:
                return
            self.plays()
        raise AssertionError("the match does not end")

    def awaits_something(self) -> None:
        """Wait until there is something to choose, the device changes hands, or all is over."""
        wait_until(
            self.page, lambda: self.over or self.on_turn or self.veil.count(), "something to do"
        )

    def plays(self) -> None:
        """Take the device if it is handed over, let go of a piece, or make one choice."""
        if self.veil.count():
            self.takes_the_device()
        elif not self.on_turn:
            return  # others have ended meanwhile what was asked for
        elif self.scene.get("aims"):
            self.drops()
        else:
            self.chooses()

    def drops(self) -> None:
        """Pick a piece up, move it to somewhere, turn it, and let go."""
        scene = self.scene
        aim = self._rng.choice(scene["aims"])
        acts, refused = len(self.chosen), len(self.refusals)
        self._pick(aim["piece"], [], scene)
        if len(aim["turns"]) > 1:
            for _ in range(self._rng.randrange(4)):
                self._hit(self.page.locator(".aim-controls .button:not(.main)").last)
        for _ in range(self._rng.randrange(20)):
            self.page.keyboard.press(self._rng.choice(["PageUp", "PageDown", "ArrowRight"]))
        lets_go = self.page.locator(".aim-controls .main")
        self._hit(lets_go, hits=lambda: len(self.chosen) > acts)
        self._until(lambda: len(self.chosen) > acts, f"{aim['piece']} is let go")
        offered = [
            turn["action"] <= self.chosen[-1] <= turn["action"] + turn["last"] - turn["first"]
            for one in scene["aims"]
            if one["piece"] == aim["piece"]
            for turn in one["turns"]
        ]
        assert any(offered), f"{aim} became {self.chosen[-1]}"
        self._until(lambda: self._settled, "the drop is answered")
        assert len(self.refusals) == refused, f"a drop is refused: {self.refusals[-1]}"
        self._reads()

    def chooses(self, *wanted: str) -> None:
        """Click one of the scene's choices, one that begins with the wanted targets.

        In a race somebody may be faster; then nothing has been chosen.
        """
        scene = self.scene
        choices = [
            choice for choice in scene["choices"] if tuple(choice["path"][: len(wanted)]) == wanted
        ]
        [choice] = self._rng.choices(choices, [self.taste(choice) for choice in choices])
        with suppress(RaceLostError):
            self._presses_a_buzzer(scene)
            self._click_all(choice, scene)
        self._reads()

    def _presses_a_buzzer(self, scene: Json) -> None:
        """In a race of several people at this device, say first who of them claims."""
        free = self.page.locator(".buzzer:not([aria-disabled=true])")
        if scene.get("race") and free.count():
            self._hit(free.nth(self._rng.randrange(free.count())), scene)

    def _click_all(self, choice: Json, scene: Json) -> None:
        """Click the targets of a choice, confirm it, and see that it is what happens."""
        chosen, refused = len(self.chosen), len(self.refusals)
        # What was picked before is let go once the page has taken in what came of it.
        expect(self.page.locator(".table [data-target][aria-pressed=true]")).to_have_count(0)
        picked: list[str] = []
        for target in choice["path"]:
            self._pick(target, picked, scene)
            picked.append(target)
            if len(self.chosen) > chosen:
                break
        else:
            if len(self.chosen) == chosen:
                confirms = self.page.locator(".bar .button.main").first
                self._hit(confirms, scene, lambda: len(self.chosen) > chosen)
        self._until(lambda: len(self.chosen) > chosen, f"{choice} is sent", scene)
        assert self.chosen[-1] == choice["action"], f"{choice} became {self.chosen[-1]}"
        self._until(lambda: self._settled, f"{choice} is answered")
        if not scene.get("race"):
            assert len(self.refusals) == refused, f"{choice} is refused: {self.refusals[-1]}"

    def _pick(self, target: str, picked: list[str], scene: Json) -> None:
        """Click a target, in the little menu where there is one, and wait for what follows."""
        chosen = len(self.chosen)
        pressed = self.page.locator(f'[data-target="{target}"][aria-pressed=true]')

        def is_picked() -> bool:
            return len(self.chosen) > chosen or pressed.count() > 0

        menu = self.page.get_by_role("menu")
        if picked and menu.count():
            thing = menu.get_by_role("menuitem").nth(following_targets(scene, picked).index(target))
        else:
            thing = self.page.locator(f'.table [data-target="{target}"]').first
        self._hit(thing, scene, is_picked)
        self._until(is_picked, f"{target} is picked after {picked}", scene)

    def _hit(
        self, thing: Locator, scene: Json | None = None, hits: Callable[[], bool] | None = None
    ) -> None:
        """Click, or tap on a device with a touchscreen; cards that overlap show their left edge.

        What a race has done away with cannot be clicked any more. Whether it `hits` is asked where
        it takes long: to click once more would take back what the first click has done.
        """
        self._until(
            lambda: self._presses(thing, scene) or (hits is not None and hits()),
            f"{thing} is pressed",
            scene,
        )

    def _presses(self, thing: Locator, scene: Json | None) -> bool:
        """Press a thing at the table of a scene, or elsewhere on the page, if it is ready soon."""
        if self._touches is None:
            self._touches = bool(self.page.evaluate("navigator.maxTouchPoints > 0"))
        press = thing.tap if self._touches else thing.click
        try:
            overlaps = thing.evaluate(OVERLAPS, timeout=GLANCE) if scene else False
            press(position=Position(x=12, y=20) if overlaps else None, timeout=GLANCE)
        except TimeoutError:
            return False
        return True

    def _until(self, done: Callable[[], bool], what: str, scene: Json | None = None) -> None:
        """Wait for something, unless it concerns a race that is lost."""

        def done_or_lost() -> bool:
            if done():
                return True
            if scene and scene.get("race") and self.scene.get("race") != scene["race"]:
                raise RaceLostError(what)
            return False

        wait_until(self.page, done_or_lost, what)

    def _reads(self) -> None:
        """Read what is said on the page: nothing may be without words."""
        words = self.page.locator(".table").inner_text()
        assert not UNKNOWN_MESSAGE.search(words), UNKNOWN_MESSAGE.search(words)

    def sees_the_result(self) -> None:
        """Read the result, which opens by itself, on a phone too."""
        panel = self.page.get_by_role("region", name="Result")
        expect(panel).to_be_visible()
        expect(panel.get_by_text(CHECKED)).to_be_visible()
        totals = panel.locator(".total td").all_inner_texts()
        placed = [
            points.strip()
            for place in panel.locator(".standing li").all()
            for points in place.locator(".points .figure").all_inner_texts()
            for _ in place.locator(".who").all()
        ]
        scored = any(panel.get("score") is not None for panel in self.scene["panels"])
        scores = sorted(map(str, self.scene["result"]["scores"])) if scored else []
        # What the points add up to, where who has come where does not tell it.
        assert sorted(totals) == scores or (not totals and placed)
        assert sorted(placed) == scores or not placed
        self._reads()


def following_targets(scene: Json, picked: list[str]) -> list[str]:
    """Return the targets that a menu lists, in the order of the choices and of their paths."""
    following: dict[str, None] = {}
    for choice in scene["choices"]:
        path = list(choice["path"])
        if scene.get("any_order") and not choice.get("ordered"):
            for target in picked:
                if target not in path:
                    break
                path.remove(target)
            else:
                following |= dict.fromkeys(path[:1])
        elif path[: len(picked)] == picked:
            following |= dict.fromkeys(path[len(picked) : len(picked) + 1])
    return list(following)
