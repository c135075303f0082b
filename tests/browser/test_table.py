"""The table page in a real browser: whole matches, by every hand and key, through every mishap."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser import staging
from tests.browser.access import HAND, LAPTOP, PHONE, findings, screens
from tests.browser.clicking import Clicker
from tests.browser.conftest import Player, Server, wait_until
from tests.browser.places import place_of, places, places_of, settles
from tests.browser.staging import Staged, hand, phrase, piece, scene
from tests.conftest import PATIENCE

ME = {"kind": "me", "name": "Anna"}
BEN = {"kind": "me", "name": "Ben"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "weak"}
SMALL_PHONE = ViewportSize(width=375, height=553)
"""What its browser leaves of a screen of 667 pixels."""
USUAL_PHONE = ViewportSize(width=390, height=664)
"""The same of one of 844 pixels."""
NARROW_PHONE = ViewportSize(width=360, height=640)
SIDEWAYS = ViewportSize(width=667, height=375)
WIDE_SIDEWAYS = ViewportSize(width=844, height=390)
TABLET = ViewportSize(width=768, height=1024)


INK = """() => {
  const reach = (letters, within) => {
    const pen = document.createElement("canvas").getContext("2d");
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(within);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText(letters);
  };
  const lines = (text, within) => {
    const { fontBoundingBoxAscent, actualBoundingBoxAscent, actualBoundingBoxDescent } =
      reach("dbgpq", within);
    const range = document.createRange();
    range.selectNodeContents(text);
    const tops = new Set([...range.getClientRects()].map(({ top }) => top));
    return [...tops].map((top) => ({
      top: top + fontBoundingBoxAscent - actualBoundingBoxAscent,
      bottom: top + fontBoundingBoxAscent + actualBoundingBoxDescent,
    }));
  };
  const prompt = document.querySelector(".prompt");
  const [told] = lines(prompt.querySelector(".aside"), prompt.querySelector(".aside"));
  const words = [...prompt.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
  return [told, lines(words, prompt)];
}"""
"""How far letters reach above and below their lines: what a choice does, and what is expected."""


BROKEN_WORDS = """all => all.flatMap((one) => {
  const text = one.firstChild;
  return [...text.data.matchAll(/[^ -]+/g)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? word : "";
  });
}).filter(Boolean)"""
"""The words that do not stand in one line."""


def target(page: Page, name: str) -> Any:
    """A target of the scene, by the id that the game gave it."""
    return page.locator(f'[data-target="{name}"]')


def at_turn(anna: Player, **more: Any) -> str:
    """Open a match against a bot in which Anna begins, and wait for her turn."""
    match = anna.opens(ME, BOT, options={"first": "A"}, fixed=True, **more)
    anna.awaits_turn()
    return match


def top_of_tabs(page: Page) -> float:
    """Return how far down the tabs of a phone begin, in pixels: what lies below is hidden."""
    return place_of(page.get_by_role("tablist").first).y


@pytest.mark.parametrize("game", ["ganz_nach_plan", "nussknacker", "raufer"])
def test_on_a_small_phone_what_is_expected_is_in_view(
    window: Callable[..., Page], server: Server, game: str
) -> None:
    anna = Player(window(locale="fr", viewport=SMALL_PHONE), server)
    anna.opens(ME, BOT, BOT, game=game, fixed=True)
    anna.awaits_turn()
    tabs = top_of_tabs(anna.page)
    shown = places(anna.page.locator(".prompt, .ask button"))
    assert shown
    assert max(place.bottom for place in shown) <= tabs


@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW_PHONE, PHONE, SIDEWAYS, TABLET, LAPTOP])
def test_a_button_that_is_pressed_in_a_hurry_stays_in_place_whatever_is_asked(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    alarm = {"id": "stop", "label": phrase("leave-stay"), "tone": "alarm"}
    others = [{"id": str(one), "label": phrase("table-back"), "tone": "main"} for one in range(2)]
    choices = [{"action": at, "path": [one["id"]]} for at, one in enumerate([alarm, *others])]

    def asks(prompt: str, *buttons: dict[str, Any]) -> dict[str, Any]:
        shown = {"buttons": [*buttons, alarm], "choices": choices[: 1 + len(buttons)]}
        return scene(9, 9, prompt=phrase(prompt), **shown)

    staged = Staged(page, server, asks("table-to-move"))
    button = page.locator(".bar [data-target=stop]")
    first = place_of(button)
    for prompt, more in (
        ("leave-table-hint", []),
        ("table-to-move", others),
        ("advice-allow-hint", others[:1]),
    ):
        staged.shows(asks(prompt, *more))
        expect(page.locator(".actions button")).to_have_count(len(more))
        expect(page.locator(".prompt")).not_to_be_empty()
        assert place_of(button) == pytest.approx(first, abs=0.5)
        assert all(
            first.x >= one.right or first.y >= one.bottom or first.bottom <= one.y
            for one in places(page.locator(".prompt, .actions button"))
        )
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, USUAL_PHONE, PHONE])
def test_above_a_button_that_is_pressed_in_a_hurry_three_lines_leave_the_hand_in_view(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    alarm = {"id": "stop", "label": phrase("leave-stay"), "tone": "alarm"}
    shown = {"buttons": [alarm], "choices": [{"action": 0, "path": ["stop"]}]}
    trays = [hand(piece("one"), piece("two"))]
    staged = Staged(
        page, server, scene(9, 9, prompt=phrase("decision-unattended"), trays=trays, **shown)
    )
    held, bar, prompt = places_of(*[page.locator(part) for part in (".hand", ".bar", ".prompt")])
    assert prompt.height > 44
    assert held.bottom <= bar.y
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, PHONE, USUAL_PHONE])
def test_where_the_log_is_out_of_view_what_has_just_happened_is_told_below_what_is_expected(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    choices = [{"action": 1, "path": ["chip", "a"]}]
    spot = {"id": "a", "x": 0, "y": 0, "w": 9, "h": 9, "label": phrase("game")}
    shown: dict[str, Any] = {"choices": choices, "places": [spot]}
    shown["trays"] = [staging.hand(staging.piece("chip"))]
    staged = Staged(page, server, scene(9, 9, **shown))
    told = page.locator(".latest p")
    expect(told).to_have_count(0)
    bar, prompt = place_of(page.locator(".bar")), place_of(page.locator(".prompt"))
    short, long = "table-to-move", "advice-allow-hint"
    for said in (short, short, long):
        staged.shows(scene(9, 9, **shown), said=said)
    expect(told).to_have_count(3)
    newest = place_of(told.first)
    assert newest.y >= prompt.bottom
    assert newest.bottom <= top_of_tabs(page)
    assert place_of(page.locator(".bar")) == bar
    # Whoever chooses is told what comes of it instead; what is expected stays where it is.
    target(page, "chip").tap()
    expect(told).to_have_count(0)
    assert place_of(page.locator(".prompt")).y == pytest.approx(prompt.y, abs=1)
    assert staged.faults == []


@pytest.mark.parametrize("size", [SIDEWAYS, WIDE_SIDEWAYS, PHONE, LAPTOP])
def test_what_lies_in_the_hand_stays_in_place_whatever_is_asked(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    buttons = [{"id": str(one), "label": phrase("table-draft-start-over")} for one in range(2)]
    choices = [{"action": at, "path": [one["id"]]} for at, one in enumerate(buttons)]
    lies = hand(piece("one"), piece("two"))

    def asks(prompt: str, *shown: dict[str, Any]) -> dict[str, Any]:
        more = {"buttons": [*shown], "choices": choices[: len(shown)]}
        return scene(9, 9, prompt=phrase(prompt), trays=[lies], **more)

    staged = Staged(page, server, asks("table-to-move"))
    held = page.locator(".hand .piece")
    first = places(held)
    board = place_of(page.locator(".board"))
    for prompt, more in (
        ("leave-table-hint", []),
        ("table-to-move", buttons[:1]),
        ("advice-allow-hint", buttons),
    ):
        staged.shows(asks(prompt, *more))
        expect(page.locator(".actions button")).to_have_count(len(more))
        expect(page.locator(".prompt")).not_to_be_empty()
        assert places(held) == first
        assert place_of(page.locator(".board")) == board
        # And the tabs lie over nothing that is said there.
        if size != LAPTOP:
            shown = places(page.locator(".prompt, .actions button"))
            assert max(one.bottom for one in shown) <= top_of_tabs(page)
    assert staged.faults == []


@pytest.mark.parametrize("lines", [1, 2])
def test_what_a_choice_does_keeps_clear_of_the_letters_above_it(
    window: Callable[..., Page], server: Server, lines: int
) -> None:
    page = window(use="stage", viewport=LAPTOP, locale="en")
    prompt = phrase("table-to-move" if lines == 1 else "leave-table-hint")
    says = {"action": 1, "path": ["one"], "label": phrase("table-fair-how"), "confirm": True}
    trays = [hand(piece("one"))]
    staged = Staged(page, server, scene(9, 9, prompt=prompt, trays=trays, choices=[says]))
    page.locator(".hand [data-target=one]").hover()
    expect(page.locator(".prompt .aside")).to_be_visible()
    settles(page)
    told, above = page.evaluate(INK)
    assert len(above) == lines
    assert told["top"] - above[-1]["bottom"] >= 2
    # And of the board below.
    assert told["bottom"] <= place_of(page.locator(".board")).y
    assert staged.faults == []


def test_held_sideways_a_button_takes_no_width_from_what_is_expected(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND | {"viewport": SIDEWAYS, "locale": "de"})
    staged = Staged(page, server, scene(9, 9))
    staged.shows(scene(9, 9, prompt=phrase("leave-table-hint")))
    expect(page.locator(".latest p")).to_have_count(1)
    prompt = page.locator(".prompt")
    before = place_of(prompt)
    # As when others take long, and one may skip what they do.
    page.locator(".actions").evaluate("""one => {
      const skips = one.cloneNode();
      skips.classList.remove("actions");
      skips.textContent = "X".repeat(16);
      one.append(skips);
    }""")
    after = place_of(prompt)
    assert (after.width, after.height) == (before.width, before.height)
    assert staged.faults == []


@pytest.mark.parametrize("size", [SIDEWAYS, NARROW_PHONE, PHONE, TABLET, LAPTOP])
def test_the_way_back_stays_in_place_from_pick_to_pick(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    steps = {"prompt": phrase("leave-table-hint"), "trays": [hand(piece("one"), piece("two"))]}
    choices = [{"action": 1, "path": ["one", "two"], "confirm": True}]
    choices.append({"action": 2, "path": ["one", "there"]})
    there = {"id": "there", "label": phrase("table-fair-how"), "x": 1, "y": 1, "w": 3, "h": 3}
    Staged(page, server, scene(9, 9, choices=choices, places=[there], **steps))
    page.locator(".hand [data-target=one]").tap()
    back = page.locator(".actions button", has=page.locator(".take-back"))
    first = place_of(back)
    page.locator(".hand [data-target=two]").tap()
    expect(page.locator(".actions .main")).to_be_visible()
    assert place_of(back) == pytest.approx(first, abs=0.5)


@pytest.mark.parametrize("size", [LAPTOP, SIDEWAYS])
def test_beside_the_board_seats_stay_in_place_whatever_comes_to_lie_there(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})

    def seats(taken: int, facts: int) -> dict[str, Any]:
        chips = [piece(f"chip-{seat}") for seat in range(2)]
        trays = [
            {**hand(*chips[seat : seat + taken]), "id": f"{seat}", "role": "captured", "seat": seat}
            for seat in range(2)
        ]
        told = [phrase("table-to-move")] * facts
        room = [phrase("table-to-move")] * 4
        panels = [{"seat": seat, "facts": told, "room": room} for seat in range(2)]
        return scene(9, 9, trays=trays, panels=panels)

    staged = Staged(page, server, seats(0, 1))
    panels = page.locator(".seat")
    first = places(panels)
    for taken, facts in ((1, 1), (1, 4), (0, 1)):
        staged.shows(seats(taken, facts))
        expect(panels.first.locator(".facts:not(.room) li")).to_have_count(facts)
        expect(page.locator(".seat .piece")).to_have_count(2 * taken)
        assert places(panels) == first
    assert staged.faults == []


@pytest.mark.parametrize("size", [LAPTOP, SIDEWAYS])
@pytest.mark.parametrize("seats", [2, 4])
def test_beside_the_board_seats_stay_in_place_where_not_all_that_will_lie_there_finds_room(
    window: Callable[..., Page], server: Server, size: dict[str, int], seats: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})

    def lying(seat: int, taken: int, tray: int) -> dict[str, Any]:
        chips = [piece(f"chip-{seat}-{tray}-{one}") for one in range(taken)]
        return {**hand(*chips), "id": f"{seat}-{tray}", "role": "played", "seat": seat}

    def position(taken: int, facts: int) -> dict[str, Any]:
        trays = [lying(seat, taken, tray) for seat in range(seats) for tray in range(6)]
        told, room = ([phrase("table-to-move")] * count for count in (facts, 3))
        panels = [{"seat": seat, "facts": told, "room": room} for seat in range(seats)]
        return scene(9, 9, trays=trays, panels=panels)

    staged = Staged(page, server, position(0, 1))
    panels = page.locator(".seat")
    first = places(panels)
    for taken, facts in ((3, 2), (1, 3), (0, 1)):
        staged.shows(position(taken, facts))
        expect(panels.first.locator(".facts:not(.room) li")).to_have_count(facts)
        expect(panels.last.locator(".piece")).to_have_count(6 * taken)
        assert places(panels) == first
    assert staged.faults == []


def test_beside_the_board_all_that_is_told_of_many_seats_is_read_as_a_whole(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", viewport=LAPTOP, locale="en")
    facts = [phrase("table-same-device"), phrase("table-stand-in")]
    panels = [{"seat": seat, "score": 0, "facts": facts * (seat < 2)} for seat in range(8)]
    staged = Staged(page, server, scene(9, 9, panels=panels))
    told = page.locator(".seat .facts li")
    expect(told).to_have_count(4)
    settles(page)
    whole = "all => all.map(one => one.scrollWidth <= one.clientWidth)"
    assert told.evaluate_all(whole) == [True] * 4
    assert staged.faults == []


def test_beside_the_board_there_is_room_for_what_is_laid_aside_from_the_hand(
    window: Callable[..., Page], server: Server
) -> None:
    """Whoever votes in Drunter & Drüber has votes in hand, and the tiles beside the board."""
    page = window(use="stage", **HAND | {"viewport": LAPTOP})
    name = phrase("table-to-move")
    tiles = [piece(f"tile-{number}", w=2) for number in range(12)]
    chips = [piece(f"chip-{number}", w=2) for number in range(24)]
    theirs = {**hand(*chips), "id": "theirs", "role": "stock", "seat": 1}

    def position(*own: dict[str, Any]) -> dict[str, Any]:
        panels = [{"seat": seat, "facts": [name]} for seat in range(2)]
        trays = [theirs, *({**tray, "label": name, "seat": 0} for tray in own)]
        return scene(9, 9, trays=trays, panels=panels)

    aside = {"id": "aside", "role": "played"}
    staged = Staged(page, server, position(hand(*tiles), {**aside, "pieces": []}))
    panels = page.locator(".seat")
    own = page.locator(".seat.own .piece:visible")
    first = places(panels)
    expect(own).to_have_count(0)
    staged.shows(position(hand(piece("vote")), {**aside, "pieces": tiles}))
    expect(own).to_have_count(12)
    assert places(panels) == first
    expect(page.locator(".people.shared")).to_have_count(0)
    assert staged.faults == []


@pytest.mark.parametrize(
    ("size", "role"),
    [
        *product([LAPTOP, {"width": 1366, "height": 768}], ["captured", "hand"]),
        ({"width": 1366, "height": 620}, "captured"),
    ],
)
def test_beside_the_board_many_seats_stay_in_place_whatever_comes_to_lie_there(
    window: Callable[..., Page], server: Server, size: dict[str, int], role: str
) -> None:
    """In Misd all win chips; in Dropit the stock of a team lies at the seat that plays next."""
    page = window(use="stage", viewport=size, locale="en")
    kinds = 1 if role == "captured" else 8

    def lies(*seats: int) -> dict[str, Any]:
        trays = []
        for seat in range(8) if role == "captured" else seats:
            chips = [piece(f"chip-{seat}-{kind}") for kind in range(kinds if seat in seats else 0)]
            trays.append({**hand(*chips), "id": f"{seat}", "role": role, "seat": seat})
        panels = [{"seat": seat, "score": 0, "facts": [phrase("table-out")]} for seat in range(8)]
        return scene(9, 9, trays=trays, panels=panels)

    staged = Staged(page, server, lies(1) if role == "hand" else lies())
    panels = page.locator(".seat")
    expect(panels).to_have_count(8)
    first = places(panels)
    for seats in ((1,), (7,), (3, 4)):
        staged.shows(lies(*seats))
        shown = page.locator(".seat .piece:visible")
        expect(shown).to_have_count(kinds * len(seats))
        assert places(panels) == first
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, PHONE, TABLET])
@pytest.mark.parametrize("seats", [6, 8])
def test_on_a_phone_the_board_below_rows_of_seats_stays_where_it_is_when_all_win_something(
    window: Callable[..., Page], server: Server, size: dict[str, int], seats: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})

    def won(*winners: int) -> dict[str, Any]:
        counts = [12 if seat in winners else 0 for seat in range(seats)]
        trays = [
            {
                **hand(*([piece(f"chip-{seat}", count=count)] if count else [])),
                "id": f"{seat}",
                "role": "captured",
                "seat": seat,
            }
            for seat, count in enumerate(counts)
        ]
        told = [[phrase("table-out")] * (count // 6) for count in counts]
        panels = [
            {"seat": seat, "score": count, "facts": told[seat]} for seat, count in enumerate(counts)
        ]
        return scene(9, 9, trays=trays, panels=panels)

    staged = Staged(page, server, won())
    board = page.locator(".stage")
    first = place_of(board)
    for winners in ((0,), (0, seats - 1), ()):
        staged.shows(won(*winners))
        chips = page.locator(".seat .piece")
        expect(chips).to_have_count(len(winners))
        assert place_of(board) == first
        for chip in chips.all():
            expect(chip).to_be_in_viewport(ratio=1)
    assert staged.faults == []


@pytest.mark.parametrize("seats", [6, 8])
def test_on_a_tall_phone_rows_of_seats_stay_in_place_whatever_is_told_of_them(
    window: Callable[..., Page], server: Server, seats: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": PHONE})

    def told(*facts: int) -> dict[str, Any]:
        panels = [
            {"seat": seat, "score": 0, "facts": [phrase("table-out")] * count}
            for seat, count in zip(range(seats), [*facts] + [facts[-1]] * seats, strict=False)
        ]
        return scene(9, 9, panels=panels)

    staged = Staged(page, server, told(1))
    panels = page.locator(".seat")
    expect(panels).to_have_count(seats)
    first = places(panels)
    for facts in ((0, 0), (2, 1), (0, 1), (1, 0)):
        staged.shows(told(*facts))
        for at, panel in enumerate((panels.first, panels.last)):
            expect(panel.locator(".facts li")).to_have_count(facts[at])
        assert places(panels) == first
    assert staged.faults == []


@pytest.mark.parametrize("size", [LAPTOP, SIDEWAYS])
def test_beside_the_board_a_seat_that_has_grown_stays_as_it_is(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})

    def told(facts: int) -> dict[str, Any]:
        panels = [{"seat": 0}, {"seat": 1, "facts": [phrase("leave-table-hint")] * facts}]
        return scene(9, 9, panels=panels)

    staged = Staged(page, server, told(1))
    panel = page.locator("[data-panel='1']")
    first = place_of(panel)
    staged.shows(told(2))
    expect(panel.locator(".facts li")).to_have_count(2)
    grown = place_of(panel)
    assert grown.height > first.height
    staged.shows(told(1))
    expect(panel.locator(".facts li")).to_have_count(1)
    assert place_of(panel) == pytest.approx(grown, abs=1)
    assert staged.faults == []


def test_on_a_small_phone_what_cards_say_lies_above_what_is_expected(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(locale="fr", viewport=SMALL_PHONE), server)
    anna.opens(ME, BOT, BOT, game="ganz_nach_plan", fixed=True)
    anna.awaits_turn()
    bar = place_of(anna.page.locator(".bar"))
    captions = places(anna.page.locator(".hand .below .caption"))
    assert captions
    assert max(place.bottom for place in captions) <= bar.y


def test_on_a_phone_the_board_stays_where_it_is_whatever_cards_say(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND | {"locale": "de"})

    def says(label: str) -> dict[str, Any]:
        card = piece("card", symbol="card-back", label=phrase(label), w=0.66)
        return scene(9, 9, trays=[{**hand(card), "captions": True}])

    staged = Staged(page, server, says("table-to-move"))
    before = place_of(page.locator(".stage"))
    # More lines than most cards take, and as many as one can take.
    staged.shows(says("table-buzz-release"))
    words = page.locator(".hand .below .caption")
    expect(words).to_have_text("Die anderen weitermachen lassen")
    assert place_of(words).height > 60
    assert place_of(page.locator(".stage")) == before
    assert staged.faults == []


@pytest.mark.parametrize("locale", ["de", "en", "fr"])
def test_on_a_phone_all_that_lies_there_for_all_is_in_view(
    window: Callable[..., Page], server: Server, locale: str
) -> None:
    anna = Player(window(**HAND | {"locale": locale}), server)
    anna.opens(ME, BOT, game="schollenschubser", fixed=True)
    hand = anna.page.locator(".hand")
    expect(hand.locator(".piece")).to_have_count(4)
    settles(anna.page)
    assert hand.evaluate("hand => [hand.scrollWidth, hand.clientWidth]") == [PHONE["width"]] * 2


def test_on_a_phone_the_card_that_is_chosen_can_be_played_without_scrolling(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"locale": "fr", "viewport": USUAL_PHONE}), server)
    anna.opens(ME, BOT, BOT, game="ganz_nach_plan", fixed=True)
    anna.awaits_turn()
    tabs = top_of_tabs(anna.page)
    for card in anna.page.locator(".hand [data-target]").all():
        card.tap()
        assert bottom(anna.page.get_by_role("button", name="Jouer celle-ci")) <= tabs


@pytest.mark.parametrize(
    ("game", "bots", "phone"), [("raufer", 4, NARROW_PHONE), ("misd", 5, SMALL_PHONE)]
)
def test_below_two_rows_of_seats_a_table_fits_a_small_phone(
    window: Callable[..., Page],
    server: Server,
    game: str,
    bots: int,
    phone: dict[str, int],
) -> None:
    anna = Player(window(**HAND | {"locale": "fr", "viewport": phone}), server)
    anna.opens(ME, *[BOT] * bots, game=game, fixed=True)
    anna.awaits_turn()
    expect(anna.page.locator(".seats .seat")).to_have_count(bots + 1)
    settles(anna.page)
    assert anna.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_on_a_small_phone_the_board_has_the_room_that_long_facts_would_take(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"locale": "de", "viewport": NARROW_PHONE}), server)
    anna.opens(ME, BOT, BOT, BOT, game="drunter", fixed=True)
    expect(anna.page.locator(".seats .seat")).to_have_count(4)
    assert place_of(anna.page.locator(".stage")).height > 150
    assert anna.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("game", "bots"), [("dropit", 1), ("drunter", 1), ("dropit", 2)])
def test_all_that_another_seat_has_is_in_view_on_a_phone(
    window: Callable[..., Page], server: Server, game: str, bots: int
) -> None:
    anna = Player(window(**HAND), server)
    anna.opens(ME, *[BOT] * bots, game=game)
    page = anna.page
    strips = page.locator(".seat .trays").filter(has=page.locator(".piece"))
    expect(strips.nth(bots - 1)).to_be_visible()
    whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    for strip in strips.all():
        wait_until(page, partial(strip.evaluate, whole), "all of it is in view")


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_on_a_phone_a_long_name_is_read_as_a_whole_at_its_seat(
    window: Callable[..., Page], server: Server, bots: int
) -> None:
    anna = Player(window(**HAND | {"viewport": NARROW_PHONE}), server)
    name = "Maximilianchen" if bots < 3 else "Maximilian"
    anna.opens({"kind": "me", "name": name}, *[BOT] * bots, game="nussknacker")
    seat = anna.page.get_by_role("region", name=name).locator(".name")
    expect(seat).to_have_text(name)
    settles(anna.page)
    assert seat.evaluate("one => one.scrollWidth <= one.clientWidth")
    # Letters reach a little beyond their line.
    assert seat.evaluate("one => one.scrollHeight < one.clientHeight + 8")
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= NARROW_PHONE["width"]


def test_where_three_sit_abreast_the_last_of_ten_letters_does_not_stand_alone(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    name = "Maximilian"
    anna.opens({"kind": "me", "name": name}, BOT, BOT, game="nussknacker")
    seat = anna.page.get_by_role("region", name=name).locator(".name")
    expect(seat).to_have_text(name)
    settles(anna.page)
    lines = seat.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)")
    assert lines == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("size", [PHONE, NARROW_PHONE])
@pytest.mark.parametrize("seats", [3, 4, 6, 8])
def test_on_a_phone_a_long_name_at_a_seat_is_one_word(
    window: Callable[..., Page], server: Server, seats: int, size: ViewportSize
) -> None:
    page = window(use="stage", **HAND)
    page.set_viewport_size(size)
    staged = Staged(page, server, scene(9, 9, panels=[{"seat": seat} for seat in range(seats)]))
    staged.sits(1, name="Maximiliane")
    name = page.locator(".seat .name", has_text="Maximiliane")
    expect(name).to_be_visible()
    settles(page)
    assert name.evaluate_all(BROKEN_WORDS) == []
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert staged.faults == []


@pytest.mark.parametrize(
    ("screen", "seats"), [(NARROW_PHONE, 4), (SIDEWAYS, 6), (TABLET, 4), (LAPTOP, 6)]
)
@pytest.mark.parametrize("locale", ["de", "en", "fr"])
def test_what_has_become_of_somebody_is_said_whole_at_their_seat(
    window: Callable[..., Page], server: Server, screen: ViewportSize, locale: str, seats: int
) -> None:
    page = window(use="stage", **HAND, locale=locale)
    page.set_viewport_size(screen)
    panels = [{"seat": seat, "score": 9} for seat in range(seats)]
    staged = Staged(page, server, scene(9, 9, panels=panels))
    ways: list[dict[str, Any]] = [{"resigned": True}, {"stand_in": True}, {"present": False}]
    for seat, way in zip(range(1, seats), ways, strict=False):
        staged.sits(seat, **way)
    states = page.locator(".seats .state > :last-child")
    spoken = {"de": "gab auf", "en": "resigned", "fr": "abandon"}
    expect(page.locator(".seat", has_text=re.compile(spoken[locale]))).to_be_attached()
    settles(page)
    assert states.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)") == []
    assert staged.faults == []


def test_held_sideways_a_phone_shows_a_long_name_as_a_whole_at_its_seat(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND | {"viewport": WIDE_SIDEWAYS})
    staged = Staged(page, server, scene(9, 9, panels=[{"seat": 0}, {"seat": 1, "score": 12}]))
    staged.sits(1, name="Maximiliane-Franziska")
    name = page.locator(".seat .name", has_text="Maximiliane")
    expect(name).to_be_visible()
    settles(page)
    assert name.evaluate_all(BROKEN_WORDS) == []
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert staged.faults == []


def test_on_a_phone_a_long_name_is_read_as_a_whole_above_its_points(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Clicker(window(**HAND | {"viewport": NARROW_PHONE}), server)
    name = "Oma Lieselotte"
    anna.opens({"kind": "me", "name": name}, BOT)
    anna.plays_to_the_end()
    shown = anna.page.locator(".account .name").filter(has_text=name)
    expect(shown).to_be_visible()
    assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")
    # Letters reach a little beyond their line.
    assert shown.evaluate("one => one.scrollHeight < one.clientHeight + 8")


@pytest.mark.parametrize(
    "size", [NARROW_PHONE, PHONE, SIDEWAYS, {"width": 820, "height": 1180}, LAPTOP]
)
@pytest.mark.parametrize("name", ["Maximiliane", "Maximiliane-Franziska W."])
def test_a_result_breaks_no_word_of_a_long_name(
    window: Callable[..., Page], server: Server, size: dict[str, int], name: str
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})
    panels = [{"seat": seat, "score": 9} for seat in range(3)]
    staged = Staged(page, server, scene(9, 9, panels=panels))
    for seat in range(3):
        staged.sits(seat, name=name)
    rows = [{"label": phrase("table-to-move"), "figures": [4, 4, 4]}] * 2
    result = {"ranks": [0, 0, 0], "scores": [8, 8, 8], "rows": rows}
    staged.shows(scene(9, 9, panels=panels, result=result, awaited=[]))
    shown = page.locator(".account .name:not(.unseen)")
    expect(shown).to_have_count(3)
    expect(shown.first).to_be_visible()
    settles(page)
    assert shown.evaluate_all(BROKEN_WORDS) == []
    assert shown.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)") == []
    assert staged.faults == []


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [NARROW_PHONE, PHONE, LAPTOP])
@pytest.mark.parametrize("name", ["Random A", "Maximilian"])
def test_the_word_before_the_totals_is_not_broken(
    window: Callable[..., Page], server: Server, size: dict[str, int], locale: str, name: str
) -> None:
    page = window(use="stage", **HAND | {"viewport": size}, locale=locale)
    panels = [{"seat": seat, "score": 9} for seat in range(3)]
    staged = Staged(page, server, scene(9, 9, panels=panels))
    for seat in range(3):
        staged.sits(seat, name=name)
    rows = [{"label": phrase("table-to-move"), "figures": [11, 12, 15]}] * 2
    result = {"ranks": [0, 1, 2], "scores": [22, 24, 30], "rows": rows}
    staged.shows(scene(9, 9, panels=panels, result=result, awaited=[]))
    total = page.locator(".account .total th span:not(.unseen)")
    expect(page.locator(".account .total")).to_be_visible()
    settles(page)
    assert total.evaluate_all(BROKEN_WORDS) == []
    table = page.locator(".account table")
    assert table.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth")
    assert staged.faults == []


def test_what_will_never_lie_there_takes_no_room_of_a_small_phone(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"viewport": NARROW_PHONE}), server)
    # Four take all chips out of the bag.
    anna.opens(ME, BOT, BOT, BOT, game="schlauraff", fixed=True)
    anna.awaits_turn()
    settles(anna.page)
    hand = anna.page.locator(".hand").bounding_box()  # there, if nothing of it is to be seen
    assert hand
    assert hand["height"] < 20


def test_held_sideways_a_phone_shows_the_whole_hand_above_the_tabs(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"locale": "fr", "viewport": SIDEWAYS}), server)
    anna.opens(ME, BOT, BOT, game="ganz_nach_plan", fixed=True)
    anna.awaits_turn()
    tabs = top_of_tabs(anna.page)
    cards = places(anna.page.locator(".hand [data-tray='tray:hand'] .piece"))
    assert cards
    assert min(card.width for card in cards) >= 44
    assert max(card.bottom for card in cards) <= tabs


def test_held_sideways_a_phone_shows_what_lies_there_for_all_below_the_hand(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"locale": "de", "viewport": WIDE_SIDEWAYS}), server)
    at_turn(anna)
    parks = anna.page.locator(".hand [data-tray='stock:parks'] .piece")
    row, lies = places_of(anna.page.locator(".hand"), parks)
    assert row.y <= lies.y
    assert lies.bottom <= row.bottom


def test_on_a_phone_a_line_of_the_log_lets_its_position_be_seen(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    at_turn(anna)
    anna.moves()
    anna.awaits_turn()
    page = anna.page
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".column.up")).to_be_visible()
    page.locator("[role=log] li a").first.tap()
    expect(page.locator(".column.up")).to_have_count(0)
    expect(page.get_by_role("slider")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [NARROW_PHONE, PHONE, SIDEWAYS])
def test_on_a_phone_a_replay_tells_what_happened_and_moves_nothing_from_step_to_step(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    anna = Player(window(**HAND | {"viewport": size}), server)
    match = at_turn(anna)
    anna.moves()
    anna.awaits_turn()
    page = anna.page
    anna.goes_to(match, "#move-1")
    told = page.locator(".replay .told")
    expect(told).to_contain_text("Anna")
    first, board = place_of(told), place_of(page.locator(".board"))
    page.get_by_role("button", name="One move forward").tap()
    expect(told).not_to_contain_text("Anna")
    assert place_of(told) == first
    assert place_of(page.locator(".board")) == board
    assert place_of(page.get_by_role("slider")).bottom <= top_of_tabs(page)


WATCHERS = """() => {
  const Own = CloseWatcher;
  window.watchers = [];
  window.CloseWatcher = class extends Own {
    constructor(...given) {
      super(...given);
      window.watchers.push(this);
    }
  };
}"""
"""Keeps the close watchers, which the back button of a phone asks one after the other."""


def test_on_a_phone_the_back_button_puts_away_what_lies_over_the_table(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="watchers", **HAND)  # the script stays with the device
    page.add_init_script(f"({WATCHERS})()")
    anna = Player(page, server)
    at_turn(anna)
    table = page.url
    target(page, "stock:0:0").tap()
    page.get_by_role("tab", name="Log").tap()
    column = page.locator(".column.up")
    expect(column).to_be_visible()
    page.evaluate("watchers.at(-1).requestClose()")
    expect(column).to_have_count(0)
    page.get_by_role("tab", name="Log").tap()
    expect(column).to_be_visible()
    page.keyboard.press("Escape")
    expect(column).to_have_count(0)
    picked = page.locator('.hand [data-target="stock:0:0"][aria-pressed="true"]')
    expect(picked, "what was begun under it goes on").to_be_visible()
    assert page.url == table


def test_held_sideways_a_phone_goes_through_a_match_within_its_width(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(locale="fr", viewport=SIDEWAYS), server)
    match = at_turn(anna)
    anna.moves()
    anna.goes_to(match, "#move-1")
    slider = anna.page.get_by_role("slider")
    expect(slider).to_be_in_viewport(ratio=1)
    settles(anna.page)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_tablet_held_upright_the_board_stays_in_view_above_what_is_pulled_up(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(viewport=TABLET, has_touch=True), server)
    at_turn(anna)
    page = anna.page
    whole = bottom(page.locator(".board"))
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".column.up")).to_be_visible()
    for part in (".board", ".prompt"):
        assert bottom(page.locator(part)) <= top_of_tabs(page)
    # What is covered is not come upon by keyboard.
    expect(target(page, "stock:0:2")).not_to_be_visible()
    page.get_by_role("tab", name="Log").tap()
    assert bottom(page.locator(".board")) == whole
    anna.plays_on()
    expect(page.locator(".column.up .result")).to_be_visible()
    assert bottom(page.locator(".board")) <= top_of_tabs(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_tablet_held_upright_five_sit_in_one_row(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(viewport=TABLET, has_touch=True), server)
    anna.opens(ME, *[BOT] * 4, game="raufer")
    seats = anna.page.locator(".seat")
    expect(seats).to_have_count(5)
    assert len({seat.bottom for seat in places(seats)}) == 1


def test_on_a_tablet_held_sideways_long_names_are_read_as_a_whole(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(viewport={"width": 1024, "height": 768}, has_touch=True), server)
    names = ["Bartholomäus", "Maximilian-Otto", "Oma Wilhelmine"]
    anna.opens(*[{"kind": "me", "name": name} for name in names], *[BOT] * 5, game="misd")
    for name in names:
        shown = anna.page.locator(".seat .name", has_text=name)
        expect(shown).to_be_visible()
        settles(anna.page)
        assert shown.evaluate("one => one.scrollWidth <= one.clientWidth")
        # Letters reach a little beyond their line.
        assert shown.evaluate("one => one.scrollHeight < one.clientHeight + 8")


def test_on_a_tablet_held_sideways_a_result_has_room_for_its_words(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Clicker(window(viewport={"width": 1024, "height": 768}, has_touch=True), server)
    people = [{"kind": "me", "name": name} for name in ("Friederike", "Bartholomäus")]
    anna.opens(*people, BOT, game="misd", options={"variant": "a", "limit": "3"})
    anna.plays_to_the_end()
    places = anna.page.get_by_role("list", name="Standings")
    for name in ("Friederike", "Bartholomäus"):
        expect(places.get_by_text(name)).to_be_visible()
    for words in anna.page.locator(".account .label td").all():
        assert words.evaluate("one => one.clientHeight < 40")  # in one line


def bottom(part: Locator) -> float:
    """Return how far down the page a part goes."""
    return place_of(part).bottom


def test_on_paper_nothing_lies_over_the_board(window: Callable[..., Page], server: Server) -> None:
    anna = Player(window(use="paper", **HAND), server)
    anna.opens(ME, BOT)
    anna.awaits_turn()
    page = anna.page
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".column.up")).to_be_visible()
    page.emulate_media(media="print")
    board, column = places_of(page.locator(".board"), page.locator(".column"))
    assert column.y >= board.bottom


@pytest.mark.parametrize("screen", [{"viewport": LAPTOP}, HAND], ids=["laptop", "phone"])
def test_on_paper_a_table_lies_one_below_the_other_and_nothing_of_it_is_cut(
    window: Callable[..., Page], server: Server, screen: Any
) -> None:
    anna = Player(window(use="paper", **screen), server)
    anna.opens(ME, BOT)
    anna.plays_on()
    page = anna.page
    page.get_by_role("tab", name="Log").click()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1040})  # a sheet within its margins
    lie = places_of(*map(page.locator, (".seats", ".board", ".bar", ".hand", ".column")))
    for above, below in pairwise(lie):
        assert above.bottom <= below.y + 1
    assert lie[1].height > 400
    log = page.get_by_role("log")
    assert log.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert log.locator("li").count() > 10
    expect(page.get_by_role("heading", name="Bauab")).to_be_visible()
    expect(page.get_by_role("tab").filter(visible=True)).to_have_count(1)
    page.emulate_media(media="screen")
    page.get_by_role("tab", name="Result").click()
    page.emulate_media(media="print")
    account = page.get_by_role("table")
    expect(account).to_be_visible()
    # Nothing lies over the account, and its head is not drawn again on a second sheet.
    expect(page.locator(".again")).not_to_be_visible()
    expect(account.locator("thead")).to_have_css("display", "table-row-group")


def test_what_somebody_writes_is_in_view_above_a_keyboard(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND | {"viewport": SIDEWAYS}), server)
    ben = Player(window(), server)
    match = anna.opens(ME, OPEN, talk="friends", fixed=True)
    ben.asks(f"matches/{match}/join", {"name": "Ben"})
    anna.page.get_by_role("tab", name="Chat").tap()
    line = anna.page.get_by_label("Say something")
    line.tap()
    for width, height in ((667, 150), (375, 320)):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(line).to_be_in_viewport(ratio=1)
        expect(anna.page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport(ratio=1)


def test_tabs_stay_within_their_column_in_longer_languages(
    window: Callable[..., Page], server: Server
) -> None:
    anna, ben = (Player(window(locale="de"), server) for _ in range(2))
    match = anna.opens(ME, OPEN, talk="friends", fixed=True)
    ben.asks(f"matches/{match}/join", {"name": "Ben"})
    tabs = anna.page.get_by_role("tab")
    stay(anna.page, tabs, 3)
    anna.asks(f"matches/{match}/resign", {"seat": 0})
    stay(anna.page, tabs, 4)
    titles = {tab.get_attribute("title") for tab in tabs.all()}
    assert titles == {"Ergebnis", "Verlauf", "Regeln", "Plaudern"}


def stay(page: Page, tabs: Locator, count: int) -> None:
    """Expect so many tabs, as a whole on every screen."""
    for width, height in ((1280, 800), (844, 390), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect(tabs).to_have_count(count)
        expect(tabs.first).to_be_in_viewport(ratio=1)
        expect(tabs.last).to_be_in_viewport(ratio=1)
        settles(page)
        assert all(tab.evaluate("one => one.scrollWidth <= one.clientWidth") for tab in tabs.all())


def test_two_windows_play_a_whole_match_by_link(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN)
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()
    for _ in range(60):
        wait_until(
            anna.page,
            lambda: anna.on_turn or ben.on_turn or (anna.over and ben.over),
            "somebody's turn",
        )
        if anna.over:
            break
        (anna if anna.on_turn else ben).moves()
    for player in (anna, ben):
        expect(player.page.get_by_role("region", name="Result")).to_be_visible()
    totals = [player.page.locator(".total").inner_text() for player in (anna, ben)]
    assert totals[0] == totals[1]
    assert anna.faults + ben.faults == []


def test_a_whole_match_against_a_bot_survives_a_reload_and_leaves_something(anna: Player) -> None:
    page = anna.page
    anna.opens(ME, BOT)
    for _ in range(3):
        anna.awaits_turn()
        anna.moves()
    anna.awaits_turn()
    before = page.locator("[role=log] li").all_inner_texts()
    page.reload()
    anna.awaits_turn()
    expect(page.locator("[role=log] li")).to_have_text(before, use_inner_text=True)
    anna.plays_on()
    expect(page.get_by_text("The draws add up")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    assert findings(page) == []
    # A picture, a record, another look at it, and another match.
    # The picture first: what is drawn may take long, and after another download a browser asks.
    # It is drawn by a process that yields to everything else that a busy machine does.
    with page.expect_download(timeout=3000 * PATIENCE) as download:
        page.get_by_role("button", name="Send the picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    assert download.value.path().read_text().startswith("game: bauab\n")
    expect(page.locator(".result h2")).to_have_text(re.compile("^(You win!|You lost.*|A draw!)$"))
    page.get_by_role("button", name="Watch again").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    expect(page).to_have_url(re.compile("#move-([2-9]|[1-9][0-9]+)$"))  # it goes on by itself
    page.get_by_role("button", name="To the end").click()
    finished = page.url.partition("#")[0]
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(re.compile(re.escape(finished)))
    expect(page.locator("section.result")).not_to_be_visible()
    anna.awaits_turn()
    # The lot, and the bot's move if it began.
    assert page.locator("[role=log] li").count() <= 2
    assert anna.faults == []


def test_a_whole_match_is_playable_with_the_keyboard_alone(anna: Player) -> None:
    page = anna.page
    anna.opens(ME, BOT)
    for _ in range(40):
        anna.awaits_turn()
        if anna.over:
            break
        log = page.locator("[role=log] li").count()
        expect(page.locator(".hand .choosable, .bar button").first).to_be_visible()
        if page.locator(".hand .choosable").count():
            page.keyboard.press("h")
            expect(page.locator(".hand [data-target]:focus")).to_be_visible()
            while page.locator(".hand .choosable:focus").count() == 0:
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("b")
            walk_to_choosable(page)
            page.keyboard.press("Enter")
        else:
            while page.locator(".bar button:focus").count() == 0:
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        anna.awaits_event(log + 1)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert anna.faults == []


def walk_to_choosable(page: Page) -> None:
    """Go over the board row by row with the arrow keys until the focus can be chosen."""
    here = ".board .target.choosable:focus, .board .target.implied:focus"
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    for _ in range(6):
        for key in ["ArrowRight"] * 5 + ["ArrowLeft"] * 5:
            if page.locator(here).count():
                return
            page.keyboard.press(key)
        page.keyboard.press("ArrowDown")
    raise AssertionError("no plot that can be chosen is reached")


def test_escape_takes_back_what_was_half_chosen(anna: Player) -> None:
    at_turn(anna)
    chip = target(anna.page, "stock:0:5")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    anna.page.keyboard.press("Escape")
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(anna.page.locator("[role=log] li")).to_have_count(0)


def test_a_place_picked_first_asks_what_goes_there(anna: Player) -> None:
    at_turn(anna)
    target(anna.page, "plot:5").click()
    menu = anna.page.get_by_role("menu", name="What goes here?")
    menu.get_by_role("menuitem", name=re.compile("planning chip 4")).click()
    expect(anna.page.locator("[role=log] li").first).to_contain_text("plans a 4 on b2")


def test_an_impossible_target_says_why_and_opens_the_rule(anna: Player) -> None:
    page = anna.page
    at_turn(anna)
    target(page, "stock:0:5").click()
    target(page, "plot:5").click()
    expect(page.locator("[role=log] li").nth(1)).to_be_attached()
    anna.awaits_turn()
    target(page, "stock:0:4").click()
    target(page, "plot:5").click(force=True)
    note = page.get_by_role("alert")
    expect(note).to_contain_text("b2 is not free")
    note.get_by_role("button", name="BAU-11").click()
    rule = page.locator("#BAU-11")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("cited"))
    # The choice goes on from where it was.
    expect(target(page, "stock:0:4")).to_have_attribute("aria-pressed", "true")


def test_culprits_of_a_refusal_light_up(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, options={"first": "A"}, fixed=True)
    ben.asks(f"matches/{match}/join", {"name": "Ben"})
    ben.goes_to(match)
    anna.awaits_turn()
    target(anna.page, "stock:0:4").click()
    target(anna.page, "plot:5").click()
    ben.awaits_turn()
    target(ben.page, "stock:1:4").click()
    target(ben.page, "plot:6").click(force=True)
    expect(ben.page.get_by_role("alert")).to_contain_text("BAU-12")
    expect(ben.page.locator(".culprit")).to_have_count(1)


def test_out_of_turn_the_table_says_whom_it_waits_for(anna: Player, ben: Player) -> None:
    match = anna.opens(ME, OPEN, options={"first": "B"}, fixed=True)
    ben.asks(f"matches/{match}/join", {"name": "Ben"})
    expect(anna.page.locator(".prompt")).to_have_text("Waiting for Ben.")
    target(anna.page, "stock:0:5").click(force=True)
    expect(anna.page.get_by_role("alert")).to_contain_text("Waiting for Ben.")


def test_a_chip_is_dragged_to_its_plot(anna: Player) -> None:
    at_turn(anna)
    target(anna.page, "stock:0:2").drag_to(target(anna.page, "plot:10"))
    expect(anna.page.locator("[role=log] li").first).to_contain_text("plans a 3 on c3")


def test_a_chip_dragged_to_nowhere_goes_back(anna: Player) -> None:
    at_turn(anna)
    chip = target(anna.page, "stock:0:3")
    chip.drag_to(anna.page.locator(".prompt"))
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(anna.page.locator(".carried")).to_have_count(0)


def test_the_preview_shows_what_would_be_captured(anna: Player) -> None:
    page = anna.page
    anna.opens(ME, BEN, options={"first": "A"}, fixed=True)
    # Around Ben's chip in the corner, one plot is left free.
    for chip, plot in [("stock:0:5", "plot:1"), ("stock:1:4", "plot:0")]:
        expect(target(page, chip)).to_have_attribute("aria-disabled", "false")
        target(page, chip).click()
        target(page, plot).click()
    expect(target(page, "stock:0:3")).to_have_attribute("aria-disabled", "false")
    target(page, "stock:0:3").click()
    target(page, "plot:4").hover()
    expect(page.locator(".mark.loss")).to_have_count(1)
    expect(page.locator(".token.ghost")).to_have_count(1)
    target(page, "plot:15").hover()
    expect(page.locator(".mark")).to_have_count(0)


def test_on_one_device_the_table_turns_to_whoever_moves(anna: Player) -> None:
    page = anna.page
    anna.opens(ME, BEN, options={"first": "A"}, fixed=True)
    for seat in (0, 1, 0):
        own = target(page, f"stock:{seat}:1")
        expect(own).to_have_attribute("aria-disabled", "false")
        expect(page.locator(".hand").get_by_role("group").first).to_have_attribute(
            "data-tray", f"stock:{seat}"
        )
        anna.moves()
    expect(page.locator("[role=log] li")).to_have_count(3)


def test_a_spectator_sees_the_table_and_can_choose_nothing(anna: Player, ben: Player) -> None:
    match = at_turn(anna)
    ben.goes_to(match)
    expect(ben.page.locator(".board")).to_be_visible()
    expect(ben.page.locator(".prompt")).to_have_text("Waiting for Anna.")
    expect(ben.page.locator("[data-target]:not([aria-disabled=true])")).to_have_count(0)
    anna.moves()
    expect(ben.page.locator("[role=log] li").first).to_contain_text("Anna")


def test_a_log_line_shows_its_position_and_the_way_back(anna: Player) -> None:
    page = anna.page
    match = at_turn(anna)
    for _ in range(2):
        anna.moves()
        anna.awaits_turn()
    chips = page.locator(".board .token")
    now, second = chips.count(), re.compile("#move-2$")
    page.locator("[role=log] li a").nth(1).click()
    expect(chips).to_have_count(2)
    expect(page).to_have_url(second)
    page.get_by_role("button", name="One move back").click()
    expect(chips).to_have_count(1)
    page.get_by_role("button", name="Back to the match").click()
    expect(chips).to_have_count(now)
    expect(page.locator(".prompt")).to_be_visible()
    # A click beside everything is a way back, too, and the line leads there again.
    for _ in range(2):
        page.locator("[role=log] li a").nth(1).click()
        expect(chips).to_have_count(2)
        page.locator(".replay .where").click()
        expect(chips).to_have_count(now)
        expect(page).not_to_have_url(second)
    anna.goes_to(match, "#move-1")
    expect(chips).to_have_count(1)
    expect(page.get_by_role("group", name="Replay")).to_contain_text("Move 1 of 4")


def test_the_language_changes_without_a_reload(anna: Player) -> None:
    at_turn(anna)
    expect(anna.page.locator(".prompt")).to_have_text("Choose a chip and a plot.")
    anna.page.get_by_role("combobox", name="Language").select_option("de")
    expect(anna.page.locator(".prompt")).not_to_have_text("Choose a chip and a plot.")
    expect(anna.page.get_by_role("tab", name="Verlauf")).to_be_visible()


TRANSLATES = """() => {
  const translate = (text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest('[translate="no"], script, style, svg, font')) return;
    const words = document.createElement("font");
    words.textContent = text.data.toUpperCase();
    text.replaceWith(words);
  };
  const translateAll = (within) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  translateAll(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(translateAll);
  }).observe(document.body, { subtree: true, childList: true });
}"""
"""Replaces words by others in elements of their own, as browsers do that translate a page."""


def test_where_a_browser_translates_the_page_the_table_says_what_is_expected_now(
    anna: Player,
) -> None:
    page = anna.page
    anna.opens(ME, BEN, options={"first": "A"}, fixed=True)
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.evaluate(TRANSLATES)
    expect(page.get_by_role("tab").first).to_have_text("LOG")
    target(page, "stock:0:1").click()
    expect(page.locator(".prompt")).to_have_text("Where to?")
    target(page, "plot:0").click()
    expect(page.locator("[role=log] li")).to_contain_text("ANNA PLANS A 2 ON A1.")
    expect(page.locator(".seat[data-seat='1'] .state")).to_have_text("to move")
    assert anna.faults == []


def test_everything_fits_a_laptop_without_scrolling(anna: Player) -> None:
    assert anna.page.viewport_size == LAPTOP
    at_turn(anna)
    settles(anna.page)
    fits = "() => [document.documentElement.scrollHeight <= innerHeight, scrollX + scrollY === 0]"
    assert anna.page.evaluate(fits) == [True, True]
    assert place_of(anna.page.locator(".board")).height > 450


def test_on_a_phone_the_board_is_wide_and_the_actions_at_the_thumb(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    at_turn(anna)
    page = anna.page
    settles(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    board, bar = places_of(page.locator(".board"), page.locator(".bar"))
    assert board.width > 0.9 * PHONE["width"]
    assert bar.y > board.bottom
    # What lies there for all is in view beside the own chips.
    expect(target(page, "parks")).to_be_in_viewport(ratio=1)
    target(page, "stock:0:2").tap()
    target(page, "plot:9").tap()
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("[role=log] li").first).to_contain_text("plans a 3 on b3")
    buttons = places(page.locator(".hand button, .bar button"))
    assert buttons
    assert min(min(place.width, place.height) for place in buttons) >= 44


def test_four_abreast_on_a_phone_show_all_that_they_hold(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    anna.opens(ME, BOT, BOT, BOT, game="dropit", options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    held = anna.page.get_by_role("group", name=re.compile("^What .* has$")).last
    pieces = held.locator(".piece")
    expect(pieces).to_have_count(4)
    for one in pieces.all():
        expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["de", "en", "fr"])
def test_four_abreast_on_a_small_phone_say_in_whole_words_how_they_are(
    window: Callable[..., Page], server: Server, locale: str
) -> None:
    screen = HAND | {"viewport": {"width": 360, "height": 640}, "locale": locale}
    anna = Player(window(**screen), server)
    mia = {"kind": "me", "name": "Mia"}
    anna.opens(ME, mia, BOT, BOT, game="dropit", options={"first": "A"}, fixed=True)
    states = anna.page.locator(".seats .state > :last-child")
    expect(states).to_have_count(4)
    settles(anna.page)
    assert states.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)") == []


LETTERS = """all => all.map(one =>
  parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
"""How high letters within a drawing are on the screen, in pixels."""
TOUCHING = """all => {
  const boxes = all.map(one => one.getBoundingClientRect());
  return boxes.filter((one, index) => boxes.slice(index + 1).some(other =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1)).length;
}"""
"""How many of the things touch another of them."""


@pytest.mark.parametrize("width", [390, 360, 320])
def test_on_a_phone_what_is_written_on_anothers_pieces_can_be_read(
    window: Callable[..., Page], server: Server, width: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": {"width": width, "height": 640}})
    texts = ["1/11", "3", "5", "10", "2", "4"]
    chips = [staging.piece(f"chip-{text}", text=text, count=3, w=9, h=9) for text in texts]
    held = {"id": "held", "label": phrase("game"), "role": "captured", "seat": 1, "pieces": chips}
    staged = Staged(page, server, scene(9, 9, trays=[held]))
    strip = page.locator(".seat .trays.packed")
    expect(strip).to_be_visible()  # more than one row of larger ones has room for
    numerals = strip.locator(".numeral")
    assert min(numerals.evaluate_all(LETTERS)) >= 13.9
    assert strip.locator(".numeral, .count").evaluate_all(TOUCHING) == 0
    assert staged.faults == []


@pytest.mark.parametrize("width", [390, 360])
def test_on_a_phone_so_many_stacks_as_can_be_are_in_view(
    window: Callable[..., Page], server: Server, width: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": {"width": width, "height": 740}})
    counts = [2, 2, 2, 8, 2, 2, 4, 4, 4]  # of each kind and size of tiles in Drunter & Drüber
    tiles = [
        staging.piece(f"tile-{number}", count=count, w=10, h=6.4)
        for number, count in enumerate(counts)
    ]
    held = {"id": "held", "label": phrase("game"), "role": "stock", "seat": 1, "pieces": tiles}
    staged = Staged(page, server, scene(9, 9, trays=[held]))
    strip = page.locator(".seat .trays").filter(has=page.locator(".piece"))
    whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    wait_until(page, partial(strip.evaluate, whole), "all of it is in view")
    assert staged.faults == []


@pytest.mark.parametrize("width", [390, 360])
def test_on_a_phone_what_another_has_just_played_lies_above_the_rest_and_is_in_view(
    window: Callable[..., Page], server: Server, width: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": {"width": width, "height": 740}})
    tiles = [staging.piece(f"tile-{number}", count=4, w=10, h=6.4) for number in range(9)]
    stock = {"id": "tiles", "label": phrase("game"), "role": "stock", "seat": 1, "pieces": tiles}
    votes = [staging.piece(f"vote-{text}", text=text, w=9, h=12.6) for text in ("NEEE", "JAAA")]
    laid = {"id": "votes", "label": phrase("game"), "role": "played", "seat": 1, "pieces": votes}
    staged = Staged(page, server, scene(9, 9, trays=[stock]))
    strip = page.locator(".seat .trays.packed")
    expect(strip).to_be_visible()
    staged.shows(scene(9, 9, trays=[stock, laid]))
    cards = strip.locator('[data-piece^="vote-"]')
    expect(cards).to_have_count(2)
    assert strip.locator(".numeral").evaluate_all(TOUCHING) == 0
    [seen] = places(strip)
    for card in places(cards):
        assert card.height >= 24
        assert seen.y <= card.y
        assert card.bottom <= seen.bottom
    staged.shows(scene(9, 9, trays=[stock]))
    expect(cards).to_have_count(0)
    whole = "one => one.scrollHeight <= one.clientHeight"
    wait_until(page, partial(strip.evaluate, whole), "all of the stock is in view again")
    assert staged.faults == []


def test_on_a_phone_what_is_held_is_as_large_again_as_before_more_lay_beside_it(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND)
    card = staging.piece("goal", w=9, h=12.6)
    goal = {"id": "goal", "label": phrase("game"), "role": "played", "seat": 0, "pieces": [card]}
    tiles = [staging.piece(f"tile-{number}", count=4, w=10, h=6.4) for number in range(9)]
    aside = {"id": "tiles", "label": phrase("game"), "role": "played", "seat": 0, "pieces": tiles}
    staged = Staged(page, server, scene(9, 9, trays=[goal]))
    held = page.locator('.seat [data-piece="goal"]')
    [before] = places(held)
    staged.shows(scene(9, 9, trays=[goal, aside]))
    expect(page.locator(".seat .trays.packed")).to_be_visible()
    staged.shows(scene(9, 9, trays=[goal]))
    expect(page.locator(".seat .trays.packed")).to_have_count(0)
    [after] = places(held)
    assert after.height == pytest.approx(before.height, abs=1)
    assert staged.faults == []


def test_on_a_phone_what_is_told_of_a_seat_goes_on_where_the_line_has_room(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND)
    long, short = phrase("talk-nothing"), phrase("table-you")
    staged = Staged(page, server, scene(9, 9, panels=[{"seat": 0, "facts": [long]}, {"seat": 1}]))
    told = page.locator(".seat .facts")
    [before] = places(told)
    staged.shows(scene(9, 9, panels=[{"seat": 0, "facts": [long, short]}, {"seat": 1}]))
    expect(told.locator("li")).to_have_count(2)
    [after] = places(told)
    assert after.height == pytest.approx(before.height, abs=1)
    assert staged.faults == []


def test_on_a_phone_with_letters_twice_as_large_no_name_of_four_is_broken(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(use="large letters", **HAND), server)
    large = {"fontSizes": {"standard": 32}}
    anna.page.context.new_cdp_session(anna.page).send("Page.setFontSizes", large)
    anna.opens(ME, BOT, BOT, BOT, game="schollenschubser")
    names = anna.page.locator(".seat .name")
    expect(names).to_have_count(4)
    assert names.evaluate_all(BROKEN_WORDS) == []
    assert anna.faults == []


def test_on_a_phone_a_number_keeps_to_its_word_where_a_seats_line_ends(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND)
    facts = [phrase("table-same-device"), phrase("table-to-move")]
    staged = Staged(page, server, scene(9, 9, panels=[{"seat": 0, "facts": facts}, {"seat": 1}]))
    short = page.locator(".seat .facts:not(.room) li").nth(1)
    expect(short).to_have_text("to move")
    for width in range(320, 430, 6):
        page.set_viewport_size({"width": width, "height": 740})
        in_one_line = "one => one.getClientRects().length === 1"
        wait_until(page, partial(short.evaluate, in_one_line), f"one line in {width} px")
    assert staged.faults == []


def test_on_a_phone_the_board_stays_where_it_is_when_more_is_told_of_a_seat(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND)
    long = [phrase("table-bot-waits")] * 3
    panels: list[dict[str, Any]] = [{"seat": 0, "facts": [phrase("game")]}, {"seat": 1}]
    staged = Staged(page, server, scene(9, 9, panels=[panels[0] | {"room": long}, panels[1]]))
    kept = page.locator(".seat .facts.room")
    expect(kept).to_be_hidden()
    told = page.locator(".seat .facts:not(.room)")
    expect(told).to_have_css("min-height", re.compile("^[1-9].*px$"))
    [before] = places(page.locator(".stage"))
    staged.shows(scene(9, 9, panels=[panels[0] | {"room": long, "facts": long}, panels[1]]))
    expect(told.locator("li")).to_have_count(3)
    [after] = places(page.locator(".stage"))
    assert after.y == pytest.approx(before.y, abs=1)
    assert staged.faults == []


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_on_a_small_phone_it_is_read_that_a_bot_is_warming_up(
    window: Callable[..., Page], server: Server, locale: str
) -> None:
    page = window(use="stage", **HAND | {"viewport": NARROW_PHONE, "locale": locale})
    panels = [{"seat": seat, "score": 42} for seat in range(2)]
    staged = Staged(page, server, scene(9, 9, panels=panels))
    staged.sits(1, kind="bot", level="medium")
    staged.warms_up()
    staged.thinks(1)
    words = page.locator(".seat .thought")
    expect(words).to_be_visible()
    settles(page)
    assert words.evaluate("text => text.scrollWidth <= text.clientWidth")
    assert staged.faults == []


def test_on_a_small_phone_five_cards_that_somebody_has_laid_are_in_view(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", **HAND | {"viewport": NARROW_PHONE})
    words = ("JA", "JAA", "JAAA", "NE", "NEE")
    laid = [staging.piece(word, text=word, w=9, h=12.6) for word in words]
    held = [staging.piece(f"tile-{at}", count=3, w=27, h=9) for at in range(7)]
    trays: list[dict[str, Any]] = [
        {"id": "held", "label": phrase("game"), "role": "stock", "seat": 1, "pieces": held},
        {"id": "laid", "label": phrase("game"), "role": "played", "seat": 1, "pieces": laid},
    ]
    # The beginning of a match: nothing is laid, and what is held is small.
    staged = Staged(page, server, scene(9, 9, trays=trays[:1]))
    strip = page.locator(".seat .trays.packed")
    expect(strip).to_be_visible()
    staged.shows(scene(9, 9, trays=trays))
    cards = strip.locator(".on-top .piece")
    expect(cards).to_have_count(len(words))
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    assert strip.locator(".on-top .numeral").evaluate_all(TOUCHING) == 0
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, TABLET, LAPTOP])
def test_a_card_at_a_seat_is_as_wide_as_what_is_written_on_it(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})
    words = ("JA", "JAAA", "NEEE")
    laid = [staging.piece(word, text=word, w=9, h=12.6) for word in words]
    tray = {"id": "laid", "label": phrase("game"), "role": "played", "seat": 1, "pieces": laid}
    staged = Staged(page, server, scene(9, 9, trays=[tray]))
    letters = places(page.locator(".seat .numeral"))
    edges = places(page.locator(".seat .drawing"))
    assert len(letters) == len(edges) == len(words)
    for word, edge in zip(letters, edges, strict=True):
        assert edge.x <= word.x
        assert word.right <= edge.right
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, SIDEWAYS])
def test_on_a_phone_seats_stay_as_high_as_they_are_while_one_of_them_thinks(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})
    staged = Staged(page, server, scene(9, 9))
    seats = page.locator(".seat")
    before = places(seats)
    staged.thinks(1)
    expect(page.locator(".seat .dots")).to_be_visible()
    assert places(seats) == before
    assert staged.faults == []


@pytest.mark.parametrize("size", [NARROW_PHONE, PHONE, SIDEWAYS, TABLET])
@pytest.mark.parametrize("seats", [2, 3])
def test_on_a_phone_the_board_stays_where_it_is_whoever_plays_a_seat(
    window: Callable[..., Page], server: Server, size: dict[str, int], seats: int
) -> None:
    page = window(use="stage", **HAND | {"viewport": size, "locale": "de"})
    panels = [{"seat": seat} for seat in range(seats)]
    staged = Staged(page, server, scene(9, 9, panels=panels, awaited=[1]))
    staged.shows(scene(9, 9, panels=panels, awaited=[1]), said="advice-allow-hint")
    board = page.locator(".board")
    first = place_of(board)
    for seat, now, words in (
        (0, {"stand_in": True}, "Wieder selbst spielen"),
        (0, {"stand_in": False}, ""),
        (1, {"present": False, "patience": 0}, "Bot für Ben einspringen lassen"),
        (1, {"present": True, "patience": None}, ""),
    ):
        staged.sits(seat, **now)
        offers = page.locator(".actions button")
        expect(offers).to_have_text([words] if words else [])
        assert place_of(board) == first
        for offer in places(offers):
            assert offer.bottom <= top_of_tabs(page)
    assert staged.faults == []


@pytest.mark.parametrize("size", [WIDE_SIDEWAYS, {"width": 1280, "height": 560}])
def test_where_not_all_seats_are_in_view_whoever_acts_is(
    window: Callable[..., Page], server: Server, size: dict[str, int]
) -> None:
    page = window(use="stage", **HAND | {"viewport": size})
    chips = [
        {**hand(piece(f"{seat}")), "id": f"{seat}", "role": "hand", "seat": seat}
        for seat in range(8)
    ]

    def acts(seat: int) -> dict[str, Any]:
        told = [phrase("leave-table-hint")]
        panels = [{"seat": seat, "facts": told, "score": 9} for seat in range(8)]
        return scene(9, 9, panels=panels, awaited=[seat], trays=chips)

    staged = Staged(page, server, acts(1))
    strip = page.locator(".seats")
    settles(page)
    assert strip.evaluate("one => one.scrollHeight > one.clientHeight")
    for seat in (7, 1):
        staged.shows(acts(seat))
        panel = page.locator(f"[data-panel='{seat}']")
        expect(panel).to_have_class(re.compile("turn"))
        expect(panel).to_be_in_viewport(ratio=0.98)  # the strip is scrolled by whole pixels
    assert staged.faults == []


def test_what_happens_is_told_to_screen_readers_where_the_log_is_out_of_sight(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    at_turn(anna)
    anna.moves()
    anna.awaits_turn()
    told = anna.page.locator(".spoken[aria-live=polite] p")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("Anna")
    expect(anna.page.get_by_role("log", name="Log")).to_have_count(0)  # in the closed sheet
    log = anna.page.locator("[role=log]")
    expect(log).to_have_attribute("aria-live", "off")


def test_on_a_phone_what_lies_there_for_all_is_in_view_with_its_name_after_a_reload(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(**HAND), server)
    at_turn(anna)
    page = anna.page
    target(page, "stock:0:4").tap()  # the only chip of its kind: one pile less
    target(page, "plot:9").tap()
    expect(page.locator("[role=log] li")).to_have_count(2)
    page.reload()
    parks = target(page, "parks")
    expect(parks).to_be_visible()
    settles(page)
    inside = "(hand) => [hand.scrollWidth <= hand.clientWidth]"
    assert page.locator(".hand").evaluate(inside) == [True]


def test_on_a_phone_what_stands_in_place_of_a_table_keeps_from_the_edges(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(**HAND)
    page.goto(f"{server.url}/match/nosuchtable")
    notice = page.locator(".notice.panel")
    expect(notice.get_by_role("heading")).to_be_visible()
    lies = place_of(notice)
    assert lies.x >= 8
    assert lies.right <= PHONE["width"] - 8


def test_where_there_is_no_table_the_header_offers_nothing_that_takes_one(
    anna: Player, window: Callable[..., Page], server: Server
) -> None:
    page = window()
    page.goto(f"{server.url}/match/nosuchtable")
    expect(page.locator(".notice.panel")).to_be_visible()
    expect(page.locator("header .opener")).to_have_count(1)
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    at_turn(anna)
    expect(anna.page.get_by_role("button", name="Links of this table")).to_be_visible()


def test_on_a_phone_who_looks_on_reads_so_beside_what_lies_there_for_all(
    anna: Player, window: Callable[..., Page], server: Server
) -> None:
    at_turn(anna)
    cleo = Player(window(**HAND), server, seed=3)
    cleo.goes_to(anna.page.url.rpartition("/")[2])
    words, parks = places_of(
        cleo.page.get_by_text("You are watching."), cleo.page.locator(".hand .lot.common")
    )
    assert words.right <= parks.x
    assert cleo.faults == []


def test_where_the_system_chooses_colours_it_is_seen_whose_turn_it_is_and_who_thinks(
    window: Callable[..., Page], server: Server
) -> None:
    page = window(use="stage", forced_colors="active")
    staged = Staged(page, server, scene(9, 9))
    staged.thinks(1)
    expect(page.locator(".seat .dots")).to_be_visible()
    shades = """one => [one, ...one.querySelectorAll('.dots i')].map((part, at) =>
        getComputedStyle(part, at ? '' : '::before').backgroundColor)"""
    ground = "one => getComputedStyle(one).backgroundColor"
    for seat in page.locator(".seat.turn, .seat:has(.dots)").all():
        marks = seat.evaluate(shades)[seat.locator(".dots").count() :]
        assert marks
        assert seat.evaluate(ground) not in marks
    assert staged.faults == []


def test_without_motion_what_is_pulled_up_shows_at_once_to_its_innermost_part(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(viewport=PHONE), server)
    at_turn(anna)
    rules = anna.page.get_by_role("tab", name="Rules")
    rules.click()
    expect(anna.page.get_by_role("region", name="Rules").locator("li").first).to_be_visible()
    rules.click()
    hidden_before_and_after = rules.evaluate(
        """async (tab) => {
            const inner = [...document.querySelectorAll(".panel-body *")];
            const hidden = () => inner.filter((e) => getComputedStyle(e).visibility === "hidden");
            const before = hidden().length === inner.length;
            tab.click();
            await new Promise((done) => setTimeout(done));
            return [before, hidden().length];
        }"""
    )
    assert hidden_before_and_after == [True, 0]


def test_pieces_fly_and_land_where_the_scene_has_them(
    window: Callable[..., Page], server: Server
) -> None:
    anna = Player(window(reduced_motion="no-preference"), server)
    at_turn(anna)
    page = anna.page
    page.evaluate(
        """() => {
            window.flown = 0;
            new MutationObserver(changes => {
                for (const { addedNodes } of changes) window.flown += addedNodes.length;
            }).observe(document.querySelector(".sky"), { childList: true });
        }"""
    )
    target(page, "stock:0:2").click()
    target(page, "plot:9").click()
    expect(page.locator("[role=log] li").nth(1)).to_be_attached()
    expect(page.locator(".sky *")).to_have_count(0)
    assert page.evaluate("window.flown") == 2
    expect(page.locator(".board .token")).to_have_count(2)


@screens
def test_axe_finds_nothing(window: Callable[..., Page], server: Server, screen: Any) -> None:
    anna = Player(window(**screen), server)
    page = anna.page
    at_turn(anna)
    anna.moves()
    anna.awaits_turn()
    target(page, "stock:0:0").click()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator("#BAU-1")).to_be_visible()
    assert findings(page) == []
