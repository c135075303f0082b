"""What is measured in the matches of the conformance suite, kept between runs.

Where pieces come to rest follows from the position, the engine and the sources of the game, as
compiled rules follow from theirs, and lies beside them: it is half of the time of Drop It's
matches. A part of it is measured again in each run all the same, and has to come out as before.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from unittest.mock import patch

from tischlein.core.game import Game
from tischlein.core.kernel import cache_folder
from tischlein.testing import cases
from tischlein.testing.cases import Moment

AGAIN = 0.02
"""The share of what is kept that is measured again, another part of it in each run."""
_TABLE = (
    "CREATE TABLE IF NOT EXISTS measured (game TEXT, engine TEXT, position BLOB, action INTEGER, "
    "came TEXT, PRIMARY KEY (game, engine, position, action)) WITHOUT ROWID"
)


@contextmanager
def kept(games: Sequence[Game], again: float = AGAIN) -> Iterator[None]:
    """Let the suite take what has been measured of these games before, but for a share of it."""
    file = cache_folder(*(game.folder for game in games)) / "measured.db"
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as connection:
        known = Measurements(games, connection, again)
        with patch.object(cases, "measurements", known):
            yield


class Measurements(dict[Moment, tuple[int, ...]]):
    """What is known by now; whatever is added is kept, and must be what it was before."""

    def __init__(self, games: Sequence[Game], connection: sqlite3.Connection, again: float) -> None:
        """Read a database, which may be new and others may write to; a share is not believed."""
        self._connection = connection
        self._engines = {
            game.key: game.measured.engine() for game in games if game.measured is not None
        }
        self._before: dict[Moment, tuple[int, ...]] = {}
        """What is not believed."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(_TABLE)
        believed: dict[Moment, tuple[int, ...]] = {}
        for game, engine, position, action, came in connection.execute("SELECT * FROM measured"):
            if self._engines.get(game) == engine:
                ones = self._before if random.random() < again else believed
                ones[game, position, action] = tuple(json.loads(came))
        super().__init__(believed)

    def __setitem__(self, moment: Moment, came: tuple[int, ...]) -> None:
        """Keep what something has come to."""
        before = self._before.get(moment, came)
        assert came == before, f"{moment} comes to {came} now, and came to {before}"
        super().__setitem__(moment, came)
        game, position, action = moment
        row = game, self._engines[game], position, action, json.dumps(came)
        self._connection.execute("INSERT OR IGNORE INTO measured VALUES (?, ?, ?, ?, ?)", row)
