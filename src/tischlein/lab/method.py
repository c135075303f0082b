"""How a study was made, and what to be careful of when reading it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.lab import winning
from tischlein.lab.entrants import is_timed
from tischlein.lab.grouping import Endless, Table, label
from tischlein.lab.intervals import CLEAR
from tischlein.lab.results import Results
from tischlein.lab.summaries import MANY_WAYS


def method(
    results: Results, found: Sequence[Table], without_end: Sequence[Endless]
) -> Iterator[str]:
    """Yield how it was found, in sentences."""
    study = results.study
    sizes = {table.number: len(table.matches) for table in found}
    sizes |= {table.number: table.played for table in without_end}
    count = sum(sizes.values())
    tables: list[Table | Endless] = [*found, *without_end]
    alone = [sizes[table.number] for table in tables if len(table.entrants) == 1]
    least = min(alone or sizes.values())
    game = registry.load(tables[0].setting.game.key)
    mixed = f" ({study.mixed} where different entrants sit)" if study.mixed else ""
    yield (
        f"{many(count, 'match')} of {game.key} (rules version {game.version}{_versions(results)}) "
        f"at {many(len(sizes), 'table')}, at least {least} at each{mixed}, with seeds from "
        f"{study.seed} on. All tables have the same seeds, as far as they go; where several "
        "entrants sit at one, each seed is played in every rotation of their places"
        + (f", or {study.rotations} drawn ones." if study.rotations else ".")
    )
    if study.opening:
        yield (
            f"The first {study.opening} decisions of every match are drawn by lot from its seed, "
            "alike in all rotations: these players would begin in a few ways only."
        )
    yield (
        "Intervals are at 95 %. Those of shares are Wilson's, at the number of independent matches "
        "that would tell as much (matches of one seed, or that go alike, are not independent, and "
        "the fewer such groups there are, the less they tell); "
        "those of means are Student's over seeds, within what the game declares to be possible; "
        "those of ratings, and of the variance that three "
        "entrants and more explain, come from weighing whole seeds anew a thousand times (the "
        "latter begin at 0 where nobody is clearly better or worse). A shared first place counts "
        "in equal parts."
    )
    yield (
        "P-values are corrected within a table (Holm); what is told as clear has one below "
        f"{CLEAR}."
    )
    yield (
        "Everything can be computed again: the folder has the declaration (study.toml), every "
        "match with its events (matches.parquet), and the versions it was made with."
    )


def _versions(results: Results) -> str:
    """Return the versions of Tischlein that played the matches, as far as they were recorded."""
    made_with = results.made_with
    if made_with is None:
        return ""
    played = [made_with, *reversed(made_with.get("earlier", []))]
    return f"; Tischlein {', '.join(dict.fromkeys(one['tischlein'] for one in played))}"


_FEW = 50
"""With fewer independent seeds, a caveat calls intervals of rare or skewed measures too narrow.

With 8 seeds, those of exponential values miss the truth in 11 % of cases, of lognormal ones in 16
%, of an event in one match of ten in 44 %; with 50 seeds it is 8, 10 and 13 %.
"""


def caveats(
    results: Results, found: Sequence[Table], without_end: Sequence[Endless]
) -> Iterator[str]:
    """Yield what to be careful of, in sentences."""
    yield (
        "What holds between these players holds between these players: people, and stronger bots, "
        "may play differently."
    )
    timed = [name for name in results.study.entrants if is_timed(name)]
    if timed:
        yield (
            f"{', '.join(timed)} think by the clock, so these matches come out differently on "
            "another machine, or when it is busy."
        )
    for part in without_end:
        if part.count < part.played:
            yield (
                f"What is said of {' and '.join(part.entrants)} ({label(part.setting)}) is said of "
                f"the {many(part.played - part.count, 'match')} that ended. Those that did not may "
                "be of another kind, and without them places need not balance; their table says "
                "how far that can mislead."
            )
    least = min((len(set(table.clusters.tolist())) for table in found), default=_FEW)
    if least < _FEW:
        seeds = "one independent seed" if least == 1 else f"{least} independent seeds"
        yield (
            f"The table with the fewest has only {seeds}. Means of what is rare, or now and then "
            "very large, are less sure with so few than their intervals say."
        )
    for table in found:
        who = f"{' and '.join(table.entrants)} ({label(table.setting)})"
        if table.distinct < 0.9 * len(table.matches):
            yield f"Only {table.distinct} of the {len(table.matches)} matches of {who} differ."
        if table.ways < min(MANY_WAYS, len(set(table.seeds.tolist()))) < len(table.matches):
            ways = f"in only {table.ways} ways" if table.ways > 1 else "alike"
            yield (
                f"The {len(table.matches)} matches of {who} all go {ways}, up to mirror images, as "
                "the numbers of actions to choose from tell. Intervals count them as so many "
                "examples; what is said of seats is said of these players, not of the game."
            )
    for one, other in winning.contradictions(winning.seats(found)):
        yield (
            f"What {one.seat} is worth depends on who plays ({label(one.setting)}): "
            f"{one.won.percent()} with {one.entrant}, {other.won.percent()} with {other.entrant}. "
            "That is told of these players, not of the game."
        )
    if not results.finished:
        yield (
            f"The study is not finished: {len(results.matches)} of {results.planned} matches have "
            "been played."
        )
