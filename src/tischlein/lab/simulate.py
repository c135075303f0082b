"""Whole matches between bots or random players, reproducible from one seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.options import complete
from tischlein.core.position import Observation, Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, letter


class Player(Protocol):
    """Whoever chooses actions for a seat during one match."""

    def choose(
        self, observation: Observation, legal: Sequence[int], stop: Callable[[], bool]
    ) -> int | None:
        """Return one of the legal actions, or None to wait for the others."""


PlayerMaker = Callable[[int], Player]
"""Makes a player for one match from a random seed."""


class RandomPlayer:
    """Takes any legal action, each alike."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(
        self, observation: Observation, legal: Sequence[int], stop: Callable[[], bool]
    ) -> int:
        """Return any of the legal actions."""
        del observation, stop
        return self._rng.choice(legal)


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
    act, they are asked in random order until one does.

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
        yield Record(game, names, checked, events, {"title": title})


def _events(position: Position, players: Sequence[Player], rng: random.Random) -> Iterator[Event]:
    while acting := position.acting:
        event = _chosen(position, players, rng.sample(acting, len(acting)), rng)
        position.play(event.seat, event.action)
        yield event


def _chosen(
    position: Position, players: Sequence[Player], order: Sequence[int], rng: random.Random
) -> Event:
    for seat in order:
        if seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            return Event(CHANCE, rng.choices(outcomes, weights)[0])
        legal = position.legal(seat)
        action = players[seat].choose(position.observe(seat), legal, _never)
        if action is not None:
            return Event(seat, action)
    waiting = ", ".join(map(letter, order))
    raise ValueError(f"everybody who may act waits for the others: {waiting}")


def _never() -> bool:
    """Tell a bot to take its time: its budget of simulations ends its thinking."""
    return False


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
