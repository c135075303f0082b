"""What is decided at a table beside the actions of the game: resigned, taken back, ended early.

Rulings stand in the match's metadata, in order, so that they are stored in the same step as what
they change, and in its record (``&`` lines), so that it tells how the match really went.
"""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.fairness import SeededChance
from tischlein.tables.problems import NotNowError
from tischlein.tables.steps import drawn
from tischlein.tables.stored import Ending, Ruled, Ruling, StoredMatch

MOST = 400
"""How many rulings a match may have, so that nobody can let it grow without end."""


def added(match: StoredMatch, *rulings: Ruling) -> tuple[Ruling, ...]:
    """Return a match's rulings with some more.

    Raises
    ------
    NotNowError
        If there are too many already; the end is always possible, and so is what time brings.
    """
    ends = any(ruling.what in (Ruled.END, Ruled.RESIGN, Ruled.OVERDUE) for ruling in rulings)
    if len(match.rulings) + len(rulings) > MOST and not ends:
        raise NotNowError("too-many-rulings", most=MOST)
    return (*match.rulings, *rulings)


def ending(match: StoredMatch) -> Ending | None:
    """Return why a match ended before its end, None if it did not."""
    last = match.rulings[-1] if match.rulings else None
    return Ending(last.detail) if last is not None and last.what is Ruled.END else None


def follows(position: Position, event: Event, chance: SeededChance) -> bool:
    """Whether an event of another version of the rules means something by those installed.

    It must be possible, and what chance brought must be what it would bring.
    """
    try:
        if position.why_not(event.seat, event.action) is not None:
            return False
        return event.seat != CHANCE or drawn(position, chance) == event.action
    except ValueError:
        return False  # its number means nothing any more
