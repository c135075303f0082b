"""What remains of a match: its replay, its evaluation, and the proof of its chance."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.presentation.changes import Changes
from tischlein.presentation.scenes import Scene
from tischlein.tables.match.observer import LogEntry
from tischlein.tables.review.analyses import Measure
from tischlein.web.messages.request import Request


class RecordText(Request, frozen=True):
    """A record to be opened."""

    record: str
    """Its text."""


class OpenedRecord(msgspec.Struct, frozen=True):
    """The match of a record that has been opened."""

    match: str
    """Its id."""


class Replay(msgspec.Struct, frozen=True):
    """Scenes of a range of events, for the replay of what a seat may see."""

    first: int
    """The number of the event after which the first scene is; event 0 is the start."""
    scene: Scene
    """The scene after that event, whole."""
    changes: list[Changes]
    """What each further event changes in the previous scene."""
    entries: list[LogEntry]
    """The log of the whole match so far."""


class Analysis(msgspec.Struct, frozen=True):
    """The evaluation of a finished match step by step, as far as it is known."""

    measure: Measure
    """The meaning of the values: the chance of winning from 0 to 1, current points, or nothing."""
    steps: list[int]
    """Numbers of events."""
    values: list[tuple[float, ...] | None]
    """For each of these events, a value per seat; null if it is not evaluated yet."""
    done: bool
    """Whether all is evaluated."""


class ProvenSeat(msgspec.Struct, frozen=True):
    """What a seat has contributed to chance; in hex, empty for nothing."""

    chair: int
    """Which chair, from 0, it was before the lot."""
    state: Literal["none", "promised", "hashed", "revealed", "left-out"]
    """As in PartInfo."""
    hash: str
    """The hash that bound the browser."""
    contribution: str
    """What it contributed."""


class ProvenDraw(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    number: int
    """Of its event."""
    weights: str
    """The weight of each possible outcome, as words ``WEIGHT`` or ``WEIGHT*TIMES`` in a row."""
    index: int
    """The index of the actual outcome."""


class Fairness(msgspec.Struct, frozen=True):
    """All that proves the chance of a finished match, so that anybody can recompute it."""

    match: str
    """The id of the match."""
    protocol: int
    """How contributions came in: 1 openly, 2 by hashes first."""
    commitment: str
    """SHA-256 of the secret in hex, published before anything was drawn."""
    secret: str
    """The server's secret, in hex."""
    fixed: bool
    """Whether the chairs are the seats, so that no lot was drawn."""
    seats: list[ProvenSeat]
    """What each seat contributed, in order."""
    draws: list[ProvenDraw]
    """All outcomes of chance, in order."""
    from_record: bool = False
    """Whether somebody put the match in as a record.

    Then it fits itself at most: this server has not committed itself to anything before.
    """
