"""After the last move: a match is gone through, alone and together, and kept on one's own shelf."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import HAND, PHONE, findings
from tests.browser.conftest import Player, Server
from tests.browser.places import places, places_of, settles
from tests.browser.test_table import BOT, ME
from tests.conftest import PATIENCE


@pytest.fixture
def ben(window: Callable[..., Page], server: Server) -> Player:
    """Somebody on a phone in the dark, who has nothing but links."""
    return Player(window(**HAND, color_scheme="dark"), server)


def moves(page: Page) -> None:
    """Make some move of Bauab."""
    page.locator(".hand .choosable").first.click()
    page.locator(".board .choosable").first.click()


@pytest.mark.timeout(900)
def test_a_match_is_gone_through_together_with_other_lines(anna: Player, ben: Player) -> None:
    page = anna.page
    anna.opens(ME, BOT)
    anna.plays_on()
    page.get_by_role("link", name="Analysis").click()
    curve = page.get_by_role("region", name="How the match stood")
    expect(curve).to_contain_text("%")
    expect(page.get_by_role("region", name="Where the lead changed")).to_be_visible()
    # Until all of it is judged, which yields to everything else that a busy machine does.
    expect(curve.get_by_role("status")).to_have_count(0, timeout=10_000 * PATIENCE)
    assert findings(page) == []
    # What is clicked beside everything takes nothing away.
    for _ in range(2):
        page.locator(".replay .where").click()
    expect(page.locator(".board")).to_be_visible()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile("#move-0$"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .token")).to_have_count(1)
    ben.page.goto(page.url)
    expect(ben.page.get_by_role("group", name="Replay")).to_contain_text("Move 2 of")
    assert findings(ben.page) == []
    settles(ben.page)
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.get_by_role("button", name="Lead the others").click()
    expect(ben.page.get_by_role("region", name="Together")).to_contain_text("Anna leads.")
    page.get_by_role("button", name="Try another line").click()
    moves(page)
    expect(page).to_have_url(re.compile(r"\?at=2&line=[AB]\d+$"))
    expect(page.locator(".board .token")).to_have_count(2)
    expect(ben.page.locator(".board .token")).to_have_count(2)
    assert findings(page) == []
    ben.page.get_by_role("button", name="Back to the match").click()
    expect(ben.page.get_by_role("button", name="Follow")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".board .token")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?at=2$"))

    page.goto(f"{anna.server.url}/matches")
    expect(page.get_by_role("region", name="Bauab")).to_contain_text("one match")
    expect(page.locator(".picture svg")).to_have_count(1)
    assert findings(page) == []


def test_however_often_the_lead_changed_the_log_has_its_room(anna: Player) -> None:
    match = anna.opens(ME, BOT)
    anna.plays_on()
    page = anna.page
    steps = [*range(1, 13)]
    values = [[0.8, 0.2] if step % 2 else [0.2, 0.8] for step in steps]
    told = {"steps": steps, "values": values, "measure": "win_probability", "done": True}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{anna.server.url}/analysis/{match}")
    turns = page.get_by_role("region", name="Where the lead changed").get_by_role("link")
    expect(turns).to_have_count(11)
    edge, log = places(page.locator(".told.panel, .told [role=log]"))
    assert log.height >= 200
    assert log.bottom <= edge.bottom + 1
    # The one that is looked at is in sight.
    page.goto(f"{anna.server.url}/analysis/{match}#move-12")
    expect(turns.last).to_have_attribute("aria-current", "step")
    expect(turns.last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024)])
def test_on_a_tablet_an_analysis_stays_within_its_panels_in_longer_languages(
    anna: Player, window: Callable[..., Page], server: Server, width: int, height: int
) -> None:
    match = anna.opens(ME, BOT)
    anna.plays_on()
    page = window(locale="fr", viewport={"width": width, "height": height})
    page.goto(f"{server.url}/analysis/{match}")
    told = page.locator(".told.panel")
    expect(told.locator("select")).to_be_visible()
    parts = told.locator("button, select, a.button").filter(visible=True)
    edge, *buttons = places(told.or_(parts))
    assert buttons
    assert edge.x <= min(place.x for place in buttons)
    assert max(place.right for place in buttons) <= edge.right
    # Upright, the log stands beside the rest.
    log, tools = places_of(told.get_by_role("log"), told.locator(".tools"))
    assert (log.x >= tools.right - 1) is (height > width)


def test_in_a_low_window_an_analysis_begins_in_view(
    anna: Player, window: Callable[..., Page], server: Server
) -> None:
    """Otherwise nobody would know that the page goes on."""
    match = anna.opens(ME, BOT)
    anna.plays_on()
    page = window(viewport={"width": 911, "height": 500})
    page.goto(f"{server.url}/analysis/{match}")
    expect(page.locator(".sitting")).to_have_class(re.compile(r"\blow\b"))
    expect(page.get_by_text("Chance of winning", exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("game", ["bauab", "drunter", "ganz_nach_plan", "raufer"])
def test_on_a_small_phone_what_goes_from_move_to_move_is_in_view(
    anna: Player, window: Callable[..., Page], server: Server, game: str
) -> None:
    """Also where many seats and what is held leave the board little room."""
    others = [{"kind": "me", "name": name} for name in ("Ben", "Cleo", "Dora")]
    match = anna.opens(ME, *others[: 1 if game == "bauab" else 3], game=game, fixed=True)
    expect(anna.page.locator(".screen, .board").first).to_be_visible()
    for seat in range(1 if game == "bauab" else 3):
        anna.asks(f"matches/{match}/resign", {"seat": seat})
    page = window(**HAND | {"viewport": {"width": 360, "height": 640}, "locale": "de"})
    page.goto(f"{server.url}/analysis/{match}")
    buttons = page.locator(".bar .controls button")
    expect(buttons).to_have_count(3)
    settles(page)
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)


def test_a_match_in_which_nobody_has_moved_is_analysed_from_its_beginning(anna: Player) -> None:
    match = anna.opens(ME, {"kind": "me", "name": "Ben"}, game="down_under")
    anna.asks(f"matches/{match}/resign", {"seat": 0})
    page = anna.page
    page.goto(f"{anna.server.url}/analysis/{match}")
    expect(page.get_by_role("group", name="Replay")).to_contain_text("Move 0 of 0")
    page.get_by_role("button", name="Try another line").click()
    expect(page.get_by_role("heading", name="From move 0")).to_be_visible()
    expect(page.locator(".board .choosable").first).to_be_visible()
    assert anna.faults == []
