"""What actions would bring about, found by trying them on a copy."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints
from tischlein.games.down_under.rules import apply
from tischlein.games.down_under.scoring import scores
from tischlein.games.down_under.state import COLOURS, LOOPED, SLOTS, DownUnderState
from tischlein.games.down_under.table import neutral_owner

_DTYPE = DownUnderState.dtype


@kernel
def preview(row: Ints, seat: int, actions: Ints) -> tuple[Ints, Ints, Ints]:
    """Return what each action of a seat would lead to.

    The result has three parts: all scores, a row for each action; the sets of colours whose paths
    would become loops; and, for every card whose neutral part a path would take, the action's index
    and the card's word after it.
    """
    work = row.copy()
    state = work.view(_DTYPE)[0]
    before = row.view(_DTYPE)[0]
    points = np.zeros((len(actions), MAX_SEATS), np.int64)
    looped = np.zeros(len(actions), np.int64)
    taken = np.empty((len(actions) * SLOTS, 2), np.int64)
    parts = 0
    for index in range(len(actions)):
        work[:] = row
        apply(state, seat, actions[index])
        scores(state, points[index])
        for colour in range(COLOURS):
            if state.tips[colour, 0] == LOOPED and before.tips[colour, 0] != LOOPED:
                looped[index] |= 1 << colour
        for slot in range(SLOTS):
            card, old = state.cards[slot], before.cards[slot]
            taker = neutral_owner(card)
            if old != 0 and taker < COLOURS and taker != neutral_owner(old):
                taken[parts, 0] = index
                taken[parts, 1] = card
                parts += 1
    return points, looped, taken[:parts]
