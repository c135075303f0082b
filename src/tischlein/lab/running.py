"""Running a study: in this process, on all cores, or on a cluster, always with the same result."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from tischlein.bots.prepare import prepare
from tischlein.core import registry
from tischlein.lab import results, study_folder
from tischlein.lab.entrants import compile_for, is_deterministic, needs_search
from tischlein.lab.matches import PlayedMatch, play_match
from tischlein.lab.processes import process_count, processes, supervised
from tischlein.lab.results import Results
from tischlein.lab.study import PlannedMatch, Study, StudyError
from tischlein.lab.thinking_time import LONGEST_THOUGHT, check_limit

_LARGEST = 20
"""Maximal number of matches in a batch."""
_BATCHES = 8
"""Minimal number of batches for each process, so that all of them end at about the same time."""
_AHEAD = 3
"""Batches that wait for each process."""
_EVERY = 2.0
"""Seconds after which played matches are handed over, and written to disk."""

Batch = tuple[PlannedMatch, ...]


@dataclass(frozen=True)
class PlayedBatch:
    """The matches of a batch that have been played, at least the first of them."""

    matches: list[PlayedMatch]
    failure: StudyError | None = None
    """Why there are no more, if one broke off."""


Played = Generator[PlayedBatch, None, None]
ProgressCallback = Callable[[int, int], None]
"""Called with the number of matches played and their total."""


def run(
    study: Study,
    folder: Path | str,
    *,
    workers: int | None = None,
    ray: str | None = None,
    progress: ProgressCallback | None = None,
    thinking_limit: float = LONGEST_THOUGHT,
) -> Results:
    """Play the matches of a study that its folder does not contain yet.

    Parameters
    ----------
    folder
        Where results go. Existing results of the same study are kept, so an interrupted study
        continues and a finished one takes no time.
    workers
        Processes, by default as many as there are cores that this process may use; with 1 it does
        all the work.
    ray
        ``"auto"`` for the Ray cluster that this machine belongs to, or for one of its own; or the
        address of a cluster. Needs the extra ``tischlein[ray]``.
    progress
        Called with the progress.
    thinking_limit
        Seconds that foreign entrants, and other players in plain Python, have for a decision. One
        that takes longer hangs: its match breaks off (see :mod:`tischlein.lab.thinking_time`).

    Raises
    ------
    GameError, OptionError, StudyError
        For a study that cannot be run, a folder that contains another study, or one whose bots have
        changed since, or one that another process uses; or if no cluster answers.
    ImportError
        If a library is not installed.
    """
    check_limit(thinking_limit)
    plan = study.plan()
    if not results.matches_per_table(Path(folder)):
        # Before creating a folder: a search may be unable to play this game.
        for setting in study.settings():
            for name in study.entrants:
                compile_for(setting.game, name)
        if ray is not None:
            from tischlein.lab import cluster

            cluster.check(ray)
    with study_folder.locked(Path(folder)) as kept:
        return _run(study, plan, kept, workers, ray, progress, thinking_limit)


def _run(
    study: Study,
    plan: list[PlannedMatch],
    folder: Path,
    workers: int | None,
    ray: str | None,
    progress: ProgressCallback | None,
    limit: float,
) -> Results:
    done = study_folder.prepare_folder(folder, study)
    missing = [one for one in plan if one.number not in done]
    # By seeds: an interrupted study has matches of all its tables, and the time per match of the
    # rest is that of the matches done.
    missing.sort(key=lambda one: (one.seed, one.number))
    if progress is not None:
        progress(len(done), len(plan))
    if missing:
        _prepare(study)
        _play_as_before(folder, study, [one for one in plan if one.number in done])
        study_folder.record_versions(folder, study)
        found = _played(missing, study, workers, ray, limit)
        _keep_all(folder, len(done), len(plan), found, progress)
    study_folder.merge_parts(folder)
    return Results(folder, study, len(plan))


def _prepare(study: Study) -> None:
    """Compile here what all processes load."""
    searches = any(map(needs_search, study.entrants))
    for game in {setting.game for setting in study.settings()}:
        for _ in prepare(game) if searches else game.kernels.prepare():
            continue


def _play_as_before(folder: Path, study: Study, done: Sequence[PlannedMatch]) -> None:
    """Refuse to continue matches of bots that now play differently: one match a table is replayed.

    Foreign entrants, and those with a budget of time, may play differently every time.
    """
    import polars as pl  # installed, since there are results

    first: dict[int, PlannedMatch] = {}
    for one in done:
        if all(map(is_deterministic, one.entrants)):
            first.setdefault(one.table, one)
    if not first:
        return
    numbers = [one.number for one in first.values()]
    matches = Results(folder, study, 0).matches.filter(pl.col("match").is_in(numbers))
    kept = dict(matches.select("match", "happened").iter_rows())
    for one in first.values():
        if play_match(one, decisions=False).match["happened"] != kept[one.number]:
            raise StudyError(
                f"{folder} holds matches of bots that have changed since: match {one.number} "
                f"({', '.join(one.entrants)}) goes otherwise now; play the study in another folder"
            )


def _keep_all(
    folder: Path,
    count: int,
    total: int,
    found: Iterator[list[PlayedMatch]],
    progress: ProgressCallback | None,
) -> None:
    waiting: list[PlayedMatch] = []
    last = time.monotonic()
    try:
        for batch in found:
            waiting += batch
            count += len(batch)
            if progress is not None:
                progress(count, total)
            if time.monotonic() - last > _EVERY:
                study_folder.add_matches(folder, waiting)
                waiting, last = [], time.monotonic()
    finally:
        study_folder.add_matches(folder, waiting)


def _played(
    plan: Sequence[PlannedMatch], study: Study, workers: int | None, ray: str | None, limit: float
) -> Iterator[list[PlayedMatch]]:
    if ray is not None:
        from tischlein.lab import cluster

        return _until_one_fails(cluster.play(plan, study.decisions, limit, ray))
    games = {one.setting.game for one in plan}
    cores = process_count(workers)
    count = cores if all(map(registry.loads_elsewhere, games)) else 1
    batches = batched(plan, count)
    if count == 1:
        return _until_one_fails(_here(batches, study.decisions, limit))
    return _until_one_fails(_by_processes(batches, study.decisions, limit, count))


def _until_one_fails(found: Played) -> Iterator[list[PlayedMatch]]:
    """Yield the matches of batches, also of one in which a match broke off (StudyError)."""
    with closing(found):
        for batch in found:
            yield batch.matches
            if batch.failure is not None:
                raise batch.failure


def _here(batches: Sequence[Batch], decisions: bool, limit: float) -> Played:
    left = deque(batches)
    while left:
        batch = left.popleft()
        played = play(batch, decisions, limit)
        left.extendleft(rest_of(batch, played))
        yield played


def rest_of(batch: Batch, played: PlayedBatch) -> list[Batch]:
    """Return what remains to be played of a batch: a batch, or none."""
    rest = batch[len(played.matches) :]
    return [rest] if rest and played.failure is None else []


def batched(plan: Sequence[PlannedMatch], workers: int) -> list[Batch]:
    """Split a plan into batches for this many processes."""
    size = max(1, min(_LARGEST, len(plan) // (workers * _BATCHES)))
    return [tuple(plan[first : first + size]) for first in range(0, len(plan), size)]


def play(batch: Batch, decisions: bool, limit: float = LONGEST_THOUGHT) -> PlayedBatch:
    """Play the matches of a batch, in this process or another, as far as time allows.

    If they take long, only some are played, so that little is lost if the rest is interrupted.
    What players print goes to standard error: the output is that of the study.
    """
    played: list[PlayedMatch] = []
    until = time.monotonic() + _EVERY
    with redirect_stdout(sys.stderr):
        for one in batch:
            try:
                played.append(play_match(one, decisions=decisions, limit=limit))
            except StudyError as failure:
                return PlayedBatch(played, failure)
            if time.monotonic() > until:
                break
    return PlayedBatch(played)


def _by_processes(batches: Sequence[Batch], decisions: bool, limit: float, workers: int) -> Played:
    pool = processes(min(workers, len(batches)))
    left = deque(batches)
    running: dict[Future[PlayedBatch], Batch] = {}
    try:
        with supervised(pool):
            while left or running:
                while left and len(running) < _AHEAD * workers:
                    batch = left.popleft()
                    running[pool.submit(play, batch, decisions, limit)] = batch
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                # Those that fail come last, since nothing comes after them.
                for future in sorted(done, key=_fails):
                    played = future.result()
                    left.extendleft(rest_of(running.pop(future), played))
                    yield played
    except Exception:
        for future in running:
            future.cancel()
        raise


def _fails(future: Future[PlayedBatch]) -> bool:
    return future.exception() is not None or future.result().failure is not None
