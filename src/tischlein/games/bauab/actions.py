"""The numbers of actions: each kind of chip, and then a park, on each plot; and the pass."""

from __future__ import annotations

from typing import NamedTuple

from tischlein.core.kernel import kernel
from tischlein.games.bauab.state import KINDS, PLOTS

PARK_MOVE = KINDS
"""Placing a park is numbered like placing a seventh kind."""
PASS = (KINDS + 1) * PLOTS
ACTIONS = PASS + 1


@kernel
def placing(kind: int, plot: int) -> int:
    """Return the action that places a chip of a kind, or a park, on a plot."""
    return kind * PLOTS + plot


@kernel
def kind_placed(action: int) -> int:
    """Return the kind that a placement places."""
    return action // PLOTS


@kernel
def plot_filled(action: int) -> int:
    """Return the plot that a placement fills."""
    return action % PLOTS


class Placement(NamedTuple):
    """What an action other than the pass does, for plain code."""

    kind: int
    plot: int


PLACEMENTS = tuple(Placement(kind, plot) for kind in range(KINDS + 1) for plot in range(PLOTS))
"""The placements by their numbers."""
