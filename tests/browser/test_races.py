"""Races in the browser: over a slow line, by keyboard, and with buzzers at one device."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.access import findings, screens
from tests.browser.conftest import Player, Server, lingers, paints, wait_until
from tests.browser.devices import listen

ANNA, BEN, CLEO = ({"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo"))
OPEN = {"kind": "open"}
GAME = "misd"
LINES = "[role=log] li"
WAY = 200
"""Milliseconds that every message to and from the slow window takes longer."""

LOOKS = 3
"""Seconds for which somebody who has pressed a buzzer still looks."""

SLOW_LINE = f"""
const way = {WAY};
const Straight = window.WebSocket;
const asked = () => document.querySelector(".board .target.choosable");
window.answered = [];
window.WebSocket = class extends Straight {{
  send(text) {{
    if (JSON.parse(text).elapsed != null) window.answered.push(performance.now() - window.heard);
    setTimeout(() => super.send(text), way);
  }}
  set onmessage(hear) {{
    const heard = (event) => {{
      if (!asked()) window.heard = performance.now();
      hear(event);
    }};
    super.onmessage = (event) => setTimeout(() => heard(event), way);
  }}
}};
"""
"""Notes, too, how long after a question was heard it was answered, by the page's own clock."""

REACTS = """
(delay) => {
  clearInterval(window.watch);
  const pick = (id) => document.querySelector(`[data-target="${id}"]`).dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
  const palette = () => [...document.querySelectorAll(".board .target.choosable")];
  window.watch = setInterval(() => {
    if (palette().length < 20) return;
    clearInterval(window.watch);
    setTimeout(() => {
      const [one, two] = [0, 19].map((at) => palette()[at]?.dataset.target);
      if (!two) return;
      pick(one);
      setTimeout(() => pick(two), 20);
    }, delay);
  }, 5);
}
"""
"""Claims whatever stands first in the palette, so many milliseconds after the question is there.

Several windows wait inside their pages, from before it is asked, so that driving them takes no time
from any.
"""
CLAIMS_ONCE_BUZZED = """
(after) => addEventListener("keydown", () => {
  window.pressed = performance.now();
  const palette = () => [...document.querySelectorAll(".board .target.choosable")];
  const pick = (id) => document.querySelector(`[data-target="${id}"]`).dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
  const claims = () => {
    const ids = palette().map((target) => target.dataset.target);
    if (!ids.length) return setTimeout(claims, 20);
    const buzzers = [...document.querySelectorAll(".buzzer")];
    const told = (name) => buzzers.map((buzzer) => buzzer.getAttribute(name)).join(" ");
    window.seen = [told("aria-pressed"), told("aria-disabled"), ids.length];
    pick(ids[0]);
    setTimeout(() => pick(ids.at(-1)), 20);
  };
  setTimeout(claims, after);
}, { capture: true, once: true })
"""
"""Notes when a key is pressed, looks for so many milliseconds, and claims what stands there.

By the page's own clock: a claim that comes too long after its buzzer does not count as one, however
long the process takes that drives the page.
"""
QUESTIONS = 20
"""After how many a race has come about, though a window that is slow to paint may miss some."""


class Claims:
    """What a window has sent of claims and other actions, and how that was answered."""

    def __init__(self, page: Page) -> None:
        self.times: list[int] = []
        """The reaction times that it has reported, in milliseconds."""
        self.late = False
        """Whether it was told that somebody else was faster."""
        self._unanswered: set[str] = set()
        listen(page, "websocket", self._attend)

    @property
    def settled(self) -> bool:
        """Whether everything is answered."""
        return not self._unanswered

    def _attend(self, socket: WebSocket) -> None:
        socket.on("framesent", self._says)
        socket.on("framereceived", self._hears)

    def _says(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            self._unanswered.add(message["id"])
            if message.get("elapsed") is not None:
                self.times.append(message["elapsed"])

    def _hears(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self._unanswered.discard(message.get("id"))
        if message["type"] == "refused":
            self.late = self.late or message["phrase"]["key"] == "problem-too-late"


def sit_down(anna: Player, ben: Player) -> None:
    """Sit down with each other, each at a window of their own."""
    match = anna.opens(ANNA, OPEN, game=GAME)
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()


def turns(*players: Player) -> None:
    """Let whoever is to turn do so."""
    buttons = [player.page.get_by_role("button", name="Turn a card") for player in players]
    wait_until(players[0].page, lambda: any(one.is_visible() for one in buttons), "a turn")
    for button in buttons:
        if button.is_visible():
            button.click()
            return


def asks(player: Player) -> None:
    """Let somebody at this window turn, and wait until the question is seen.

    Time runs from there: of whoever reacts before that, the page knows no time.
    """
    turns(player)
    expect(player.page.get_by_text("What is missing?")).to_be_visible()
    paints(player.page)


def test_a_slow_line_costs_nobody_the_race(
    browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> None:
    """Ben reacts faster than Anna, though every message of his arrives later than hers."""
    near, far = (browser.new_context(**browser_context_args) for _ in range(2))
    far.add_init_script(SLOW_LINE)
    anna, ben = Player(near.new_page(), server), Player(far.new_page(), server)
    claims = Claims(ben.page)
    sit_down(anna, ben)
    first: list[str] = []
    for question in range(QUESTIONS):
        if "Ben" in first:
            break
        anna.page.evaluate(REACTS, 600)
        ben.page.evaluate(REACTS, 400)
        turns(anna, ben)
        line = anna.page.locator(LINES).filter(has_text="after").nth(question)
        expect(line).to_be_attached()
        first.append(line.inner_text().split(",")[0])
        expect(ben.page.locator(LINES).filter(has_text="after").nth(question)).to_be_attached()
    assert first[-1] == "Ben"
    answered = ben.page.evaluate("window.answered")
    assert claims.times
    assert len(claims.times) == len(answered)
    assert all(told <= took + 1 for told, took in zip(claims.times, answered, strict=True))
    log = anna.page.locator(LINES).all_inner_texts()
    expect(ben.page.locator(LINES)).to_have_text(log, use_inner_text=True)
    assert anna.faults + ben.faults == []
    near.close()
    far.close()


def test_who_comes_second_hears_by_how_much(anna: Player, ben: Player) -> None:
    players = (anna, ben)
    claims = [Claims(player.page) for player in players]
    sit_down(anna, ben)
    for player in players:
        lingers(player.page)
    second: list[Player] = []
    for question in range(QUESTIONS):
        for player in players:
            player.page.evaluate(REACTS, 500)
        turns(anna, ben)
        for player in players:
            claim = player.page.locator(LINES).filter(has_text="after").nth(question)
            expect(claim).to_be_attached()
        wait_until(anna.page, lambda: all(one.settled for one in claims), "all is answered")
        second = [player for player, one in zip(players, claims, strict=True) if one.late]
        if second:
            break
    (late,) = second
    said = "milliseconds faster"
    expect(late.page.locator(".note", has_text=said)).to_be_visible()
    expect(late.page.get_by_role("status").filter(has_text=said)).to_have_count(1)
    assert ("Ben" if late is anna else "Anna") in claim.inner_text()
    expect((ben if late is anna else anna).page.get_by_text(said)).to_have_count(0)


def test_a_question_is_answered_with_two_keys(anna: Player, ben: Player) -> None:
    sit_down(anna, ben)
    turns(anna, ben)
    page = anna.page
    expect(page.locator(".board .target.choosable").first).to_be_visible()
    page.keyboard.press("Digit3")
    page.keyboard.press("KeyR")
    claim = page.locator(LINES).filter(has_text="yellow pentagon")
    expect(claim.first).to_be_attached()
    assert anna.faults + ben.faults == []


def test_at_one_device_a_buzzer_says_who_claims(anna: Player) -> None:
    page = anna.page
    claims = Claims(page)
    anna.opens(ANNA, BEN, CLEO, game=GAME, fixed=True)
    page.evaluate(CLAIMS_ONCE_BUZZED, 1000 * LOOKS)
    before = page.evaluate("performance.now()")
    asks(anna)
    expect(page.get_by_role("button", name="Buzzer of Ben")).to_be_visible()
    expect(page.locator(".board .target.choosable")).to_have_count(0)
    page.keyboard.press("2")
    said = page.locator(LINES).filter(has_text="after")
    expect(said.first).to_contain_text("Ben")
    wait_until(page, lambda: bool(claims.times) and claims.settled, "the claim, and its answer")
    # All 20 colours and shapes were there for Ben, and nobody else could press any more.
    assert page.evaluate("seen") == ["false true false", "true false true", 20]
    (elapsed,) = claims.times
    # What passes after the buzzer is to count for nothing; a claim is waited for twice as long.
    assert 0 <= elapsed <= page.evaluate("pressed") - before
    seconds = re.search(r"after (\d+\.\d+)\s+s", said.first.inner_text())
    assert seconds is not None
    assert elapsed / 1000 - 0.01 <= float(seconds[1]) < elapsed / 1000 + LOOKS
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert anna.faults == []


def test_a_buzzer_pressed_by_mistake_is_let_go(anna: Player) -> None:
    page = anna.page
    anna.opens(ANNA, BEN, game=GAME, fixed=True)
    asks(anna)
    page.get_by_role("button", name="Buzzer of Ben").click()
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    page.get_by_role("button", name="Let the others continue").click()
    expect(page.locator(".board .target.choosable")).to_have_count(0)
    page.get_by_role("button", name="Buzzer of Anna").click()
    expect(page.locator(".prompt")).to_contain_text("Anna")
    expect(page.locator(".board .target.choosable")).to_have_count(20)


def test_whoever_is_left_at_the_device_is_asked_after_a_wrong_claim(anna: Player) -> None:
    page = anna.page
    anna.opens(ANNA, BEN, game=GAME, options={"wrong": "out"}, fixed=True)
    said = page.locator(LINES).filter(has_text="after")
    for question in range(8):  # one guess in a hundred is right
        asks(anna)
        page.get_by_role("button", name="Buzzer of Anna").click()
        page.locator(".board .target.choosable").first.click()
        page.locator(".board .target.choosable").last.click()
        expect(said).to_have_count(question + 1)
        if "Right!" not in said.nth(question).inner_text():
            break
    expect(page.locator(".prompt")).to_contain_text("What is missing?")
    expect(page.get_by_role("button", name="Buzzer of Anna")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("button", name="Buzzer of Ben").click()
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    assert anna.faults == []


def test_when_the_time_to_think_is_up_the_next_question_is_asked_for(anna: Player) -> None:
    page = anna.page
    anna.opens(ANNA, BEN, game=GAME, options={"think": "4"}, fixed=True)
    anna.awaits_turn()
    page.evaluate("""() => {
        window.timed = new Set();
        new MutationObserver(() => {
            const timer = document.querySelector("[role=timer]");
            if (timer) window.timed.add(timer.textContent.trim());
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }""")
    turns(anna)
    timer = page.get_by_role("timer", name="Thinking time")
    for name in ("Anna", "Ben"):
        passed = page.locator(LINES).filter(has_text=f"{name} passes after 4.00 s.")
        expect(passed).to_have_count(1)
    expect(timer).to_have_count(0)
    assert any(re.search(r"[1-4]\s+s", seen) for seen in page.evaluate("[...window.timed]"))
    expect(page.get_by_role("button", name="Turn a card")).to_be_visible()
    assert anna.faults == []


@screens
def test_axe_finds_nothing_at_the_buzzers(
    window: Callable[..., Page], server: Server, screen: Any
) -> None:
    anna = Player(window(**screen), server)
    page = anna.page
    anna.opens(ANNA, BEN, CLEO, game=GAME, fixed=True)
    asks(anna)
    expect(page.get_by_role("button", name="Buzzer of Ben")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Buzzer of Ben").click()
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    assert findings(page) == []
