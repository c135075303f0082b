"""Whole matches of every game in a real browser: against bots, by link and on one device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.access import DESK, HAND
from tests.browser.clicking import Clicker, Json, Taste, even_handed
from tests.browser.conftest import Server, wait_until
from tests.browser.places import place_of
from tests.browser.typist import Typist

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
OPEN = {"kind": "open"}
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


ON_A_PHONE, BY_LINK, ON_ONE_DEVICE, BY_KEYS = range(4)


class Table:
    """A game as it is played here: short, with as many seats as it takes, one way after another.

    Parameters
    ----------
    usual
        In which of the four it is always played, in the others at length: against bots where
        people would have much to click.
    ways
        Options, of which the first are for the first of the four, and so on.
    level
        Of bots: the one that plays fastest.
    """

    def __init__(
        self,
        usual: int,
        game: str,
        seats: int,
        *ways: dict[str, str],
        taste: Taste = even_handed,
        level: str = "weak",
    ) -> None:
        self.usual = usual
        self.game = game
        self.seats = seats
        self.ways = ways
        self.taste = taste
        self.level = level

    def set_for(self, way: int, *people: dict[str, str]) -> dict[str, Any]:
        """Return what to open it with: people's chairs, bots on those that are left, options."""
        bots = [{"kind": "bot", "level": self.level}] * (self.seats - len(people))
        options = self.ways[way % len(self.ways)]
        return {"game": self.game, "chairs": [*people, *bots], "options": options}


TABLES = (
    Table(ON_A_PHONE, "ganz_nach_plan", 3, {"limit": "10"}),
    Table(BY_LINK, "raufer", 3, {"hand": "3"}),
    Table(
        ON_ONE_DEVICE,
        "nussknacker",
        3,
        {"goal": "1", "cards": "12", "limit": "8"},
        taste=askative,
    ),
    Table(ON_A_PHONE, "schlauraff", 2, {}),
    Table(
        ON_A_PHONE,
        "schollenschubser",
        2,
        {"stride": "line", "melt": "may", "largest": "4"},
        taste=homeward,
    ),
    Table(
        ON_A_PHONE,
        "drunter",
        2,
        {"votes": "turn"},
        {"votes": "simultaneous", "board": "new", "goals": "2"},
        {"votes": "none", "board": "new"},
    ),
    Table(
        BY_LINK,
        "misd",
        3,
        {"variant": "a", "limit": "3"},
        {"variant": "b", "limit": "3"},
        {"variant": "a", "limit": "3", "wrong": "out"},
        level="strong",
    ),
    Table(ON_A_PHONE, "dropit", 2, {"edges": "shape"}, {"edges": "colour"}, {"jokers": "yes"}),
    Table(
        ON_ONE_DEVICE,
        "down_under",
        2,
        {"area": "7x9"},
        {"scoring": "animals", "start": "entry", "layout": "frame"},
        {"paths": "both", "area": "none"},
    ),
)


def tables(way: int) -> pytest.MarkDecorator:
    """All games, one after another; each is played in one way always, in the others at length."""
    return pytest.mark.parametrize(
        "table",
        [
            pytest.param(table, id=table.game, marks=() if table.usual == way else pytest.mark.long)
            for table in TABLES
        ],
    )


People = Callable[..., Clicker]


@pytest.fixture
def person(window: Callable[..., Page], server: Server, table: Table) -> Iterator[People]:
    """People on devices of their own, who must not meet any fault: each call gives a new one."""
    everybody: list[Clicker] = []

    def new(kind: type[Clicker] = Clicker, **screen: Any) -> Clicker:
        seed = len(everybody) + 1
        everybody.append(kind(window(**screen), server, seed, table.taste))
        return everybody[-1]

    yield new
    for one in everybody:
        assert one.faults == []


@tables(ON_A_PHONE)
def test_a_whole_match_with_bots_is_played_on_a_phone(person: People, table: Table) -> None:
    anna = person(**HAND)
    anna.sits_at(table.set_for(ON_A_PHONE, ANNA))
    anna.plays_to_the_end()
    anna.sees_the_result()
    # It keeps the height that it once had: whatever lay at a seat, the board had its room.
    seats = place_of(anna.page.get_by_role("group", name="Seats"))
    assert seats.height <= HAND["viewport"]["height"] / 4


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
    anna = person(Typist, **DESK)
    anna.sits_at(table.set_for(BY_KEYS, ANNA))
    anna.plays_to_the_end()
    anna.sees_the_result()
