"""Going on with matches that nobody asks for: after a start, and where other nodes are gone.

Bots move and time passes also while nobody looks. On one server all such matches are taken up when
it begins; nodes that share a database take over what is left by one that has gone. What this
version does not know everything of is left to newer nodes.
"""

from __future__ import annotations

import asyncio
import logging

from tischlein.core import registry
from tischlein.tables.in_memory import InMemory
from tischlein.tables.knowing import is_known
from tischlein.tables.mailbox import RETRY
from tischlein.tables.outages import Outage, level_of
from tischlein.tables.ownership import Ownership
from tischlein.tables.problems import ElsewhereError, TableError, TooManyError
from tischlein.tables.store import Store
from tischlein.tables.store_errors import StoreError
from tischlein.tables.stored import MatchStatus

log = logging.getLogger(__name__)

ADOPTED_EVERY = 0.5
"""Seconds between two looks for matches whose nodes are gone."""
ADOPTED_AT_ONCE = 20
_PAGE = 500


class GoingOn:
    """Takes up the matches that go on by themselves."""

    def __init__(self, store: Store, tables: InMemory, ownership: Ownership) -> None:
        self._store = store
        self._tables = tables
        self._ownership = ownership
        self._untaken: set[str] = set()
        """Matches that storage, or want of room, has kept from being taken up, and that nobody may
        ask for."""

    async def run(self) -> None:
        """Take matches up as long as this server serves; where it is alone, until all are."""
        if self._ownership.alone:
            await self._resume_all()
        else:
            await self._adopt()

    async def resume(self) -> None:
        """Take up every match that goes on by itself: with bots, or because time passes."""
        statuses = {MatchStatus.OPEN, MatchStatus.RUNNING}
        last = ""
        while True:
            ids = await self._store.match_ids(statuses, after=last, limit=_PAGE)
            for match_id in ids:
                await self._take_up(match_id)
            if len(ids) < _PAGE:
                return
            last = ids[-1]

    async def _resume_all(self) -> None:
        """Take up all matches, whatever storage keeps back as soon as it lets that go."""
        await self._resume_patiently()
        while self._untaken:
            await asyncio.sleep(RETRY)
            later = list(self._untaken)
            self._untaken.clear()
            for match_id in later:
                await self._take_up(match_id)

    async def _resume_patiently(self) -> None:
        """Begin again from the first match until storage has told of the last one."""
        outage = Outage(log, "taking up matches")
        while True:
            try:
                await self.resume()
            except Exception as error:
                outage.note(error)
                await asyncio.sleep(RETRY)
            else:
                outage.works()
                return

    async def _adopt(self) -> None:
        """Go on with the matches of nodes that are gone."""
        rules = await asyncio.to_thread(_rules_here)
        if await self._ownership.cold():
            await self._resume_patiently()
        outage = Outage(log, "going on with the matches of other nodes")
        while True:
            orphans: list[str] = []
            try:
                orphans += await self._ownership.orphans(ADOPTED_AT_ONCE, rules)
                outage.works()
            except Exception as error:  # without the database nobody goes on with anything
                outage.note(error)
            orphans += self._untaken
            self._untaken.clear()
            for match_id in orphans:
                await self._take_up(match_id)
            # Else the others are looked for at once, unless none of these could be taken up.
            if not any(match_id in self._tables for match_id in orphans):
                await asyncio.sleep(ADOPTED_EVERY)

    async def _take_up(self, match_id: str) -> None:
        """Take a running match up; it stays if its bots, or chance, go on with it."""
        try:
            if self._ownership.newer_versions and not await is_known(self._store, match_id):
                return  # were it claimed here, no newer node would go on with it by itself
            table = await self._tables.find(match_id)
        except ElsewhereError:
            return  # another node has been faster
        except (StoreError, TooManyError) as error:
            level = logging.INFO if isinstance(error, TooManyError) else level_of(error)
            log.log(level, "match %s is taken up later: %s", match_id, error)
            self._untaken.add(match_id)
        except TableError as error:
            log.log(level_of(error), "match %s cannot be taken up: %s", match_id, error)
        except Exception:  # one broken match must not keep the others waiting
            log.exception("match %s cannot be taken up", match_id)
        else:
            await self._tables.retire(table)


def _rules_here() -> dict[str, int]:
    """Return of which version the rules of each game are."""
    return {game.key: game.version for game in registry.loadable()}
