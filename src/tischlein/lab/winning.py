"""Who wins: seats, entrants and their ratings, with intervals.

P-values are corrected (Holm) within the result of each function, since it is read as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tischlein.core.seats import letter
from tischlein.lab.grouping import Endless, Table, by_setting, clusters_together, label
from tischlein.lab.intervals import CLEAR, WITHIN, Estimate, Values, holm, mean, share
from tischlein.lab.ratings import RankedMatch, Rating, ratings
from tischlein.lab.study import Setting

TURNS = ("first to act", "2nd to act", "3rd to act", *(f"{n}th to act" for n in range(4, 9)))


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
            if is_by_turn(table):
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


def is_by_turn(table: Table) -> bool:
    """Whether a lot draws who begins, and the order of play is what tells seats or teams apart."""
    race = table.setting.game.race is not None
    return not race and _equal_sides(table.setting) and len(_starters(table)) > 1


def _starters(table: Table) -> set[int]:
    return {one.starter for one in table.matches if one.starter is not None}


def _equal_sides(setting: Setting) -> bool:
    return len({setting.sides.count(side) for side in setting.sides}) == 1


def basis(found: Sequence[Table]) -> list[str]:
    """Return what tells seats or teams apart at tables with one entrant, in sentences.

    Nothing is said of tables where seat A always begins, as letters suggest.
    """
    asked = [table for table in found if table.alone and table.setting.places > 1]
    said: dict[str, list[str]] = {}
    for table in asked:
        named = said.setdefault(_basis(table), [])
        if label(table.setting) not in named:
            named.append(label(table.setting))
    if len(said) == 1:
        return [f"{sentence}." for sentence in said if sentence]
    return [f"{sentence} ({'; '.join(named)})." for sentence, named in said.items() if sentence]


def _basis(table: Table) -> str:
    setting, starters = table.setting, _starters(table)
    kind = "team" if setting.places < setting.seats else "seat"
    if setting.game.race is not None:
        return f"In a race all act at once: only letters tell {kind}s apart"
    if not starters:
        return f"Several seats act at once at the beginning: only letters tell {kind}s apart"
    if starters == {0}:
        return ""
    if len(starters) == 1:
        return f"Seat {letter(*starters)} begins all matches"
    if not _equal_sides(setting):
        return "Teams of different sizes are told apart by their letters, whoever begins"
    return (
        f"The lot draws who begins: what tells {kind}s apart is when they act, and letters mean "
        "nothing"
    )


def order_of_play(setting: Setting, starter: int) -> list[int]:
    """Return the sides in the order in which they act first, if this seat begins."""
    seats = [(starter + turn) % setting.seats for turn in range(setting.seats)]
    return list(dict.fromkeys(setting.sides[seat] for seat in seats))


def _by_letter(table: Table) -> Iterator[SeatRow]:
    setting = table.setting
    for members in seats_by_side(setting):
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
            (one, seats_of_side(setting, order_of_play(setting, starter)[turn]))
            for one, starter, _ in matches
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


def by_turn(rows: Sequence[SeatRow]) -> list[SeatRow]:
    """Return rows of seats distinguished by when they act if that is known, else by letter."""
    turns = {(label(row.setting), row.entrant) for row in rows if row.by_turn}
    return [row for row in rows if row.by_turn is ((label(row.setting), row.entrant) in turns)]


def contradictions(rows: Sequence[SeatRow]) -> list[tuple[SeatRow, SeatRow]]:
    """Return a seat's rows of two entrants if one is surely ahead with it, also of the other."""
    found = []
    for one in rows:
        for other in rows:
            same = (label(one.setting), one.seat) == (label(other.setting), other.seat)
            if same and one.clear and one.won.low > max(one.fair, other.won.high):
                found.append((one, other))
    return found


def seats_of_side(setting: Setting, place: int) -> list[int]:
    """Return the seats of a side."""
    return [seat for seat, side in enumerate(setting.sides) if side == place]


def seats_by_side(setting: Setting) -> list[list[int]]:
    """Return the seats of each side."""
    return [seats_of_side(setting, side) for side in range(setting.places)]


def _score(setting: Setting, scores: Sequence[float], clusters: Any) -> Estimate:
    """Return the mean of scores, or a share where scores are 0 or 1."""
    bounds = setting.game.score_bounds
    return share(scores, clusters) if bounds == WITHIN else mean(scores, clusters, bounds=bounds)


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


def _numbers(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def _of(seated: Sequence[str], name: str) -> list[int]:
    return [seat for seat, one in enumerate(seated) if one == name]


def first_places(table: Table, entrant: str) -> Values:
    """Return an entrant's share of the first place in each match."""
    return np.array([one.share(_of(one.entrants, entrant)) for one in table.matches])


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
