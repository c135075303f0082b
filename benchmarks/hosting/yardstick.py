"""How fast this machine is just now, so that costs can be told for a machine that all know."""

from __future__ import annotations

from benchmarks import Figure, Unavailable
from benchmarks.openspiel import playouts_a_second

REFERENCE = 130_000
"""Playouts of Connect Four a second on the machine that targets are for."""


def scale() -> tuple[Figure, float]:
    """Return the yardstick as a figure, and what costs are multiplied by."""
    try:
        playouts = playouts_a_second()
    except Unavailable as reason:
        return Figure("Yardstick: none, costs are as measured", 1, "times", note=str(reason)), 1.0
    return Figure("Yardstick: OpenSpiel playouts", playouts, "/s"), playouts / REFERENCE
