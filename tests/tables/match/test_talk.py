"""Talk at one table: what is said stays, whoever reads meanwhile."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from tests.tables.playing import (
    ANNA,
    BEN,
    CLEO,
    OPEN,
    asynchronous,
    hall_at,
    me,
    two_at_bauab,
)
from tischlein.tables.chance import lots
from tischlein.tables.hall import Hall
from tischlein.tables.match.talk import PACE, Talk
from tischlein.tables.problems import NotAllowedError, NotNowError, TooManyError
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import RemarkKind, StoredRemark, StoredTalk


class Slow:
    """Storage whose answers come when the test wants them."""

    def __init__(self) -> None:
        self.answers: list[asyncio.Future[StoredTalk]] = []

    async def remarks(self, _: str) -> StoredTalk:
        """Return what there is once the test says so."""
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]

    async def add_remark(self, _: str, __: StoredRemark, ___: int) -> None:
        """Store nothing."""


@asynchronous
async def test_what_was_asked_of_storage_before_a_change_is_asked_again() -> None:
    before, since = (
        StoredRemark(1, 1, name, 0, RemarkKind.TEXT, "hello") for name in ("Ben", "Benjamin")
    )
    slow = Slow()
    talk = Talk(cast(Store, slow), "m")
    visitor = asyncio.create_task(talk.all())
    await asyncio.sleep(0)
    talk.invalidate()
    owner = asyncio.create_task(talk.all())
    await asyncio.sleep(0)
    slow.answers[0].set_result(StoredTalk((before,), 1))
    await asyncio.sleep(0)
    slow.answers[1].set_result(StoredTalk((since,), 1))
    assert await owner == talk.known == [since]
    for late in slow.answers[2:]:
        late.set_result(StoredTalk((since,), 1))
    assert await visitor == [since]


@asynchronous
async def test_a_late_answer_of_storage_forgets_nothing_that_was_said_meanwhile(
    tmp_path: Path,
) -> None:
    async with (
        hall_at(tmp_path / "tischlein.db") as hall,
        hall.table(await two_at_bauab(hall)) as table,
    ):
        match = table.match
    slow = Slow()
    talk = Talk(cast(Store, slow), match.id)
    reading = asyncio.create_task(talk.all())
    saying = asyncio.create_task(talk.add(match, 0, RemarkKind.ADVICE, "", 0))
    for _ in range(3):
        await asyncio.sleep(0)  # both have asked
    slow.answers[1].set_result(StoredTalk())
    said = await saying
    slow.answers[0].set_result(StoredTalk())
    assert await reading == await talk.all() == [said]


@asynchronous
async def test_a_clock_that_is_set_back_lets_people_talk_on(tmp_path: Path) -> None:
    hour = 3_600_000
    async with (
        hall_at(tmp_path / "tischlein.db") as hall,
        hall.table(await two_at_bauab(hall)) as table,
    ):
        talk = Talk(hall.store, table.id)
        for _ in range(PACE[0]):
            await talk.add(table.match, 0, RemarkKind.TEXT, "soon", 2 * hour)
        with pytest.raises(TooManyError):
            await talk.add(table.match, 0, RemarkKind.TEXT, "too soon", 2 * hour)
        await talk.add(table.match, 0, RemarkKind.TEXT, "an hour ago", hour)


class Lossy(SqliteStore):
    """Storage that keeps a remark and, once a test says so, loses the answer."""

    loses = False

    async def add_remark(self, match_id: str, remark: StoredRemark, keep: int) -> None:
        """Store a remark."""
        await super().add_remark(match_id, remark, keep)
        if self.loses:
            self.loses = False
            raise StoreUnavailableError("the connection was lost after the commit")


@asynchronous
async def test_people_talk_on_after_an_answer_of_storage_was_lost(tmp_path: Path) -> None:
    async with Lossy(tmp_path / "tischlein.db") as store, Hall(store, pause=0.0) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.say(0, RemarkKind.TEXT, "one")
            store.loses = True
            with pytest.raises(NotNowError, match="storage"):
                await table.say(0, RemarkKind.TEXT, "two")
            await table.say(1, RemarkKind.TEXT, "three")
            heard = [(said.number, said.text) for said in await table.remarks()]
            assert heard == [(1, "one"), (2, "two"), (3, "three")]


@asynchronous
async def test_what_the_table_says_of_somebody_is_not_their_own_talking(tmp_path: Path) -> None:
    async with (
        hall_at(tmp_path / "tischlein.db") as hall,
        hall.table(await two_at_bauab(hall)) as table,
    ):
        talk = Talk(hall.store, table.id)
        for kind in (RemarkKind.TIME, RemarkKind.ADVICE):
            for _ in range(PACE[0]):
                await talk.add(table.match, 0, kind, "", 0)
        for _ in range(PACE[0]):
            await talk.add(table.match, 0, RemarkKind.TEXT, "thanks", 0)
        with pytest.raises(TooManyError):
            await talk.add(table.match, 0, RemarkKind.TEXT, "too soon", 0)


@asynchronous
async def test_what_somebody_says_as_the_match_begins_is_theirs_wherever_the_lot_seats_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lots, "shuffled_order", lambda *_: [1, 0])
    async with hall_at(tmp_path / "tischlein.db") as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            joining = asyncio.create_task(table.join(BEN, "Ben"))
            await asyncio.sleep(0)  # the last chair is being taken
            (mine,) = table.seats_of(ANNA)
            await table.say(mine, RemarkKind.TEXT, "welcome")
            await joining
            assert table.seats_of(ANNA) != (mine,)
            assert [(said.name, said.chair) for said in await table.remarks()] == [("Anna", 0)]


@asynchronous
async def test_nobody_speaks_from_a_chair_that_another_has_taken_meanwhile(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "tischlein.db") as hall:
        match_id, _ = await hall.open(ANNA, NewTable("raufer", (me("Anna"), OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben")
            (mine,) = table.seats_of(BEN)
            leaving = asyncio.create_task(table.leave(BEN))
            coming = asyncio.create_task(table.join(CLEO, "Cleo"))
            await asyncio.sleep(0)
            with pytest.raises(NotAllowedError, match="not-your-seat"):
                await table.say(mine, RemarkKind.TEXT, "I am Ben")
            await asyncio.gather(leaving, coming)
            assert table.seats_of(CLEO) == (mine,)
            assert not await table.remarks()


@asynchronous
async def test_what_somebody_has_said_before_the_start_is_theirs_under_another_name(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "tischlein.db") as hall:
        match_id, _ = await hall.open(ANNA, NewTable("raufer", (me("Anna"), OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben")
            await table.say(1, RemarkKind.TEXT, "I cannot stay")
            await table.leave(BEN)
            await table.join(CLEO, "Guest")
            await table.say(1, RemarkKind.TEXT, "hello")
            await table.rename(CLEO, 1, "Cleo")
            heard = [(said.name, said.text) for said in await table.remarks()]
            assert heard == [("Ben", "I cannot stay"), ("Cleo", "hello")]
