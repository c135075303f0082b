"""What events do to a position: single steps, and the chance that follows at once."""

from __future__ import annotations

from typing import NamedTuple

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.fairness import SeededChance
from tischlein.tables.stored import StoredEvent


class Step(NamedTuple):
    """An event between two positions."""

    before: Position
    event: StoredEvent
    after: Position
    acting: tuple[int, ...]
    """Who may act after it, chance included."""
    occasion: int
    """What choices are about after it (``Position.occasion``)."""


def can_happen(position: Position, event: Event) -> bool:
    """Whether an event that has been stored means anything in a position at all.

    This is no judgement, but keeps compiled rules from working on what is damaged.
    """
    game = position.game
    limit = game.outcomes if event.seat == CHANCE else game.actions
    return 0 <= event.action < limit and event.seat in position.acting


def stepped(before: Position, event: StoredEvent) -> Step:
    """Let an event that is possible happen to a copy of a position."""
    after = before.clone()
    after.apply(event.event)
    return Step(before, event, after, after.acting, after.occasion)


def chance_follows(position: Position, chance: SeededChance, number: int, at: int) -> list[Step]:
    """Return what chance does at once, drawn fairly, as steps from an event's number on.

    Parameters
    ----------
    at
        When it happens, in milliseconds since 1970.
    """
    steps: list[Step] = []
    acting = position.acting
    while CHANCE in acting and position.suspense is None:
        event = Event(CHANCE, drawn(position, chance))
        steps.append(stepped(position, StoredEvent(number + len(steps), event, at)))
        position, acting = steps[-1].after, steps[-1].acting
    return steps


def drawn(position: Position, chance: SeededChance) -> int:
    """Return the outcome that the committed secrets bring in a position."""
    outcomes, weights = zip(*position.outcomes(), strict=True)
    return int(outcomes[chance.draw(weights)])
