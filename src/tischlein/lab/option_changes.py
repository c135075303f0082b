"""What options change: each setting compared with the first one, on the seeds that both have.

P-values are corrected (Holm) within the result of :func:`options`, since it is read as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tischlein.core.seats import letter
from tischlein.lab import course
from tischlein.lab.grouping import Table, clusters_together
from tischlein.lab.intervals import CLEAR, Estimate, Values, difference, difference_of_shares, holm
from tischlein.lab.study import Setting
from tischlein.lab.winning import TURNS, is_by_turn, order_of_play, seats_of_side


@dataclass(frozen=True)
class OptionRow:
    """What a setting changes compared with the first one."""

    setting: Setting
    base: Setting
    entrants: tuple[str, ...]
    measure: str
    before: float
    change: Estimate
    """``p`` assumes that nothing changes."""

    @property
    def clear(self) -> bool:
        """Whether something surely changes."""
        return self.change.p < CLEAR

    @property
    def is_share(self) -> bool:
        """Whether the measure is a share, from 0 to 1."""
        return course.is_share(self.measure)


def options(found: Sequence[Table]) -> list[OptionRow]:
    """Return what every setting changes compared with the first of the same game and seats."""
    rows: list[OptionRow] = []
    first: dict[tuple[str, int, tuple[str, ...]], Table] = {}
    for table in found:
        key = (table.setting.game.key, table.setting.seats, table.places)
        base = first.setdefault(key, table)
        if base is table or base.setting.changed == table.setting.changed:
            continue
        for name, before, after in compared(base, table):
            change = changed(name, (table, after), (base, before))
            rows.append(
                OptionRow(
                    table.setting,
                    base.setting,
                    table.entrants,
                    name,
                    float(np.mean(before)),
                    change,
                )
            )
    return [
        replace(row, change=replace(row.change, p=p))
        for row, p in zip(rows, holm([row.change.p for row in rows]), strict=True)
    ]


def compared(base: Table, other: Table) -> Iterator[tuple[str, Values, Values]]:
    """Yield the measures that two tables have in common, with a value for each match of both."""
    if base.alone and base.setting.sides == other.setting.sides:
        for place in informative_sides(base.setting.places):
            members = seats_of_side(base.setting, place)
            what = "seat" if len(members) == 1 else "team"
            name = f"{what} {' '.join(map(letter, members))} wins"
            yield name, _wins(base, members), _wins(other, members)
        if is_by_turn(base) or is_by_turn(other):
            for turn in informative_sides(base.setting.places):
                yield f"{TURNS[turn]} wins", _turn_wins(base, turn), _turn_wins(other, turn)
    for name in course.measured(base):
        if name not in course.measured(other):
            continue
        before, after = course.shape_values(base, name), course.shape_values(other, name)
        if before.any() or after.any():
            yield name, before, after


def changed(measure: str, one: tuple[Table, Values], other: tuple[Table, Values]) -> Estimate:
    """Return the mean of a measure in the matches of one table minus that of another.

    It is paired on the seeds that both have played; matches that go alike are one piece of
    evidence.
    """
    (left, values), (right, others) = one, other
    joined = clusters_together([left, right])
    mine, theirs = ([joined[seed] for seed in table.seeds.tolist()] for table in (left, right))
    both = (values, np.array(mine)), (others, np.array(theirs))
    if course.is_counted(measure):
        return difference_of_shares(*both)
    (least, most), (lowest, highest) = (
        course.bounds_of(table, measure, of_table) for table, of_table in (one, other)
    )
    return difference(*both, bounds=(least - highest, most - lowest))


def informative_sides(sides: int) -> range:
    """Return the sides whose wins say everything: of two, one wins what the other loses."""
    return range(1 if sides == 2 else sides)


def _wins(table: Table, members: Sequence[int]) -> Values:
    return np.array([one.share(members) for one in table.matches])


def _turn_wins(table: Table, turn: int) -> Values:
    setting = table.setting
    orders = [order_of_play(setting, one.starter or 0) for one in table.matches]
    return np.array(
        [
            one.share(seats_of_side(setting, order[turn]))
            for one, order in zip(table.matches, orders, strict=True)
        ]
    )
