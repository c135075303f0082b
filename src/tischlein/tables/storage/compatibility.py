"""What this version of the program knows about a match that newer versions may share."""

from __future__ import annotations

from tischlein.core import options, registry
from tischlein.core.errors import GameError, OptionError
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import MatchBrokenError, MatchNotFoundError


async def is_known(store: Store, match_id: str) -> bool:
    """Return whether this version knows all that is stored of a match, apart from its events.

    A newer version may use things unknown to this one: a game, its rules, an option, a level. For a
    match that does not exist, the answer is True: the caller gets an error anyway.
    """
    try:
        match = await store.match(match_id)
        game = registry.load(match.game)
        options.complete(game, len(match.seats), options.parse(match.options))
        levels = {seat.level for seat in match.seats if seat.level}
        if match.time_control is not None and match.time_control.level:
            levels.add(match.time_control.level)
        for level in levels:
            game.level(level)
    except MatchNotFoundError:
        return True
    except (MatchBrokenError, GameError, OptionError):
        return False
    return match.rules_version <= game.version
