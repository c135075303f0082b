"""Settings of a game and random matches through them, on which properties are checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from tischlein.core import options as option_texts
from tischlein.core import records
from tischlein.core.driver import play_at_random
from tischlein.core.errors import OptionError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Option, Options
from tischlein.core.position import Observation, Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import of
from tischlein.presentation.scenes import Scene


class ConformanceError(AssertionError):
    """A property that every game must have does not hold."""


@dataclass(frozen=True)
class Case:
    """A setting: a game with a seat count and complete options."""

    game: Game
    seats: int
    options: Options

    @property
    def observers(self) -> tuple[int, ...]:
        """Return all possible observers: the seats, and a spectator."""
        return (*range(self.seats), SPECTATOR)

    @property
    def is_default(self) -> bool:
        """Whether every option has its default."""
        return all(
            self.options[option.name] == option.default_for(self.seats)
            for option in self.game.options
        )

    @property
    def changed(self) -> str:
        """Return the options that differ from the default, as a record names them."""
        return option_texts.write(self.game, self.seats, self.options)

    def start(self) -> Position:
        """Return the position before anything has happened."""
        return Position.start(self.game, self.seats, self.options)

    def record(self, events: Iterable[Event]) -> records.Record:
        """Return the record of a match in this setting."""
        names = tuple(f"Player {number + 1}" for number in range(self.seats))
        return records.Record(self.game, names, self.options, tuple(events))

    def __str__(self) -> str:
        changed = f"-{self.changed.replace(' ', '-')}" if self.changed else ""
        return f"{self.game.key}-{self.seats}{changed}"


def cases_of(game: Game) -> Iterator[Case]:
    """Yield the default setting of every seat count, then each other value of each option.

    Each value is tried alone, but with the other options that it needs to have any effect.
    Combinations that the game refuses are left out. Numbers are tried at both ends.
    """
    for seats in game.seats:
        given: list[dict[str, str | int]] = [{}]
        for option in game.options:
            usual = option.default_for(seats)
            others = [value for value in values_of(option, seats) if value != usual]
            needed = option_texts.needed_for(game, option.name)
            given += [{**needed, option.name: value} for value in others]
        tried: list[Options] = []
        for changed in given:
            try:
                options = option_texts.complete(game, seats, changed)
            except OptionError:
                continue
            if options not in tried:  # options that need each other give equal settings
                tried.append(options)
                yield Case(game, seats, options)


def ends_of(game: Game) -> Iterator[Case]:
    """Yield those of ``cases_of`` that try an option with the fewest and the most seats.

    Only the seat counts that the game accepts with this value are considered.
    """
    cases = list(cases_of(game))
    fewest = {case.changed: case.seats for case in reversed(cases)}
    most = {case.changed: case.seats for case in cases}
    for case in cases:
        if case.seats in (fewest[case.changed], most[case.changed]):
            yield case


def values_of(option: Option, seats: int) -> list[str | int]:
    """Return the values of an option that are tried: the default, and others."""
    values: Sequence[str | int]
    if isinstance(option, Choices):
        values = option.values
    elif isinstance(option, Number):
        values = sorted({option.low, option.high})
    else:
        values = option.samples
    return [*dict.fromkeys([*values, option.default_for(seats)])]


class UniformRandom(random.Random):
    """Random draws that ignore weights, so that unlikely outcomes come up as often as others."""

    def choices(self, population: Any, *_: object, k: int = 1, **__: object) -> list[Any]:
        """Return `k` of a population, each with the same probability."""
        return super().choices(population, k=k)


def positions_of(case: Case, seed: int) -> Iterator[Position]:
    """Yield the position of a random match before its first event and after each, for reading.

    With every other seed, chance draws all its outcomes uniformly, so that the positions of some
    matches include very unlikely ones.
    """
    position = case.start()
    lots = UniformRandom if seed % 2 else random.Random
    driver = play_at_random(position, lots(f"{case} {seed}"), measured)
    yield position
    while (event := driver.next_event()) is not None:
        position.apply(event)
        yield position


class Checkpoint:
    """One moment of a random match, as a property sees it."""

    def __init__(self, case: Case, seed: int, *, quick: bool = False) -> None:
        self.case = case
        self.seed = seed
        self.quick = quick
        """Whether so few positions are examined that not everything can be expected in them."""
        self.rng = random.Random(f"{case} {seed}")
        """For samples that a property takes; the match itself does not depend on it."""
        self.position = case.start()
        self.events: list[Event] = []
        self.notes: dict[Any, int] = {}
        """What a property counts in the course of the match."""
        choices = random.Random(f"{case} {seed} choices")
        self._driver = play_at_random(self.position, choices, measured)
        self._next: Event | None = None
        self._observations: dict[int, Observation] = {}
        self._scenes: dict[int, Scene] = {}

    @property
    def next(self) -> Event | None:
        """Return the event that follows, None at the end."""
        if self._next is None:
            self._next = self._driver.next_event()
        return self._next

    def advance(self) -> None:
        """Carry out the next event."""
        if self.next is not None:
            self.position.apply(self.next)
            self.events.append(self.next)
            self._next = None
            self._observations.clear()
            self._scenes.clear()

    def observation(self, observer: int) -> Observation:
        """Return an observation of the position, computed once for all properties."""
        if observer not in self._observations:
            self._observations[observer] = self.position.observe(observer)
        return self._observations[observer]

    def scene(self, observer: int) -> Scene:
        """Return the scene that an observer gets, made once for all properties."""
        if observer not in self._scenes:
            self._scenes[observer] = of(self.case.game).scene(self.observation(observer))
        return self._scenes[observer]

    def require(self, condition: object, problem: str) -> None:
        """Raise ConformanceError with the whole context if a condition does not hold."""
        if not condition:
            self.fail(problem)

    def fail(self, problem: str) -> NoReturn:
        """Raise ConformanceError with the whole context."""
        raise ConformanceError(self.context(problem))

    def context(self, problem: str) -> str:
        """Return a problem with everything needed to reproduce it."""
        case = self.case
        try:
            record = records.write(case.record(self.events))
        except Exception as error:
            record = f"(the record cannot be written: {error!r})\nevents: {self.events}"
        return (
            f"{problem}\n  game {case.game.key}, {case.seats} seats, "
            f"options {case.changed or 'as by default'}, "
            f"seed {self.seed}, step {len(self.events)}\n\n{record}"
        )


Property = Callable[[Checkpoint], None]


CHECKED_POSITIONS = 32
"""This many first positions of a match are all checked, later ones more and more rarely."""
QUICKLY_CHECKED_POSITIONS = 12
"""The same for settings in which a quick check suffices."""


def is_checked(step: int, all_checked: int = CHECKED_POSITIONS) -> bool:
    """Whether properties are checked after this many events; long random matches repeat themselves.

    The first `all_checked` positions are all checked. For every further doubling of a match's
    length, a quarter as many again are, even and odd ones: in many games the seats alternate.
    """
    return step < all_checked or step % ((2 << (step // all_checked).bit_length()) + 1) == 0


def check_properties(
    case: Case, properties: Sequence[Property], seed: int, all_checked: int = CHECKED_POSITIONS
) -> None:
    """Play one random match and check properties along it (``is_checked``) and at the end.

    Raises
    ------
    ConformanceError
        At the first position where a property does not hold, or its check fails.
    """
    checkpoint = Checkpoint(case, seed, quick=all_checked < CHECKED_POSITIONS)
    # One generator each, so that what a property samples depends on no other property.
    generators = {check: random.Random(f"{case} {seed}") for check in properties}
    while True:
        looked_at = is_checked(len(checkpoint.events), all_checked) or checkpoint.next is None
        for check in properties if looked_at else ():
            checkpoint.rng = generators[check]
            try:
                check(checkpoint)
            except ConformanceError as error:
                raise ConformanceError(f"{check.__name__}: {error}") from None
            except Exception as error:
                raise ConformanceError(
                    checkpoint.context(f"{check.__name__}: {error!r}")
                ) from error
        if checkpoint.next is None:
            return
        checkpoint.advance()
        checkpoint.require(
            len(checkpoint.events) <= case.game.longest, "the match is longer than declared"
        )


Moment = tuple[str, bytes, int]
"""A game, a position and an outcome of chance there."""

measurements: MutableMapping[Moment, tuple[int, ...]] = {}
"""The measurement of each moment: equal moments have equal ones, and the physics is slow.

To keep them between runs, replace this mapping.
"""


def measured(position: Position, action: int) -> tuple[int, ...]:
    """Return the measurement of an event of chance, computed once for all properties."""
    if position.game.measured is None:
        return ()
    moment = position.game.key, position.to_bytes(), action
    if moment not in measurements:
        measurements[moment] = position.measure(action).values
    return measurements[moment]
