"""Whole matches between bots or random players, reproducible from one seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tischlein.bots.bot import level_of
from tischlein.bots.players import (
    Entrant,
    NamedEntrant,
    PlayerMaker,
    named_entrant,
    one_for_each_seat,
)
from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.driver import Driver, RandomPlayer
from tischlein.core.game import Game
from tischlein.core.kernel import whole_seed
from tischlein.core.options import Options, complete
from tischlein.core.options import sides as sides_of
from tischlein.core.position import Position
from tischlein.core.records import Record, made_with
from tischlein.core.seats import first_place_shares, letter
from tischlein.lab.intervals import Estimate, share
from tischlein.lab.repetition import allows_many_ways, choices, digest, happened


def players_by_level(game: Game, levels: Sequence[str]) -> list[tuple[str, PlayerMaker]]:
    """Return name and maker of a player for each level; every game has ``random``.

    Raises
    ------
    GameError
        For a level that the game does not have.
    """
    bots = [named_entrant(game, level_of(game, level)) for level in levels]
    return [(f"{bot.name.capitalize()} {letter(seat)}", bot.make) for seat, bot in enumerate(bots)]


def simulate(
    game: Game,
    seats: int,
    options: Mapping[str, str | int],
    *,
    matches: int,
    seed: int,
    players: Sequence[tuple[str, PlayerMaker]] = (),
) -> Iterator[Record]:
    """Yield whole matches.

    Match number ``i`` of a seed is the same however many are requested. Where several seats may
    act, they are asked in random order until one does; in a race all are asked, and the fastest
    acts.

    Parameters
    ----------
    players
        Name and maker of each seat's player in order; random players if empty.

    Raises
    ------
    OptionError
        For a seat count or an option that the game does not have.
    ValueError
        If there are players, but not one for each seat.
    """
    checked = complete(game, seats, options)
    if not players:
        players = [(f"Random {letter(seat)}", RandomPlayer) for seat in range(seats)]
    if len(players) != seats:
        verb = "is" if len(players) == 1 else "are"
        raise ValueError(f"there {verb} {many(len(players), 'player')} for {many(seats, 'seat')}")
    names = tuple(name for name, _ in players)
    makers = [make for _, make in players]
    for index in range(matches):
        events = tuple(seeded(game, checked, makers, seed, index).play())
        title = f"simulated with seed {seed}, match {index + 1}"
        yield Record(game, names, checked, events, {"title": title} | made_with(game))


def seeded(
    game: Game, options: Options, makers: Sequence[PlayerMaker], seed: int, index: int = 0
) -> Driver:
    """Return a match that is about to begin: number ``index`` of a seed.

    Parameters
    ----------
    options
        All of them, checked.
    makers
        Of each seat's player, in seat order.
    """
    # From a hash, so that matches with neighbouring seeds are unrelated.
    rng = random.Random(hashlib.sha256(f"{whole_seed(seed)} {index}".encode()).digest())
    players = [make(rng.getrandbits(63)) for make in makers]
    return Driver(Position.start(game, len(makers), options), players, rng)


def play(
    game: Game | str,
    players: Sequence[Entrant],
    *,
    seed: int = 0,
    options: Mapping[str, str | int] | None = None,
) -> Record:
    """Let players play one match, and return its record.

    Some rules leave it to the players whether a match ends. One that does not is played as far as
    the most events that its game declares (``Game.longest``): its record says so in its title, and
    ``record.final().over`` is false.

    >>> import tischlein as tt
    >>> def first(observation, legal):
    ...     return legal[0]
    >>> record = tt.play("bauab", ["random", first], seed=1)
    >>> record.names
    ('random', 'first')

    Parameters
    ----------
    players
        One for each seat, in seat order: levels of the game, searches with their budget
        (``"uct:2000"``), functions from an observation and the legal actions to an action (its
        number or its text), or objects with such a method ``choose``.
    seed
        Equal seeds give equal matches, if the players themselves are repeatable.

    Raises
    ------
    GameError
        For a game, a level or a search that does not exist, or a wrong number of players.
    OptionError
        For an option that the game does not have.
    RefusedError
        With the rule that forbids what a player chose.
    NotationError, TypeError, ValueError
        If a player chose what is no action of the game, or none at all where it has to act.
    """
    loaded = registry.load(game) if isinstance(game, str) else game
    named = one_for_each_seat(loaded, players)
    return played(loaded, named, complete(loaded, len(named), options or {}), seed)


def played(game: Game, entrants: Sequence[NamedEntrant], options: Options, seed: int) -> Record:
    """Return a match of these entrants, as far as the most events that its game declares.

    Parameters
    ----------
    options
        All of them, checked.
    """
    driver = seeded(game, options, [one.make for one in entrants], seed)
    events = tuple(islice(driver.play(), game.longest))
    names = tuple(one.name for one in entrants)
    title = f"simulated with seed {seed}, match 1"
    if not driver.position.over:
        title += f", without an end after {game.longest} events, the most that the game declares"
    return Record(game, names, options, events, {"title": title} | made_with(game))


class Totals:
    """What many matches of one setting had in common, accumulated match by match."""

    def __init__(self, seats: int) -> None:
        self.matches = 0
        self.events = 0
        self.longest = 0
        self.ties = 0
        """Matches in which several seats, or several teams, share the first place."""
        self.firsts = [0.0] * seats
        """How often each seat has the first place, as fractions if it is shared."""
        self.points = [0] * seats
        """Sum of each seat's final scores."""
        self._shares: list[list[float]] = []
        self._happened: list[int] = []
        self._varied = False

    def add(self, record: Record) -> None:
        """Count a match."""
        final = record.final()
        ranks, scores = final.ranks(), final.scores()
        self.matches += 1
        self.events += len(record.events)
        self.longest = max(self.longest, len(record.events))
        shares = first_place_shares(sides_of(record.game, final.seats, record.options), ranks)
        self.ties += max(shares) < 1
        if not self._shares:
            self._varied = allows_many_ways(choices(record))
        self._shares.append(shares)
        self._happened.append(digest(happened(record)))
        for seat, part in enumerate(shares):
            self.firsts[seat] += part
            self.points[seat] += scores[seat]

    def won(self, seat: int) -> Estimate:
        """Return a seat's share of first places, with its interval.

        If a match could go in many ways, identical matches count as one: bots may repeat
        themselves.
        """
        clusters = self._happened if self._varied else None
        return share([one[seat] for one in self._shares], clusters)
