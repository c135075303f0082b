"""The certain effects of playing a card now, as far as the open cards determine them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.games.ganz_nach_plan.actions import GIVE
from tischlein.games.ganz_nach_plan.lookahead import NOBODY, winner_by
from tischlein.games.ganz_nach_plan.names import drawn_as, phrase_of
from tischlein.games.ganz_nach_plan.plans import (
    LEFT,
    direction_of,
    instruction_of,
    names_somebody,
)
from tischlein.games.ganz_nach_plan.state import (
    FETCH,
    NO_CARD,
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


class Preview(NamedTuple):
    """What a card would do if a seat played it, or gave it away."""

    seat: int
    seats: int
    action: int
    plan: int
    """What a card to be played says; ``NO_CARD`` for one to be given away."""
    other: int
    """The other seat concerned; ``NOBODY`` if all or no other seats are."""
    top: tuple[str, int] | None
    """The drawing, and the copy, of the card that would be taken off the pile."""
    idle: bool
    """Whether there is nothing to give or to take."""
    winner: int
    """Who would win at once, or ``NOBODY``."""
    follower: int
    """The seat that would play next; ``NOBODY`` if the match ends with the turn."""


def receiver_of_gift(state: GanzNachPlanState, giver: int) -> int:
    """Return who gets the card that a seat gives away now (GNP-13, GNP-17)."""
    return neighbour(state, giver, LEFT) if state.phase == Phase.SHARE else partner(state)


def preview_of(state: GanzNachPlanState, seat: int, action: int) -> Preview:
    """Return what an action would do."""
    if action >= GIVE:
        given = receiver_of_gift(state, seat)
        return Preview(seat, state.seats, action, NO_CARD, given, None, False, NOBODY, NOBODY)
    plan = state.plans[action]
    other, taken, idle = NOBODY, plan == FETCH, False
    if names_somebody(plan):
        other = neighbour(state, seat, direction_of(plan))
        instruction = instruction_of(plan)
        taken = instruction == Instruction.FEED
        idle = instruction == Instruction.GIVE and state.count[seat] == 1
    ends = state.turns + 1 == state.limit
    return Preview(
        seat,
        state.seats,
        action,
        plan,
        other,
        drawn_as(state, top_card(state)) if taken and state.piled else None,
        idle or (taken and not state.piled),
        winner_by(state, seat, action),
        NOBODY if ends else _next_after(state, seat, plan, other),
    )


def marks(preview: Preview) -> tuple[Mark, ...]:
    """Mark the players whom a card would concern, and who would win by it."""
    if preview.plan == NO_CARD:
        return (Mark(f"seat:{preview.other}", "info"),)
    concerned: Sequence[int] = range(preview.seats)
    if preview.other != NOBODY:
        concerned = [preview.other]
    elif preview.plan == FETCH:
        concerned = [preview.seat]
    winner = preview.winner
    info = [Mark(f"seat:{seat}", "info") for seat in concerned if seat != winner]
    if winner == NOBODY:
        return tuple(info)
    return (Mark(f"seat:{winner}", "gain" if winner == preview.seat else "warn"), *info)


def gifts_of_the_win(previews: Sequence[Preview]) -> set[int]:
    """Return the cards that make somebody else win, if other cards do not (GNP-21)."""
    given = {preview.action for preview in previews if preview.winner not in (NOBODY, preview.seat)}
    return given if len(given) < len(previews) else set()


def describe(preview: Preview) -> Phrase | None:
    """Return what playing a card would do, and who would win or play next; None for gifts."""
    if preview.plan == NO_CARD:
        return None
    return Phrase("preview", {"plan": _effect(preview), "then": _describe_next(preview)})


def _effect(preview: Preview) -> Phrase:
    """Return what a plan would do, to whom."""
    values: dict[str, Value] = {}
    if preview.other != NOBODY:
        instruction = Instruction(instruction_of(preview.plan))
        if preview.idle and instruction == Instruction.GIVE:
            return Phrase("preview-nothing-to-give")
        key = _KEYS[instruction]
        values["other"] = seat_name(preview.other)
    else:
        key = _OTHER_KEYS[preview.plan]
    if preview.idle:
        return Phrase("preview-pile-empty")
    if preview.top is not None:
        values["card"] = phrase_of(*preview.top)
    return Phrase(key, values)


def _describe_next(preview: Preview) -> Phrase:
    """Return who would win, or play next."""
    if preview.winner == preview.seat:
        return Phrase("preview-win")
    if preview.winner != NOBODY:
        return Phrase("preview-wins", {"seat": seat_name(preview.winner)})
    if preview.follower == NOBODY:
        return Phrase("preview-last")
    if preview.follower == preview.seat:
        return Phrase("preview-again")
    return Phrase("preview-next", {"seat": seat_name(preview.follower)})


def _next_after(state: GanzNachPlanState, seat: int, plan: int, other: int) -> int:
    """Return who will sit on the place that is on turn next (GNP-4, GNP-10)."""
    places = list(state.place[: state.seats])
    if plan == SHIFT:
        places = [(place + 1) % state.seats for place in places]
    elif other != NOBODY and instruction_of(plan) == Instruction.SWAP:
        places[seat], places[other] = places[other], places[seat]
    return places.index((state.turn + 1) % state.seats)
