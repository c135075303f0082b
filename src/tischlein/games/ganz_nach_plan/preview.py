"""What a card would do if it were played now, as far as what lies open says so for certain."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.scenes import Mark
from tischlein.games.ganz_nach_plan.foresight import NOBODY, winner_by
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.rules import LEFT, direction, neighbour
from tischlein.games.ganz_nach_plan.state import (
    DIRECTIONS,
    FETCH,
    GIVE,
    PASS_LEFT,
    PASS_RIGHT,
    SHARE,
    SHIFT,
    GanzNachPlanState,
    Instruction,
    Phase,
)

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
    sharing = state.phase == Phase.SHARE
    return int(neighbour(state, giver, LEFT if sharing else direction(state)))


def marks(state: GanzNachPlanState, seat: int, action: int) -> tuple[Mark, ...]:
    """Mark the players whom a card would concern, and who would win by it."""
    if action >= GIVE:
        return (Mark(f"seat:{receiver(state, seat)}", "info"),)
    plan = int(state.plans[action])
    concerned = range(int(state.seats))
    if plan < PASS_LEFT:
        other = int(neighbour(state, seat, plan % DIRECTIONS))
        concerned = range(other, other + 1)
    elif plan == FETCH:
        concerned = range(seat, seat + 1)
    winner = int(winner_by(state, seat, action))
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
    plan = int(state.plans[action])
    return Phrase(
        "preview", {"plan": _effect(state, seat, plan), "then": _then(state, seat, action)}
    )


def _effect(state: GanzNachPlanState, seat: int, plan: int) -> Phrase:
    values: dict[str, Value] = {}
    key = _OTHER_KEYS.get(plan, "")
    if plan < PASS_LEFT:
        values["other"] = SeatName(int(neighbour(state, seat, plan % DIRECTIONS)))
        instruction = Instruction(plan // DIRECTIONS)
        key = _KEYS[instruction]
        if instruction == Instruction.GIVE and state.count[seat] == 1:
            return Phrase("preview-nothing-to-give")
    if key in ("preview-feed", "preview-fetch"):
        if not state.piled:
            return Phrase("preview-pile-empty")
        values["card"] = card_phrase(state, int(state.pile[state.piled - 1]))
    return Phrase(key, values)


def _then(state: GanzNachPlanState, seat: int, action: int) -> Phrase:
    winner = int(winner_by(state, seat, action))
    if winner == seat:
        return Phrase("preview-win")
    if winner != NOBODY:
        return Phrase("preview-wins", {"seat": SeatName(winner)})
    if state.turns + 1 == state.limit:
        return Phrase("preview-last")
    follower = _next_after(state, seat, int(state.plans[action]))
    if follower == seat:
        return Phrase("preview-again")
    return Phrase("preview-next", {"seat": SeatName(follower)})


def _next_after(state: GanzNachPlanState, seat: int, plan: int) -> int:
    """Return who will sit on the place that is on turn next (GNP-4, GNP-10)."""
    places: list[int] = state.place[: state.seats].tolist()
    if plan == SHIFT:
        places = [(place + 1) % int(state.seats) for place in places]
    elif plan < PASS_LEFT and plan // DIRECTIONS == Instruction.SWAP:
        other = int(neighbour(state, seat, plan % DIRECTIONS))
        places[seat], places[other] = places[other], places[seat]
    return places.index((int(state.turn) + 1) % int(state.seats))
