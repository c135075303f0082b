"""The results of a study in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from tischlein.core.amounts import many
from tischlein.lab import (
    chances,
    course,
    option_changes,
    skill,
    usage,
    winning,
)
from tischlein.lab.course import SHAPE
from tischlein.lab.grouping import Table, label
from tischlein.lab.intervals import APART, Estimate
from tischlein.lab.results import Results

MANY_WAYS = 20
"""Fewer ways than this are mentioned: they are few examples of how the game can go."""
CHANGES = 6
"""How many of the changes due to options a sentence names."""


def summary(found: Sequence[Table]) -> Iterator[str]:
    """Yield the most important results in sentences; none without a match that ended."""
    if not found:
        return
    seats = winning.seats(found)
    for where in dict.fromkeys((label(row.setting), row.entrant) for row in seats):
        yield _fairness([row for row in seats if (label(row.setting), row.entrant) == where])
    for row in course.shape(found):
        if row.measure == "score":
            yield (
                f"{row.entrants[0]} scores {row.mean} on average ({label(row.setting)}; "
                f"{many(row.mean.count, 'match')}); nine in ten are from {row.low:.0f} to "
                f"{row.high:.0f}."
            )
    for duel in winning.entrants(found):
        # Of one among several others, only that one is mentioned.
        if duel.won.value >= duel.fair and duel.fair * duel.setting.places < 1.5:
            yield (
                f"{duel.entrant} wins {duel.won.percent()} among {', '.join(duel.others)} "
                f"({label(duel.setting)}; {many(duel.won.count, 'match')}), where "
                f"{100 * duel.fair:.0f} % would be its fair share."
            )
    strongest = strongest_of(found)
    shape = {row.measure: row for row in course.shape([strongest])}
    who = " and ".join(strongest.entrants)
    yield (
        f"A match of {who} ({label(strongest.setting)}) takes {shape['decisions'].mean} decisions; "
        f"nine in ten take {shape['decisions'].low:.0f} to {shape['decisions'].high:.0f}. On "
        f"average over matches, there are {shape['choices'].mean} actions to choose from, and "
        f"{shape['forced'].mean.percent()} of a match's decisions are forced."
    )
    if "lead_changes" in shape:
        yield _lead(strongest, shape["lead_changes"], shape["settled"].mean)
    mentioned: set[str] = set()
    for between in skill.explained(found):
        if label(between.setting) in mentioned:
            continue  # the first table of a setting has the first entrant among the others
        mentioned.add(label(between.setting))
        yield (
            f"Who plays explains {between.explained.percent()} of who wins between "
            f"{' and '.join(between.entrants)} ({label(between.setting)}); the rest is luck, and "
            "seats."
        )
    yield from changes(found)


def _lead(table: Table, changes: course.ShapeRow, settled: Estimate) -> str:
    at_the_end = float(np.median(course.shape_values(table, "settled"))) == 1
    if not changes.high and at_the_end:
        return "The scores as they stand say nothing of who is ahead before the end."
    times = f"changes {changes.mean} times" if changes.mean.value else "never changes"
    return (
        f"The lead {times}, by the scores as they stand, and is settled after {settled.percent()} "
        "of the match."
    )


def changes(found: Sequence[Table]) -> Iterator[str]:
    """Yield what options change, if a study has several settings of them."""
    compared = option_changes.options(found)
    if compared:
        clear = [row for row in compared if row.clear]
        listed = "; ".join(map(_changed, clear[:CHANGES]))
        more = len(clear) - CHANGES
        yield (
            f"Of {many(len(compared), 'comparison')} with other options, {len(clear)} "
            f"{'shows' if len(clear) == 1 else 'show'} a clear change"
            + (f": {listed}" if clear else "")
            + (f"; and {more} more." if more > 0 else ".")
        )


def strongest_of(found: Sequence[Table]) -> Table:
    """Return the table of the first entrant, alone if it has one."""
    alone = [table for table in found if table.alone]
    return (alone or list(found))[0]


def _fairness(rows: Sequence[winning.SeatRow]) -> str:
    turns = [row for row in rows if row.by_turn]
    shown = turns or list(rows)
    first = shown[0]
    few = first.ways < MANY_WAYS < first.won.count
    ways = f", which go in only {first.ways} ways," if few else ""
    if few and first.ways == 1:
        ways = ", which all go alike,"
    subject = f"the {first.kind} that begins" if turns else f"{first.kind} {first.seat}"
    sentence = (
        f"Between players of equal strength ({first.entrant}, {label(first.setting)}), {subject} "
        f"wins {first.won.percent()} of {many(first.won.count, 'match')}{ways}"
        f"{'' if few else ','} where {100 * first.fair:.1f} % would be fair. "
    )
    clear = [row for row in shown if row.clear]
    if few and not clear:
        return sentence + "That tells of these players, not of the game."
    if not clear:
        widest = max(max(row.won.high - row.fair, row.fair - row.won.low) for row in shown)
        outside = any(not row.won.low <= row.fair <= row.won.high for row in shown)
        qualification = ", so many being compared" if outside else ""
        return sentence + (
            f"No seat is clearly better than another{qualification}: an advantage of more than "
            f"{math.ceil(round(100 * widest, 1))} points can be ruled out."
        )
    words = [
        f"{row.seat} ({row.won.percent()}) is {'ahead' if row.won.value > row.fair else 'behind'}"
        for row in clear
    ]
    return sentence + f"Not all are alike: {'; '.join(words)}."


def _changed(row: option_changes.OptionRow) -> str:
    change = row.change.points() if row.is_share else _amount(row.change)
    measure = SHAPE.get(row.measure, row.measure)
    setting = row.setting.changed or "the usual options"
    return f"{setting}, {' and '.join(row.entrants)}: {measure} {change}"


def _amount(change: Estimate) -> str:
    """Return a change of what is no share, with its interval: ``-170 (-210 to -130)``."""
    value, low, high = map(_two_digits, (change.value, change.low, change.high))
    return f"{value} ({low} to {high})"


def _two_digits(change: float) -> str:
    """Return a change with its sign and two significant digits, however large it is: -170."""
    return np.format_float_positional(change, 2, fractional=False, trim="-", sign=True)


def courses(found: Sequence[Table], results: Results) -> Iterator[str]:
    """Yield what chances show about the matches of the first entrant."""
    if not found:
        return
    table = strongest_of(found)
    rows = {one.measure: one.mean for one in chances.rows(table, chances.courses(table, results))}
    if "caught_up" in rows:
        yield (
            "Played on by lot from positions on the way, the winner of a match of "
            f"{' and '.join(table.entrants)} ({label(table.setting)}) is clearly behind no more "
            f"after {rows['caught_up'].percent()} of it; the favourite changes "
            f"{rows['favourites']} times."
        )
    if "kingmaking" in rows:
        sentence = (
            "An action that costs its seat nothing moves a rival's chance by "
            f"{_power(rows['kingmaking'])}"
        )
        if "kingmakers" in rows and (rows["kingmakers"].low, rows["kingmakers"].high) != APART:
            sentence += (
                f", and by {_power(rows['kingmakers'])} where the seat has hardly a chance of its "
                f"own, which are {rows['hopeless'].percent()} of decisions in the second half"
            )
        yield sentence + "."


def _power(found: Estimate) -> str:
    value, low, high = (100 * number for number in (found.value, found.low, found.high))
    return f"{value:z.1f} points ({low:z.1f} to {high:z.1f})"


def never(found: Sequence[Table], results: Results) -> Iterator[str]:
    """Yield what is never used in a game."""
    if not found:
        return
    table = strongest_of(found)
    seen = usage.usage_of_setting(results, table.setting, found)
    words = {
        "actions": "words of actions that were offered and never chosen",
        "rules": "rules that could have forbidden something and never did",
        "sentences": "sentences of the log that were never said",
    }
    for kind, name in words.items():
        if seen.unused[kind]:
            listed = ", ".join(seen.unused[kind][:NAMED])
            more = len(seen.unused[kind]) - NAMED
            yield (
                f"In {many(seen.matches, 'match')} ({label(table.setting)}), {name}: {listed}"
                f"{f' and {more} more' if more > 0 else ''}."
            )


NAMED = 12
"""How many unused things a sentence names."""
