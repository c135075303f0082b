"""Drafts: what a seat would see after several actions of its own, before any of them is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation, Position
from tischlein.presentation.scenes import Scene
from tischlein.tables.match.observer import CachedScenes, precompute


class Drafted(NamedTuple):
    """The end of a draft."""

    scene: Scene
    open: bool
    """Whether the seat, and no other, could continue."""


async def draft(
    seen: Observation, actions: Sequence[int], *, aided: bool = True
) -> Drafted | Refusal:
    """Try out actions of the observing seat, in a game without secrets.

    A draft ends with the action after which chance or another seat acts; further actions are
    refused, as is one that is not possible at its point.
    """
    reached = after(seen, actions)
    if isinstance(reached, Refusal):
        return reached
    if aided:
        await precompute([reached])
    return Drafted(CachedScenes(reached).scene(aided=aided), reached.acting == (seen.seat,))


def after(seen: Observation, actions: Sequence[int]) -> Observation | Refusal:
    """Return what the observing seat would see after its own actions, or why they are refused."""
    position = Position(seen.game, seen.seats, seen.options, seen.row.copy())
    for made, action in enumerate(actions):
        if not 0 <= action < seen.game.actions:
            return Refusal("", message="problem-not-an-action")
        if made and position.acting != (seen.seat,):
            return Refusal("", message="problem-draft-complete")
        refusal = position.why_not(seen.seat, action)
        if refusal is not None:
            return refusal
        position.apply(Event(seen.seat, action))
    return position.observe(seen.seat)
