"""Somebody comes when a match is being played, and plays on, on another device.

For a bot, or for somebody who goes and sends them the link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Player, Server

ANNA = {"kind": "me", "name": "Anna"}
BOT = {"kind": "bot", "level": "weak"}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def arrives(
    browser: Browser, browser_context_args: dict[str, Any], own_server: Server
) -> Iterator[Callable[..., Player]]:
    """People before devices of their own."""
    contexts = []

    def another(seed: int = 1, **settings: Any) -> Player:
        contexts.append(browser.new_context(**browser_context_args | settings))
        return Player(contexts[-1].new_page(), own_server, seed)

    yield another
    for context in contexts:
        context.close()


def asks_for_a_bots_seat(page: Page, name: str) -> None:
    page.get_by_role("button", name="Play on for a bot").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Ask", exact=True).click()


def decided_together(page: Page) -> Locator:
    return page.get_by_role("region", name="Decide together")


def answers(page: Page, how: str) -> None:
    panel = decided_together(page)
    expect(panel).to_contain_text("Oma would like to play on for the bot Pixel.")
    panel.get_by_role("button", name=how).click()


def test_who_comes_later_plays_on_for_a_bot_whatever_happens_to_the_server(
    arrives: Callable[..., Player], own_server: Server
) -> None:
    anna, oma = arrives(), arrives(seed=2)
    match = anna.opens(ANNA, BOT, options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    anna.moves()
    anna.awaits_turn()
    oma.goes_to(match)
    asks_for_a_bots_seat(oma.page, "Oma")
    expect(decided_together(oma.page)).to_contain_text("Waiting for Anna.")
    own_server.kill()
    own_server.start()
    answers(anna.page, "Agree")
    expect(oma.page.locator(".own .seat")).to_contain_text("Oma")
    came = "Oma plays on from here. Before: Weak bot."
    for player in (anna, oma):
        expect(player.page.get_by_role("log")).to_contain_text(came)
    for player in (anna, oma):
        player.awaits_turn()
        player.moves()
    own_server.kill()
    own_server.start()
    for player in (anna, oma):
        player.awaits_turn()
        player.moves()
    # By herself, on a page that she loads anew.
    oma.goes_to(match)
    expect(oma.page.locator(".own .seat")).to_contain_text("Oma")
    expect(oma.page.get_by_role("log")).to_contain_text(came)
    anna.asks(f"matches/{match}/resign", {"seat": 0})
    result = oma.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Oma has played since move 3. Before: Weak bot.")
    record = oma.page.request.get(f"{own_server.url}/api/matches/{match}/record").text()
    assert "\nseats: Anna, Oma\n" in record
    assert "\n& take-over B weak\n" in record
    assert [anna.faults, oma.faults] == [[], []]


def test_whom_those_who_play_refuse_goes_on_watching_and_is_told(
    arrives: Callable[..., Player],
) -> None:
    anna, oma = arrives(), arrives(viewport=PHONE, is_mobile=True, has_touch=True)
    match = anna.opens(ANNA, BOT, options={"first": "A"}, fixed=True)
    oma.goes_to(match)
    asks_for_a_bots_seat(oma.page, "Oma")
    answers(anna.page, "Refuse")
    expect(oma.page.get_by_text("The bot plays on.").first).to_be_visible()
    expect(oma.page.get_by_role("button", name="Play on for a bot")).to_be_visible()
    assert [anna.faults, oma.faults] == [[], []]


def test_a_guest_at_the_same_device_plays_on_for_a_bot(arrives: Callable[..., Player]) -> None:
    anna = arrives()
    anna.opens(ANNA, BOT, BOT, options={}, game="raufer", fixed=True)
    page = anna.page
    page.get_by_role("button", name="Decide together").click()
    page.get_by_role("button", name="Somebody else here joins in").click()
    page.get_by_label("For whom").select_option(label="Momo · Weak bot")
    page.get_by_role("dialog").get_by_role("textbox").fill("Oma")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("region", name="Oma")).to_be_attached()
    expect(page.get_by_role("region", name="Momo")).to_have_count(0)
    expect(page.get_by_role("region", name="Pixel")).to_be_attached()
    # From now on two hands are in play here: neither lies open before its owner says to be there.
    expect(page.get_by_role("dialog", name="Hand the device to Anna")).to_be_visible()
    assert anna.faults == []


def test_who_has_to_go_sends_a_link_and_whoever_opens_it_plays_on(
    arrives: Callable[..., Player], own_server: Server
) -> None:
    anna, oma, papa = arrives(), arrives(seed=2), arrives(seed=3, viewport=PHONE)
    match = anna.opens(ANNA, {"kind": "open"}, options={"first": "A"}, fixed=True)
    oma.page.goto(f"{own_server.url}/match/{match}")
    oma.page.get_by_role("textbox", name="Your name").fill("Oma")
    oma.page.get_by_role("button", name="Sit down").click()
    anna.awaits_turn()
    anna.moves()
    oma.awaits_turn()
    oma.page.get_by_role("button", name="Leave the table?").click()
    leaving = oma.page.get_by_role("dialog", name="Leave the table?")
    leaving.get_by_role("button", name="Somebody else plays on for me").click()
    link = leaving.get_by_role("textbox", name="For whoever plays on").input_value()
    leaving.get_by_role("button", name="Get up").click()
    expect(anna.page.get_by_role("region", name="Oma")).to_contain_text(
        "a bot, until somebody comes"
    )
    papa.page.goto(link)
    papa.page.get_by_role("button", name="Play on for Oma").click()
    papa.page.get_by_role("textbox", name="Your name").fill("Papa")
    papa.page.get_by_role("button", name="Ask", exact=True).click()
    panel = decided_together(anna.page)
    expect(panel).to_contain_text("Papa would like to play on for Oma.")
    own_server.kill()
    own_server.start()
    panel.get_by_role("button", name="Agree").click()
    expect(anna.page.get_by_text("Papa plays on for Oma.").first).to_be_visible()
    for player in (anna, papa):
        player.awaits_turn()
        player.moves()
    # Whoever comes back finds that somebody has come, and watches.
    oma.goes_to(match)
    expect(oma.page.get_by_role("region", name="Papa")).to_be_attached()
    expect(oma.page.get_by_text("You are watching.").first).to_be_visible()
    told = oma.page.request.get(f"{own_server.url}/api/matches/{match}").json()
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Papa"]
    assert [anna.faults, oma.faults, papa.faults] == [[], [], []]


def test_who_is_back_before_anybody_has_come_plays_on(arrives: Callable[..., Player]) -> None:
    anna, papa = arrives(), arrives(viewport=PHONE)
    match = anna.opens(ANNA, BOT, options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    anna.asks(f"matches/{match}/leave", {"release": True})
    anna.page.goto("about:blank")
    papa.goes_to(match)
    expect(papa.page.get_by_role("button", name="Play on for Anna")).to_be_visible()
    anna.goes_to(match)
    expect(papa.page.get_by_role("button", name="Play on for a bot")).to_be_visible()
    anna.awaits_turn()
    anna.moves()
    assert [anna.faults, papa.faults] == [[], []]
