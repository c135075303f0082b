"""What one visitor may take of what all share, and what is kept of visitors who held nothing."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import tests.tiny.bell
from tests.tables.playing import asynchronous
from tests.tables.receivers import HERE
from tests.web.visiting import OPEN, Site, Visitor, Window, me, play, site_at, visited
from tischlein.tables.notifications.senders import NotificationSettings
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.http.limits import Limits
from tischlein.web.http.sessions import SESSION_DAYS, Sessions

BELL = tests.tiny.bell.GAME
DAY = 86_400_000


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    told = NotificationSettings("https://play.example.org", None, HERE)
    with site_at(tmp_path / "tischlein.db", notification_settings=told) as site:
        yield site


def finished(site: Site) -> str:
    anna, ben = visited(site), visited(site)
    match, _ = anna.opens(BELL.key, me("Anna"), OPEN)
    ben.joins(match, "Ben")
    with anna.at_table(match) as a, ben.at_table(match) as b:
        play(a, b)
    return match


def tries(visitor: Visitor, match: str) -> AbstractContextManager[Window]:
    return visitor.at(f"/api/matches/{match}/line?at=0")


# --- other lines ---


def test_one_visitor_does_not_take_all_other_lines(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db", Limits(variations_of_session=1)) as site:
        match, anna, ben = finished(site), visited(site), visited(site)
        with tries(anna, match) as first:
            first.hears("view")
            with tries(anna, match) as second:
                assert second.hears("problem")["phrase"]["key"] == "problem-lines"
            with tries(ben, match) as other:
                other.hears("view")
        with tries(anna, match) as again:
            again.hears("view")


def test_one_address_does_not_take_all_other_lines(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db", Limits(variations=2)) as site:
        match = finished(site)
        with tries(visited(site), match) as first:
            first.hears("view")
            with tries(visited(site), match) as second:
                assert second.hears("problem")["phrase"]["key"] == "problem-lines"


# --- what is kept ---


def test_an_address_fills_the_disk_by_nothing_that_is_kept(tmp_path: Path) -> None:
    told = NotificationSettings("https://play.example.org", None, HERE)
    limits = Limits(kept_of_address=(1e-4, 2))
    with site_at(tmp_path / "db", limits, notification_settings=told) as site:
        finished(site)
        anna = visited(site)
        other, _ = anna.opens(BELL.key, me("Anna"), OPEN)
        talk = f"/api/matches/{other}/talk"
        assert anna.refused("POST", talk, 429, {"reaction": "tea"}) == "problem-kept-too-fast"
        for path, body in (
            ("/api/card", {"name": "Ada", "label": "Laptop"}),
            ("/api/telling", {"channel": "webhook", "target": "http://127.0.0.1:8080/"}),
            ("/api/matches", {"game": BELL.key, "chairs": [me("Anna"), OPEN]}),
            ("/api/records", {"record": "game: bell\nseats: Otto, Eva\n\nA 2\nA ring\n= 0 0\n"}),
        ):
            assert visited(site).refused("POST", path, 429, body) == "problem-kept-too-fast"


# --- sessions that end ---


def kept(site: Site) -> set[str]:
    """Return the sessions that storage remembers as ended."""
    return asyncio.run(site.hall.store.ended_sessions())


def opens(visitor: Visitor) -> None:
    visitor.opens(BELL.key, me("Anna"), OPEN)


def hosts(visitor: Visitor) -> None:
    visitor.opens(BELL.key, OPEN, OPEN)


def has_a_card(visitor: Visitor) -> None:
    visitor.post("/api/card", {"name": "Ada", "label": "Laptop"})


def is_told(visitor: Visitor) -> None:
    visitor.post("/api/telling", {"channel": "webhook", "target": "http://127.0.0.1:8080/"})


def test_of_a_session_that_held_nothing_nothing_is_kept(site: Site) -> None:
    visited(site).post("/api/session/end")
    assert kept(site) == set()
    sessions = site.client.app.state.sessions
    assert not sessions._ended


@pytest.mark.parametrize("holds", [opens, hosts, has_a_card, is_told])
def test_a_session_that_held_something_stays_ended(
    site: Site, holds: Callable[[Visitor], None]
) -> None:
    visitor = visited(site)
    holds(visitor)
    session = site.client.app.state.sessions.session_of_cookie(visitor.cookie)
    visitor.post("/api/session/end")
    assert session in kept(site)
    assert site.client.app.state.sessions.session_of_cookie(visitor.cookie) is None


def test_ending_a_session_costs_like_signing_in(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db", Limits(requests=(1e-6, 30))) as site:
        visitor = visited(site)
        visitor.post("/api/session/end")
        assert visitor.refused("POST", "/api/session/end", 429) == "problem-too-fast"


@asynchronous
async def test_what_is_over_leaves_memory(tmp_path: Path) -> None:
    present = 20_000 * DAY
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions(lambda: present)
        await sessions.open(store)
        sessions.record_ended("long ago")
        present += SESSION_DAYS * DAY
        sessions.record_ended("lately")
        assert sessions.has_ended("long ago"), "its cookie may have been signed on its last day"
        present += 2 * DAY
        sessions.record_ended("now")
        assert not sessions.has_ended("long ago")
        assert sessions.has_ended("lately")
        assert sessions.has_ended("now")


@asynchronous
async def test_who_ends_at_another_node_while_it_is_looked_up_stays_ended(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions()
        await sessions.open(store)
        await store.end_session("there", 10**15, 0)
        looking = asyncio.create_task(sessions.fetch_ended())
        await asyncio.sleep(0)
        sessions.record_ended("meanwhile")
        assert await looking == {"there"}
        assert sessions.has_ended("there")
        assert sessions.has_ended("meanwhile")
