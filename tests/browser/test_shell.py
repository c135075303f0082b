"""The pages around the table in a real browser: shelf, new tables, waiting room, rules."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser.access import HAND, PHONE, findings
from tests.browser.conftest import Player, Server, lingers, wait_until
from tests.browser.places import place_of, places, places_of, settles
from tests.shelf import SHELF

Device = Callable[..., Player]


@pytest.fixture
def another(window: Callable[..., Page], server: Server) -> Device:
    """People on devices that know nothing of each other: each call gives a new one."""
    return lambda **settings: Player(window(**settings), server)


def at_home(player: Player, name: str = "Anna") -> Player:
    """Open the shelf and write a name."""
    player.page.goto(player.server.url)
    player.page.get_by_label("Your name").fill(name)
    return player


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def invite(player: Player) -> str:
    """Open a table of Bauab for a friend, and return the link to send."""
    press(at_home(player).page, "Invite a friend: Bauab")
    link = player.page.get_by_label("Link for your friends")
    expect(link).to_have_value(re.compile(r"/match/\w+$"))
    return link.input_value()


def sit_down(player: Player, link: str, name: str) -> None:
    """Follow a link and take the free chair."""
    player.page.goto(link)
    player.page.get_by_label("Your name").fill(name)
    press(player.page, "Sit down")


def leave(player: Player) -> None:
    """Leave a table that waits, and see that one is led home."""
    press(player.page, "Leave the table")
    expect(player.page.get_by_role("button", name="Play now: Bauab")).to_be_visible()


def board(page: Page) -> Locator:
    return page.locator(".board")


# --- the shelf ---


CALM = """
  const once = setTimeout;
  window.setTimeout = (act, wait = 0, ...more) => (wait < 1000 ? once(act, wait, ...more) : 0);
  window.setInterval = () => 0;
"""
"""Makes a page that nothing takes too long for: what it does after a second, it never does."""
LIGHT = 60_000
"""Bytes that all scripts of the first page may have, compressed."""


def test_the_first_page_takes_six_questions_and_little_script(page: Page, server: Server) -> None:
    player = Player(page, server)
    kinds, scripts = list[str](), list[str]()

    def asks(request: Request) -> None:
        kinds.append(request.resource_type)
        if request.resource_type == "script":
            scripts.append(request.url)

    # A server that has just been started has the lists of matches a little later.
    shelf = f"{server.url}/api/shelf/en"
    wait_until(page, lambda: page.request.get(shelf).json()["matches"] is not None, "its matches")
    page.add_init_script(CALM)
    page.on("request", asks)
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert sorted(kinds) == ["document", "fetch", "font", "font", "script", "stylesheet"]
    assert len(gzip.compress(page.request.get(scripts[0]).body())) <= LIGHT
    assert player.faults == []


def test_the_house_has_its_sign_up_before_there_is_something_to_show(anna: Player) -> None:
    page, awaited, silent = anna.page, list[Route](), True

    def answer(route: Route) -> None:
        if silent:
            awaited.append(route)
        else:
            route.continue_()

    page.route("**/api/**", answer)
    page.goto(anna.server.url)
    wait_until(page, lambda: awaited, "the first question")
    sign = page.get_by_role("heading", name="Tischlein")
    expect(sign).to_be_visible()
    expect(sign).to_have_css("opacity", "1")
    silent = False
    for route in awaited:
        route.continue_()
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    expect(sign).to_have_count(0)
    assert anna.faults == []


def test_the_games_are_shown_while_the_server_cannot_list_matches(anna: Player) -> None:
    page, away = anna.page, True

    def without_matches(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "matches": None})

    def lists(route: Route) -> None:
        if away:
            phrase = {"key": "problem-storage", "values": {}}
            route.fulfill(status=503, json={"type": "problem", "phrase": phrase})
        else:
            route.fulfill(json={"mine": [], "open": []})

    page.route("**/api/shelf/*", without_matches)
    page.route("**/api/matches", lists)
    page.goto(anna.server.url)
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("The server cannot use its database just now.")
    away = False
    told.get_by_role("button", name="Try again").click()
    expect(told).to_have_count(0)
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()


def test_in_a_large_window_boxes_and_words_around_the_table_grow(
    window: Callable[..., Page], server: Server
) -> None:
    widths: dict[str, list[float]] = {"": [], "rules/bauab": [], "new/bauab": []}
    rows: list[int] = []
    for width, height in ((1440, 900), (1920, 1080), (3840, 2160)):
        page = window(viewport={"width": width, "height": height})
        for path, found in widths.items():
            page.goto(f"{server.url}/{path}")
            heading = page.get_by_role("main").get_by_role("heading", level=1)
            expect(heading).to_be_visible()
            settles(page)
            letters = heading.evaluate("""one => {
              const range = document.createRange();
              range.selectNodeContents(one);
              return range.getBoundingClientRect().width;
            }""")
            found.append(letters)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(server.url)
        boxes = page.locator(".cabinet > ul > li")
        expect(boxes).to_have_count(len(SHELF))
        rows.append(len({place.y for place in places(boxes)}))
        assert place_of(page.locator(".cabinet")).width > 0.7 * width
    for usual, larger, largest in widths.values():
        assert 1.1 * usual < larger < largest / 1.5
    assert rows == [3, 2, 2]


def test_one_tap_plays_against_a_bot(anna: Player) -> None:
    press(at_home(anna).page, "Play now: Bauab")
    expect(board(anna.page)).to_be_visible()
    expect(anna.page.get_by_text("Anna").first).to_be_visible()
    assert anna.faults == []


def test_whoever_gets_no_answer_is_told_so_and_may_try_again(anna: Player) -> None:
    page, unanswered = anna.page, list[Route]()

    def swallow(route: Route) -> None:
        if route.request.method == "POST":
            unanswered.append(route)
        else:
            route.continue_()

    page.clock.install()
    at_home(anna)
    page.route("**/api/matches", swallow)
    button = page.get_by_role("button", name="Play now: Bauab")
    press(page, "Play now: Bauab")
    wait_until(page, lambda: unanswered, "the request")
    expect(button).to_be_disabled()
    page.clock.fast_forward("02:00")
    expect(page.get_by_role("alert")).to_contain_text("It may have been done all the same")
    page.unroute("**/api/matches")
    expect(button).to_be_enabled()
    press(page, "Play now: Bauab")
    expect(board(page)).to_be_visible()
    assert len(unanswered) == 1
    assert anna.faults == []


@pytest.mark.parametrize("screen", [{"viewport": {"width": 1366, "height": 900}}, HAND])
def test_why_a_game_cannot_be_played_moves_no_button_of_others(
    another: Device, screen: dict[str, Any]
) -> None:
    player = another(**screen)
    page = at_home(player).page
    page.route(
        "**/api/matches",
        lambda route: (
            route.fulfill(status=500) if route.request.method == "POST" else route.continue_()
        ),
    )
    # The one that is pressed lies under the pointer, which lifts it.
    others = page.get_by_role("button", name=re.compile("^Play now: (?!Bauab)"))
    page.get_by_role("button", name="Play now: Bauab").scroll_into_view_if_needed()
    settles(page)
    before, place = places(others), page.evaluate("scrollY")
    press(page, "Play now: Bauab")
    told = page.get_by_role("alert")
    expect(told).to_be_visible()
    expect(told).to_be_in_viewport(ratio=1)
    settles(page)
    scrolled = page.evaluate("scrollY") - place
    after = [one._replace(y=one.y + scrolled) for one in places(others)]
    assert after == [pytest.approx(one, abs=0.5) for one in before]


_LEFT_AROUND_RINGS = """() => [...document.querySelectorAll(
  "header > a:not(.skip), header .opener, header .pick, header .pick select",
)].flatMap(one => {
  one.focus({ focusVisible: true });
  if (document.activeElement !== one) return [];
  const ring = one.matches("select") ? one.parentElement : one;
  const { outlineWidth, outlineOffset } = getComputedStyle(ring);
  const { left, right, top } = ring.getBoundingClientRect();
  const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  return Math.min(left - reach, innerWidth - right - reach, top - reach);
})"""


@pytest.mark.parametrize("address", ["/", "/new/bauab"])
def test_the_ring_around_what_has_the_focus_is_seen_whole_in_the_header_of_a_phone(
    another: Device, address: str
) -> None:
    player = another(**HAND)
    player.page.goto(player.server.url + address)
    expect(player.page.locator("#app h1").first).to_be_visible()
    assert min(player.page.evaluate(_LEFT_AROUND_RINGS)) >= 0


def test_a_guest_without_a_name_plays_too(anna: Player) -> None:
    anna.page.goto(anna.server.url)
    press(anna.page, "Play now: Bauab")
    expect(board(anna.page)).to_be_visible()
    expect(anna.page.get_by_text("Guest").first).to_be_visible()


def test_name_and_strength_of_bots_are_remembered(anna: Player) -> None:
    page = at_home(anna, "Ada").page
    page.get_by_role("radio", name="strong").check(force=True)
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    expect(page.get_by_role("radio", name="strong")).to_be_checked()


def test_matches_in_progress_stand_above_the_shelf_with_my_turn_first(anna: Player) -> None:
    me, friend = {"kind": "me", "name": "Anna"}, {"kind": "open"}
    bot = {"kind": "bot", "level": "weak"}
    mine = anna.opens(me, bot, options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    waiting = anna.opens(me, friend)
    page = anna.page
    page.goto(anna.server.url)
    cards = page.locator("section", has_text="Your matches").locator("a")
    expect(cards).to_have_count(2)
    expect(cards.nth(0)).to_contain_text("Your turn")
    expect(cards.nth(0)).to_have_attribute("href", f"/match/{mine}")
    expect(cards.nth(1)).to_contain_text("Waiting for players")
    expect(cards.nth(1)).to_have_attribute("href", f"/match/{waiting}")
    first_card, shelf = places_of(cards.nth(0), page.locator(".cabinet"))
    assert first_card.y < shelf.y


def test_ones_own_matches_are_found_by_state_and_game(anna: Player) -> None:
    me, bot = {"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "weak"}
    mine = anna.opens(me, bot, options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    waits = anna.opens(me, {"kind": "open"}, {"kind": "open"}, game="raufer")
    page = anna.page
    page.goto(f"{anna.server.url}/matches")
    cards = page.locator("a.card")
    filters = page.get_by_role("group", name="Filters")
    which, game = filters.get_by_label("Which"), filters.get_by_label("Game")
    expect(page.locator(f"a.card[href='/match/{mine}']")).to_be_visible()
    expect(page.locator(f"a.card[href='/match/{waits}']")).to_be_visible()

    which.select_option("My turn")
    expect(page.locator(f"a.card[href='/match/{waits}']")).to_have_count(0)
    expect(page.locator(f"a.card[href='/match/{mine}']")).to_be_visible()
    game.select_option("Raufer")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    expect(cards).to_have_count(0)
    which.select_option("In progress")
    expect(page.locator(f"a.card[href='/match/{waits}']")).to_be_visible()
    which.select_option("Finished")
    expect(page.get_by_text("Nothing found.")).to_be_visible()


def test_a_page_that_the_server_lacks_leads_back(anna: Player) -> None:
    anna.page.goto(f"{anna.server.url}/nowhere")
    anna.page.get_by_role("link", name="Back to the games").click()
    expect(anna.page.get_by_role("button", name="Play now: Bauab")).to_be_visible()


# --- by link ---


def test_a_friend_joins_by_link_and_both_play(anna: Player, ben: Player) -> None:
    link = invite(anna)
    sit_down(ben, link, "Ben")
    for player in (anna, ben):
        expect(board(player.page)).to_be_visible()
        expect(player.page.get_by_text("Ben").first).to_be_visible()
    parts = ben.page.request.get(link.replace("/match/", "/api/matches/")).json()["parts"]
    assert [part["state"] for part in parts] == ["revealed", "revealed"]
    assert anna.faults + ben.faults == []


def test_the_private_link_opens_the_seat_on_another_device(
    anna: Player, ben: Player, another: Device
) -> None:
    match = invite(anna)
    sit_down(ben, match, "Ben")
    expect(board(ben.page)).to_be_visible()
    press(ben.page, "Links of this table")
    # Nobody else can sit down by now.
    expect(ben.page.get_by_label("To watch", exact=True)).to_have_value(match)
    private = ben.page.get_by_label("Continue on another device").input_value()
    assert "/seat#" in private
    phone = another(viewport=PHONE)
    phone.page.goto(private)
    expect(phone.page).to_have_url(match)
    expect(board(phone.page)).to_be_visible()
    seats = phone.page.request.get(match.replace("/match/", "/api/matches/")).json()["seats"]
    assert [seat["name"] for seat in seats if seat["mine"]] == ["Ben"]
    assert phone.faults == []


def test_the_seats_of_one_device_are_opened_on_another_by_one_link(
    anna: Player, another: Device
) -> None:
    anna.page.goto(anna.server.url)
    anna.page.get_by_role("link", name="On one device: Nussknacker").click()
    anna.page.get_by_label("Chair 1: Name").fill("Anna")
    anna.page.get_by_label("Chair 2: Name").fill("Mia")
    press(anna.page, "Start the match")
    expect(anna.page.get_by_role("dialog").or_(board(anna.page)).first).to_be_visible()
    anna.page.get_by_role("button", name=re.compile("^I am ")).click()
    press(anna.page, "Links of this table")
    # Once a link has been made anew, the one for all has it.
    one = anna.page.get_by_label("Link to the seats of ")
    before = one.input_value()
    anna.page.get_by_text("Make a new link").first.click()
    anna.page.get_by_role("button", name="Make a new link").first.click()
    expect(one).not_to_have_value(before)
    tablet = another()
    tablet.page.goto(one.input_value())
    expect(tablet.page).to_have_url(re.compile(r"/match/\w+$"))
    tablet.page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(board(tablet.page)).to_be_visible()
    match = tablet.page.url.replace("/match/", "/api/matches/")
    seats = tablet.page.request.get(match).json()["seats"]
    assert sorted(seat["name"] for seat in seats if seat["mine"]) == ["Anna", "Mia"]
    assert anna.faults + tablet.faults == []


def test_of_a_link_for_several_seats_those_are_opened_that_still_can_be(
    anna: Player, another: Device
) -> None:
    match = anna.opens(
        {"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Mia"}, game="nussknacker"
    )
    (secret, other) = anna.asks(f"matches/{match}/links", {"secret": ""}).json()["seat_secrets"]
    tablet = another()
    tablet.page.goto(f"{anna.server.url}/seat#{secret[:-1]}.+{other}")
    expect(tablet.page.get_by_role("alert")).to_contain_text("One of this link’s seats")
    assert findings(tablet.page) == []
    tablet.page.get_by_role("link", name="To the table").click()
    expect(board(tablet.page)).to_be_visible()


def test_several_at_one_device_sit_down_at_a_table_by_its_link(anna: Player, ben: Player) -> None:
    match = anna.opens(
        {"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}, game="raufer"
    )
    sit_down(ben, f"{anna.server.url}/match/{match}", "Ben")
    press(ben.page, "Somebody else on this device")
    expect(ben.page.get_by_label("Who else?")).to_be_focused()
    ben.page.keyboard.type("Mia")
    assert findings(ben.page) == []
    press(ben.page, "Sit down")
    ben.page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(board(ben.page)).to_be_visible()
    told = ben.page.request.get(f"{anna.server.url}/api/matches/{match}").json()
    assert sorted(seat["name"] for seat in told["seats"] if seat["mine"]) == ["Ben", "Mia"]
    assert {part["state"] for part in told["parts"]} <= {"revealed", "none"}
    assert anna.faults + ben.faults == []


def test_a_wrong_private_link_says_so_and_leads_on(anna: Player, ben: Player) -> None:
    anna.page.goto(f"{anna.server.url}/seat#nothing.{'x' * 32}")
    expect(anna.page.get_by_role("alert")).to_be_visible()
    expect(anna.page.get_by_role("alert")).not_to_contain_text("[")
    expect(anna.page.get_by_role("link", name="To the table")).to_have_count(0)
    anna.page.get_by_role("link", name="To the shelf", exact=True).click()
    expect(anna.page.get_by_role("button", name="Play now: Bauab")).to_be_visible()

    match = invite(anna)
    dead = f"{anna.server.url}/seat#{match.rpartition('/')[2]}.20000.{'x' * 32}"
    ben.page.goto(dead)
    expect(ben.page.get_by_role("alert")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Try again")).to_have_count(0)
    ben.page.get_by_role("link", name="To the table").click()
    expect(ben.page).to_have_url(match)
    anna.page.goto(dead)  # whoever has the seat is led to it by any of its links
    expect(anna.page).to_have_url(match)


def test_on_a_small_phone_a_name_and_the_button_to_sit_down_stand_side_by_side(
    anna: Player, another: Device
) -> None:
    link = invite(anna)
    phone = another(**HAND | {"viewport": {"width": 360, "height": 640}}).page
    phone.goto(link)
    sits_down = phone.get_by_role("button", name="Sit down", exact=True)
    name, button = places_of(phone.get_by_label("Your name"), sits_down)
    assert button.x > name.right - 1


def test_the_host_fills_a_chair_with_a_bot(anna: Player) -> None:
    invite(anna)
    anna.page.get_by_label("Bot strength").select_option("weak")
    press(anna.page, "Let a bot play here")
    expect(board(anna.page)).to_be_visible()


def test_of_many_matches_the_most_pressing_stand_above_the_shelf(anna: Player) -> None:
    usual = {"game": "bauab", "options": {"first": "A"}, "fixed": True}
    # It is Anna's turn in the oldest; the others wait for somebody to come.
    for other in ({"kind": "bot", "level": "weak"}, *[{"kind": "open"}] * 5):
        table = {**usual, "chairs": [{"kind": "me", "name": "Anna"}, other]}
        anna.asks("matches", table)
    anna.page.goto(anna.server.url)
    going = anna.page.locator("section").filter(has_text="Your matches").locator("a.card")
    expect(going).to_have_count(4)
    expect(going.first).to_contain_text("Your turn")
    anna.page.get_by_role("link", name="2 more matches").click()
    expect(anna.page.get_by_role("heading", name="Your matches")).to_be_visible()
    expect(anna.page.locator("a.card")).to_have_count(6)
    assert anna.faults == []


def test_leaving_a_table_that_waits_leads_home(anna: Player) -> None:
    link = invite(anna)
    leave(anna)
    expect(anna.page.locator(f'a[href="{link.removeprefix(anna.server.url)}"]')).to_have_count(0)


def test_a_table_that_all_have_left_says_so_to_whoever_waits_and_whoever_comes(
    anna: Player, ben: Player, another: Device
) -> None:
    link = invite(anna)
    screen = another()
    for player, address in ((ben, link), (screen, f"{link}/screen")):
        player.page.goto(address)
    expect(ben.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(screen.page.get_by_text("Free chair")).to_be_visible()
    leave(anna)
    said = "This match was abandoned"
    expect(screen.page.get_by_role("alert")).to_have_text(said)
    for _ in range(2):
        expect(ben.page.get_by_role("heading", name=said)).to_be_visible()
        expect(ben.page.get_by_role("button", name="Leave the table?")).to_have_count(0)
        expect(board(ben.page)).to_have_count(0)
        ben.page.goto(link)  # whoever comes later sees the same
    ben.page.get_by_role("link", name="To the shelf", exact=True).last.click()
    expect(ben.page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    assert ben.faults + screen.faults == []


def test_a_link_that_only_this_computer_can_open_says_so(anna: Player) -> None:
    invite(anna)
    said = anna.page.get_by_text("--host 0.0.0.0")
    expect(said.filter(visible=True)).to_have_count(1)
    # Nobody types what is broken after its dashes.
    expect(said.filter(visible=True)).to_have_css("white-space", "nowrap")
    expect(anna.page.get_by_role("img", name="QR code of the link")).to_have_count(0)


def test_the_link_is_copied(another: Device) -> None:
    anna = another(permissions=["clipboard-read", "clipboard-write"])
    link = invite(anna)
    lingers(anna.page)
    press(anna.page, "Copy the link")
    expect(anna.page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert anna.page.evaluate("navigator.clipboard.readText()") == link


# --- new tables ---


def test_two_play_at_one_device(anna: Player) -> None:
    at_home(anna)
    anna.page.get_by_role("link", name="On one device: Bauab").click()
    anna.page.get_by_label("Chair 2: Name").fill("Ben")
    press(anna.page, "Start the match")
    expect(board(anna.page)).to_be_visible()
    for name in ("Anna", "Ben"):
        expect(anna.page.get_by_text(name).first).to_be_visible()


def test_a_listed_table_stands_in_the_lobby_until_it_is_full(anna: Player, ben: Player) -> None:
    page = at_home(anna, "Friederike").page
    page.get_by_role("link", name="Set the table: Bauab").click()
    page.get_by_label("Chair 2: Who sits here").select_option("open")
    page.get_by_label("Plan", exact=True).select_option("barrel")
    page.get_by_label("Show this table to everybody").check()
    press(page, "Open the table")
    expect(page.get_by_label("Link for your friends")).to_be_visible()
    expect(page.get_by_text("Plan: Barrel")).to_be_visible()

    ben.page.goto(ben.server.url)
    card = ben.page.locator("section", has_text="Open tables").locator("a", has_text="Friederike")
    expect(card).to_contain_text("one chair free")
    expect(card).to_contain_text("Plan: Barrel")
    card.click()
    sit_down(ben, ben.page.url, "Ben")
    expect(board(ben.page)).to_be_visible()
    anna.page.goto(anna.server.url)
    expect(anna.page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Open tables")).to_have_count(0)


def test_open_tables_are_found_by_game_free_chairs_and_time(anna: Player, ben: Player) -> None:
    me, friend = {"kind": "me", "name": "Anna"}, {"kind": "open"}
    duel = anna.opens(me, friend, listed=True)
    calm = {"kind": "move", "seconds": 86_400, "then": "lose"}
    brawl = anna.opens(me, friend, friend, game="raufer", listed=True, time_control=calm)
    page = ben.page
    page.goto(ben.server.url)
    one, other = (page.locator(f"a.card[href='/match/{match}']") for match in (duel, brawl))
    expect(one).to_be_visible()
    expect(other).to_be_visible()
    filters = page.get_by_role("group", name="Filters")
    free, time, game = map(filters.get_by_label, ("Free chairs", "Time", "Game"))

    free.select_option("at least 2")
    expect(one).to_have_count(0)
    expect(other).to_be_visible()
    time.select_option("no limit")
    expect(other).to_have_count(0)
    free.select_option("any")
    expect(one).to_be_visible()
    time.select_option("limited")
    expect(one).to_have_count(0)
    expect(other).to_be_visible()
    game.select_option("Bauab")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    for match in (duel, brawl):
        anna.goes_to(match)
        leave(anna)


@pytest.mark.parametrize("game", ["ganz_nach_plan", "dropit", "bauab"])
def test_on_a_phone_how_to_begin_is_in_view_while_a_table_is_laid(
    window: Callable[..., Page], server: Server, game: str
) -> None:
    page = window(**HAND | {"viewport": {"width": 360, "height": 640}})
    page.goto(f"{server.url}/new/{game}?device")
    begin = page.get_by_role("button", name=re.compile("^(Start the match|Open the table)"))
    expect(begin).to_be_in_viewport(ratio=1)
    for own in page.locator("form select", has=page.get_by_text("Custom …")).all():
        own.select_option("Custom …")
    for field in page.locator("form :is(input, select, textarea, .order button)").all():
        field.focus()
        one, other = places_of(field, begin)
        assert one.bottom <= other.y
    expect(begin).to_be_in_viewport(ratio=1)


def test_an_option_is_shown_where_it_means_something_beside_the_others(anna: Player) -> None:
    page = at_home(anna).page
    page.goto(f"{anna.server.url}/new/misd")
    variant = page.get_by_label("Variant", exact=True)
    laid_out = page.get_by_label("Cards laid out")
    expect(variant).to_be_visible()
    expect(laid_out).to_have_count(0)
    variant.select_option("b")
    expect(laid_out).to_be_visible()
    variant.select_option("a")
    expect(laid_out).to_have_count(0)


def test_an_own_plan_is_checked_while_it_is_written(anna: Player) -> None:
    page = at_home(anna).page
    page.get_by_role("link", name="Set the table: Bauab").click()
    page.get_by_label("Plan", exact=True).select_option("Custom …")
    own = page.get_by_label("Plan: custom")
    expect(own).to_have_value(re.compile("^[01/]+$"))  # how one may look
    start = page.get_by_role("button", name="Start the match")
    own.fill("11/11")
    expect(page.get_by_role("alert")).to_contain_text("plots")
    expect(start).to_be_disabled()
    own.fill("11111111/11111111")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(start).to_be_enabled()
    start.click()
    expect(page.locator(".board [data-target^='plot:']")).to_have_count(16)


def test_a_table_needs_somebody_at_this_device(anna: Player) -> None:
    page = at_home(anna).page
    page.get_by_role("link", name="Set the table: Bauab").click()
    page.get_by_label("Chair 1: Who sits here").select_option("bot:weak")
    expect(page.get_by_text("Keep a chair")).to_be_visible()
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()


# --- rules, language, theme, width ---


def test_the_rules_open_at_the_cited_rule(anna: Player) -> None:
    anna.page.goto(f"{anna.server.url}/rules/bauab#BAU-27")
    rule = anna.page.locator("#BAU-27")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("cited"))
    anna.page.locator("nav a").first.click()
    expect(anna.page.locator("#part-1")).to_be_in_viewport()
    assert anna.faults == []


@pytest.mark.parametrize("way", ["back", "sign"])
def test_who_comes_back_to_the_shelf_is_where_they_left_it(
    window: Callable[..., Page], server: Server, way: str
) -> None:
    page = window(**HAND)
    page.goto(server.url)
    rules = page.locator("a[href='/rules/raufer']")
    rules.scroll_into_view_if_needed()
    left = place_of(rules)
    rules.tap()
    expect(page.get_by_role("heading", name="Raufer").first).to_be_visible()
    assert page.evaluate("scrollY") == 0
    if way == "back":
        page.go_back()
    else:
        page.locator("a.home").tap()
    # From there the keyboard goes on, too.
    expect(rules).to_be_focused()
    assert place_of(rules).y == pytest.approx(left.y, abs=1)
    page.locator("a.home").evaluate("link => link.click()")
    expect(page.locator("h1")).to_be_in_viewport()


def test_who_comes_back_from_a_table_is_at_its_box_below_the_match_that_came(
    anna: Player,
) -> None:
    page = at_home(anna).page
    play = page.get_by_role("button", name="Play now: Raufer")
    play.scroll_into_view_if_needed()
    left = place_of(play)
    play.click()
    expect(board(page)).to_be_visible()
    page.go_back()
    expect(play).to_be_focused()
    expect(page.get_by_role("heading", name="Your matches")).to_be_attached()
    assert place_of(play).y == pytest.approx(left.y, abs=1)
    page.reload()
    # On a busy machine the driver's window may not be told again that somebody looks at it.
    page.wait_for_function("() => document.activeElement?.id === 'play-raufer'")
    assert place_of(play).y == pytest.approx(left.y, abs=1)


def test_filters_of_lists_stay_for_who_comes_back(anna: Player) -> None:
    me, bot = {"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "weak"}
    for key in ("raufer", "dropit"):
        anna.opens(me, bot, bot, game=key)
    page = anna.page
    page.goto(f"{anna.server.url}/matches")
    game = page.get_by_role("group", name="Filters").get_by_label("Game")
    game.select_option("Raufer")
    cards = page.locator("a.card")
    expect(cards).to_have_count(1)
    cards.click()
    expect(board(page)).to_be_visible()
    page.go_back()
    expect(cards).to_be_focused()
    expect(cards).to_have_count(1)
    expect(game).to_have_value("raufer")
    # A link to the list leads to all of it.
    page.goto(anna.server.url)
    page.locator("p.all a").click()
    expect(cards).to_have_count(2)


def test_the_longest_name_of_a_game_fits_on_the_smallest_phone(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND | {"viewport": {"width": 320, "height": 640}, "locale": "de"})
    page.goto(f"{server.url}/rules/schollenschubser")
    name = page.get_by_role("heading", level=1)
    expect(name).to_have_text("Schollenschubser")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    lines = "one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
    assert name.evaluate(lines) == pytest.approx(1, abs=0.1)


def test_every_game_has_its_rules_on_the_shelf(anna: Player) -> None:
    page = at_home(anna).page
    rules = page.get_by_role("link", name=re.compile("^Read the rules"))
    expect(rules.first).to_be_visible()
    addresses = [link.get_attribute("href") for link in rules.all()]
    for address in addresses:
        page.goto(f"{anna.server.url}{address}")
        expect(page.locator("article h1")).to_be_visible()


def test_language_and_colours_change_and_stay(anna: Player) -> None:
    page = at_home(anna).page
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_label("Farben").select_option("dark")
    page.reload()
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    expect(page).to_have_title("Tischlein")
    page.get_by_role("link", name="Regeln lesen: Bauab").click()
    expect(page).to_have_title("Regeln von Bauab – Tischlein")
    assert (light, dark) == ("rgb(233, 223, 207)", "rgb(34, 29, 25)")


@pytest.mark.parametrize(
    ("locale", "heading"),
    [("de-AT", "Was spielen wir?"), ("fr", "À quoi jouons-nous ?"), ("nl", "What shall we play?")],
)
def test_the_browsers_language_is_spoken(another: Device, locale: str, heading: str) -> None:
    visitor = another(locale=locale)
    visitor.page.goto(visitor.server.url)
    expect(visitor.page.get_by_role("heading", name=heading)).to_be_visible()


def test_the_shelf_is_used_by_keyboard_alone(anna: Player) -> None:
    page = anna.page
    page.goto(anna.server.url)
    name = page.get_by_label("Your name")
    expect(name).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if name.evaluate("field => field === document.activeElement"):
            break
    page.keyboard.type("Ada")
    button = page.get_by_role("button", name="Play now: Bauab")
    for _ in range(6):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(board(page)).to_be_visible()
    expect(page.get_by_text("Ada").first).to_be_visible()


def test_eight_people_get_two_teams_that_are_tapped_together(anna: Player) -> None:
    page = anna.page
    page.goto(f"{anna.server.url}/new/dropit")
    page.get_by_label("Number of players").select_option("8")
    page.get_by_label("Teams", exact=True).select_option("Two teams, your choice")
    page.get_by_role("button", name="Chair 2: Medium bot: move to team 1").click()
    expect(page.get_by_role("group", name="Team 1").get_by_role("button")).to_have_count(5)
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".facts").filter(has_text="Team 1")).to_have_count(5)


def test_the_planks_of_a_row_are_one_board(anna: Player) -> None:
    """Also where the columns of the shelf have no whole number of pixels."""
    anna.page.set_viewport_size({"width": 1366, "height": 768})
    anna.page.goto(anna.server.url)
    planks = anna.page.locator("li div.plank")
    expect(planks.first).to_be_attached()
    row = places(planks)[:4]
    assert len({plank.y for plank in row}) == 1
    assert all(left.right > right.x for left, right in pairwise(row))


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}])
def test_without_the_server_a_page_shows_its_sign_and_how_to_try_again(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(**HAND | {"viewport": size})
    page.goto(server.url)
    rules = page.get_by_role("link", name=re.compile("Rules|rules")).first
    expect(rules).to_be_visible()
    page.route("**/*", lambda route: route.abort())
    rules.click()
    expect(page.get_by_role("status")).to_contain_text("The server does not answer")
    settles(page)
    assert page.locator("main img").evaluate("sign => sign.complete && sign.naturalWidth > 0")
    expect(page.get_by_role("button", name="Try again now")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 844, "height": 390}])
def test_on_a_phone_why_a_table_is_not_set_is_in_view_above_the_button(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(**HAND | {"viewport": size})
    page.goto(f"{server.url}/new/bauab")
    begin = page.get_by_role("button", name="Start the match")
    expect(begin).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    begin.click()
    said = page.get_by_role("alert")
    expect(said).to_be_in_viewport(ratio=1)
    words, button = places_of(said, begin)
    assert words.bottom <= button.y


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 1366, "height": 768}])
def test_a_wide_table_of_rules_is_pushed_within_its_place_by_the_keyboard_too(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(**HAND | {"viewport": size})
    anna = Player(page, server)
    anna.opens({"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "weak"}, game="misd")
    page.get_by_role("tab", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    narrow = "one => one.scrollWidth <= one.clientWidth"
    for place in (rules, page.locator("html")):
        expect(page.locator(".rules-text table")).to_be_attached()
        settles(page)
        assert place.evaluate(narrow)
        assert not page.locator(".rules-text table").evaluate(narrow)
        assert page.locator(".rules-text table").evaluate("one => one.tabIndex") == 0
        page.goto(f"{server.url}/rules/misd")
