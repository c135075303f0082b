"""The log of Misd in words; an answer is named as soon as its question is over."""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.misd.actions import (
    CARD,
    CLAIM_MISSING,
    COLOUR,
    LAY,
    PASS,
    SHAPE,
    TURN,
    claimed_card,
    claimed_symbol,
    turned_shape,
)
from tischlein.games.misd.cards import SHAPES
from tischlein.games.misd.names import card_name
from tischlein.games.misd.phrases import claim_words, face_words, symbol_words, time_words
from tischlein.games.misd.state import MisdState, Phase


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words."""
    if event.seat == CHANCE:
        return _say_chance(event.action, after.state)
    if event.action == TURN:
        return [Phrase("say-turn", {"seat": seat_name(event.seat)})]
    words = [_say_spoken(event), *_say_verdict(event, before.state, after.state)]
    if after.state.phase == Phase.OVER:
        words.append(Phrase("say-limit" if after.state.stock else "say-stock-empty"))
    return words


def _say_spoken(event: Event) -> Phrase:
    values: dict[str, Value] = {"seat": seat_name(event.seat)}
    key = "say-pass"
    if event.action != PASS:
        key = "say-claim"
        values["claim"] = claim_words(event.action)
    if not event.measurement:
        return Phrase(key, values)
    return Phrase(f"{key}-timed", {**values, "time": time_words(event.measurement[0])})


def _say_verdict(event: Event, before: MisdState, after: MisdState) -> list[Phrase]:
    """Tell whether a claim was right and what it cost, and the answer if nobody got it."""
    seat = seat_name(event.seat)
    if event.action == before.answer:
        return [Phrase("say-right", {"seat": seat})]
    words = []
    if event.action != PASS:
        paid = before.chips[event.seat] - after.chips[event.seat]
        words.append(Phrase("say-wrong", {"seat": seat, "paid": paid}))
    if after.phase != Phase.OPEN:
        words.append(_say_answer(before))
    return words


def _say_answer(state: MisdState) -> Phrase:
    if not state.finding:
        symbol = symbol_words(*claimed_symbol(state.answer))
        return Phrase("say-answer", {"symbol": symbol})
    wanted = symbol_words(state.wanted_colour, state.wanted_shape)
    if state.answer == CLAIM_MISSING:
        return Phrase("say-answer-missing", {"symbol": wanted})
    card = card_name(claimed_card(state.answer))
    return Phrase("say-answer-card", {"symbol": wanted, "card": card})


def _say_chance(outcome: int, state: MisdState) -> list[Phrase]:
    if outcome < LAY:
        return [Phrase("say-lot", {"seat": seat_name(outcome)})]
    if outcome < CARD:
        if state.laid < state.spread:
            return []
        again = int(state.asked > 0)
        return [Phrase("say-lay", {"count": state.spread, "again": again})]
    if outcome < SHAPE:
        return [Phrase("say-card", {"number": state.asked, "face": face_words(state.face)})]
    if outcome < COLOUR:
        return [Phrase("say-shape", {"shape": SHAPES[turned_shape(outcome)]})]
    wanted = symbol_words(state.wanted_colour, state.wanted_shape)
    return [Phrase("say-question", {"number": state.asked, "symbol": wanted})]
