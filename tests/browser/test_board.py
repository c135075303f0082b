"""The board of any game: it grows, is looked at closely, is aimed over and shows films."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.access import HAND, findings, screens
from tests.browser.conftest import Player, Server, lingers, paints, wait_until
from tests.browser.devices import listen
from tests.browser.places import place_of, places_of
from tests.browser.staging import Json, Staged, hand, phrase, piece, scene
from tests.following import Follower

Opens = Callable[..., Page]


MOVING = {"reduced_motion": "no-preference"}


@pytest.fixture
def opens(window: Callable[..., Page]) -> Opens:
    """Open a window for what is staged; with ``motion`` unless the person wants none."""

    def stage(motion: bool = False, **settings: Any) -> Page:
        return window(use="stage", **(MOVING if motion else {}), **settings)

    return stage


def meadow(left: int, top: int, width: int, height: int, *pieces: Json, **more: Any) -> Json:
    """A board of unit cells, on each of which the chip ``one`` may be laid."""
    cells = [(x, y) for y in range(top, top + height) for x in range(left, left + width)]
    places = [
        {"id": f"{x},{y}", "x": x, "y": y, "w": 1, "h": 1, "label": phrase("game")}
        for x, y in cells
    ]
    choices = [
        {"action": number, "path": ["one", place["id"]]} for number, place in enumerate(places)
    ]
    parts: Json = {"places": places, "pieces": [*pieces], "choices": choices}
    parts |= {"left": left, "top": top, "trays": [hand(piece("one"))], **more}
    return scene(width, height, **parts)


def box(part: Locator) -> dict[str, float]:
    """Where a part of the page is, in pixels."""
    return place_of(part)._asdict()


def middle(part: Locator) -> tuple[float, float]:
    """The point in the middle of a part of the page."""
    at = box(part)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def chip(page: Page, name: str) -> Locator:
    """A piece on the board, as it is drawn."""
    return page.locator(f'.board [data-piece="{name}"] .extent')


def cell(page: Page, name: str) -> Locator:
    """A place or loose piece on the board, as it is picked."""
    return page.locator(f'.board [data-target="{name}"]')


def held(page: Page, name: str) -> Locator:
    """A piece of the hand, as it is picked."""
    return page.locator(f'.hand [data-target="{name}"]')


# --- boards that grow ---


def test_a_board_that_grows_to_all_sides_flies_nothing_that_stands_still(
    opens: Opens, server: Server
) -> None:
    page = opens(motion=True)
    table = Staged(page, server, meadow(0, 0, 3, 2, piece("still", 0.5, 0.5)))
    before = box(chip(page, "still"))
    page.evaluate(
        """() => {
            window.flown = 0;
            new MutationObserver(changes => {
                for (const { addedNodes } of changes) window.flown += addedNodes.length;
            }).observe(document.querySelector(".sky"), { childList: true });
        }"""
    )
    laid = [piece("still", 0.5, 0.5), piece("laid", -3.5, -1.5)]
    table.shows(meadow(-4, -2, 9, 7, *laid, trays=[hand()]))
    expect(page.locator("[role=log] li")).to_have_count(1)
    expect(page.locator(".board.gliding")).to_have_count(0)
    expect(page.locator(".sky *")).to_have_count(0)
    after = box(chip(page, "still"))
    assert after["width"] < before["width"] / 2
    assert middle(chip(page, "still")) == pytest.approx(middle(cell(page, "0,0")), abs=1.5)
    assert page.evaluate("window.flown") <= 1
    assert table.faults == []


def test_what_hardly_moves_does_not_fly(opens: Opens, server: Server) -> None:
    page = opens(motion=True)
    table = Staged(page, server, meadow(0, 0, 3, 2, piece("nudged", 0.5, 0.5)))
    page.evaluate(
        """() => {
            window.flown = 0;
            new MutationObserver(() => (window.flown += 1)).observe(
                document.querySelector(".sky"), { childList: true });
        }"""
    )
    table.shows(meadow(0, 0, 3, 2, piece("nudged", 0.501, 0.5)))
    expect(page.locator("[role=log] li")).to_have_count(1)
    assert page.evaluate("window.flown") == 0


# --- looking closely ---


def test_the_wheel_shows_the_board_larger_round_the_pointer(opens: Opens, server: Server) -> None:
    page = opens()
    table = Staged(page, server, meadow(0, 0, 9, 7))
    spot = cell(page, "2,2")
    at = middle(spot)
    wide = box(spot)["width"]
    page.mouse.move(*at)
    page.mouse.wheel(0, -500)
    expect(page.get_by_role("group", name="Size of the board")).to_be_visible()
    assert box(spot)["width"] > 1.8 * wide
    assert middle(spot) == pytest.approx(at, abs=1.5)
    page.mouse.wheel(0, 5000)
    expect(page.get_by_role("group", name="Size of the board")).to_have_count(0)
    assert box(spot)["width"] == pytest.approx(wide, abs=0.5)
    assert table.faults == []


def test_keys_show_the_board_larger_and_whole_again(opens: Opens, server: Server) -> None:
    page = opens()
    Staged(page, server, meadow(0, 0, 9, 7))
    wide = box(cell(page, "4,3"))["width"]
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert box(cell(page, "4,3"))["width"] == pytest.approx(2.25 * wide, rel=0.02)
    page.keyboard.press("-")
    assert box(cell(page, "4,3"))["width"] == pytest.approx(1.5 * wide, rel=0.02)
    page.keyboard.press("0")
    assert box(cell(page, "4,3"))["width"] == pytest.approx(wide, rel=0.02)


def test_a_board_seen_closely_is_pushed_and_what_is_on_it_can_be_picked(
    opens: Opens, server: Server
) -> None:
    page = opens()
    table = Staged(page, server, meadow(0, 0, 9, 7))
    for _ in range(2):
        page.keyboard.press("+")
    x, y = middle(cell(page, "4,3"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 60, steps=5)
    page.mouse.up()
    assert middle(cell(page, "4,3")) == pytest.approx((x + 90, y + 60), abs=2)
    # The push picked nothing.
    expect(page.get_by_role("alert")).to_have_count(0)
    assert [said for said in table.heard if said["type"] == "why"] == []
    page.locator(".hand [data-target=one]").click()
    cell(page, "4,3").click()
    table.awaits_acts(3 * 9 + 4)


def test_pieces_are_dragged_not_the_board_under_them(opens: Opens, server: Server) -> None:
    page = opens()
    choices = [{"action": 7, "path": ["mine", "5,3"]}, {"action": 8, "path": ["mine", "5,4"]}]
    table = Staged(page, server, meadow(0, 0, 9, 7, piece("mine", 4.5, 3.5), choices=choices))
    page.keyboard.press("+")
    page.keyboard.press("+")
    before = middle(cell(page, "5,3"))
    cell(page, "mine").drag_to(cell(page, "5,3"))
    table.awaits_acts(7)
    assert middle(cell(page, "5,3")) == pytest.approx(before, abs=1)


def test_the_focus_never_goes_out_of_sight(opens: Opens, server: Server) -> None:
    page = opens()
    Staged(page, server, meadow(0, 0, 9, 7))
    for _ in range(3):
        page.keyboard.press("+")
    page.keyboard.press("b")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    expect(cell(page, "8,0")).to_be_focused()
    focused, board = places_of(page.locator(".board .target:focus .hit"), page.locator(".board"))
    assert focused.x >= board.x - 1
    assert focused.right <= board.right + 1


def test_what_happens_beside_what_is_looked_at_comes_into_sight(
    opens: Opens, server: Server
) -> None:
    page = opens()
    table = Staged(page, server, meadow(0, 0, 9, 7))
    for _ in range(3):
        page.keyboard.press("+")
    table.shows(meadow(0, 0, 9, 7, piece("news", 0.5, 6.5, w=0.9, h=0.9)))
    expect(page.locator("[role=log] li")).to_have_count(1)
    at, board = places_of(chip(page, "news"), page.locator(".board"))
    assert at.x >= board.x - 1
    assert at.bottom <= board.bottom + 1


def double_clicks(page: Page, x: float, y: float) -> None:
    """A mouse clicks twice, as fast as `Fingers` are."""
    hand = page.context.new_cdp_session(page)
    now = time.time()
    for clicks in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            now += 0.001
            told = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": clicks}
            hand.send("Input.dispatchMouseEvent", {**told, "timestamp": now})


class Fingers:
    """Fingers on the glass, which the browser takes for real ones.

    They are as fast as any: what is told of when they touch it is not when the page gets to know.
    """

    def __init__(self, page: Page) -> None:
        self._glass: CDPSession = page.context.new_cdp_session(page)
        self._page = page
        self._now = 0.0

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._now += 0.001
        told = {"type": kind, "touchPoints": touches, "timestamp": self._now}
        self._glass.send("Input.dispatchTouchEvent", told)

    def pinches(self, at: tuple[float, float], apart: float, to: float) -> None:
        """Two fingers, beside each other, spread or close round a point."""
        x, y = at
        self._now = time.time()
        self._touch("touchStart", (x - apart / 2, y))
        self._touch("touchStart", (x - apart / 2, y), (x + apart / 2, y))
        for step in range(1, 9):
            half = (apart + (to - apart) * step / 8) / 2
            self._touch("touchMove", (x - half, y), (x + half, y))
        self._touch("touchEnd")

    def pushes(self, at: tuple[float, float], by: tuple[float, float]) -> None:
        """One finger goes a way."""
        self._now = time.time()
        self._touch("touchStart", at)
        for step in range(1, 9):
            self._touch("touchMove", (at[0] + by[0] * step / 8, at[1] + by[1] * step / 8))
        self._touch("touchEnd")

    def taps(self, at: tuple[float, float], times: int = 1) -> None:
        """One finger touches the glass for a moment."""
        self._now = time.time()
        for _ in range(times):
            self._touch("touchStart", at)
            self._touch("touchEnd")
        paints(self._page)


def test_on_a_phone_a_board_is_pinched_pushed_and_whole_again_with_a_double_tap(
    opens: Opens, server: Server
) -> None:
    page = opens(**HAND)
    table = Staged(page, server, meadow(0, 0, 9, 7, choices=[]))
    fingers = Fingers(page)
    spot = cell(page, "4,3")
    at, wide = middle(spot), box(spot)["width"]
    fingers.pinches(at, 60, 180)
    assert box(spot)["width"] == pytest.approx(3 * wide, rel=0.05)
    assert middle(spot) == pytest.approx(at, abs=2)
    assert page.evaluate("visualViewport.scale") == 1
    fingers.pushes(at, (70, 40))
    assert middle(spot) == pytest.approx((at[0] + 70, at[1] + 40), abs=3)
    for button in page.get_by_role("group", name="Size of the board").get_by_role("button").all():
        assert min(box(button)["width"], box(button)["height"]) >= 44
    fingers.taps(at, times=2)
    assert box(spot)["width"] == pytest.approx(wide, rel=0.02)
    assert table.faults == []


def test_on_a_phone_a_piece_is_dragged_by_finger(opens: Opens, server: Server) -> None:
    page = opens(**HAND)
    choices = [{"action": 7, "path": ["mine", "5,3"]}, {"action": 8, "path": ["mine", "5,4"]}]
    table = Staged(page, server, meadow(0, 0, 9, 7, piece("mine", 2.5, 1.5), choices=choices))
    x, y = middle(cell(page, "mine"))
    to = middle(cell(page, "5,3"))
    Fingers(page).pushes((x, y), (to[0] - x, to[1] - y))
    table.awaits_acts(7)


def test_on_a_phone_a_long_hand_shows_what_can_be_picked(opens: Opens, server: Server) -> None:
    def asked(*names: str) -> Json:
        choices = [{"action": 1, "path": [name, "0,0"]} for name in names]
        pieces = map(piece, [f"{number}" for number in range(16)])
        return meadow(0, 0, 2, 2, choices=choices, trays=[hand(*pieces)])

    page = opens(**HAND)
    table = Staged(page, server, asked("14"))
    expect(held(page, "14")).to_be_in_viewport(ratio=1)
    table.shows(asked("0"))
    expect(held(page, "0")).to_be_in_viewport(ratio=1)
    table.shows(asked("2", "15"))
    expect(held(page, "2")).to_be_in_viewport(ratio=1)
    expect(held(page, "0")).to_be_in_viewport(ratio=1)  # nothing has moved
    assert table.faults == []


def test_on_a_phone_a_finger_leaves_no_mark_where_it_was(opens: Opens, server: Server) -> None:
    page = opens(**HAND)
    choices = [{"action": 7, "path": ["1,1"]}, {"action": 8, "path": ["3,1"]}]
    table = Staged(page, server, meadow(0, 0, 9, 7, choices=choices))
    cell(page, "1,1").tap()
    table.awaits_acts(7)
    table.shows(meadow(0, 0, 9, 7, choices=choices))
    rings = [cell(page, name).locator(".ring") for name in ("1,1", "3,1")]
    width = "one => getComputedStyle(one).strokeWidth"

    def alike() -> bool:
        one, other = (ring.evaluate(width) for ring in rings)
        return bool(one == other)

    expect(cell(page, "3,1")).to_have_class(re.compile("choosable"))
    wait_until(page, alike, "the one that was touched looks like the other")
    assert table.faults == []


def test_on_a_phone_small_cells_offer_to_be_seen_larger(opens: Opens, server: Server) -> None:
    page = opens(**HAND)
    table = Staged(page, server, meadow(0, 0, 9, 7))
    expect(page.get_by_role("group", name="Size of the board")).to_have_count(0)
    table.shows(meadow(0, 0, 18, 14))
    larger = page.get_by_role("button", name="Larger")
    button, board = places_of(larger, page.locator(".board"))
    assert button.y >= board.bottom
    larger.tap()
    page.get_by_role("button", name="The whole board").tap()
    expect(page.get_by_role("button", name="Smaller")).to_have_count(0)


def test_on_a_phone_a_finger_between_small_cells_brings_them_nearer_first(
    opens: Opens, server: Server
) -> None:
    page = opens(**HAND)
    choices = [{"action": 7, "path": ["8,6"]}, {"action": 8, "path": ["9,6"]}]
    table = Staged(page, server, meadow(0, 0, 18, 14, choices=choices))
    one, other = cell(page, "8,6"), cell(page, "9,6")
    between = (middle(one)[0] + middle(other)[0]) / 2, middle(one)[1]
    fingers = Fingers(page)
    fingers.taps(between)
    assert min(box(one)["width"], box(other)["width"]) >= 43
    fingers.taps(middle(other))
    table.awaits_acts(8)
    expect(page.get_by_role("button", name="The whole board")).to_have_count(0)
    # A finger that meets one of them is believed at once.
    table = Staged(page, server, meadow(0, 0, 18, 14, choices=choices))
    fingers.taps(middle(cell(page, "8,6")))
    table.awaits_acts(7)


def test_on_a_phone_nothing_slips_away_from_under_the_finger(opens: Opens, server: Server) -> None:
    """Touching a card points at it; what is told of it must not move the hand meanwhile."""
    page = opens(**HAND)
    long = phrase("table-fair-how")
    told = [{"action": 1, "path": ["one", "two"], "label": long, "confirm": True}]
    told.append({"action": 2, "path": ["one", "three"]})
    cards = hand(piece("one"), piece("two"), piece("three"))
    Staged(page, server, scene(9, 9, trays=[cards], choices=told))
    page.locator('.hand [data-target="one"]').tap()
    second = page.locator('.hand [data-target="two"]')
    before = box(second)
    second.dispatch_event("pointerenter")
    paints(page)
    assert box(second) == before
    second.tap()
    expect(page.locator(".prompt")).to_have_text(re.compile(".{80,}"))  # now it is told


def test_who_confirms_by_keyboard_stays_at_the_board(opens: Opens, server: Server) -> None:
    page = opens()
    asks = [{"action": 5, "path": ["one", "1,1"], "confirm": True}]
    table = Staged(page, server, meadow(0, 0, 3, 3, choices=asks))
    page.locator(".hand [data-target=one]").press("Enter")
    cell(page, "1,1").press("Enter")
    page.get_by_role("button", name="Lay it").press("Enter")
    table.awaits_acts(5)
    paints(page)
    assert page.locator(".board [data-target]:focus").count() == 1  # nothing has come since
    assert table.faults == []


# --- aiming ---

WALL, STEP = 20, 0.5
GROUNDS = "table-log", "table-rules"
"""What lies below on either side."""


def aim(name: str, symbol: str, action: int, *turns: float) -> Json:
    """A piece that fits from 10 to 90 units of a shaft, tighter in every turn but the first."""
    rows = [
        {"turn": turn, "first": WALL + 4 * at, "last": 180 - 4 * at, "action": action + 1000 * at}
        for at, turn in enumerate(turns)
    ]
    line = {"x": 0, "y": -12, "step": STEP, "floor": 120, "turns": rows, "seat": 0}
    return {"piece": name, "symbol": symbol, "w": 20, "h": 20, "label": phrase("game"), **line}


def shaft(*pieces: Json, **more: Any) -> Json:
    """A shaft into which a round and a square piece may be dropped."""
    stock = hand(piece("round", w=20, h=20), piece("square", w=20, h=20, symbol="plot"))
    aims = [aim("round", "chip-a", 5000, 0), aim("square", "plot", 10_000, 0, 30, 60)]
    walls = [{"path": "M0 0V120H100V0", "width": 3}]
    parts: Json = {"top": -24, "lines": walls, "trays": [stock], "aims": aims}
    return scene(100, 144, pieces=[*pieces], **parts | more)


def slider(page: Page) -> Locator:
    """The piece in hand."""
    return page.get_by_role("slider")


def position(page: Page) -> int:
    """At which position it is."""
    return int(slider(page).get_attribute("aria-valuenow") or "")


def takes(page: Page, name: str) -> None:
    """Pick up a piece of the own stock."""
    page.locator(f".hand [data-target={name}]").click(force=True)
    expect(slider(page)).to_be_visible()


def test_a_piece_is_aimed_with_by_keys_and_let_go(opens: Opens, server: Server) -> None:
    page = opens()
    table = Staged(page, server, shaft())
    takes(page, "square")
    expect(slider(page)).to_be_focused()
    assert position(page) == 100
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("e")
    expect(slider(page)).to_have_attribute("aria-valuetext", "Position 66 of 153, turned by 30°")
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(slider(page)).to_have_attribute("aria-valuetext", "Position 62 of 145, turned by 60°")
    page.keyboard.press("End")
    assert position(page) == 172
    page.keyboard.press("Enter")
    table.awaits_acts(12_000 + 144)
    # On its way it is still held, and cannot be moved any more.
    page.keyboard.press("Home")
    assert position(page) == 172
    expect(page.get_by_role("button", name="Let go")).to_be_disabled()
    assert table.faults == []


def test_in_a_zoomed_window_keys_lead_to_what_is_in_hand_beside_what_is_expected(
    opens: Opens, server: Server
) -> None:
    page = opens(viewport={"width": 512, "height": 320})
    Staged(page, server, shaft())
    expect(page.locator(".prompt")).to_be_in_viewport(ratio=1)
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(slider(page)).to_be_focused()
    expect(slider(page)).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    let_go = page.get_by_role("button", name="Let go")
    expect(let_go).to_be_focused()
    expect(let_go).to_be_in_viewport(ratio=1)
    expect(slider(page)).to_be_in_viewport(ratio=1)


def test_who_does_not_see_the_board_hears_what_is_on_it_and_what_lies_below(
    opens: Opens, server: Server
) -> None:
    page = opens()
    ground = [{"x": 50 * at, "w": 50, "label": phrase(key)} for at, key in enumerate(GROUNDS)]
    layers = [{"id": "sums", "label": phrase("game")}]
    told = [{"text": phrase("game")}, {"text": phrase("tagline"), "layer": "sums"}]
    Staged(page, server, shaft(beneath=ground, descriptions=told, layers=layers))
    lines = page.get_by_role("list", name="The board in words").get_by_role("listitem")
    expect(lines).to_have_count(1)
    page.get_by_role("button", name="Bauab", exact=True).click()
    expect(lines).to_have_count(2)
    takes(page, "round")
    both = "Position 81 of 161. Below, from the left: Log and Rules."
    expect(slider(page)).to_have_attribute("aria-valuetext", both)
    page.keyboard.press("Home")
    left = "Position 1 of 161. Below, from the left: Log."
    expect(slider(page)).to_have_attribute("aria-valuetext", left)


def test_a_mouse_takes_the_piece_along_and_the_wheel_turns_it(opens: Opens, server: Server) -> None:
    page = opens()
    table = Staged(page, server, shaft())
    takes(page, "square")
    board = box(page.locator(".board"))
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, 120)
    expect(slider(page)).to_have_attribute("aria-valuetext", "Position 73 of 145, turned by 60°")
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    at = middle(page.locator(".aim .extent"))
    assert at[0] == pytest.approx(x + 40, abs=3)
    page.mouse.move(x + 4000, y)
    page.mouse.move(x - 30, y)
    double_clicks(page, x - 30, y)
    wait_until(page, table.acts, "the piece is let go")
    assert middle(page.locator(".aim .extent"))[0] == pytest.approx(x - 30, abs=3)
    assert table.acts() == [12_000 + position(page) - 28]


def test_a_piece_dragged_from_the_stock_moves_along_the_rim(opens: Opens, server: Server) -> None:
    page = opens()
    table = Staged(page, server, shaft())
    start = middle(page.locator(".hand [data-target=round]"))
    board = box(page.locator(".board"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(board["x"] + 10, board["y"] + 100, steps=6)
    assert position(page) == WALL
    page.mouse.move(board["x"] + board["width"] / 2 + 30, board["y"] + 100, steps=6)
    page.mouse.up()
    at = middle(page.locator(".aim .extent"))
    assert at[0] == pytest.approx(board["x"] + board["width"] / 2 + 30, abs=3)
    assert table.acts() == []


def test_another_piece_is_taken_at_the_same_place_and_laid_back(
    opens: Opens, server: Server
) -> None:
    page = opens()
    table = Staged(page, server, shaft())
    takes(page, "round")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    takes(page, "square")
    assert position(page) == WALL + 10
    page.keyboard.press("Escape")
    expect(slider(page)).to_have_count(0)
    expect(page.locator(".hand [data-target=square]")).to_be_focused()
    assert table.acts() == []


def test_on_a_phone_a_finger_anywhere_pushes_the_piece_and_buttons_do_the_rest(
    opens: Opens, server: Server
) -> None:
    page = opens(**HAND)
    table = Staged(page, server, shaft())
    board = box(page.locator(".board"))
    page.locator(".hand [data-target=square]").tap()
    expect(slider(page)).to_be_visible()
    # The buttons have had their place before.
    assert box(page.locator(".board")) == board
    before = middle(page.locator(".aim .extent"))
    fingers = Fingers(page)
    fingers.pushes((board["x"] + 60, board["y"] + board["height"] - 40), (45, -30))
    at = middle(page.locator(".aim .extent"))
    assert at == pytest.approx((before[0] + 45, before[1]), abs=2)
    page.get_by_role("button", name="Turn to the right").tap()
    expect(page.locator(".aim-controls [aria-live]")).to_contain_text("turned by 30°")
    page.get_by_role("button", name="Turn to the left").tap()
    for button in page.locator(".aim-controls button").all():
        assert min(box(button)["width"], box(button)["height"]) >= 48
    here = position(page)
    lingers(page, 300)  # what waits whether a tap is the first of two
    fingers.taps((board["x"] + 100, board["y"] + 300), times=2)
    table.awaits_acts(10_000 + here - WALL)
    assert table.faults == []


def test_a_finger_on_what_cannot_be_picked_scrolls_the_page(opens: Opens, server: Server) -> None:
    page = opens(**HAND | {"viewport": {"width": 390, "height": 420}})
    table = Staged(page, server, meadow(0, 0, 3, 3, choices=[], trays=[hand(piece("idle"))]))
    idle = page.locator(".hand [data-target=idle]")
    idle.evaluate("one => one.scrollIntoView({ block: 'center' })")
    before = page.evaluate("scrollY")
    x, y = middle(idle)
    Fingers(page).pushes((x, y), (0, 150 if before else -150))
    wait_until(page, lambda: abs(page.evaluate("scrollY") - before) > 20, "the page scrolls")
    assert table.faults == []


def test_on_a_phone_held_sideways_a_finger_drags_to_the_board_and_scrolls_a_long_hand(
    opens: Opens, server: Server
) -> None:
    page = opens(**HAND | {"viewport": {"width": 844, "height": 390}})
    pieces = [piece("one"), *(piece(f"more-{at}") for at in range(24))]
    own = [hand(*pieces)]
    table = Staged(page, server, meadow(0, 0, 3, 3, trays=own))
    held = page.locator(".hand [data-target=one]")
    place = page.locator(".board .target").first
    (x, y), (left, top) = middle(held), middle(place)
    fingers = Fingers(page)
    row = page.locator(".hand")
    row.evaluate("one => one.addEventListener('scrollend', () => (one.dataset.rests = ''))")
    fingers.pushes((x, y), (0, -150))
    # So quick a push goes on rolling when the finger has left, also past where a script scrolls.
    expect(page.locator(".hand[data-rests]")).to_be_attached()
    assert row.evaluate("one => one.scrollTop") > 20
    row.evaluate("one => one.scrollTo({ top: 0, behavior: 'instant' })")
    wait_until(page, lambda: middle(held) == (x, y), "the piece is back where it was")
    fingers.pushes((x, y), (left - x, top - y))
    wait_until(page, table.acts, "the piece is laid")
    assert table.faults == []


def test_whoever_aims_sees_all_the_way_down(opens: Opens, server: Server) -> None:
    page = opens()
    Staged(page, server, shaft())
    whole = box(page.locator(".plate-below"))
    page.keyboard.press("+")
    takes(page, "round")
    assert box(page.locator(".plate-below")) == pytest.approx(whole, abs=1)


def test_nobody_else_sees_what_is_aimed_at(opens: Opens, server: Server) -> None:
    page = opens()
    Staged(page, server, shaft(aims=[], awaited=[1]))
    page.locator(".hand [data-target=round]").click(force=True)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(slider(page)).to_have_count(0)


@screens
def test_axe_finds_nothing_in_aiming_closely(opens: Opens, server: Server, screen: Any) -> None:
    page = opens(**screen)
    Staged(page, server, shaft(piece("lies", 40, 110, w=20, h=20)))
    takes(page, "square")
    page.keyboard.press("+")
    expect(page.get_by_role("group", name="Size of the board")).to_be_visible()
    assert findings(page) == []


# --- films ---

FALL: Json = {
    "rate": 60,
    "frames": 30,
    "tracks": [
        {"piece": "fallen", "rows": [[0, 50, -12, 0], [20, 50, 60, 45], [30, 50, 110, 90]]},
        {"piece": "lies", "rows": [[25, 80, 110, 0], [30, 82, 110, 3]]},
    ],
}
ABOVE = piece("falling", 50, -12, w=20, h=20, kind="square", symbol="plot")
LIES = piece("lies", 80, 110, w=20, h=20)
FALLEN = [
    piece("fallen", 50, 110, w=20, h=20, kind="square", symbol="plot", turn=90),
    {**LIES, "x": 82, "turn": 3},
]


def paints_often(page: Page) -> None:
    """Let no more than a tenth of a second go by from picture to picture, however long it takes."""
    page.evaluate("""() => {
        const paint = window.requestAnimationFrame.bind(window);
        let [time, painted] = [performance.now(), performance.now()];
        window.requestAnimationFrame = act => paint(now => {
            time += Math.min(Math.max(0, now - painted), 100);
            painted = now;
            act(time);
        });
    }""")


def watches(page: Page) -> None:
    """Begin to look, from frame to frame, how low the fallen piece is, until it lies still."""
    page.evaluate("""() => {
        const seen = [];
        window.heights = new Promise(done => {
            const look = () => {
                const g = document.querySelector('.board [data-piece="fallen"]')?.parentNode;
                const y = g ? +/ (-?[\\d.]+)\\)/.exec(g.getAttribute("transform"))[1] : null;
                if (y !== null) seen.push(y);
                if (y === 110) done(seen); else requestAnimationFrame(look);
            };
            look();
        });
    }""")


def heights(page: Page) -> list[float]:
    """How low it was seen."""
    seen: list[float] = page.evaluate("window.heights")
    return seen


def test_a_film_shows_the_fall_before_it_is_told(opens: Opens, server: Server) -> None:
    page = opens(motion=True)
    table = Staged(page, server, shaft(ABOVE, LIES, aims=[], awaited=[]))
    page.evaluate("""() => {
        window.early = false;
        new MutationObserver(() => {
            const g = document.querySelector('.board [data-piece="fallen"]')?.parentNode;
            const lies = g?.getAttribute("transform") === "translate(50 110)";
            if (!lies) window.early = true;
        }).observe(document.querySelector("[role=log]"), { childList: true });
    }""")
    paints_often(page)
    watches(page)
    table.shows(shaft(*FALLEN), film=FALL)
    seen = heights(page)
    assert seen == sorted(seen)
    assert len([y for y in seen if -12 < y < 110]) >= 3
    expect(page.locator("[role=log] li")).to_have_count(1)
    assert page.evaluate("window.early") is False
    expect(page.locator(".board [data-piece=falling]")).to_have_count(0)
    expect(page.locator(".board [data-piece=lies]").locator("..")).to_have_attribute(
        "transform", "translate(82 110)"
    )
    expect(page.locator(".sky *")).to_have_count(0)
    assert table.faults == []


def test_without_motion_a_film_is_at_its_end_at_once(opens: Opens, server: Server) -> None:
    page = opens()
    table = Staged(page, server, shaft(ABOVE, LIES, aims=[], awaited=[]))
    watches(page)
    table.shows(shaft(*FALLEN), film={**FALL, "frames": 6000})
    assert heights(page) == [110]
    expect(page.locator("[role=log] li")).to_have_count(1)


def test_whoever_goes_on_does_not_wait_for_the_film(opens: Opens, server: Server) -> None:
    page = opens(motion=True)
    table = Staged(page, server, shaft(ABOVE, LIES, aims=[], awaited=[]))
    table.shows(shaft(*FALLEN), film={**FALL, "frames": 60_000, "rate": 60})
    expect(page.locator(".board [data-piece=fallen]")).to_have_count(1)
    page.locator(".hand [data-target=square]").click(force=True)
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(slider(page)).to_be_visible()
    expect(page.locator("[role=log] li")).to_have_count(1)


# --- at real tables ---

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))


def scenes_of(player: Player) -> list[Json]:
    """Return a list to which every scene comes that the player's page is sent from now on."""
    scenes: list[Json] = []
    follower = Follower()

    def hear(message: str | bytes) -> None:
        said = follower.take(json.loads(message))
        if said["type"] == "view":
            scenes.append(said["scene"])

    listen(player.page, "websocket", lambda wire: wire.on("framereceived", hear))
    return scenes


def test_a_drop_falls_as_it_was_simulated_and_rests_where_it_was_recorded(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**MOVING)
    anna = Player(page, server)
    scenes = scenes_of(anna)
    anna.opens(ANNA, BEN, game="dropit", options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    page.locator(".hand [data-target]").first.click()
    for key in ("Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    aimed = middle(page.locator(".aim .extent"))
    paints_often(page)
    page.evaluate("""() => {
        window.seen = new Set();
        const look = () => {
            for (const token of document.querySelectorAll(".board [data-piece]")) {
                window.seen.add(token.dataset.piece + token.parentNode.getAttribute("transform"));
            }
            requestAnimationFrame(look);
        };
        look();
    }""")
    page.keyboard.press("Enter")
    expect(page.locator("[role=log] li")).to_have_count(2)
    expect(page.locator(".sky *")).to_have_count(0)
    rested = max(scenes[-1]["pieces"], key=lambda one: float(one.get("w", 1)))
    drawn = page.locator(f'.board [data-piece="{rested["id"]}"]')
    numbers = re.findall(r"-?[\d.]+", drawn.locator("..").get_attribute("transform") or "")
    assert [float(number) for number in numbers] == [rested["x"], rested["y"]]
    assert middle(drawn.locator(".extent"))[1] > aimed[1] + 100
    places = page.evaluate(
        "id => [...window.seen].filter(one => one.startsWith(id)).length", rested["id"]
    )
    assert places > 4
    assert anna.faults == []
