"""What people decide together: to take back, pause, end, play again; and what the host decides."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import HAND, findings
from tests.browser.conftest import Player, Server, lingers
from tests.browser.places import place_of, places_of
from tests.browser.test_house import BEGINS, ME, OPEN, sits_down


@pytest.fixture
def cleo(window: Callable[..., Page], server: Server) -> Player:
    """Somebody who has the link as well."""
    return Player(window(), server, seed=3)


def decides(player: Player, wish: str) -> None:
    """Put something to the others."""
    player.page.get_by_role("button", name="Decide together").click()
    player.page.get_by_role("button", name=wish, exact=True).click()


def answers(player: Player, answer: str) -> None:
    """Say yes or no to what somebody would like."""
    asked(player).get_by_role("button", name=answer, exact=True).click()


def asked(player: Player) -> Locator:
    """Return the panel in which something is to be decided."""
    return player.page.get_by_role("region", name="Decide together")


def ended(player: Player) -> Locator:
    """Return what says how a match has ended before its time."""
    return player.page.get_by_role("region", name="Result")


def test_two_take_back_pause_and_end_only_as_both_want_it(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    anna.awaits_turn()
    lingers(anna.page)
    anna.moves()
    ben.awaits_event(1)

    decides(anna, "Take back my last turn")
    expect(asked(ben)).to_contain_text("Anna would like to take back their own last turn.")
    assert findings(ben.page) == []
    answers(ben, "Refuse")
    expect(asked(anna)).to_have_count(0)
    refused = "Ben does not want a turn taken back."
    expect(anna.page.locator(".note")).to_contain_text(refused)
    expect(anna.page.get_by_role("status").filter(has_text=refused)).to_be_attached()
    expect(ben.page.locator(".note")).to_have_count(0)
    for player in (anna, ben):
        expect(player.page.locator("[role=log] li")).to_have_count(1)
    decides(anna, "Take back my last turn")
    answers(ben, "Agree")
    for player in (anna, ben):
        expect(player.page.locator("[role=log] li")).to_have_count(0)
    anna.awaits_turn()

    decides(ben, "Pause the match")
    answers(anna, "Agree")
    for player in (anna, ben):
        expect(asked(player)).to_contain_text("The match is paused.")
    answers(anna, "Play on")
    for player in (anna, ben):
        expect(asked(player)).to_have_count(0)

    decides(anna, "End the match without a result")
    expect(asked(anna)).to_contain_text("Waiting for Ben.")
    answers(anna, "Withdraw")
    expect(asked(ben)).to_have_count(0)
    decides(ben, "End the match without a result")
    answers(anna, "Agree")
    for player in (anna, ben):
        expect(ended(player)).to_contain_text("without a result; all agreed")
    record = anna.page.request.get(f"{anna.server.url}/api/matches/{match}/record")
    assert "\n& end agreed" in record.text()
    assert anna.faults + ben.faults == []


def test_whoever_answers_by_keyboard_is_at_the_board_then(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")

    def enters(player: Player, answer: str) -> None:
        asked(player).get_by_role("button", name=answer, exact=True).press("Enter")
        expect(player.page.locator(".board [data-target]:focus")).to_have_count(1)

    decides(ben, "Pause the match")
    enters(anna, "Refuse")
    decides(anna, "Pause the match")
    enters(anna, "Withdraw")
    decides(ben, "Pause the match")
    enters(anna, "Agree")
    enters(ben, "Play on")
    assert anna.faults + ben.faults == []


def test_on_a_phone_what_is_to_be_decided_next_is_not_hidden_by_what_was_refused(
    window: Callable[..., Page], ben: Player, server: Server
) -> None:
    anna = Player(window(**HAND), server)
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    lingers(anna.page)
    decides(anna, "Pause the match")
    answers(ben, "Refuse")
    note = anna.page.locator(".note")
    expect(note).to_contain_text("Ben does not want to pause.")
    decides(ben, "End the match without a result")
    wish, passing = places_of(asked(anna), note)
    assert wish.bottom <= passing.y
    assert anna.faults + ben.faults == []


def test_a_rematch_keeps_the_chairs_of_those_who_sat_there(
    anna: Player, ben: Player, cleo: Player
) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    cleo.goes_to(match)
    expect(cleo.page.locator(".board")).to_be_visible()
    decides(ben, "Resign")
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    for player in (anna, ben, cleo):
        expect(ended(player)).to_contain_text("Ben resigned. Anna wins.")
    ended(anna).get_by_role("button", name="Play again").click()
    expect(anna.page.get_by_role("list", name="Chairs")).to_contain_text("Kept for Ben")
    assert findings(anna.page) == []
    # Whoever only looked on is led there too, but finds no chair.
    ended(cleo).get_by_role("link", name="To the next match").click()
    expect(cleo.page.get_by_role("list", name="Chairs")).to_contain_text("Kept for Ben")
    expect(cleo.page.get_by_role("button", name="Sit down")).to_have_count(0)
    ended(ben).get_by_role("button", name="To the next match").click()
    for player in (anna, ben, cleo):
        expect(player.page.locator(".board")).to_be_visible()
    assert anna.faults + ben.faults + cleo.faults == []


def test_the_same_people_sit_down_at_another_game_for_more_of_them(
    anna: Player, ben: Player, cleo: Player
) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    decides(ben, "Resign")
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    other = ended(anna).get_by_role("link", name="Play something else together")
    again = ended(anna).get_by_role("button", name="Play again")
    # Its words lie in the middle, as those of the buttons around it do.
    said = other.evaluate("""link => {
      const words = document.createRange();
      words.selectNodeContents(link);
      const { left, right } = words.getBoundingClientRect();
      return (left + right) / 2;
    }""")
    button = place_of(again)
    assert said == pytest.approx(button.x + button.width / 2, abs=1)
    other.click()
    page = anna.page
    chairs = page.get_by_label(re.compile("Who sits here"))
    expect(chairs).to_have_count(2)
    page.get_by_label("Game", exact=True).select_option("raufer")
    expect(chairs).to_have_count(3)
    seated = [chair.locator("option:checked").inner_text() for chair in chairs.all()]
    assert seated[:2] == ["Anna (you)", "Ben"]
    chairs.nth(2).select_option("open")
    assert findings(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("list", name="Chairs")).to_contain_text("Kept for Ben")
    next_match = page.url.rpartition("/")[2]
    ended(ben).get_by_role("button", name="To the next match").click()
    sits_down(cleo, next_match, "Cleo")
    for player in (anna, ben, cleo):
        expect(player.page.locator(".hand .token").first).to_be_visible()
        expect(player.page.get_by_text("You are watching")).to_have_count(0)
    assert anna.faults + ben.faults + cleo.faults == []


def test_who_gets_no_chair_at_a_smaller_table_is_named_before_it_is_opened(
    anna: Player,
) -> None:
    more = [{"kind": "me", "name": name} for name in ("Mia", "Tom")]
    match = anna.opens(ME, *more, game="raufer")
    for seat in range(2):
        anna.asks(f"matches/{match}/resign", {"seat": seat})
    anna.page.goto(f"{anna.server.url}/new/bauab?after={match}")
    expect(anna.page.get_by_role("status")).to_have_text(re.compile("No chair for: (Mia|Tom|Anna)"))
    chairs = anna.page.get_by_label(re.compile("Who sits here"))
    expect(chairs).to_have_count(2)
    anna.page.get_by_role("button", name="Start the match").click()
    expect(anna.page.locator(".board")).to_be_visible()
    assert anna.faults == []


def test_a_second_device_of_a_seat_comes_to_the_rematch_as_the_first_has_sat_down(
    anna: Player, ben: Player, window: Callable[..., Page], server: Server
) -> None:
    match = anna.opens(ME, OPEN, **BEGINS)
    sits_down(ben, match, "Ben")
    (secret,) = ben.asks(f"matches/{match}/links", {"secret": ""}).json()["seat_secrets"]
    phone = Player(window(), server, seed=4)
    phone.page.goto(f"{server.url}/seat#{secret}")
    expect(phone.page.locator(".board")).to_be_visible()
    decides(ben, "Resign")
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    ended(anna).get_by_role("button", name="Play again").click()
    for player in (ben, phone):
        ended(player).get_by_role("button", name="To the next match").click()
        expect(ended(player)).to_have_count(0)
        expect(player.page.locator(".board")).to_be_visible()
        expect(player.page.get_by_text("You are watching")).to_have_count(0)
    hands = [player.page.locator(".hand .token").count() for player in (ben, phone)]
    assert hands[0] == hands[1] > 0
    assert anna.faults + ben.faults + phone.faults == []


def test_a_device_that_has_come_to_two_seats_sits_down_on_both_in_the_rematch(
    anna: Player, ben: Player, window: Callable[..., Page], server: Server
) -> None:
    mia = {"kind": "me", "name": "Mia"}
    match = anna.opens(ME, mia, OPEN, game="raufer", fixed=True)
    sits_down(ben, match, "Ben")
    for seat in (0, 1):
        anna.asks(f"matches/{match}/resign", {"seat": seat})
    secrets = anna.asks(f"matches/{match}/links", {"secret": ""}).json()["seat_secrets"]
    phone = Player(window(), server, seed=4)
    for secret in secrets:
        phone.page.goto(f"{server.url}/seat#{secret}")
        expect(phone.page.locator(".board")).to_be_visible()
    ended(ben).get_by_role("button", name="Play again").click()
    ended(phone).get_by_role("button", name="To the next match").click()
    for player in (ben, phone):
        expect(player.page.locator(".board")).to_be_visible()
    assert anna.faults + ben.faults + phone.faults == []


def _with_mia_beside(anna: Player, ben: Player, cleo: Player) -> str:
    """Begin a match of four, in which Mia shares Anna's device; Ben and Cleo have the first seats.

    Returns its id.
    """
    mia = {"kind": "me", "name": "Mia"}
    match = anna.opens(OPEN, OPEN, ME, mia, game="raufer", fixed=True)
    ben.asks(f"matches/{match}/join", {"name": "Ben"})
    ben.goes_to(match)
    sits_down(cleo, match, "Cleo")  # and sees that the match has begun
    return match


def test_a_device_with_a_seat_sits_down_beside_it_for_one_or_for_all_that_it_has_come_to(
    anna: Player, ben: Player, cleo: Player, server: Server
) -> None:
    match = _with_mia_beside(anna, ben, cleo)
    secrets = anna.asks(f"matches/{match}/links", {"secret": ""}).json()["seat_secrets"]
    for player, seat in ((ben, 0), (anna, 2), (anna, 3)):
        player.asks(f"matches/{match}/resign", {"seat": seat})
    expect(ended(ben)).to_be_visible()  # else he is asked whether he goes while he is waited for
    for secret in secrets:
        ben.page.goto(f"{server.url}/seat#{secret}")
        expect(ben.page.locator(".board")).to_be_visible()
    ended(cleo).get_by_role("button", name="Play again").click()
    ended(ben).get_by_role("button", name="To the next match").click()
    # Anna and Mia may come by themselves: for them it is asked.
    chair = ben.page.get_by_role("list", name="Chairs").get_by_role("listitem")
    expect(chair.filter(has_text="(you)")).to_have_count(1)
    expect(chair.filter(has_text="Kept for").get_by_role("button", name="Sit down")).to_have_count(
        2
    )
    assert findings(ben.page) == []
    ben.page.get_by_role("button", name="Sit down together: Anna and Mia").click()
    for player in (ben, cleo):
        expect(player.page.locator(".board")).to_be_visible()
    assert anna.faults + ben.faults + cleo.faults == []


def test_of_two_for_whom_chairs_are_kept_one_comes_under_another_name_if_hers_is_taken(
    anna: Player, ben: Player, cleo: Player, server: Server
) -> None:
    match = _with_mia_beside(anna, ben, cleo)
    for player, seat in ((ben, 0), (anna, 2), (anna, 3)):
        player.asks(f"matches/{match}/resign", {"seat": seat})
    ended(cleo).get_by_role("button", name="Play again").click()
    expect(cleo.page.get_by_text("(you)")).to_be_visible()
    again = cleo.page.url.rpartition("/")[2]
    told = cleo.page.request.get(f"{server.url}/api/matches/{again}").json()
    (seat,) = (seat["seat"] for seat in told["seats"] if seat["mine"])
    cleo.asks(f"matches/{again}/name", {"seat": seat, "name": "Anna"})

    anna.goes_to(again)
    expect(anna.page.get_by_role("button", name="Sit down", exact=True)).to_have_count(0)
    anna.page.get_by_role("button", name="Sit down together: Anna and Mia").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Anna")  # so is somebody else called
    chair = anna.page.get_by_role("list", name="Chairs").get_by_role("listitem")
    expect(chair.filter(has_text="(you)")).to_contain_text("Mia")
    another = anna.page.get_by_label("Your name")
    expect(another).to_have_count(1)
    assert findings(anna.page) == []
    another.fill("Anne")
    another.press("Enter")
    expect(chair.filter(has_text="(you)")).to_have_count(2)
    expect(anna.page.get_by_role("alert")).to_have_count(0)
    assert ben.faults + cleo.faults == []


def test_who_has_sat_down_as_a_guest_is_called_otherwise_while_the_table_waits(
    anna: Player, ben: Player
) -> None:
    match = anna.opens({"kind": "me", "name": "Guest"}, OPEN, OPEN, game="raufer")
    ben.goes_to(match)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.page.get_by_role("button", name="Change name").click()
    name = anna.page.get_by_label("Your name")
    expect(name).to_be_focused()
    name.fill("Ben")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("alert")).to_contain_text("Ben")  # so is somebody else called
    assert findings(anna.page) == []
    name.fill("Anna")
    anna.page.keyboard.press("Enter")
    expect(ben.page.get_by_role("list", name="Chairs")).to_contain_text("Anna")
    expect(name).to_have_count(0)
    change = anna.page.get_by_role("button", name="Change name")
    expect(change).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(name).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(change).to_be_focused()
    another = anna.page.get_by_role("button", name="Somebody else on this device")
    another.click()
    anna.page.keyboard.press("Escape")
    expect(another).to_be_focused()
    anna.page.goto(anna.server.url)
    expect(anna.page.get_by_label("Your name")).to_have_value("Anna")


def test_the_host_frees_a_chair_and_lets_nobody_look_on(
    anna: Player, ben: Player, cleo: Player
) -> None:
    match = anna.opens(ME, OPEN, OPEN, game="raufer")
    ben.goes_to(match)
    ben.page.get_by_label("Your name").fill("anna")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ben.page.get_by_role("alert")).to_be_visible()  # so is somebody else called
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    chairs = anna.page.get_by_role("list", name="Chairs")
    expect(chairs).to_contain_text("Ben")
    expect(ben.page.get_by_role("button", name="Free this chair")).to_have_count(0)
    anna.page.get_by_role("button", name="Free this chair").click()
    expect(chairs).not_to_contain_text("Ben")
    expect(ben.page.get_by_role("button", name="Sit down")).to_be_visible()

    cleo.goes_to(match)
    cleo.page.get_by_label("Your name").fill("Cleo")
    cleo.page.get_by_role("button", name="Sit down").click()
    expect(chairs).to_contain_text("Cleo")  # one chair is left, and one button for it
    anna.page.get_by_label("Bot strength").select_option("weak")
    anna.page.get_by_role("button", name="Let a bot play here").click()
    for player in (anna, ben, cleo):
        expect(player.page.locator(".board")).to_be_visible()
    anna.page.get_by_role("button", name="Decide together").click()
    anna.page.get_by_label("Others may watch").uncheck()
    expect(ben.page.get_by_text("Only the players may watch")).to_be_visible()
    expect(ben.page.locator(".board")).to_have_count(0)
    expect(cleo.page.locator(".board")).to_be_visible()
    assert anna.faults + cleo.faults == []
