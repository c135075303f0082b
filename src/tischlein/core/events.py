"""Events: what happened in a match, one after the other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """An action that happened.

    ``seat`` is 0 to 7 or ``CHANCE``. ``action`` is the game's number of the action (for chance, of
    the outcome); in an event as an observer sees it, it may be ``HIDDEN`` instead. ``measurement``
    holds what was measured and cannot be recomputed by rules, such as resting poses in fixed point
    or a reaction time in milliseconds; most events have none.
    """

    seat: int
    action: int
    measurement: tuple[int, ...] = ()
