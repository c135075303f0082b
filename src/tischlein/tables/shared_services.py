"""What all tables of a server share: storage, resources of bots, the time, callbacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tischlein.tables.chance import contributing
from tischlein.tables.match.bots import BotResources
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import StoredMatch
from tischlein.tables.timekeeping import Timekeeper


def _ignore_change(_: str) -> None:
    """Do nothing."""


def _ignore_status_change(_: StoredMatch) -> None:
    """Do nothing."""


class SharedServices(NamedTuple):
    """What all tables of a server share."""

    store: Store
    resources: BotResources
    clock: Callable[[], int]
    """Milliseconds since 1970."""
    time: Timekeeper
    """The server's own time, which deadlines refer to."""
    patience: float = contributing.PATIENCE
    """How many seconds a full table waits for browsers' contributions to its chance."""
    limits: MatchLimits = MatchLimits()
    on_lost: Callable[[str], None] = _ignore_change
    """Called when a match turned out to be another node's."""
    on_change: Callable[[str], None] = _ignore_change
    """Called with the id of a match in which something has changed; must not block."""
    on_status_change: Callable[[StoredMatch], object] = _ignore_status_change
    """Called with matches that have begun or ended."""
