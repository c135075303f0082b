"""What Drop It measures: where everything lies once a dropped piece has come to rest (DRO-22)."""

from __future__ import annotations

from importlib.metadata import version

from tischlein.core.errors import RefusedError
from tischlein.core.measurements import Measurement
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.dropit.actions import REST
from tischlein.games.dropit.numerals import scaled, whole, written
from tischlein.games.dropit.resting_poses import WORDS, apply, groups, why_not
from tischlein.games.dropit.state import DropItState, Phase

__all__ = ["apply", "due", "engine", "happen", "read", "why_not", "write"]

PHYSICS_EDITION = 2
"""Counts the changes of the parameters in ``physics``; old records keep the edition they name."""


def due(state: DropItState) -> int | None:
    """Return 0 before a rest, since the physics takes a moment; None before lots and slips."""
    return 0 if state.phase == Phase.REST else None


def happen(state: DropItState, action: int) -> Measurement | None:
    """Return where everything comes to rest, with the film of the fall (DRO-20, DRO-22)."""
    if action != REST:
        return None
    from tischlein.games.dropit import falling  # physics only when something falls

    return falling.measure_fall(state)


def engine() -> str:
    """Return the simulation of falling pieces."""
    return f"pymunk {version('pymunk')}, parameters {PHYSICS_EDITION}"


def write(state: DropItState, seat: int, action: int, measurement: tuple[int, ...]) -> str:
    """Return resting poses as text: groups of piece, x, y and angle."""
    del state, seat, action
    return " ".join(
        " ".join([str(piece), *map(written, pose)]) for piece, pose in groups(measurement)
    )


def read(state: DropItState, seat: int, words: list[str]) -> tuple[int, ...]:
    """Return the resting poses among the words of an event; empty for all but ``rest``.

    Raises
    ------
    RefusedError
        If they are no groups of piece, x, y and angle (DRO-22).
    """
    del state
    if seat != CHANCE or words[0] != "rest":
        return ()
    values = []
    for index, word in enumerate(words[1:]):
        value = whole(word) if index % WORDS == 0 else scaled(word)
        if value is None:
            raise RefusedError(Refusal("DRO-22", message="DRO-22-unreadable"))
        values.append(value)
    return tuple(values)
