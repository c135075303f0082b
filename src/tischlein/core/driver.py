"""The driver: plays a match event by event, asking players, chance and measurements.

Everything that plays matches in one process uses it: simulations and arenas, tests, the terminal,
the pictures on the shelf. Tables do the same with storage in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tischlein.core import options
from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction, Reactions, in_order
from tischlein.core.seats import CHANCE, letter

LEISURE = (1000, 10_000)
"""Range, in milliseconds, of the time a player takes in a race if it gives none itself."""


@runtime_checkable
class Player(Protocol):
    """Anything that chooses actions for a seat during one match."""

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return one of the legal actions (in a race with a time), or None to wait."""


class RandomPlayer:
    """Takes any legal action, uniformly."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, observation: Observation, legal: Sequence[int]) -> int:
        """Return any of the legal actions."""
        del observation
        return self._rng.choice(legal)


@dataclass(frozen=True)
class _Claim:
    """What a seat is about to do in a race."""

    seat: int
    action: int
    milliseconds: int


class Driver:
    """One match in progress.

    Where several seats may act, they are asked in random order until one does; in a race all are
    asked, and the fastest acts.

    Parameters
    ----------
    position
        Where to begin; the driver changes it.
    players
        One for each seat.
    rng
        Decides chance, the order of asking, and the times of players in races who give none.
    measure
        Performs measurements, by default ``Position.measure``; called for every outcome of chance
        before it happens.
    last
        A seat that is asked only once all others wait: a person, who should not be asked
        repeatedly.
    """

    def __init__(
        self,
        position: Position,
        players: Sequence[Player],
        rng: random.Random,
        measure: Callable[[Position, int], tuple[int, ...]] | None = None,
        *,
        last: int | None = None,
    ) -> None:
        self.position = position
        self.players = players
        self._rng = rng
        self._measure = _values if measure is None else measure
        self._last = last
        self._reactions = Reactions()

    def next_event(self) -> Event | None:
        """Return the next event, or None at the end; the event has not been carried out yet.

        Raises
        ------
        ValueError
            If everybody who may act waits.
        """
        position = self.position
        acting = position.acting
        if not acting:
            return None
        if position.racing:
            return self._fastest(acting)
        self._reactions = Reactions()
        order = self._rng.sample(acting, len(acting))
        for seat in sorted(order, key=lambda seat: seat == self._last):
            if seat == CHANCE:
                return self._drawn()
            chosen = self._ask(seat)
            if chosen is not None:
                return Event(seat, chosen.action if isinstance(chosen, Reaction) else chosen)
        return _nobody(acting)

    def play(self) -> Iterator[Event]:
        """Play the match to its end; yield every event once it has been carried out.

        Raises
        ------
        RefusedError
            If a player chooses an action that is not possible.
        GameError
            If the match is longer than its game declares, see :func:`check_length`, or a seat acts
            that has no legal action.
        ValueError
            If everybody who may act waits.
        """
        events = 0
        while (event := self.next_event()) is not None:
            events += 1
            check_length(self.position, events)
            self.position.play(event.seat, event.action, event.measurement)
            yield event

    def _ask(self, seat: int) -> int | Reaction | None:
        legal = self.position.legal(seat)
        if not legal:
            raise _at_a_loss(self.position, seat)
        return self.players[seat].choose(self.position.observe(seat), legal)

    def _drawn(self) -> Event:
        possible = self.position.outcomes()
        if not possible:
            raise _at_a_loss(self.position, CHANCE)
        outcomes, weights = zip(*possible, strict=True)
        action = self._rng.choices(outcomes, weights)[0]
        return Event(CHANCE, action, self._measure(self.position, action))

    def _fastest(self, acting: Sequence[int]) -> Event:
        """Let the fastest seat of a race act; a seat that repeats its answer keeps its time."""
        race = self.position.game.race
        claims = []
        for seat in acting:
            kept = self._reactions.keep(
                seat, self._ask(seat), lambda: self._rng.randrange(*LEISURE)
            )
            if kept is not None:
                claims.append(_Claim(seat, kept.action, kept.milliseconds))
        if race is None or not claims:
            return _nobody(acting)
        first = in_order(claims, race.tie_order(self.position.state))[0]
        return Event(first.seat, first.action, (first.milliseconds,))


def _values(position: Position, action: int) -> tuple[int, ...]:
    return position.measure(action).values


def _at_a_loss(position: Position, seat: int) -> GameError:
    """Return the error of a game in which a seat acts that has no legal action."""
    who, rule = ("chance", "chance") if seat == CHANCE else (f"seat {letter(seat)}", "legal")
    return GameError(
        f"{position.game.key}: {who} acts, but the rule {rule} writes nothing that can be done"
    )


def _nobody(acting: Sequence[int]) -> Event:
    waiting = ", ".join(map(letter, acting))
    raise ValueError(f"everybody who may act waits for the others: {waiting}")


def check_length(position: Position, events: int) -> None:
    """Refuse to continue a match beyond ``Game.longest`` (GameError).

    Options may leave it to the players whether a match ends, and random players may never end it. A
    caller that lets programs play should get an error instead of waiting for ever.
    """
    game = position.game
    if events > game.longest:
        changed = options.write(game, position.seats, position.options)
        raise GameError(
            f"{game.key} ({changed or 'default options'}) has no end after {game.longest} events, "
            "the most that it declares: these players may go on for ever"
        )


def play_at_random(
    position: Position,
    rng: random.Random,
    measure: Callable[[Position, int], tuple[int, ...]] | None = None,
) -> Driver:
    """Return a driver for a match between players that take any action, uniformly."""
    players = [RandomPlayer(rng.getrandbits(63)) for _ in range(position.seats)]
    return Driver(position, players, rng, measure)
