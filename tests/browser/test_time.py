"""Limited time at a real table: chosen, seen running, and given."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.access import findings
from tests.browser.conftest import Player
from tests.browser.test_house import sits_down


def test_time_is_chosen_seen_by_all_and_given_to_the_others(anna: Player, ben: Player) -> None:
    page = anna.page
    page.goto(f"{anna.server.url}/new/bauab")
    page.get_by_label("Chair 2: Who sits here").select_option("open")
    page.get_by_label("Thinking time").select_option("10 minutes, plus 10 seconds a turn")
    page.get_by_label("When time is up").select_option("whoever runs out of time loses")
    assert findings(anna.page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".room")).to_contain_text("10 minutes, plus 10 seconds a turn")
    sits_down(ben, page.url.rsplit("/", 1)[-1], "Ben")
    for player in (anna, ben):
        expect(player.page.get_by_role("timer")).to_have_count(2)
        expect(player.page.locator(".time.runs")).to_have_count(1)
    assert findings(ben.page) == []
    ben.page.get_by_role("button", name="Decide together").click()
    ben.page.get_by_role("button", name="Give the others one minute").click()
    page.get_by_role("tab", name="Chat").click()
    said = page.get_by_role("log", name="Chat")
    expect(said).to_contain_text("has given the others one minute")
    assert anna.faults + ben.faults == []
