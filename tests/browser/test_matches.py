"""Whole matches of every game in a real browser: against bots, by link and on one device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.access import DESK, HAND
from tests.browser.clicking import Clicker
from tests.browser.conftest import Server, wait_until
from tests.browser.places import place_of
from tests.browser.short_matches import BY_KEYS, BY_LINK, ON_A_PHONE, ON_ONE_DEVICE, TABLES, Table
from tests.browser.typist import Typist

ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
OPEN = {"kind": "open"}
TABLET = {"viewport": {"width": 1180, "height": 820}}


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
