"""Studies that tests run."""

from pathlib import Path

from tischlein.lab import grouping, running
from tischlein.lab.results import Results
from tischlein.lab.study import Study


def ran(folder: Path, **declared: object) -> Results:
    """Run a study in one process; see :class:`Study` for what is declared."""
    return running.run(Study(**declared), folder, workers=1)  # type: ignore[arg-type]  # as declared


def mirrored(begun: str, *, rest: int, seed: int) -> grouping.Match:
    """Return a match of Connect Four that begins in these columns; an even rest lets B win it."""
    course = tuple(map(ord, begun)) + (rest,) * 6
    score = (rest % 2, 1 - rest % 2)
    return grouping.Match(
        seed, seed, (0, 1), ("a", "a"), score, (score[1], score[0]), 0, 9, 9, 0, 30, 0, 1, 0,
        identity=100 * rest + seed, course=course,
    )  # fmt: skip
