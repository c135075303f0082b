"""Studies of finished matches: how each stood after every decision, judged afterwards.

What the bots hold of a position takes time, so it is found out in a process beside, from coarse
to fine, while somebody looks; it is kept in memory and on disk, and never found out twice.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from tischlein.bots import outlook
from tischlein.core import kernel
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.private import make_private
from tischlein.tables.problems import TooManyError
from tischlein.tables.studio import Studio

log = logging.getLogger(__name__)

Measure = Literal["hopes", "points", "none"]
"""What is told of each step: what the seats may hope for, the points as they stand, or nothing."""

MOST_STEPS = 240
"""Of a long match so many steps are judged, evenly spread."""
AT_ONCE = 6
"""Steps that are judged in one go."""
MOST_STUDIED = 32
"""Matches that are judged in turn; others wait until somebody asks again."""
MOST_OF_PARTY = 4
"""Those among them that one party has asked for."""
KEPT = 64
"""Studies in memory."""
KEPT_ON_DISK = 2_000
INTEREST = 30.0
"""Seconds after which a match is not judged on if nobody has asked again."""


class Study(msgspec.Struct):
    """How a match stood, as far as is known."""

    measure: Measure
    steps: list[int]
    """Numbers of events after which somebody had to decide, and of the last one."""
    values: list[tuple[float, ...] | None]
    """After each of these steps a value for every seat; None where it is not known yet."""

    @property
    def done(self) -> bool:
        """Whether all of it is known."""
        return None not in self.values


class Studies:
    """The studies of all matches on a server."""

    def __init__(self, studio: Studio, folder: Path | None = None) -> None:
        """Keep studies in a folder, by default one of the user's cache."""
        self._studio = studio
        self._folder = kernel.cache_root().parent / "studies" if folder is None else folder
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, float] = {}
        self._parties: dict[str, str] = {}
        """Who was the first to ask for what is being judged."""

    async def study(
        self, match: str, start: Position, events: Sequence[Event], party: str
    ) -> Study:
        """Return what is known of a finished match; what is missing is found out from now on.

        Parameters
        ----------
        party
            Who wants to know it: parties take turns.
        """
        key = f"{match}-{_edition(start)}"
        study = self._studies.get(key)
        if study is None:
            study = await asyncio.to_thread(self._found, key, start, events)
            study = self._studies.setdefault(key, study)
        self._studies.move_to_end(key)
        while len(self._studies) > KEPT:
            self._studies.popitem(last=False)
        if key in self._tasks:
            self._asked[key] = time.monotonic()
        elif not study.done and self._has_room(party):
            self._asked[key] = time.monotonic()
            self._parties[key] = party
            task = asyncio.create_task(self._judge(key, study, start, events))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._forget(key))
        return study

    def _has_room(self, party: str) -> bool:
        of_party = sum(one == party for one in self._parties.values())
        return len(self._tasks) < MOST_STUDIED and of_party < MOST_OF_PARTY

    async def hopes(self, position: Position, party: str) -> tuple[float, ...] | None:
        """Return what the seats may hope for in a position, None where bots do not judge that."""
        if not outlook.has_outlook(position.game) or position.acting == (CHANCE,):
            return None
        (hopes,) = await self._studio.run(party, _judged, pickle.dumps((position, ())), [0])
        return hopes

    async def close(self) -> None:
        """Judge no more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, key: str) -> None:
        self._tasks.pop(key, None)
        self._asked.pop(key, None)
        self._parties.pop(key, None)

    async def _judge(
        self, key: str, study: Study, start: Position, events: Sequence[Event]
    ) -> None:
        packed, party = pickle.dumps((start, tuple(events))), self._parties[key]
        try:
            for indices in _coarse_to_fine(study):
                if time.monotonic() - self._asked[key] > INTEREST:
                    return
                steps = [study.steps[index] for index in indices]
                found = await self._studio.run(party, _judged, packed, steps)
                for index, values in zip(indices, found, strict=True):
                    study.values[index] = values
        except TooManyError:
            return  # whoever asks again sets it going again
        except Exception:
            log.exception("the match %s cannot be judged", key)
            study.measure, study.steps, study.values = "none", [], []
        finally:
            await asyncio.to_thread(self._keep, key, study)

    def _found(self, key: str, start: Position, events: Sequence[Event]) -> Study:
        try:
            return _decode(self._file(key).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return begun(start, events)

    def _keep(self, key: str, study: Study) -> None:
        with suppress(OSError):  # without a writable cache it is found out anew
            unfinished = self._file(key).with_suffix(".new")
            make_private(unfinished)
            unfinished.write_bytes(msgspec.json.encode(study))
            unfinished.replace(self._file(key))
            files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-KEPT_ON_DISK]:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"


_decode = msgspec.json.Decoder(Study).decode


def begun(start: Position, events: Sequence[Event]) -> Study:
    """Return a study with all that can be told at once: points as they stand, and the end."""
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
        return Study("hopes", steps, [None] * len(steps))
    # Points that are only counted in the end tell nothing of the way.
    if len(set(points[:-1])) < 2:
        return Study("none", [], [])
    return Study("points", steps, [points[index] for index in chosen])


def _spread(count: int) -> list[int]:
    """Return as many numbers below a count as are judged, evenly spread, with the last one."""
    if count <= MOST_STEPS:
        return list(range(count))
    return [round(index * (count - 1) / (MOST_STEPS - 1)) for index in range(MOST_STEPS)]


def _coarse_to_fine(study: Study) -> list[list[int]]:
    """Return what is missing in the order in which it is judged, so that a shape is seen soon."""
    size = len(study.values)
    stride = 1
    while stride < size:
        stride *= 2
    order: dict[int, None] = {size - 1: None} if size else {}
    while stride:
        order |= dict.fromkeys(range(0, size, stride))
        stride //= 2
    missing = [index for index in order if study.values[index] is None]
    return [missing[first : first + AT_ONCE] for first in range(0, len(missing), AT_ONCE)]


def _edition(start: Position) -> str:
    """Return a name that changes with whatever judges a game's positions."""
    return kernel.cache_folder(start.game.folder, *outlook.JUDGED_BY).name


def _judged(packed: bytes, steps: Sequence[int]) -> list[tuple[float, ...]]:
    """Return what the seats may hope for after these numbers of events."""
    start, events = pickle.loads(packed)
    position: Position = start.clone()
    found: dict[int, tuple[float, ...]] = {}
    wanted, last = set(steps), max(steps)
    for number in range(last + 1):
        if number:
            position.apply(events[number - 1])
        if number in wanted:
            judged = outlook.outlook(position, kernel.new_rng(number))
            found[number] = tuple(round(hope, 3) for hope in judged.hopes)
    return [found[step] for step in steps]
