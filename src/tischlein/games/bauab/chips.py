"""Chips on plots as numbers: a chip's owner and its kind."""

from __future__ import annotations

from typing import NamedTuple

from tischlein.core.kernel import kernel
from tischlein.games.bauab.state import KINDS, Plot


@kernel
def chip_of(owner: int, kind: int) -> int:
    """Return what lies on a plot that has a player's chip of a kind."""
    return Plot.CHIP + KINDS * owner + kind


@kernel
def is_chip(content: int) -> bool:
    """Whether it is a chip that lies on a plot."""
    return content >= Plot.CHIP


@kernel
def owner_of(content: int) -> int:
    """Return whose chip lies on a plot."""
    return (content - Plot.CHIP) // KINDS


@kernel
def kind_of(content: int) -> int:
    """Return which kind of chip lies on a plot."""
    return (content - Plot.CHIP) % KINDS


class Chip(NamedTuple):
    """A chip, for plain code."""

    owner: int
    kind: int


CHIPS: tuple[Chip | None, ...] = (
    *(None for _ in range(Plot.CHIP)),
    *(Chip(owner, kind) for owner in range(2) for kind in range(KINDS)),
)
"""The chip that lies on a plot, by what its number says; None for a free plot and a park."""
