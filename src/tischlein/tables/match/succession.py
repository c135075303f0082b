"""The match that continues a finished one: there is one, whoever asks for it and however often."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tischlein.tables.match.ledger import Ledger
from tischlein.tables.problems import NotAllowedError, NotNowError
from tischlein.tables.seats import seating
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import MatchBrokenError, MatchNotFoundError
from tischlein.tables.stored import MatchStatus

_ENDED = (MatchStatus.FINISHED, MatchStatus.ENDED, MatchStatus.ABANDONED)


class Succession:
    """What continues one match; its owner calls everything here."""

    def __init__(self, ledger: Ledger, store: Store) -> None:
        """Begin with the successor in the metadata, if there is one."""
        self._ledger = ledger
        self._store = store
        self._unrecorded: str | None = None
        """A match that has been opened, and that storage has not recorded here yet."""

    async def find_or_create(
        self, session: str | None, create: Callable[[], Awaitable[str]]
    ) -> tuple[str, bool]:
        """Return the match that continues this one and whether `create` has just made it.

        A successor that has been deleted, or abandoned before it began, is replaced by another.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        NotNowError
            If the match is not over.
        """
        match = self._ledger.match
        hosts = seating.hosts(match, session) and not match.from_record
        if not (seating.seats_of_session(match, session) or hosts):
            raise NotAllowedError("players-only")
        if match.status not in _ENDED:
            raise NotNowError("not-over")
        if match.successor is not None and await self._still_exists(match.successor):
            return match.successor, False
        if self._unrecorded is not None and await self._still_exists(self._unrecorded):
            successor, made = self._unrecorded, False
        else:
            successor, made = await create(), True
        self._unrecorded = successor
        await self._ledger.update(successor=successor)
        self._unrecorded = None
        return successor, made

    async def _still_exists(self, match_id: str) -> bool:
        """Whether a match exists and was not abandoned before it began."""
        try:
            match = await self._store.match(match_id)
        except (MatchNotFoundError, MatchBrokenError):
            return False
        return match.status is not MatchStatus.ABANDONED
