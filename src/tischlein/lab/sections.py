"""The sections of a report: what a study shows, in tables, charts and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from tischlein.core.amounts import many
from tischlein.core.records import Record
from tischlein.lab import (
    chances,
    charts,
    course,
    grouping,
    option_changes,
    plays,
    skill,
    usage,
    vocabulary,
    winning,
)
from tischlein.lab.charts import Bar
from tischlein.lab.course import SHAPE, SHARES
from tischlein.lab.entrants import values_are_payoffs
from tischlein.lab.grouping import Endless, Table, label
from tischlein.lab.intervals import UNBOUNDED, WITHIN, Estimate, mean, p_words
from tischlein.lab.report_parts import Cell, Figure, Grid, Section
from tischlein.lab.results import Results
from tischlein.lab.study import Setting
from tischlein.lab.summaries import strongest_of


def endless(without_end: Sequence[Endless], found: Sequence[Table]) -> Section:
    """Return what is known of matches that did not end."""
    shares = {table.number: winning.bounds(table, found) for table in without_end}
    grid = Grid(
        "Matches that did not end within the most events that the game declares. They have no "
        "result, and all other figures are those of the matches that ended; beside that, what an "
        "entrant's share of first places would be at least and at most if all had ended.",
        ("setting", "entrants", "matches", "did not end", "first places"),
        tuple(
            (
                label(table.setting),
                ", ".join(table.entrants),
                str(table.played),
                str(table.count),
                "; ".join(map(_bounds, shares[table.number])) or "–",
            )
            for table in without_end
        ),
    )
    return Section("Which matches did not end?", (), (grid,))


def _bounds(row: winning.Bounds) -> str:
    return f"{row.entrant} {100 * row.least:.1f} % to {100 * row.most:.1f} %"


def _seats(results: Results, found: Sequence[Table]) -> Section | None:
    rows = winning.seats(found)
    if not rows:
        return None
    caption = (
        "Share of first places by seat, when one entrant has all seats. A shared first place "
        "counts in parts. P supposes that all seats are alike, corrected for all rows."
    )
    grid = Grid(
        " ".join((caption, *winning.basis(found))),
        ("setting", "entrant", "seat", "fair share", "wins", "mean score", "p"),
        tuple(
            (
                label(row.setting),
                row.entrant,
                row.seat,
                f"{100 * row.fair:.1f} %",
                row.won,
                row.score,
                p_words(row.won.p),
            )
            for row in rows
        ),
        percent=(4,),
    )
    turns = winning.by_turn(rows)
    figures = [
        Figure(
            f"{label(setting)}: first places of the seats, with 95 % intervals; the dashed line is "
            "the fair share.",
            charts.forest(
                [
                    Bar(row.entrant, row.seat, row.won)
                    for row in turns
                    if label(row.setting) == label(setting)
                ],
                "share of first places",
                1 / setting.places,
                percent=True,
            ),
        )
        for setting in _distinct_settings(row.setting for row in turns)
    ]
    return Section("Is it fair?", (), (grid,), tuple(figures))


def _distinct_settings(found: Iterator[Setting]) -> list[Setting]:
    return list({label(setting): setting for setting in found}.values())


def _entrants(results: Results, found: Sequence[Table]) -> Section | None:
    rows = winning.entrants(found)
    if not rows:
        return None
    grid = Grid(
        "Share of first places when entrants take each other's places. P supposes that all are "
        "alike, corrected for all rows.",
        ("setting", "entrant", "among", "fair share", "wins", "times its fair share", "score", "p"),
        tuple(
            (
                label(row.setting),
                row.entrant,
                ", ".join(row.others),
                f"{100 * row.fair:.1f} %",
                row.won,
                row.multiple,
                row.score,
                p_words(row.won.p),
            )
            for row in rows
        ),
        percent=(4,),
    )
    rated = winning.rated(found)
    figure = Figure(
        "Ratings (Bradley and Terry; 400 points are ten to one; the mean is 0), with intervals "
        "from weighing whole seeds anew. Half a win each way is credited to two (with more, the "
        "pairs share as many halves as there are entrants but one), so that nobody is infinitely "
        "strong.",
        charts.forest(
            [
                Bar(
                    label(row.setting),
                    row.entrant,
                    Estimate(row.rating.points, row.rating.low, row.rating.high, 0),
                )
                for row in rated
            ],
            "points",
            0,
            percent=False,
        ),
    )
    return Section("Who plays better?", (), (grid,), (figure,))


def _shape(results: Results, found: Sequence[Table]) -> Section | None:
    rows = course.shape(found)
    heads = ("setting", "entrants", "measure", "mean", "nine in ten")
    numbers = Grid(
        "How matches go: means with 95 % intervals, and between what nine in ten matches lie.",
        heads,
        tuple(_course(row) for row in rows if row.measure not in SHARES),
    )
    shares = Grid(
        "The same for shares. Who leads is taken from the scores as they stand, which in some "
        "games say little before the end.",
        heads,
        tuple(_course(row) for row in rows if row.measure in SHARES),
        percent=(3,),
    )
    different = Grid(
        "How many matches differ: players may repeat themselves. Ways are told apart by who had "
        "how many actions to choose from and by what chance brought, so mirror images go alike: in "
        "the first third of a match, or in more of it where that tells too little.",
        ("setting", "entrants", "matches", "different", "ways", "independent"),
        tuple(
            (
                label(table.setting),
                ", ".join(table.entrants),
                str(len(table.matches)),
                str(table.distinct),
                str(table.ways),
                str(len(set(table.clusters.tolist()))),
            )
            for table in found
        ),
    )
    lengths = [float(one.decisions) for table in found for one in table.matches]
    figures = [Figure("Decisions in a match, all tables.", charts.histogram(lengths, "decisions"))]
    estimates = _estimates(results, found)
    if estimates is not None:
        figures.append(estimates)
    return Section("How does a match go?", (), (numbers, shares, different), tuple(figures))


def _course(row: course.ShapeRow) -> tuple[Cell, ...]:
    entrants = ", ".join(row.entrants)
    return label(row.setting), entrants, SHAPE[row.measure], row.mean, _span(row)


def _span(row: course.ShapeRow) -> str:
    if row.measure in SHARES:
        return f"{100 * row.low:.0f} % to {100 * row.high:.0f} %"
    if row.measure == "choices":
        return f"{row.low:.1f} to {row.high:.1f}"
    return f"{row.low:.0f} to {row.high:.0f}"


def _estimates(results: Results, found: Sequence[Table]) -> Figure | None:
    """Return what winners thought of their chances in the course of a match, if that was kept."""
    matches = {one.number: one for table in found for one in table.matches}
    game = found[0].setting.game
    with_payoffs = {name for name in results.study.entrants if values_are_payoffs(game, name)}
    joined = grouping.clusters_together(found)
    kept = results.decisions.drop_nulls("value")
    tenths: dict[int, list[tuple[float, int]]] = {}
    columns = ("match", "event", "seat", "entrant", "value")
    for number, event, seat, entrant, value in kept.select(columns).rows():
        one = matches.get(number)
        if one is None or one.ranks[seat] or len(one.first) > 1 or entrant not in with_payoffs:
            continue
        tenth = min(9, 10 * (event - 1) // max(1, one.events))
        tenths.setdefault(tenth, []).append((value, joined[one.seed]))
    course = [
        (
            tenth / 10 + 0.05,
            mean([value for value, _ in values], [cluster for _, cluster in values], bounds=WITHIN),
        )
        for tenth, values in sorted(tenths.items())
        if len({cluster for _, cluster in values}) > 1  # otherwise there is no interval
    ]
    if len(course) < 3:
        return None
    return Figure(
        "What the later winners thought of their chances when it was their turn (the search's mean "
        "payoff, from 0 to 1), with 95 % intervals: where the curve rises, matches are decided.",
        charts.course(course, "expected payoff", "course of the match"),
    )


def _chances(results: Results, found: Sequence[Table]) -> Section | None:
    looked = [(table, chances.courses(table, results)) for table in found]
    rows = [row for table, courses in looked for row in chances.rows(table, courses)]
    if not rows:
        return None
    heads = ("setting", "entrants", "measure", "mean")
    counts = sorted({len(courses) for _, courses in looked if courses})
    looked_at = " to ".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))
    caption = (
        f"{looked_at} matches of each table were looked into: positions on the way were "
        "played on by lot, many times, and how often a side then came first is its chance: that "
        "of players who go on by lot, not of good ones.{}"
    )
    kings = (
        " What an action does to a rival is measured between actions that are the same to the seat "
        "itself, within five points, in the second half of the match."
    )
    several = any(row.measure == "kingmaking" for row in rows)
    grids = [
        Grid(
            caption.format(kings if several else ""),
            heads,
            tuple(_chance(row) for row in rows if row.measure in chances.SHARES),
            percent=(3,),
        ),
        Grid(
            "How often somebody else becomes the favourite in a match, being clearly ahead.",
            heads,
            tuple(_chance(row) for row in rows if row.measure not in chances.SHARES),
        ),
    ]
    table = strongest_of(found)
    curve = chances.by_time(next(courses for one, courses in looked if one is table))
    if len(curve) < 2:
        return Section("Who can still win?", (), tuple(grids))
    figure = Figure(
        f"How open matches are in the course of time ({', '.join(table.entrants)}, "
        f"{label(table.setting)}): 100 % where all sides are equally likely to come first, 0 where "
        "it is decided; with 95 % intervals.",
        charts.course(curve, "openness", "course of the match"),
    )
    return Section("Who can still win?", (), tuple(grids), (figure,))


def _chance(row: chances.ChanceRow) -> tuple[Cell, ...]:
    return label(row.setting), ", ".join(row.entrants), chances.MEASURES[row.measure], row.mean


def _used(results: Results, found: Sequence[Table]) -> Section | None:
    table = strongest_of(found)
    seen = usage.usage_of_setting(results, table.setting, found)
    where = f"{many(seen.matches, 'match')} ({label(table.setting)}, all entrants)"
    kinds = {
        "actions": "Words of actions that were offered and never chosen",
        "rules": "Rules that could have forbidden something and never did",
        "sentences": "Sentences of the log that were never said",
        "options": "Values of options that no match of this study had",
    }
    paragraphs = tuple(
        f"{name}: {', '.join(seen.unused[kind]) or 'none'}." for kind, name in kinds.items()
    )
    liked = sorted(seen.offers, key=lambda row: row.liked.value)
    shown = liked if len(liked) <= 2 * _ENDS else [*liked[:_ENDS], *liked[-_ENDS:]]
    grids = [
        Grid(
            f"How often a word is chosen where it was offered among others, in {where}: the least "
            "and the most liked, beside what choosing by lot would give. What is hardly ever "
            "chosen may be dominated.",
            ("word", "offered", "chosen", "by lot", "more or less than by lot"),
            tuple(
                (row.word, str(row.offered), row.chosen, f"{100 * row.by_lot:.1f} %", row.liked)
                for row in shown
            ),
            percent=(2,),
            points=(4,),
        ),
        Grid(
            f"Rules that forbid actions which a seat might try (some are drawn at each decision), "
            f"and in what share of {where} they did.",
            ("rule", "matches"),
            tuple((row.rule, row.matches) for row in seen.rules),
            percent=(1,),
        ),
        Grid(
            f"What is told in the log, by the message's name, and how often in a match ({where}).",
            ("message", "times a match"),
            tuple((row.key, row.times) for row in seen.sentences),
        ),
    ]
    return Section("What is never used?", paragraphs, tuple(grid for grid in grids if grid.rows))


_ENDS = 12
"""Number of words shown from either end of the list of liked words."""


def _accounts(results: Results, found: Sequence[Table]) -> Section | None:
    """Return what scores consist of, if the game's final account says that.

    Lines below a heading of their own (a line without figures) score no points.
    """
    grids = []
    for table in found:
        if not table.alone:
            continue
        clusters = table.clusters.tolist()
        numbers = {one.number: n for one, n in zip(table.matches, clusters, strict=True)}
        chosen = results.matches.filter(results.matches["match"].is_in(list(numbers)))
        lines: dict[str, list[tuple[float, int]]] = {}
        for number, account in chosen.select("match", "account").rows():
            for line in takewhile(lambda line: any(line["figures"]), account):
                for figure in line["figures"]:
                    if figure.lstrip("-").isdecimal():
                        entry = (float(figure), numbers[number])
                        lines.setdefault(line["label"], []).append(entry)
        if len(lines) > 1:
            bounds = plays.bounds_of_lines(table, results, lines)
            grids.append(
                Grid(
                    f"{label(table.setting)}, {table.entrants[0]}: the lines of the final account, "
                    "the mean of a seat in a match.",
                    ("line", "mean"),
                    tuple(
                        (name, _line(entries, bounds.get(name, UNBOUNDED)))
                        for name, entries in lines.items()
                    ),
                )
            )
    return Section("What are points made of?", (), tuple(grids)) if grids else None


def _line(entries: Sequence[tuple[float, int]], bounds: tuple[float, float]) -> Estimate:
    """Return the mean of a line of the account, whose figures lie between bounds.

    A bound that a figure contradicts is ignored.
    """
    figures = [one for one, _ in entries]
    least = bounds[0] if bounds[0] <= min(figures) else UNBOUNDED[0]
    most = bounds[1] if bounds[1] >= max(figures) else UNBOUNDED[1]
    return mean(figures, [cluster for _, cluster in entries], bounds=(least, most))


def _actions(results: Results, found: Sequence[Table]) -> Section | None:
    table = strongest_of(found)
    group = [one for one in found if label(one.setting) == label(table.setting)]
    read = list(plays.sample(group, results, plays.READ))
    rows = vocabulary.words(vocabulary.words_of(group, read), sides=table.setting.sides)
    where = plays.heat(list(plays.sample(group, results, plays.EXAMINED)))
    figures = []
    if where is not None and len(where.counts) > 1:
        figures.append(
            Figure(
                f"Where seats act: the share of {many(where.total, 'action')} of "
                f"{many(where.matches, 'match')} "
                f"({label(table.setting)}) whose choice ends at a place of the board.",
                where.drawing().svg,
                board=True,
            )
        )
    grid = Grid(
        f"Words of the notation that are played, in {many(len(read), 'match')} "
        f"({label(table.setting)}, all entrants). What goes with winning is not what follows from "
        "it: who is ahead may play differently.",
        ("word", "seats that play it", "times a match", "first places with it, less without", "p"),
        tuple(
            (row.word, row.matches, f"{row.times:.1f}", row.worth, p_words(row.worth.p))
            for row in rows
        ),
        percent=(1,),
        points=(3,),
    )
    return Section("What is played?", (), (grid,), tuple(figures))


def _options(results: Results, found: Sequence[Table]) -> Section | None:
    rows = option_changes.options(found)
    if not rows:
        return None
    shares = tuple(row for row in rows if row.is_share)
    numbers = tuple(row for row in rows if not row.is_share)
    heads = ("setting", "entrants", "measure", "before", "change", "p")
    beside = " and ".join(dict.fromkeys(label(row.base) for row in rows))
    seats = winning.by_turn(winning.seats(found))
    figures = [
        Figure(
            f"First places of the seats with each setting ({entrant}), with 95 % intervals; the "
            "dashed line is the fair share.",
            charts.forest(
                [Bar(label(row.setting), row.seat, row.won) for row in alike],
                "share of first places",
                alike[0].fair,
                percent=True,
            ),
        )
        for entrant, alike in _by_entrant_and_fair_share(seats)
    ]
    return Section(
        "What do options change?",
        (f"Changes beside {beside}, with the same seeds; p is corrected for all rows of both.",),
        (
            Grid("Shares.", heads, tuple(map(_option, shares)), points=(4,)),
            Grid("Numbers.", heads, tuple(map(_option, numbers))),
        ),
        tuple(figures),
    )


def _by_entrant_and_fair_share(
    rows: Sequence[winning.SeatRow],
) -> Iterator[tuple[str, list[winning.SeatRow]]]:
    """Yield the rows that fit into one chart: those of one entrant and the same fair share."""
    for entrant, fair in dict.fromkeys((row.entrant, row.fair) for row in rows):
        yield entrant, [row for row in rows if (row.entrant, row.fair) == (entrant, fair)]


def _option(row: option_changes.OptionRow) -> tuple[Cell, ...]:
    before = f"{100 * row.before:.1f} %" if row.is_share else f"{row.before:.4g}"
    name = SHAPE.get(row.measure, row.measure)
    return (
        label(row.setting), ", ".join(row.entrants), name, before, row.change,
        p_words(row.change.p),
    )  # fmt: skip


def _skill(results: Results, found: Sequence[Table]) -> Section | None:
    rows = skill.explained(found)
    if not rows:
        return None
    grid = Grid(
        "How much of the variance of first places lies between the entrants (eta squared). With "
        "random players among them it shows how much room luck leaves.",
        ("setting", "entrants", "explained by who plays"),
        tuple((label(row.setting), ", ".join(row.entrants), row.explained) for row in rows),
        percent=(2,),
    )
    return Section("Skill or luck?", (), (grid,))


def positions(example: Record) -> Section:
    """Return a match of which two positions are shown."""
    figures = []
    for share in (0.5, 1.0):
        drawn, step = plays.picture(example, share)
        figures.append(
            Figure(
                f"{' · '.join(example.names)}, after {step} of "
                f"{many(len(example.events), 'event')}, as "
                "everybody may see it.",
                drawn.svg,
                board=True,
            )
        )
    return Section(
        "A match of usual length",
        ("The whole match is example.record; `tischlein replay example.record` goes through it.",),
        (),
        tuple(figures),
    )


SECTIONS: dict[str, Callable[[Results, Sequence[Table]], Section | None]] = {
    "seats": _seats,
    "entrants": _entrants,
    "shape": _shape,
    "chances": _chances,
    "accounts": _accounts,
    "actions": _actions,
    "used": _used,
    "options": _options,
    "skill": _skill,
}
"""By the name that a study has for it; a section that has nothing to say is None."""
