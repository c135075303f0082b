"""What this version of the program knows of a match, where newer ones may share its database."""

from __future__ import annotations

from tischlein.core import options, registry
from tischlein.core.errors import GameError, OptionError
from tischlein.tables.store import Store
from tischlein.tables.store_errors import MatchBrokenError, MatchNotFoundError


async def is_known(store: Store, match_id: str) -> bool:
    """Return whether this version knows all that is stored of a match, whatever its events are.

    A newer one may know what it does not: a game, its rules, an option, a level. Of a match that is
    not there it knows all: whoever asks for it is told.
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
