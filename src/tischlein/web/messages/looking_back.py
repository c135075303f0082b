"""What remains of a match: its replay, how it stood, and what proves its chance."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.eyes import LogEntry
from tischlein.tables.studies import Measure


class Replay(msgspec.Struct, frozen=True):
    """Scenes of a range of events, for the replay of what a seat may see."""

    first: int
    """The event after which the first scene is; event 0 is the start."""
    scene: Scene
    changes: list[Changes]
    """What each further event changes in the scene before it."""
    entries: list[LogEntry]
    """The log of the whole match as far as it has come."""


class Analysis(msgspec.Struct, frozen=True):
    """How a finished match stood step by step, as far as it has been judged."""

    measure: Measure
    """Of what the values tell: the chance of winning from 0 to 1, points as they stand, nothing."""
    steps: list[int]
    """Numbers of events."""
    values: list[tuple[float, ...] | None]
    """After each of these events, for every seat; null where it is not judged yet."""
    done: bool


class ProvenSeat(msgspec.Struct, frozen=True):
    """What a seat has added to chance; in hex, empty for nothing."""

    chair: int
    """Which chair, from 0, it was before the lot."""
    state: Literal["none", "promised", "hashed", "revealed", "left-out"]
    hash: str
    contribution: str


class ProvenDraw(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    number: int
    """Of its event."""
    weights: str
    """The weight of each possible outcome, as words ``WEIGHT`` or ``WEIGHT*TIMES`` in a row."""
    index: int
    """Which of them it was."""


class Fairness(msgspec.Struct, frozen=True):
    """All that proves the chance of a finished match, to be computed again by whoever asks."""

    match: str
    protocol: int
    """How contributions came in: 1 openly, 2 by hashes first."""
    commitment: str
    secret: str
    fixed: bool
    """Whether the chairs are the seats, so that no lot was drawn."""
    seats: list[ProvenSeat]
    draws: list[ProvenDraw]
