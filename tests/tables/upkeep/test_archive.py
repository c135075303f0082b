"""The archive: records in and out, all matches replayed."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from tests.tables.playing import ANNA, asynchronous, hall_at, me, play_on, two_at_bauab
from tischlein.core import records
from tischlein.core.records import Note
from tischlein.tables import match_ids
from tischlein.tables.chance import proof
from tischlein.tables.hall import Hall
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.stored import Ending, MatchStatus, RulingKind, StoredMatch
from tischlein.tables.upkeep import archive
from tischlein.tables.upkeep.archive_errors import ArchiveError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


async def record_of(hall: Hall, match_id: str) -> str:
    async with hall.table(match_id) as table:
        return proof.record_text(table.match, table.game, await table.events())


async def raufer(hall: Hall) -> str:
    """Play a match with chance and secrets to its end."""
    chairs = tuple(me(name) for name in ("Anna", "Ben", "Cleo"))
    match_id, _ = await hall.open(ANNA, NewTable("raufer", chairs, {}))
    async with hall.table(match_id) as table:
        await play_on(table)
    return match_id


@asynchronous
async def test_records_that_are_taken_in_come_out_the_same(path: Path, tmp_path: Path) -> None:
    async with hall_at(path) as hall:
        texts = [await record_of(hall, await raufer(hall)) for _ in range(2)]
        bauab = await two_at_bauab(hall)
        async with hall.table(bauab) as table:
            await play_on(table)
        texts.append(await record_of(hall, bauab))
    async with hall_at(tmp_path / "other.db") as hall:
        for text in texts:
            match_id = await archive.import_record(hall.store, records.read(text))
            assert match_id is not None
            assert await record_of(hall, match_id) == text
            assert await archive.import_record(hall.store, records.read(text)) is None
            match = await hall.store.match(match_id)
            assert archive.find_fault(match, await hall.store.events(match_id)) == ""


@asynchronous
async def test_a_record_whose_proof_does_not_hold_is_not_taken_in(
    path: Path, tmp_path: Path
) -> None:
    async with hall_at(path) as hall:
        record = records.read(await record_of(hall, await raufer(hall)))
    own = dict(record.fields)
    forged = [
        ({**own, "seed": "ab" * 32}, "not the one that was committed to"),
        ({"Seed": own["seed"]}, "lacks id, commitment"),
        ({**own, "contribution A": "cd" * 32}, "the contribution of seat A has no hash"),
        ({**own, "contribution A": "no hex"}, "its proof does not hold"),
        ({"chairs": own["chairs"]}, "lacks id, commitment, seed"),
        ({**own, "chairs": " ".join("A" for _ in record.names)}, "does not name every seat once"),
        ({**own, "chairs": " ".join(reversed(own["chairs"].split()))}, "the seats are dealt out"),
    ]
    async with SqliteStore(tmp_path / "other.db") as store:
        for fields, fault in forged:
            with pytest.raises(ArchiveError, match=fault):
                await archive.import_record(store, replace(record, fields=fields))
        assert not await store.match_ids(after="", limit=1)
        assert await archive.import_record(store, record) is not None


@asynchronous
async def test_a_match_whose_id_no_table_has_given_proves_nothing(path: Path) -> None:
    record = records.read("game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 5 b1\n")
    secret = bytes(32)
    fields = {"seed": secret.hex(), "commitment": sha256(secret).hexdigest()}
    ended = replace(record, notes=(Note(2, "end agreed"),))
    async with SqliteStore(path) as store:
        with pytest.raises(ArchiveError, match="no table has given a match the id 'ours'"):
            await archive.import_record(store, replace(ended, fields={**fields, "id": "ours"}))
        match_id = match_ids.new_match_id()
        proven = replace(ended, fields={**fields, "id": match_id})
        assert await archive.import_record(store, proven) == match_id


@asynchronous
async def test_a_record_without_an_id_or_a_day_is_taken_in_once_and_in_one_step(
    path: Path,
) -> None:
    record = records.read("game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 5 b1\n")
    ended = replace(record, notes=(Note(2, "end agreed"),))
    async with SqliteStore(path) as store:
        commits = store.commits
        match_id = await archive.import_record(store, ended)
        assert store.commits == commits + 1
        assert match_id is not None
        assert await archive.import_record(store, ended) is None
        other = await archive.import_record(store, replace(ended, names=("Anna", "Cleo")))
        assert other not in (None, match_id)
        fewer = replace(ended, events=ended.events[:1], notes=(Note(1, "end agreed"),))
        with pytest.raises(ArchiveError, match=f"{match_id} is there already, with other events"):
            await archive.import_record(store, replace(fewer, fields={"id": match_id}))
    assert archive.day_of(replace(ended, fields={"date": "yesterday"})) is None
    day = archive.day_of(replace(ended, fields={"date": "2020-11-21"}))
    assert day is not None
    assert archive.match_from_record(replace(ended, fields={"date": "2020-11-21"})).created == (
        day.timestamp() * 1000
    )


@asynchronous
async def test_a_day_that_has_not_come_is_not_taken_in_but_a_zone_may_be_ahead(path: Path) -> None:
    record = records.read("game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 5 b1\n")
    ended = replace(record, notes=(Note(2, "end agreed"),))
    now = datetime.now(UTC)
    later, tomorrow = (f"{now + timedelta(days=days):%Y-%m-%d}" for days in (3, 1))
    async with SqliteStore(path) as store:
        with pytest.raises(ArchiveError, match=f"its day, {later}, has not come yet"):
            await archive.import_record(store, replace(ended, fields={"date": later}))
        match_id = await archive.import_record(store, replace(ended, fields={"date": tomorrow}))
        assert match_id is not None
        played = (await store.match(match_id)).created / 1000
        assert now.timestamp() - 60 < played <= datetime.now(UTC).timestamp()


@asynchronous
async def test_only_whole_matches_are_taken_in_and_rulings_with_them(path: Path) -> None:
    record = records.read("game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 5 b1\n")
    ended = replace(
        record, notes=(Note(1, "pause A"), Note(2, "resign B"), Note(2, "end resigned"))
    )
    async with hall_at(path) as hall:
        with pytest.raises(ArchiveError, match="not over"):
            await archive.import_record(hall.store, record)
        match_id = await archive.import_record(hall.store, ended)
        assert match_id is not None
        match = await hall.store.match(match_id)
        assert match.status is MatchStatus.ENDED
        told = [(ruling.what, ruling.seat, ruling.after) for ruling in match.rulings]
        assert told == [
            (RulingKind.PAUSE, 0, 1),
            (RulingKind.RESIGN, 1, 2),
            (RulingKind.END, None, 2),
        ]
        assert match.rulings[-1].detail == Ending.RESIGNED
        unplayed = replace(record, events=(), notes=(Note(0, "end agreed"),))
        before = await archive.import_record(hall.store, unplayed)
        assert before is not None
        assert (await hall.store.match(before)).status is MatchStatus.ENDED
        foreign = replace(ended, fields={"fairness": "77"})
        with pytest.raises(ArchiveError, match="protocol"):
            await archive.import_record(hall.store, foreign)
        async with hall.table(match_id) as table:
            assert table.ended
            assert "\n& resign B\n& end resigned\n" in await record_of(hall, match_id)


def test_rulings_that_make_no_sense_are_left_out_of_a_record_that_is_taken_in() -> None:
    record = records.read(
        "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\n& pause A\n& dance A\n"
        "& end whenever\n& Anna is tired!\n& end agreed\n"
    )
    told = [(ruling.what, ruling.detail) for ruling in proof.rulings_of(record, 5)]
    assert told == [(RulingKind.PAUSE, ""), (RulingKind.END, Ending.AGREED)]
    match = archive.match_from_record(
        replace(record, fields={"hash a": "no hex", "contribution b": "0f"})
    )
    assert [seat.contribution for seat in match.seats] == [b"", b"\x0f"]
    assert [seat.contribution_hash for seat in match.seats] == [b"", b""]


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE event SET action = action + 1 WHERE number = 3", "event 3 of"),
        ("UPDATE event SET action = 99999 WHERE number = 4", "event 4 of"),
        ("UPDATE event SET seat = 7 WHERE number = 5", "there is no seat 7 here"),
        ("UPDATE event SET seat = (seat + 1) % 3 WHERE number = 5", "is refused by"),
        ("UPDATE match SET status = 'running'", "is stored as running, but is over"),
        ("DELETE FROM event WHERE number > 5", "after its 5 events it is not"),
        ("DELETE FROM event WHERE number = 2", "events are missing"),
        ("UPDATE match SET game = 'gone'", "gone"),
        ("UPDATE match SET options = 'moon=full'", "moon"),
        ("UPDATE match SET status = 'fun'", "fun"),
        ("UPDATE match SET server_secret = x'00'", "is not what chance brings"),
    ],
)
@asynchronous
async def test_what_does_not_replay_is_found(path: Path, statement: str, fault: str) -> None:
    async with hall_at(path) as hall:
        await raufer(hall)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    async with SqliteStore(path) as store:
        found = [match async for match in archive.matches(store)]
        assert len(found) == 1
        match = found[0]
        if isinstance(match, StoredMatch):
            try:
                told = archive.find_fault(match, await store.events(match.id))
            except Exception as error:
                told = str(error)
        else:
            told = str(match)
    assert fault in told
