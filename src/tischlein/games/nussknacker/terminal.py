"""Nussknacker in characters."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core import seats
from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Observation
from tischlein.games.nussknacker.hands import values_of
from tischlein.games.nussknacker.questions import Question, questions_of
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import DENIED, NOTHING, NussknackerState, Stage

_BACK = "#"


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return chips, the visible part of the hands, and the questions of the deal."""
    state: NussknackerState = observation.state
    masked = state.hidden == NOTHING and state.stage > Stage.HIDE
    hidden = "?" if masked else str(state.hidden or "-")
    about: dict[str, Value] = {"number": state.deal_number, "hidden": hidden, "top": state.top}
    lines = [translate(Phrase("drawn-deal", about)), ""]
    awaited = expected(state)
    for seat in range(state.seats):
        mark = ">" if seat == awaited else " "
        hand = _hand(state, seat)
        lines.append(f"{mark} {seats.letter(seat)}  {state.chips[seat]:>2}   {hand}")
    asked = [_question(one, translate) for one in questions_of(state)]
    return "\n".join([*lines, "", *asked])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs in hands and questions mean."""
    del observation
    return [(_BACK, Phrase("sign-back"))]


def _hand(state: NussknackerState, seat: int) -> str:
    values = values_of(state.hands[seat])
    return " ".join(map(str, values) if values else [_BACK] * state.sizes[seat])


def _question(question: Question, translate: Callable[[Phrase], str]) -> str:
    answer = "?"
    if question.given == DENIED:
        answer = translate(Phrase("strip-no"))
    elif question.given > 0:
        answer = f"{question.given} ⇄ {question.returned or '?'}"
    asker, asked = seats.letter(question.asker), seats.letter(question.asked)
    return f"{asker} {asked} {question.value}: {answer}"
