"""Several people at one device: whoever interrupts gets it, and nobody sees another's hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, Route, expect

from tests.browser.access import HAND, findings
from tests.browser.conftest import Player, Server
from tests.browser.places import places, places_of

PEOPLE = ({"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"})
BOT = {"kind": "bot", "level": "weak"}
TURN = "Hand the device to"
NAMES_ON_THE_TABLE = re.compile("^(Stapel|Jetzt|Défausse|En jeu)$")
"""What is written below the two piles of Ganz nach Plan!?."""


def begins(player: Player) -> tuple[str, str]:
    """Open a match of secrets; return who has the device and is to move, and who else is at it.

    The bot may begin, and ask whom it likes: the device goes round until it waits for who has it.
    """
    player.opens(*PEOPLE, BOT, game="nussknacker", options={"cards": "12"})
    page = player.page
    screen, turn = page.get_by_role("dialog"), page.locator(".prompt.mine")
    holder = ""
    while not holder or screen.count():
        holder = shows_whom_to(page)
        page.get_by_role("button", name=f"I am {holder}").click()
        expect(screen.filter(has_not_text=f"{TURN} {holder}").or_(turn).first).to_be_visible()
        expect(screen.filter(has_text=f"{TURN} {holder}")).to_have_count(0)
    return holder, "Ben" if holder == "Anna" else "Anna"


def shows_whom_to(page: Page) -> str:
    """Return to whom the device is to be handed."""
    screen = page.get_by_role("dialog")
    expect(screen).to_contain_text(TURN)
    return screen.get_by_role("heading").inner_text().removeprefix(f"{TURN} ")


def hand(page: Page) -> list[str]:
    """Return the cards along the lower edge, once they have all arrived."""
    cards = page.locator(".hand [data-target]")
    expect(cards).not_to_have_count(0)
    page.wait_for_function(
        "() => !document.querySelector('.hand').getAnimations({ subtree: true }).length"
    )
    targets: list[str] = cards.evaluate_all("all => all.map(one => one.dataset.target)")
    return sorted(targets)


def test_any_player_at_the_device_may_interrupt(anna: Player) -> None:
    holder, other = begins(anna)
    page = anna.page
    page.get_by_role("button", name=f"Play as {other}").click()
    assert shows_whom_to(page) == other
    assert findings(page) == []
    page.get_by_role("button", name=f"I am {other}").click()
    expect(page.get_by_role("button", name=f"Play as {holder}")).to_be_visible()
    page.get_by_role("button", name="I know it!").click()
    page.locator("[data-target='value:3']").click()
    page.get_by_role("button", name="Yes, a 3").click()
    guesses = page.locator("[role=log] li").filter(has_text=f"{other} names 3")
    expect(guesses.first).to_be_attached()
    assert anna.faults == []


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_on_a_small_phone_names_on_the_table_do_not_touch_and_those_of_cards_have_all_the_width(
    window: Callable[..., Page], server: Server, locale: str
) -> None:
    page = window(**HAND | {"locale": locale, "viewport": {"width": 360, "height": 640}})
    player = Player(page, server)
    chairs = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Mia")]
    player.opens(*chairs, game="ganz_nach_plan", fixed=True)
    page.get_by_role("dialog").get_by_role("button").tap()
    hand(page)
    heap, slot = places(page.locator(".board .lettering").filter(has_text=NAMES_ON_THE_TABLE))
    assert heap.right < slot.x
    cards = places(page.locator(".hand [data-target]"))
    words = places(page.locator(".hand .below"))
    assert cards
    for card, told in zip(cards, words, strict=True):
        assert told.width == pytest.approx(card.width, abs=1)
    assert player.faults == []


def test_who_took_the_device_by_mistake_gives_it_back_unseen(anna: Player) -> None:
    holder, other = begins(anna)
    page = anna.page
    expect(page.get_by_role("dialog")).to_have_count(0)
    cards = hand(page)
    page.get_by_role("button", name=f"Play as {other}").click()
    page.get_by_role("button", name=f"Back to {holder}").click()
    assert shows_whom_to(page) == holder
    page.get_by_role("button", name=f"I am {holder}").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert hand(page) == cards


def test_who_gets_the_device_is_told_what_happened_meanwhile_and_nobody_else(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND | {"viewport": {"width": 360, "height": 640}})
    anna = Player(page, server)
    anna.opens(*PEOPLE, game="nussknacker", options={"cards": "12"})
    screen, told = page.get_by_role("dialog"), page.locator(".note .line")
    first = shows_whom_to(page)
    screen.get_by_role("button").tap()
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(told).to_have_count(0)
    page.locator(".hand .choosable, .board .choosable").first.tap()
    page.locator(".bar .button.main").tap()
    expect(screen).to_be_visible()
    other = shows_whom_to(page)
    expect(screen).not_to_contain_text("asks")
    screen.get_by_role("button").tap()
    expect(told).to_have_text(re.compile(f"^{first} asks {other} for "))
    note, bar, cards = places_of(page.locator(".note"), page.locator(".bar"), page.locator(".hand"))
    assert note.bottom < cards.y
    assert note.bottom < bar.y
    assert findings(page) == []
    page.locator(".hand .choosable, .bar [data-target]").first.tap()
    expect(told).to_have_count(0)
    assert anna.faults == []


def test_nothing_beside_the_screen_between_hands_can_be_reached(anna: Player) -> None:
    _, other = begins(anna)
    page = anna.page
    page.get_by_role("button", name=f"Play as {other}").click()
    screen = page.get_by_role("dialog")
    screen.evaluate("one => one.addEventListener('close', () => one.dataset.closed = '')")
    for key in ("Escape", "Escape", "Escape", "Tab", "Tab", "Tab", "Tab"):
        page.keyboard.press(key)
        expect(screen).to_be_visible()
        inside = (
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
        assert page.evaluate(inside), key
    assert screen.get_attribute("data-closed") is None
    page.get_by_role("button", name="Back to").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I am")).to_be_focused()


def test_of_two_at_the_device_nobody_is_told_that_the_turn_taken_back_is_their_own(
    anna: Player,
) -> None:
    anna.opens(*PEOPLE, game="bauab")
    anna.page.get_by_role("button", name="Decide together").click()
    expect(anna.page.get_by_role("button", name="Take back my last turn")).to_have_count(0)
    back = anna.page.get_by_role("button", name="Take back the last turn made on this device")
    expect(back).to_be_visible()
    expect(anna.page.get_by_text("All the people are playing on this device")).to_be_visible()
    anna.page.get_by_role("button", name="Resign for Anna").click()
    expect(anna.page.get_by_text("If only one side is left")).to_be_visible()
    assert anna.faults == []


def test_the_list_of_matches_shows_nobodys_hand(anna: Player) -> None:
    begins(anna)
    page = anna.page
    assert all(target.startswith("card:") for target in hand(page))
    views = list[str]()

    def answer(route: Route) -> None:
        # The browser itself keeps nothing of what may not be stored.
        answered = route.fetch()
        views.append(answered.text())
        route.fulfill(response=answered)

    page.route("**/view?*", answer)
    page.goto(f"{anna.server.url}/matches")
    expect(page.locator("a.picture svg")).to_be_visible()
    assert views
    assert not any('"card:' in view for view in views)


KEEPS_PAGES = ["--disable-back-forward-cache"]
"""What the driver switches off, and browsers do: pages are kept as they were for the way back."""
LOOKS = """
addEventListener("pageshow", ({ persisted }) => {
  const cards = document.querySelectorAll(".hand [data-target]").length;
  if (persisted) sessionStorage.setItem("cards seen on the way back", cards);
});
"""


def test_after_signing_out_nobody_finds_a_hand_on_the_way_back(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    server: Server,
) -> None:
    browser = browser_type.launch(**browser_type_launch_args, ignore_default_args=KEEPS_PAGES)
    try:
        page = browser.new_context(**browser_context_args).new_page()
        page.add_init_script(LOOKS)
        anna = Player(page, server)
        match = anna.opens({"kind": "me", "name": "Anna"}, BOT, BOT, game="raufer")
        hand(page)
        page.get_by_role("button", name="Settings").click()
        page.get_by_text("Sign this device out").click()
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url(f"{server.url}/")
        page.evaluate("void setTimeout(() => history.back())")
        page.wait_for_url(f"{server.url}/match/{match}", wait_until="commit")
        expect(page.get_by_text("You are watching")).to_be_attached()
        expect(page.locator(".hand [data-target]")).to_have_count(0)
        seen = page.evaluate("sessionStorage.getItem('cards seen on the way back')")
        assert seen in (None, "0"), seen
    finally:
        browser.close()
