"""At the table as at home: talk, advice, and one big screen for the room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.access import HAND, LAPTOP, findings
from tests.browser.conftest import Player, Server, lingers, wait_until
from tests.browser.places import places
from tests.browser.staging import Staged, hand, phrase, piece, scene

ME, OPEN = {"kind": "me", "name": "Anna"}, {"kind": "open"}
BEGINS: dict[str, Any] = {"options": {"first": "A"}, "fixed": True}


def sits_down(player: Player, match: str, name: str) -> None:
    """Take the free chair of a match."""
    player.goes_to(match)
    player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name="Sit down").click()
    expect(player.page.locator(".board")).to_be_visible()


def test_two_talk_and_one_mutes_the_other(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    lingers(anna.page)
    ben.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Say something").fill("<b>Good luck</b>, Anna!")
    ben.page.keyboard.press("Enter")
    ben.page.get_by_role("button", name="Bravo!").click()

    expect(anna.page.get_by_role("tab", name="2 new messages")).to_be_visible()
    expect(anna.page.locator(".bubble")).to_have_text("Bravo!")
    anna.page.get_by_role("tab", name="Chat").click()
    said = anna.page.get_by_role("log", name="Chat")
    expect(said).to_contain_text("<b>Good luck</b>, Anna!")
    expect(anna.page.get_by_role("tab", name="new message")).to_have_count(0)
    assert findings(anna.page) == []

    anna.page.get_by_text("Chat settings").click()
    anna.page.get_by_label("Mute Ben").check()
    expect(said).not_to_contain_text("Good luck")
    anna.page.get_by_label("At this table", exact=True).select_option("off")
    expect(ben.page.get_by_label("Say something")).to_have_count(0)
    assert anna.faults + ben.faults == []


def test_reactions_stand_evenly_in_rows_whatever_the_width(
    anna: Player, window: Callable[..., Page], server: Server
) -> None:
    match = anna.opens(ME, OPEN, OPEN, game="raufer", talk="friends")
    phone = window(**HAND)
    join = f"{server.url}/api/matches/{match}/join"
    assert phone.request.post(join, data={"name": "Ben"}).ok
    for page in (anna.page, phone):
        page.goto(f"{server.url}/match/{match}")
        reactions = page.locator(".reactions button")
        for width in (320, 360, 390, 560, 900):
            page.set_viewport_size({"width": width, "height": 800})
            expect(reactions).to_have_count(8)
            lie = places(reactions)
            rows = Counter(place.y for place in lie)
            assert sorted(rows.values()) in ([8], [4, 4]), (width, rows)
            assert min(place.width for place in lie) >= 44


def test_a_good_player_points_at_the_board(anna: Player) -> None:
    anna.opens(ME, {"kind": "bot", "level": "weak"}, **BEGINS)
    anna.awaits_turn()
    anna.page.get_by_role("button", name="What would a good player do?").click()
    advice = anna.page.get_by_role("region", name="What a good player would do")
    expect(advice).to_contain_text("Your chances: ")
    expect(anna.page.locator(".board .advised")).to_have_count(1)
    expect(anna.page.locator(".hand .advised")).to_have_count(1)
    assert findings(anna.page) == []
    anna.page.get_by_role("button", name="Close").focus()
    anna.page.keyboard.press("Escape")
    expect(advice).to_have_count(0)
    asks = anna.page.get_by_role("button", name="What would a good player do?")
    expect(asks).to_be_focused()
    assert anna.faults == []


def test_the_big_screen_shows_all_seats_whatever_becomes_of_its_size(anna: Player) -> None:
    bots = [{"kind": "bot", "level": "weak"}] * 7
    match = anna.opens(ME, *bots, game="dropit", fixed=True)
    screen = anna.page
    anna.goes_to(match, "/screen")
    expect(screen.locator(".board")).to_be_visible()
    for width, height in ((1024, 768), (1920, 1080), (1280, 720)):
        screen.set_viewport_size({"width": width, "height": height})
        for seat in screen.locator("[data-panel]").all():
            expect(seat).to_be_in_viewport(ratio=1)


def test_the_big_screen_shows_all_seats_when_each_has_won_something(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", viewport=LAPTOP, locale="de")
    trays = [
        {**hand(piece(f"{seat}", count=3)), "id": f"{seat}", "role": "captured", "seat": seat}
        for seat in range(8)
    ]
    panels = [{"seat": seat, "score": 3, "facts": [phrase("table-out")]} for seat in range(8)]
    staged = Staged(page, server, scene(9, 9, panels=panels, trays=trays))
    page.goto(f"{server.url}/match/staged/screen")
    seats = page.locator("[data-panel]")
    expect(seats).to_have_count(8)
    for part in (".name", ".seats .piece"):
        expect(page.locator(part)).to_have_count(8)
        for one in page.locator(part).all():
            expect(one).to_be_in_viewport(ratio=1)
    assert staged.faults == []


def test_the_big_screen_shows_the_table_and_nobodys_hand(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, {"kind": "bot", "level": "weak"}, game="raufer")
    screen = anna.page.context.new_page()
    screen.goto(f"{anna.server.url}/match/{match}/screen")
    expect(screen.get_by_role("img", name="QR code of the link")).to_be_visible()
    sits_down(ben, match, "Ben")
    expect(screen.locator(".board")).to_be_visible()
    for name in ("Anna", "Ben"):
        expect(screen.get_by_role("region", name=name)).to_be_visible()
    # The browser holds a seat, and its hand is shown on the other page alone.
    expect(anna.page.locator(".hand [data-target]").first).to_be_attached()
    expect(screen.locator("[data-target]").first).to_be_attached()
    expect(screen.locator(".hand [data-target], .choosable")).to_have_count(0)
    assert findings(screen) == []
    # What a bot does takes back what is proposed, so it is to be somebody else's turn.
    wait_until(screen, lambda: anna.on_turn or ben.on_turn, "the turn of Anna or Ben")
    for what, told in (("pause", "The match is paused."), ("end", "without a result; all agreed")):
        anna.asks(f"matches/{match}/proposals", {"what": what})
        ben.asks(f"matches/{match}/consent", {"agree": True})
        expect(screen.locator(".prompt")).to_contain_text(told)
    assert anna.faults + ben.faults == []
