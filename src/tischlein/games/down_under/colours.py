"""Whose path is which: each seat has one colour, or two where players build two paths each."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.kernel import kernel
from tischlein.games.down_under.state import COLOURS, DownUnderState, Paths


@kernel
def paths_at_table(state: DownUnderState) -> int:
    """Return how many paths players build."""
    return state.seats if state.paths == Paths.ONE else COLOURS


@kernel
def colours_of(state: DownUnderState, seat: int) -> int:
    """Return the bit set of a seat's colours (DOW-64)."""
    return 1 << seat if state.paths == Paths.ONE else 0b101 << seat


def own_colours(state: DownUnderState, seat: int) -> tuple[int, ...]:
    """Return the colours of a seat (DOW-64)."""
    asked = state.paths, seat  # on which alone they depend
    known = _OWN.get(asked)
    if known is None:
        known = _OWN[asked] = members(colours_of(state, seat))
    return known


_OWN: dict[tuple[int, int], tuple[int, ...]] = {}
