"""Parties that share places and turns: all whose sessions come from one address are one."""

from __future__ import annotations

from collections import OrderedDict

from tischlein.tables.concurrency.fair_queue import Requester
from tischlein.tables.stored import StoredMatch

MOST_KNOWN = 10_000
"""Maximal number of sessions whose parties are known."""


def requester_of_host(match: StoredMatch) -> Requester:
    """Return for whom bots of a match think if each host is a party."""
    return Requester(match.host or match.id)


class Parties:
    """The party of every session that has come lately; beyond the limit, the longest absent go."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        """Begin without knowing any."""
        self._most = most
        self._of_session: OrderedDict[str, str] = OrderedDict()

    def note(self, session: str, party: str) -> None:
        """Remember from where a session has come now."""
        self._of_session[session] = party
        self._of_session.move_to_end(session)
        if len(self._of_session) > self._most:
            self._of_session.popitem(last=False)

    def of_match(self, match: StoredMatch) -> str:
        """Return the party of a match's host; the host alone, as long as it is not known."""
        host = match.host or match.id
        return self._of_session.get(host, host)

    def requester_of(self, match: StoredMatch) -> Requester:
        """Return for whom bots of a match think: its host, one of a party."""
        return Requester(self.of_match(match), member=match.host or match.id)
