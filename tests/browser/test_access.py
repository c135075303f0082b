"""Axe finds nothing at all on any kind of page, in light and dark, on desktops and phones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.access import DESK, findings, screens
from tests.browser.clicking import Clicker
from tests.browser.conftest import Server
from tests.browser.places import place_of, settles
from tests.shelf import SHELF
from tischlein.core.registry import load

ME, OPEN = {"kind": "me", "name": "Anna"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "weak"}
PAGES = (
    *("/", "/new/bauab", "/new/dropit", "/rules/bauab", "/rules/drunter", "/matches"),
    *("/lesson/misd", "/nowhere"),
)

People = Callable[..., Clicker]


@pytest.fixture
def person(window: Callable[..., Page], server: Server) -> Iterator[People]:
    """People before screens on which nothing moves; each call gives a new one."""
    everybody: list[Clicker] = []

    def new(**screen: Any) -> Clicker:
        everybody.append(Clicker(window(**screen), server))
        return everybody[-1]

    yield new
    for one in everybody:
        assert one.faults == []


def seats_of(key: str) -> list[dict[str, str]]:
    """Return chairs for a person and as many bots as a game needs."""
    return [ME, *[BOT] * (max(2, min(load(key).seats)) - 1)]


def keeps_the_rules(page: Page) -> None:
    """See that axe finds nothing, and that the page does not scroll sideways."""
    assert findings(page) == [], page.url
    window = page.viewport_size
    assert window is not None
    settles(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"], page.url


@screens
def test_nothing_is_found_on_the_pages_around_the_table(person: People, screen: Any) -> None:
    anna = person(**screen)
    page, url = anna.page, anna.server.url
    for path in PAGES:
        page.goto(f"{url}{path}")
        expect(page.locator("#app h1").first).to_be_attached()
        keeps_the_rules(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    keeps_the_rules(page)


@pytest.mark.parametrize(
    "screen",
    [{"width": 512, "height": 288}, {"width": 320, "height": 180}],
    ids=["zoomed to 250 %", "zoomed to 400 %"],
)
def test_a_laptop_may_be_zoomed_as_far_as_it_goes(person: People, screen: ViewportSize) -> None:
    anna = person(viewport=screen)
    anna.opens(ME, BOT)
    anna.awaits_something()
    board = place_of(anna.page.locator(".board"))
    assert min(board.width, board.height) >= 200
    keeps_the_rules(anna.page)
    anna.plays()


def test_where_colours_are_forced_the_open_tab_is_told_apart(person: People) -> None:
    anna = person(forced_colors="active")
    anna.opens(ME, BOT)
    tab = anna.page.get_by_role("tab", selected=True)
    assert tab.evaluate("tab => getComputedStyle(tab).borderBottomStyle") == "solid"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_who_asks_for_more_contrast_gets_it(person: People, colours: str) -> None:
    anna = person(**DESK, contrast="more", color_scheme=colours)
    page, seen = anna.page, Axe()
    more = {"runOnly": ["color-contrast-enhanced"]}
    anna.page.goto(anna.server.url)
    expect(page.locator("#app h1")).to_be_visible()
    settles(page)
    assert seen.run(page, options=more).response["violations"] == []
    anna.opens(ME, BOT)
    anna.awaits_something()
    settles(page)
    assert seen.run(page, options=more).response["violations"] == []


@screens
def test_nothing_is_found_in_the_waiting_room(person: People, screen: Any) -> None:
    anna = person(**screen)
    page = anna.page
    page.goto(anna.server.url)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Invite a friend: Bauab", exact=True).click()
    link = page.get_by_label("Link for your friends")
    expect(link).to_have_value(re.compile(r"/match/\w+$"))
    keeps_the_rules(page)
    page.get_by_text("Continue on another device").click()
    keeps_the_rules(page)
    page.get_by_role("button", name="Links of this table", exact=True).click()
    keeps_the_rules(page)
    guest = person(**screen)
    guest.page.goto(link.input_value())
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    keeps_the_rules(guest.page)
    # Somebody who comes to watch may talk there.
    match = anna.opens(ME, OPEN, talk="open")
    expect(page.get_by_label("Link for your friends")).to_be_visible()
    keeps_the_rules(page)
    guest.goes_to(match)
    expect(guest.page.get_by_role("log", name="Chat")).to_be_visible()
    keeps_the_rules(guest.page)


@pytest.mark.long
@pytest.mark.parametrize("key", SHELF)
@screens
def test_nothing_is_found_at_the_table_of_any_game(person: People, key: str, screen: Any) -> None:
    anna = person(**screen)
    page = anna.page
    match = anna.opens(*seats_of(key), game=key)
    anna.awaits_something()
    assert findings(page) == []
    anna.plays()
    anna.awaits_something()
    assert findings(page) == []
    page.goto(f"{anna.server.url}/match/{match}/screen")
    expect(page.locator(".board")).to_be_visible()
    assert findings(page) == []
    page.goto(f"{anna.server.url}/lesson/{key}")
    expect(page.locator(".board")).to_be_visible()
    assert findings(page) == []
