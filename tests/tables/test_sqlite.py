"""The embedded store: durable, without gaps, each command answered once, under load too."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tischlein.core.errors import TischleinError
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.seats import CHANCE
from tischlein.tables import schema, sqlite
from tischlein.tables.sqlite import SqliteStore, default_path
from tischlein.tables.store import (
    AcceptedCommand,
    AlreadyAnsweredError,
    ConflictError,
    MatchNotFoundError,
    MatchStatus,
    Part,
    RefusedCommand,
    RulesInUse,
    SeatKind,
    StoreClosedError,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    StoredSnapshot,
    StoreError,
    StoreFullError,
    StoreIncompatibleError,
    StoreUnavailableError,
)

P = ParamSpec("P")


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test's coroutine on an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@asynccontextmanager
async def store_with(path: Path, *match_ids: str) -> AsyncIterator[SqliteStore]:
    """Open a store at `path` in which these matches exist."""
    async with SqliteStore(path) as store:
        for match_id in match_ids:
            await store.create_match(new_match(match_id))
        yield store


@contextmanager
def writing_held_up(path: Path) -> Iterator[None]:
    """Keep the database locked as another writing process would, so that requests queue up."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def new_match(match_id: str, **fields: Any) -> StoredMatch:
    defaults: dict[str, Any] = {
        "game": "bauab",
        "rules_version": 1,
        "options": "",
        "seats": (StoredSeat(), StoredSeat()),
        "created": 1000,
        "touched": 1000,
        "commitment": "c0ffee",
        "server_secret": b"\x00\xffsecret",
    }
    return StoredMatch(id=match_id, **{**defaults, **fields})


def moves(
    first: int, last: int | None = None, *, seat: int = 0, time: int = 2000
) -> list[StoredEvent]:
    """Events `first` to `last`, each with its own number as its action."""
    last = first if last is None else last
    return [StoredEvent(n, Event(seat, n), time) for n in range(first, last + 1)]


def commanded(number: int, command: str, seat: int = 0) -> list[StoredEvent]:
    return [StoredEvent(number, Event(seat, number), 2000, command)]


def refused(command: str, seat: int = 0, rule: str = "BAU-3") -> RefusedCommand:
    return RefusedCommand(seat, command, Refusal(rule))


def rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(count)


async def outcome_of(work: Awaitable[None]) -> Exception | None:
    """Wait for `work` and return what it raised."""
    try:
        await work
    except StoreError as error:
        return error
    return None


# Matches and their metadata


FULL_MATCH = new_match(
    "full",
    rules_version=3,
    options="size=5 komi=yes",
    seats=(
        StoredSeat(
            kind=SeatKind.PERSON,
            name="Änne 🎲",
            level="strong",
            secret_hash="5ec",
            sessions=("phone", "laptop"),
            part=Part.REVEALED,
            contribution_hash=bytes(range(32)),
            contribution=bytes(range(16)),
            chair=2,
        ),
        StoredSeat(kind=SeatKind.BOT, name="Bauab-Bot", level="weak"),
        StoredSeat(),
    ),
    status=MatchStatus.RUNNING,
    listed=True,
    fixed=True,
    host="phone",
    deadline=5000,
    successor="next",
    touched=4000,
)


@asynchronous
async def test_a_match_comes_back_as_it_was_stored(path: Path) -> None:
    async with SqliteStore(path) as store:
        await store.create_match(FULL_MATCH)
        await store.create_match(new_match("plain"))
        assert await store.match("full") == FULL_MATCH
        assert await store.match("plain") == new_match("plain")
    async with SqliteStore(path) as store:
        assert await store.match("full") == FULL_MATCH


@asynchronous
async def test_an_id_names_one_match_only(path: Path) -> None:
    async with store_with(path, "m") as store:
        with pytest.raises(ConflictError, match="already"):
            await store.create_match(new_match("m", game="raufer"))
        assert (await store.match("m")).game == "bauab"


@asynchronous
async def test_an_update_replaces_all_metadata(path: Path) -> None:
    async with store_with(path, "m") as store:
        match = await store.match("m")
        seats = (StoredSeat(kind=SeatKind.PERSON, name="Ben", sessions=("laptop",)),)
        changed = match.changed(seats=seats, status=MatchStatus.FINISHED, touched=9, deadline=7)
        await store.update_match(changed)
        assert await store.match("m") == changed
        assert changed.revision == 2


@asynchronous
async def test_of_two_updates_of_the_same_revision_one_wins(path: Path) -> None:
    async with store_with(path, "m") as store:
        match = await store.match("m")
        await store.update_match(match.changed(host="first"))
        with pytest.raises(ConflictError, match="revision"):
            await store.update_match(match.changed(host="second"))
        assert (await store.match("m")).host == "first"


@asynchronous
async def test_an_unknown_match_is_named_in_the_error(path: Path) -> None:
    async with store_with(path) as store:
        for request in (
            store.match("m"),
            store.events("m"),
            store.append("m", moves(1)),
            store.refuse("m", refused("c")),
            store.save_snapshot("m", StoredSnapshot(0, "v1", b"")),
            store.update_match(new_match("m").changed()),
        ):
            with pytest.raises(MatchNotFoundError, match="'m'") as raised:
                await request
            assert raised.value.match_id == "m"
    assert isinstance(raised.value, TischleinError)
    assert rows(path, "event") == rows(path, "refusal") == rows(path, "snapshot") == 0


@asynchronous
async def test_the_lobby_shows_open_listed_matches_newest_first(path: Path) -> None:
    async with store_with(path) as store:
        await store.create_match(new_match("old", listed=True, created=1))
        await store.create_match(new_match("new", listed=True, created=3))
        await store.create_match(new_match("middle", listed=True, created=2))
        await store.create_match(new_match("private", listed=False, created=4))
        await store.create_match(new_match("running", listed=True, status=MatchStatus.RUNNING))
        assert [match.id for match in await store.lobby()] == ["new", "middle", "old"]
        assert [match.id for match in await store.lobby(limit=1)] == ["new"]


@asynchronous
async def test_a_session_finds_the_matches_it_hosts_or_plays(path: Path) -> None:
    def held_by(*sessions: str) -> tuple[StoredSeat, ...]:
        return (StoredSeat(), StoredSeat(sessions=sessions))

    async with store_with(path, "strangers") as store:
        await store.create_match(new_match("hosted", host="me", touched=3))
        await store.create_match(new_match("two devices", seats=held_by("you", "me"), touched=5))
        await store.create_match(new_match("hot seat", seats=held_by("me") * 2, host="me"))
        assert [match.id for match in await store.matches_of_session("me")] == [
            "hot seat",
            "two devices",
            "hosted",
        ]
        assert [match.id for match in await store.matches_of_session("me", limit=1)] == ["hot seat"]
        left = await store.match("two devices")
        await store.update_match(left.changed(seats=held_by("you")))
        assert "two devices" not in [match.id for match in await store.matches_of_session("me")]
        assert await store.matches_of_session("nobody") == []


@asynchronous
async def test_ids_come_in_pages(path: Path) -> None:
    async with store_with(path, "d", "a", "c") as store:
        await store.create_match(new_match("b", status=MatchStatus.RUNNING))
        assert await store.match_ids() == ["a", "b", "c", "d"]
        assert await store.match_ids(limit=2) == ["a", "b"]
        assert await store.match_ids(after="b", limit=2) == ["c", "d"]
        assert await store.match_ids([MatchStatus.RUNNING, MatchStatus.FINISHED]) == ["b"]
        assert await store.match_ids([]) == []


@asynchronous
async def test_rules_in_use_are_counted(path: Path) -> None:
    async with store_with(path, "one", "two") as store:
        await store.create_match(new_match("newer", rules_version=2))
        await store.create_match(new_match("other", game="raufer"))
        assert await store.rules_in_use() == [
            RulesInUse("bauab", 1, 2),
            RulesInUse("bauab", 2, 1),
            RulesInUse("raufer", 1, 1),
        ]


# Events


@asynchronous
async def test_a_command_and_the_chance_after_it_are_one_append(path: Path) -> None:
    events = [
        StoredEvent(1, Event(2, 700), 2000, "cmd-1"),
        StoredEvent(2, Event(CHANCE, 6), 2001),
        StoredEvent(3, Event(CHANCE, 5, (12, -7, 2**62)), 2001),
    ]
    async with store_with(path, "m") as store:
        before = store.commits
        await store.append("m", events)
        assert store.commits == before + 1
        assert await store.events("m") == events


integers = st.integers(-(2**63), 2**63 - 1)


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(0, CHANCE), integers, st.lists(integers, max_size=8), integers),
        min_size=1,
        max_size=12,
    )
)
def test_any_events_come_back_as_they_were(
    contents: list[tuple[int, int, list[int], int]],
) -> None:
    events = [
        StoredEvent(number, Event(seat, action, tuple(outcome)), time, f"c{number}")
        for number, (seat, action, outcome, time) in enumerate(contents, 1)
    ]

    async def round_trip(path: Path) -> list[StoredEvent]:
        async with store_with(path, "m") as store:
            for event in events:
                await store.append("m", [event])
        async with SqliteStore(path) as store:
            return await store.events("m")

    with tempfile.TemporaryDirectory() as folder:
        assert asyncio.run(round_trip(Path(folder) / "tischlein.db")) == events


@asynchronous
async def test_a_gap_is_filled_by_a_range(path: Path) -> None:
    async with store_with(path, "m", "other") as store:
        await store.append("m", moves(1, 9))
        await store.append("other", moves(1, 3))
        assert await store.events("m", 7) == moves(7, 9)
        assert await store.events("m", 3, 5) == moves(3, 5)
        assert await store.events("m", 10) == []


@asynchronous
async def test_numbers_are_taken_once_and_leave_no_gap(path: Path) -> None:
    async with store_with(path, "m") as store:
        for wrong in (0, 2):
            with pytest.raises(ConflictError, match="does not follow the last, 0"):
                await store.append("m", moves(wrong))
        await store.append("m", moves(1, 2))
        for wrong in (1, 2, 4):
            with pytest.raises(ConflictError, match="does not follow the last, 2"):
                await store.append("m", moves(wrong, 5))
        assert await store.events("m") == moves(1, 2)


@asynchronous
async def test_an_append_needs_consecutive_events(path: Path) -> None:
    async with store_with(path, "m", "other") as store:
        with pytest.raises(ValueError, match="no event"):
            await store.append("m", [])
        with pytest.raises(ValueError, match="consecutively"):
            await store.append("m", moves(1) + moves(3))
        other = await store.match("other")
        with pytest.raises(ValueError, match="'other'"):
            await store.append("m", moves(1), update=other.changed())
        assert await store.events("m") == []


@asynchronous
async def test_the_last_event_finishes_the_match_in_the_same_step(path: Path) -> None:
    async with store_with(path, "m") as store:
        match = await store.match("m")
        finished = match.changed(status=MatchStatus.FINISHED, touched=3000)
        await store.append("m", moves(1), update=finished)
        assert await store.match("m") == finished

        with pytest.raises(ConflictError, match="revision"):
            await store.append("m", moves(2), update=match.changed(host="stale"))
        assert await store.events("m") == moves(1)

        with pytest.raises(ConflictError, match="does not follow"):
            await store.append("m", moves(5), update=finished.changed(host="early"))
        assert await store.match("m") == finished


# Commands are answered once


@asynchronous
async def test_a_repeated_command_gets_its_event_and_makes_no_second_one(path: Path) -> None:
    async with store_with(path, "m") as store:
        await store.append("m", commanded(1, "c"))
        accepted = AcceptedCommand(0, "c", 1)
        assert await store.answer("m", 0, "c") == accepted
        with pytest.raises(AlreadyAnsweredError) as repeated:
            await store.append("m", commanded(2, "c"))
        assert repeated.value.answer == accepted
        with pytest.raises(AlreadyAnsweredError) as judged_now:
            await store.refuse("m", refused("c"))
        assert judged_now.value.answer == accepted
        assert await store.events("m") == commanded(1, "c")


@asynchronous
async def test_a_refused_command_stays_refused_with_the_same_words(path: Path) -> None:
    refusal = Refusal(
        "BAU-12",
        {"plots": 3, "who": seat_name(1), "why": Phrase("locked", {"names": ["a3", "b4"]})},
        culprits=("plot-a3",),
    )
    answer = RefusedCommand(0, "c", refusal)
    async with store_with(path, "m") as store:
        await store.refuse("m", answer)
        with pytest.raises(AlreadyAnsweredError) as repeated:
            await store.refuse("m", refused("c", rule="BAU-4"))
        assert repeated.value.answer == answer
        with pytest.raises(AlreadyAnsweredError):
            await store.append("m", commanded(1, "c"))
        assert await store.events("m") == []
    async with SqliteStore(path) as store:
        assert await store.answer("m", 0, "c") == answer


@asynchronous
async def test_command_ids_of_other_seats_and_matches_are_other_commands(path: Path) -> None:
    async with store_with(path, "m", "n") as store:
        await store.append("m", commanded(1, "c", seat=0))
        assert await store.answer("m", 1, "c") is None
        assert await store.answer("n", 0, "c") is None
        await store.append("m", commanded(2, "c", seat=1))
        await store.refuse("n", refused("c"))
        assert await store.answer("m", 1, "c") == AcceptedCommand(1, "c", 2)
        assert await store.answer("n", 0, "c") == refused("c")


@asynchronous
async def test_a_seat_keeps_a_bounded_number_of_refusals(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "REFUSALS_KEPT", 3)
    async with store_with(path, "m") as store:
        await store.refuse("m", refused("neighbour", seat=1))
        for number in range(10):
            await store.refuse("m", refused(f"c{number}"))
        kept = [number for number in range(10) if await store.answer("m", 0, f"c{number}")]
        assert kept == [7, 8, 9]
        assert await store.answer("m", 1, "neighbour") == refused("neighbour", seat=1)


@asynchronous
async def test_the_same_command_twice_in_one_append_is_rejected_whole(path: Path) -> None:
    async with store_with(path, "m") as store:
        with pytest.raises(StoreError, match="rejects"):
            await store.append("m", commanded(1, "c") + commanded(2, "c"))
        assert await store.events("m") == []


# Snapshots


@asynchronous
async def test_the_newest_snapshot_is_kept(path: Path) -> None:
    async with store_with(path, "m", "other") as store:
        assert await store.latest_snapshot("m") is None
        await store.save_snapshot("m", StoredSnapshot(0, "v1", b"start"))
        await store.append("m", moves(1, 20))
        await store.save_snapshot("m", StoredSnapshot(20, "v1", b"\x00late"))
        await store.save_snapshot("m", StoredSnapshot(10, "v1", b"early"))
        assert await store.latest_snapshot("m") == StoredSnapshot(20, "v1", b"\x00late")
        await store.save_snapshot("m", StoredSnapshot(20, "v2", b"converted"))
        assert await store.latest_snapshot("other") is None
    async with SqliteStore(path) as store:
        assert await store.latest_snapshot("m") == StoredSnapshot(20, "v2", b"converted")
    assert rows(path, "snapshot") == 1


@asynchronous
async def test_a_snapshot_cannot_be_ahead_of_the_log(path: Path) -> None:
    async with store_with(path, "m") as store:
        await store.append("m", moves(1))
        with pytest.raises(ConflictError, match="the last is 1"):
            await store.save_snapshot("m", StoredSnapshot(2, "v1", b""))
        assert await store.latest_snapshot("m") is None


# Cleaning up


@asynchronous
async def test_idle_matches_are_removed_with_all_that_belongs_to_them(path: Path) -> None:
    seats = (StoredSeat(sessions=("me",)),)
    async with SqliteStore(path) as store:
        await store.create_match(new_match("idle", touched=1000, seats=seats))
        await store.append("idle", commanded(1, "c"))  # at time 2000
        await store.refuse("idle", refused("d"))
        await store.save_snapshot("idle", StoredSnapshot(1, "v1", b"state"))
        assert await store.remove_idle([MatchStatus.OPEN], 2000) == []
        assert await store.remove_idle([MatchStatus.RUNNING], 2001) == []
        assert await store.remove_idle([MatchStatus.OPEN], 2001) == ["idle"]
        with pytest.raises(MatchNotFoundError):
            await store.match("idle")
    for table in ("match", "seat", "seat_session", "event", "refusal", "snapshot"):
        assert rows(path, table) == 0, table


@asynchronous
async def test_a_match_is_kept_while_its_events_or_its_metadata_are_fresh(path: Path) -> None:
    async with SqliteStore(path) as store:
        await store.create_match(new_match("played", touched=1000))
        await store.append("played", moves(1, time=1000) + moves(2, time=9000))
        await store.create_match(new_match("joined", touched=9000))
        await store.append("joined", moves(1, time=1000))
        await store.create_match(new_match("idle", touched=1000))
        assert await store.remove_idle(tuple(MatchStatus), 5000) == ["idle"]
        assert await store.match_ids() == ["joined", "played"]


@asynchronous
async def test_removal_goes_in_portions(path: Path) -> None:
    ids = [f"m{number}" for number in range(5)]
    async with store_with(path, *ids) as store:
        portions = [await store.remove_idle([MatchStatus.OPEN], 2000, limit=2) for _ in range(4)]
        assert [len(portion) for portion in portions] == [2, 2, 1, 0]
        assert sorted(chain.from_iterable(portions)) == ids


# Group commit, concurrency, backpressure


@asynchronous
async def test_200_writers_share_transactions_and_lose_nothing(path: Path) -> None:
    ids = [f"m{number}" for number in range(200)]

    async def play(store: SqliteStore, match_id: str) -> None:
        for number in range(1, 16):
            await store.append(match_id, commanded(number, f"c{number}"))

    async with SqliteStore(path) as store:
        await asyncio.gather(*(store.create_match(new_match(match_id)) for match_id in ids))
        before = store.commits
        await asyncio.gather(*(play(store, match_id) for match_id in ids))
        assert store.commits - before < 200 * 15 / 10
    async with SqliteStore(path) as store:
        expected = [event for number in range(1, 16) for event in commanded(number, f"c{number}")]
        for match_id in ids:
            assert await store.events(match_id) == expected


@asynchronous
async def test_of_many_rivals_for_a_number_exactly_one_wins(path: Path) -> None:
    """Two stores on one file stand for two processes."""
    async with store_with(path, "m") as here, SqliteStore(path) as there:
        for number in range(1, 11):
            rivals = [
                outcome_of(store.append("m", moves(number, seat=seat)))
                for seat, store in enumerate([here, there] * 4)
            ]
            outcomes = await asyncio.gather(*rivals)
            winners = [seat for seat, error in enumerate(outcomes) if error is None]
            assert len(winners) == 1
            assert all(isinstance(error, ConflictError) for error in outcomes if error)
            assert await here.events("m", number) == moves(number, seat=winners[0])


@asynchronous
async def test_of_rivals_with_the_same_command_one_gets_the_event_and_all_its_number(
    path: Path,
) -> None:
    async with store_with(path, "m") as here, SqliteStore(path) as there:
        outcomes = await asyncio.gather(
            *(outcome_of(store.append("m", commanded(1, "c"))) for store in [here, there] * 3)
        )
        errors = [error for error in outcomes if error is not None]
        assert len(errors) == 5
        for error in errors:
            assert isinstance(error, AlreadyAnsweredError)
            assert error.answer == AcceptedCommand(0, "c", 1)


@asynchronous
async def test_a_failing_request_takes_no_other_of_its_transaction_with_it(path: Path) -> None:
    async with store_with(path, "a", "b", "c", "d") as store:
        before = store.commits
        with writing_held_up(path):
            # The first request waits for the lock alone; the others become one transaction.
            waiting = [asyncio.create_task(store.update_match(new_match("d").changed()))]
            await asyncio.sleep(0.05)
            waiting += [
                asyncio.create_task(store.append("a", moves(1, 3))),
                asyncio.create_task(store.append("b", moves(7))),
                asyncio.create_task(store.append("c", commanded(1, "c") + commanded(2, "\ud800"))),
                asyncio.create_task(store.append("c", moves(1))),
            ]
            await asyncio.sleep(0.05)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(result) for result in results] == [
            type(None),
            type(None),
            ConflictError,
            UnicodeEncodeError,
            type(None),
        ]
        assert store.commits <= before + 2
        assert await store.events("a") == moves(1, 3)
        assert await store.events("b") == []
        assert await store.events("c") == moves(1)


@asynchronous
async def test_nobody_is_told_before_the_commit(path: Path) -> None:
    async with store_with(path, "m") as store:
        with writing_held_up(path):
            append = asyncio.create_task(store.append("m", moves(1)))
            await asyncio.sleep(0.1)
            assert not append.done()
            assert await store.events("m") == []  # and readers do not wait meanwhile
        await append
        assert await store.events("m") == moves(1)


@asynchronous
async def test_a_full_queue_is_said_at_once(path: Path) -> None:
    async with store_with(path, "m"):
        pass
    async with SqliteStore(path, capacity=3) as store:
        with writing_held_up(path):
            # The writer takes the first off the queue, now or a little later.
            appends = [outcome_of(store.append("m", moves(number))) for number in range(1, 7)]
            waiting = asyncio.gather(*appends)
            await asyncio.sleep(0.05)
        outcomes = await waiting
        accepted = outcomes.count(None)
        assert accepted in (3, 4)
        for error in outcomes[accepted:]:
            assert isinstance(error, StoreFullError)
        assert await store.events("m") == moves(1, accepted)
        await store.append("m", moves(accepted + 1))


@asynchronous
async def test_too_many_readers_are_told_so(path: Path) -> None:
    async with store_with(path, "m"):
        pass
    async with SqliteStore(path, capacity=5, reader_threads=1) as store:
        outcomes = await asyncio.gather(
            *(store.match("m") for _ in range(8)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [StoredMatch] * 5 + [StoreFullError] * 3
        assert await store.match("m") == new_match("m")


@asynchronous
async def test_a_cancelled_wait_takes_nothing_back_and_holds_nobody_up(path: Path) -> None:
    async with store_with(path, "m") as store:
        with writing_held_up(path):
            appends = [asyncio.create_task(store.append("m", moves(n))) for n in (1, 2, 3)]
            await asyncio.sleep(0.05)
            appends[1].cancel()
            await asyncio.sleep(0)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results] == [
            type(None),
            asyncio.CancelledError,
            type(None),
        ]
        assert await store.events("m") == moves(1, 3)


def test_one_store_serves_several_event_loops(path: Path) -> None:
    async def play(store: SqliteStore, match_id: str) -> None:
        for number in range(1, 21):
            await store.append(match_id, moves(number))
        assert await store.events(match_id) == moves(1, 20)

    async def main() -> None:
        async with store_with(path, "a", "b", "c") as store:
            await asyncio.gather(
                *(
                    asyncio.to_thread(asyncio.run, play(store, match_id))
                    for match_id in ("a", "b", "c")
                )
            )

    asyncio.run(main())


def test_an_event_loop_that_ends_while_it_waits_harms_no_other(path: Path) -> None:
    async def give_up(store: SqliteStore) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.append("m", moves(1)), 0.05)

    async def main() -> None:
        async with store_with(path, "m") as store:
            with writing_held_up(path):
                leaver = threading.Thread(target=asyncio.run, args=(give_up(store),))
                leaver.start()
                leaver.join()
            await store.append("m", moves(2))
            assert await store.events("m") == moves(1, 2)

    asyncio.run(main())


# Closing, killing, failing


@asynchronous
async def test_closing_writes_what_was_accepted(path: Path) -> None:
    async with store_with(path, "m"):
        pass
    store = SqliteStore(path)
    appends = [asyncio.create_task(store.append("m", moves(n))) for n in range(1, 101)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*appends)
    async with SqliteStore(path) as store:
        assert await store.events("m") == moves(1, 100)


@asynchronous
async def test_a_closed_store_says_so(path: Path) -> None:
    async with store_with(path, "m") as store:
        await asyncio.gather(store.close(), store.close())
        await store.close()
        with pytest.raises(StoreClosedError):
            await store.append("m", moves(1))
        with pytest.raises(StoreClosedError):
            await store.match("m")
    assert [file.name for file in path.parent.iterdir()] == [path.name]


PLAYER = """
import asyncio, os, sys
from pathlib import Path
from tischlein.core.events import Event
from tischlein.tables.sqlite import SqliteStore
from tischlein.tables.store import StoredEvent

async def play(store, match_id):
    number = len(await store.events(match_id))
    while True:
        pair = [StoredEvent(number + i, Event(0, 7 * (number + i)), 0) for i in (1, 2)]
        await store.append(match_id, pair)
        number += 2
        os.write(1, f"{match_id} {number}\\n".encode())

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, match_id) for match_id in sys.argv[2:]))

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_leaves_every_acknowledged_append(path: Path) -> None:
    """Thrice: a process is killed amid its appends, and the next goes on where it was."""
    ids = [f"m{number}" for number in range(20)]
    acknowledged = dict.fromkeys(ids, 0)

    async def prepare() -> None:
        async with store_with(path, *ids):
            pass

    async def read() -> dict[str, list[StoredEvent]]:
        async with SqliteStore(path) as store:
            return {match_id: await store.events(match_id) for match_id in ids}

    asyncio.run(prepare())
    for wanted in (1, 300, 1500):
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), *ids], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(wanted):
                match_id, number = process.stdout.readline().split()
                acknowledged[match_id] = int(number)
            process.kill()
            for line in process.stdout:
                if line.endswith("\n"):
                    match_id, number = line.split()
                    acknowledged[match_id] = int(number)
        assert process.returncode == -signal.SIGKILL
        for match_id, events in asyncio.run(read()).items():
            numbers = [event.number for event in events]
            assert numbers == list(range(1, len(events) + 1))
            assert len(events) >= acknowledged[match_id]
            assert len(events) % 2 == 0  # no half of an append
            assert [event.event.action for event in events] == [7 * n for n in numbers]
    assert sum(acknowledged.values()) > 1800


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that are opened from now on, the store's writing one first."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **kwargs))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    return opened


@asynchronous
async def test_a_commit_waits_for_the_disk(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    async with SqliteStore(path):
        assert connections[0].execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connections[0].execute("PRAGMA journal_mode").fetchone() == ("wal",)


@asynchronous
async def test_a_full_disk_is_an_error_and_nothing_is_half_stored(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    async with store_with(path, "m", "n") as store:
        (pages,) = connections[0].execute("PRAGMA page_count").fetchone()
        connections[0].execute(f"PRAGMA max_page_count = {pages}")
        long = Event(0, 1, tuple(range(10_000)))
        outcomes = await asyncio.gather(
            outcome_of(store.append("n", [StoredEvent(1, Event(0, 1), 0)])),
            outcome_of(store.append("m", [*moves(1), StoredEvent(2, long, 0)])),
        )
        assert isinstance(outcomes[1], StoreUnavailableError)
        assert await store.events("m") == []
        assert len(await store.events("n")) == (outcomes[0] is None)
        connections[0].execute("PRAGMA max_page_count = 1000000")
        await store.append("m", [*moves(1), StoredEvent(2, long, 0)])
        assert [event.number for event in await store.events("m")] == [1, 2]


@asynchronous
async def test_a_database_that_fails_amid_a_transaction_fails_all_of_it_and_recovers(
    path: Path,
) -> None:
    async with store_with(path, "m") as store:
        with closing(sqlite3.connect(path)) as other:
            other.execute("ALTER TABLE snapshot RENAME TO mislaid")
        with pytest.raises(StoreUnavailableError, match="snapshot"):
            await store.save_snapshot("m", StoredSnapshot(0, "v1", b""))
        with pytest.raises(StoreUnavailableError, match="snapshot"):
            await store.latest_snapshot("m")
        await store.append("m", moves(1))
        assert await store.events("m") == moves(1)


@asynchronous
async def test_a_database_that_stays_locked_is_unavailable_until_it_is_free(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "BUSY_TIMEOUT", 50)
    async with store_with(path, "m") as store:
        with writing_held_up(path):
            for _ in range(2):
                with pytest.raises(StoreUnavailableError, match="locked"):
                    await store.append("m", moves(1))
        await store.append("m", moves(1))
        assert await store.events("m") == moves(1)


# The file


@asynchronous
async def test_folders_are_made_and_the_file_is_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "matches.db"
    async with store_with(path, "m"):
        for file in path.parent.iterdir():
            assert file.stat().st_mode & 0o077 == 0 or os.name == "nt", file


@pytest.mark.skipif(sys.platform != "linux", reason="the folder differs on other systems")
def test_the_default_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/tischlein/tischlein.db")


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("dear diary, " * 100)
    with pytest.raises(StoreIncompatibleError, match="not a database"):
        SqliteStore(path)
    assert path.read_text() == "dear diary, " * 100


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (url TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreIncompatibleError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_in_place_of_the_file_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="cannot open"):
        SqliteStore(tmp_path)


def test_an_sqlite_that_is_too_old_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StoreUnavailableError, match=r"SQLite 3\.37\.0 or newer"):
        SqliteStore(path)
    assert not path.exists()


@asynchronous
async def test_an_older_file_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_with(path, "m") as store:
        await store.append("m", moves(1, 2))
    newer = [*schema.MIGRATIONS, ("ALTER TABLE event ADD COLUMN note TEXT",)]
    monkeypatch.setattr(schema, "MIGRATIONS", newer)
    for _ in range(2):  # the second time there is nothing left to do
        async with SqliteStore(path) as store:
            assert await store.events("m") == moves(1, 2)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT note FROM event").fetchall() == [(None,), (None,)]


@asynchronous
async def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_with(path, "m"):
        pass
    with monkeypatch.context() as patch:
        broken = ("ALTER TABLE event ADD COLUMN note TEXT", "no statement")
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, broken])
        with pytest.raises(StoreUnavailableError, match="syntax error"):
            SqliteStore(path)
    async with SqliteStore(path) as store:
        assert await store.match("m") == new_match("m")
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT note FROM event")


@asynchronous
async def test_a_newer_programs_file_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, ("CREATE TABLE more (x)",)])
        async with store_with(path, "m"):
            pass
    with pytest.raises(StoreIncompatibleError, match="newer Tischlein"):
        SqliteStore(path)
