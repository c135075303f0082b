"""What a card would do if it were played now, as far as what lies open says so for certain."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.games.ganz_nach_plan.actions import GIVE
from tischlein.games.ganz_nach_plan.foresight import NOBODY, winner_by
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.plans import (
    LEFT,
    direction_of,
    instruction_of,
    names_somebody,
)
from tischlein.games.ganz_nach_plan.state import (
    FETCH,
    PASS_LEFT,
    PASS_RIGHT,
    SHARE,
    SHIFT,
    GanzNachPlanState,
    Instruction,
    Phase,
)
from tischlein.games.ganz_nach_plan.table import neighbour, partner, top_card
from tischlein.presentation.scenes import Mark

_KEYS = {
    Instruction.SWAP: "preview-swap",
    Instruction.TRADE: "preview-trade",
    Instruction.GIVE: "preview-give",
    Instruction.DRAW: "preview-draw",
    Instruction.FEED: "preview-feed",
}
_OTHER_KEYS = {
    PASS_LEFT: "preview-pass-left",
    PASS_RIGHT: "preview-pass-right",
    SHARE: "preview-share",
    FETCH: "preview-fetch",
    SHIFT: "preview-shift",
}


def receiver(state: GanzNachPlanState, giver: int) -> int:
    """Return who gets the card that a seat gives away now (GNP-13, GNP-17)."""
    return neighbour(state, giver, LEFT) if state.phase == Phase.SHARE else partner(state)


def marks(state: GanzNachPlanState, seat: int, action: int) -> tuple[Mark, ...]:
    """Mark the players whom a card would concern, and who would win by it."""
    if action >= GIVE:
        return (Mark(f"seat:{receiver(state, seat)}", "info"),)
    plan = state.plans[action]
    concerned: Sequence[int] = range(state.seats)
    if names_somebody(plan):
        concerned = [neighbour(state, seat, direction_of(plan))]
    elif plan == FETCH:
        concerned = [seat]
    winner = winner_by(state, seat, action)
    info = [Mark(f"seat:{one}", "info") for one in concerned if one != winner]
    if winner == NOBODY:
        return tuple(info)
    return (Mark(f"seat:{winner}", "gain" if winner == seat else "warn"), *info)


def gifts_of_the_win(state: GanzNachPlanState, seat: int, actions: Sequence[int]) -> set[int]:
    """Return the cards that make somebody else win, if there are others that do not (GNP-21)."""
    given = {
        action
        for action in actions
        if action < GIVE and winner_by(state, seat, action) not in (NOBODY, seat)
    }
    return given if len(given) < len(actions) else set()


def words(state: GanzNachPlanState, seat: int, action: int) -> Phrase | None:
    """Return what playing a card would do, and who would win or play next; None for gifts."""
    if action >= GIVE:
        return None
    effect, then = _effect(state, seat, state.plans[action]), _then(state, seat, action)
    return Phrase("preview", {"plan": effect, "then": then})


def _effect(state: GanzNachPlanState, seat: int, plan: int) -> Phrase:
    """Return what a plan would do, to whom."""
    values: dict[str, Value] = {}
    if names_somebody(plan):
        instruction = Instruction(instruction_of(plan))
        if instruction == Instruction.GIVE and state.count[seat] == 1:
            return Phrase("preview-nothing-to-give")
        key = _KEYS[instruction]
        values["other"] = seat_name(neighbour(state, seat, direction_of(plan)))
    else:
        key = _OTHER_KEYS[plan]
    if key in ("preview-feed", "preview-fetch"):
        if not state.piled:
            return Phrase("preview-pile-empty")
        values["card"] = card_phrase(state, top_card(state))
    return Phrase(key, values)


def _then(state: GanzNachPlanState, seat: int, action: int) -> Phrase:
    """Return who would win, or play next."""
    winner = winner_by(state, seat, action)
    if winner == seat:
        return Phrase("preview-win")
    if winner != NOBODY:
        return Phrase("preview-wins", {"seat": seat_name(winner)})
    if state.turns + 1 == state.limit:
        return Phrase("preview-last")
    follower = _next_after(state, seat, state.plans[action])
    if follower == seat:
        return Phrase("preview-again")
    return Phrase("preview-next", {"seat": seat_name(follower)})


def _next_after(state: GanzNachPlanState, seat: int, plan: int) -> int:
    """Return who will sit on the place that is on turn next (GNP-4, GNP-10)."""
    places = list(state.place[: state.seats])
    if plan == SHIFT:
        places = [(place + 1) % state.seats for place in places]
    elif names_somebody(plan) and instruction_of(plan) == Instruction.SWAP:
        other = neighbour(state, seat, direction_of(plan))
        places[seat], places[other] = places[other], places[seat]
    return places.index((state.turn + 1) % state.seats)
