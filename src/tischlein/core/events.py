"""Events: what happened in a match, one after the other."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that happened.

    ``seat`` is 0 to 7 or ``CHANCE``. ``action`` is the game's number of the action (of the
    outcome, for chance); an event as an observer may see it can carry ``HIDDEN`` instead.
    ``outcome`` holds what cannot be recomputed from the action, such as resting poses in fixed
    point or a reaction time in milliseconds; most games leave it empty.
    """

    seat: int
    action: int
    outcome: tuple[int, ...] = ()
