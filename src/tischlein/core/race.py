"""Races: positions in which several seats may act and the fastest counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


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
