"""What a seat can know of the cards at a moment, for queries, aids and bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.core.bits import members
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    TOP,
    cards_for,
    values_of,
    whole_pack,
)
from tischlein.games.nussknacker.questions import Question, own_gain, rows_as_seen, rows_from
from tischlein.games.nussknacker.state import NOTHING, RETURNED, NussknackerState, is_running
from tischlein.games.nussknacker.world import HIDDEN_FROM, place_of
from tischlein.games.nussknacker.worlds import (
    certain_before_swaps,
    certain_cards,
    first_worlds,
    hidden_values,
    next_worlds,
)
from tischlein.presentation.caches import CachedFunction

_CACHED = {2: 8192, 3: 1024, 4: 64}
"""Lists of worlds that are kept, by number of seats: at most some 50 MB of each."""

_CERTAINTIES_CACHED = 16_384
"""How many times it is kept what is certain, which needs a thousandth of the memory."""

_Seen = tuple[int, int, int, int, int, bytes]
"""What a seat has seen of a deal: seats, the highest card, who began, its own number and cards,
and the rows of the questions, as bytes."""


@dataclass(frozen=True, eq=False)
class Belief:
    """What a seat can know of the cards at a moment; arrays are shared, so never written to."""

    observer: int
    seats: int
    hand: int
    """The observer's own."""
    unseen: int
    """All cards in play that the observer does not hold."""
    worlds: Ints
    weights: Reals

    def maybe(self) -> list[int]:
        """Return the values that the hidden card may have, in ascending order."""
        return [*members(int(hidden_values(self.worlds)))]

    def chances(self) -> NDArray[np.float64]:
        """Return the probability of every hidden value; the index is the value."""
        sums = np.bincount(self.worlds >> HIDDEN_FROM, self.weights, TOP + 1)
        return np.asarray(sums / sums.sum(), np.float64)

    def known(self, seat: int) -> list[int]:
        """Return the values of the cards that a seat holds for certain, with repetitions."""
        place = place_of(seat, self.observer, self.seats)
        if place == 0:
            return values_of(self.hand)
        return values_of(certain_cards(self.worlds, self.unseen, place, self.seats))


def belief_of(state: NussknackerState, observer: int) -> Belief:
    """Return what a seat can know, from a full position or from its own observation.

    Raises
    ------
    ValueError
        If no deal is running, or the observer is no seat's.
    """
    if not is_running(state) or not 0 <= observer < state.seats:
        raise ValueError("worlds are those of a seat, while a deal runs")
    return _belief_from(*_seen(state, observer))


def _seen(state: NussknackerState, observer: int) -> _Seen:
    questions = rows_as_seen(state, observer).tobytes()
    return state.seats, state.top, state.starter, observer, state.dealt[observer], questions


def _belief_from(
    seats: int, top: int, starter: int, observer: int, dealt: int, questions: bytes
) -> Belief:
    return _belief_after[seats](seats, top, starter, observer, dealt, questions)


def _belief(
    seats: int, top: int, starter: int, observer: int, dealt: int, questions: bytes
) -> Belief:
    """Return the belief after some questions, from the one before the last of them."""
    if not questions:
        return _belief_at_the_deal(seats, top, starter, observer, dealt)
    row = rows_from(questions)[-1]
    before = _belief_after[seats](seats, top, starter, observer, dealt, questions[: -row.nbytes])
    question = Question(*row.tolist())
    worlds, weights = next_worlds(
        before.worlds, before.weights, before.unseen, observer, seats, question
    )
    gain = own_gain(question, observer)
    return Belief(observer, seats, before.hand + gain, before.unseen - gain, worlds, weights)


def _belief_at_the_deal(seats: int, top: int, starter: int, observer: int, dealt: int) -> Belief:
    unseen = whole_pack(top) - dealt
    worlds, weights = first_worlds(unseen, NOTHING, *_written_sizes(seats, top, starter, observer))
    return Belief(observer, seats, dealt, unseen, worlds, weights)


def _written_sizes(seats: int, top: int, starter: int, observer: int) -> tuple[int, int]:
    """Return how many cards the hands have after the deal that worlds hold, 0 for no such hand."""
    first, second = (
        cards_for(seats, top, place_of(observer + place, starter, seats))
        if place < seats - 1
        else 0
        for place in (1, 2)
    )
    return first, second


_belief_after = {seats: lru_cache(maxsize=size)(_belief) for seats, size in _CACHED.items()}
"""By number of seats; beliefs come from earlier ones, which are mostly still there."""


class Certainties(NamedTuple):
    """What a seat knows for certain."""

    maybe: tuple[int, ...]
    """The values that the hidden card may have."""
    known: tuple[tuple[int, ...], ...]
    """By seat, the values of the cards that it holds."""


def _certainties(
    seats: int, top: int, starter: int, observer: int, dealt: int, questions: bytes
) -> Certainties:
    rows = rows_from(questions)
    if not rows[:, RETURNED].any():
        return _certainties_before_swaps(seats, top, starter, observer, dealt, rows)
    belief = _belief_from(seats, top, starter, observer, dealt, questions)
    return Certainties(
        tuple(belief.maybe()), tuple(tuple(belief.known(seat)) for seat in range(seats))
    )


def _certainties_before_swaps(
    seats: int, top: int, starter: int, observer: int, dealt: int, rows: Ints
) -> Certainties:
    certain = np.empty(seats, np.int64)
    first, second = _written_sizes(seats, top, starter, observer)
    maybe = certain_before_swaps(whole_pack(top) - dealt, first, second, observer, rows, certain)
    hands = certain.tolist()
    hands[0] = dealt
    known = (tuple(values_of(hands[place_of(seat, observer, seats)])) for seat in range(seats))
    return Certainties(members(int(maybe)), tuple(known))


_certainties_after = CachedFunction(_certainties, _CERTAINTIES_CACHED)


def certainties(state: NussknackerState, observer: int) -> Certainties:
    """Return what a seat knows for certain while a deal runs."""
    return _certainties_after(*_seen(state, observer))


def pending_work(state: NussknackerState, observer: int) -> Callable[[], Certainties] | None:
    """Return the work that :func:`certainties` would take long for; None if it was done already."""
    seen = _seen(state, observer)
    return None if _certainties_after.has(*seen) else partial(_certainties_after, *seen)
