"""Coming to a table: nobody is shown too much meanwhile, and onlookers keep no player out."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

import tests.tiny.bell
from tests.web.visiting import OPEN, PATIENCE, Site, Visitor, Window, me, site_at, visited
from tischlein.tables.in_memory import LoadedTables
from tischlein.tables.match.table import Table
from tischlein.tables.stored import StoredMatch
from tischlein.web.http import codes
from tischlein.web.http.limits import Limits

BELL = tests.tiny.bell.GAME
TOO_MANY = "problem-connections"


@contextmanager
def slow_looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let looking at a table last until the end, as in a long match; tell when it has begun."""
    begun, done = threading.Event(), threading.Event()
    look = Table.observer

    async def slow(table: Table, eyes: int, *, aided: bool = True) -> None:
        begun.set()
        await asyncio.to_thread(done.wait)
        await look(table, eyes, aided=aided)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "observer", slow)
        try:
            yield begun
        finally:
            done.set()


def two(site: Site) -> tuple[str, Visitor, str]:
    """Return a running match of Anna and Ben, Anna, and the secret of her seat."""
    anna, ben = visited(site), visited(site)
    match, (secret,) = anna.opens(BELL.key, me("Anna"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    return match, anna, secret


def sees_nothing_and_is_sent_away(window: Window) -> None:
    with pytest.raises(WebSocketDisconnect) as closed:
        window.hears("table", "view")
    assert closed.value.code == codes.GOING_AWAY


def test_onlookers_that_are_forbidden_while_they_arrive_see_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = two(site)
    with ExitStack() as stack:
        with slow_looks(monkeypatch) as begun:
            window = stack.enter_context(visited(site).at_table(match))
            assert begun.wait(PATIENCE)
            anna.post(f"/api/matches/{match}/watching", {"watched": False})
        sees_nothing_and_is_sent_away(window)


@pytest.mark.parametrize("what", ["view", "words", "observation", "view/picture", "why-not"])
def test_a_program_whose_link_is_renewed_while_it_asks_what_it_sees_is_told_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    match, anna, secret = two(site)
    program = Visitor(site.client, secret)
    path = f"/api/matches/{match}/{what}" + ("?action=1" if what == "why-not" else "")
    with ThreadPoolExecutor(1) as beside:
        with slow_looks(monkeypatch) as begun:
            asked = beside.submit(program.refused, "GET", path, 403)
            assert begun.wait(PATIENCE)
            anna.post(f"/api/matches/{match}/links", {})
        assert asked.result() == "problem-seat-secret"


def test_a_session_that_ends_while_its_table_is_loaded_has_no_seat_there(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = two(site)
    begun, done = threading.Event(), threading.Event()
    get = LoadedTables.get

    async def slow(tables: LoadedTables, match_id: str, stored: StoredMatch | None = None) -> Table:
        begun.set()
        await asyncio.to_thread(done.wait)
        return await get(tables, match_id, stored)

    with ExitStack() as stack:
        with monkeypatch.context() as patched:
            stack.callback(done.set)
            patched.setattr(LoadedTables, "get", slow)
            window = stack.enter_context(anna.at_table(match))
            assert begun.wait(PATIENCE)
            anna.post("/api/session/end")
            done.set()
        table = window.hears("table")
        assert not any(seat["mine"] for seat in table["seats"])


@pytest.mark.parametrize("program", [False, True])
def test_a_device_whose_link_is_renewed_while_it_arrives_sees_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch, program: bool
) -> None:
    match, anna, secret = two(site)
    lost = Visitor(site.client, secret) if program else visited(site)
    if not program:
        lost.post("/api/seats", {"secret": secret})
    with ExitStack() as stack:
        with slow_looks(monkeypatch) as begun:
            window = stack.enter_context(lost.at_table(match))
            assert begun.wait(PATIENCE)
            anna.post(f"/api/matches/{match}/links", {})
        sees_nothing_and_is_sent_away(window)


def test_a_device_whose_link_is_renewed_while_it_turns_to_the_seat_sees_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, secret = two(site)
    lost = visited(site)
    lost.post("/api/seats", {"secret": secret})
    with lost.at_table(match) as window:
        window.says(type="look", seat=None)
        while window.hears("table")["looking"] is not None:
            pass
        window.hears("view")
        with slow_looks(monkeypatch) as begun:
            window.says(type="look", seat=0)
            assert begun.wait(PATIENCE)
            anna.post(f"/api/matches/{match}/links", {})
            assert window.hears("table")["looking"] is None, "onlookers may stay"
        sees_nothing_and_is_sent_away(window)


def test_onlookers_keep_no_player_from_the_table(tmp_path: Path) -> None:
    limits = Limits(connections_at_table=2, connections_of_session=2)
    with site_at(tmp_path / "tischlein.db", limits) as site, ExitStack() as stack:
        match, anna, secret = two(site)

        def arrives(visitor: Visitor) -> str:
            window = stack.enter_context(visitor.at_table(match))
            told = window.hears("table", "problem")
            return str(told["phrase"]["key"] if told["type"] == "problem" else told["type"])

        assert [arrives(visited(site)) for _ in range(3)] == ["table", "table", TOO_MANY]
        assert [arrives(anna) for _ in range(3)] == ["table", "table", TOO_MANY]
        assert arrives(Visitor(site.client, secret)) == "table"
        assert arrives(visited(site)) == TOO_MANY
