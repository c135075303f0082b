"""Skill and luck: how much of who wins is explained by who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tischlein.lab.grouping import Table
from tischlein.lab.intervals import CLEAR, Estimate, Values, holm, share
from tischlein.lab.ratings import RESAMPLES
from tischlein.lab.study import Setting
from tischlein.lab.winning import first_places, seats_by_side


@dataclass(frozen=True)
class SkillRow:
    """How much of who wins is explained by who plays."""

    setting: Setting
    entrants: tuple[str, ...]
    explained: Estimate
    """Share of the variance of first places between entrants; the rest is luck, and the seats."""


def explained(found: Sequence[Table]) -> list[SkillRow]:
    """Return the share of the outcome that skill explains, at each table with several entrants."""
    return [
        SkillRow(table.setting, table.entrants, _of_table(table))
        for table in found
        if not table.alone and len(set(table.seeds.tolist())) > 1
    ]


def _of_table(table: Table) -> Estimate:
    """Return eta squared: the share of the variance of first places between entrants."""
    return _of_two(table) if len(table.entrants) == 2 else _of_several(table)


def _of_two(table: Table) -> Estimate:
    """Return it with its interval, derived from the share that one of two entrants wins.

    Resampled seeds would not show how uncertain an entrant is that has won them all.
    """
    sides = seats_by_side(table.setting)
    name = table.entrants[0]
    held = table.places.count(name)
    fair = held / len(sides)
    won = share(first_places(table, name), table.clusters)
    squares = [sum(one.share(members) ** 2 for members in sides) for one in table.matches]
    whole = float(np.mean(squares)) - 1 / len(sides)

    def explained(wins: float) -> float:
        between = (wins - fair) ** 2 * (1 / held + 1 / (len(sides) - held))
        return min(1.0, between / whole) if whole > 0 else 0.0

    ends = explained(won.low), explained(won.high)
    low = 0.0 if won.low <= fair <= won.high else min(ends)
    return Estimate(explained(won.value), low, max(ends), len(table.matches))


def _of_several(table: Table) -> Estimate:
    """Return it with an interval from reweighting whole clusters (Rubin 1981).

    One cluster is added in which each entrant wins everything, so that an entrant that has won
    everything is not certain to do so: the prior of Berger, Bernardo and Sun (2015) for which of
    them wins. If no entrant is clearly better or worse, the interval begins at 0.
    """
    held = seats_by_side(table.setting)
    count = len(table.entrants)
    places = np.array([table.places.count(name) for name in table.entrants], np.float64)
    rows = np.zeros((len(table.matches), count + 1))
    for row, one in zip(rows, table.matches, strict=True):
        for members in held:
            won = one.share(members)
            row[table.entrants.index(one.entrants[members[0]])] += won
            row[-1] += won**2

    _, where = np.unique(table.clusters, return_inverse=True)
    sizes = np.bincount(where).astype(np.float64)
    sums = np.zeros((len(sizes), count + 1))
    np.add.at(sums, where, rows)
    usual = len(rows) / len(sizes)
    one_wins_all = usual * np.column_stack([np.eye(count), np.ones(count)])

    def explained(totals: Values, matches: float) -> float:
        *won, squares = totals.tolist()
        seats = matches * places
        centre = sum(won) / float(np.sum(seats))
        whole = squares - float(np.sum(seats)) * centre**2
        between = float(np.sum(seats * (np.array(won) / seats - centre) ** 2))
        return min(1.0, between / whole) if whole > 0 else 0.0

    rng = np.random.default_rng(0)
    weights = rng.standard_exponential((RESAMPLES, len(sizes)))
    besides = rng.standard_gamma(1 / count, (RESAMPLES, count))
    again = map(
        explained,
        weights @ sums + besides @ one_wins_all,
        weights @ sizes + usual * besides.sum(axis=1),
    )
    low, high = np.percentile(list(again), (2.5, 97.5))
    value = explained(sums.sum(axis=0), float(len(rows)))
    # By luck alone entrants always differ a little, and no reweighting removes that.
    least = min(float(low), value) if _clearly_unlike(table) else 0.0
    return Estimate(value, least, float(max(high, value)), len(rows))


def _clearly_unlike(table: Table) -> bool:
    """Whether some entrant surely wins more or less than its fair share."""
    ps = [
        share(
            first_places(table, name),
            table.clusters,
            table.places.count(name) / table.setting.places,
        ).p
        for name in table.entrants
    ]
    return any(p < CLEAR for p in holm(ps))
