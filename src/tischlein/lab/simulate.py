"""Whole matches between bots or random players, reproducible from one seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from tischlein.bots.bot import RANDOM, Bot, level_of
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level, Own
from tischlein.core.options import complete
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction, is_race
from tischlein.core.records import Record, made_with
from tischlein.core.seats import CHANCE, letter

_NO_LIMIT = 1e6
"""Seconds that no decision takes."""
LEISURE = (1000, 10_000)
"""Between how many milliseconds a player answers in a race who knows no times."""


class Player(Protocol):
    """Whoever chooses actions for a seat during one match."""

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return one of the legal actions (in a race with a time), or None to wait."""


PlayerMaker = Callable[[int], Player]
"""Makes a player for one match from a random seed."""


class RandomPlayer:
    """Takes any legal action, each alike."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, observation: Observation, legal: Sequence[int]) -> int:
        """Return any of the legal actions."""
        del observation
        return self._rng.choice(legal)


class BotPlayer:
    """A bot that thinks until its budget is spent, however long that takes: time plays no part.

    Bots that search wait where their seat could only interrupt.
    """

    def __init__(self, game: Game, level: Level | str, seed: int) -> None:
        self._bot = Bot(game, replace(level_of(game, level), seconds=_NO_LIMIT), new_rng(seed))

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return the bot's action."""
        interrupts_only = observation.seat not in observation.awaited
        if interrupts_only and not isinstance(self._bot.level.search, Own):
            return None
        decision = self._bot.choose(observation, legal)
        if decision.action is None or decision.milliseconds is None:
            return decision.action
        return Reaction(decision.action, decision.milliseconds)


def players_by_level(game: Game, levels: Sequence[str]) -> list[tuple[str, PlayerMaker]]:
    """Return name and maker of a player for each level; ``random`` is one of every game.

    Raises
    ------
    GameError
        For a level that the game does not have.
    """
    players: list[tuple[str, PlayerMaker]] = []
    for seat, key in enumerate(levels):
        level = level_of(game, key).key
        if level == RANDOM.key:
            players.append((f"Random {letter(seat)}", RandomPlayer))
        else:
            players.append(
                (f"{level.capitalize()} {letter(seat)}", partial(BotPlayer, game, level))
            )
    return players


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

    Match number ``i`` of a seed is the same however many are asked for. Where several seats may
    act, they are asked in random order until one does; in a race all are asked, and the fastest
    acts.

    Parameters
    ----------
    players
        Name and maker of each seat's player in order; random players if there are none.

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
        raise ValueError(f"there are {len(players)} players for {seats} seats")
    names = tuple(name for name, _ in players)
    for index in range(matches):
        # From a hash, so that matches with neighbouring seeds are unrelated.
        rng = random.Random(hashlib.sha256(f"{seed} {index}".encode()).digest())
        seated = [make(rng.getrandbits(63)) for _, make in players]
        events = tuple(_events(Position.start(game, seats, checked), seated, rng))
        title = f"simulated with seed {seed}, match {index + 1}"
        yield Record(game, names, checked, events, {"title": title} | made_with(game))


def _events(position: Position, players: Sequence[Player], rng: random.Random) -> Iterator[Event]:
    reactions: dict[int, Reaction] = {}
    while acting := position.acting:
        if is_race(position):
            event = _fastest(position, players, reactions, rng)
        else:
            reactions.clear()
            event = _chosen(position, players, rng.sample(acting, len(acting)), rng)
        position.play(event.seat, event.action, event.outcome)
        yield event


def _chosen(
    position: Position, players: Sequence[Player], order: Sequence[int], rng: random.Random
) -> Event:
    for seat in order:
        if seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
            return Event(CHANCE, action, position.happen(action).outcome)
        chosen = players[seat].choose(position.observe(seat), position.legal(seat))
        if chosen is not None:
            return Event(seat, chosen.action if isinstance(chosen, Reaction) else chosen)
    waiting = ", ".join(map(letter, order))
    raise ValueError(f"everybody who may act waits for the others: {waiting}")


def _fastest(
    position: Position,
    players: Sequence[Player],
    reactions: dict[int, Reaction],
    rng: random.Random,
) -> Event:
    """Let the fastest seat of a race act; whoever sticks to an answer keeps its time."""
    asked: dict[int, Reaction] = {}
    for seat in position.acting:
        chosen = players[seat].choose(position.observe(seat), position.legal(seat))
        if chosen is None:
            continue
        if not isinstance(chosen, Reaction):
            chosen = Reaction(chosen, rng.randrange(*LEISURE))
        earlier = reactions.get(seat)
        asked[seat] = earlier if earlier and earlier.action == chosen.action else chosen
    reactions.clear()
    reactions.update(asked)
    order = position.game.rules.tie_order(position.state)
    seat = min(asked, key=lambda seat: (asked[seat].milliseconds, order.index(seat)))
    return Event(seat, asked[seat].action, (asked[seat].milliseconds,))


class Tally:
    """What many matches of one setting had in common, counted as they come."""

    def __init__(self, seats: int) -> None:
        self.matches = 0
        self.events = 0
        self.longest = 0
        self.ties = 0
        """Matches in which several seats share the first place."""
        self.firsts = [0] * seats
        """How often each seat has the first place, shared or not."""
        self.points = [0] * seats
        """Sum of each seat's final scores."""

    def add(self, record: Record) -> None:
        """Count a match."""
        final = record.final()
        places, scores = final.places(), final.scores()
        self.matches += 1
        self.events += len(record.events)
        self.longest = max(self.longest, len(record.events))
        self.ties += places.count(0) > 1
        for seat, place in enumerate(places):
            self.firsts[seat] += place == 0
            self.points[seat] += scores[seat]
