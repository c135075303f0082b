"""The log of Nussknacker in words."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.events import Event
from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.nussknacker import actions
from tischlein.games.nussknacker.actions import NO
from tischlein.games.nussknacker.hands import values_of
from tischlein.games.nussknacker.questions import Question, last_question
from tischlein.games.nussknacker.state import NussknackerState, Stage


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words; card values are read only by the two who swap (NUS-15)."""
    if event.seat == CHANCE:
        return _say_chance(before.state, after.state)
    if actions.is_guess(event.action):
        value = actions.guessed(event.action)
        told = _say_guess(event.seat, value, after.state.opened, after.seats)
        return [*told, *_say_level(after.state)]
    seat = seat_name(event.seat)
    if event.action == NO:
        return [Phrase("say-no", {"seat": seat})]
    question = last_question(after.state)
    asker, asked = seat_name(question.asker), seat_name(question.asked)
    if before.state.stage == Stage.ASK:
        return [Phrase("say-ask", {"seat": seat, "other": asked, "value": question.value})]
    if before.state.stage == Stage.ANSWER:
        return [Phrase("say-give", {"seat": seat, "other": asker, "count": question.given})]
    words = Phrase("say-return", {"seat": seat, "other": asked, "count": question.returned})
    return [words, *_say_swapped(question, after.seat)]


def _say_swapped(question: Question, observer: int) -> list[Phrase]:
    """Tell one of the two seats what it has got and given."""
    if observer == question.asker:
        got, gave = question.gift, question.gift_back
    elif observer == question.asked:
        got, gave = question.gift_back, question.gift
    else:
        return []
    return [Phrase("say-swapped", {"got": [*values_of(got)], "gave": [*values_of(gave)]})]


def _say_chance(before: NussknackerState, after: NussknackerState) -> list[Phrase]:
    if before.stage == Stage.DEAL:
        if after.stage == Stage.DEAL:
            return []
        return [Phrase("say-dealt", {"seat": seat_name(after.starter)})]
    if before.stage == Stage.HIDE:
        return [Phrase("say-hide", {"number": after.deal_number})]
    return [Phrase("say-start", {"seat": seat_name(after.starter)})]


@lru_cache(maxsize=1024)
def _say_guess(seat: int, value: int, opened: int, seats: int) -> tuple[Phrase, ...]:
    named: dict[str, Value] = {"seat": seat_name(seat), "value": value}
    if value == opened:
        return (Phrase("say-right", named),)
    others: list[Item] = [seat_name(other) for other in range(seats) if other != seat]
    wrong = Phrase("say-wrong", named | {"opened": opened})
    return wrong, Phrase("say-chips", {"count": len(others), "seats": others})


def _say_level(state: NussknackerState) -> list[Phrase]:
    """Tell why the match goes on although somebody has enough chips (NUS-22)."""
    chips = state.chips[: state.seats]
    most = max(chips)
    if state.stage == Stage.OVER or most < state.goal:
        return []
    leading: list[Item] = [seat_name(seat) for seat, count in enumerate(chips) if count == most]
    return [Phrase("say-level", {"seats": leading, "chips": most})]
