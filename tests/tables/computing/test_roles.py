"""Nodes with roles: those that serve visitors have others think, and wait for them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NoReturn
from unittest.mock import patch

import pytest

from tests.tables.playing import ANNA, asynchronous, me, until
from tests.tiny.dash import GAME as DASH
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.job_worker import JobWorker
from tischlein.tables.computing.thinking import BotMaker, BotThreads, make_bot
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Role
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.postgres.jobs import PostgresJobs
from tischlein.tables.storage.postgres.leases import Leases
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.stored import SeatKind, StoredMatch, StoredSeat

WEAK = StoredSeat(kind=SeatKind.BOT, level="weak")
PERSON = me("Anna")


def nobody(*_: object) -> NoReturn:
    """Make no bots."""
    raise AssertionError("a bot thinks where visitors are served")


@asynccontextmanager
async def serving(
    address: str, role: Role = Role.WEB, make_player: BotMaker = nobody, version: str = "1"
) -> AsyncIterator[Hall]:
    """Let a node join that serves visitors."""
    async with (
        PostgresStore(address) as store,
        Leases(address, f"http://{role}-{version}", role=role, version=version) as leases,
        PostgresJobs(address, leases.node.id) as board,
    ):
        store.write_only_owned(leases)
        hall = Hall(store, make_player=make_player, pause=0.0, ownership=leases, board=board)
        async with hall:
            yield hall


@asynccontextmanager
async def working(address: str) -> AsyncIterator[PostgresJobs]:
    """Let a node join on which bots think."""
    thinkers, workers = BotThreads(2), WorkerProcesses(1)
    async with (
        Leases(address, "", role=Role.BOTS) as leases,
        PostgresJobs(address, leases.node.id) as board,
        JobWorker(board, LocalCompute(thinkers, workers), 2),
    ):
        yield board
    thinkers.close()
    workers.close()


@pytest.mark.parametrize(
    ("falling", "level"),
    [(DASH.key, "medium"), pytest.param("dropit", "weak", marks=pytest.mark.long)],
)
@asynchronous
async def test_where_visitors_are_served_bots_think_elsewhere_and_are_waited_for(
    postgres: str, falling: str, level: str
) -> None:
    """With one game that is full of secrets, and one in which things fall."""
    two = (StoredSeat(kind=SeatKind.BOT, level=level),) * 2
    async with serving(postgres) as hall:
        secret, _ = await hall.open(ANNA, NewTable("raufer", (WEAK,) * 3, {}))
        falls, _ = await hall.open(ANNA, NewTable(falling, two, {}))
        async with hall.table(secret) as cards, hall.table(falls) as drops:
            await until(cards, lambda: bool(cards.thinking))
            assert cards.unattended
            assert drops.unattended
            number = cards.number
            async with working(postgres) as board:
                await until(cards, lambda: not cards.unattended)
                await until(cards, lambda: cards.over)
                await until(drops, lambda: drops.over)
                assert not cards.unattended
                assert board.statistics.taken > 0
            assert cards.number > number
            assert hall.board is not None
            assert hall.board.statistics.asked >= hall.board.statistics.answered > 0
            assert hall.local_compute.pending == 0


@asynchronous
async def test_a_node_that_does_everything_works_for_itself_and_for_others(postgres: str) -> None:
    wanted = NewTable("raufer", (WEAK,) * 3, {})
    async with serving(postgres) as web, serving(postgres, Role.ALL, make_bot) as both:
        assert both.board is not None
        own, _ = await both.open(ANNA, wanted)
        async with both.table(own) as table:
            await until(table, lambda: table.over)
        assert both.board.statistics.asked == 0
        foreign, _ = await web.open(ANNA, wanted)
        async with web.table(foreign) as table:
            await until(table, lambda: table.over)
        assert both.board.statistics.taken > 0


@asynchronous
async def test_a_match_that_goes_on_under_newer_rules_is_one_of_the_newer_nodes(
    postgres: str,
) -> None:
    """While a new version comes in, whoever comes to an old node is passed on to a new one."""
    async with serving(postgres, Role.ALL, make_bot, "2") as new:
        match_id, _ = await new.open(ANNA, NewTable("bauab", (PERSON, StoredSeat()), {}))
        await new.change_locally(
            match_id, lambda match: match.changed(rules_version=match.rules_version + 1)
        )
        async with serving(postgres, Role.ALL, make_bot, "1") as old:
            assert [node.version for node in old.ownership.other_versions] == ["2"]
            await new.ownership.release(match_id)
            owner = await old.tables.owner_of(match_id)
            assert owner is not None
            assert owner.version == "2"
            assert match_id not in old.ownership.owned
            assert await new.ownership.claim(match_id) is None
            ordinary, _ = await old.open(ANNA, NewTable("bauab", (PERSON, StoredSeat()), {}))
            assert await old.tables.owner_of(ordinary) is None


@asynchronous
async def test_a_match_that_is_taken_up_and_given_up_meanwhile_is_changed_all_the_same(
    postgres: str,
) -> None:
    """The first node that comes looks through all matches, whatever else is done with them."""
    async with serving(postgres), serving(postgres, Role.ALL, make_bot) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (PERSON, StoredSeat()), {}))
        read, given_up = hall.store.match, list[str]()

        async def given_up_once(asked: str) -> StoredMatch:
            match = await read(asked)
            if not given_up:
                given_up.append(asked)
                await hall.ownership.release(asked)
            return match

        with patch.object(hall.store, "match", given_up_once):
            await hall.change_locally(match_id, lambda match: match.changed(touched=1.0))
        assert given_up == [match_id]
        assert (await hall.store.match(match_id)).touched == 1.0
