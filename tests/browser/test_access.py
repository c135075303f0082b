"""Axe finds nothing at all on any kind of page, in light and dark, on desktops and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.clicking import Clicker
from tests.browser.conftest import Server
from tests.browser.test_table import findings
from tischlein.core import registry
from tischlein.core.registry import load

ME, OPEN = {"kind": "me", "name": "Anna"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "weak"}
LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

People = Callable[..., Clicker]


@pytest.fixture
def person(
    browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> Iterator[People]:
    """People before screens on which nothing moves; each call gives a new one."""
    everybody: list[Clicker] = []

    def new(**device: Any) -> Clicker:
        # What is on its way is paler than it will be.
        still = {**browser_context_args, "reduced_motion": "reduce", **device}
        everybody.append(Clicker(browser.new_context(**still).new_page(), server))
        return everybody[-1]

    yield new
    for one in everybody:
        assert one.faults == []
        one.page.context.close()


def seats_of(key: str) -> list[dict[str, str]]:
    """Return chairs for a person and as many bots as a game needs."""
    return [ME, *[BOT] * (max(2, min(load(key).seats)) - 1)]


@pytest.mark.parametrize(
    "window",
    [{**LAPTOP, "color_scheme": "dark"}, {**PHONE, "color_scheme": "light"}],
    ids=["dark-laptop", "light-phone"],
)
def test_axe_finds_nothing_on_the_way_to_a_table(person: People, window: Any) -> None:
    anna = person(**window)
    page, url = anna.page, anna.server.url
    for path in ("/", "/new/dropit", "/rules/drunter", "/matches", "/lesson/misd"):
        page.goto(f"{url}{path}")
        expect(page.locator("h1").first).to_be_attached()
        assert findings(page) == [], path
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []
    match = anna.opens(ME, OPEN, talk="open")
    expect(page.get_by_label("Link for your friends")).to_be_visible()
    assert findings(page) == []
    # Somebody who comes to watch may talk there.
    visitor = person(**window)
    visitor.goes_to(match)
    expect(visitor.page.get_by_role("log", name="Talk")).to_be_visible()
    assert findings(visitor.page) == []


@pytest.mark.long
@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_at_the_table_of_any_game(
    person: People, key: str, scheme: str, size: Any
) -> None:
    anna = person(**size, color_scheme=scheme)
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
