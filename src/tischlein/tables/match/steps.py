"""The effects of events on a position: single steps, and the chance that follows immediately."""

from __future__ import annotations

from typing import NamedTuple

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.chance.fairness import SeededChance
from tischlein.tables.stored import StoredEvent


class Step(NamedTuple):
    """An event between two positions."""

    before: Position
    event: StoredEvent
    after: Position
    acting: tuple[int, ...]
    """The seats that may act after it, chance included."""
    occasion: int
    """The occasion of choices after it (``Position.occasion``)."""


def is_applicable(position: Position, event: Event) -> bool:
    """Whether a stored event has any meaning in a position.

    This does not judge it, but protects compiled rules from damaged data.
    """
    game = position.game
    limit = game.outcomes if event.seat == CHANCE else game.actions
    return 0 <= event.action < limit and event.seat in position.acting


def perform_on_copy(before: Position, event: StoredEvent) -> Step:
    """Perform a legal event on a copy of a position."""
    after = before.clone()
    after.apply(event.event)
    return Step(before, event, after, after.acting, after.occasion)


def immediate_chance(position: Position, chance: SeededChance, number: int, at: int) -> list[Step]:
    """Return the immediate events of chance, drawn fairly, as steps numbered from ``number`` on.

    Parameters
    ----------
    at
        When it happens, in milliseconds since 1970.
    """
    steps: list[Step] = []
    acting = position.acting
    while CHANCE in acting and position.suspense is None:
        event = Event(CHANCE, draw_outcome(position, chance))
        steps.append(perform_on_copy(position, StoredEvent(number + len(steps), event, at)))
        position, acting = steps[-1].after, steps[-1].acting
    return steps


def draw_outcome(position: Position, chance: SeededChance) -> int:
    """Return the outcome that the committed secrets determine in a position."""
    outcomes, weights = zip(*position.outcomes(), strict=True)
    return int(outcomes[chance.draw(weights)])
