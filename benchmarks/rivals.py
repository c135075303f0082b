"""`strong` beside searches that know nothing of a game, with as much processor time for a decision.

The rivals are our own compiled UCT, or ISMCTS where there are secrets, with their usual settings
and playouts by lot; and the searches of OpenSpiel, which play our games through the adapter. First
`strong` plays a match with itself; from the positions that it had to decide follows how many
simulations a rival makes in the time that `strong` takes. With this number it plays, so matches do
not depend on what else the machine does. Ceilings of thinking time are lifted for the same reason:
every search ends by its own budget.

One `strong` sits among rivals. Seats rotate, seeds are listed, and as many seeds are played as fit
into the time for a row, one at least. Where `strong` stays below its target, it plays among random
players, which shows how much room luck leaves.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from benchmarks import Figure, Scope
from benchmarks.strength import FIRST_SEED
from tischlein.bots.players import BotPlayer, PlayerMaker
from tischlein.bots.prepare import prepare
from tischlein.core import registry
from tischlein.core.driver import Player, RandomPlayer
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.core.levels import Level, Search
from tischlein.core.options import Options, complete
from tischlein.core.position import Observation
from tischlein.core.race import Reaction
from tischlein.lab import entrants
from tischlein.lab.intervals import wilson
from tischlein.lab.simulate import seeded

LEAST_SHARE = 75.0
"""Percent of the matches that `strong` wins against a rival, with two seats."""
LEAST_MULTIPLE = 1.5
"""How many times its fair share it wins among rivals, with more seats."""
STRONG = "strong"
TRIED = 20
"""Positions at which the speed of a rival is measured."""
FIRST_TRY = {"own": 200, "openspiel": 20}
"""Simulations with which it is measured."""
ENDLESS = 3600.0
"""Seconds that no decision takes."""


@dataclass
class Timed:
    """A player whose decisions are counted, with the processor time that they take."""

    player: Player
    spent: Spent

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the player chooses."""
        if len(legal) == 1:
            return self.player.choose(observation, legal)
        before = time.process_time()
        chosen = self.player.choose(observation, legal)
        self.spent.seconds += time.process_time() - before
        self.spent.decisions += 1
        self.spent.seen.append((observation, tuple(legal)))
        return chosen


@dataclass
class Spent:
    """What the decisions of a kind of player have cost."""

    seconds: float = 0.0
    decisions: int = 0
    seen: list[tuple[Observation, tuple[int, ...]]] = field(default_factory=list, repr=False)
    """What was seen at each."""

    @property
    def mean(self) -> float:
        """Seconds for a decision."""
        return self.seconds / max(1, self.decisions)

    def timed(self, make: PlayerMaker) -> PlayerMaker:
        """Return what makes the same players, timed."""
        return lambda seed: Timed(make(seed), self)


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield, for games that the rivals can play, what `strong` wins among them."""
    for key in scope.games or registry.keys():
        game = registry.load(key)
        if not game.compiled or game.race is not None or game.measured is not None:
            continue  # searches by playing on need rules that can be played on
        for _ in prepare(game):
            continue
        for seats in game.seats:
            with suppress(OptionError):  # of a number that goes with no usual options
                options = complete(game, seats, {})
                if seats > 1:
                    yield from _at_table(game, options, seats, scope)


def _at_table(game: Game, options: Options, seats: int, scope: Scope) -> Iterator[Figure]:
    strong = _endless(game, game.level(STRONG))
    pace = Spent()
    for _ in seeded(game, options, [pace.timed(strong)] * seats, FIRST_SEED).play():
        continue
    missed = False
    for kind in scope.against:
        count = simulations(game, kind, pace)
        row = play(game, options, strong, rival(game, kind, count), seats, scope.seconds)
        figure = row.figure(game, seats, called(game, kind), count)
        missed |= not figure.met
        yield figure
    if missed:
        row = play(game, options, strong, RandomPlayer, seats, scope.seconds / 2)
        yield replace(row.figure(game, seats, "random", 0), least=None)


def _endless(game: Game, level: Level) -> PlayerMaker:
    return partial(BotPlayer, game, replace(level, seconds=ENDLESS))


def called(game: Game, kind: str) -> str:
    """Return what a rival is called."""
    name = _search(game, kind)
    return name if kind == "own" else f"OpenSpiel {name}"


def _search(game: Game, kind: str) -> str:
    if game.secrets is not None:
        return "ismcts"
    return "uct" if kind == "own" else "mcts"


def rival(game: Game, kind: str, count: int) -> PlayerMaker:
    """Return what makes rivals of a kind with so many simulations.

    Raises
    ------
    GameError
        For a kind that is not known.
    """
    name = _search(game, kind)
    if kind == "own":
        return _endless(game, Level(f"{name}:{count}", Search(name, simulations=count)))
    if kind == "openspiel":
        return entrants.maker(game, f"openspiel:{name}:{count}")
    raise GameError(f"there are the rivals own and openspiel, not {kind!r}")


def simulations(game: Game, kind: str, pace: Spent) -> int:
    """Return how many simulations a rival makes in the time that somebody's decisions took."""
    first = FIRST_TRY[kind]
    player = rival(game, kind, first)(1)
    # Spread over the match: playing on takes longer from its beginning than from its end.
    seen = pace.seen[:: max(1, len(pace.seen) // TRIED)]
    player.choose(*seen[0])  # whatever is compiled or loaded is so now
    before = time.process_time()
    for observation, legal in seen:
        player.choose(observation, legal)
    each = (time.process_time() - before) / (first * len(seen))
    return max(1, round(pace.mean / each))


@dataclass(frozen=True)
class Row:
    """What `strong` has won among rivals."""

    matches: int
    wins: float
    """One whose first place is shared by n counts 1/n."""
    seeds: int
    strong: Spent
    rival: Spent

    def figure(self, game: Game, seats: int, against: str, count: int) -> Figure:
        """Return the share, or multiple of the fair share, with its 95 % interval."""
        unit, scale, least = (
            ("% won", 100.0, LEAST_SHARE)
            if seats == 2
            else ("x fair share", float(seats), LEAST_MULTIPLE)
        )
        share = self.wins / self.matches
        low, high = wilson(share, self.matches)
        return Figure(
            f"{game.key}, {seats} seats: {STRONG} among {against}",
            scale * share,
            unit,
            least=least,
            interval=(scale * low, scale * high),
            note=f"{self.matches} matches, seeds {FIRST_SEED} to {FIRST_SEED + self.seeds - 1}; "
            f"{count} simulations; {1000 * self.strong.mean:.3g} ms a decision and "
            f"{1000 * self.rival.mean:.3g} ms",
            about={
                "game": game.key,
                "seats": seats,
                "level": STRONG,
                "against": against,
                "matches": self.matches,
                "simulations": count,
                "microseconds": round(1e6 * self.strong.mean),
                "theirs": round(1e6 * self.rival.mean),
            },
        )


def play(
    game: Game,
    options: Options,
    one: PlayerMaker,
    others: PlayerMaker,
    seats: int,
    seconds: float,
) -> Row:
    """Seat one player among others, for a time of this process, but for one seed at least."""
    mine, theirs = Spent(), Spent()
    wins, matches, seed = 0.0, 0, FIRST_SEED
    end = time.process_time() + seconds
    while matches == 0 or time.process_time() < end:
        for place in range(seats):
            makers = [theirs.timed(others)] * seats
            makers[place] = mine.timed(one)
            driver = seeded(game, options, makers, seed)
            for _ in driver.play():
                continue
            ranks = driver.position.ranks()
            wins += (ranks[place] == 0) / ranks.count(0)
            matches += 1
        seed += 1
    return Row(matches, wins, seed - FIRST_SEED, mine, theirs)
