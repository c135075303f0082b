"""Whole matches between random players or bots, reproducible from one seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.options import complete
from tischlein.core.position import Observation, Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, letter


class Player(Protocol):
    """Whoever chooses an action for a seat."""

    def __call__(self, observation: Observation, seed: int) -> int:
        """Return a legal action of the observation's seat; equal seeds give equal answers."""


def play_at_random(observation: Observation, seed: int) -> int:
    """Choose any legal action, each alike."""
    return random.Random(seed).choice(observation.legal(observation.seat))


def simulate(
    game: Game,
    seats: int,
    options: Mapping[str, str | int],
    *,
    matches: int,
    seed: int,
    players: Sequence[tuple[str, Player]] = (),
) -> Iterator[Record]:
    """Yield whole matches.

    Match number ``i`` of a seed is the same however many are asked for. Where several seats may
    act, a random one does.

    Parameters
    ----------
    players
        Name and player of each seat in order; random players if there are none.

    Raises
    ------
    OptionError
        For a seat count or an option that the game does not have.
    ValueError
        If there are players, but not one for each seat.
    """
    checked = complete(game, seats, options)
    if not players:
        players = [(f"Random {letter(seat)}", play_at_random) for seat in range(seats)]
    if len(players) != seats:
        raise ValueError(f"there are {len(players)} players for {seats} seats")
    for index in range(matches):
        names = tuple(name for name, _ in players)
        events = tuple(_events(Position.start(game, seats, checked), players, f"{seed} {index}"))
        title = f"simulated with seed {seed}, match {index + 1}"
        yield Record(game, names, checked, events, {"title": title})


def _events(
    position: Position, players: Sequence[tuple[str, Player]], seed: str
) -> Iterator[Event]:
    # Seeds of a match are drawn from a hash: matches with neighbouring seeds are unrelated.
    rng = random.Random(hashlib.sha256(seed.encode()).digest())
    while acting := position.acting:
        seat = rng.choice(acting)
        if seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            event = Event(CHANCE, rng.choices(outcomes, weights)[0])
        else:
            player = players[seat][1]
            event = Event(seat, player(position.observe(seat), rng.getrandbits(63)))
        position.play(event.seat, event.action)
        yield event


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
