"""Races: positions in which several seats may act and the fastest counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from numbers import Integral
from typing import Protocol, TypeVar

LONGEST_REACTION = 999_999_999
"""In milliseconds: as long as records can tell it, eleven days."""


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
    """What a player does in a race, and how many milliseconds it takes for that.

    Raises
    ------
    ValueError
        For a time that is no whole number from 0 to ``LONGEST_REACTION``.
    """

    action: int
    milliseconds: int

    def __post_init__(self) -> None:
        """Refuse a time that cannot be."""
        if not is_reaction_time(self.milliseconds):
            raise ValueError(
                f"a reaction takes 0 to {LONGEST_REACTION} whole milliseconds, "
                f"not {self.milliseconds!r}"
            )


def is_reaction_time(milliseconds: object) -> bool:
    """Whether somebody may have taken so long."""
    return isinstance(milliseconds, Integral) and 0 <= int(milliseconds) <= LONGEST_REACTION


@dataclass(frozen=True)
class TimeLimit:
    """How long a race lasts at most, and what everybody who is left does then."""

    milliseconds: int
    action: int


class Timed(Protocol):
    """Whatever a seat has said in a race, and after how many milliseconds."""

    @property
    def seat(self) -> int:
        """Who said it."""

    @property
    def milliseconds(self) -> int:
        """The reaction time."""


_Timed = TypeVar("_Timed", bound=Timed)


def in_order(claims: Iterable[_Timed], tie_order: Sequence[int]) -> list[_Timed]:
    """Return claims as they count: by time, and by seat where times are equal."""
    return sorted(claims, key=lambda claim: (claim.milliseconds, tie_order.index(claim.seat)))


class Reactions:
    """What seats are about to do in one race; whoever sticks to an answer keeps its time."""

    def __init__(self) -> None:
        self._by_seat: dict[int, Reaction] = {}

    def keep(
        self, seat: int, chosen: int | Reaction | None, leisure: Callable[[], int]
    ) -> Reaction | None:
        """Take in what a seat would do now; return it with the time that counts.

        Whoever waits (None) has no answer any more, and comes back to it in a new time.

        Parameters
        ----------
        leisure
            Returns how many milliseconds somebody takes who chooses and knows no times.
        """
        if chosen is None:
            self._by_seat.pop(seat, None)
            return None
        reaction = chosen if isinstance(chosen, Reaction) else Reaction(chosen, leisure())
        earlier = self._by_seat.get(seat)
        kept = earlier if earlier and earlier.action == reaction.action else reaction
        self._by_seat[seat] = kept
        return kept
