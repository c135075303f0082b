"""The example of a game: the match from which its box and its page show a position.

It is the file ``example.record`` in the game's folder, a match of competent players. For a game
without one, a random match is shown, the same every time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tischlein.core import options, records
from tischlein.core.driver import play_at_random
from tischlein.core.errors import GameError, RecordError
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import letter
from tischlein.presentation.capability import source_of

DEPTH = 0.7
"""How far the match has come, as a share of its events."""
_SEED = 7


@dataclass(frozen=True)
class Example:
    """A match, and how much of it is over."""

    record: Record
    step: int
    """Number of events before the position."""

    @property
    def position(self) -> Position:
        """Return the position that is shown."""
        return self.record.after(self.step)


def example_of(game: Game) -> Example:
    """Return the match that shows what a game looks like.

    Raises
    ------
    RecordError
        Naming the line of the game's own example that cannot be read or is not legal.
    GameError
        If the game has no example, and no seat count that allows the default options.
    """
    text = source_of(game).example()
    record = records.read(text) if text else _at_random(game)
    if record.game.key != game.key:
        raise RecordError(1, f"this is an example of {game.key}, not {record.game.key}")
    return Example(record, round(DEPTH * len(record.events)))


def _at_random(game: Game) -> Record:
    counts = options.usual_counts(game)
    if not counts:
        raise GameError(f"{game.key} has no seat count that goes without options")
    start = Position.start(game, counts[len(counts) // 2])
    names = tuple(f"Random {letter(seat)}" for seat in range(start.seats))
    driver = play_at_random(start.clone(), random.Random(_SEED))
    return Record(game, names, start.options, tuple(driver.play()))
