"""Results that are measured rather than computed by rules, such as where falling pieces rest.

An event carries its measurement (``Event.measurement``); it is stored and written into records, and
replaying never measures again.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Track:
    """The path of one piece in a film: rows of frame, x, y and turn, interpolated in between.

    Lengths and angles are those of the scene.
    """

    piece: str
    """The id of the moving piece, as in scenes."""
    rows: list[tuple[int, float, float, float]]
    """Frame, x, y and turn, in order; interpolated in between."""


@dataclass(frozen=True, slots=True)
class Film:
    """How an event looked while it happened; it ends in the scene that follows the event."""

    rate: int
    """Frames per second."""
    frames: int
    """How many frames it has."""
    tracks: list[Track]
    """What moves in it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The result of an outcome of chance, in whole numbers, and how it looked."""

    values: tuple[int, ...]
    film: Film | None = None
