"""Whole matches of every game in a real browser: against bots, by link and on one device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.clicking import Clicker, Json, Taste, even_handed
from tests.browser.conftest import Server

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
    return 0.02 if "guess" in choice["path"] else 1.0


class Table:
    """A game as it is played here: short, with as many seats as it takes."""

    def __init__(
        self, game: str, seats: int, taste: Taste = even_handed, level: str = "weak", **options: str
    ) -> None:
        self.game = game
        self.seats = seats
        self.taste = taste
        self.level = level
        self.options = options

    def chairs(self, *people: dict[str, str]) -> list[dict[str, str]]:
        """Return the people's chairs, and bots on those that are left."""
        return [*people, *[{"kind": "bot", "level": self.level}] * (self.seats - len(people))]


TABLES = {
    table.game: table
    for table in (
        Table("ganz_nach_plan", 3, limit="10"),
        Table("raufer", 3, hand="3"),
        Table("nussknacker", 3, askative, goal="1", cards="12", limit="8"),
        Table("schlauraff", 2),
        Table("schollenschubser", 2, homeward, stride="line", melt="may", largest="4"),
    )
}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Table:
    """Each game in turn."""
    return TABLES[request.param]


People = Callable[..., Clicker]


@pytest.fixture
def person(
    browser: Browser, browser_context_args: dict[str, Any], server: Server, table: Table
) -> Iterator[People]:
    """People on devices of their own, who must not meet any fault: each call gives a new one."""
    contexts, everybody = [], []

    def new(**device: Any) -> Clicker:
        contexts.append(browser.new_context(**{**browser_context_args, **device}))
        seed = len(contexts)
        everybody.append(Clicker(contexts[-1].new_page(), server, seed, table.taste))
        return everybody[-1]

    yield new
    for one in everybody:
        assert one.faults == []
    for context in contexts:
        context.close()


def test_a_whole_match_with_bots_is_played_on_a_phone(person: People, table: Table) -> None:
    anna = person(**PHONE)
    anna.opens(*table.chairs(ANNA), game=table.game, options=table.options)
    anna.plays_to_the_end()
    anna.sees_the_result()


def test_a_whole_match_is_played_by_link(person: People, table: Table) -> None:
    anna, ben = person(), person()
    match = anna.opens(*table.chairs(ANNA, OPEN), game=table.game, options=table.options)
    ben.goes_to(match)
    ben.page.get_by_role("textbox").fill("Ben")
    ben.page.locator("form button").click()
    while not (anna.over and ben.over):
        for player in (anna, ben):
            player.page.wait_for_timeout(2)
            if player.on_turn:
                player.chooses()
    for player in (anna, ben):
        player.sees_the_result()


def test_a_whole_match_is_played_on_one_device(person: People, table: Table) -> None:
    both = person(**TABLET)
    both.opens(*table.chairs(ANNA, BEN), game=table.game, options=table.options)
    both.plays_to_the_end()
    both.sees_the_result()
    if both.table["secrets"]:
        mine = [seat["seat"] for seat in both.table["seats"] if seat["mine"]]
        assert set(both.veils) == set(mine)
        # Whoever has the device is not asked for again before somebody else has had it.
        assert all(one != after for one, after in pairwise(both.veils))
    else:
        assert both.veils == []
