"""An arena: bots against each other, with rotating seats, listed seeds and intervals."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from tischlein.bots.players import Entrant, NamedEntrant, one_for_each_seat
from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.options import Options, complete, sides
from tischlein.core.seats import first_place_shares
from tischlein.lab.grouping import (
    allows_many_ways,
    choices,
    digest,
    happened,
    joined,
    repeats_itself,
)
from tischlein.lab.intervals import Clusters, share
from tischlein.lab.processes import in_order, processes
from tischlein.lab.simulate import simulate


@dataclass(frozen=True)
class Standing:
    """The results of an entrant."""

    name: str
    matches: int
    wins: int
    """Matches won alone, or together with partners."""
    shared: int
    """Matches in which it shared the first place with opponents."""
    rate: float
    """Share of first places.

    A place that n seats or teams share counts 1/n; partners win together, so each of them gets the
    team's whole share.
    """
    interval: tuple[float, float]
    """95 % interval of the rate.

    It allows for rotations of a seed not being independent, and for players that play the same
    match with every seed if nothing is left to chance.
    """
    score: float
    """Mean score."""


@dataclass(frozen=True, repr=False)
class Contest:
    """The result of a contest, and what is needed to repeat it."""

    game: str
    standings: tuple[Standing, ...]
    """In the order in which the entrants were given."""
    seeds: tuple[int, ...]
    """Each seed was played once in every rotation of the seats."""
    options: Options
    """All of the game's options, including those that were not given."""
    rules: int
    """The version of the game's rules."""

    def __repr__(self) -> str:
        return f"<Contest in {self.game}, {many(self.standings[0].matches, 'match')}>\n{self}"

    def __str__(self) -> str:
        """Return a line for each entrant."""
        lines = [
            f"{one.name}: {one.rate:.1%} ({one.interval[0]:.1%} to {one.interval[1]:.1%}), "
            f"{one.wins} won and {one.shared} shared of {one.matches}, mean score {one.score:.1f}"
            for one in self.standings
        ]
        return "\n".join(lines)


@dataclass(frozen=True)
class _Match:
    """One match to play, in this process or another."""

    game: Game
    entrants: tuple[NamedEntrant, ...]
    options: Mapping[str, str | int]
    seed: int
    rotation: int


@dataclass(frozen=True)
class _Outcome:
    """The result of a match, by entrant."""

    scores: tuple[int, ...]
    first: tuple[float, ...]
    """Shares of the first place."""
    identity: int
    """Equal if exactly the same happened."""
    varied: bool
    """Whether the match could have gone in many ways."""


def contest(
    game: Game | str,
    entrants: Sequence[Entrant],
    *,
    matches: int = 100,
    seed: int = 0,
    options: Mapping[str, str | int] | None = None,
    workers: int | None = None,
) -> Contest:
    """Let players play each other: every seed once in every rotation of the seats.

    >>> import tischlein as tt
    >>> contest = tt.contest("bauab", ["weak", "random"], matches=20, workers=1)
    >>> weak, random = contest.standings
    >>> weak.rate > random.rate
    True

    Parameters
    ----------
    entrants
        One for each seat at the table: levels, searches with their budget (``"uct:2000"``),
        functions, or players (see :func:`tischlein.play`).
    matches
        At least this many; rounded up to whole rotations.
    workers
        Processes, by default as many as there are processors; with 1 this process does all the
        work, as it always does for a game that only this program has.

    Raises
    ------
    GameError
        For a game, a level or a search that does not exist, a wrong number of entrants, or no
        matches.
    OptionError
        If the game has no such option.
    """
    if matches < 1:
        raise GameError(f"a contest has one match at least, not {matches}")
    loaded = registry.load(game) if isinstance(game, str) else game
    named = tuple(one_for_each_seat(loaded, entrants))
    chosen = complete(loaded, len(named), options or {})
    rotations = len(named)
    seeds = tuple(range(seed, seed + math.ceil(matches / rotations)))
    plan = [
        _Match(loaded, named, chosen, number, rotation)
        for number in seeds
        for rotation in range(rotations)
    ]
    cores = workers or os.cpu_count() or 1
    outcomes = list(_played(plan, cores if registry.loads_elsewhere(loaded) else 1))
    played = zip((one.rotation for one in plan), (one.identity for one in outcomes), strict=True)
    known = repeats_itself(played) or 2 * sum(one.varied for one in outcomes) > len(outcomes)
    alike = joined(
        (one.seed, outcome.identity if known else (one.seed, one.rotation))
        for one, outcome in zip(plan, outcomes, strict=True)
    )
    clusters = np.array([alike[one.seed] for one in plan])
    standings = [
        _standing(one.name, [(it.scores[index], it.first[index]) for it in outcomes], clusters)
        for index, one in enumerate(named)
    ]
    return Contest(loaded.key, tuple(standings), seeds, chosen, loaded.version)


def _played(plan: Sequence[_Match], workers: int) -> Iterator[_Outcome]:
    if workers == 1:
        yield from map(_play, plan)
        return
    yield from in_order(processes(min(workers, len(plan))), _play, plan)


def _play(match: _Match) -> _Outcome:
    seats = len(match.entrants)
    entrant_at = [(seat + match.rotation) % seats for seat in range(seats)]
    players = [(match.entrants[index].name, match.entrants[index].make) for index in entrant_at]
    (record,) = simulate(
        match.game, seats, match.options, matches=1, seed=match.seed, players=players
    )
    final = record.final()
    scores = final.scores()
    first = first_place_shares(sides(match.game, seats, record.options), final.ranks())
    seat_of = sorted(range(seats), key=entrant_at.__getitem__)
    return _Outcome(
        tuple(scores[seat] for seat in seat_of),
        tuple(first[seat] for seat in seat_of),
        digest(happened(record)),
        allows_many_ways(choices(record)),
    )


def _standing(name: str, results: Iterable[tuple[int, float]], clusters: Clusters) -> Standing:
    scores, shares = zip(*results, strict=True)
    won = share(shares, clusters)
    return Standing(
        name=name,
        matches=len(shares),
        wins=sum(one == 1 for one in shares),
        shared=sum(0 < one < 1 for one in shares),
        rate=won.value,
        interval=(won.low, won.high),
        score=fmean(scores),
    )
