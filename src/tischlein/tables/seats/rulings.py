"""Decisions at a table besides the actions of the game: resigned, taken back, ended early.

Rulings are in the match's metadata, in order, so that they are stored in the same step as what they
change, and in its record (``&`` lines), so that it shows how the match really went.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.chance.fairness import SeededChance
from tischlein.tables.match.steps import draw_outcome
from tischlein.tables.problems import NotNowError
from tischlein.tables.stored import Ending, Ruling, RulingKind, StoredMatch

MOST_RULINGS = 400
"""Maximal number of rulings of a match, so that nobody can make it grow without end."""
_ALWAYS = frozenset({RulingKind.END, RulingKind.RESIGN, RulingKind.OVERDUE, RulingKind.RULES})
"""Rulings without this limit: seats and versions bound their number, or they are the last."""
_LEAVING_WINNERS = frozenset({Ending.RESIGNED, Ending.OVERDUE})
"""How a match may have been ended early with a side that wins."""


def appended(match: StoredMatch, *rulings: Ruling) -> tuple[Ruling, ...]:
    """Return a match's rulings with some more.

    Raises
    ------
    NotNowError
        If there are too many already, except rulings that are always possible: the end, what time
        brings, and other rules.
    """
    if not _has_room(match, rulings) and not any(one.what in _ALWAYS for one in rulings):
        raise NotNowError("too-many-rulings", most=MOST_RULINGS)
    return (*match.rulings, *rulings)


def appended_if_room(match: StoredMatch, *rulings: Ruling) -> tuple[Ruling, ...]:
    """Return a match's rulings with some more if there is room, otherwise unchanged.

    For decisions that take effect all the same, so that no match waits for ever.
    """
    return (*match.rulings, *rulings) if _has_room(match, rulings) else match.rulings


def with_gift(match: StoredMatch, gift: Ruling) -> tuple[Ruling, ...]:
    """Return a match's rulings with a gift of time by a seat to the others.

    Several gifts in a row become one ruling (NotNowError as :func:`appended`).
    """
    last = match.rulings[-1] if match.rulings else None
    if last is None or (last.what, last.seat, last.after) != (gift.what, gift.seat, gift.after):
        return appended(match, gift)
    seconds = int(last.detail) + int(gift.detail)
    return (*match.rulings[:-1], replace(gift, detail=str(seconds)))


def ending(match: StoredMatch) -> Ending | None:
    """Return why a match was ended early, None if it was not."""
    last = match.rulings[-1] if match.rulings else None
    return Ending(last.detail) if last is not None and last.what is RulingKind.END else None


def winners(match: StoredMatch, sides: Sequence[int]) -> list[int]:
    """Return the seats that win because all others have resigned, or run out of time.

    These are all seats of the sides of which somebody is left, also those who had resigned before;
    none if the match did not end like that, or no side is left. Several sides are left where no bot
    could have played on, or only bots would have: they share the first place, as in ratings; where
    that is all of them, since bots are left in every team, nobody wins.

    Parameters
    ----------
    sides
        By seat; equal for members of a team.
    """
    if ending(match) not in _LEAVING_WINNERS:
        return []
    left = {side for side, seat in zip(sides, match.seats, strict=True) if not seat.resigned}
    if left == set(sides):
        return []
    return [seat for seat, side in enumerate(sides) if side in left]


def is_valid(position: Position, event: Event, chance: SeededChance) -> bool:
    """Whether an event of another version of the rules is valid under the installed ones.

    It must be possible, and an outcome of chance must be the one that would be drawn.
    """
    try:
        if position.why_not(event.seat, event.action) is not None:
            return False
        return event.seat != CHANCE or draw_outcome(position, chance) == event.action
    except ValueError:
        return False  # its number has no meaning any more


def _has_room(match: StoredMatch, rulings: Sequence[Ruling]) -> bool:
    return len(match.rulings) + len(rulings) <= MOST_RULINGS
