"""Both stores are asked the same, whatever it is, and answer the same."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.tables.storing import moves, new_match, refused
from tischlein.core.events import Event
from tischlein.core.seats import CHANCE
from tischlein.tables.match.talk import ONLOOKER
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import AlreadyAnsweredError, StoreError
from tischlein.tables.stored import (
    MatchStatus,
    RemarkKind,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredRemark,
    StoredSeat,
    StoredSnapshot,
)

Ask = Callable[[SqlStore], Awaitable[Any]]

MATCHES = st.sampled_from(["a", "b"])
NUMBERS = st.integers(0, 6)
OFFSETS = st.sampled_from([0, 0, 0, 0, 1, -1])
"""How far what is asked is beside what fits: as a rule, not at all."""
COMMANDS = st.sampled_from([None, None, "one", "two", "three"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)
SEATS = st.lists(
    st.builds(
        StoredSeat,
        kind=st.sampled_from(SeatKind),
        name=TEXTS,
        level=st.none() | TEXTS,
        sessions=st.lists(st.sampled_from(["phone", "laptop"]), max_size=2).map(tuple),
        contribution=st.binary(max_size=3),
        chair=st.integers(0, 3),
        resigned=st.booleans(),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from(MatchStatus),
        "listed": st.booleans(),
        "host": st.none() | st.sampled_from(["phone", "laptop"]),
        "deadline": st.none() | st.integers(-(2**63), 2**63 - 1),
        "touched": st.integers(0, 50),
        "paused": st.booleans(),
        "options": TEXTS,
        "seats": SEATS,
    },
)
EVENTS = st.lists(
    st.tuples(
        st.integers(0, CHANCE),
        st.integers(-(2**63), 2**63 - 1),
        st.lists(st.integers(-(2**63), 2**63 - 1), max_size=2).map(tuple),
        st.integers(0, 50),
        COMMANDS,
    ),
    min_size=1,
    max_size=3,
)


async def answer(ask: Ask, store: SqlStore) -> object:
    """Return what a store answers, an error as its kind and its words."""
    try:
        return await ask(store)
    except AlreadyAnsweredError as error:
        return error.answer
    except StoreError as error:
        # What only a database can find out is told in its own words.
        return type(error), str(error).partition("rejects this")[0]


async def _all_of(match: str, store: SqlStore) -> list[object]:
    """Return all that a store knows of a match."""
    asked: list[Ask] = [
        lambda store: store.match(match),
        lambda store: store.events(match),
        lambda store: store.latest_snapshot(match),
        lambda store: store.remarks(match),
        *(partial(_answer, match, command) for command in ("one", "two", "three", "four")),
    ]
    return [await answer(ask, store) for ask in asked]


async def _created(match: StoredMatch, events: int, store: SqlStore) -> list[object]:
    """Store a match in which something has happened; return what its host has open besides."""
    told: list[object] = []
    await store.create_match(match, moves(1, events) if events else (), told.append)
    return told


async def _answer(match: str, command: str, store: SqlStore) -> object:
    return await store.answer(match, 0, command)


def machine(
    file: SqlStore, server: SqlStore, runner: asyncio.Runner
) -> type[RuleBasedStateMachine]:
    """Return a machine that asks two stores."""
    examples = count()

    class Agreement(RuleBasedStateMachine):
        """Two stores that went through the same."""

        @initialize()
        def begin(self) -> None:
            self.example = next(examples)

        def both(self, ask: Ask) -> Any:
            """Ask both, and return what both answer."""

            async def compare() -> Any:
                answers = await asyncio.gather(answer(ask, file), answer(ask, server))
                assert answers[0] == answers[1]
                return answers[0]

            return runner.run(compare())

        def named(self, match: str) -> str:
            return f"{self.example}-{match}"

        def changed(self, match: str, changes: dict[str, Any], offset: int) -> StoredMatch:
            """Return a match with changes, of the revision that follows or of another."""
            there = self.both(lambda store: store.match(self.named(match)))
            if not isinstance(there, StoredMatch):
                there = new_match(self.named(match))
            changed = there.changed(**changes)
            return changed.changed() if offset > 0 else changed if not offset else there

        def last(self, match: str) -> int:
            found = self.both(lambda store: store.events(self.named(match)))
            return len(found) if isinstance(found, list) else 0

        @rule(match=MATCHES, changes=CHANGES, events=st.integers(0, 2))
        def create(self, match: str, changes: dict[str, Any], events: int) -> None:
            created = new_match(self.named(match), **changes)
            self.both(partial(_created, created, events))

        @rule(match=MATCHES, changes=CHANGES, offset=OFFSETS)
        def update(self, match: str, changes: dict[str, Any], offset: int) -> None:
            updated = self.changed(match, changes, offset)
            self.both(lambda store: store.update_match(updated))

        @rule(
            match=MATCHES,
            contents=EVENTS,
            offset=OFFSETS,
            changes=st.none() | CHANGES,
            stale=OFFSETS,
        )
        def append(
            self,
            match: str,
            contents: list[tuple[int, int, tuple[int, ...], int, str | None]],
            offset: int,
            changes: dict[str, Any] | None,
            stale: int,
        ) -> None:
            first = self.last(match) + 1 + offset
            events = [
                StoredEvent(number, Event(seat, action, measured), time, command)
                for number, (seat, action, measured, time, command) in enumerate(contents, first)
            ]
            update = None if changes is None else self.changed(match, changes, stale)
            self.both(lambda store: store.append(self.named(match), events, update=update))

        @rule(match=MATCHES, back=NUMBERS, changes=CHANGES, offset=OFFSETS)
        def take_back(self, match: str, back: int, changes: dict[str, Any], offset: int) -> None:
            last = max(0, self.last(match) - back)
            update = self.changed(match, changes, offset)
            self.both(lambda store: store.take_back(self.named(match), last, update=update))

        @rule(match=MATCHES, command=st.sampled_from(["one", "two", "four"]))
        def refuse(self, match: str, command: str) -> None:
            self.both(lambda store: store.refuse(self.named(match), refused(command)))

        @rule(match=MATCHES, back=st.integers(-1, 3), state=st.binary(max_size=4))
        def snapshot(self, match: str, back: int, state: bytes) -> None:
            kept = StoredSnapshot(max(0, self.last(match) - back), "v1", state)
            self.both(lambda store: store.save_snapshot(self.named(match), kept))

        @rule(
            match=MATCHES,
            number=st.integers(1, 6),
            chair=st.sampled_from([0, 1, ONLOOKER]),
            text=TEXTS,
            keep=st.integers(1, 4),
        )
        def remark(self, match: str, number: int, chair: int, text: str, keep: int) -> None:
            said = StoredRemark(number, chair, "Anna", 7, RemarkKind.TEXT, text)
            self.both(lambda store: store.add_remark(self.named(match), said, keep))

        @rule(statuses=st.sets(st.sampled_from(MatchStatus)), before=st.integers(0, 60))
        def remove(self, statuses: set[MatchStatus], before: int) -> None:
            async def removed(store: SqlStore) -> list[str]:
                return sorted(await store.remove_idle(statuses, before, limit=10_000))

            self.both(removed)

        @rule(session=st.sampled_from(["s", "t"]), until=NUMBERS, now=NUMBERS)
        def end_session(self, session: str, until: int, now: int) -> None:
            self.both(lambda store: store.end_session(session, until, now))
            self.both(lambda store: store.ended_sessions())

        @rule(served=NUMBERS, time=NUMBERS)
        def note_round(self, served: int, time: int) -> None:
            self.both(lambda store: store.record_service(served, time))
            self.both(lambda store: store.service_records(3))

        @rule(session=st.sampled_from(["phone", "laptop", "nobody"]), limit=st.integers(1, 4))
        def look(self, session: str, limit: int) -> None:
            self.both(lambda store: store.matches_of_session(session, limit))
            self.both(lambda store: store.lobby(limit))
            self.both(lambda store: store.rules_in_use())
            self.both(lambda store: store.match_ids([MatchStatus.OPEN], limit=limit))

        @invariant()
        def the_matches_are_the_same(self) -> None:
            for match in ("a", "b"):
                self.both(partial(_all_of, self.named(match)))

    return Agreement


def test_what_one_store_answers_the_other_answers_too(tmp_path: Path, postgres: str) -> None:
    with asyncio.Runner() as runner:

        async def opened() -> tuple[SqlStore, SqlStore]:
            return SqliteStore(tmp_path / "tischlein.db"), PostgresStore(postgres)

        file, server = runner.run(opened())
        try:
            run_state_machine_as_test(
                machine(file, server, runner),
                settings=settings(max_examples=12, stateful_step_count=20),
            )
        finally:
            runner.run(file.close())
            runner.run(server.close())
