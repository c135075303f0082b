"""Matches of bots alone: nobody plays in them, so the server has few places for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from tischlein.tables.concurrency.shared_places import has_room
from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import LATER, bots_alone
from tischlein.tables.problems import TooManyError
from tischlein.tables.stored import StoredMatch


class BotMatches:
    """The places for matches of bots alone, which parties share."""

    def __init__(
        self, tables: Iterable[Table], places: int, party_of: Callable[[StoredMatch], str]
    ) -> None:
        """Begin with whatever is played at the tables in memory.

        Parameters
        ----------
        party_of
            Returns the party of a match's host, as far as it is known: after a restart a host is a
            party of its own until it comes back.
        """
        self._tables = tables
        self._places = places
        self._party_of = party_of
        self._beginning: dict[str, str] = {}
        """The parties of matches that are being begun."""

    @contextmanager
    def beginning(self, match_id: str, party: str) -> Iterator[None]:
        """Let a match begin, which has a place from now until it is over.

        Raises
        ------
        TooManyError
            If there is no place, or the party has as many as it leaves free.
        """
        self._check_room(party)
        self._beginning[match_id] = party
        try:
            yield
        finally:
            del self._beginning[match_id]

    def _check_room(self, party: str) -> None:
        played = {
            table.id: self._party_of(table.match)
            for table in self._tables
            if _is_played_by_bots(table)
        }
        taken = played | self._beginning
        if len(taken) >= self._places:
            raise TooManyError("server-full", seconds=LATER)
        if not has_room(self._places, len(taken), [*taken.values()].count(party)):
            raise TooManyError("bots-alone-of-network", seconds=LATER)


def _is_played_by_bots(table: Table) -> bool:
    return table.running and bots_alone(table.match.seats)
