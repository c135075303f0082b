"""Recomputes all ratings, from the first match that counted to the last."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.core.position import Position
from tischlein.tables.players import ratings
from tischlein.tables.storage.card_store import RatedMatch
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import MatchStatus
from tischlein.tables.upkeep.archive import find_fault


async def rerate(store: Store) -> tuple[int, int]:
    """Recompute all ratings; return how many matches count, and how many have changed.

    The result of a match is determined by replaying it. If it has been deleted, or does not replay
    under the installed rules, the earlier result stays.
    """
    before = await store.cards.rated()
    after = ratings.recomputed([await _placed(store, rated) for rated in before])
    changed = sum(old != new for old, new in zip(before, after, strict=True))
    await store.cards.rerate(after)
    return len(after), changed


async def _placed(store: Store, rated: RatedMatch) -> RatedMatch:
    """Return a match with sides and places according to its stored events."""
    with suppress(TischleinError):
        match = await store.match(rated.match)
        events = await store.events(rated.match)
        finished = match.status is MatchStatus.FINISHED
        if len(match.seats) == len(rated.shares) and not find_fault(match, events):
            game = registry.load(match.game)
            seats = len(match.seats)
            options = option_texts.complete(game, seats, option_texts.parse(match.options))
            position = Position.start(game, seats, options)
            for stored in events if finished else ():
                position.apply(stored.event)
            found = ratings.participants(
                [share.card or "" for share in rated.shares],
                match,
                position.ranks() if finished else [0] * seats,
                option_texts.sides(game, seats, options),
            )
            shares = tuple(
                replace(share, side=one.side, place=one.place)
                for share, one in zip(rated.shares, found, strict=True)
            )
            return replace(rated, shares=shares)
    return rated
