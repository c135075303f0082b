"""The log of Ganz nach Plan!? in words; cards that went face down are named to who saw them."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.bits import members
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.ganz_nach_plan.actions import GIVE, card_of
from tischlein.games.ganz_nach_plan.log import entries
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.plans import direction_of, instruction_of, names_somebody
from tischlein.games.ganz_nach_plan.state import (
    FETCH,
    HAND,
    PASS_LEFT,
    PASS_RIGHT,
    UNKNOWN,
    EntryKind,
    GanzNachPlanState,
    Instruction,
    Phase,
)
from tischlein.games.ganz_nach_plan.table import neighbour, top_card


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, as one observer has seen it."""
    if event.seat == CHANCE:
        words = _say_chance(before, after)
    elif event.action == HIDDEN or event.action >= GIVE:
        words = _say_gift(event, before, after)
    else:
        words = _say_play(event.seat, card_of(event.action), before.state)
    return [*words, *_say_moves(before, after), *_say_end(after)]


def _say_chance(before: Observation, after: Observation) -> list[Phrase]:
    if before.state.phase == Phase.DEAL:
        # Cards go out one by one; the log waits until all have theirs.
        dealt = after.state.phase != Phase.DEAL
        return [Phrase("say-dealt", {"count": HAND})] if dealt else []
    return [
        _moved("say-draw", receiver, giver, card, after.state)
        for giver, receiver, card in _sent(before, after)
    ]


def _say_gift(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    words = []
    if before.state.phase == Phase.SHARE:
        who = seat_name(event.seat)
        if event.action == HIDDEN:
            words.append(Phrase("say-chosen", {"seat": who}))
        else:
            chosen = card_phrase(before.state, card_of(event.action))
            words.append(Phrase("say-chosen-seen", {"seat": who, "card": chosen}))
    for giver, receiver, card in _sent(before, after):
        words.append(_moved("say-give", giver, receiver, card, after.state))
    return words


def _sent(before: Observation, after: Observation) -> Iterator[tuple[int, int, int]]:
    """Yield the cards that an event has moved face down: from whom, to whom, and which."""
    for entry in entries(after.state, before.state.logged):
        if entry.kind == EntryKind.SENT:
            yield entry.source, entry.target, entry.cards


def _moved(key: str, seat: int, other: int, card: int, state: GanzNachPlanState) -> Phrase:
    """Return the words for a card that moved between two seats, with its name if it was seen."""
    values: dict[str, Value] = {"seat": seat_name(seat), "other": seat_name(other)}
    if card == UNKNOWN:
        return Phrase(key, values)
    return Phrase(f"{key}-seen", {**values, "card": card_phrase(state, card)})


def _say_play(seat: int, card: int, state: GanzNachPlanState) -> list[Phrase]:
    who = seat_name(seat)
    words = [Phrase("say-play", {"seat": who, "card": card_phrase(state, card)})]
    plan = state.plans[card]
    if plan in (PASS_LEFT, PASS_RIGHT):
        words.append(Phrase("say-pass-left" if plan == PASS_LEFT else "say-pass-right"))
    elif plan == FETCH:
        words.append(_say_taken(state, seat))
    elif names_somebody(plan):
        other = neighbour(state, seat, direction_of(plan))
        instruction = instruction_of(plan)
        if instruction == Instruction.TRADE:
            words.append(Phrase("say-trade", {"seat": who, "other": seat_name(other)}))
        elif instruction == Instruction.FEED:
            words.append(_say_taken(state, other))
        elif instruction == Instruction.GIVE and state.count[seat] == 1:
            words.append(Phrase("say-nothing-to-give", {"seat": who}))
    return words


def _say_taken(state: GanzNachPlanState, taker: int) -> Phrase:
    if not state.piled:
        return Phrase("say-pile-empty")
    top = card_phrase(state, top_card(state))
    return Phrase("say-take", {"seat": seat_name(taker), "card": top})


def _say_moves(before: Observation, after: Observation) -> list[Phrase]:
    """Say who sits where when players have changed places."""
    was, now = before.state.place, after.state.place
    return [
        Phrase("say-sits", {"seat": seat_name(seat), "place": now[seat] + 1})
        for seat in range(before.seats)
        if was[seat] != now[seat]
    ]


def _say_end(after: Observation) -> list[Phrase]:
    """Say who wins: with an empty hand, or when the guard ends the match (GNP-20 to GNP-23)."""
    state: GanzNachPlanState = after.state
    winners = members(state.winners)
    if not winners:
        return []
    if state.count[winners[0]] == 0:
        return [Phrase("say-win", {"seat": seat_name(winners[0])})]
    values: dict[str, Value] = {
        "turns": state.turns,
        "seats": [seat_name(seat) for seat in winners],
        "count": len(winners),
    }
    return [Phrase("say-limit", values)]
