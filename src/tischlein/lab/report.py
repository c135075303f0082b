"""A report of a study: what it shows in words, tables, charts and boards, with uncertainty.

``report(results)`` collects it as plain data; :mod:`tischlein.lab.page` makes a page from that, and
the documentation makes its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tischlein.core.records import Record
from tischlein.lab import grouping, method, plays, sections
from tischlein.lab.grouping import Endless, Table
from tischlein.lab.report_parts import Section
from tischlein.lab.results import Results, check_rules
from tischlein.lab.summaries import courses, never, summary


@dataclass(frozen=True)
class Report:
    """Everything that a study shows about one game."""

    game: str
    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    method: tuple[str, ...]
    caveats: tuple[str, ...]
    example: Record | None = field(default=None, repr=False)
    """The match whose positions are shown."""

    def _repr_html_(self) -> str:
        from tischlein.lab.page import body

        return body(self)


def reports(results: Results) -> list[Report]:
    """Return a report for each game of a study that has matches.

    Raises
    ------
    StudyError
        If they were played by other versions of the rules.
    """
    check_rules(results)
    found, without_end = grouping.tables(results), grouping.endless(results)
    both: list[Table | Endless] = [*found, *without_end]
    both.sort(key=lambda table: table.number)
    keys = dict.fromkeys(table.setting.game.key for table in both)
    return [
        report(
            results,
            [table for table in found if table.setting.game.key == key],
            [table for table in without_end if table.setting.game.key == key],
        )
        for key in keys
    ]


def report(results: Results, found: Sequence[Table], without_end: Sequence[Endless]) -> Report:
    """Return the report of one game's tables."""
    game = found[0].setting.game if found else without_end[0].setting.game
    example = plays.typical(found, results) if found else None
    wanted = [name for name in results.study.measures if name in sections.SECTIONS]
    made = [sections.SECTIONS[name](results, found) for name in wanted if found]
    shown = [section for section in made if section is not None]
    if without_end:
        shown.insert(0, sections.endless(without_end, found))
    sentences = [*(table.sentence() for table in without_end), *summary(found)]
    if "chances" in wanted:
        sentences += courses(found, results)
    if "used" in wanted:
        sentences += never(found, results)
    return Report(
        game.key,
        results.study.title or f"{grouping.name_of(game)}: a study",
        tuple(sentences),
        (*shown, *([] if example is None else [sections.positions(example)])),
        tuple(method.method(results, found, without_end)),
        tuple(method.caveats(results, found, without_end)),
        example,
    )
