"""Races: positions in which several seats may act and the fastest counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, TypeVar


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
    """What a player does in a race, and how many milliseconds it takes for that."""

    action: int
    milliseconds: int


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

    def keep(self, seat: int, reaction: Reaction) -> Reaction:
        """Take in what a seat would do now; return it with the time that counts."""
        earlier = self._by_seat.get(seat)
        kept = earlier if earlier and earlier.action == reaction.action else reaction
        self._by_seat[seat] = kept
        return kept

    def drop(self, seat: int) -> None:
        """Forget what a seat would do, since it has done it or waits."""
        self._by_seat.pop(seat, None)
