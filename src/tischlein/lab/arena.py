"""An arena: bots against each other, with seats in rotation, listed seeds and intervals."""

from __future__ import annotations

import importlib
import math
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from tischlein.bots.bot import level_of
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.lab.simulate import BotPlayer, simulate

_Z_95 = 1.959963984540054


@dataclass(frozen=True)
class Standing:
    """How an entrant has done."""

    name: str
    matches: int
    wins: int
    """Matches won alone."""
    shared: int
    """Matches in which it shared the first place."""
    rate: float
    """Share of first places, one that is shared by n counting 1/n."""
    interval: tuple[float, float]
    """95 % interval of the rate."""
    score: float
    """Mean score."""


@dataclass(frozen=True)
class Contest:
    """The result of a contest, and what is needed to hold it again."""

    game: str
    standings: tuple[Standing, ...]
    """In the order in which the entrants were named."""
    seeds: tuple[int, ...]
    """Each seed was played once in every rotation of the seats."""

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
    """One match to play, for another process."""

    game: str
    entrants: tuple[Level, ...]
    options: Mapping[str, str | int]
    seed: int
    rotation: int


@dataclass(frozen=True)
class _Outcome:
    """Scores and places by entrant."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


def contest(
    game: Game,
    entrants: Sequence[Level | str],
    *,
    matches: int,
    seed: int = 0,
    options: Mapping[str, str | int] | None = None,
    workers: int | None = None,
) -> Contest:
    """Let bots play each other: every seed once in every rotation of the seats.

    Parameters
    ----------
    entrants
        Levels, one for each seat at the table; names mean the game's own levels.
    matches
        At least so many; rounded up to whole rotations.
    workers
        Processes, by default as many as there are processors; with 1 this one does it all.

    Raises
    ------
    GameError
        For a level that the game does not have.
    OptionError
        If the game is not played by so many, or has no such option.
    """
    levels = tuple(level_of(game, entrant) for entrant in entrants)
    rotations = len(levels)
    seeds = tuple(range(seed, seed + math.ceil(matches / rotations)))
    plan = [
        _Match(game.key, levels, options or {}, number, rotation)
        for number in seeds
        for rotation in range(rotations)
    ]
    outcomes = list(_played(game, plan, workers or os.cpu_count() or 1))
    standings = [
        _standing(level.key, [(one.scores[index], _share(one.places, index)) for one in outcomes])
        for index, level in enumerate(levels)
    ]
    return Contest(game.key, tuple(standings), seeds)


def wilson(rate: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson 1927); shared wins make it a little too wide."""
    if matches == 0:
        return 0.0, 1.0
    square = _Z_95 * _Z_95
    centre = (rate + square / (2 * matches)) / (1 + square / matches)
    spread = rate * (1 - rate) / matches + square / (4 * matches * matches)
    half = _Z_95 * math.sqrt(spread) / (1 + square / matches)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def _played(game: Game, plan: Sequence[_Match], workers: int) -> Iterator[_Outcome]:
    if workers == 1:
        yield from map(_play, plan)
        return
    package = game.rules.__name__.rpartition(".")[0]
    with ProcessPoolExecutor(
        min(workers, len(plan)),
        # Started afresh: a fork would copy the locks of this process' threads.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=importlib.import_module,
        initargs=(package,),
    ) as pool:
        yield from pool.map(_play, plan)


def _play(match: _Match) -> _Outcome:
    game = registry.load(match.game)
    seats = len(match.entrants)
    entrant_at = [(seat + match.rotation) % seats for seat in range(seats)]
    players = [
        (match.entrants[entrant].key, partial(BotPlayer, game, match.entrants[entrant]))
        for entrant in entrant_at
    ]
    (record,) = simulate(game, seats, match.options, matches=1, seed=match.seed, players=players)
    final = record.final()
    scores, places = final.scores(), final.places()
    seat_of = sorted(range(seats), key=entrant_at.__getitem__)
    return _Outcome(
        tuple(scores[seat] for seat in seat_of), tuple(places[seat] for seat in seat_of)
    )


def _share(places: Sequence[int], index: int) -> float:
    """Return an entrant's share of the first place."""
    return 1 / places.count(0) if places[index] == 0 else 0.0


def _standing(name: str, results: Iterable[tuple[int, float]]) -> Standing:
    scores, shares = zip(*results, strict=True)
    rate = fmean(shares)
    return Standing(
        name=name,
        matches=len(shares),
        wins=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        rate=rate,
        interval=wilson(rate, len(shares)),
        score=fmean(scores),
    )
