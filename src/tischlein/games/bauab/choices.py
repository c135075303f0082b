"""What can be picked: a chip or a park and a plot, in either order; and what picks mean."""

from __future__ import annotations

from collections.abc import Sequence

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


def choices(observation: Observation) -> list[Choice]:
    """Return the viewer's actions, each with the chips that it would capture."""
    state: BauabState = observation.state
    seat = observation.seat
    sources = _sources(seat)
    marks = {plot: _captured(state, seat, plot) for plot in members(state.free)}
    possible = []
    for action in observation.legal(seat):
        if action == PASS:
            possible.append(Choice(action, (PASS_TARGET,)))
        else:
            kind, plot = PLACEMENTS[action]
            possible.append(Choice(action, (sources[kind], plot_target(plot)), marks=marks[plot]))
    return possible


def _sources(seat: int) -> list[str]:
    """Return where a seat takes what it places, by kind; parks are the last."""
    return [*(stock_target(seat, kind) for kind in range(KINDS)), PARKS_TARGET]


def _captured(state: BauabState, seat: int, plot: int) -> tuple[Mark, ...]:
    taken = captures(state, seat, plot)
    return tuple(Mark(chip_target(other), "loss") for other in members(taken))


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean, in either order, legal or not."""
    if list(path) == [PASS_TARGET]:
        return PASS
    sources = _sources(observation.seat)
    kinds = [sources.index(target) for target in path if target in sources]
    plots = [_PLOT_PICKED[target] for target in path if target in _PLOT_PICKED]
    return placing(kinds[0], plots[0]) if len(path) == 2 and kinds and plots else None
