"""What a study shows: who wins, how a match goes, what options change; all with intervals.

Every function takes results and returns rows, which reports, JSON and notebooks show as they are.
P-values are corrected (Holm) within the result of each function, since it is read as a whole.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tischlein.core.seats import MAX_SEATS, first_place_shares, letter
from tischlein.lab.grouping import Endless, Match, Table, by_setting, clusters_together, label
from tischlein.lab.intervals import (
    WITHIN,
    Estimate,
    Values,
    difference,
    difference_of_shares,
    holm,
    mean,
    share,
)
from tischlein.lab.ratings import RESAMPLES, RankedMatch, Rating, ratings
from tischlein.lab.study import Setting

FEWEST = 20
"""Minimal number of seats on each side for a statement about a word's worth."""
CLEAR = 0.05
"""A corrected p-value below this is reported as a finding."""


# --- who wins ---


@dataclass(frozen=True)
class SeatRow:
    """The results of a seat when one entrant has all of them."""

    setting: Setting
    entrant: str
    seat: str
    """Its letter, or the letters of a team; or when it acts: ``first to act``, ``2nd to act``.

    That is its place in the order of play from who begins the match.
    """
    fair: float
    won: Estimate
    """Share of first places; ``p`` assumes that all seats are equal."""
    score: Estimate
    by_turn: bool = False
    """Whether seats are distinguished by when they act, not by their letters."""
    ways: int = 0
    """In how many different ways the matches go."""

    @property
    def clear(self) -> bool:
        """Whether the seat is surely better or worse than the others."""
        return self.won.p < CLEAR

    @property
    def kind(self) -> str:
        """What the row describes: a team or a seat."""
        return "team" if self.setting.places < self.setting.seats else "seat"


def seats(found: Sequence[Table]) -> list[SeatRow]:
    """Return how each seat, or team, does at each table with one entrant.

    If the player to begin is drawn by lot, they are also distinguished by when they act: a seat's
    letter then means nothing. Teams of different sizes are what they are, whoever begins.
    """
    rows: list[SeatRow] = []
    for table in found:
        if table.alone and table.setting.places > 1:
            rows += _by_letter(table)
            if _is_by_turn(table):
                rows += _by_turn(table)
    asked = [
        (
            row.setting.game.key,
            label(row.setting),
            row.entrant,
            row.by_turn,
            _question(row.seat, row.setting.places),
        )
        for row in rows
    ]
    corrected = holm([row.won.p for row in rows], asked)
    return [replace(row, won=replace(row.won, p=p)) for row, p in zip(rows, corrected, strict=True)]


def _question(name: str, sides: int) -> str:
    """Return the question asked about a side: of two sides, one loses what the other wins."""
    return name if sides > 2 else ""


def _is_by_turn(table: Table) -> bool:
    """Whether a lot draws who begins, and the order of play is what tells seats or teams apart."""
    race = table.setting.game.race is not None
    return not race and _equal_sides(table.setting) and len(_starters(table)) > 1


def _starters(table: Table) -> set[int]:
    return {one.starter for one in table.matches if one.starter is not None}


def _equal_sides(setting: Setting) -> bool:
    return len({setting.sides.count(side) for side in setting.sides}) == 1


def basis(found: Sequence[Table]) -> list[str]:
    """Return what tells seats or teams apart at tables with one entrant, in sentences."""
    said: dict[str, list[str]] = {}
    for table in found:
        if table.alone and table.setting.places > 1:
            named = said.setdefault(_basis(table), [])
            if label(table.setting) not in named:
                named.append(label(table.setting))
    if len(said) == 1:
        return [f"{sentence}." for sentence in said]
    return [f"{sentence} ({'; '.join(settings)})." for sentence, settings in said.items()]


def _basis(table: Table) -> str:
    setting, starters = table.setting, _starters(table)
    kind = "team" if setting.places < setting.seats else "seat"
    if setting.game.race is not None:
        return f"In a race all act at once: only letters tell {kind}s apart"
    if not starters:
        return f"Several seats act at once at the beginning: only letters tell {kind}s apart"
    if len(starters) == 1:
        return f"Seat {letter(*starters)} begins all matches: letters tell the order of play"
    if not _equal_sides(setting):
        return "Teams of different sizes are told apart by their letters, whoever begins"
    return (
        f"The lot draws who begins: what tells {kind}s apart is when they act, and letters mean "
        "nothing"
    )


def _order(setting: Setting, starter: int) -> list[int]:
    """Return the sides in the order in which they act first, if this seat begins."""
    seats = [(starter + turn) % setting.seats for turn in range(setting.seats)]
    return list(dict.fromkeys(setting.sides[seat] for seat in seats))


def _by_letter(table: Table) -> Iterator[SeatRow]:
    setting = table.setting
    for place in range(setting.places):
        members = _members(setting, place)
        fair = 1 / setting.places
        won = [one.share(members) for one in table.matches]
        scores = [one.scores[members[0]] for one in table.matches]
        yield SeatRow(
            setting,
            table.entrants[0],
            " ".join(map(letter, members)),
            fair,
            share(won, table.clusters, fair),
            _score(setting, scores, table.clusters),
            ways=table.ways,
        )


def _by_turn(table: Table) -> Iterator[SeatRow]:
    setting = table.setting
    matches = [
        (one, one.starter, cluster)
        for one, cluster in zip(table.matches, table.clusters.tolist(), strict=True)
        if one.starter is not None
    ]
    clusters = [cluster for _, _, cluster in matches]
    for turn in range(setting.places):
        members = [
            (one, _members(setting, _order(setting, starter)[turn])) for one, starter, _ in matches
        ]
        won = [one.share(side) for one, side in members]
        scores = [one.scores[side[0]] for one, side in members]
        yield SeatRow(
            setting,
            table.entrants[0],
            TURNS[turn],
            1 / setting.places,
            share(won, clusters, 1 / setting.places),
            _score(setting, scores, clusters),
            by_turn=True,
            ways=table.ways,
        )


def _score_by_seat(setting: Setting, scores: Sequence[Sequence[float]], clusters: Any) -> Estimate:
    """Return the mean score of an entrant's seats, given the scores of all of them by match.

    Where scores are 0 or 1, one seat wins at another's cost. So what the seats win together is as
    sure as a first place, and the mean of a seat is their share of that.
    """
    if setting.game.score_bounds != WITHIN:
        return _score(setting, [float(np.mean(of_match)) for of_match in scores], clusters)
    together = np.array([sum(of_match) for of_match in scores], np.float64)
    most = max(1.0, float(np.max(together)))
    found = share(together / most, clusters)
    value, low, high = (most / len(scores[0]) * number for number in _numbers(found))
    return replace(found, value=value, low=low, high=high)


def _score(setting: Setting, scores: Sequence[float], clusters: Any) -> Estimate:
    """Return the mean of scores, or a share where scores are 0 or 1."""
    bounds = setting.game.score_bounds
    return share(scores, clusters) if bounds == WITHIN else mean(scores, clusters, bounds=bounds)


TURNS = ("first to act", "2nd to act", "3rd to act", *(f"{n}th to act" for n in range(4, 9)))


def by_turn(rows: Sequence[SeatRow]) -> list[SeatRow]:
    """Return rows of seats distinguished by when they act if that is known, else by letter."""
    turns = {(label(row.setting), row.entrant) for row in rows if row.by_turn}
    return [row for row in rows if row.by_turn is ((label(row.setting), row.entrant) in turns)]


@dataclass(frozen=True)
class EntrantRow:
    """The results of an entrant among others."""

    setting: Setting
    entrant: str
    others: tuple[str, ...]
    fair: float
    won: Estimate
    """Share of first places; ``p`` assumes that all entrants are equal."""
    score: Estimate

    @property
    def multiple(self) -> Estimate:
        """Its share of wins as a multiple of the fair share."""
        value, low, high = (number / self.fair for number in _numbers(self.won))
        return Estimate(value, low, high, self.won.count, self.won.p)


def _numbers(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def entrants(found: Sequence[Table]) -> list[EntrantRow]:
    """Return how each entrant does at each table with several."""
    rows: list[EntrantRow] = []
    asked: list[tuple[int, str]] = []
    for table in found:
        if table.alone:
            continue
        for name in table.entrants:
            fair = table.places.count(name)
            won = [one.share(_of(one.entrants, name)) for one in table.matches]
            scores = [
                [one.scores[seat] for seat in _of(one.entrants, name)] for one in table.matches
            ]
            rows.append(
                EntrantRow(
                    table.setting,
                    name,
                    tuple(other for other in table.entrants if other != name),
                    fair / table.setting.places,
                    share(won, table.clusters, fair / table.setting.places),
                    _score_by_seat(table.setting, scores, table.clusters),
                )
            )
            asked.append((table.number, _question(name, len(table.entrants))))
    corrected = holm([row.won.p for row in rows], asked)
    return [replace(row, won=replace(row.won, p=p)) for row, p in zip(rows, corrected, strict=True)]


def _of(seated: Sequence[str], name: str) -> list[int]:
    return [seat for seat, one in enumerate(seated) if one == name]


@dataclass(frozen=True)
class RatingRow:
    """The strength of an entrant in one setting."""

    setting: Setting
    entrant: str
    rating: Rating


def rated(found: Sequence[Table]) -> list[RatingRow]:
    """Return ratings of the entrants of every setting with several, the strongest first."""
    rows: list[RatingRow] = []
    for setting, group in by_setting(table for table in found if not table.alone):
        names = list(dict.fromkeys(name for table in group for name in table.entrants))
        joined = clusters_together(group)
        matches = [
            RankedMatch(joined[one.seed], tuple(map(names.index, one.entrants)), one.ranks)
            for table in group
            for one in table.matches
        ]
        fitted = ratings(matches, len(names))
        strongest = sorted(zip(names, fitted, strict=True), key=lambda row: -row[1].points)
        rows += [RatingRow(setting, name, rating) for name, rating in strongest]
    return rows


# --- what did not end ---


@dataclass(frozen=True)
class Bounds:
    """What an entrant's share of first places could be if all matches of its table had ended."""

    entrant: str
    least: float
    """If it had won none of those that did not end."""
    most: float
    """If it had won them all."""


def bounds(table: Endless, found: Sequence[Table]) -> list[Bounds]:
    """Return the bounds of each entrant at a table of several, matches without an end included.

    Parameters
    ----------
    found
        The tables of the study, with the matches that ended.
    """
    if len(table.entrants) == 1:
        return []
    ended = next((one for one in found if one.number == table.number), None)
    rows: list[Bounds] = []
    for name in table.entrants:
        won = 0.0 if ended is None else float(np.sum(first_places(ended, name)))
        rows.append(Bounds(name, won / table.played, (won + table.count) / table.played))
    return rows


# --- skill and luck ---


@dataclass(frozen=True)
class SkillRow:
    """How much of who wins is explained by who plays."""

    setting: Setting
    entrants: tuple[str, ...]
    explained: Estimate
    """Share of the variance of first places between entrants; the rest is luck, and the seats."""


def skill(found: Sequence[Table]) -> list[SkillRow]:
    """Return the share of the outcome that skill explains, at each table with several entrants."""
    return [
        SkillRow(table.setting, table.entrants, _explained(table))
        for table in found
        if not table.alone and len(set(table.seeds.tolist())) > 1
    ]


def _explained(table: Table) -> Estimate:
    """Return eta squared: the share of the variance of first places between entrants."""
    return _of_two(table) if len(table.entrants) == 2 else _of_several(table)


def _of_two(table: Table) -> Estimate:
    """Return it with its interval, derived from the share that one of two entrants wins.

    Resampled seeds would not show how uncertain an entrant is that has won them all.
    """
    sides = _seats_by_side(table.setting)
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


def _seats_by_side(setting: Setting) -> list[list[int]]:
    sides = setting.sides
    return [[seat for seat in range(len(sides)) if sides[seat] == side] for side in set(sides)]


def _of_several(table: Table) -> Estimate:
    """Return it with an interval from reweighting whole clusters (Rubin 1981).

    One cluster is added in which each entrant wins everything, so that an entrant that has won
    everything is not certain to do so: the prior of Berger, Bernardo and Sun (2015) for which of
    them wins. If no entrant is clearly better or worse, the interval begins at 0.
    """
    held = _seats_by_side(table.setting)
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


# --- how a match goes ---

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


def _bounds(table: Table, name: str, values: Values) -> tuple[float, float]:
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
                centre = mean(values, table.clusters, bounds=_bounds(table, name, values))
            rows.append(
                ShapeRow(table.setting, table.entrants, name, centre, float(low), float(high))
            )
    return rows


# --- what options change ---


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
        return is_share(self.measure)


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


def first_places(table: Table, entrant: str) -> Values:
    """Return an entrant's share of the first place in each match."""
    return np.array([one.share(_of(one.entrants, entrant)) for one in table.matches])


def informative_sides(sides: int) -> range:
    """Return the sides whose wins say everything: of two, one wins what the other loses."""
    return range(1 if sides == 2 else sides)


def compared(base: Table, other: Table) -> Iterator[tuple[str, Values, Values]]:
    """Yield the measures that two tables have in common, with a value for each match of both."""
    if base.alone and base.setting.sides == other.setting.sides:
        for place in informative_sides(base.setting.places):
            members = _members(base.setting, place)
            what = "seat" if len(members) == 1 else "team"
            name = f"{what} {' '.join(map(letter, members))} wins"
            yield name, _wins(base, members), _wins(other, members)
        if _is_by_turn(base) or _is_by_turn(other):
            for turn in informative_sides(base.setting.places):
                yield f"{TURNS[turn]} wins", _turn_wins(base, turn), _turn_wins(other, turn)
    for name in measured(base):
        if name not in measured(other):
            continue
        before, after = shape_values(base, name), shape_values(other, name)
        if before.any() or after.any():
            yield name, before, after


def _members(setting: Setting, place: int) -> list[int]:
    return [seat for seat, side in enumerate(setting.sides) if side == place]


def _wins(table: Table, members: Sequence[int]) -> Values:
    return np.array([one.share(members) for one in table.matches])


def _turn_wins(table: Table, turn: int) -> Values:
    setting = table.setting
    orders = [_order(setting, one.starter or 0) for one in table.matches]
    return np.array(
        [
            one.share(_members(setting, order[turn]))
            for one, order in zip(table.matches, orders, strict=True)
        ]
    )


# --- what is used ---


@dataclass(frozen=True)
class WordRow:
    """How often a word of the notation is played, and the results of those that play it."""

    word: str
    matches: Estimate
    """Share of seats that play it at least once in a match."""
    times: float
    """How often in a match, on average."""
    worth: Estimate
    """Share of first places of seats that play it, minus that of those that do not.

    This is a correlation, not an effect.
    """


def words(
    plays: Sequence[tuple[int, tuple[int, ...], Sequence[Counter[str]]]],
    most: int = 40,
    *,
    sides: Sequence[int] = range(MAX_SEATS),
) -> list[WordRow]:
    """Return the words of actions that are played, the most frequent first.

    Parameters
    ----------
    plays
        By match: a number that it shares with those it is not independent of, the ranks by seat,
        and the words that each seat has played.
    most
        How many words at most.
    sides
        By seat: the side that it belongs to; by default each seat plays for itself.
    """
    total: Counter[str] = Counter()
    for _, _, counted in plays:
        for seat_words in counted:
            total.update(seat_words)
    rows = []
    for word, times in total.most_common(most):
        used, won, joined = [], [], []
        for cluster, ranks, counted in plays:
            used += [seat_words[word] > 0 for seat_words in counted]
            won += first_place_shares(sides[: len(ranks)], ranks)
            joined += [cluster] * len(ranks)
        with_it, shares, clusters = np.array(used), np.array(won), np.array(joined)
        if min(with_it.sum(), (~with_it).sum()) < FEWEST:
            worth = Estimate(math.nan, math.nan, math.nan, len(plays))
        else:
            worth = difference_of_shares(
                (shares[with_it], clusters[with_it]), (shares[~with_it], clusters[~with_it])
            )
        rows.append(
            WordRow(word, share(with_it.astype(float), clusters), times / len(plays), worth)
        )
    corrected = holm([row.worth.p for row in rows])
    return [
        replace(row, worth=replace(row.worth, p=p)) for row, p in zip(rows, corrected, strict=True)
    ]


def changed(measure: str, one: tuple[Table, Values], other: tuple[Table, Values]) -> Estimate:
    """Return the mean of a measure in the matches of one table minus that of another.

    It is paired on the seeds that both have played; matches that go alike are one piece of
    evidence.
    """
    (left, values), (right, others) = one, other
    joined = clusters_together([left, right])
    mine, theirs = ([joined[seed] for seed in table.seeds.tolist()] for table in (left, right))
    both = (values, np.array(mine)), (others, np.array(theirs))
    if is_counted(measure):
        return difference_of_shares(*both)
    (least, most), (lowest, highest) = (
        _bounds(table, measure, of_table) for table, of_table in (one, other)
    )
    return difference(*both, bounds=(least - highest, most - lowest))


def contradictions(rows: Sequence[SeatRow]) -> list[tuple[SeatRow, SeatRow]]:
    """Return a seat's rows of two entrants if one is surely ahead with it, also of the other."""
    found = []
    for one in rows:
        for other in rows:
            same = (label(one.setting), one.seat) == (label(other.setting), other.seat)
            if same and one.clear and one.won.low > max(one.fair, other.won.high):
                found.append((one, other))
    return found
