"""Tables in memory: what has become another node's goes, at whatever moment that is found out."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.tables.computing.test_roles import serving
from tests.tables.playing import (
    ANNA,
    BOT,
    CLEO,
    accepted,
    asynchronous,
    hall_at,
    me,
    put_away_at_bauab,
    two_at_bauab,
    until,
)
from tests.tables.waiting import eventually
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.tables import resumption
from tischlein.tables.changes import ReplaceHolder
from tischlein.tables.computing.thinking import make_bot
from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.ownership import Node, Role
from tischlein.tables.problems import ElsewhereError, NotNowError, TableClosedError
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.store_errors import LeaseLostError
from tischlein.tables.stored import MatchStatus, RemarkKind, StoredEvent, StoredMatch


@asynchronous
async def test_what_is_lost_while_it_is_taken_up_does_not_stay(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(postgres, Role.ALL, make_bot) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), me("Ben")), {}))
        async with hall.table(match_id) as table:
            pass
        await hall.tables.evict_if_idle(table)
        reading, go_on = asyncio.Event(), asyncio.Event()
        match = hall.store.match

        async def slowly(match_id: str) -> StoredMatch:
            reading.set()
            await go_on.wait()
            return await match(match_id)

        monkeypatch.setattr(hall.store, "match", slowly)
        found = asyncio.create_task(hall.tables.get(match_id))
        await reading.wait()
        hall.ownership.mark_lost(match_id)  # as where another node tells that it has taken it over
        go_on.set()
        with pytest.raises(ElsewhereError):
            await found
        assert match_id not in hall.tables
        async with hall.table(match_id) as table:  # nobody has gone on with it
            seat, before = table.acting[0], table.number
            assert accepted(await table.act(seat, "a", table.legal(seat)[0])) == before + 1


@asynchronous
@pytest.mark.parametrize("contributes", [True, False])
async def test_what_is_lost_as_soon_as_it_is_opened_has_been_opened(
    postgres: str, monkeypatch: pytest.MonkeyPatch, contributes: bool
) -> None:
    async with serving(postgres, Role.ALL, make_bot) as hall:
        with monkeypatch.context() as patches:
            patches.setattr(hall.ownership, "claim", _has_another_node)
            wanted = NewTable("bauab", (me("Anna"), BOT), {}, contributes=contributes)
            match_id, secrets = await hall.open(ANNA, wanted)
        assert len(secrets) == 1
        assert match_id not in hall.tables
        async with hall.table(match_id) as table:
            assert len(table.seats_of(ANNA)) == 1


@asynchronous
async def test_what_was_put_away_as_another_nodes_can_still_be_read(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(postgres, Role.ALL, make_bot) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), me("Ben")), {}))
        async with hall.table(match_id) as table:
            await table.close()
        monkeypatch.setattr(hall.ownership, "claim", _has_another_node)
        async with hall.tables.lend_read_only(match_id) as seen:
            assert seen.id == match_id
            assert seen is not table


async def _has_another_node(_: str) -> Node:
    return Node("another", "http://127.0.0.1:1")


@asynchronous
async def test_a_table_that_finds_its_match_to_be_anothers_is_put_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        append = hall.store.append
        with monkeypatch.context() as patches:
            patches.setattr(hall.store, "append", _is_anothers)
            async with hall.table(match_id) as table:
                with pytest.raises(ElsewhereError):
                    await table.act(0, "a", table.legal(0)[0])
            assert match_id not in hall.tables
        assert hall.store.append == append
        async with hall.table(match_id) as again:
            assert again is not table
            assert accepted(await again.act(0, "a", again.legal(0)[0])) == 1


@asynchronous
async def test_who_waits_at_a_table_that_becomes_another_nodes_is_sent_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only of what is being done it is not known whether that was done."""
    storing = asyncio.Event()

    async def endless(*_: object, **__: object) -> None:
        storing.set()
        await asyncio.Event().wait()

    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            monkeypatch.setattr(hall.store, "append", endless)
            acting = asyncio.create_task(table.act(0, "a", table.legal(0)[0]))
            await storing.wait()
            waiting = asyncio.create_task(table.say(1, RemarkKind.TEXT, "hello"))
            await eventually(lambda: table.waiting == 1)
            hall.tables.drop_lost(match_id)
            with pytest.raises(ElsewhereError):
                await table.say(1, RemarkKind.TEXT, "hello")
            with pytest.raises(ElsewhereError):
                await waiting
            with pytest.raises(TableClosedError) as closed:
                await acting
            assert not isinstance(closed.value, ElsewhereError)


@asynchronous
async def test_a_bot_whose_move_is_not_taken_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "A"}, fixed=True)
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            append = hall.store.append

            async def once(match_id: str, events: Sequence[StoredEvent], **more: Any) -> None:
                if events[0].event.seat == 1:
                    raise LeaseLostError(match_id)
                await append(match_id, events, **more)

            monkeypatch.setattr(hall.store, "append", once)
            # Somebody who does not know whose it is, so that the table stays.
            monkeypatch.setattr(hall.tables, "drop_lost", lambda _: None)
            accepted(await table.act(0, "a", table.legal(0)[0]))
            await until(table, lambda: table.thinking == [1])
            await eventually(lambda: not table.thinking)
            monkeypatch.setattr(hall.store, "append", append)
            await until(table, lambda: table.number == 2)


@asynchronous
async def test_a_fault_of_the_program_does_not_keep_nodes_from_going_on_with_matches(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = [KeyError("nobody has thought of this")]
    async with serving(postgres, Role.ALL, make_bot) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await until(table, lambda: table.number > 0)
        await hall.tables.evict_if_idle(table)

        async def orphans(*_: object) -> list[str]:
            if faults:
                raise faults.pop()
            return [match_id]

        monkeypatch.setattr(hall.ownership, "orphans", orphans)
        take_up = hall.tables.take_up
        asked: list[str] = []

        async def find(match_id: str) -> None:
            asked.append(match_id)
            await take_up(match_id)

        monkeypatch.setattr(hall.tables, "take_up", find)
        await eventually(lambda: match_id in asked)


@asynchronous
async def test_what_cannot_be_taken_up_can_still_be_handed_over(path: Path) -> None:
    """Also where somebody wants to look at it just then, and is told why not."""
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        await hall.tables.evict_if_idle(hall.tables[match_id])
        with patch.object(registry, "load", side_effect=GameError("it is not here")):
            looking = asyncio.create_task(hall.tables.get(match_id))
            await asyncio.sleep(0)
            await hall.change_locally(match_id, lambda match: match.changed(touched=7))
            with pytest.raises(NotNowError):
                await looking
        assert (await hall.store.match(match_id)).touched == 7


@asynchronous
async def test_a_table_is_not_put_away_while_somebody_changes_who_sits_there(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        table = hall.tables[match_id]

        def change(match: StoredMatch) -> StoredMatch:
            assert not table.idle
            return match.changed(touched=7)

        await hall.change_locally(match_id, change)
        await table.finish_current()
        assert table.idle


@asynchronous
async def test_a_finished_table_is_put_away_once_its_end_has_been_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        drawn, told = asyncio.Event(), list[MatchStatus]()
        async with hall.table(match_id) as table:
            await table.finish_current()
            monkeypatch.setattr(table._play, "precompute", drawn.wait)
            monkeypatch.setattr(
                table._announcer, "_on_status_change", lambda match: told.append(match.status)
            )
            await table.resign(ANNA, 0)
            assert table.ended
        await hall.tables.evict_unused(0)
        assert match_id in hall.tables, "its last picture is being drawn"
        leaving = asyncio.create_task(hall.tables.evict_if_idle(table))
        await asyncio.sleep(0)
        assert told == []
        drawn.set()
        await leaving
        assert told == [MatchStatus.ENDED]
        assert match_id not in hall.tables


@asynchronous
async def test_what_there_was_no_room_for_goes_on_as_soon_as_there_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resumption, "RETRY", 0.0)
    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        ids = {(await hall.open(ANNA, wanted))[0] for _ in range(2)}
    async with hall_at(path, pause=3600, match_limits=MatchLimits(in_memory=1)) as hall:
        await eventually(lambda: len(hall.tables) == 1)
        (first,) = hall.tables
        await hall.tables.remove(first.id)  # as if it had come to its end
        await eventually(lambda: len(hall.tables) == 1)
        assert {first.id, *(table.id for table in hall.tables)} == ids


async def _is_anothers(match_id: str, *_: object, **__: object) -> None:
    raise LeaseLostError(match_id)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@asynchronous
async def test_a_table_that_is_loaded_while_its_match_changes_in_storage_knows_the_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall:
        match_id = await put_away_at_bauab(hall)
        store, loads = hall.store, list[asyncio.Task[Table]]()
        match, update_match = store.match, store.update_match
        read = 0

        async def reading(match_id: str) -> StoredMatch:
            nonlocal read
            read += 1
            found = await match(match_id)
            if not loads:  # whoever changes it has read it
                loads.append(asyncio.create_task(hall.tables.get(match_id)))
                for _ in range(20):  # turns of the event loop, in which loading comes to reading
                    await asyncio.sleep(0)
            return found

        async def updating(changed: StoredMatch) -> None:
            if read > 1:
                await loads[0]
            await update_match(changed)

        monkeypatch.setattr(store, "match", reading)
        monkeypatch.setattr(store, "update_match", updating)
        await hall.change_locally(match_id, ReplaceHolder(ANNA, CLEO))
        table = await loads[0]
        assert [table.seats_of(one) for one in (ANNA, CLEO)] == [(), (0,)]
