"""`strong` beside searches that know nothing of a game, with as much processor time for a decision.

The rivals are our own compiled UCT, or ISMCTS where there are secrets, with their usual settings
and playouts by lot; and the searches of OpenSpiel, which play our games through the adapter. First
`strong` plays a match with itself; from the positions that it had to decide follows about how many
simulations a rival makes in the time that `strong` takes. Then they meet, with seeds that no row
has, and the number is changed until both take about as long for a decision. With this number they
play, so matches do not depend on what else the machine does; a row in which one has taken more than
twice as long as the other after all is played anew, once, with the number that follows from it.
Ceilings of thinking time are lifted for the same reason: every search ends by its own budget.
OpenSpiel's search plays once more with as many simulations as `strong` makes, if a seed of that
fits into the time for a row.

One `strong` sits among rivals. Seats rotate, seeds are listed, and as many seeds are played as fit
into the time for a row, one at least, or until it is decided whether the goal is reached. Where
`strong` stays below it, further rows show how much room luck leaves: `strong` among random players;
a rival of our own with many times as many simulations among the usual ones; and, where there are
secrets, UCT with as many simulations as they make, but which sees all that is hidden from them.

With a folder a row is kept after every seed, and goes on there when it is measured again. What has
been played stands as long as the rules have their version; after a change of `strong` a new folder
is needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import msgspec

from benchmarks import Figure, Scope
from benchmarks.strength import FIRST_SEED
from tischlein.bots.players import BotPlayer, PlayerMaker
from tischlein.bots.prepare import prepare
from tischlein.core import registry
from tischlein.core.driver import Player, RandomPlayer
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.levels import Level, Search
from tischlein.core.options import Options, complete, usual_counts
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.lab import entrants
from tischlein.lab.intervals import wilson
from tischlein.lab.simulate import seeded

LEAST_SHARE = 75.0
"""Percent of the matches that `strong` wins against a rival, with two seats."""
LEAST_MULTIPLE = 1.5
"""How many times its fair share it wins among rivals, with more seats."""
STRONG = "strong"
DEEPER = 16
"""How many times as many simulations a rival makes that shows what more thinking would bring."""
AT_EQUAL_TIME = ("own", "openspiel")
"""Rivals that get as much time for a decision."""
TRIED = 20
"""Positions at which the speed of a rival is measured."""
FIRST_TRY = {"own": 200, "openspiel": 20, "openspiel-as-many": 20}
"""Simulations with which it is measured."""
NEARLY = 0.8
"""Share of the longer mean time for a decision that the shorter is, to count as equal."""
TRIALS = 5
"""How often a rival's simulations are changed, at most, until its time is equal."""
UNEVEN = 2.0
"""How many times as long as the other one may take in a row before it is played anew."""
LONGEST_STEP = 8.0
"""By how much they are multiplied or divided at once, at most."""
TRIAL_SEED = 1_000_000
"""The first of the seeds with which that is tried."""
FIRST_LOOK = 8
"""Seeds after which a row may end as decided; after that twice as many, and so on."""
SURE = 0.99
"""Level of the interval that decides then: of few looks, hardly one in twenty rows is mistaken."""
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
        self.spent.saw(observation, legal, self.player)
        return chosen


class Blindfolded:
    """A player at a table where nothing is secret, who sees what the game lets its seat see.

    Parameters
    ----------
    game
        With its secrets.
    make
        Makes the player.
    """

    def __init__(self, game: Game, make: PlayerMaker, seed: int) -> None:
        self._game = game
        self._player = make(seed)

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the player chooses."""
        shown = Position(self._game, observation.seats, observation.options, observation.row)
        return self._player.choose(shown.observe(observation.seat), legal)


@dataclass
class Spent:
    """What the decisions of a kind of player have cost."""

    seconds: float = 0.0
    decisions: int = 0

    @property
    def mean(self) -> float:
        """Seconds for a decision."""
        return self.seconds / max(1, self.decisions)

    def saw(self, observation: Observation, legal: Sequence[int], player: Player) -> None:
        """Take in what was decided, and by whom."""

    def timed(self, make: PlayerMaker) -> PlayerMaker:
        """Return what makes the same players, timed."""
        return lambda seed: Timed(make(seed), self)


@dataclass
class Pace(Spent):
    """What was decided in a match, with what that has cost."""

    nodes: int = 0
    """Simulations or nodes of all searches."""
    seen: list[tuple[Observation, tuple[int, ...]]] = field(default_factory=list, repr=False)
    """What was seen at each decision."""

    def saw(self, observation: Observation, legal: Sequence[int], player: Player) -> None:
        """Keep what was seen, and how much was searched."""
        self.seen.append((observation, tuple(legal)))
        if isinstance(player, BotPlayer) and player.decision is not None:
            self.nodes += player.decision.nodes


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield, for games that the rivals can play, what `strong` wins among them."""
    for key in scope.games or registry.keys():
        game = registry.load(key)
        if not game.compiled or game.race is not None or game.measured is not None:
            continue  # searches by playing on need rules that can be played on
        for _ in prepare(game):
            continue
        for seats in usual_counts(game):
            if seats > 1 and seats in (scope.seats or game.seats):
                yield from _Table(game, complete(game, seats, {}), seats, scope).figures()


@dataclass
class _Table:
    """A game with a number of seats, and what is kept of its rows."""

    game: Game
    options: Options
    seats: int
    scope: Scope

    def figures(self) -> Iterator[Figure]:
        """Yield what `strong` wins among each kind of rival, and if it must be among random."""
        missed = False
        for kind in self.scope.against:
            row = self._row(kind, self.scope.seconds)
            if row is not None:
                figure = row[1].figure(self.game, self.seats, called(self.game, kind), row[0])
                missed |= not figure.met
                yield figure
        if missed:
            row = self._row("random", self.scope.seconds / 2)
            assert row is not None
            yield replace(row[1].figure(self.game, self.seats, "random", 0), least=None)
            yield from self._ceilings()

    def _row(self, kind: str, seconds: float) -> tuple[int, Row] | None:
        """Return a row that has gone on, with its simulations; None if it would take too long."""
        before = self._kept(kind)
        count = self._count(kind) if before is None else before.simulations
        if count is None:
            return None
        row = Row() if before is None else before.row
        anew = before is not None and before.anew
        evens = kind in AT_EQUAL_TIME and seconds > 0 and not anew
        if not evens or row.even:
            row = self._played(kind, count, row, seconds, anew=anew)
        if evens and not row.even:
            count = self._evened(kind, count, row)
            row = self._played(kind, count, Row(), seconds, anew=True)
        return count, row

    def _played(self, kind: str, count: int, row: Row, seconds: float, *, anew: bool) -> Row:
        """Go on with a row of `strong` among rivals."""
        others = RandomPlayer if kind == "random" else rival(self.game, kind, count)
        return play(
            *(self.game, self.options, self._strong, others, self.seats, seconds),
            so_far=row,
            keep=partial(self._keep, kind, count, anew=anew),
        )

    def _ceilings(self) -> Iterator[Figure]:
        """Yield what rivals win among their like by thinking far longer, or by seeing secrets."""
        before = self._kept("own")
        count = self._count("own") if before is None else before.simulations
        assert count is not None
        deeper = rival(self.game, "own", DEEPER * count)
        others = rival(self.game, "own", count)
        longer = f"{called(self.game, 'own')}, {DEEPER} times as many simulations"
        yield self._ceiling("deeper", longer, self.game, deeper, others, count)
        if self.game.secrets is not None:
            shown = replace(self.game, secrets=None)
            seeing = f"{called(shown, 'own')} that sees secrets"
            blind = partial(Blindfolded, self.game, others)
            yield self._ceiling("seeing", seeing, shown, rival(shown, "own", count), blind, count)

    def _ceiling(
        self, kind: str, who: str, game: Game, one: PlayerMaker, others: PlayerMaker, count: int
    ) -> Figure:
        before = self._kept(kind)
        row = play(
            *(game, self.options, one, others, self.seats, self.scope.seconds),
            so_far=None if before is None else before.row,
            keep=partial(self._keep, kind, count),
        )
        name = called(self.game, "own")
        return replace(row.figure(self.game, self.seats, name, count, who), least=None)

    def _count(self, kind: str) -> int | None:
        if kind == "random":
            return 0
        each = seconds_of_one(self.game, kind, self._pace)
        if kind != "openspiel-as-many":
            return self._equal(kind, round(self._pace.mean / each))
        count = round(self._pace.nodes / max(1, self._pace.decisions))
        # In a seed's rotation all seats but one are theirs, once each.
        whole = count * each * self._pace.decisions * (self.seats - 1)
        enough = count >= fewest(self.game, kind)
        return count if enough and whole <= self.scope.seconds else None

    def _equal(self, kind: str, count: int) -> int:
        """Return how many simulations take as long as `strong` when the two meet.

        What a simulation takes differs between positions, and with the number of them: a deal of
        what is hidden is made anew for each, a tree grows, matches that are being lost are others.
        """
        count = max(fewest(self.game, kind), count)
        for trial in range(TRIALS):
            others = rival(self.game, kind, count)
            seed = TRIAL_SEED + trial
            row = _with_a_seed(
                Row(), self.game, self.options, self._strong, others, self.seats, seed
            )
            if row.rival.decisions == 0:
                continue
            if NEARLY <= row.longer <= 1 / NEARLY:
                break
            count = self._evened(kind, count, row)
        return count

    def _evened(self, kind: str, count: int, row: Row) -> int:
        """Return how many simulations would have taken as long as `strong` in a row."""
        step = min(max(row.longer, 1 / LONGEST_STEP), LONGEST_STEP)
        return max(fewest(self.game, kind), round(count * step))

    @cached_property
    def _pace(self) -> Pace:
        pace = Pace()
        players = [pace.timed(self._strong)] * self.seats
        for _ in seeded(self.game, self.options, players, FIRST_SEED).play():
            continue
        return pace

    @property
    def _strong(self) -> PlayerMaker:
        return _endless(self.game, self.game.level(STRONG))

    def _file(self, kind: str) -> Path | None:
        folder = self.scope.folder
        return None if folder is None else folder / f"{self.game.key}-{self.seats}-{kind}.json"

    def _kept(self, kind: str) -> Kept | None:
        file = self._file(kind)
        if file is None or not file.is_file():
            return None
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        return kept if kept.version == self.game.version else None

    def _keep(self, kind: str, count: int, row: Row, *, anew: bool = False) -> None:
        file = self._file(kind)
        if file is not None:
            kept = Kept(self.game.version, count, row, anew)
            file.parent.mkdir(parents=True, exist_ok=True)
            passing = file.with_suffix(".new")
            passing.write_bytes(msgspec.json.encode(kept))
            passing.replace(file)


def _endless(game: Game, level: Level) -> PlayerMaker:
    return partial(BotPlayer, game, replace(level, seconds=ENDLESS))


def called(game: Game, kind: str) -> str:
    """Return what a rival is called."""
    name = _search(game, kind)
    if kind == "own":
        return name
    return f"OpenSpiel {name}{', as many simulations' if kind == 'openspiel-as-many' else ''}"


def _search(game: Game, kind: str) -> str:
    if kind == "own":
        return "uct" if game.secrets is None else "ismcts"
    from tischlein.interop.openspiel_bots import search_for  # whoever plays none need not have it

    return search_for(game)


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
    if kind in FIRST_TRY:
        return entrants.maker(game, f"openspiel:{name}:{count}")
    raise GameError(f"there are the rivals {', '.join(FIRST_TRY)}, not {kind!r}")


def fewest(game: Game, kind: str) -> int:
    """Return the fewest simulations with which a rival of a kind can choose."""
    if kind == "own":
        return 1
    from tischlein.interop.openspiel_bots import FEWEST

    return FEWEST[_search(game, kind)]


def seconds_of_one(game: Game, kind: str, pace: Pace) -> float:
    """Return how long a simulation of a rival takes where somebody had to decide."""
    first = FIRST_TRY[kind]
    player = rival(game, kind, first)(1)
    # Spread over the match: playing on takes longer from its beginning than from its end.
    seen = pace.seen[:: max(1, len(pace.seen) // TRIED)]
    player.choose(*seen[0])  # whatever is compiled or loaded is so now
    before = time.process_time()
    for observation, legal in seen:
        player.choose(observation, legal)
    return (time.process_time() - before) / (first * len(seen))


@dataclass(frozen=True)
class Row:
    """What `strong` has won among rivals."""

    matches: int = 0
    wins: float = 0.0
    """One whose first place is shared by n counts 1/n."""
    seeds: int = 0
    strong: Spent = field(default_factory=Spent)
    rival: Spent = field(default_factory=Spent)

    @property
    def longer(self) -> float:
        """How many times as long as a rival `strong` has taken for a decision."""
        return self.strong.mean / self.rival.mean if self.rival.decisions else 1.0

    @property
    def even(self) -> bool:
        """Whether neither has taken far longer than the other."""
        return 1 / UNEVEN <= self.longer <= UNEVEN

    def decided(self, seats: int) -> bool:
        """Whether it may end here, being surely above the goal or below it."""
        looks = self.seeds // FIRST_LOOK
        if self.seeds % FIRST_LOOK or looks == 0 or looks & (looks - 1):
            return False
        low, high = wilson(self.wins / self.matches, self.matches, SURE)
        goal = LEAST_SHARE / 100 if seats == 2 else LEAST_MULTIPLE / seats
        return low > goal or high < goal

    def figure(self, game: Game, seats: int, against: str, count: int, who: str = STRONG) -> Figure:
        """Return the share, or multiple of the fair share, with its 95 % interval."""
        unit, scale, least = (
            ("% won", 100.0, LEAST_SHARE)
            if seats == 2
            else ("x fair share", float(seats), LEAST_MULTIPLE)
        )
        share = self.wins / self.matches
        low, high = wilson(share, self.matches)
        return Figure(
            f"{game.key}, {seats} seats: {who} among {against}",
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
                "level": who,
                "against": against,
                "matches": self.matches,
                "simulations": count,
                "microseconds": round(1e6 * self.strong.mean),
                "theirs": round(1e6 * self.rival.mean),
            },
        )


class Kept(msgspec.Struct, frozen=True):
    """What a file has of a row."""

    version: int
    """Of the game's rules."""
    simulations: int
    row: Row
    anew: bool = False
    """Whether it has been played anew, with a number of simulations that followed from itself."""


def play(
    game: Game,
    options: Options,
    one: PlayerMaker,
    others: PlayerMaker,
    seats: int,
    seconds: float,
    *,
    so_far: Row | None = None,
    keep: Callable[[Row], None] = lambda _: None,
) -> Row:
    """Seat one player among others, for a time of this process, but for one seed at least.

    Parameters
    ----------
    so_far
        What goes on; a row that is decided stays as it is.
    keep
        Gets the row after every seed.
    """
    row = Row() if so_far is None else so_far
    end = time.process_time() + seconds
    while row.seeds == 0 or (time.process_time() < end and not row.decided(seats)):
        row = _with_a_seed(row, game, options, one, others, seats, FIRST_SEED + row.seeds)
        keep(row)
    return row


def _with_a_seed(
    row: Row,
    game: Game,
    options: Options,
    one: PlayerMaker,
    others: PlayerMaker,
    seats: int,
    seed: int,
) -> Row:
    """Play a seed in every rotation.

    Some players never end a match. After as many events as its game declares, whoever leads has
    won.
    """
    mine, theirs = replace(row.strong), replace(row.rival)
    wins = row.wins
    for place in range(seats):
        makers = [theirs.timed(others)] * seats
        makers[place] = mine.timed(one)
        driver = seeded(game, options, makers, seed)
        for events, _ in enumerate(driver.play(), 1):
            if events == game.longest:
                break
        ranks = driver.position.ranks()
        wins += (ranks[place] == 0) / ranks.count(0)
    return Row(row.matches + seats, wins, row.seeds + 1, mine, theirs)
