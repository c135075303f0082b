"""Whole matches of every game in a real browser: against bots, by link and on one device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.clicking import Clicker, Json, Taste, even_handed
from tests.browser.conftest import Server, wait_until
from tests.browser.typist import Typist

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
OPEN = {"kind": "open"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 1180, "height": 820}}


def homeward(choice: Json) -> float:
    """Schollenschubser: new floes to walk on, the longest way east, and to the ship."""
    *rest, last = choice["path"]
    if last == "ship":
        return 1e9
    if rest == ["bank"]:
        return 1e3
    if last.startswith("stock:"):
        return 30.0
    if last in ("bank", "done") or choice.get("confirm"):
        return 1e-6
    if rest and rest[0].startswith("square:") and last.startswith("square:"):
        start, goal = (int(target.removeprefix("square:")) % 4 for target in (*rest, last))
        return 10.0 ** (6 + goal - start) if goal > start else 1e-9
    return 1.0


def askative(choice: Json) -> float:
    """Nussknacker: questions, and a guess now and then."""
    return 0.02 if choice["path"][0].startswith("guess:") else 1.0


class Table:
    """A game as it is played here: short, with as many seats as it takes, one way after another."""

    def __init__(
        self, game: str, seats: int, *ways: dict[str, str], taste: Taste = even_handed
    ) -> None:
        self.game = game
        self.seats = seats
        self.ways = ways
        self.taste = taste

    def set_for(self, way: int, *people: dict[str, str]) -> dict[str, Any]:
        """Return what to open it with: people's chairs, bots on those that are left, options."""
        bots = [{"kind": "bot", "level": "weak"}] * (self.seats - len(people))
        return {"game": self.game, "chairs": [*people, *bots], "options": self.options(way)}

    def options(self, way: int) -> dict[str, str]:
        """Return the options of a way to play it."""
        return self.ways[way % len(self.ways)]


TABLES = (
    Table("ganz_nach_plan", 3, {"limit": "10"}),
    Table("raufer", 3, {"hand": "3"}),
    Table("nussknacker", 3, {"goal": "1", "cards": "12", "limit": "8"}, taste=askative),
    Table("schlauraff", 2, {}),
    Table(
        "schollenschubser",
        2,
        {"stride": "line", "melt": "may", "largest": "4"},
        taste=homeward,
    ),
    Table(
        "drunter",
        2,
        {"votes": "turn"},
        {"votes": "simultaneous", "board": "new", "goals": "2"},
        {"votes": "none", "board": "new"},
    ),
    Table(
        "misd",
        3,
        {"variant": "a", "limit": "3"},
        {"variant": "b", "limit": "3"},
        {"variant": "a", "limit": "3", "wrong": "out"},
    ),
    Table("dropit", 2, {"edges": "shape"}, {"edges": "colour"}, {"jokers": "yes"}),
    Table(
        "down_under",
        2,
        {"area": "7x9"},
        {"scoring": "animals", "start": "entry", "layout": "frame"},
        {"paths": "both", "area": "none"},
    ),
)


ON_A_PHONE, BY_LINK, ON_ONE_DEVICE, BY_KEYS = range(4)


def tables(way: int) -> pytest.MarkDecorator:
    """All games, one after another; each is played in one way always, in the others at length."""
    return pytest.mark.parametrize(
        "table",
        [
            pytest.param(table, id=table.game, marks=() if at % 3 == way else pytest.mark.long)
            for at, table in enumerate(TABLES)
        ],
    )


People = Callable[..., Clicker]


@pytest.fixture
def person(
    browser: Browser, browser_context_args: dict[str, Any], server: Server, table: Table
) -> Iterator[People]:
    """People on devices of their own, who must not meet any fault: each call gives a new one."""
    contexts, everybody = [], []

    def new(kind: type[Clicker] = Clicker, **device: Any) -> Clicker:
        contexts.append(browser.new_context(**{**browser_context_args, **device}))
        seed = len(contexts)
        everybody.append(kind(contexts[-1].new_page(), server, seed, table.taste))
        return everybody[-1]

    yield new
    for one in everybody:
        assert one.faults == []
    for context in contexts:
        context.close()


@tables(ON_A_PHONE)
def test_a_whole_match_with_bots_is_played_on_a_phone(person: People, table: Table) -> None:
    anna = person(**PHONE)
    anna.sits_at(table.set_for(ON_A_PHONE, ANNA))
    anna.plays_to_the_end()
    anna.sees_the_result()


@tables(BY_LINK)
def test_a_whole_match_is_played_by_link(person: People, table: Table) -> None:
    anna, ben = person(), person()
    match = anna.sits_at(table.set_for(BY_LINK, ANNA, OPEN))
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()
    while not (anna.over and ben.over):
        wait_until(
            anna.page,
            lambda: anna.on_turn or ben.on_turn or (anna.over and ben.over),
            "somebody's turn",
        )
        for player in (anna, ben):
            if player.on_turn:
                player.plays()
    for player in (anna, ben):
        player.sees_the_result()


@tables(ON_ONE_DEVICE)
def test_a_whole_match_is_played_on_one_device(person: People, table: Table) -> None:
    both = person(**TABLET)
    both.sits_at(table.set_for(ON_ONE_DEVICE, ANNA, BEN))
    both.plays_to_the_end()
    both.sees_the_result()
    if both.table["secrets"]:
        mine = [seat["seat"] for seat in both.table["seats"] if seat["mine"]]
        assert set(both.veils) == set(mine)
        # Whoever has the device is not asked for again before somebody else has had it.
        assert all(one != after for one, after in pairwise(both.veils))
    else:
        assert both.veils == []


@tables(BY_KEYS)
def test_a_whole_match_with_bots_is_played_by_keyboard_alone(person: People, table: Table) -> None:
    anna = person(Typist, viewport={"width": 1280, "height": 720})
    anna.sits_at(table.set_for(BY_KEYS, ANNA))
    anna.plays_to_the_end()
    anna.sees_the_result()


@pytest.mark.parametrize("table", [Table("schlauraff", 4, {})], ids=["schlauraff"])
def test_what_bots_do_is_skipped_through(person: People, table: Table) -> None:
    anna = person(viewport={"width": 1280, "height": 720})
    anna.sits_at(table.set_for(0, ANNA))
    skip = anna.page.get_by_role("button", name="Skip to my turn")
    for _ in range(40):
        wait_until(anna.page, lambda: skip.count() or anna.on_turn, "a turn, or others' play")
        if skip.count():
            break
        anna.plays()
    skip.click()
    expect(skip).to_have_count(0)
    wait_until(anna.page, lambda: anna.on_turn, "the own turn")
