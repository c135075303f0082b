"""Races: positions in which several seats may act and the fastest counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from numbers import Integral
from typing import Protocol, TypeVar

LONGEST_REACTION = 999_999_999
"""In milliseconds: eleven days, the longest time that records can express."""


class Pace(IntEnum):
    """How an action is put in order with those of other seats."""

    FREE = 0
    """As it arrives."""
    AFTER_CLAIMS = 1
    """As it arrives, but not before the claims that are being collected."""
    CLAIM = 2
    """By reaction time: the first claim to arrive opens a short window for the others."""


@dataclass(frozen=True)
class Reaction:
    """What a player does in a race, and how many milliseconds it took.

    Raises
    ------
    ValueError
        For a time that is no whole number from 0 to ``LONGEST_REACTION``.
    """

    action: int
    milliseconds: int

    def __post_init__(self) -> None:
        """Refuse an impossible time."""
        if not is_reaction_time(self.milliseconds):
            raise ValueError(
                f"a reaction takes 0 to {LONGEST_REACTION} whole milliseconds, "
                f"not {self.milliseconds!r}"
            )


def is_reaction_time(milliseconds: object) -> bool:
    """Whether this is a valid reaction time."""
    return isinstance(milliseconds, Integral) and 0 <= int(milliseconds) <= LONGEST_REACTION


@dataclass(frozen=True)
class TimeLimit:
    """How long a race lasts at most, and what everybody who has not acted does then."""

    milliseconds: int
    action: int


class Timed(Protocol):
    """Anything that has a seat and a reaction time."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def milliseconds(self) -> int:
        """The reaction time."""


_Timed = TypeVar("_Timed", bound=Timed)


def in_order(claims: Iterable[_Timed], tie_order: Sequence[int]) -> list[_Timed]:
    """Return claims in the order in which they count: by time, then by ``tie_order``."""
    return sorted(claims, key=lambda claim: (claim.milliseconds, tie_order.index(claim.seat)))


class Reactions:
    """What seats are about to do in one race; a seat that repeats its answer keeps its time."""

    def __init__(self) -> None:
        self._by_seat: dict[int, Reaction] = {}

    def keep(
        self, seat: int, chosen: int | Reaction | None, leisure: Callable[[], int]
    ) -> Reaction | None:
        """Record what a seat would do now; return it with the time that counts.

        A seat that waits (None) loses its answer; if it gives it again, it takes a new time.

        Parameters
        ----------
        leisure
            Returns how many milliseconds a player takes that chooses without giving a time.
        """
        if chosen is None:
            self._by_seat.pop(seat, None)
            return None
        reaction = chosen if isinstance(chosen, Reaction) else Reaction(chosen, leisure())
        earlier = self._by_seat.get(seat)
        kept = earlier if earlier and earlier.action == reaction.action else reaction
        self._by_seat[seat] = kept
        return kept
