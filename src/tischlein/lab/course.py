"""The course of a match: its length, choices, ties and leads, with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tischlein.lab.grouping import Match, Table
from tischlein.lab.intervals import WITHIN, Estimate, Values, mean, share
from tischlein.lab.study import Setting

SHAPE = {
    "events": "events in a match",
    "decisions": "decisions in a match",
    "choices": "legal actions at a decision",
    "forced": "decisions without a choice",
    "ties": "matches without a single winner",
    "lead_changes": "changes of the lead",
    "settled": "when the lead is settled, as a share of the match",
    "behind": "how long no winner was in the lead, as a share of the match",
    "margin": "points between the first and the second",
    "score": "score",
}
"""The measures of a match's shape, in words."""
SHARES = ("forced", "ties", "settled", "behind")
"""The measures that are shares, from 0 to 1."""
BETWEEN = ("ties", "lead_changes", "settled", "behind", "margin")
"""The measures about seats, or teams, that play against each other."""


@dataclass(frozen=True)
class ShapeRow:
    """A measure of how matches go at one table."""

    setting: Setting
    entrants: tuple[str, ...]
    measure: str
    mean: Estimate
    low: float
    """Nine in ten matches are between this and ``high``."""
    high: float


def shape(found: Sequence[Table]) -> list[ShapeRow]:
    """Return how matches go at each table."""
    rows = []
    for table in found:
        for name in measured(table):
            values = shape_values(table, name)
            low, high = np.percentile(values, (5, 95))
            if name == "ties":
                centre = share(values, table.clusters)
            else:
                centre = mean(values, table.clusters, bounds=bounds_of(table, name, values))
            rows.append(
                ShapeRow(table.setting, table.entrants, name, centre, float(low), float(high))
            )
    return rows


def measured(table: Table) -> list[str]:
    """Return the measures of a table's matches: for a single side, its score.

    With several sides, scores are reported by seat and by entrant instead.
    """
    left_out = ("score",) if table.setting.places > 1 else BETWEEN
    return [name for name in SHAPE if name not in left_out]


def is_counted(measure: str) -> bool:
    """Whether a measure counts the matches in which something happens."""
    return measure == "ties" or measure.endswith(" wins")


def is_share(measure: str) -> bool:
    """Whether a measure is from 0 to 1."""
    return measure in SHARES or is_counted(measure)


def shape_values(table: Table, name: str) -> Values:
    """Return a measure of shape for each match."""
    sides = table.setting.sides
    return np.array([_shape(one, name, sides) for one in table.matches], np.float64)


def _shape(one: Match, name: str, sides: Sequence[int]) -> float:
    if name == "choices":
        return one.choices / max(1, one.decisions)
    if name == "forced":
        return one.forced / max(1, one.decisions)
    if name == "ties":
        return float(len(one.first) > 1)
    if name in ("settled", "behind"):
        return float(getattr(one, name)) / max(1, one.events)
    if name == "score":
        return float(one.scores[0])
    if name == "margin":
        of_side = dict(zip(sides, one.scores, strict=True))  # partners have the same score
        best, *others = sorted(of_side.values(), reverse=True)
        return float(best - others[0]) if others else 0.0
    return float(getattr(one, name))


def bounds_of(table: Table, name: str, values: Values) -> tuple[float, float]:
    """Return the bounds of a measure of shape, from what the game declares.

    With a single example, limits such as that of a match's length are not used: they would say
    nothing about it.
    """
    if name in SHARES:
        return WITHIN
    if name == "score":
        return table.setting.game.score_bounds
    least = min(1.0, float(np.min(values))) if name in ("events", "decisions", "choices") else 0.0
    if len(set(table.clusters.tolist())) < 2:
        return least, math.inf
    game = table.setting.game
    lowest, highest = game.score_bounds
    greatest = {
        "events": game.longest,
        "decisions": game.longest,
        "choices": game.most_legal,
        "margin": highest - lowest,
    }
    return least, greatest.get(name, math.inf)
