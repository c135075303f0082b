"""Why something cannot be done in Nussknacker: the rule and the values of its message."""

from __future__ import annotations

from tischlein.core.phrases import Refusal, Value, seat_name
from tischlein.core.seats import CHANCE
from tischlein.games.nussknacker import actions
from tischlein.games.nussknacker.actions import DEAL, GUESS, HIDE, NO
from tischlein.games.nussknacker.hands import TOP, count_of, forms
from tischlein.games.nussknacker.questions import last_question
from tischlein.games.nussknacker.rules import expected, undealt
from tischlein.games.nussknacker.state import NussknackerState, Stage


def out_of_turn(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why nobody may act now; the reasons why chance cannot bring a card depend on it."""
    if state.stage == Stage.OVER:
        return Refusal("NUS-21")
    if state.stage < Stage.ASK and seat != CHANCE:
        return Refusal("NUS-3")
    return None


def why_not(state: NussknackerState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    if action < GUESS:
        return why_no_question(state, seat, *actions.asked(action))
    if action < NO:
        return why_no_guess(state, actions.guessed(action))
    if action == NO:
        return why_no_denial(state, seat)
    return why_no_gift(state, seat, actions.given_values(action))


def why_no_guess(state: NussknackerState, value: int) -> Refusal | None:
    """Return why a value, any number, cannot be guessed."""
    if not 1 <= value <= state.top:
        return Refusal("NUS-18", {"value": value, "top": state.top})
    return None


def why_no_question(state: NussknackerState, seat: int, other: int, value: int) -> Refusal | None:
    """Return why a seat cannot ask another, perhaps one that is not there, for any number."""
    if state.stage != Stage.ASK:
        question = last_question(state)
        asker, asked = seat_name(question.asker), seat_name(question.asked)
        return Refusal("NUS-7", {"asker": asker, "asked": asked}, message="NUS-7-pending")
    if seat != state.turn:
        return Refusal("NUS-7", {"seat": seat_name(state.turn)})
    if state.question_count >= state.limit:
        return Refusal("NUS-25", {"limit": state.limit})
    if other == seat:
        return Refusal("NUS-8")
    if other >= state.seats:
        return Refusal("NUS-8", message="NUS-8-nobody")
    if not 1 <= value <= state.top:
        return Refusal("NUS-9", {"value": value, "top": state.top})
    if not forms(state.hands[seat], value):
        return Refusal("NUS-10", {"value": value})
    return None


def why_no_denial(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why a seat cannot say no."""
    refusal = _why_not_sliding(state, seat)
    if refusal is not None:
        return refusal
    value = last_question(state).value
    if state.stage == Stage.RETURN:
        return Refusal("NUS-13", {"value": value})
    return Refusal("NUS-12", {"value": value}) if forms(state.hands[seat], value) else None


def why_no_gift(state: NussknackerState, seat: int, values: tuple[int, ...]) -> Refusal | None:
    """Return why a seat cannot slide cards of these values, whatever they are, to its partner."""
    refusal = _why_not_sliding(state, seat)
    if refusal is not None:
        return refusal
    asked_for = last_question(state).value
    held = all(
        1 <= value <= TOP and values.count(value) <= count_of(state.hands[seat], value)
        for value in values
    )
    if held and sum(values) == asked_for:
        return None
    value: dict[str, Value] = {"value": asked_for}
    if state.stage == Stage.RETURN:
        return Refusal("NUS-13", value)
    possible = forms(state.hands[seat], asked_for)
    return Refusal("NUS-11", value, message="" if possible else "NUS-11-none")


def _why_not_sliding(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why a seat has nothing to answer or to return now."""
    awaited = expected(state)
    if seat != awaited:
        return Refusal("NUS-7", {"seat": seat_name(awaited)}, message="NUS-7-not-asked")
    if state.stage == Stage.ASK:
        return Refusal("NUS-7", message="NUS-7-ask")
    return None


def _why_no_outcome(state: NussknackerState, outcome: int) -> Refusal | None:
    """Return why chance cannot bring an outcome: the wrong moment, seat or card."""
    if outcome < HIDE:
        return _why_no_lot(state, actions.starter_of(outcome))
    if state.stage == Stage.START:
        return Refusal("NUS-5")
    if outcome < DEAL:
        if state.stage != Stage.HIDE:
            return Refusal("NUS-3", message="NUS-3-hidden")
        value = actions.hidden_by(outcome)
    else:
        if state.stage == Stage.HIDE:
            return Refusal("NUS-3", message="NUS-3-hidden")
        seat, value = actions.dealt(outcome)
        if state.stage != Stage.DEAL or seat != state.receiver:
            return Refusal("NUS-4")
    if value > state.top:
        return no_such_value(state, value)
    return Refusal("NUS-1", {"value": value}) if count_of(undealt(state), value) == 0 else None


def no_such_value(state: NussknackerState, value: int) -> Refusal:
    """Return why no card of a value can come, any number that is not in play."""
    return Refusal("NUS-1", {"value": value, "top": state.top}, message="NUS-1-value")


def _why_no_lot(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why chance cannot name a seat as start player."""
    if state.deal_number > 1:
        return Refusal("NUS-6", {"seat": seat_name(state.starter)})
    fits = state.stage == Stage.START and seat < state.seats
    return None if fits else Refusal("NUS-5")
