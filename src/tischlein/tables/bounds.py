"""How many matches there may be at the same time, for one session, one program, and the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.tables.problems import TooManyError
from tischlein.tables.stored import Hosted, SeatKind, StoredSeat

LATER = 60
"""After so many seconds there may be room for another match."""


class Bounds(NamedTuple):
    """How many matches there may be at the same time."""

    waiting: int = 10
    """Tables of one session that wait for players."""
    running: int = 200
    """Matches that one session has opened and that are being played."""
    bots_alone: int = 4
    """Of these, matches in which only bots play."""
    bots_alone_altogether: int = 40
    """Matches of bots alone that are being played on the whole server."""
    of_program: int = 50
    """Matches that one program plays, and as many to which it is invited."""
    in_memory: int = 10_000
    """Tables that somebody looks at, acts at, or has bots think at."""

    def check(self, hosted: Hosted, chairs: Sequence[StoredSeat]) -> None:
        """Refuse a table with these chairs of somebody who hosts so many already (TooManyError)."""
        kinds = {chair.kind for chair in chairs}
        if SeatKind.FREE in kinds:
            if hosted.waiting >= self.waiting:
                raise TooManyError("waiting-tables", seconds=LATER, most=self.waiting)
        elif hosted.running >= self.running:
            raise TooManyError("running-matches", seconds=LATER, most=self.running)
        elif kinds == {SeatKind.BOT} and hosted.bots_alone >= self.bots_alone:
            raise TooManyError("bots-alone", seconds=LATER, most=self.bots_alone)
