"""The results of a study as plain data, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tischlein.core.game import Game
from tischlein.lab import (
    chances,
    course,
    grouping,
    option_changes,
    plays,
    skill,
    usage,
    vocabulary,
    winning,
)
from tischlein.lab.grouping import Table, label
from tischlein.lab.intervals import estimate_data, figure
from tischlein.lab.results import Results
from tischlein.lab.summaries import courses, never, summary

Rows = list[dict[str, Any]]


def report_data(game: Game, results: Results) -> dict[str, Any]:
    """Return the contents of a report on one game."""
    found = [table for table in grouping.tables(results) if table.setting.game is game]
    without_end = [table for table in grouping.endless(results) if table.setting.game is game]
    return {
        "game": game.key,
        "summary": [
            *(table.sentence() for table in without_end),
            *summary(found),
            *courses(found, results),
            *never(found, results),
        ],
        "tables": _tables(found),
        "seats": _seats(found),
        "entrants": _entrants(found),
        "ratings": _ratings(found),
        "shape": _shape(found),
        "options": _options(found),
        "chances": _chances(found, results),
        "used": _used(found, results),
        "skill": _skill(found),
    }


def _tables(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(table.setting),
            "entrants": list(table.entrants),
            "matches": len(table.matches),
            "different": table.distinct,
            "ways": table.ways,
        }
        for table in found
    ]


def _seats(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrant": row.entrant,
            "seat": row.seat,
            "fair": row.fair,
            "won": estimate_data(row.won),
            "score": estimate_data(row.score),
        }
        for row in winning.seats(found)
    ]


def _entrants(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrant": row.entrant,
            "others": list(row.others),
            "fair": row.fair,
            "won": estimate_data(row.won),
            "score": estimate_data(row.score),
        }
        for row in winning.entrants(found)
    ]


def _ratings(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrant": row.entrant,
            "points": round(row.rating.points, 1),
            "low": round(row.rating.low, 1),
            "high": round(row.rating.high, 1),
        }
        for row in winning.rated(found)
    ]


def _shape(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrants": list(row.entrants),
            "measure": row.measure,
            **estimate_data(row.mean),
        }
        for row in course.shape(found)
    ]


def _options(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "beside": label(row.base),
            "entrants": list(row.entrants),
            "measure": row.measure,
            "before": round(row.before, 4),
            "change": estimate_data(row.change),
        }
        for row in option_changes.options(found)
    ]


def _chances(found: Sequence[Table], results: Results) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrants": list(row.entrants),
            "measure": row.measure,
            **estimate_data(row.mean),
        }
        for table in found
        for row in chances.rows(table, chances.courses(table, results))
    ]


def _used(found: Sequence[Table], results: Results) -> Rows:
    return [
        {
            "setting": label(setting),
            "matches": seen.matches,
            "offers": [
                {
                    "word": row.word,
                    "offered": row.offered,
                    "chosen": estimate_data(row.chosen),
                    "by_lot": round(row.by_lot, 4),
                    "liked": estimate_data(row.liked),
                }
                for row in seen.offers
            ],
            "words": [
                {
                    "word": row.word,
                    "seats": estimate_data(row.matches),
                    "times": round(row.times, 4),
                    "worth": estimate_data(row.worth),
                }
                for row in vocabulary.words(vocabulary.words_of(group, read), sides=setting.sides)
            ],
            "rules": [
                {"rule": row.rule, "matches": estimate_data(row.matches)} for row in seen.rules
            ],
            "sentences": [
                {"message": row.key, "times": estimate_data(row.times)} for row in seen.sentences
            ],
            "unused": {kind: list(names) for kind, names in seen.unused.items()},
        }
        for setting, group in grouping.by_setting(found)
        for read in [list(plays.sample(group, results, usage.EXAMINED))]
        for seen in [usage.usage_of_setting(results, setting, found)]
    ]


def _skill(found: Sequence[Table]) -> Rows:
    return [
        {
            "setting": label(row.setting),
            "entrants": list(row.entrants),
            "explained": estimate_data(row.explained),
        }
        for row in skill.explained(found)
    ]


def endless_data(results: Results) -> Rows:
    """Return the tables of a study at which matches did not end."""
    found = grouping.tables(results)
    return [
        {
            "game": table.setting.game.key,
            "setting": label(table.setting),
            "entrants": list(table.entrants),
            "matches": table.played,
            "endless": table.count,
            "bounds": [
                {"entrant": row.entrant, "least": figure(row.least), "most": figure(row.most)}
                for row in winning.bounds(table, found)
            ],
        }
        for table in grouping.endless(results)
    ]
