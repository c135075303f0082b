"""Races in the browser: over a slow line, by keyboard, and with buzzers at one device."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import Player, Server, wait_until
from tests.browser.test_table import LAPTOP, PHONE, findings

ANNA, BEN, CLEO = ({"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo"))
OPEN = {"kind": "open"}
GAME = "misd"
LINES = "[role=log] li"
WAY = 200
"""Milliseconds that every message to and from the slow window takes longer."""

SLOW_LINE = f"""
const way = {WAY};
const Straight = window.WebSocket;
window.WebSocket = class extends Straight {{
  send(text) {{ setTimeout(() => super.send(text), way); }}
  set onmessage(hear) {{ super.onmessage = (event) => setTimeout(() => hear(event), way); }}
}};
"""

REACTS = """
(delay) => new Promise((done) => {
  const pick = (id) => document.querySelector(`[data-target="${id}"]`).dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
  const watch = setInterval(() => {
    if (!document.querySelector(".board .target.choosable")) return;
    clearInterval(watch);
    setTimeout(() => {
      const [one, two] = [...document.querySelectorAll(".board .target.choosable")].map(
        (target) => target.dataset.target).filter((id, at) => at === 0 || at === 19);
      pick(one);
      setTimeout(() => { pick(two); done(true); }, 20);
    }, delay);
  }, 5);
})
"""
"""Claims whatever stands first in the palette, so many milliseconds after the question is there."""


def claims(page: Page) -> list[int]:
    """Listen to the reaction times that a window reports from now on."""
    times: list[int] = []

    def sent(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act" and message.get("elapsed") is not None:
            times.append(message["elapsed"])

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", sent)

    page.on("websocket", opened)
    return times


def turns(*players: Player) -> None:
    """Let whoever is to turn do so."""
    buttons = [player.page.get_by_role("button", name="Turn a card") for player in players]
    wait_until(players[0].page, lambda: any(one.is_visible() for one in buttons), "a turn")
    for button in buttons:
        if button.is_visible():
            button.click()
            return


def asks(player: Player) -> None:
    """Let somebody at this window turn, and wait for the question."""
    turns(player)
    expect(player.page.get_by_text("What is missing?")).to_be_visible()


def test_a_slow_line_costs_nobody_the_race(
    browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> None:
    """Ben reacts faster than Anna, though every message of his arrives later than hers."""
    near, far = (browser.new_context(**browser_context_args) for _ in range(2))
    far.add_init_script(SLOW_LINE)
    anna, ben = Player(near.new_page(), server), Player(far.new_page(), server)
    times = claims(ben.page)
    match = anna.opens(ANNA, OPEN, game=GAME)
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()
    first: list[str] = []
    for question in range(8):  # a window that is slow to paint may lose one
        if "Ben" in first:
            break
        turns(anna, ben)
        # Both wait inside their pages, so that driving two windows takes no time from either.
        anna.page.evaluate(f"() => {{ ({REACTS})(600); }}")
        ben.page.evaluate(f"() => {{ ({REACTS})(400); }}")
        line = anna.page.locator(LINES).filter(has_text="after").nth(question)
        expect(line).to_be_attached()
        first.append(line.inner_text().split(",")[0])
        expect(ben.page.locator(LINES).filter(has_text="after").nth(question)).to_be_attached()
    assert first[-1] == "Ben"
    assert all(time < 400 + WAY for time in times)
    logs = [player.page.locator(LINES).all_inner_texts() for player in (anna, ben)]
    assert logs[0] == logs[1]
    assert anna.faults + ben.faults == []
    near.close()
    far.close()


def test_who_comes_second_hears_by_how_much(anna: Player, ben: Player) -> None:
    match = anna.opens(ANNA, OPEN, game=GAME)
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()
    late = [player.page.get_by_text("Somebody was faster by") for player in (anna, ben)]
    for question in range(8):  # a window that is slow to paint may miss one
        turns(anna, ben)
        for player in (anna, ben):
            player.page.evaluate(f"() => {{ ({REACTS})(500); }}")
        claim = anna.page.locator(LINES).filter(has_text="after").nth(question)
        expect(claim).to_be_attached()
        anna.page.wait_for_timeout(300)
        if any(note.is_visible() for note in late):
            break
    second = 1 if "Anna" in claim.inner_text() else 0
    expect(late[second]).to_be_visible()
    expect(late[1 - second]).to_have_count(0)


def test_a_question_is_answered_with_two_keys(anna: Player) -> None:
    anna.opens(ANNA, {"kind": "bot", "level": "weak"}, game=GAME)
    page = anna.page
    turn = page.get_by_role("button", name="Turn a card")
    question = page.locator(".board .target.choosable").first
    expect(turn.or_(question).first).to_be_visible()
    if turn.is_visible():
        turn.click()
    expect(question).to_be_visible()
    page.keyboard.press("Digit3")
    page.keyboard.press("KeyR")
    claim = page.locator(LINES).filter(has_text="yellow pentagon")
    expect(claim.first).to_be_attached()
    assert anna.faults == []


def test_at_one_device_a_buzzer_says_who_claims(anna: Player) -> None:
    page = anna.page
    times = claims(page)
    anna.opens(ANNA, BEN, CLEO, game=GAME, fixed=True)
    asks(anna)
    buzzer = page.get_by_role("button", name="Buzzer of Ben")
    expect(buzzer).to_be_visible()
    expect(page.locator(".board .target.choosable")).to_have_count(0)
    page.wait_for_timeout(500)
    page.keyboard.press("2")
    expect(buzzer).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Buzzer of Anna")).to_have_attribute(
        "aria-disabled", "true"
    )
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    page.wait_for_timeout(3000)
    page.locator(".board .target.choosable").first.click()
    page.locator(".board .target.choosable").last.click()
    said = page.locator(LINES).filter(has_text="after")
    expect(said.first).to_contain_text("Ben")
    (elapsed,) = times
    assert elapsed >= 400
    seconds = re.search(r"after (\d+\.\d+) s", said.first.inner_text())
    assert seconds is not None
    assert elapsed / 1000 - 0.01 <= float(seconds[1]) < elapsed / 1000 + 2.5
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert anna.faults == []


def test_a_buzzer_pressed_by_mistake_is_let_go(anna: Player) -> None:
    page = anna.page
    anna.opens(ANNA, BEN, game=GAME, fixed=True)
    asks(anna)
    page.get_by_role("button", name="Buzzer of Ben").click()
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    page.get_by_role("button", name="Let the others go on").click()
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
    asks(anna)
    timer = page.get_by_role("timer", name="Time to think")
    expect(timer).to_have_text(re.compile("[1-4] s"))
    for name in ("Anna", "Ben"):
        passed = page.locator(LINES).filter(has_text=f"{name} passes after 4.00 s.")
        expect(passed).to_have_count(1)
    expect(timer).to_have_count(0)
    expect(page.get_by_role("button", name="Turn a card")).to_be_visible()
    assert anna.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_at_the_buzzers(anna: Player, scheme: Any, size: Any) -> None:
    page = anna.page
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    anna.opens(ANNA, BEN, CLEO, game=GAME, fixed=True)
    asks(anna)
    expect(page.get_by_role("button", name="Buzzer of Ben")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Buzzer of Ben").click()
    expect(page.locator(".board .target.choosable")).to_have_count(20)
    assert findings(page) == []
