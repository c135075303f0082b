"""Pictures: what an event costs until each viewer's next picture is ready to be sent.

Matches of random players; after every event each seat's scene is drawn, compared with the one that
the seat has, and what has changed is encoded, as a table does for browsers: what looks the same to
several seats is worked out once, and each bears its share. What takes long (``ahead``) a table has
worked out in a thread before it draws, so it does not count here. Of the rest only processor time
of this thread counts. Costs are told for a machine on which OpenSpiel plays 130,000 matches of
Connect Four a second, where it is installed.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles

import msgspec

from benchmarks import Figure, Scope
from benchmarks.hosting import yardstick
from benchmarks.server import table_sizes, usual_options
from tischlein import presentation
from tischlein.core import registry
from tischlein.core.driver import play_at_random
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.presentation.changes import StepCache, between

SECONDS = 4.0
"""For each game and number of seats."""
MEDIAN_MOST = 100.0
P99_MOST = 1_000.0
"""Microseconds for a viewer."""
FIRST_MOST = 15_000
SIZE_MOST = 1_000
"""Bytes before compression."""

_encode = msgspec.json.Encoder().encode


@dataclass
class _Costs:
    """What was counted: nanoseconds for a viewer, an item an event, and bytes."""

    drawing: list[float] = field(default_factory=list)
    comparing: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    @property
    def whole(self) -> list[float]:
        """Microseconds from the event to what is sent."""
        pairs = zip(self.drawing, self.comparing, strict=True)
        return [(drawing + comparing) / 1_000 for drawing, comparing in pairs]


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield costs and sizes of pictures in every game, with the fewest and with the most seats."""
    figure, scale = yardstick.scale()
    yield figure
    for key in scope.games or registry.keys():
        game = registry.load(key)
        sizes = table_sizes(game)
        for seats in sorted({min(sizes), max(sizes)}):
            yield from _figures(game, seats, scale)


def _figures(game: Game, seats: int, scale: float) -> Iterator[Figure]:
    costs = _costs(game, seats)
    name, whole = f"{game.key}, {seats} seats", costs.whole
    about: dict[str, str | int] = {"game": game.key, "seats": seats}
    drawing = scale * median(costs.drawing) / 1_000
    p50, p99 = scale * median(whole), scale * quantiles(whole, n=100)[98]
    yield Figure(f"{name}: a scene", drawing, "us CPU", about=about)
    yield Figure(f"{name}: a picture", p50, "us CPU", most=MEDIAN_MOST, about=about)
    yield Figure(f"{name}: 99 of 100", p99, "us CPU", most=P99_MOST, about=about)
    yield Figure(f"{name}: changes", median(costs.sizes), "bytes", most=SIZE_MOST, about=about)
    yield Figure(f"{name}: whole", max(costs.first), "bytes", about=about)


def _costs(game: Game, seats: int) -> _Costs:
    costs, rng, options = _Costs(), random.Random(1), usual_options(game, seats)
    _match(game, seats, options, rng, _Costs())  # loads what is compiled, fills caches
    end = time.monotonic() + SECONDS
    gc.collect()
    gc.freeze()
    gc.disable()  # a server collects when nothing goes on
    while time.monotonic() < end:
        _match(game, seats, options, rng, costs)
        gc.collect()
    gc.enable()
    gc.unfreeze()
    return costs


def _match(
    game: Game, seats: int, options: dict[str, str], rng: random.Random, costs: _Costs
) -> None:
    shows = presentation.of(game)
    position = Position.start(game, seats, options)
    shown = [shows.scene(seen) for seen in position.observations(range(seats))]
    costs.first += [len(_encode(one)) for one in shown]
    for _ in play_at_random(position, rng).play():
        start = time.thread_time_ns()
        seen = position.observations(range(seats))
        observed = time.thread_time_ns()
        for one in seen:
            work = shows.ahead(one)
            if work is not None:
                work()
        ready = time.thread_time_ns()
        after = [shows.scene(one) for one in seen]
        drawn = time.thread_time_ns()
        found = StepCache()
        sent = [_encode(between(*pair, found)) for pair in zip(shown, after, strict=True)]
        costs.comparing.append((time.thread_time_ns() - drawn) / seats)
        costs.drawing.append((observed - start + drawn - ready) / seats)
        costs.sizes += map(len, sent)
        shown = after
