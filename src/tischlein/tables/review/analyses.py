"""Analyses of finished matches: the prospects after every decision, evaluated afterwards.

The evaluation by bots takes time, so it runs in a separate process, from coarse to fine, while
somebody looks; it is kept in memory and on disk, and never repeated.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from tischlein.bots import outlook
from tischlein.core import kernel
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.concurrency.background_processes import BackgroundProcess
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.shared_places import has_room
from tischlein.tables.problems import TooManyError
from tischlein.tables.review.private_files import begin_private

log = logging.getLogger(__name__)

Measure = Literal["win_probability", "points", "none"]
"""The value of each step: the seats' prospects, the current points, or nothing."""

MOST_STEPS = 240
"""Of a long match this many steps are evaluated, evenly spread."""
AT_ONCE = 6
"""Steps that are evaluated in one go."""
MOST_ANALYSED = 32
"""Maximal number of matches evaluated in turn; others wait until they are requested again."""
MOST_OF_PARTY = 4
"""Maximal number of those requested by one party."""
MOST_IN_MEMORY = 64
"""Analyses in memory."""
MOST_ON_DISK = 2_000
ABANDONED_AFTER = 30.0
"""Seconds after which a match without further requests is not evaluated any more."""


class Analysis(msgspec.Struct):
    """The course of a match, as far as is known."""

    measure: Measure
    steps: list[int]
    """Numbers of events after which a seat had to decide, and of the last one."""
    values: list[tuple[float, ...] | None]
    """For each of these steps a value per seat; None if it is not known yet."""

    @property
    def done(self) -> bool:
        """Whether all of it is known."""
        return None not in self.values


class Analyses:
    """The analyses of all matches on a server."""

    def __init__(self, process: BackgroundProcess, folder: Path | None = None) -> None:
        """Keep analyses in a folder, by default one of the user's cache."""
        self._process = process
        self._folder = kernel.cache_root().parent / "studies" if folder is None else folder
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._requested_at: dict[str, float] = {}
        self._parties: dict[str, str] = {}
        """The first party to request each analysis in progress."""

    async def analyse(
        self, match: str, start: Position, events: Sequence[Event], party: str
    ) -> Analysis:
        """Return what is known of a finished match, and start computing what is missing.

        Parameters
        ----------
        party
            The requesting party: parties take turns.
        """
        key = f"{match}-{_code_version(start)}"
        analysis = self._analyses.get(key)
        if analysis is None:
            analysis = await asyncio.to_thread(self._load, key, start, events)
            analysis = self._analyses.setdefault(key, analysis)
        self._analyses.move_to_end(key)
        while len(self._analyses) > MOST_IN_MEMORY:
            self._analyses.popitem(last=False)
        if key in self._tasks:
            self._requested_at[key] = time.monotonic()
        elif not analysis.done and self._has_room(party):
            self._requested_at[key] = time.monotonic()
            self._parties[key] = party
            task = asyncio.create_task(self._evaluate(key, analysis, start, events))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._forget(key))
        return analysis

    def _has_room(self, party: str) -> bool:
        of_party = sum(one == party for one in self._parties.values())
        return of_party < MOST_OF_PARTY and has_room(MOST_ANALYSED, len(self._tasks), of_party)

    async def evaluate(self, position: Position, party: str) -> tuple[float, ...] | None:
        """Return the seats' prospects in a position, None if bots cannot evaluate it."""
        if not outlook.has_outlook(position.game) or position.acting == (CHANCE,):
            return None
        (values,) = await self._process.run(party, _evaluated, pickle.dumps((position, ())), [0])
        return values

    async def close(self) -> None:
        """Stop evaluating."""
        await cancel_and_wait(*self._tasks.values())

    def _forget(self, key: str) -> None:
        self._tasks.pop(key, None)
        self._requested_at.pop(key, None)
        self._parties.pop(key, None)

    async def _evaluate(
        self, key: str, analysis: Analysis, start: Position, events: Sequence[Event]
    ) -> None:
        packed, party = pickle.dumps((start, tuple(events))), self._parties[key]
        try:
            for indices in _coarse_to_fine(analysis):
                if time.monotonic() - self._requested_at[key] > ABANDONED_AFTER:
                    return
                steps = [analysis.steps[index] for index in indices]
                found = await self._process.run(party, _evaluated, packed, steps)
                for index, values in zip(indices, found, strict=True):
                    analysis.values[index] = values
        except (TooManyError, BrokenProcessPool):
            return  # the next request starts it again
        except Exception:
            log.exception("the match %s cannot be evaluated", key)
            analysis.measure, analysis.steps, analysis.values = "none", [], []
        finally:
            await asyncio.to_thread(self._save, key, analysis)

    def _load(self, key: str, start: Position, events: Sequence[Event]) -> Analysis:
        try:
            return _decode(self._file(key).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return new_analysis(start, events)

    def _save(self, key: str, analysis: Analysis) -> None:
        with suppress(OSError):  # without a writable cache it is computed again
            unfinished = begin_private(self._file(key))
            unfinished.write_bytes(msgspec.json.encode(analysis))
            unfinished.replace(self._file(key))
            files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-MOST_ON_DISK]:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"


_decode = msgspec.json.Decoder(Analysis).decode


def new_analysis(start: Position, events: Sequence[Event]) -> Analysis:
    """Return an analysis with all that is known immediately: current points, and the end."""
    position = start.clone()
    steps, points = [], []
    for number in range(len(events) + 1):
        if number:
            position.apply(events[number - 1])
        if position.acting != (CHANCE,):
            steps.append(number)
            points.append(tuple(map(float, position.scores())))
    chosen = _spread(len(steps))
    steps = [steps[index] for index in chosen]
    if outlook.has_outlook(start.game):
        return Analysis("win_probability", steps, [None] * len(steps))
    # Points that are only counted at the end say nothing about the course.
    if len(set(points[:-1])) < 2:
        return Analysis("none", [], [])
    return Analysis("points", steps, [points[index] for index in chosen])


def _spread(count: int) -> list[int]:
    """Return the numbers below a count that are evaluated, evenly spread, with the last one."""
    if count <= MOST_STEPS:
        return list(range(count))
    return [round(index * (count - 1) / (MOST_STEPS - 1)) for index in range(MOST_STEPS)]


def _coarse_to_fine(analysis: Analysis) -> list[list[int]]:
    """Return what is missing in the order of evaluation, so that a shape is visible soon."""
    size = len(analysis.values)
    stride = 1
    while stride < size:
        stride *= 2
    order: dict[int, None] = {size - 1: None} if size else {}
    while stride:
        order |= dict.fromkeys(range(0, size, stride))
        stride //= 2
    missing = [index for index in order if analysis.values[index] is None]
    return [missing[first : first + AT_ONCE] for first in range(0, len(missing), AT_ONCE)]


def _code_version(start: Position) -> str:
    """Return a name that changes with the code that evaluates a game's positions."""
    return kernel.cache_folder(start.game.folder, *outlook.JUDGED_BY).name


def _evaluated(packed: bytes, steps: Sequence[int]) -> list[tuple[float, ...]]:
    """Return the seats' prospects after these numbers of events."""
    start, events = pickle.loads(packed)
    position: Position = start.clone()
    found: dict[int, tuple[float, ...]] = {}
    wanted, last = set(steps), max(steps)
    for number in range(last + 1):
        if number:
            position.apply(events[number - 1])
        if number in wanted:
            judged = outlook.outlook(position, kernel.new_rng(number))
            found[number] = tuple(round(value, 3) for value in judged.values)
    return [found[step] for step in steps]
