"""Going through finished matches: other lines tried out, and company in which one leads."""

import asyncio
import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import tests.tiny.bell
import tests.tiny.dash
import tests.tiny.kuhn
from tests.tables.playing import BEN, asynchronous, hall_at, two_at_bauab
from tests.tables.waiting import eventually
from tests.web.visiting import BOT, OPEN, Site, Visitor, Window, me, play, site_at
from tischlein.tables.review import variations
from tischlein.web.http.limits import Limits, RateKey, RateLimiter
from tischlein.web.sockets.analysis_rooms import AnalysisRooms

BELL, DASH, KUHN = tests.tiny.bell.GAME, tests.tiny.dash.GAME, tests.tiny.kuhn.GAME


def finished(site: Site, *chairs: dict[str, str], game: str = BELL.key) -> str:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens(game, me("Anna"), OPEN, *chairs)
    ben.joins(match, "Ben")
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    return match


def tries(visitor: Visitor, match: str, query: str) -> AbstractContextManager[Window]:
    return visitor.at(f"/api/matches/{match}/line?{query}")


def test_whoever_has_the_link_tries_another_line_by_hand_and_passes_it_on(site: Site) -> None:
    match = finished(site, game="bauab")
    visitor = site.visitor()
    with tries(visitor, match, "at=3") as window:
        assert window.hears("line")["line"] == ""
        view = window.hears("view")
        assert view["number"] == 3
        action = view["scene"]["choices"][0]["action"]
        window.acts(action, seen=3)
        told = window.hears("line")
        while told["values"] is None:
            told = window.hears("line")
        assert told["settled"]
        assert sum(told["values"]) == pytest.approx(1)
        assert told["line"].endswith(str(action))
    with tries(site.visitor(), match, f"at=3&line={told['line']}") as window:
        assert window.hears("view")["number"] == 4
    entries = visitor.get(f"/api/matches/{match}/replay?first=3")["entries"]
    assert len(entries) > 4  # the match itself stays as it was


def test_in_another_line_nobody_has_secrets_from_viewers(site: Site) -> None:
    with tries(site.visitor(), finished(site), "at=0") as window:
        assert not window.hears("table")["secrets"]


def test_what_ended_a_match_early_ends_none_of_its_other_lines(site: Site) -> None:
    anna, ben = site.visitor(), site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), OPEN, options={"first": "A"}, fixed=True)
    ben.joins(match, "Ben")
    ben.post(f"/api/matches/{match}/resign", {"seat": 1})
    with anna.at_table(match) as at_table:
        assert at_table.hears("table")["ending"] == "resigned"
    with tries(site.visitor(), match, "at=0") as window:
        table = window.hears("table")
        assert (table["ending"], table["winners"], table["paused"]) == (None, [], False)
        assert not any(seat["resigned"] for seat in table["seats"])
        window.acts(window.hears("view")["scene"]["choices"][0]["action"], seen=0)
        assert window.hears("view")["number"] >= 1


def test_a_bot_answers_in_another_line(site: Site) -> None:
    match = finished(site, game="bauab")
    with tries(site.visitor(), match, "at=1&bots=AB") as window:
        view = window.hears("view")
        while view["number"] < 4:
            view = window.hears("view")


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("at=1&line=A999", "problem-line"),
        ("at=1&line=A99999", "problem-line"),
        ("at=1&line=nonsense", "problem-line"),
        ("at=1&line=*1", "problem-line"),
        ("at=999", "problem-range"),
    ],
)
def test_what_is_no_line_is_refused_in_words(site: Site, query: str, problem: str) -> None:
    match = finished(site)
    with tries(site.visitor(), match, query) as window:
        assert window.hears("problem")["phrase"]["key"] == problem


def test_what_chance_brings_in_another_line_is_passed_on_with_it(site: Site) -> None:
    match = finished(site, game=KUHN.key)
    with tries(site.visitor(), match, "at=0") as window:
        line = window.hears("line")["line"]
        assert [word[0] for word in line.split(".")] == ["*", "*"], "cards are dealt anew"
        dealt = window.hears("view")["scene"]
    with tries(site.visitor(), match, f"at=0&line={line}") as window:
        assert window.hears("line")["line"] == line
        assert window.hears("view")["scene"] == dealt


def test_what_falls_in_another_line_is_found_out_again(site: Site) -> None:
    match = finished(site, game=DASH.key)
    with tries(site.visitor(), match, "at=0") as window:
        view = window.hears("view")
        window.acts(view["scene"]["choices"][0]["action"], seen=0)
        told = window.hears("line")
        while "*" not in told["line"]:
            told = window.hears("line")
        window.says(type="sync", have=0)
        while (seen := window.hears("view"))["number"] < 2:
            pass
    with tries(site.visitor(), match, f"at=0&line={told['line']}") as window:
        assert window.hears("line")["line"] == told["line"]
        again = window.hears("view")
        assert (again["number"], again["scene"]) == (2, seen["scene"])


def test_nothing_is_tried_out_while_a_match_runs(site: Site) -> None:
    anna = site.visitor()
    match, _ = anna.opens("bauab", me("Anna"), BOT, options={"first": "A"}, fixed=True)
    with tries(anna, match, "at=0") as window:
        assert window.hears("problem")["phrase"]["key"] == "problem-not-over"


def test_no_more_lines_than_the_server_bears(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "MOST_VARIATIONS", 1)
    match = finished(site)
    with tries(site.visitor(), match, "at=0") as first:
        first.hears("view")
        with tries(site.visitor(), match, "at=0") as second:
            assert second.hears("problem")["phrase"]["key"] == "problem-lines"


def test_one_leads_and_the_others_see_where_until_they_leave(site: Site) -> None:
    match = finished(site)
    path = f"/api/matches/{match}/company"
    with site.visitor().at(path) as anna:
        assert anna.hears("company")["people"] == 1
        with site.visitor().at(path) as ben:
            ben.says(type="point", address="#move-1")  # nobody has let Ben lead
            anna.says(type="lead", on=True, name="Anna")
            anna.says(type="point", address="#move-2")
            told = ben.hears("company")
            while told["address"] != "#move-2":
                assert told["address"] == ""
                told = ben.hears("company")
            assert (told["people"], told["leader"], told["leading"]) == (2, "Anna", False)
            ben.says(type="lead", on=False, name="")  # nor has Ben led
            anna.says(type="lead", on=False, name="")
            told = ben.hears("company")
            while told["leader"] is not None:
                told = ben.hears("company")
            assert told["address"] == ""
            ben.says(type="lead", on=True, name="Ben")
            while (told := anna.hears("company"))["leader"] != "Ben":
                pass
            assert not told["leading"]
        while (told := anna.hears("company"))["people"] != 1:
            pass
        assert told["leader"] is None


def test_a_window_is_told_that_the_server_is_still_there(site: Site) -> None:
    match = finished(site)
    with site.visitor().at(f"/api/matches/{match}/company") as anna:
        anna.says(type="ping")
        anna.hears("pong")


class Company:
    """A socket of somebody who goes through a match with others."""

    def __init__(self) -> None:
        self.people = list[int]()
        """How many it has been told that they are, each time."""
        self.leaves = asyncio.Event()
        self.may_go = asyncio.Event()
        """Until this is set, its connection does not come to its end."""
        self.may_go.set()

    async def receive(self) -> dict[str, str]:
        await self.leaves.wait()
        return {"type": "websocket.disconnect"}

    async def send_data(self, text: str) -> None:
        self.people.append(json.loads(text)["people"])
        try:
            await asyncio.sleep(0)
            await self.may_go.wait()
        except asyncio.CancelledError:
            await self.may_go.wait()
            raise


@asynchronous
async def test_whoever_comes_while_others_leave_is_in_one_room_with_those_who_come_later(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        match = await two_at_bauab(hall)
        async with hall.table(match) as table:
            await table.resign(BEN, 1)
        rooms = AnalysisRooms(hall, Limits(), RateLimiter(Limits()))
        serving: dict[Company, asyncio.Task[None]] = {}

        async def comes(one: Company, people: int) -> None:
            socket: Any = one
            serving[one] = asyncio.create_task(rooms.join(socket, match, RateKey("here", "one")))
            await eventually(lambda: one.people[-1:] == [people])

        async def leaves(one: Company) -> None:
            one.leaves.set()
            await serving[one]

        slow, first, second, third = (Company() for _ in range(4))
        slow.may_go.clear()
        await comes(slow, 1)
        await comes(first, 2)
        slow.leaves.set()
        await eventually(lambda: first.people[-1:] == [1])
        await leaves(first)
        await comes(second, 1)
        slow.may_go.set()
        await leaves(slow)
        await comes(third, 2)
        await leaves(second)
        await leaves(third)


def test_a_room_holds_only_so_many_windows(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db", Limits(connections_at_table=2)) as site:
        match = finished(site)
        path = f"/api/matches/{match}/company"
        with site.visitor().at(path) as anna, site.visitor().at(path):
            while anna.hears("company")["people"] != 2:
                pass
            with site.visitor().at(path) as third:
                assert third.hears("problem")["phrase"]["key"] == "problem-connections"


def test_who_points_too_fast_is_not_followed(tmp_path: Path) -> None:
    limits = Limits(messages=(1e-6, 3))
    with site_at(tmp_path / "tischlein.db", limits) as site:
        match = finished(site)
        with site.visitor().at(f"/api/matches/{match}/company") as anna:
            anna.says(type="lead", on=True, name="Anna")
            for number in range(9):
                anna.says(type="point", address=f"#move-{number}")
            while (told := anna.hears("company"))["address"] != "#move-1":
                pass
            with site.visitor().at(f"/api/matches/{match}/company") as ben:
                assert ben.hears("company")["address"] == "#move-1"
            assert told["leading"]
            anna.says(type="point", address="#move-9")
            assert anna.hears("problem")["phrase"]["key"] == "problem-too-fast"
