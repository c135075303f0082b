"""The log of Ganz nach Plan!? in words; cards that went face down are named to who saw them."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.ganz_nach_plan.log import (
    CARD_BITS,
    KIND_MASK,
    PART_MASK,
    SENT,
    SOURCE_BITS,
    TARGET_BITS,
)
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.rules import neighbour
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    DIRECTIONS,
    FETCH,
    GIVE,
    HAND,
    PASS_LEFT,
    PASS_RIGHT,
    UNKNOWN,
    GanzNachPlanState,
    Instruction,
    Phase,
)


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, as one observer has seen it."""
    if event.seat == CHANCE:
        words = _say_chance(before, after)
    elif event.action == HIDDEN or event.action >= GIVE:
        words = _say_gift(event, before, after)
    else:
        words = _say_play(event.seat, event.action, before.state)
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
        who = SeatName(event.seat)
        if event.action == HIDDEN:
            words.append(Phrase("say-chosen", {"seat": who}))
        else:
            chosen = card_phrase(before.state, event.action - GIVE)
            words.append(Phrase("say-chosen-seen", {"seat": who, "card": chosen}))
    for giver, receiver, card in _sent(before, after):
        words.append(_moved("say-give", giver, receiver, card, after.state))
    return words


def _sent(before: Observation, after: Observation) -> Iterator[tuple[int, int, int]]:
    """Yield the cards that an event has moved face down: from whom, to whom, and which."""
    for entry in after.state.log[before.state.logged : after.state.logged].tolist():
        if entry & KIND_MASK == SENT:
            source, target = entry >> SOURCE_BITS & PART_MASK, entry >> TARGET_BITS & PART_MASK
            yield source, target, entry >> CARD_BITS


def _moved(key: str, seat: int, other: int, card: int, state: GanzNachPlanState) -> Phrase:
    """Return the words for a card that moved between two seats, with its name if it was seen."""
    values: dict[str, Value] = {"seat": SeatName(seat), "other": SeatName(other)}
    if card == UNKNOWN:
        return Phrase(key, values)
    return Phrase(f"{key}-seen", {**values, "card": card_phrase(state, card)})


def _say_play(seat: int, action: int, state: GanzNachPlanState) -> list[Phrase]:
    who = SeatName(seat)
    words = [Phrase("say-play", {"seat": who, "card": card_phrase(state, action % CARDS)})]
    plan = int(state.plans[action % CARDS])
    if plan in (PASS_LEFT, PASS_RIGHT):
        words.append(Phrase("say-pass-left" if plan == PASS_LEFT else "say-pass-right"))
    elif plan == FETCH:
        words.append(_say_taken(state, seat))
    elif plan < PASS_LEFT:
        other = int(neighbour(state, seat, plan % DIRECTIONS))
        instruction = plan // DIRECTIONS
        if instruction == Instruction.TRADE:
            words.append(Phrase("say-trade", {"seat": who, "other": SeatName(other)}))
        elif instruction == Instruction.FEED:
            words.append(_say_taken(state, other))
        elif instruction == Instruction.GIVE and state.count[seat] == 1:
            words.append(Phrase("say-nothing-to-give", {"seat": who}))
    return words


def _say_taken(state: GanzNachPlanState, taker: int) -> Phrase:
    if not state.piled:
        return Phrase("say-pile-empty")
    top = card_phrase(state, int(state.pile[state.piled - 1]))
    return Phrase("say-take", {"seat": SeatName(taker), "card": top})


def _say_moves(before: Observation, after: Observation) -> list[Phrase]:
    """Say who sits where when players have changed places."""
    was, now = before.state.place.tolist(), after.state.place.tolist()
    return [
        Phrase("say-sits", {"seat": SeatName(seat), "place": now[seat] + 1})
        for seat in range(before.seats)
        if was[seat] != now[seat]
    ]


def _say_end(after: Observation) -> list[Phrase]:
    """Say who wins: with an empty hand, or when the guard ends the match (GNP-20 to GNP-23)."""
    state: GanzNachPlanState = after.state
    winners = [seat for seat in range(after.seats) if int(state.winners) >> seat & 1]
    if not winners:
        return []
    if state.count[winners[0]] == 0:
        return [Phrase("say-win", {"seat": SeatName(winners[0])})]
    values: dict[str, Value] = {
        "turns": int(state.turns),
        "seats": [SeatName(seat) for seat in winners],
        "count": len(winners),
    }
    return [Phrase("say-limit", values)]
