"""What plans are made of: below ``PASS_LEFT`` an instruction, and whom it names."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.ganz_nach_plan.state import DIRECTIONS, PASS_LEFT

LEFT, RIGHT = 0, 1
"""Directions; the third one, 2, is across."""


@kernel
def names_somebody(plan: int) -> bool:
    """Whether a plan is an instruction with a direction, which names one other player."""
    return plan < PASS_LEFT


@kernel
def instruction_of(plan: int) -> int:
    """Return the instruction of a plan that names somebody."""
    return plan // DIRECTIONS


@kernel
def direction_of(plan: int) -> int:
    """Return the direction in which a plan that names somebody points (GNP-8)."""
    return plan % DIRECTIONS
