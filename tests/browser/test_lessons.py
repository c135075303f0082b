"""First matches in a real browser: every game's is clicked through by what is pointed out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.access import HAND, findings
from tests.browser.clicking import GLANCE
from tests.browser.conftest import Player, Server, wait_until
from tests.browser.places import places_of
from tests.shelf import SHELF
from tischlein.core.registry import load
from tischlein.presentation.lessons import steps_in


@pytest.fixture
def learner(anna: Player) -> Iterator[Player]:
    """Somebody who takes first matches."""
    yield anna
    assert not anna.faults


def onward(page: Page) -> Locator:
    """Return the button that goes on from a step that is done."""
    return page.get_by_role("button", name="Next", exact=True).or_(
        page.get_by_role("button", name="Finish", exact=True)
    )


def takes(learner: Player, key: str) -> None:
    """Take a game's first match to its end, doing only what is pointed out."""
    page = learner.page
    page.goto(f"{learner.server.url}/lesson/{key}")
    pointed = page.locator("[data-guided]").first
    over = page.get_by_role("link", name="Back to the shelf")
    for step in range(1, steps_in(load(key)) + 1):
        expect(page.get_by_text(f"Step {step} of ")).to_be_attached()
        wait_until(page, lambda: does(pointed) or onward(page).is_visible(), f"{key}, step {step}")
        while not onward(page).is_visible():
            wait_until(
                page, lambda: does(pointed) or onward(page).is_visible(), f"{key}, step {step}"
            )
        onward(page).click()
    expect(over).to_be_visible()


def does(pointed: Locator) -> bool:
    """Click what is pointed out, if anything is; what came of the last click may take it away."""
    if not pointed.is_visible():
        return False
    with suppress(TimeoutError):
        pointed.dispatch_event("click", timeout=GLANCE)
    return True


TAUGHT = [key for key in SHELF if steps_in(load(key))]


@pytest.mark.parametrize("key", TAUGHT)
def test_a_first_match_ends_well_for_whoever_does_what_is_pointed_out(
    learner: Player, key: str
) -> None:
    takes(learner, key)
    if key == "bauab":
        learner.page.goto(learner.server.url)
        expect(learner.page.get_by_role("link", name="First match: Bauab")).to_be_visible()
        expect(learner.page.get_by_text("New here?")).to_be_hidden()


def test_on_a_small_phone_what_is_pointed_out_and_asked_is_in_view(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND | {"locale": "fr", "viewport": {"width": 360, "height": 640}})
    page.goto(f"{server.url}/lesson/drunter")
    pointed, prompt = page.locator("[data-guided]").first, page.locator(".prompt")
    for _ in range(3):  # a tile, a cell, the button that lays it there
        expect(pointed).to_be_in_viewport(ratio=1)
        asked, thing = places_of(prompt, pointed)
        assert asked.bottom <= 640
        assert thing.bottom <= 640
        if page.locator(".hand [data-guided]").count():
            assert thing.bottom <= asked.y
        before = prompt.inner_text()
        pointed.tap()
        expect(prompt).not_to_have_text(before)


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_on_a_small_phone_the_board_of_a_first_match_has_the_room(
    window: Callable[..., Page], server: Server, locale: str
) -> None:
    page = window(**HAND | {"locale": locale, "viewport": {"width": 360, "height": 640}})
    heights = {}
    for key in TAUGHT:
        page.goto(f"{server.url}/lesson/{key}")
        expect(page.locator("[data-guided]").first).to_be_visible()
        parts = (".first-match > .bar", ".stage", ".table > .bar")
        cards = page.locator(".hand")
        shown = [page.locator(part) for part in parts] + [cards] * cards.count()
        note, board, asked, *hand = places_of(*shown)
        spoken = cards.locator(".captioned").count()  # words below cards take more than there is
        assert spoken or page.evaluate("document.documentElement.scrollHeight") <= 640, key
        assert note.bottom <= board.y, key
        assert board.bottom <= (*hand, asked)[0].y, key
        assert spoken or not hand or hand[0].bottom <= asked.y, key
        heights[key] = board.height
    assert min(heights.values()) > 130, heights
    assert sum(heights.values()) > 180 * len(TAUGHT), heights


def test_on_a_small_phone_a_rule_of_a_first_match_opens_the_sheet_and_puts_it_away(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND | {"viewport": {"width": 360, "height": 640}})
    page.goto(f"{server.url}/lesson/bauab")
    tabs = page.get_by_role("tablist")
    expect(page.locator("[data-guided]").first).to_be_visible()
    expect(tabs).to_have_count(0)
    page.get_by_role("button", name="BAU-9").tap()
    expect(tabs.get_by_role("tab", name="Rules")).to_be_in_viewport(ratio=1)
    tabs.get_by_role("tab", name="Rules").tap()
    expect(tabs).to_have_count(0)


def test_on_a_tablet_held_upright_what_is_asked_leaves_the_hand_in_view(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(viewport={"width": 768, "height": 1024}, has_touch=True)
    page.goto(f"{server.url}/lesson/bauab")
    piece = page.locator(".hand [data-guided]")
    held, asked = places_of(piece, page.locator(".table > .bar"))
    assert held.bottom <= asked.y


def test_a_first_match_is_offered_answers_wrong_tries_and_goes_on_later(learner: Player) -> None:
    page = learner.page
    page.goto(learner.server.url)
    expect(page.get_by_role("link", name=re.compile("^Learn "))).to_be_visible()
    page.get_by_role("link", name="First match: Bauab").click()
    expect(page.locator("[data-guided]").first).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_text("Step 2 of 5")).to_be_attached()
    page.locator('[data-target="stock:0:3"]').click()  # the 4, which is not to lie beside the 4
    page.locator('[data-target="plot:5"]').dispatch_event("click")
    note = page.get_by_role("alert")
    expect(note).to_contain_text("BAU-12")
    page.reload()
    expect(page.get_by_text("Step 2 of 5")).to_be_attached()
    page.goto(learner.server.url)
    expect(page.get_by_text("First match, from 2 of 5")).to_be_visible()


def test_what_is_pointed_out_shows_too_whether_it_has_the_keyboard(learner: Player) -> None:
    """Otherwise Enter is pressed for it while something else has the focus."""
    page = learner.page
    page.goto(f"{learner.server.url}/lesson/bauab")
    chip = page.locator("button[data-guided]")
    colour = "element => getComputedStyle(element).outlineColor"
    pointed_out = chip.evaluate(colour)
    page.keyboard.press("h")
    expect(chip).to_be_focused()
    assert chip.evaluate(colour) != pointed_out
