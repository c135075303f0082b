"""The distribution of determinizations: each position must come up with its true probability.

There are two references, neither of which knows how a game determinizes:

- if all matches of a setting can be enumerated, the exact probability of every position;
- otherwise a filter by rejection. Matches are simulated from the start, again and again: what the
  observer does not see happen is drawn again, what it sees happens as it saw it, and a match in
  which it would have seen anything else is rejected. The surviving matches are a sample of what is
  possible as far as the observer knows.

In the filter, as in the games, an open action of a seat shows that the seat could take it, and no
more: nobody knows how likely it was to choose that. Hidden actions are uniform over all that the
seat could do.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tischlein.core.driver import play_at_random
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.core.state import Ints
from tischlein.presentation import of
from tischlein.testing.cases import Case, ConformanceError
from tischlein.testing.secrets import observer_name

MOST_POSITIONS = 4_000
"""With more positions than this in all, beliefs are sampled instead of enumerated."""


def determinizations_are_as_likely_as_they_should_be(case: Case) -> None:
    """Compare determinizations with exact beliefs or, if there are too many, with a filter.

    The filter is used for the first seat and, in the default setting, for spectators. For other
    seats, which have seen their cards after some were moved unseen, few matches take the same
    course.

    Raises
    ------
    ConformanceError
        If the distributions differ, or too little could be compared to tell.
    """
    beliefs = exact_beliefs(case)
    if beliefs is not None:
        determinizations_follow_beliefs(case, beliefs)
        return
    observers = (0, SPECTATOR) if case.is_default else (0,)
    for observer in observers:
        determinizations_follow_a_filter(case, observer)


# --- all matches enumerated ---

Beliefs = Mapping[tuple[int, bytes], Mapping[bytes, float]]
"""For every observer and observation: the probability of each full position behind it."""


def exact_beliefs(case: Case, most_positions: int = MOST_POSITIONS) -> Beliefs | None:
    """Return what every observer should believe, by enumerating all matches; None if too many.

    Chance follows its weights, seats choose uniformly among their legal actions (and, if several
    may act, the one that acts is uniform too).
    """
    beliefs: dict[tuple[int, bytes], dict[bytes, float]] = defaultdict(lambda: defaultdict(float))
    waiting = [(case.start(), 1.0)]
    visited = 0
    while waiting:
        position, probability = waiting.pop()
        visited += 1
        if visited + len(waiting) > most_positions:  # these will be visited, too
            return None
        data = position.to_bytes()
        for observer in case.observers:
            beliefs[observer, position.observe(observer).to_bytes()][data] += probability
        acting = position.acting
        for seat in acting:
            share = probability / len(acting)
            if seat == CHANCE:
                outcomes = position.outcomes()
            else:
                outcomes = [(action, 1) for action in position.legal(seat)]
            total = sum(weight for _, weight in outcomes)
            for action, weight in outcomes:
                after = position.clone()
                after.apply(Event(seat, action))
                waiting.append((after, share * weight / total))
    return {
        view: {data: weight / sum(worlds.values()) for data, weight in worlds.items()}
        for view, worlds in beliefs.items()
    }


def determinizations_follow_beliefs(
    case: Case, beliefs: Beliefs, samples: int = 600, most_views: int = 80
) -> None:
    """Check that determinizations reach every possible position as often as its probability says.

    Raises
    ------
    ConformanceError
        For one that is impossible, or a distribution that chance would not produce once in a
        million (chi-square test).
    """
    uncertain = sorted(view for view, worlds in beliefs.items() if len(worlds) > 1)
    rng = new_rng(1)
    for observer, data in uncertain[:: max(1, len(uncertain) // most_views)]:
        worlds = beliefs[observer, data]
        seen = Position.from_bytes(case.game, case.seats, data, case.options).observe(observer)
        count = max(samples, round(10 / min(worlds.values())))
        found = Counter(seen.determinize(rng).to_bytes() for _ in range(count))
        where = f"{case}, observer {observer_name(observer)}\n{of(case.game).characters(seen)}"
        if impossible := found.keys() - worlds.keys():
            raise ConformanceError(
                f"{sum(found[world] for world in impossible)} of {count} determinizations "
                f"cannot have come about: {where}"
            )
        distance = sum(
            (found[world] - count * chance) ** 2 / (count * chance)
            for world, chance in worlds.items()
        )
        if distance > _chi_square_limit(len(worlds) - 1):
            frequencies = ", ".join(
                f"{found[world] / count:.3f} instead of {chance:.3f}"
                for world, chance in sorted(worlds.items())
            )
            raise ConformanceError(
                f"determinizations have the wrong distribution ({frequencies}): {where}"
            )


def _chi_square_limit(freedom: int) -> float:
    """Return what chi-square exceeds once in about a million (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.75 * spread**0.5) ** 3)


# --- a filter by rejection ---

SURVIVORS = 1_500
"""Matches that the filter looks for, up to the first position that is compared."""
MOST_MATCHES = 40_000
"""Maximal number of matches begun."""
FIRST_MATCHES = 500
"""If too few of these survive, no further ones are begun."""
COMPARED = 2
"""Number of uncertain positions after a seat's action that are compared for every observer."""
ENOUGH = 200
"""A sample of a smaller effective size (Kish 1965) is not compared."""
MOMENTS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""Positions are compared after these numbers of events that are not of chance."""
MOST_PAIRS = 300
"""Pairs of bits whose agreement is compared, besides every single bit."""
SAMPLES = 4_000
"""Determinizations in each position that is compared."""
LIMIT = 5.0
"""Standard errors between two frequencies; chance exceeds it once in some thousand positions."""


@dataclass(frozen=True)
class _Seen:
    """What an observer sees of an event, and of the position after it."""

    event: Event
    openly: bool
    after: bytes
    masked: bool
    """Whether something is hidden in the position after it."""
    moment: _Moment | None


@dataclass
class _Moment:
    """A position to compare: its observation, and the filter's weighted sample."""

    step: int
    acts: int
    seen: Observation
    rows: list[Ints] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    @property
    def size(self) -> float:
        """Return the sample's effective size."""
        weights = np.array(self.weights)
        return float(weights.sum() ** 2 / (weights**2).sum()) if len(weights) else 0.0


def determinizations_follow_a_filter(case: Case, observer: int, seeds: int = 100) -> None:
    """Check that determinizations have the frequencies of a filter by rejection.

    Every bit of a position is compared, and whether pairs of bits agree, in positions of as many
    random matches as necessary. Nothing is compared if in all of these nothing is hidden from the
    observer, for example alone at the table.

    Raises
    ------
    ConformanceError
        If a frequency differs, or if after that many matches nothing could be compared.
    """
    compared = 0
    hidden = False
    for seed in range(seeds):
        course = list(_course(case, observer, seed))
        hidden = hidden or any(seen.masked for seen in course)
        for moment in _sampled(case, observer, seed, course):
            if moment.size >= ENOUGH and _compare(case, moment):
                compared += moment.acts > 0
        if compared >= COMPARED:
            return
    if not hidden:
        return
    raise ConformanceError(
        f"what {observer_name(observer)} may suspect could be compared with a filter by rejection "
        f"in {compared} positions only, not in {COMPARED}: {case}, {seeds} random matches"
    )


def _sampled(case: Case, observer: int, seed: int, course: Sequence[_Seen]) -> list[_Moment]:
    """Return positions of a match's course, with a sample of what the observer may suspect."""
    moments = [seen.moment for seen in course if seen.moment is not None]
    events = _Events(case.game, random.Random(f"{case} {seed} filter"))
    start = case.start()
    for begun in range(MOST_MATCHES):
        survivors = len(moments[0].rows) if moments else SURVIVORS
        rare = begun == FIRST_MATCHES and survivors * MOST_MATCHES < SURVIVORS * FIRST_MATCHES
        if survivors >= SURVIVORS or rare:
            break
        _replay(start.clone(), observer, course, events)
    return moments


def _course(case: Case, observer: int, seed: int) -> Iterator[_Seen]:
    """Yield what an observer sees of a random match, up to the last position to compare."""
    position = case.start()
    driver = play_at_random(position, random.Random(f"{case} {seed} course"))
    step = acts = 0
    waiting = set(MOMENTS)
    while waiting and (event := driver.next_event()) is not None:
        openly = position.observed_event(event, observer) == event
        position.apply(event)
        seen = position.observe(observer)
        step += 1
        acts += event.seat != CHANCE
        moment = None
        if acts in waiting and position.acting and CHANCE not in position.acting:
            waiting -= set(range(acts + 1))
            moment = _Moment(step, acts, seen)
        view = seen.to_bytes()
        yield _Seen(event, openly, view, view != position.to_bytes(), moment)


class _Events:
    """What may happen in simulated worlds, of which there are hundreds of thousands."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._kernels = game.kernels
        self._values = np.empty(game.most_legal, np.int64)
        self._weights = np.empty(game.most_legal, np.int64)
        self._rng = rng

    def action(self, world: Position, seat: int) -> int | None:
        """Return what a seat or chance does, unseen; None if it may do nothing."""
        count = self._list(world, seat)
        if not count:
            return None
        values: list[int] = self._values[:count].tolist()
        if seat != CHANCE:
            return self._rng.choice(values)
        return self._rng.choices(values, self._weights[:count].tolist())[0]

    def likelihood(self, world: Position, seat: int, action: int) -> float:
        """Return the probability that chance does this; for a seat, whether it may (1 or 0)."""
        count = self._list(world, seat)
        values = self._values[:count].tolist()
        if action not in values:
            return 0.0
        if seat != CHANCE:
            return 1.0
        weights = self._weights[:count].tolist()
        return float(weights[values.index(action)] / sum(weights))

    def _list(self, world: Position, seat: int) -> int:
        """List what a seat or chance may do, and return the number of entries."""
        if not self._kernels.acting(world.row) >> seat & 1:
            return 0
        if seat == CHANCE:
            return int(self._kernels.chance(world.row, self._values, self._weights))
        return int(self._kernels.legal(world.row, seat, self._values))


def _replay(world: Position, observer: int, course: Sequence[_Seen], events: _Events) -> None:
    """Let another match take the same course as seen by an observer, as far as possible."""
    observe = world.game.kernels.observe
    weight = 1.0
    for seen in course:
        event = seen.event
        if seen.openly:
            likelihood = events.likelihood(world, event.seat, event.action)
            if not likelihood:
                return
            weight *= likelihood
        else:
            action = events.action(world, event.seat)
            if action is None:
                return
            event = Event(event.seat, action, event.measurement if event.seat != CHANCE else ())
        world.apply(event)
        view = world.row.copy()
        observe(view, observer)
        if view.tobytes() != seen.after:
            return
        if seen.moment is not None:
            seen.moment.rows.append(world.row.copy())
            seen.moment.weights.append(weight)


def _compare(case: Case, moment: _Moment) -> bool:
    """Compare a sample with determinizations; False if nothing is uncertain."""
    rng = new_rng(moment.step)
    dealt = np.array([moment.seen.determinize(rng).row for _ in range(SAMPLES)])
    sampled = np.array(moment.rows)
    names, bits = _bits(case, np.concatenate([sampled, dealt]))
    if not names:
        return False
    weights = np.array(moment.weights) / sum(moment.weights)
    expected, found = weights @ bits[: len(sampled)], bits[len(sampled) :].mean(axis=0)
    share = weights @ weights
    common = (expected / share + found * SAMPLES) / (1 / share + SAMPLES)
    error = np.sqrt(common * (1 - common) * (share + 1 / SAMPLES))
    distance = np.abs(found - expected) / error
    worst = int(distance.argmax())
    if distance[worst] > LIMIT:
        seen = moment.seen
        raise ConformanceError(
            f"determinizations have the wrong distribution: {names[worst]} in "
            f"{found[worst]:.3f} of them instead of {expected[worst]:.3f}, {distance[worst]:.1f} "
            f"standard errors away: {case}, observer {observer_name(seen.seat)}, step "
            f"{moment.step}\n{of(case.game).characters(seen)}"
        )
    return True


def _bits(case: Case, rows: Ints) -> tuple[list[str], NDArray[np.float64]]:
    """Return the bits in which rows differ, one column for each and for pairs, with names."""
    words = np.flatnonzero((rows != rows[0]).any(axis=0))
    every = np.unpackbits(
        np.ascontiguousarray(rows[:, words]).view(np.uint8), axis=1, bitorder="little"
    )
    uncertain = np.flatnonzero((every != every[0]).any(axis=0))
    single = every[:, uncertain]
    fields = _fields(case)
    names = [f"bit {place % 64} of {fields[words[place // 64]]}" for place in uncertain]
    if not names:
        return [], single.astype(np.float64)
    one, other = np.random.default_rng(1).integers(0, len(names), (2, MOST_PAIRS))
    one, other = one[one != other], other[one != other]
    pairs = single[:, one] != single[:, other]
    names += [
        f"({names[first]} unlike {names[second]})" for first, second in zip(one, other, strict=True)
    ]
    both = np.hstack([single, pairs]).astype(np.float64)
    unlike = (both != both[0]).any(axis=0)  # a pair may never differ, though its bits vary
    return [name for name, kept in zip(names, unlike, strict=True) if kept], both[:, unlike]


def _fields(case: Case) -> list[str]:
    """Return the name of the field that every word of a row belongs to."""
    dtype = case.game.state.dtype
    names = [""] * case.game.state.row_length
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        for index in range(kind.itemsize // 8):
            names[offset // 8 + index] = f"{name}[{index}]" if kind.itemsize > 8 else name
    return names
