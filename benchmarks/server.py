"""The table server: what a move costs in every game, with everybody's pictures and without.

The server runs in a process of its own on one core, on the disk of the temporary folder; the
clients run on the others. All seats of each match are connected as browsers are and act at random,
as fast as they are answered, in one match after the other. With n matches there are about n moves
on their way, so that the latency is that of a server with no time to spare.

Machines differ, and one machine from hour to hour: where OpenSpiel is installed, its playouts of
Connect Four are counted first, and costs are also told for a machine that plays 130,000 of them a
second.

Physics must not hold anything up: at tables of Drop It pieces fall at the same moment, again and
again, on all cores, and every answer counts.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks import SHELF, Figure, Scope, Unavailable
from benchmarks.hosting import yardstick
from benchmarks.hosting.clients import Seat, Tally, play_all, seated
from benchmarks.hosting.server import Server, raise_file_limit, running
from tischlein.core import registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.options import Written, complete

BARE = "bauab"
"""The game that is played without pictures."""
BARE_MATCHES = (10, 100, 500)
AIMED_AT = 100
"""The number of matches that targets without pictures are for."""
WITH_PICTURES = 30
"""Matches at once with pictures."""
BARE_MOVES_LEAST = 4_500
BARE_COST_MOST = 200.0
BARE_P99_MOST = 40.0
COST_MOST = {False: 450.0, True: 900.0}
"""Microseconds of a move with the fewest, and with the most seats."""
SIZE_MOST = 1_000
FIRST_MOST = 15_000
OPENING_MOST = 2_500.0
DROP_TABLES = 10
DROPS = 12
"""How many pieces fall at each table."""
DROP_MOST = 200.0
"""Milliseconds that the slowest answer to a drop may take."""


@dataclass(frozen=True)
class _Span:
    """What is measured of a run."""

    warm_up: float
    """Seconds before."""
    seconds: float
    moves_together: int
    """So many moves are opened ahead, if matches are not longer than expected."""


BARE_SPAN = _Span(warm_up=1.0, seconds=3.0, moves_together=40_000)
SPAN = _Span(warm_up=0.25, seconds=3.0, moves_together=40_000)
PACED_SPAN = _Span(warm_up=4.0, seconds=12.0, moves_together=1_000)
"""Where clocks or physics set the pace: moves are seconds apart, at first everywhere at once, and
what tables cost that are still to be played is not to be taken for the cost of moves."""


@dataclass(frozen=True)
class _Run:
    tally: Tally
    seconds: float
    cpu: float
    cpu_of_opening: float
    """Processor seconds for each match that was opened."""

    @property
    def cost(self) -> float:
        """Microseconds of processor time for each move."""
        return 1e6 * self.cpu / max(self.tally.moves, 1)

    @property
    def p99(self) -> float:
        """Milliseconds within which 99 of 100 moves are answered."""
        return 1000 * quantiles(self.tally.latencies, n=100)[98]


def measure(scope: Scope = Scope()) -> Iterator[Figure]:  # noqa: B008  # a frozen value
    """Yield what moves cost in every game, then throughput and latency without pictures."""
    if sys.platform != "linux":
        raise Unavailable("it reads the server's processor time from /proc, which Linux has")
    raise_file_limit()
    figure, scale = yardstick.scale()
    yield figure
    for key in scope.games or SHELF:
        game = registry.load(key)
        for seats in sorted({min(table_sizes(game)), max(table_sizes(game))}):
            yield from _with_pictures(game, seats, scale)
    if not scope.games:
        yield from _bare(scale)
        yield from _dropping()


def table_sizes(game: Game) -> list[int]:
    """Return the numbers of seats from two on."""
    return [seats for seats in game.seats if seats > 1]


def usual_options(game: Game, seats: int) -> dict[str, str]:
    """Return options with which a game is played by so many, the default ones if they do."""
    attempts = [
        {},
        *({o.name: s} for o in game.options if isinstance(o, Written) for s in o.samples),
    ]
    for options in attempts:
        try:
            complete(game, seats, options)
        except OptionError:
            continue
        return options
    raise Unavailable(f"{game.key} has no options for {seats} seats")


def _with_pictures(game: Game, seats: int, scale: float) -> Iterator[Figure]:
    span = SPAN if game.race is None and game.measured is None else PACED_SPAN
    with running([game.key]) as server:
        run = asyncio.run(_play(server, game, seats, WITH_PICTURES, span, scenes=True))
    name = f"{game.key}, {seats} seats"
    about: dict[str, str | int] = {"game": game.key, "seats": seats}
    most = COST_MOST[seats > min(table_sizes(game))]
    yield Figure(f"{name}: a move", run.cost, "us CPU", about=about)
    yield Figure(f"{name}: a move, scaled", run.cost * scale, "us CPU", most=most, about=about)
    # After a move all chance happens that follows it: whole deals, where players guess at random.
    events = max(run.tally.events_seen / seats, 1)
    yield Figure(f"{name}: an event, scaled", 1e6 * run.cpu * scale / events, "us CPU", about=about)
    yield Figure(f"{name}: moves", run.tally.moves / run.seconds, "/s", about=about)
    size = median(run.tally.sizes)
    yield Figure(f"{name}: an event, for a viewer", size, "bytes", most=SIZE_MOST, about=about)
    first = max(run.tally.first)
    yield Figure(f"{name}: first picture", first, "bytes", most=FIRST_MOST, about=about)
    opening = run.cpu_of_opening * 1e6 * scale
    yield Figure(f"{name}: opening, scaled", opening, "us CPU", about=about)


def _bare(scale: float) -> Iterator[Figure]:
    game = registry.load(BARE)
    for matches in BARE_MATCHES:
        with running([game.key]) as server:
            run = asyncio.run(_play(server, game, game.seats[0], matches, BARE_SPAN, scenes=False))
        name = f"{game.key} without pictures, {matches} matches"
        aimed = matches == AIMED_AT
        speed = run.tally.moves / run.seconds
        yield Figure(f"{name}: durable moves", speed, "/s")
        least = BARE_MOVES_LEAST if aimed else None
        yield Figure(f"{name}: durable moves, scaled", speed / scale, "/s", least)
        middle = 1000 * median(run.tally.latencies)
        yield Figure(f"{name}: answered, median", middle, "ms")
        most = BARE_P99_MOST if aimed else None
        yield Figure(f"{name}: answered, p99, scaled", run.p99 * scale, "ms", most=most)
        most = BARE_COST_MOST if aimed else None
        yield Figure(f"{name}: a move, scaled", run.cost * scale, "us CPU", most=most)
    opening = run.cpu_of_opening * 1e6 * scale
    yield Figure("Opening a match and two connections", opening, "us CPU", most=OPENING_MOST)


async def _play(
    server: Server, game: Game, seats: int, matches: int, span: _Span, *, scenes: bool
) -> _Run:
    tally = Tally()
    options = usual_options(game, seats)
    in_turn = max(2, span.moves_together // (matches * min(game.longest, 400)))
    in_turn = min(in_turn, max(2, 2_000 // (matches * seats)))
    async with AsyncExitStack() as connections:
        # The first match is answered when the server has started, which is not what opening costs.
        await seated(server.port, connections, Tally(), game.key, seats, options, scenes=scenes)
        before = server.cpu
        queues: list[list[list[Seat]]] = [[] for _ in range(matches)]
        for queue in queues:
            for _ in range(in_turn):
                queue.append(
                    await seated(
                        server.port, connections, tally, game.key, seats, options, scenes=scenes
                    )
                )
        opening = (server.cpu - before) / (matches * in_turn)
        gc.collect()
        gc.freeze()  # the clients' own pauses are not the server's
        tables = [asyncio.create_task(play_all(queue)) for queue in queues]
        await asyncio.sleep(span.warm_up)
        tally.measuring = True
        cpu, then = server.cpu, time.perf_counter()
        # The first table that has nothing left to play ends it: all are busy while it is measured.
        await asyncio.wait(tables, timeout=span.seconds, return_when=asyncio.FIRST_COMPLETED)
        spent, seconds = server.cpu - cpu, time.perf_counter() - then
        tally.measuring, tally.over = False, True
        _, late = await asyncio.wait(tables, timeout=1)
        for table in late:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        gc.unfreeze()
    return _Run(tally, seconds, spent, opening)


def _dropping() -> Iterator[Figure]:
    with running(["dropit"], pinned=False) as server:
        answers = asyncio.run(_drop(server.port))
    name = f"{DROP_TABLES} tables dropping at once"
    yield Figure(f"{name}: answered, median", median(answers), "ms")
    slowest = max(answers)
    yield Figure(f"{name}: slowest of {len(answers)}", slowest, "ms", most=DROP_MOST)


async def _drop(port: int) -> list[float]:
    """Let pieces fall at all tables at the same moment; return the milliseconds to each answer."""
    answers: list[float] = []
    async with AsyncExitStack() as connections:
        tables = [
            await seated(port, connections, Tally(), "dropit", 2, {}, scenes=True)
            for _ in range(DROP_TABLES)
        ]
        for drop in range(DROPS + 1):
            fallen = await asyncio.gather(*(_fall(seats) for seats in tables))
            if drop:  # the first one starts the processes
                answers += fallen
    return answers


async def _fall(seats: list[Seat]) -> float:
    """Have whoever may act let go of a piece; return the milliseconds to the answer."""
    able = await asyncio.gather(*(seat.position() for seat in seats))
    for seat, actions in zip(seats, able, strict=True):
        if actions:
            return 1000 * await seat.act()
    raise AssertionError("nobody may drop")
