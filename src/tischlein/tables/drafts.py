"""Drafts: what a seat would see after several actions of its own, before any of them is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation, Position
from tischlein.presentation.scenes import Scene
from tischlein.tables.eyes import Seen, work_ahead


class Drafted(NamedTuple):
    """The end of a draft."""

    scene: Scene
    open: bool
    """Whether the seat, and nobody else, could go on."""


async def draft(
    seen: Observation, actions: Sequence[int], *, aided: bool = True
) -> Drafted | Refusal:
    """Try actions of the observing seat out, in a game without secrets.

    A draft ends with the action after which chance or another seat acts; what would follow that
    is refused, as is an action that is not possible in its place.
    """
    reached = after(seen, actions)
    if isinstance(reached, Refusal):
        return reached
    if aided:
        await work_ahead([reached])
    return Drafted(Seen(reached).scene(aided=aided), reached.acting == (seen.seat,))


def after(seen: Observation, actions: Sequence[int]) -> Observation | Refusal:
    """Return what the observing seat would see after actions of its own, or why they do not go."""
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
