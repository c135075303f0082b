"""What can be picked in a scene of Bauab, by name."""

from __future__ import annotations

PARKS_TARGET = "parks"
PASS_TARGET = "pass"


def plot_target(plot: int) -> str:
    """Return the name of a plot."""
    return f"plot:{plot}"


def chip_target(plot: int) -> str:
    """Return the name of the chip, or park, on a plot."""
    return f"chip:{plot}"


def stock_target(seat: int, kind: int) -> str:
    """Return the name of a seat's stack of a kind of chip."""
    return f"stock:{seat}:{kind}"
