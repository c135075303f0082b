"""Limits on the number of simultaneous matches, for one session, one program, and the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.tables.problems import TooManyError
from tischlein.tables.stored import HostedCounts, SeatKind, StoredSeat

LATER = 60
"""After this many seconds there may be room for another match."""


class MatchLimits(NamedTuple):
    """Maximal numbers of simultaneous matches."""

    waiting: int = 10
    """Tables of one session that wait for players."""
    running: int = 200
    """Matches opened by one session that are being played, or wait for players."""
    bots_alone: int = 4
    """Of those being played, matches in which only bots play."""
    bots_alone_altogether: int = 40
    """Matches of only bots that are being played on the whole server."""
    of_program: int = 50
    """Matches that one program plays, and as many to which it is invited."""
    in_memory: int = 10_000
    """Tables with viewers, actions or thinking bots."""

    def check(self, hosted: HostedCounts, chairs: Sequence[StoredSeat]) -> None:
        """Refuse a table with these chairs if its host has too many already (TooManyError)."""
        free = any(chair.kind is SeatKind.FREE for chair in chairs)
        if free and hosted.waiting >= self.waiting:
            raise TooManyError("waiting-tables", seconds=LATER, most=self.waiting)
        # Waiting tables need room, too: nobody who takes the last chair is to be refused for it.
        if hosted.waiting + hosted.running >= self.running:
            raise TooManyError("running-matches", seconds=LATER, most=self.running)
        if bots_alone(chairs):
            self.check_bots_alone(hosted.bots_alone)

    def check_bots_alone(self, running: int) -> None:
        """Refuse one more match of only bots to a host with so many in progress (TooManyError)."""
        if running >= self.bots_alone:
            raise TooManyError("bots-alone", seconds=LATER, most=self.bots_alone)

    def check_program(self, engagements: int) -> None:
        """Refuse a program that now plays, or is invited to, so many matches (TooManyError)."""
        if engagements > self.of_program:
            raise TooManyError("program-busy", seconds=LATER)


def bots_alone(chairs: Sequence[StoredSeat]) -> bool:
    """Whether bots have all chairs."""
    return all(chair.kind is SeatKind.BOT for chair in chairs)
