"""What every store promises: durable, without gaps, each command answered once, under load too."""

import asyncio
import signal
import subprocess
import sys
import threading
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.postgresql import Cluster
from tests.tables.places import Address, File, Place, store_with
from tests.tables.playing import asynchronous
from tests.tables.storing import commanded, moves, new_match, outcome_of, refused
from tischlein.core.errors import TischleinError
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.seats import CHANCE
from tischlein.tables.players.programs import registered, session_of
from tischlein.tables.problems import TooManyError
from tischlein.tables.storage import sql_matches
from tischlein.tables.storage.postgres.schema import ONLY_HERE
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.store_errors import (
    AlreadyAnsweredError,
    ConflictError,
    MatchNotFoundError,
    StoreClosedError,
    StoreError,
    StoreFullError,
    StoreUnavailableError,
)
from tischlein.tables.stored import (
    AcceptedCommand,
    Clocks,
    ContributionState,
    Engagements,
    HostedCounts,
    MatchStatus,
    NewEngagements,
    RefusedCommand,
    RulesInUse,
    SeatClock,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredSeat,
    StoredSnapshot,
    TimeControl,
    TimeKind,
    TimeoutAction,
)

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
            part=ContributionState.REVEALED,
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
    time_control=TimeControl(TimeKind.MATCH, 300, 5, TimeoutAction.LOSE, "weak"),
    clocks=Clocks(4000, (SeatClock(1000, 5000), SeatClock(0, None, True, True))),
    deadline=5000,
    successor="next",
    touched=4000,
)


@asynchronous
async def test_a_match_comes_back_as_it_was_stored(place: Place) -> None:
    async with place.open() as store:
        await store.create_match(FULL_MATCH)
        await store.create_match(new_match("plain"))
        assert await store.match("full") == FULL_MATCH
        assert await store.match("plain") == new_match("plain")
    async with place.open() as store:
        assert await store.match("full") == FULL_MATCH


@asynchronous
async def test_the_servers_own_time_never_goes_back(place: Place) -> None:
    async with place.open() as store:
        assert await store.stored_time() is None
        assert [await store.store_time(time) for time in (500, 400, 700)] == [500, 500, 700]
    async with place.open() as store:
        assert await store.stored_time() == 700


@asynchronous
async def test_an_id_names_one_match_only(place: Place) -> None:
    async with store_with(place, "m") as store:
        with pytest.raises(ConflictError, match="already"):
            await store.create_match(new_match("m", game="raufer"))
        assert (await store.match("m")).game == "bauab"


@asynchronous
async def test_a_match_is_stored_with_what_has_happened_in_it_already(place: Place) -> None:
    begun = new_match("m", status=MatchStatus.RUNNING, revision=1)
    async with store_with(place) as store:
        await store.create_match(begun, moves(1, 3))
        assert await store.match("m") == begun
        assert await store.events("m") == moves(1, 3)
        await store.append("m", moves(4))
        with pytest.raises(ConflictError):
            await store.append("m", moves(4))
        assert store.appended == 4


@asynchronous
async def test_who_opens_a_match_is_told_what_its_host_has_open_besides(place: Place) -> None:
    alone = (StoredSeat(kind=SeatKind.BOT, level="easy"),)
    people = (StoredSeat(kind=SeatKind.PERSON, name="Ben", sessions=("me",)),)
    told: list[HostedCounts] = []
    opened: list[dict[str, Any]] = [
        {},
        {"status": MatchStatus.RUNNING, "seats": people},
        {"status": MatchStatus.RUNNING, "seats": alone},
        {"status": MatchStatus.FINISHED},
        {"host": "you"},
    ]
    async with store_with(place) as store:
        for number, fields in enumerate(opened):
            match = new_match(str(number), **{"host": "me", **fields})
            await store.create_match(match, check=told.append)
    assert told == [
        HostedCounts(0, 0, 0),
        HostedCounts(1, 0, 0),
        HostedCounts(1, 1, 0),
        HostedCounts(1, 2, 1),
        HostedCounts(0, 0, 0),
    ]


@asynchronous
async def test_a_match_that_is_one_too_many_is_not_stored(place: Place) -> None:
    def refuse(_: HostedCounts) -> None:
        raise TooManyError("waiting-tables", seconds=1, most=0)

    async with store_with(place) as store:
        with pytest.raises(TooManyError):
            await store.create_match(new_match("m"), moves(1), refuse)
        with pytest.raises(MatchNotFoundError):
            await store.match("m")
        await store.create_match(new_match("m"))
        assert await store.events("m") == []


@asynchronous
async def test_an_update_replaces_all_metadata(place: Place) -> None:
    async with store_with(place, "m") as store:
        match = await store.match("m")
        seats = (StoredSeat(kind=SeatKind.PERSON, name="Ben", sessions=("laptop",)),)
        changed = match.changed(seats=seats, status=MatchStatus.FINISHED, touched=9, deadline=7)
        await store.update_match(changed)
        assert await store.match("m") == changed
        assert changed.revision == 2


@asynchronous
async def test_of_two_updates_of_the_same_revision_one_wins(place: Place) -> None:
    async with store_with(place, "m") as store:
        match = await store.match("m")
        await store.update_match(match.changed(host="first"))
        with pytest.raises(ConflictError, match="revision"):
            await store.update_match(match.changed(host="second"))
        assert (await store.match("m")).host == "first"


@asynchronous
async def test_an_unknown_match_is_named_in_the_error(place: Place) -> None:
    async with store_with(place) as store:
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
    assert place.rows("event") == place.rows("refusal") == place.rows("snapshot") == 0


@asynchronous
async def test_the_lobby_shows_open_listed_matches_newest_first(place: Place) -> None:
    async with store_with(place) as store:
        await store.create_match(new_match("old", listed=True, created=1))
        await store.create_match(new_match("new", listed=True, created=3))
        await store.create_match(new_match("middle", listed=True, created=2))
        await store.create_match(new_match("private", listed=False, created=4))
        await store.create_match(new_match("running", listed=True, status=MatchStatus.RUNNING))
        assert [match.id for match in await store.lobby()] == ["new", "middle", "old"]
        assert [match.id for match in await store.lobby(limit=1)] == ["new"]


@asynchronous
async def test_a_session_finds_the_matches_it_hosts_or_plays(place: Place) -> None:
    def held_by(*sessions: str) -> tuple[StoredSeat, ...]:
        return (StoredSeat(), StoredSeat(sessions=sessions))

    async with store_with(place, "strangers") as store:
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
async def test_matches_of_a_session_are_found_by_where_they_stand(place: Place) -> None:
    async with store_with(place) as store:
        await store.create_match(new_match("open", host="me"))
        await store.create_match(new_match("over", host="me", status=MatchStatus.FINISHED))
        statuses = MatchStatus.OPEN, MatchStatus.RUNNING
        found = await store.matches_of_session("me", statuses=statuses)
        assert [match.id for match in found] == ["open"]


@asynchronous
async def test_programs_are_kept_with_names_of_their_own(place: Place) -> None:
    robo = StoredProgram(
        id="1", name="Robo", owner="Ada", games=("bauab", "raufer"), token_hash="a", created=5
    )
    async with store_with(place) as store:
        await store.save_program(robo)
        assert await store.programs() == [robo]
        same_name = replace(robo, id="2", name="ROBO", token_hash="b")
        with pytest.raises(ConflictError, match="ROBO"):
            await store.save_program(same_name)
        with pytest.raises(ConflictError, match="Rob"):
            await store.save_program(replace(robo, id="2", name="Rob"))
        renewed = replace(robo, token_hash="c", games=())
        await store.save_program(renewed)
        revoked = replace(renewed, revoked=9)
        await store.save_program(revoked)
        await store.save_program(same_name)  # the name is free again
        assert await store.programs() == [same_name, revoked]


@asynchronous
async def test_of_many_that_engage_a_program_at_once_each_counts_those_before(
    place: Place,
) -> None:
    """Whether in a new match, by other metadata or by the first events; also of other servers."""
    program = registered("Robo", "Ada", (), 1)[0]
    session = session_of(program)
    told: list[Engagements] = []

    def check(checked: str, engagements: Engagements) -> None:
        assert checked == program.id
        if engagements.playing > 3:
            raise TooManyError("program-busy")
        told.append(engagements)

    engaging = NewEngagements({program.id: session}, check)
    seats = (StoredSeat(kind=SeatKind.PERSON, sessions=(session,)), StoredSeat())

    async def engage(store: SqlStore, number: int) -> None:
        match = new_match(f"m{number}")
        if number % 3 == 0:
            await store.create_match(replace(match, seats=seats), engaging=engaging)
            return
        await store.create_match(match)
        changed = match.changed(seats=seats)
        if number % 3 == 1:
            await store.update_match(changed, engaging=engaging)
        else:
            await store.append(match.id, moves(1), update=changed, engaging=engaging)

    async with place.open() as store, place.open() as other:
        await store.save_program(program)
        kept = StoredSeat(sessions=(session,))
        await store.create_match(new_match("kept", seats=(kept, StoredSeat())))
        await store.create_match(
            new_match("over", seats=seats, status=MatchStatus.FINISHED, touched=1)
        )
        outcomes = await asyncio.gather(
            *(engage((store, other)[one % 2], one) for one in range(12)), return_exceptions=True
        )
        assert Counter(map(type, outcomes)) == {type(None): 3, TooManyError: 9}
        assert sorted(one.playing for one in told) == [1, 2, 3]
        assert {one.invited for one in told} == {1}
        engaged = await store.matches_of_session(session, statuses=(MatchStatus.OPEN,))
        assert len(engaged) == 4


@asynchronous
async def test_ids_come_in_pages(place: Place) -> None:
    async with store_with(place, "d", "a", "c") as store:
        await store.create_match(new_match("b", status=MatchStatus.RUNNING))
        assert await store.match_ids() == ["a", "b", "c", "d"]
        assert await store.match_ids(limit=2) == ["a", "b"]
        assert await store.match_ids(after="b", limit=2) == ["c", "d"]
        assert await store.match_ids([MatchStatus.RUNNING, MatchStatus.FINISHED]) == ["b"]
        assert await store.match_ids([]) == []


@asynchronous
async def test_rules_in_use_are_counted(place: Place) -> None:
    async with store_with(place, "one", "two") as store:
        await store.create_match(new_match("newer", rules_version=2))
        await store.create_match(new_match("other", game="raufer"))
        assert await store.rules_in_use() == [
            RulesInUse("bauab", 1, 2),
            RulesInUse("bauab", 2, 1),
            RulesInUse("raufer", 1, 1),
        ]


# Events


@asynchronous
async def test_a_command_and_the_chance_after_it_are_one_append(place: Place) -> None:
    events = [
        StoredEvent(1, Event(2, 700), 2000, "cmd-1"),
        StoredEvent(2, Event(CHANCE, 6), 2001),
        StoredEvent(3, Event(CHANCE, 5, (12, -7, 2**62)), 2001),
    ]
    async with store_with(place, "m") as store:
        before = store.commits
        await store.append("m", events)
        assert store.commits == before + 1
        assert await store.events("m") == events


integers = st.integers(-(2**63), 2**63 - 1)


@asynchronous
async def test_any_events_come_back_as_they_were(place: Place) -> None:
    stored: list[tuple[str, list[StoredEvent]]] = []

    @settings(max_examples=25)
    @given(
        st.lists(
            st.tuples(st.integers(0, CHANCE), integers, st.lists(integers, max_size=8), integers),
            min_size=1,
            max_size=12,
        )
    )
    def collect(contents: list[tuple[int, int, list[int], int]]) -> None:
        events = [
            StoredEvent(number, Event(seat, action, tuple(measured)), time, f"c{number}")
            for number, (seat, action, measured, time) in enumerate(contents, 1)
        ]
        stored.append((f"m{len(stored)}", events))

    collect()
    async with store_with(place, *(match_id for match_id, _ in stored)) as store:
        for match_id, events in stored:
            for event in events:
                await store.append(match_id, [event])
    async with place.open() as store:
        for match_id, events in stored:
            assert await store.events(match_id) == events


@asynchronous
async def test_a_gap_is_filled_by_a_range(place: Place) -> None:
    async with store_with(place, "m", "other") as store:
        await store.append("m", moves(1, 9))
        await store.append("other", moves(1, 3))
        assert await store.events("m", 7) == moves(7, 9)
        assert await store.events("m", 3, 5) == moves(3, 5)
        assert await store.events("m", 10) == []


@asynchronous
async def test_numbers_are_taken_once_and_leave_no_gap(place: Place) -> None:
    async with store_with(place, "m") as store:
        for wrong in (0, 2):
            with pytest.raises(ConflictError, match="does not follow the last, 0"):
                await store.append("m", moves(wrong))
        await store.append("m", moves(1, 2))
        for wrong in (1, 2, 4):
            with pytest.raises(ConflictError, match="does not follow the last, 2"):
                await store.append("m", moves(wrong, 5))
        assert await store.events("m") == moves(1, 2)


@asynchronous
async def test_an_append_needs_consecutive_events(place: Place) -> None:
    async with store_with(place, "m", "other") as store:
        with pytest.raises(ValueError, match="no event"):
            await store.append("m", [])
        with pytest.raises(ValueError, match="consecutively"):
            await store.append("m", moves(1) + moves(3))
        other = await store.match("other")
        with pytest.raises(ValueError, match="'other'"):
            await store.append("m", moves(1), update=other.changed())
        assert await store.events("m") == []


@asynchronous
async def test_the_last_event_finishes_the_match_in_the_same_step(place: Place) -> None:
    async with store_with(place, "m") as store:
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
async def test_a_repeated_command_gets_its_event_and_makes_no_second_one(place: Place) -> None:
    async with store_with(place, "m") as store:
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
async def test_a_refused_command_stays_refused_with_the_same_words(place: Place) -> None:
    refusal = Refusal(
        "BAU-12",
        {"plots": 3, "who": seat_name(1), "why": Phrase("locked", {"names": ["a3", "b4"]})},
        culprits=("plot-a3",),
    )
    answer = RefusedCommand(0, "c", refusal)
    async with store_with(place, "m") as store:
        await store.refuse("m", answer)
        with pytest.raises(AlreadyAnsweredError) as repeated:
            await store.refuse("m", refused("c", rule="BAU-4"))
        assert repeated.value.answer == answer
        with pytest.raises(AlreadyAnsweredError):
            await store.append("m", commanded(1, "c"))
        assert await store.events("m") == []
    async with place.open() as store:
        assert await store.answer("m", 0, "c") == answer


@asynchronous
async def test_command_ids_of_other_seats_and_matches_are_other_commands(place: Place) -> None:
    async with store_with(place, "m", "n") as store:
        await store.append("m", commanded(1, "c", seat=0))
        assert await store.answer("m", 1, "c") is None
        assert await store.answer("n", 0, "c") is None
        await store.append("m", commanded(2, "c", seat=1))
        await store.refuse("n", refused("c"))
        assert await store.answer("m", 1, "c") == AcceptedCommand(1, "c", 2)
        assert await store.answer("n", 0, "c") == refused("c")


@asynchronous
async def test_a_seat_keeps_a_bounded_number_of_refusals(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_matches, "REFUSALS_KEPT", 3)
    async with store_with(place, "m") as store:
        await store.refuse("m", refused("neighbour", seat=1))
        for number in range(10):
            await store.refuse("m", refused(f"c{number}"))
        kept = [number for number in range(10) if await store.answer("m", 0, f"c{number}")]
        assert kept == [7, 8, 9]
        assert await store.answer("m", 1, "neighbour") == refused("neighbour", seat=1)


@asynchronous
async def test_the_same_command_twice_in_one_append_is_rejected_whole(place: Place) -> None:
    async with store_with(place, "m") as store:
        with pytest.raises(StoreError, match="rejects"):
            await store.append("m", commanded(1, "c") + commanded(2, "c"))
        assert await store.events("m") == []


# Snapshots


@asynchronous
async def test_the_newest_snapshot_is_kept(place: Place) -> None:
    async with store_with(place, "m", "other") as store:
        assert await store.latest_snapshot("m") is None
        await store.save_snapshot("m", StoredSnapshot(0, "v1", b"start"))
        await store.append("m", moves(1, 20))
        await store.save_snapshot("m", StoredSnapshot(20, "v1", b"\x00late"))
        await store.save_snapshot("m", StoredSnapshot(10, "v1", b"early"))
        assert await store.latest_snapshot("m") == StoredSnapshot(20, "v1", b"\x00late")
        await store.save_snapshot("m", StoredSnapshot(20, "v2", b"converted"))
        assert await store.latest_snapshot("other") is None
    async with place.open() as store:
        assert await store.latest_snapshot("m") == StoredSnapshot(20, "v2", b"converted")
    assert place.rows("snapshot") == 1


@asynchronous
async def test_a_snapshot_cannot_be_ahead_of_the_log(place: Place) -> None:
    async with store_with(place, "m") as store:
        await store.append("m", moves(1))
        with pytest.raises(ConflictError, match="the last is 1"):
            await store.save_snapshot("m", StoredSnapshot(2, "v1", b""))
        assert await store.latest_snapshot("m") is None


# Cleaning up


@asynchronous
async def test_idle_matches_are_removed_with_all_that_belongs_to_them(place: Place) -> None:
    seats = (StoredSeat(sessions=("me",)),)
    async with place.open() as store:
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
        assert place.rows(table) == 0, table


@asynchronous
async def test_matches_are_removed_all_or_none_with_what_belongs_to_them(place: Place) -> None:
    seats = (StoredSeat(sessions=("me",)),)
    async with place.open() as store:
        for name in ("one", "other", "kept"):
            await store.create_match(new_match(name, seats=seats))
            await store.append(name, commanded(1, "c"))
        with pytest.raises(MatchNotFoundError, match="nowhere"):
            await store.remove(["one", "nowhere"])
        assert await store.match_ids() == ["kept", "one", "other"]
        await store.remove(["one", "other"])
        assert await store.match_ids() == ["kept"]
    for table in ("match", "seat", "seat_session", "event"):
        assert place.rows(table) == 1, table


@asynchronous
async def test_a_match_is_kept_while_its_events_or_its_metadata_are_fresh(place: Place) -> None:
    async with place.open() as store:
        await store.create_match(new_match("played", touched=1000))
        await store.append("played", moves(1, time=1000) + moves(2, time=9000))
        await store.create_match(new_match("joined", touched=9000))
        await store.append("joined", moves(1, time=1000))
        await store.create_match(new_match("idle", touched=1000))
        assert await store.remove_idle(tuple(MatchStatus), 5000) == ["idle"]
        assert await store.match_ids() == ["joined", "played"]


@asynchronous
async def test_removal_goes_in_portions(place: Place) -> None:
    ids = [f"m{number}" for number in range(5)]
    async with store_with(place, *ids) as store:
        portions = [await store.remove_idle([MatchStatus.OPEN], 2000, limit=2) for _ in range(4)]
        assert [len(portion) for portion in portions] == [2, 2, 1, 0]
        assert sorted(chain.from_iterable(portions)) == ids


# Group commit, concurrency, backpressure


@asynchronous
async def test_200_writers_share_transactions_and_lose_nothing(place: Place) -> None:
    ids = [f"m{number}" for number in range(200)]

    async def play(store: SqlStore, match_id: str) -> None:
        for number in range(1, 16):
            await store.append(match_id, commanded(number, f"c{number}"))

    async with place.open() as store:
        await asyncio.gather(*(store.create_match(new_match(match_id)) for match_id in ids))
        before = store.commits
        await asyncio.gather(*(play(store, match_id) for match_id in ids))
        assert store.commits - before < 200 * 15 / 10
    async with place.open() as store:
        expected = [event for number in range(1, 16) for event in commanded(number, f"c{number}")]
        for match_id in ids:
            assert await store.events(match_id) == expected


@asynchronous
async def test_of_many_rivals_for_a_number_exactly_one_wins(place: Place) -> None:
    """Two stores on one file stand for two processes."""
    async with store_with(place, "m") as here, place.open() as there:
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
    place: Place,
) -> None:
    async with store_with(place, "m") as here, place.open() as there:
        outcomes = await asyncio.gather(
            *(outcome_of(store.append("m", commanded(1, "c"))) for store in [here, there] * 3)
        )
        errors = [error for error in outcomes if error is not None]
        assert len(errors) == 5
        for error in errors:
            assert isinstance(error, AlreadyAnsweredError)
            assert error.answer == AcceptedCommand(0, "c", 1)


@asynchronous
async def test_a_failing_request_takes_no_other_of_its_transaction_with_it(place: Place) -> None:
    async with store_with(place, "a", "b", "c", "d") as store:
        with place.held_up():
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
        assert results.pop(3) is not None  # no database can write this command down
        assert [type(result) for result in results] == [
            type(None),
            type(None),
            ConflictError,
            type(None),
        ]
        assert await store.events("a") == moves(1, 3)
        assert await store.events("b") == []
        assert await store.events("c") == moves(1)


@asynchronous
async def test_nobody_is_told_before_the_commit(place: Place) -> None:
    async with store_with(place, "m") as store:
        with place.held_up():
            append = asyncio.create_task(store.append("m", moves(1)))
            await asyncio.sleep(0.1)
            assert not append.done()
            assert await store.events("m") == []  # and readers do not wait meanwhile
        await append
        assert await store.events("m") == moves(1)


@asynchronous
async def test_a_full_queue_is_said_at_once(place: Place) -> None:
    async with store_with(place, "m"):
        pass
    async with place.open(capacity=3) as store:
        with place.held_up():
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
async def test_too_many_readers_are_told_so(place: Place) -> None:
    async with store_with(place, "m"):
        pass
    async with place.open(capacity=5, readers=1) as store:
        outcomes = await asyncio.gather(
            *(store.match("m") for _ in range(8)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [StoredMatch] * 5 + [StoreFullError] * 3
        assert await store.match("m") == new_match("m")


@asynchronous
async def test_a_cancelled_wait_takes_nothing_back_and_holds_nobody_up(place: Place) -> None:
    async with store_with(place, "m") as store:
        with place.held_up():
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


def test_one_store_serves_several_event_loops(place: Place) -> None:
    async def play(store: SqlStore, match_id: str) -> None:
        for number in range(1, 21):
            await store.append(match_id, moves(number))
        assert await store.events(match_id) == moves(1, 20)

    async def main() -> None:
        async with store_with(place, "a", "b", "c") as store:
            await asyncio.gather(
                *(
                    asyncio.to_thread(asyncio.run, play(store, match_id))
                    for match_id in ("a", "b", "c")
                )
            )

    asyncio.run(main())


def test_an_event_loop_that_ends_while_it_waits_harms_no_other(place: Place) -> None:
    async def give_up(store: SqlStore) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(store.append("m", moves(1)), 0.05)

    async def main() -> None:
        async with store_with(place, "m") as store:
            with place.held_up():
                leaver = threading.Thread(target=asyncio.run, args=(give_up(store),))
                leaver.start()
                leaver.join()
            await store.append("m", moves(2))
            assert await store.events("m") == moves(1, 2)

    asyncio.run(main())


# Closing, killing, failing


@asynchronous
async def test_closing_writes_what_was_accepted(place: Place) -> None:
    async with store_with(place, "m"):
        pass
    store = place.open()
    appends = [asyncio.create_task(store.append("m", moves(n))) for n in range(1, 101)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*appends)
    async with place.open() as store:
        assert await store.events("m") == moves(1, 100)


@asynchronous
async def test_a_closed_store_says_so(place: Place) -> None:
    async with store_with(place, "m") as store:
        await asyncio.gather(store.close(), store.close())
        await store.close()
        with pytest.raises(StoreClosedError):
            await store.append("m", moves(1))
        with pytest.raises(StoreClosedError):
            await store.match("m")


PLAYER = """
import asyncio, os, sys
from pathlib import Path
from tischlein.core.events import Event
from tischlein.tables.storage.store_address import is_address, open_store
from tischlein.tables.stored import StoredEvent

async def play(store, match_id):
    number = len(await store.events(match_id))
    while True:
        pair = [StoredEvent(number + i, Event(0, 7 * (number + i)), 0) for i in (1, 2)]
        await store.append(match_id, pair)
        number += 2
        os.write(1, f"{match_id} {number}\\n".encode())

async def main():
    where = sys.argv[1]
    store = open_store(where if is_address(where) else Path(where))
    await asyncio.gather(*(play(store, match_id) for match_id in sys.argv[2:]))

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_leaves_every_acknowledged_append(place: Place) -> None:
    """Thrice: a process is killed amid its appends, and the next goes on where it was."""
    ids = [f"m{number}" for number in range(20)]
    acknowledged = dict.fromkeys(ids, 0)

    async def prepare() -> None:
        async with store_with(place, *ids):
            pass

    async def read() -> dict[str, list[StoredEvent]]:
        async with place.open() as store:
            return {match_id: await store.events(match_id) for match_id in ids}

    asyncio.run(prepare())
    for wanted in (1, 300, 1500):
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, place.name, *ids], stdout=subprocess.PIPE, text=True
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


@asynchronous
async def test_a_database_that_fails_amid_a_transaction_fails_all_of_it_and_recovers(
    place: Place,
) -> None:
    async with store_with(place, "m") as store:
        place.command("ALTER TABLE snapshot RENAME TO mislaid")
        with pytest.raises(StoreUnavailableError, match="snapshot"):
            await store.save_snapshot("m", StoredSnapshot(0, "v1", b""))
        with pytest.raises(StoreUnavailableError, match="snapshot"):
            await store.latest_snapshot("m")
        await store.append("m", moves(1))
        assert await store.events("m") == moves(1)


# The tables


@asynchronous
async def test_both_databases_have_the_same_tables_and_columns(
    tmp_path: Path, postgres: str, cluster: Cluster
) -> None:
    """What is stored in one can be stored in the other, but for what many servers need."""
    file, address = File(tmp_path / "tischlein.db"), Address(postgres, cluster)
    for place in (file, address):
        async with place.open():
            pass
    many = address.columns()
    for table, columns in ONLY_HERE.items():
        assert columns <= many[table], f"{table} lacks what many servers need"
        many[table] -= columns
    assert {table: columns for table, columns in many.items() if columns} == file.columns()
