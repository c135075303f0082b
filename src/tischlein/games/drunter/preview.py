"""What a placement would bring about, found by trying it on a copy."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.drunter.placements import cover
from tischlein.games.drunter.state import REMOVED, DrunterState
from tischlein.games.drunter.town import LINES

_DTYPE = DrunterState.dtype


@kernel
def ended_lines(row: Ints, seat: int, actions: Ints) -> Ints:
    """Return for each placement of a seat the set of lines that would end if the tile stays."""
    work = row.copy()
    state = work.view(_DTYPE)[0]
    ended = np.zeros(len(actions), np.int64)
    for index in range(len(actions)):
        work[:] = row
        standing = 0
        for line in range(LINES):
            standing |= int(state.gangs[line] != REMOVED) << line
        cover(state, seat, actions[index])
        for line in range(LINES):
            if state.gangs[line] == REMOVED:
                ended[index] |= standing & 1 << line
    return ended
