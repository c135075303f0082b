"""The state of Bauab: plan, chips, parks and bars, and the components as constants."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

PLOTS = 16
KINDS = 6
"""Kinds of chips: planning chips 1 to 5 are kinds 0 to 4, the option chip X is kind 5 (BAU-5)."""
OPTION = 5
SUPPLY = (2, 2, 2, 1, 1, 3)
"""Chips of each kind that a player begins with (BAU-5)."""
VALUES = (1, 2, 3, 4, 5, 0)
PARKS = 15
"""Park chips in the common stock (BAU-6)."""

NOBODY = -1
"""The mover before the lot has fallen and after the end."""


class Plot(IntEnum):
    """What lies on a plot; chips are the numbers from ``CHIP`` on, see ``chips``."""

    FREE = 0
    PARK = 1
    CHIP = 2


class BauabState(State):
    """One position; plots are numbered in reading order of the plan."""

    mover: int
    """The seat to move, or ``NOBODY``."""
    over: int
    """1 when nobody can place anything any more (BAU-37)."""
    parks: int
    """Park chips left in the stock."""
    barred: int
    """Bit set of the plots barred for the mover (BAU-26)."""
    free: int
    """Bit set of the free plots."""
    plots: Annotated[Ints, Shape(PLOTS)]
    supply: Annotated[Ints, Shape(2, KINDS)]
    captured: Annotated[Ints, Shape(2, KINDS)]
    """Chips of the enemy that each seat has captured, by kind."""
    around: Annotated[Ints, Shape(PLOTS)]
    """Bit set of each plot's neighbours (BAU-4)."""
    column: Annotated[Ints, Shape(PLOTS)]
    line: Annotated[Ints, Shape(PLOTS)]
    """Where each plot lies on the plan, from 0."""
