"""A session's matches: those in progress, invitations, finished ones, and their statistics."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.players import programs, ratings
from tischlein.tables.players.player_statistics import (
    GameStatistics,
    MatchResults,
    Played,
    statistics,
)
from tischlein.tables.problems import TableError
from tischlein.tables.seats import seating, taking_over
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import MatchStatus, StoredMatch

MOST_LISTED = 500
"""Maximal number of unfinished matches listed for one session: more than it may open."""

LendReadOnly = Callable[[str], AbstractAsyncContextManager[Table]]
"""Lends a table out for reading."""


class OwnMatches:
    """The matches of sessions."""

    def __init__(
        self, store: Store, lend_read_only: LendReadOnly, match_limits: MatchLimits
    ) -> None:
        self._store = store
        self._lend_read_only = lend_read_only
        self._match_limits = match_limits
        self.results = MatchResults()

    async def of(self, session: str, over: int = 50) -> list[StoredMatch]:
        """Return the matches of a session: those that wait or run, then the last finished ones.

        In both groups the most recently changed metadata come first, and each group has a limit: so
        a match that lasts long does not lose its place to others that end. Tables that all have
        left before the start are not included.

        Parameters
        ----------
        over
            Maximal number of finished ones.
        """
        running = await self._store.matches_of_session(
            session, MOST_LISTED, (MatchStatus.OPEN, MatchStatus.RUNNING)
        )
        ended = await self._store.matches_of_session(
            session, over, (MatchStatus.FINISHED, MatchStatus.ENDED)
        )
        return running + ended

    async def engagements(self, session: str) -> tuple[list[StoredMatch], list[StoredMatch]]:
        """Return the matches that a program (by its session) plays, and its invitations."""
        most = 3 * self._match_limits.of_program  # with those that it only hosts
        matches = await self._store.matches_of_session(
            session, most, (MatchStatus.OPEN, MatchStatus.RUNNING)
        )
        plays = [match for match in matches if seating.seats_of_session(match, session)]
        invited = [
            match
            for match in matches
            if match.status is MatchStatus.OPEN and programs.is_invited(match, session)
        ]
        return plays, invited

    async def statistics(self, session: str, limit: int = 200) -> list[GameStatistics]:
        """Return the statistics of a session's last decided matches, game by game.

        Without seats on which a bot had played before: what came of them is not theirs alone.

        Parameters
        ----------
        limit
            Of how many of the last matches that are over.
        """
        played: list[Played] = []
        over = (MatchStatus.FINISHED, MatchStatus.ENDED)
        for match in await self._store.matches_of_session(session, limit, over):
            seats = taking_over.played_throughout(match, seating.seats_of_session(match, session))
            if not ratings.decided(match) or not seats:
                continue
            result = self.results.cached(match.id)
            if result is None:
                try:
                    async with self._lend_read_only(match.id) as table:
                        if table.read_only:
                            continue  # by today's rules it might have ended otherwise
                        result = self.results.get(table)
                except TableError:
                    continue  # a match that cannot be loaded counts for nothing
            played.append(Played(result, seats))
        return statistics(played)
