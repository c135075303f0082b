"""A comparison of two entrants that ends as soon as it is decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from tischlein.core.amounts import many
from tischlein.lab import grouping, running, winning
from tischlein.lab.grouping import Table
from tischlein.lab.results import Results, matches_per_table
from tischlein.lab.running import ProgressCallback
from tischlein.lab.sequential import Test, Verdict
from tischlein.lab.study import Study, StudyError
from tischlein.lab.thinking_time import LONGEST_THOUGHT

FIRST = 60
"""Matches before the first check; each further check comes after half as many again."""


@dataclass(frozen=True)
class ComparisonResult:
    """How a comparison of two has ended."""

    results: Results
    verdict: Verdict
    test: Test
    independent: int
    """The number of seeds; seeds joined by a chain of matches that go alike count once."""

    def sentence(self) -> str:
        """Return the result in words."""
        one, other = self.results.study.entrants
        fair, asked = f"{100 * self.test.none:.3g} %", f"{100 * self.test.least:.3g} %"
        said = {
            "better": f"{one} wins more than {fair} against {other}: decided "
            f"(of players who do not, {100 * self.test.alpha:.0f} % at most are taken for better)",
            "not better": f"{one} does not win {asked} against {other}: decided "
            f"(of players who do, {100 * self.test.beta:.0f} % at most are turned down)",
            "undecided": f"Whether {one} wins {asked} against {other}, or no more than {fair}, "
            "is not decided",
        }
        seeds = self.results.matches["seed"].n_unique()
        alike = (
            f" with {many(seeds, 'seed')}, of which only {self.independent} can be told apart"
            if self.independent < seeds
            else ""
        )
        return f"{said[self.verdict]} after {many(len(self.results.matches), 'match')}{alike}."


def compare_until_decided(
    study: Study,
    folder: Path | str,
    *,
    test: Test,
    workers: int | None = None,
    ray: str | None = None,
    progress: ProgressCallback | None = None,
    thinking_limit: float = LONGEST_THOUGHT,
) -> ComparisonResult:
    """Play until a sequential test says whether the first of two entrants is better.

    Parameters
    ----------
    study
        Of two entrants and one setting; its number of matches is the limit.
    folder
        Where the matches are kept. Continuing with a longer study continues the comparison.

    Raises
    ------
    StudyError
        If the study is of another kind, or the worthwhile share is no greater than the expected
        one; or if matches do not end.
    """
    if len(study.entrants) != 2 or len(study.settings()) != 1:
        raise StudyError("a comparison is of two entrants in one setting")
    if not test.none < test.least <= 1:
        raise StudyError(
            f"{study.entrants[0]} wins {100 * test.none:.4g} % anyway if both are alike; ask for a "
            f"share between that and 100 %, not {100 * test.least:.4g} %"
        )
    for matches in _checks(study.matches, matches_per_table(Path(folder))):
        part = replace(study, tables=("first",), matches=matches, mixed=0)
        results = running.run(
            part,
            folder,
            workers=workers,
            ray=ray,
            progress=progress,
            thinking_limit=thinking_limit,
        )
        grouping.check_ended(results)
        values = _independent(grouping.tables(results)[0], study.entrants[0])
        verdict = test.verdict(values)
        if verdict != "undecided":
            break
    return ComparisonResult(results, verdict, test, len(values))


def _checks(most: int, before: int) -> Iterator[int]:
    """Yield the numbers of matches at which to check, from that of the folder's study on."""
    count = FIRST
    while count < most:
        if count >= before:
            yield count
        count += count // 2
    yield most


def _independent(table: Table, entrant: str) -> list[float]:
    """Return an entrant's mean share of the first place in each cluster, in the order of seeds.

    A cluster consists of the matches of one seed, or of several seeds whose matches went alike.
    """
    shares = winning.first_places(table, entrant).tolist()
    found: dict[int, list[float]] = {}
    for cluster, share in zip(table.clusters.tolist(), shares, strict=True):
        found.setdefault(cluster, []).append(share)
    return [sum(values) / len(values) for values in found.values()]
