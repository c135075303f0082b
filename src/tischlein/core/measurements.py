"""What comes from the world and no rule computes again, such as where falling things come to rest.

An event carries it (``Event.measurement``); it is stored and written into records, and nothing
that is replayed ever makes it anew.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Track:
    """The way of one piece through a film: rows of frame, x, y and turn, between which it glides.

    Lengths and angles are those of the scene.
    """

    piece: str
    rows: list[tuple[int, float, float, float]]


@dataclass(frozen=True, slots=True)
class Film:
    """How an event looked while it happened; it ends in the scene that follows the event."""

    rate: int
    """Frames a second."""
    frames: int
    tracks: list[Track]


@dataclass(frozen=True, slots=True)
class Measurement:
    """What an outcome of chance has brought, in whole numbers, and how it looked."""

    values: tuple[int, ...]
    film: Film | None = None
