"""How strong the bots are: each level among those of the level below, at every game and table.

Seats rotate and seeds are listed: every seed is played once in each rotation of the seats, and as
many seeds as fit into the time for a row. With two seats a row is the share of matches won, with
more it is a multiple of the fair share. Where a level stays below its target, the strongest level
among random players shows how much room luck leaves at all.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import Figure, Scope
from tischlein.bots import RANDOM
from tischlein.bots.prepare import prepare
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.lab.arena import contest
from tischlein.lab.intervals import wilson

LEAST_SHARE = 60.0
"""Percent of the matches that a level wins against the one below, with two seats."""
LEAST_MULTIPLE = 1.3
"""How many times its fair share a level wins among those of the one below, with more seats."""
FIRST_SEED = 0


@dataclass(frozen=True)
class Tally:
    """What one player has won at a table of others."""

    seats: int
    matches: int
    wins: float
    """Matches won, one whose first place is shared by n counting 1/n."""
    seeds: range

    @property
    def share(self) -> float:
        """Share of the matches won, from 0 to 1."""
        return self.wins / self.matches

    def figure(self, game: Game, stronger: Level, weaker: Level, *, target: bool) -> Figure:
        """Return the share, or multiple of the fair share, with its 95 % interval."""
        unit, scale, least = (
            ("% won", 100.0, LEAST_SHARE)
            if self.seats == 2
            else ("x fair share", float(self.seats), LEAST_MULTIPLE)
        )
        low, high = wilson(self.share, self.matches)
        return Figure(
            f"{game.key}, {self.seats} seats: {stronger.key} among {weaker.key}",
            scale * self.share,
            unit,
            least=least if target else None,
            interval=(scale * low, scale * high),
            note=f"{self.matches} matches, seeds {self.seeds.start} to {self.seeds.stop - 1}",
            about={
                "game": game.key,
                "seats": self.seats,
                "level": stronger.key,
                "against": weaker.key,
                "matches": self.matches,
            },
        )


def measure(scope: Scope = Scope()) -> Iterator[Figure]:  # noqa: B008  # a frozen value
    """Yield, for every game and number of seats, how strong each level is among the one below."""
    for key in scope.games or registry.keys():
        game = registry.load(key)
        for _ in prepare(game):
            continue
        for seats in game.seats:
            if seats > 1 and (not scope.seats or seats in scope.seats):
                yield from _at_table(game, seats, scope.seconds)


def _at_table(game: Game, seats: int, seconds: float) -> Iterator[Figure]:
    missed = False
    for weaker, stronger in reversed(list(zip(game.levels, game.levels[1:], strict=False))):
        tally = play(game, seats, stronger, weaker, seconds)
        figure = tally.figure(game, stronger, weaker, target=True)
        missed |= not figure.met
        yield figure
    if missed:
        tally = play(game, seats, game.levels[-1], RANDOM, seconds)
        yield tally.figure(game, game.levels[-1], RANDOM, target=False)


def play(game: Game, seats: int, one: Level, others: Level, seconds: float) -> Tally:
    """Seat one player among others of a level, for a time, but for one seed at least.

    The time is that of this process, so that other work on the machine costs no matches.
    """
    wins, matches, seed = 0.0, 0, FIRST_SEED
    end = time.process_time() + seconds
    while matches == 0 or time.process_time() < end:
        entrants = [one, *[others] * (seats - 1)]
        standing = contest(game, entrants, matches=seats, seed=seed, workers=1).standings[0]
        wins += standing.rate * standing.matches
        matches += standing.matches
        seed += 1
    return Tally(seats, matches, wins, range(FIRST_SEED, seed))
