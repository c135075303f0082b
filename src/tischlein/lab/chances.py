"""Who may still win: estimates from random play at positions along a match, and derived measures.

For some matches of a table, positions spread over the match are played to the end at random, many
times. How often each side comes first is its *chance* there. Chances show how open a match is and
for how long, how often its favourite changes, how far behind the later winner was, and, with three
or more sides, *kingmaking*: what a seat can do to the chances of others by actions that cost itself
nothing.

Chances are those of players that continue at random: they show the shape of a match in every game
alike, not what good players would make of a position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng, new_rng
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, first_sides
from tischlein.lab.grouping import Table, clusters_together
from tischlein.lab.intervals import APART, AT_LEAST_NOTHING, WITHIN, Estimate, mean
from tischlein.lab.plays import sample
from tischlein.lab.results import Results
from tischlein.lab.study import Setting
from tischlein.search.playouts import playouts

MATCHES = 25
"""Matches of a table that are examined."""
MOMENTS = 12
"""Positions of a match whose chances are estimated, from the first decision to the last."""
PROBES = 6
"""Decisions of a match that are examined for their effect on others."""
ACTIONS = 6
"""Maximal number of actions of such a decision that are tried."""
MOVES = 20_000
"""Moves that playing out a position may take in all, which determines the number of playouts."""
FEWEST, MOST = 32, 256
"""Least and greatest number of playouts of a position."""
UNSURE = 0.05
"""Accepted probability that a match seems to have a clear favourite somewhere by luck alone."""
FREE = 0.05
"""How far a seat's chances may differ and still count as the same to it."""
HOPELESS = 0.25
"""A seat with less than this part of its fair share is hardly playing for itself any more."""

Chances = tuple[float, ...]
"""By side: its share of first places when a position is played out."""

MEASURES = {
    "openness": "how open a match is on average (0: decided, 1: all sides alike)",
    "caught_up": "after what share of the match its winner is clearly behind no more",
    "favourites": "changes of the favourite",
    "drama": "how far behind the favourite the later winner was, where it was",
    "kingmaking": "what an action that costs its seat nothing moves a rival's chance",
    "hopeless": "decisions of seats with hardly a chance of their own",
    "kingmakers": "what these move a rival's chance",
}
"""Descriptions of the measures."""
SHARES = ("openness", "caught_up", "drama", "kingmaking", "hopeless", "kingmakers")
"""The measures from 0 to 1."""
BOUNDS = {
    **dict.fromkeys(("openness", "caught_up", "drama", "hopeless"), WITHIN),
    **dict.fromkeys(("kingmaking", "kingmakers"), APART),
    "favourites": AT_LEAST_NOTHING,
}
"""Bounds of the measures of a match.

By luck alone, the effect on a rival's chance may be negative.
"""


@dataclass(frozen=True)
class Probe:
    """A decision, examined for its effect on others."""

    own: float
    """The best chance that the deciding side can have."""
    power: float
    """How much two actions that are equal to it differ for a rival; 0 without such actions.

    One half of the playouts selects the actions and the rival and the other half measures them, so
    a lucky selection gains nothing; by luck alone the value may be negative.
    """


@dataclass(frozen=True)
class Course:
    """The course of a match, in terms of chances."""

    cluster: int
    """Equal for matches that are not independent: those of a seed, and those that go alike."""
    sides: int
    winner: int | None
    """The side that came first alone."""
    moments: tuple[tuple[float, Chances], ...]
    """The share of the match that has been played, and the chances there."""
    probes: tuple[Probe, ...]
    repeats: int
    """The number of playouts of each of these positions."""

    def values(self) -> dict[str, float]:
        """Return the measures of this match that are defined for it."""
        found = {
            "openness": float(np.mean([openness(chances) for _, chances in self.moments])),
            "favourites": float(sum(map(_differ, self._favourites(), self._favourites()[1:]))),
        }
        if self.winner is not None:
            behind = [self._lag(one, self.winner) for _, one in self.moments]
            clearly = [lag for lag in behind if lag > 0]
            found["caught_up"] = self._caught_up(behind)
            found["drama"] = float(np.mean(clearly)) if clearly else 0.0
        if self.probes and self.sides > 2:
            hopeless = [one for one in self.probes if one.own < HOPELESS / self.sides]
            found["kingmaking"] = float(np.mean([one.power for one in self.probes]))
            found["hopeless"] = len(hopeless) / len(self.probes)
            if hopeless:
                found["kingmakers"] = float(np.mean([one.power for one in hopeless]))
        return found

    def _favourites(self) -> list[int]:
        """Return the favourite at every moment; a new favourite has to be clearly ahead."""
        found: list[int] = []
        for _, chances in self.moments:
            stays = found and not self._lag(chances, found[-1])
            found.append(found[-1] if stays else int(np.argmax(chances)))
        return found

    def _lag(self, chances: Chances, side: int) -> float:
        """Return how far a side is behind the favourite, 0 unless it clearly is.

        Both shares come from the same playouts, so one's gain is the other's loss. The question is
        asked at every moment and of every rival, and each time may mislead (Bonferroni). For few
        playouts, shares are taken to be no more extreme than one additional win for each side would
        make them (Laplace).
        """
        most, own = max(chances), chances[side]
        trials = self.repeats + self.sides
        likely = [(share * self.repeats + 1) / trials for share in (most, own)]
        deviation = math.sqrt((sum(likely) - (likely[0] - likely[1]) ** 2) / self.repeats)
        asked = len(self.moments) * (self.sides - 1)
        lag = most - own
        return lag if lag > NormalDist().inv_cdf(1 - UNSURE / asked) * deviation else 0.0

    def _caught_up(self, behind: Sequence[float]) -> float:
        last = max((n for n, lag in enumerate(behind) if lag > 0), default=-1)
        if last < 0:
            return 0.0
        return self.moments[last + 1][0] if last + 1 < len(self.moments) else 1.0


def _differ(one: int, other: int) -> bool:
    return one != other


def openness(chances: Chances) -> float:
    """Return the entropy of chances as a share of its maximum."""
    possible = [chance for chance in chances if chance > 0]
    if len(chances) < 2:
        return 0.0
    return -sum(chance * math.log(chance) for chance in possible) / math.log(len(chances)) + 0.0


def known(game: Game) -> bool:
    """Whether a game's positions can be played out at random: no race, and nothing measured."""
    return game.compiled and game.race is None and game.measured is None


def courses(table: Table, results: Results, most: int = MATCHES) -> list[Course]:
    """Return the courses of some matches of a table; none if positions cannot be played out."""
    setting = table.setting
    if not known(setting.game) or setting.places < 2:
        return []
    key = (courses, table.number, most)
    if key not in results.cache:
        joined = clusters_together([table])
        results.cache[key] = [
            course_of(setting, joined[seed], record, new_rng(seed))
            for seed, record in sample([table], results, most)
        ]
    found: list[Course] = results.cache[key]
    return found


def course_of(setting: Setting, cluster: int, record: Record, rng: Rng) -> Course:
    """Return the course of a match; its chances are estimated with a generator."""
    decisions = [n for n, event in enumerate(record.events) if event.seat != CHANCE]
    asked = _spread(decisions, MOMENTS)
    probed = set(_spread(decisions[len(decisions) // 2 :], PROBES) if setting.places > 2 else ())
    repeats = _repeats(record, rng)
    moments, probes = [], []
    position = Position.start(record.game, len(record.names), record.options)
    for number, event in enumerate(record.events):
        if number in asked:
            found = chances(setting, position, repeats, rng)
            moments.append((number / len(record.events), found))
        if number in probed:
            probes.append(probe(setting, position, event.seat, repeats, rng))
        position.apply(event)
    first = first_sides(setting.sides, position.ranks())
    winner = min(first) if len(first) == 1 else None
    return Course(cluster, setting.places, winner, tuple(moments), tuple(probes), repeats)


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[round(n * (len(numbers) - 1) / (most - 1))] for n in range(most)]


def _repeats(record: Record, rng: Rng) -> int:
    start = Position.start(record.game, len(record.names), record.options)
    found = playouts(start, 8, rng)
    return int(min(MOST, max(FEWEST, MOVES * found.matches // max(1, found.moves))))


def chances(setting: Setting, position: Position, repeats: int, rng: Rng) -> Chances:
    """Return each side's share of first places when a position is played out at random."""
    firsts = playouts(position, repeats, rng).firsts
    of_side = dict(zip(setting.sides, firsts, strict=True))  # partners have the same share
    return tuple(of_side[side] for side in range(setting.places))


def probe(setting: Setting, position: Position, seat: int, repeats: int, rng: Rng) -> Probe:
    """Return what a seat's decision can do to others at no cost for itself."""
    side = setting.sides[seat]
    legal = _spread(position.legal(seat), ACTIONS)
    after = [position.after(seat, action) for action in legal]
    chosen = [chances(setting, one, repeats // 2, rng) for one in after]
    measured = [chances(setting, one, repeats // 2, rng) for one in after]
    own = max(one[side] for one in chosen)
    alike = [n for n, one in enumerate(chosen) if one[side] >= own - FREE]
    _, more, less, rival = max(
        (chosen[more][rival] - chosen[less][rival], more, less, rival)
        for more in alike
        for less in alike
        for rival in range(setting.places)
        if rival != side
    )
    return Probe(own, measured[more][rival] - measured[less][rival])


@dataclass(frozen=True)
class ChanceRow:
    """What chances show about the matches at a table."""

    setting: Setting
    entrants: tuple[str, ...]
    measure: str
    mean: Estimate


def rows(table: Table, found: Sequence[Course]) -> list[ChanceRow]:
    """Return means over the examined matches, with intervals over clusters."""
    values: dict[str, list[tuple[float, int]]] = {}
    for course in found:
        for name, value in course.values().items():
            values.setdefault(name, []).append((value, course.cluster))
    return [
        ChanceRow(
            table.setting,
            table.entrants,
            name,
            mean(
                [value for value, _ in values[name]],
                [cluster for _, cluster in values[name]],
                bounds=BOUNDS[name],
            ),
        )
        for name in MEASURES
        if name in values
    ]


def by_time(found: Sequence[Course], parts: int = 10) -> list[tuple[float, Estimate]]:
    """Return how open matches are as they progress, divided into ``parts`` parts."""
    by_part: dict[int, list[tuple[float, int]]] = {}
    for course in found:
        for share, one in course.moments:
            part = min(parts - 1, int(parts * share))
            by_part.setdefault(part, []).append((openness(one), course.cluster))
    return [
        (
            (part + 0.5) / parts,
            mean([value for value, _ in group], [cluster for _, cluster in group], bounds=WITHIN),
        )
        for part, group in sorted(by_part.items())
        if len({cluster for _, cluster in group}) > 1  # otherwise there is no interval
    ]
