"""Sequential halving at the root (Karnin, Koren and Somekh 2013; Pepels, Cazenave and others 2014).

Every choice is tried in the same worlds: positions that are possible as far as the seat knows, such
as redeals of what it cannot see. They are played out by the game's ``policy``, with the same random
draws after every choice, so that results differ by the choices and not by luck. The budget is
divided into rounds; after each, the worse half of the choices drops out.

This flat search suits games in which a seat knows little for long: a good policy is worth more
there than a deep tree. Games with a bot of their own use the pieces: ``halve`` with any function
that tries choices, ``try_actions`` with worlds of their own, ``try_rows`` with positions to choose
between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng, next_word
from tischlein.core.levels import Stop
from tischlein.core.position import Observation
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints, Reals
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, INTS_2D, INTS_3D, REALS, RNG, VOID
from tischlein.search.method import Method, RolloutSettings
from tischlein.search.result import SearchResult
from tischlein.search.rollouts import LIMITS, limits_of, playout_kernel, value_kernel
from tischlein.search.ties import shuffled

TRIES_AT_ONCE = 256
"""Approximate number of tries between two checks of the stop flag."""

# Free names of the templates; compiled.entry_kernel binds them to a game's.
apply: Any = None
determinize: Any = None
play_on: Any = None
value: Any = None
DTYPE: Any = None

Try = Callable[[Ints, int], Reals]
"""Tries choices, given by number, in this many worlds; returns the sum of payoffs of each."""
Deal = Callable[[int], Ints]
"""Returns this many worlds as rows."""


@dataclass(frozen=True)
class HalvingResult:
    """The results of the choices, which are identified by number."""

    left: Ints
    """Those that were not dropped, best first."""
    means: Reals
    """The mean payoff of each choice."""
    tries: Ints
    """The number of worlds in which each was tried."""

    @property
    def best(self) -> int:
        """The choice that did best."""
        return int(self.left[0])


# --- halving ---


def halve(
    choices: int,
    budget: int,
    attempt: Try,
    stop: Stop,
    rng: Rng | None = None,
    finalists: int = 1,
) -> HalvingResult:
    """Try choices in rounds, after each of which the worse half drops out.

    Parameters
    ----------
    budget
        Approximate number of tries in all; every choice gets at least one.
    attempt
        Tries choices; called again for other worlds.
    stop
        Called every now and then; true ends the rounds.
    rng
        Breaks ties between choices; without it the first of them wins.
    finalists
        When no more than these are left, they are tried a last time and all stay.
    """
    sums = np.zeros(choices)
    tries = np.zeros(choices, np.int64)
    left = np.arange(choices) if rng is None else shuffled(choices, rng)
    sizes = _sizes(choices, finalists)
    for size in sizes:
        left = _ranked(left, sums, tries)[:size]
        for worlds in _batches(budget // (len(sizes) * size), size):
            sums[left] += attempt(left, worlds)
            tries[left] += worlds
            if stop():
                return _result(left, sums, tries)
    return _result(left, sums, tries)


def _sizes(choices: int, finalists: int) -> list[int]:
    """Return how many choices are tried in each round."""
    sizes = [choices]
    while sizes[-1] > max(finalists, 2):
        sizes.append((sizes[-1] + 1) // 2)
    return sizes


def _batches(worlds: int, choices: int) -> Iterator[int]:
    """Divide the worlds of a round, at least one, by checks of the stop flag."""
    left = max(1, worlds)
    most = max(1, TRIES_AT_ONCE // choices)
    while left > 0:
        yield min(left, most)
        left -= most


def _ranked(left: Ints, sums: Reals, tries: Ints) -> Ints:
    return left[np.argsort(-sums[left] / np.maximum(tries[left], 1), kind="stable")]


def _result(left: Ints, sums: Reals, tries: Ints) -> HalvingResult:
    return HalvingResult(_ranked(left, sums, tries), sums / np.maximum(tries, 1), tries)


# --- worlds that are played out ---


def search(
    observation: Observation, settings: RolloutSettings, rng: Rng, stop: Ints | None = None
) -> SearchResult:
    """Return the observing seat's action with the best results.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    ValueError
        If the seat has nothing to decide here.
    """
    if observation.seat not in observation.acting:
        raise ValueError(f"seat {observation.seat} is not acting")
    flag = compiled.stop_flag() if stop is None else stop
    actions = np.array(observation.legal(observation.seat), np.int64)
    found = try_actions(observation, actions, settings, rng, lambda: bool(flag[0]))
    return SearchResult(
        action=int(actions[found.best]),
        value=float(found.means[found.best]),
        nodes=int(found.tries.sum()),
        visits=dict(zip(actions.tolist(), found.tries.tolist(), strict=True)),
    )


def try_actions(
    observation: Observation,
    actions: Ints,
    settings: RolloutSettings,
    rng: Rng,
    stop: Stop,
    *,
    deal: Deal | None = None,
    finalists: int = 1,
) -> HalvingResult:
    """Apply halving to actions of the observing seat.

    Parameters
    ----------
    deal
        Returns worlds; by default ``determinize`` samples them from the observation.
    """
    kernels = kernels_of(observation.game)
    seat = observation.seat
    limits = limits_of(observation.game, observation.seats, settings)

    def attempt(choices: Ints, worlds: int) -> Reals:
        dealt = deal(worlds) if deal else kernels.deal(observation.row, seat, worlds, rng)
        sums = np.zeros(len(choices))
        kernels.play(kernels.unfold(dealt, seat, actions[choices]), worlds, seat, limits, rng, sums)
        return sums

    return halve(len(actions), settings.simulations, attempt, stop, rng, finalists)


def try_rows(
    observation: Observation, rows: Ints, settings: RolloutSettings, rng: Rng, stop: Stop
) -> HalvingResult:
    """Apply halving to positions, one of which the observing seat may choose.

    They are sorted, most promising first: of those that do equally well, the first is better. So a
    position that is already won is preferred to one that is only sure to be won.
    """
    play = kernels_of(observation.game).play
    limits = limits_of(observation.game, observation.seats, settings)

    def attempt(choices: Ints, worlds: int) -> Reals:
        sums = np.zeros(len(choices))
        play(rows[choices][np.newaxis], worlds, observation.seat, limits, rng, sums)
        return sums

    return halve(len(rows), settings.simulations, attempt, stop)


class Kernels(NamedTuple):
    """The compiled parts for one game."""

    deal: Any
    unfold: Any
    play: Any


def kernels_of(game: Game) -> Kernels:
    """Return the game's kernels, compiled or loaded from disk on first use."""
    kernels: Kernels = compiled.built_once(game, "halving", _make)
    return kernels


def _make(game: Game) -> Kernels:
    return Kernels(
        compiled.entry_kernel(game, _deal, INTS_2D(INTS, INT, INT, RNG)),
        compiled.entry_kernel(game, _unfold, INTS_3D(INTS_2D, INT, INTS)),
        compiled.entry_kernel(
            game,
            _play,
            VOID(INTS_3D, INT, INT, LIMITS, RNG, REALS),
            play_on=playout_kernel(game, by_policy=True),
            value=value_kernel(game),
        ),
    )


def _deal(row: Ints, seat: int, worlds: int, rng: Rng) -> Ints:
    """Return worlds sampled from an observation."""
    dealt = np.empty((worlds, row.size), np.int64)
    for world in range(worlds):
        dealt[world] = row
        determinize(dealt[world].view(DTYPE)[0], seat, rng)
    return dealt


def _unfold(dealt: Ints, seat: int, actions: Ints) -> Ints:
    """Return each world after each action: (worlds, actions, words of a row)."""
    unfolded = np.empty((dealt.shape[0], actions.size, dealt.shape[1]), np.int64)
    for world in range(dealt.shape[0]):
        for index in range(actions.size):
            unfolded[world, index] = dealt[world]
            apply(unfolded[world, index].view(DTYPE)[0], seat, actions[index])
    return unfolded


def _play(unfolded: Ints, times: int, seat: int, limits: Any, rng: Rng, sums: Reals) -> None:
    """Play out worlds until they have this many tries in all; add up a seat's payoffs by choice."""
    work = np.empty(unfolded.shape[2], np.int64)
    state = work.view(DTYPE)[0]
    actions = np.empty(limits.most_legal, np.int64)
    weights = np.empty(limits.most_legal, np.int64)
    buffer = np.zeros(MAX_SEATS, np.int64)
    payoffs = np.zeros(MAX_SEATS)
    lots = rng.copy()
    for time in range(times):
        seed = next_word(rng)
        for choice in range(unfolded.shape[1]):
            work[:] = unfolded[time % unfolded.shape[0], choice]
            lots[0] = seed
            play_on(state, limits.horizon, actions, weights, lots, limits.greed)
            value(state, limits, buffer, payoffs)
            sums[choice] += payoffs[seat]


METHOD = Method(
    name="halving",
    settings=RolloutSettings,
    prepare=kernels_of,
    search=search,
)
