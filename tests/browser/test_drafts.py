"""Turns of several actions: tried out on screen, taken back, and sent as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import DESK, HAND, findings, screens
from tests.browser.conftest import Player, Server
from tests.browser.places import places, places_of

PEOPLE = ({"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"})
NOT_SENT = "not sent yet"
LINES = "[role=log] li"


def begins(player: Player, game: str = "schlauraff") -> Page:
    """Open a match of two people on one device, whoever of them begins."""
    player.opens(*PEOPLE, game=game)
    player.awaits_turn()
    return player.page


def tries_out(page: Page) -> None:
    """Put the first free die on the topmost chip that it fits on."""
    page.locator("[data-target^='free:'].choosable").first.click()
    page.locator("[data-target^='cell:'].choosable, [data-target^='cell:'].implied").first.click()


def test_an_action_is_tried_out_and_taken_back(anna: Player) -> None:
    page = begins(anna)
    lines = page.locator(LINES).count()
    before = page.locator(".prompt").inner_text()
    tries_out(page)
    expect(page.get_by_role("status").filter(has_text=NOT_SENT)).to_be_visible()
    expect(page.locator(".prompt")).not_to_have_text(before)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text(before)
    assert page.locator(LINES).count() == lines
    assert anna.faults == []


def test_what_was_tried_out_is_sent_together_with_the_roll(anna: Player) -> None:
    page = begins(anna)
    lines = page.locator(LINES).count()
    tries_out(page)
    expect(page.get_by_text(NOT_SENT)).to_be_visible()
    assert page.locator(LINES).count() == lines
    page.locator("[data-target=cup]").click()
    anna.awaits_event(lines + 3)
    said = page.locator(LINES).all_inner_texts()[lines:]
    assert "puts" in said[0]
    assert "rolls" in said[-1]
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    assert anna.faults == []


def test_a_device_that_is_put_out_of_its_seats_says_so_and_sends_nothing(
    anna: Player, ben: Player
) -> None:
    page = begins(anna)
    match = page.url.rpartition("/")[2]
    links = anna.asks(f"matches/{match}/links", {"secret": ""}).json()["seat_secrets"]
    tries_out(page)
    expect(page.get_by_text(NOT_SENT)).to_be_visible()
    for secret in links:
        ben.asks("seats", {"secret": secret})
        ben.asks(f"matches/{match}/links", {"secret": secret})
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator(".note")).to_contain_text("does not hold the seats of")
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    page.locator(".note").get_by_role("button", name="Close").click()
    expect(page.locator(".note")).to_have_count(0)
    assert anna.faults == []


def test_z_takes_back_and_a_reload_forgets(anna: Player) -> None:
    page = begins(anna)
    lines = page.locator(LINES).count()
    tries_out(page)
    expect(page.get_by_text(NOT_SENT)).to_be_visible()
    page.keyboard.press("z")
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    tries_out(page)
    expect(page.get_by_text(NOT_SENT)).to_be_visible()
    page.reload()
    anna.awaits_turn()
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    assert page.locator(LINES).count() == lines


@pytest.mark.parametrize("screen", [DESK, HAND], ids=["laptop", "phone"])
def test_that_nothing_is_sent_yet_is_told_beside_what_lies_in_the_hand(
    window: Callable[..., Page], server: Server, screen: dict[str, Any]
) -> None:
    page = begins(Player(window(**screen), server))
    tries_out(page)
    expect(page.locator(".stage .draft").filter(has_text=NOT_SENT)).to_be_visible()
    label, hand = places_of(page.locator(".stage .draft"), page.locator(".hand"))
    assert label.bottom <= hand.y + 0.5


def test_several_actions_start_over_at_once(anna: Player) -> None:
    over = anna.page.get_by_role("button", name="Start over")
    for _ in range(18):  # in 13 of 100 matches the dice do not allow two puts
        page = begins(anna)
        before = page.locator(".prompt").inner_text()
        tries_out(page)
        expect(page.get_by_text(NOT_SENT)).to_be_visible()
        die = page.locator("[data-target^='free:'].choosable")
        if die.count():
            die.first.click()
            break
    expect(page.get_by_text("2 steps tried out")).to_be_visible()
    over.click()
    expect(page.get_by_text(NOT_SENT)).to_have_count(0)
    expect(over).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text(before)


def test_beside_two_more_buttons_taking_back_has_room_for_a_thumb_on_a_phone(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"viewport": {"width": 667, "height": 375}}), server)
    page = begins(anna)
    page.locator("[data-target^='free:'].choosable").first.tap()
    back = page.get_by_role("button", name="Undo")
    expect(back).to_be_visible()
    more = "row => row.prepend(...[1, 2].map(() => row.lastElementChild.cloneNode(true)))"
    page.locator(".actions").evaluate(more)
    expect(back).to_have_count(3)
    for width, height in ((667, 375), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        assert min(place.width for place in places(back)) >= 32
        for button in back.all():
            expect(button.locator(".sign")).to_be_visible()


def test_a_reason_is_given_for_the_position_that_is_tried_out(anna: Player) -> None:
    # In 45 of 100 matches no die is left that would have fitted, and does no more.
    for _ in range(18):
        page = begins(anna)
        tries_out(page)
        expect(page.get_by_text(NOT_SENT)).to_be_visible()
        too_high = page.locator("[data-target^='free:']:not(.choosable)")
        if too_high.count():
            break
    too_high.last.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("SLR-")


@screens
def test_axe_finds_nothing_in_a_draft(
    window: Callable[..., Page], server: Server, screen: Any
) -> None:
    page = begins(Player(window(**screen), server))
    tries_out(page)
    expect(page.get_by_text(NOT_SENT)).to_be_visible()
    assert findings(page) == []
