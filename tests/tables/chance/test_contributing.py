"""Contributions to chance: hashes first, then what they stand for, and nobody holds up others."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.tiny.kuhn
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    OPEN,
    asynchronous,
    hall_at,
    me,
    play_on,
    until,
)
from tischlein.tables.chance import contributing, proof
from tischlein.tables.chance.contributing import (
    Stage,
    stage_of_chairs,
    with_contributions,
    with_hashes,
    without_missing,
)
from tischlein.tables.chance.fairness import commitment, contribution_hash
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TableError
from tischlein.tables.seats import seating
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage import schema
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    SeatKind,
    StoredMatch,
    StoredSeat,
)

KUHN = tests.tiny.kuhn.GAME
SECRET = bytes(range(32))
FOREVER = 3600.0
BYTES = {name: bytes([number]) * 32 for number, name in enumerate((ANNA, BEN, CLEO), 1)}
"""What each of them contributes."""


def person(session: str, part: ContributionState = ContributionState.PROMISED) -> StoredSeat:
    return StoredSeat(kind=SeatKind.PERSON, name=session, sessions=(session,), part=part)


def waiting(*seats: StoredSeat) -> StoredMatch:
    return StoredMatch(
        id="match",
        game=KUHN.key,
        rules_version=1,
        options="",
        seats=seats,
        created=0,
        touched=0,
        commitment=commitment(SECRET),
        server_secret=SECRET,
    )


def hashed(match: StoredMatch, session: str) -> bytes:
    return contribution_hash(BYTES[session], match.id, match.commitment)


def at(match: StoredMatch, seats: tuple[StoredSeat, ...]) -> StoredMatch:
    return match.changed(seats=seats)


# --- the steps ---


def test_contributions_are_taken_when_all_hashes_are_in() -> None:
    match = waiting(person(ANNA), person(BEN), StoredSeat(kind=SeatKind.BOT, level="weak"))
    assert stage_of_chairs(match.seats) is Stage.HASHING
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    assert stage_of_chairs(match.seats) is Stage.HASHING
    with pytest.raises(NotNowError, match="contribution-early"):
        with_contributions(match, [0], [BYTES[ANNA]])
    match = at(match, with_hashes(match, [1], [hashed(match, BEN)]))
    assert stage_of_chairs(match.seats) is Stage.REVEALING
    match = at(match, with_contributions(match, [1], [BYTES[BEN]]))
    assert stage_of_chairs(match.seats) is Stage.REVEALING
    match = at(match, with_contributions(match, [0], [BYTES[ANNA]]))
    assert stage_of_chairs(match.seats) is Stage.READY
    assert [seat.contribution for seat in match.seats] == [BYTES[ANNA], BYTES[BEN], b""]


def test_a_table_with_a_free_chair_waits_for_it_and_nobody_reveals() -> None:
    match = waiting(person(ANNA), StoredSeat())
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    assert stage_of_chairs(match.seats) is Stage.SEATING
    with pytest.raises(NotNowError, match="contribution-early"):
        with_contributions(match, [0], [BYTES[ANNA]])
    assert without_missing(match.seats) == match.seats


def test_the_same_message_may_come_twice() -> None:
    match = waiting(person(ANNA), person(BEN))
    once = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    assert with_hashes(once, [0], [hashed(match, ANNA)]) == once.seats
    both = at(once, with_hashes(once, [1], [hashed(match, BEN)]))
    assert with_hashes(both, [0], [hashed(match, ANNA)]) == both.seats
    shown = at(both, with_contributions(both, [0], [BYTES[ANNA]]))
    assert with_contributions(shown, [0], [BYTES[ANNA]]) == shown.seats


def test_one_device_binds_each_of_its_chairs() -> None:
    match = waiting(
        person(ANNA), person(BEN, ContributionState.NONE), person(CLEO, ContributionState.NONE)
    )
    hashes = [hashed(match, name) for name in (ANNA, BEN, CLEO)]
    match = at(match, with_hashes(match, [0, 1, 2], hashes))
    assert [seat.contribution_hash for seat in match.seats] == hashes
    match = at(match, with_contributions(match, [0, 1, 2], [BYTES[CLEO], BYTES[ANNA], BYTES[BEN]]))
    assert [seat.contribution for seat in match.seats] == [BYTES[n] for n in (ANNA, BEN, CLEO)]


def test_nobody_replaces_a_hash_or_takes_that_of_somebody_else() -> None:
    match = waiting(person(ANNA), person(BEN), StoredSeat())
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    with pytest.raises(NotNowError, match="contribution-bound"):
        with_hashes(match, [0], [hashed(match, CLEO)])
    with pytest.raises(InvalidError, match="contribution-copied"):
        with_hashes(match, [1], [hashed(match, ANNA)])
    with pytest.raises(NotNowError, match="contribution-bound"):
        with_hashes(match, [1], [hashed(match, BEN), hashed(match, CLEO)])


def test_no_hash_comes_after_the_first_contribution_could() -> None:
    match = waiting(person(ANNA), person(BEN, ContributionState.NONE))
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    assert stage_of_chairs(match.seats) is Stage.REVEALING
    with pytest.raises(NotNowError, match="contribution-bound"):
        with_hashes(match, [1], [hashed(match, BEN)])


def test_a_contribution_fits_a_hash_of_the_same_chair() -> None:
    match = waiting(person(ANNA), person(BEN))
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    match = at(match, with_hashes(match, [1], [hashed(match, BEN)]))
    for chairs, given_bytes in (([0], BYTES[BEN]), ([1], BYTES[CLEO]), ([], BYTES[ANNA])):
        with pytest.raises(InvalidError, match="contribution-unbound"):
            with_contributions(match, chairs, [given_bytes])


def test_what_does_not_come_in_time_is_left_out_step_by_step() -> None:
    match = waiting(person(ANNA), person(BEN))
    match = at(match, with_hashes(match, [0], [hashed(match, ANNA)]))
    match = at(match, without_missing(match.seats))
    assert [seat.part for seat in match.seats] == [
        ContributionState.HASHED,
        ContributionState.LEFT_OUT,
    ]
    assert stage_of_chairs(match.seats) is Stage.REVEALING
    match = at(match, without_missing(match.seats))
    assert stage_of_chairs(match.seats) is Stage.READY
    assert [seat.part for seat in match.seats] == [
        ContributionState.LEFT_OUT,
        ContributionState.LEFT_OUT,
    ]
    assert without_missing(match.seats) == match.seats


@pytest.mark.parametrize("text", ["zz", "ab", "ab" * 31, "ab" * 33])
def test_malformed_hashes_are_refused(text: str) -> None:
    with pytest.raises(InvalidError, match="contribution-hash"):
        contributing.parse_hash(text)


@pytest.mark.parametrize("text", ["", "zz", "ab" * 15, "ab" * 65])
def test_malformed_contributions_are_refused(text: str) -> None:
    with pytest.raises(InvalidError, match="contribution"):
        contributing.parse_contribution(text)


WHO = st.sampled_from((ANNA, BEN, CLEO))
MOVES = st.lists(
    st.tuples(st.sampled_from(("join", "join bound", "hash", "reveal", "leave", "time")), WHO),
    max_size=40,
)


@given(MOVES)
def test_whatever_people_do_in_whatever_order_the_table_waits_honestly_or_starts(
    moves: list[tuple[str, str]],
) -> None:
    match = waiting(person(ANNA), StoredSeat(), StoredSeat())
    closed: tuple[bytes, ...] | None = None
    for what, who in moves:
        before = match
        try:
            match = at(match, _moved(match, what, who))
        except TableError:
            assert match is before
        now = stage_of_chairs(match.seats)
        if closed is None and now is Stage.REVEALING:
            closed = tuple(seat.contribution_hash for seat in match.seats)
        if closed is not None:
            # From here on no chair, and no hash, changes any more.
            assert tuple(seat.contribution_hash for seat in match.seats) == closed
            assert now in (Stage.REVEALING, Stage.READY)
        if now in (Stage.SEATING, Stage.HASHING):
            assert not any(seat.contribution for seat in match.seats)
        for seat in match.seats:
            assert bool(seat.contribution) is (seat.part is ContributionState.REVEALED)
            if seat.contribution:
                computed = contribution_hash(seat.contribution, match.id, match.commitment)
                assert seat.contribution_hash == computed
        if now is Stage.READY:
            break
    if stage_of_chairs(match.seats) is not Stage.SEATING:
        assert stage_of_chairs(without_missing(without_missing(match.seats))) is Stage.READY


def _moved(match: StoredMatch, what: str, who: str) -> tuple[StoredSeat, ...]:
    mine = seating.seats_of_session(match, who)
    match what:
        case "join" | "join bound":
            part = ContributionState.NONE if what == "join" else ContributionState.PROMISED
            seats, _ = seating.with_player(match, who, who, 0, part)
            if what == "join":
                return seats
            sat = at(match, seats)
            return with_hashes(sat, seating.seats_of_session(sat, who), [hashed(match, who)])
        case "hash":
            contributing.check_held(mine)
            return with_hashes(match, mine, [hashed(match, who)])
        case "reveal":
            contributing.check_held(mine)
            return with_contributions(match, mine, [BYTES[who]])
        case "leave":
            contributing.check_may_leave(match.seats)
            return seating.with_free_chairs(match, mine)[0]
        case _:
            return without_missing(match.seats)


# --- tables ---


async def opened(hall: Hall, *chairs: StoredSeat) -> str:
    match_id, _ = await hall.open(ANNA, NewTable(KUHN.key, chairs, {}, contributes=True))
    return match_id


async def brings(table: Table, session: str, *, shows: bool = False) -> None:
    """Send the hash of what somebody contributes, or that itself."""
    given_bytes = BYTES[session]
    await table.contribute(
        lambda: table.seats_of(session),
        [] if shows else [hashed(table.match, session)],
        [given_bytes] if shows else [],
    )


async def joins(table: Table, session: str) -> None:
    await table.join(session, session, hashed(table.match, session))


@asynchronous
async def test_alone_with_bots_hash_and_contribution_come_in_one_message(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db", patience=FOREVER) as hall:
        match_id = await opened(hall, me("Anna"), BOT)
        async with hall.table(match_id) as table:
            assert table.match.status is MatchStatus.OPEN
            await table.contribute(
                lambda: table.seats_of(ANNA), [hashed(table.match, ANNA)], [BYTES[ANNA]]
            )
            assert table.match.status is not MatchStatus.OPEN
            (seat,) = table.seats_of(ANNA)
            assert table.match.seats[seat].contribution == BYTES[ANNA]
            with pytest.raises(NotNowError, match="table-started"):
                await brings(table, ANNA)


@asynchronous
async def test_a_match_of_two_starts_with_the_last_contribution(tmp_path: Path) -> None:
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(await opened(hall, me("Anna"), OPEN)) as table,
    ):
        await brings(table, ANNA)
        await joins(table, BEN)
        assert table.match.status is MatchStatus.OPEN
        await brings(table, ANNA, shows=True)
        assert table.match.status is MatchStatus.OPEN
        with pytest.raises(NotNowError, match="starting"):
            await table.leave(BEN)
        with pytest.raises(NotNowError, match="table-full"):
            await joins(table, CLEO)
        with pytest.raises(NotAllowedError):
            await brings(table, CLEO, shows=True)
        await brings(table, BEN, shows=True)
        assert table.running
        assert {seat.part for seat in table.match.seats} == {ContributionState.REVEALED}


@asynchronous
async def test_whoever_does_not_reveal_is_left_out_and_the_match_starts(tmp_path: Path) -> None:
    async with (
        hall_at(tmp_path / "db", patience=0.05) as hall,
        hall.table(await opened(hall, me("Anna"), OPEN)) as table,
    ):
        await brings(table, ANNA)
        await joins(table, BEN)
        await until(table, lambda: table.running)
        parts = {seat.name: seat for seat in table.match.seats}
        assert parts["Anna"].part is ContributionState.LEFT_OUT
        assert parts["Anna"].contribution_hash == hashed(table.match, ANNA)
        assert not parts["Anna"].contribution


@asynchronous
async def test_a_promised_hash_that_never_comes_blocks_nobody(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db", patience=0.05) as hall:
        match_id = await opened(hall, me("Anna"), BOT)
        async with hall.table(match_id) as table:
            if table.match.status is MatchStatus.OPEN:
                await until(table, lambda: table.match.status is not MatchStatus.OPEN)
            (seat,) = table.seats_of(ANNA)
            assert table.match.seats[seat].part is ContributionState.LEFT_OUT


@asynchronous
async def test_a_deadline_that_passes_before_a_table_has_begun_starts_it_once(
    tmp_path: Path,
) -> None:
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(await opened(hall, me("Anna"), BOT)) as table,
    ):
        late = table._mailbox.ask(table._reception.give_up_waiting)
        await asyncio.gather(late, table.begin())
        assert table.match.status is not MatchStatus.OPEN


@asynchronous
async def test_who_leaves_before_all_hashes_are_in_takes_the_hash_along(tmp_path: Path) -> None:
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(await opened(hall, me("Anna"), OPEN)) as table,
    ):
        await joins(table, BEN)  # and the opener's hash is missing
        await table.leave(BEN)
        assert table.match.seats[1] == StoredSeat(chair=1)
        await joins(table, CLEO)
        await brings(table, ANNA)
        await brings(table, ANNA, shows=True)
        await brings(table, CLEO, shows=True)
        assert table.running


@asynchronous
async def test_a_table_taken_up_anew_goes_on_from_where_it_was(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db", patience=FOREVER) as hall:
        match_id = await opened(hall, me("Anna"), OPEN)
        async with hall.table(match_id) as table:
            await brings(table, ANNA)
            await joins(table, BEN)
            await brings(table, BEN, shows=True)
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(match_id) as table,
    ):
        await brings(table, ANNA, shows=True)
        assert table.running
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(match_id) as table,
    ):
        assert {seat.contribution for seat in table.match.seats} == {BYTES[ANNA], BYTES[BEN]}


@asynchronous
async def test_another_device_can_reveal_for_the_seat_that_it_has_taken_over(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db", patience=FOREVER) as hall:
        match_id, (secret,) = await hall.open(
            ANNA, NewTable(KUHN.key, (me("Anna"), BOT), {}, contributes=True)
        )
        async with hall.table(match_id) as table:
            await brings(table, ANNA)
            await table.claim(CLEO, secret)
            await table.contribute(lambda: table.seats_of(CLEO), [], [BYTES[ANNA]])
            assert table.match.status is not MatchStatus.OPEN


@asynchronous
async def test_everybody_at_once_is_taken_in_order(tmp_path: Path) -> None:
    async with (
        hall_at(tmp_path / "db", patience=FOREVER) as hall,
        hall.table(await opened(hall, me("Anna"), OPEN)) as table,
    ):
        await asyncio.gather(brings(table, ANNA), joins(table, BEN))
        await asyncio.gather(brings(table, ANNA, shows=True), brings(table, BEN, shows=True))
        assert table.running
        await play_on(table)
        record = proof.record(table.match, table.game, await table.events())
        assert record.fields["fairness"] == "2"
        assert proof.verify(record) is None


def stored_before(path: Path, *matches: tuple[str, MatchStatus]) -> None:
    """Write a database of the time before hashes, with matches to which Anna has contributed."""
    (at,) = (
        number
        for number, statements in enumerate(schema.MIGRATIONS)
        if any("contribution_hash" in statement for statement in statements)
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        for statement in (one for migration in schema.MIGRATIONS[:at] for one in migration):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {at}")
        for match_id, status in matches:
            row = (match_id, KUHN.key, KUHN.version, "", 0, 0, commitment(SECRET), SECRET, status)
            connection.execute(
                "INSERT INTO match (id, game, rules_version, options, created, touched, commitment,"
                " server_secret, status, listed, fixed, revision)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, 1)",
                row,
            )
            other = SeatKind.PERSON if status is MatchStatus.RUNNING else SeatKind.FREE
            for seat, kind, bytes_ in ((0, SeatKind.PERSON, b"a" * 16), (1, other, b"")):
                connection.execute(
                    "INSERT INTO seat (match, seat, kind, name, contribution, chair)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (match_id, seat, kind, "AB"[seat], bytes_, seat),
                )


@asynchronous
async def test_matches_of_the_first_protocol_go_on_and_tables_that_wait_take_the_new_one(
    tmp_path: Path,
) -> None:
    running, still_open = (letter * 14 for letter in "ab")
    stored_before(tmp_path / "db", (running, MatchStatus.RUNNING), (still_open, MatchStatus.OPEN))
    async with hall_at(tmp_path / "db", patience=FOREVER) as hall:
        async with hall.table(running) as table:
            assert table.match.protocol == 1
            assert table.match.seats[0].contribution == b"a" * 16
        async with hall.table(still_open) as table:
            assert table.match.protocol == 2
            assert not any(seat.contribution for seat in table.match.seats)
            await joins(table, BEN)
            await brings(table, BEN, shows=True)
            assert table.running
