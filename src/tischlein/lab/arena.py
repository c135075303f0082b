"""An arena: bots against each other, with rotating seats, listed seeds and intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean

import numpy as np

from tischlein.bots.players import Entrant, NamedEntrant, one_for_each_seat
from tischlein.core import registry
from tischlein.core.amounts import is_count, many
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import whole_seed
from tischlein.core.levels import Custom, Level
from tischlein.core.options import Options, complete, sides
from tischlein.core.position import Observation
from tischlein.core.race import Reaction
from tischlein.core.seats import first_place_shares
from tischlein.lab.entrants import may_hang
from tischlein.lab.intervals import Clusters, share
from tischlein.lab.processes import in_order, process_count, processes
from tischlein.lab.repetition import (
    allows_many_ways,
    choices,
    digest,
    happened,
    joined,
    repeats_itself,
)
from tischlein.lab.simulate import played
from tischlein.lab.thinking_time import LONGEST_THOUGHT, check_limit, thinking_time


@dataclass(frozen=True)
class Standing:
    """The results of an entrant."""

    name: str
    matches: int
    """Matches that ended; everything else is about these."""
    wins: int
    """Matches won alone, or together with partners."""
    shared: int
    """Matches in which it shared the first place with opponents."""
    rate: float
    """Share of first places.

    A place that n seats or teams share counts 1/n; partners win together, so each of them gets the
    team's whole share. NaN, as is the mean score, if no match ended.
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
    endless: int = 0
    """Matches that did not end within the most events that the game declares (``Game.longest``).

    Some rules leave it to the players whether a match ends. The standings leave these matches out,
    so they may mislead if there are many of them.
    """

    @property
    def matches(self) -> int:
        """All matches, including those that did not end."""
        return self.standings[0].matches + self.endless

    def __repr__(self) -> str:
        return f"<Contest in {self.game}, {many(self.matches, 'match')}>\n{self}"

    def __str__(self) -> str:
        """Return a line for each entrant, and one about matches that did not end."""
        lines = [
            f"{one.name}: {one.rate:.1%} ({one.interval[0]:.1%} to {one.interval[1]:.1%}), "
            f"{one.wins} won and {one.shared} shared of {one.matches}, mean score {one.score:.1f}"
            for one in self.standings
            if one.matches
        ]
        if self.endless:
            lines.append(
                f"{self.endless} of {many(self.matches, 'match')} did not end within the most "
                "events that the game declares; nothing else is said of them"
            )
        return "\n".join(lines)


@dataclass(frozen=True)
class _Match:
    """One match to play, in this process or another."""

    game: Game
    entrants: tuple[NamedEntrant, ...]
    options: Options
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
    thinking_limit: float = LONGEST_THOUGHT,
) -> Contest:
    """Let players play each other: every seed once in every rotation of the seats.

    A match that does not end within the most events that its game declares is counted
    (:attr:`Contest.endless`), and nothing else is said of it.

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
        Processes, by default as many as there are cores that this process may use; with 1 it does
        all the work, as it always does for a game that only this program has.
    thinking_limit
        Seconds that functions, and other players in plain Python, have for a decision. One that
        takes longer hangs, and the contest ends (see :mod:`tischlein.lab.thinking_time`).

    Raises
    ------
    GameError
        For a game, a level or a search that does not exist, a wrong number of entrants, no
        matches, or no time to think; and for a player that hangs.
    OptionError
        If the game has no such option.
    RefusedError, NotationError, TypeError, ValueError
        For what a player chose, as in :func:`tischlein.play`, and for a seed that is no whole
        number.
    LostProcessError
        If one of the processes has ended by itself (:mod:`tischlein.lab.processes`).
    """
    if not is_count(matches):
        raise GameError(f"a contest has one match at least, not {matches!r}")
    seed, cores = whole_seed(seed), process_count(workers)
    check_limit(thinking_limit)
    loaded = registry.load(game) if isinstance(game, str) else game
    named = tuple(
        _limited(one, thinking_limit) if _may_hang(loaded, entrant) else one
        for one, entrant in zip(one_for_each_seat(loaded, entrants), entrants, strict=True)
    )
    chosen = complete(loaded, len(named), options or {})
    rotations = len(named)
    seeds = tuple(range(seed, seed + math.ceil(matches / rotations)))
    plan = [
        _Match(loaded, named, chosen, number, rotation)
        for number in seeds
        for rotation in range(rotations)
    ]
    played = _played(plan, cores if registry.loads_elsewhere(loaded) else 1)
    ended = [(one, it) for one, it in zip(plan, played, strict=True) if it is not None]
    repeat = repeats_itself((one.rotation, outcome.identity) for one, outcome in ended)
    known = repeat or 2 * sum(outcome.varied for _, outcome in ended) > len(ended)
    alike = joined(
        (one.seed, outcome.identity if known else (one.seed, one.rotation))
        for one, outcome in ended
    )
    clusters = np.array([alike[one.seed] for one, _ in ended])
    standings = [
        _standing(one.name, [(it.scores[index], it.first[index]) for _, it in ended], clusters)
        for index, one in enumerate(named)
    ]
    endless = len(plan) - len(ended)
    return Contest(loaded.key, tuple(standings), seeds, chosen, loaded.version, endless)


def _may_hang(game: Game, entrant: Entrant) -> bool:
    if isinstance(entrant, str):
        return may_hang(game, entrant)
    return not isinstance(entrant, Level) or isinstance(entrant.search, Custom)


def _limited(entrant: NamedEntrant, limit: float) -> NamedEntrant:
    return replace(entrant, make=partial(_LimitedPlayer, entrant, limit))


class _LimitedPlayer:
    """A player that has so many seconds for a decision."""

    def __init__(self, entrant: NamedEntrant, limit: float, seed: int) -> None:
        self._player = entrant.make(seed)
        self._limit = limit
        self._name = entrant.name

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the player chooses (HangsError)."""
        with thinking_time(self._limit, self._name):
            return self._player.choose(observation, legal)


def _played(plan: Sequence[_Match], workers: int) -> Iterator[_Outcome | None]:
    if workers == 1:
        yield from map(_play, plan)
        return
    yield from in_order(processes(min(workers, len(plan))), _play, plan)


def _play(match: _Match) -> _Outcome | None:
    """Return the result of a match; None if it did not end."""
    seats = len(match.entrants)
    entrant_at = [(seat + match.rotation) % seats for seat in range(seats)]
    seated = [match.entrants[index] for index in entrant_at]
    record = played(match.game, seated, match.options, match.seed)
    final = record.final()
    if not final.over:
        return None
    scores = final.scores()
    first = first_place_shares(sides(match.game, seats, record.options), final.ranks())
    seat_of = sorted(range(seats), key=entrant_at.__getitem__)
    return _Outcome(
        tuple(scores[seat] for seat in seat_of),
        tuple(first[seat] for seat in seat_of),
        digest(happened(record)),
        allows_many_ways(choices(record)),
    )


def _standing(name: str, results: Sequence[tuple[int, float]], clusters: Clusters) -> Standing:
    scores = [score for score, _ in results]
    shares = [first for _, first in results]
    won = share(shares, clusters)
    return Standing(
        name=name,
        matches=len(shares),
        wins=sum(one == 1 for one in shares),
        shared=sum(0 < one < 1 for one in shares),
        rate=won.value,
        interval=(won.low, won.high),
        score=fmean(scores) if scores else math.nan,
    )
