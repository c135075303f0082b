"""What seats may not know: other hands, pending choices, and cards that went face down (GNP-24)."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.ganz_nach_plan.actions import DRAW, GIVE, receiver_of
from tischlein.games.ganz_nach_plan.log import (
    cards_in,
    heir_in,
    kind_in,
    source_in,
    target_in,
    with_cards,
)
from tischlein.games.ganz_nach_plan.state import (
    MASKED,
    NO_CARD,
    UNKNOWN,
    EntryKind,
    GanzNachPlanState,
    Phase,
)
from tischlein.games.ganz_nach_plan.table import partner


@kernel
def observe(state: GanzNachPlanState, seat: int) -> None:
    """Mask other hands, others' pending choices, and cards in the log not seen (GNP-24)."""
    for other in range(state.seats):
        if other != seat:
            state.hand[other] = 0
            state.dealt[other] = 0
            if state.chosen[other] != NO_CARD:
                state.chosen[other] = MASKED
    for index in range(state.logged):
        entry = state.log[index]
        kind, source = kind_in(entry), source_in(entry)
        if kind == EntryKind.SENT and seat not in (source, target_in(entry)):
            state.log[index] = with_cards(entry, UNKNOWN)
        elif (
            kind == EntryKind.HELD and source != seat and not gets_hand(state, seat, source, index)
        ):
            state.log[index] = with_cards(entry, 0)


@kernel
def gets_hand(state: GanzNachPlanState, seat: int, source: int, index: int) -> bool:
    """Whether a seat receives the hand of ``source`` that the log entry ``index`` tells of."""
    while kind_in(state.log[index]) == EntryKind.HELD:
        index += 1
    entry = state.log[index]
    if kind_in(entry) == EntryKind.TRADED:
        first, second = source_in(entry), target_in(entry)
        return (source == first and seat == second) or (source == second and seat == first)
    return heir_in(cards_in(entry), source) == seat


def observed_action(state: GanzNachPlanState, seat: int, action: int, observer: int) -> int:
    """Return an action as an observer sees it: gifts and draws only by those who take part."""
    if seat != CHANCE:
        given = state.phase == Phase.GIVE and observer == partner(state)
        return action if action < GIVE or given else HIDDEN
    drawn = action >= DRAW and observer == partner(state)
    return action if drawn or observer == receiver_of(action) else HIDDEN
