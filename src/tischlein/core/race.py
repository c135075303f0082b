"""Races: positions in which several seats may act and the fastest counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from tischlein.core.seats import CHANCE

if TYPE_CHECKING:
    from tischlein.core.position import Row


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
    """What a bot does in a race, and how many milliseconds it takes for that."""

    action: int
    milliseconds: int


@dataclass(frozen=True)
class TimeLimit:
    """How long a race lasts at most, and what everybody who is left does then."""

    milliseconds: int
    action: int


def time_limit(position: Row) -> TimeLimit | None:
    """Return how long a table waits in this race; None if it waits for ever."""
    limit = getattr(position.game.rules, "time_limit", None)
    found: TimeLimit | None = None if limit is None else limit(position.state)
    return found


def is_race(position: Row) -> bool:
    """Whether what the acting seats may do is put in order by reaction time."""
    pace = getattr(position.game.rules, "pace", None)
    if pace is None or CHANCE in position.acting:
        return False
    return any(
        pace(position.state, seat, action) != Pace.FREE
        for seat in position.acting
        for action in position.legal(seat)[:1]
    )
