"""What can be picked: a chip or a park and a plot, in either order; and what picks mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.bits import members
from tischlein.core.position import Observation
from tischlein.games.bauab.actions import PASS, PLACEMENTS, placing
from tischlein.games.bauab.rules import captures
from tischlein.games.bauab.state import KINDS, PLOTS, BauabState
from tischlein.games.bauab.targets import (
    PARKS_TARGET,
    PASS_TARGET,
    chip_target,
    plot_target,
    stock_target,
)
from tischlein.presentation.scenes import Choice, Mark

_PLOT_PICKED = {
    target(plot): plot for target in (plot_target, chip_target) for plot in range(PLOTS)
}
"""Plots by what is picked: itself, or what lies there."""


PASSING = Choice(PASS, (PASS_TARGET,))


def choices(observation: Observation) -> list[Choice]:
    """Return the viewer's actions, each with the chips that it would capture."""
    legal = observation.legal(observation.seat)
    if not legal:
        return []
    state: BauabState = observation.state
    seat = observation.seat
    harmless = _choices_without_captures(seat)
    possible = [harmless[action] for action in legal]
    taken = {plot: bits for plot in members(state.free) if (bits := captures(state, seat, plot))}
    if taken:
        for number, action in enumerate(legal):
            if action != PASS and (plot := PLACEMENTS[action].plot) in taken:
                possible[number] = _placing(seat, action, taken[plot])
    return possible


@cache
def _choices_without_captures(seat: int) -> list[Choice]:
    """Return all actions of a seat when nothing is captured."""
    placings = [_placing(seat, action, 0) for action in range(PASS)]
    return [*placings, PASSING]


@lru_cache(maxsize=4096)
def _placing(seat: int, action: int, taken: int) -> Choice:
    kind, plot = PLACEMENTS[action]
    marks = tuple(Mark(chip_target(other), "loss") for other in members(taken))
    return Choice(action, (_sources(seat)[kind], plot_target(plot)), marks=marks)


@cache
def _sources(seat: int) -> list[str]:
    """Return where a seat takes what it places, by kind; parks are the last."""
    return [*(stock_target(seat, kind) for kind in range(KINDS)), PARKS_TARGET]


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in either order, legal or not."""
    if list(path) == [PASS_TARGET]:
        return PASS
    sources = _sources(observation.seat)
    kinds = [sources.index(target) for target in path if target in sources]
    plots = [_PLOT_PICKED[target] for target in path if target in _PLOT_PICKED]
    return placing(kinds[0], plots[0]) if len(path) == 2 and kinds and plots else None
