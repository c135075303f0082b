"""Continues matches that nobody asks for: after a start, and when other nodes are gone.

Bots move and time passes even if nobody looks. A single server loads all such matches when it
starts; nodes that share a database take over the matches of a node that has gone. Matches that this
version does not know completely are left to newer nodes.
"""

from __future__ import annotations

import asyncio
import logging

from tischlein.core import registry
from tischlein.tables.concurrency.mailbox import RETRY
from tischlein.tables.in_memory import LoadedTables
from tischlein.tables.ownership import Ownership
from tischlein.tables.problems import ElsewhereError, TableError, TooManyError
from tischlein.tables.storage.compatibility import is_known
from tischlein.tables.storage.outages import Outage, log_level
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import MatchStatus

log = logging.getLogger(__name__)

ADOPT_EVERY = 0.5
"""Seconds between two searches for matches whose nodes are gone."""
MOST_ADOPTED_AT_ONCE = 20
_PAGE = 500


class Resumption:
    """Loads the matches that go on by themselves."""

    def __init__(self, store: Store, tables: LoadedTables, ownership: Ownership) -> None:
        self._store = store
        self._tables = tables
        self._ownership = ownership
        self._not_loaded: set[str] = set()
        """Matches not loaded because of storage or lack of room, which nobody may ask for."""

    async def run(self) -> None:
        """Load matches as long as this server serves; a single server stops once all are loaded."""
        if self._ownership.alone:
            await self._resume_all()
        else:
            await self._adopt()

    async def resume(self) -> None:
        """Load every match that goes on by itself: with bots, or because time passes."""
        statuses = {MatchStatus.OPEN, MatchStatus.RUNNING}
        last = ""
        while True:
            ids = await self._store.match_ids(statuses, after=last, limit=_PAGE)
            for match_id in ids:
                await self._load(match_id)
            if len(ids) < _PAGE:
                return
            last = ids[-1]

    async def _resume_all(self) -> None:
        """Load all matches, including those that storage withholds, as soon as it has them."""
        await self._resume_patiently()
        while self._not_loaded:
            await asyncio.sleep(RETRY)
            later = list(self._not_loaded)
            self._not_loaded.clear()
            for match_id in later:
                await self._load(match_id)

    async def _resume_patiently(self) -> None:
        """Start again from the first match until storage has delivered all of them."""
        outage = Outage(log, "taking up matches")
        while True:
            try:
                await self.resume()
            except Exception as error:
                outage.record(error)
                await asyncio.sleep(RETRY)
            else:
                outage.record_success()
                return

    async def _adopt(self) -> None:
        """Continue the matches of nodes that are gone."""
        rules = await asyncio.to_thread(_installed_rules)
        if await self._ownership.started_cold():
            await self._resume_patiently()
        outage = Outage(log, "going on with the matches of other nodes")
        while True:
            orphans: list[str] = []
            try:
                orphans += await self._ownership.orphans(MOST_ADOPTED_AT_ONCE, rules)
                outage.record_success()
            except Exception as error:  # without the database no node continues anything
                outage.record(error)
            orphans += self._not_loaded
            self._not_loaded.clear()
            for match_id in orphans:
                await self._load(match_id)
            # Otherwise look for more immediately, unless none of these could be loaded.
            if not any(match_id in self._tables for match_id in orphans):
                await asyncio.sleep(ADOPT_EVERY)

    async def _load(self, match_id: str) -> None:
        """Load a running match; it stays if its bots, or chance, go on with it."""
        try:
            if self._ownership.newer_versions and not await is_known(self._store, match_id):
                return  # if it were claimed here, no newer node would continue it by itself
            await self._tables.take_up(match_id)
        except ElsewhereError:
            return  # another node was faster
        except (StoreError, TooManyError) as error:
            level = logging.INFO if isinstance(error, TooManyError) else log_level(error)
            log.log(level, "match %s is taken up later: %s", match_id, error)
            self._not_loaded.add(match_id)
        except TableError as error:
            log.log(log_level(error), "match %s cannot be taken up: %s", match_id, error)
        except Exception:  # one broken match must not keep the others waiting
            log.exception("match %s cannot be taken up", match_id)


def _installed_rules() -> dict[str, int]:
    """Return the version of each game's rules."""
    return {game.key: game.version for game in registry.loadable()}
