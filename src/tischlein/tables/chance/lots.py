"""The lot that deals out the seats of a match when its last chair is taken.

It is drawn like all other chance from the server's secret and everybody's contributions, so that it
can be verified too.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tischlein.tables.chance import fairness
from tischlein.tables.stored import StoredMatch, StoredSeat

_LOT = "/seats"


def shuffled_order(secret: bytes, contributions: Sequence[bytes], match_id: str) -> list[int]:
    """Return which chair becomes seat 0, 1, ...: a shuffle (Fisher-Yates) of the chairs.

    Step c swaps the last chair not yet done with one drawn uniformly, with counter c, from the
    secret, the contributions in the order of the chairs, and the match id followed by ``/seats``.
    """
    order = list(range(len(contributions)))
    for counter, last in enumerate(range(len(order) - 1, 0, -1)):
        other = fairness.draw(secret, contributions, match_id + _LOT, counter, [1] * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def draw_lots(match: StoredMatch) -> tuple[StoredSeat, ...]:
    """Return the seats of a match about to start, dealt out by lot unless they are fixed."""
    contributions = [chair.contribution for chair in match.seats]
    order: Sequence[int] = range(len(match.seats))
    if not match.fixed:
        order = shuffled_order(match.server_secret, contributions, match.id)
    return tuple(replace(match.seats[chair], chair=chair) for chair in order)
