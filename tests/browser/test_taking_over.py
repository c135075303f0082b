"""Somebody comes when a match is being played, and plays on for a bot, on another device."""

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
    page.get_by_role("button", name="Somebody else here plays on for a bot").click()
    page.get_by_label("Which bot").select_option(label="Momo · Weak bot")
    page.get_by_role("dialog").get_by_role("textbox").fill("Oma")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("region", name="Oma")).to_be_attached()
    expect(page.get_by_role("region", name="Momo")).to_have_count(0)
    expect(page.get_by_role("region", name="Pixel")).to_be_attached()
    # From now on two hands are in play here: neither lies open before its owner says to be there.
    expect(page.get_by_role("dialog", name="Hand the device to Anna")).to_be_visible()
    assert anna.faults == []
