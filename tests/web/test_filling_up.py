"""Filled chairs and rematches keep within the bounds, and are paid for, as opened tables are."""

import asyncio
import time
from pathlib import Path

import tests.tiny.bell
from tests.tables.playing import ANNA, asynchronous, hall_at
from tests.tables.playing import BOT as BOT_CHAIR
from tests.tables.playing import OPEN as OPEN_CHAIR
from tests.web.visiting import BOT, OPEN, PATIENCE, Visitor, me, site_at, visited
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.problems import TooManyError
from tischlein.tables.seats.setting_up import NewTable
from tischlein.web.http.limits import BOTS_ONLY_TABLE_COST, Limits

BELL = tests.tiny.bell.GAME
FILLED = {"seat": 1, "level": "weak"}


def tables_at_once(number: int) -> Limits:
    """Return limits by which a session may open so many tables, and no more for long."""
    return Limits(tables=(0.0001, number))


def resign(visitor: Visitor, match: str) -> None:
    """Give up the visitor's seat in a match."""
    seats = visitor.get(f"/api/matches/{match}")["seats"]
    mine = next(seat["seat"] for seat in seats if seat["mine"])
    visitor.post(f"/api/matches/{match}/resign", {"seat": mine})


# --- bounds ---


def test_filling_the_last_chair_begins_no_more_matches_of_bots_alone_than_opening(
    tmp_path: Path,
) -> None:
    with site_at(tmp_path / "db", match_limits=MatchLimits(bots_alone=1), pause=1e6) as site:
        visitor = visited(site)
        first, second = (visitor.opens("bauab", BOT, OPEN)[0] for _ in range(2))
        visitor.post(f"/api/matches/{first}/chairs", FILLED)
        path = f"/api/matches/{second}"
        assert visitor.refused("POST", f"{path}/chairs", 429, FILLED) == "problem-bots-alone"
        assert visitor.get(path)["status"] == "waiting"
        site.visitor().joins(second, "Ben")
        with_anna, _ = visitor.opens("bauab", me("Anna"), OPEN)
        visitor.post(f"/api/matches/{with_anna}/chairs", FILLED)


def test_nobody_fills_a_chair_beyond_what_bots_alone_may_play_on_the_server(
    tmp_path: Path,
) -> None:
    with site_at(
        tmp_path / "db", match_limits=MatchLimits(bots_alone_altogether=1), pause=1e6
    ) as site:
        first, second = site.visitor(), site.visitor()
        match, _ = first.opens("bauab", BOT, OPEN)
        first.post(f"/api/matches/{match}/chairs", FILLED)
        match, _ = second.opens("bauab", BOT, OPEN)
        path = f"/api/matches/{match}/chairs"
        assert second.refused("POST", path, 429, FILLED) == "problem-server-full"


@asynchronous
async def test_chairs_that_are_filled_at_the_same_time_know_of_each_other(tmp_path: Path) -> None:
    match_limits = MatchLimits(bots_alone=2)
    async with hall_at(tmp_path / "db", match_limits=match_limits, pause=1e6) as hall:

        async def fill(match_id: str) -> None:
            async with hall.table(match_id) as table:
                await hall.fill(table, ANNA, 1, "weak")

        wanted = NewTable("bauab", (BOT_CHAIR, OPEN_CHAIR), {})
        opened = [(await hall.open(ANNA, wanted))[0] for _ in range(5)]
        filled = await asyncio.gather(*map(fill, opened), return_exceptions=True)
        assert filled.count(None) == 2
        assert sum(isinstance(refused, TooManyError) for refused in filled) == 3


def test_tables_that_wait_have_a_place_among_the_matches_that_their_host_may_have(
    tmp_path: Path,
) -> None:
    with site_at(tmp_path / "db", match_limits=MatchLimits(running=2)) as site:
        anna = visited(site)
        waiting = [anna.opens("bauab", me("Anna"), OPEN)[0] for _ in range(2)]
        for chair in (OPEN, BOT):
            body = {"game": "bauab", "chairs": [me("Anna"), chair]}
            assert anna.refused("POST", "/api/matches", 429, body) == "problem-running-matches"
        for match in waiting:
            site.visitor().joins(match, "Ben")


# --- what is paid ---


def test_bots_alone_are_paid_when_the_last_chair_is_filled(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", tables_at_once(BOTS_ONLY_TABLE_COST + 2), pause=1e6) as site:
        visitor = visited(site)
        match, _ = visitor.opens("bauab", me("Anna"), OPEN)
        visitor.post(f"/api/matches/{match}/chairs", FILLED)  # costs nothing
        match, _ = visitor.opens("bauab", BOT, OPEN)
        visitor.post(f"/api/matches/{match}/chairs", FILLED)
        match, _ = visitor.opens("bauab", BOT, OPEN)
        path = f"/api/matches/{match}"
        assert visitor.refused("POST", f"{path}/chairs", 429, FILLED) == "problem-too-fast"
        assert visitor.get(path)["status"] == "waiting"


def test_a_rematch_is_paid_like_a_table_and_costs_nothing_where_there_is_one(
    tmp_path: Path,
) -> None:
    with site_at(tmp_path / "db", tables_at_once(2), pause=1e6) as site:
        anna = visited(site)
        first, _ = anna.opens("bauab", me("Anna"), BOT)
        resign(anna, first)
        second = anna.post(f"/api/matches/{first}/rematch")["match"]
        resign(anna, second)
        assert anna.refused("POST", f"/api/matches/{second}/rematch", 429) == "problem-too-fast"
        assert anna.post(f"/api/matches/{first}/rematch")["match"] == second


def test_a_rematch_of_bots_alone_costs_as_much_as_the_match_did(tmp_path: Path) -> None:
    with site_at(tmp_path / "db", tables_at_once(2 * BOTS_ONLY_TABLE_COST)) as site:
        visitor = visited(site)
        match, _ = visitor.opens(BELL.key, BOT, BOT)
        end = time.monotonic() + PATIENCE
        while visitor.get(f"/api/matches/{match}")["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.1)
        visitor.post(f"/api/matches/{match}/rematch")
        body = {"game": "bauab", "chairs": [me("Anna"), BOT]}
        assert visitor.refused("POST", "/api/matches", 429, body) == "problem-too-fast"
