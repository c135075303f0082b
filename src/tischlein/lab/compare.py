"""Compares two studies: what differs, with intervals, on the seeds that both have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tischlein.lab import course, grouping, option_changes, winning
from tischlein.lab.course import SHAPE
from tischlein.lab.grouping import Table, label
from tischlein.lab.intervals import CLEAR, Estimate, Values, figure, holm, p_words, rounded_p
from tischlein.lab.results import Results
from tischlein.lab.study import StudyError


@dataclass(frozen=True)
class Row:
    """A difference at a table of two studies."""

    game: str
    """Its key."""
    table: str
    measure: str
    before: float
    change: Estimate
    """The second study minus the first; ``p`` assumes no difference."""
    is_share: bool

    @property
    def clear(self) -> bool:
        """Whether there surely is a difference."""
        return self.change.p < CLEAR


def compared(one: Results, other: Results) -> list[Row]:
    """Return the differences at the tables that two studies share.

    Tables are the same if game, seats, entrants and options are. If each study has only one table
    with a game, seats and entrants, these two are compared even if their options differ.

    Raises
    ------
    StudyError
        If the studies have no table in common.
    """
    ours, theirs = _by_kind(one), _by_kind(other)
    rows: list[Row] = []
    for kind in [kind for kind in ours if kind in theirs]:
        left, right = ours[kind], theirs[kind]
        if len(left) == len(right) == 1:
            rows += _rows(left[0], right[0])
            continue
        found = {table.setting.changed: table for table in right}
        for table in left:
            if table.setting.changed in found:
                rows += _rows(table, found[table.setting.changed])
    if not rows:
        raise StudyError("the studies have no table in common: the same game, seats and entrants")
    corrected = holm([row.change.p for row in rows])
    return [
        replace(row, change=replace(row.change, p=p))
        for row, p in zip(rows, corrected, strict=True)
    ]


def _by_kind(results: Results) -> dict[tuple[Any, ...], list[Table]]:
    found: dict[tuple[Any, ...], list[Table]] = {}
    for table in grouping.tables(results):
        setting = table.setting
        kind = (setting.game.key, setting.seats, table.places)
        found.setdefault(kind, []).append(table)
    return found


def _rows(one: Table, other: Table) -> Iterator[Row]:
    name = f"{' · '.join(one.entrants)}, {label(one.setting)}"
    if one.setting.changed != other.setting.changed:
        name += f" → {other.setting.changed or 'the usual options'}"
    for measure, before, after in _pairs(one, other):
        yield Row(
            one.setting.game.key,
            name,
            SHAPE.get(measure, measure),
            float(np.mean(before)),
            option_changes.changed(measure, (other, after), (one, before)),
            course.is_share(measure),
        )


def _pairs(one: Table, other: Table) -> Iterator[tuple[str, Values, Values]]:
    yield from option_changes.compared(one, other)
    if not one.alone:
        for place in option_changes.informative_sides(len(one.entrants)):
            entrant = one.entrants[place]
            yield (
                f"{entrant} wins",
                winning.first_places(one, entrant),
                winning.first_places(other, entrant),
            )


def words(row: Row) -> tuple[str, str, str, str, str, str]:
    """Return a row in words, one text per column."""
    before = f"{100 * row.before:.1f} %" if row.is_share else f"{row.before:.4g}"
    change = row.change.points() if row.is_share else str(row.change)
    return row.game, row.table, row.measure, before, change, p_words(row.change.p)


def to_dict(row: Row) -> dict[str, Any]:
    """Return a row for programs."""
    return {
        "game": row.game,
        "table": row.table,
        "measure": row.measure,
        "before": round(row.before, 4),
        "change": figure(row.change.value),
        "low": figure(row.change.low),
        "high": figure(row.change.high),
        "p": rounded_p(row.change.p),
    }
