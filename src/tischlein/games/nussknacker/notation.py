"""Notation of Nussknacker: ``ask B 6``, ``no``, ``give 1 2 3``, ``guess 4``, chance, queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    listed,
    no_words,
    one_seat,
    seat_at_table,
    seat_lettered,
    seat_named,
    whole_number,
)
from tischlein.core.seats import CHANCE
from tischlein.games.nussknacker import actions, refusals
from tischlein.games.nussknacker.actions import DEAL, GUESS, HIDE, NO
from tischlein.games.nussknacker.beliefs import Belief, belief_of
from tischlein.games.nussknacker.hands import TOP, WAYS, values_of
from tischlein.games.nussknacker.questions import last_question
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import (
    MOST_SEATS,
    NOBODY,
    NussknackerState,
    Stage,
    is_running,
)

SERIES: Mapping[str, int] = {"deal": 2}


def write(state: NussknackerState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    if seat == CHANCE:
        return _write_outcome(action)
    if action < GUESS:
        other, value = actions.asked(action)
        return f"ask {seats.letter(other)} {value}"
    if action < NO:
        return f"guess {actions.guessed(action)}"
    if action == NO:
        return "no"
    return " ".join(("give", *map(str, actions.given_values(action))))


def _write_outcome(outcome: int) -> str:
    if outcome < HIDE:
        return f"start {seats.letter(actions.starter_of(outcome))}"
    if outcome < DEAL:
        return f"hide {actions.hidden_by(outcome)}"
    receiver, value = actions.dealt(outcome)
    return f"deal {seats.letter(receiver)} {value}"


def read(state: NussknackerState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Nussknacker.
    RefusedError
        If they name a seat, a value or a set of cards that has no number as an action.
    """
    if seat == CHANCE:
        return _read_outcome(state, words)
    early = refusals.out_of_turn(state, seat)
    match words:
        case ["no"]:
            return NO
        case ["ask", letter, number]:
            other, value = seat_lettered(letter), _value(number)
            if other >= MOST_SEATS or not 1 <= value <= TOP:
                _refuse(early or refusals.why_no_question(state, seat, other, value))
            return actions.asking(other, value)
        case ["guess", number]:
            value = _value(number)
            if not 1 <= value <= TOP:
                _refuse(early or refusals.why_no_guess(state, value))
            return actions.guessing(value)
        case ["give", _, *_]:
            values = tuple(sorted(map(_value, words[1:])))
            if values not in WAYS:
                _refuse(early or refusals.why_no_gift(state, seat, values))
            return actions.giving_values(values)
    raise NotationError("an action is written: ask B 6, no, give 1 2 3, or guess 4")


def _read_outcome(state: NussknackerState, words: list[str]) -> int:
    match words:
        case ["start", letter]:
            return actions.starting(_seat(letter, "NUS-5"))
        case ["hide", number]:
            return actions.hiding(_card(state, number))
        case ["deal", letter, number]:
            return actions.dealing(_seat(letter, "NUS-4"), _card(state, number))
    raise NotationError("chance is written: start B, hide 4, or deal B 1 2 6")


def _refuse(refusal: Refusal | None) -> None:
    """Refuse what is never possible, so that there always is a reason."""
    if refusal is None:
        raise AssertionError("an action without a number was found to be legal")
    raise RefusedError(refusal)


def _seat(letter: str, rule: str) -> int:
    return seat_at_table(letter, MOST_SEATS, Refusal(rule))


def _card(state: NussknackerState, word: str) -> int:
    value = _value(word)
    if not 1 <= value <= TOP:
        raise RefusedError(refusals.no_such_value(state, value))
    return value


def _value(word: str) -> int:
    return whole_number(word, "a value")


# --- queries ---


def _name(seat: int) -> str:
    return "none" if seat == NOBODY else seats.letter(seat)


def _belief(state: NussknackerState, observer: int) -> Belief:
    if not is_running(state):
        raise NotationError("what a seat can know is asked while a deal runs")
    return belief_of(state, observer)


def _hand(state: NussknackerState, words: list[str]) -> str:
    return listed(values_of(state.hands[one_seat(words, state.seats)]))


def _count(state: NussknackerState, words: list[str]) -> str:
    return str(state.sizes[one_seat(words, state.seats)])


def _hidden(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.hidden or "none")


def _opened(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.opened or "none")


def _turn(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(state.turn)


def _awaited(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(expected(state))


def _question(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    if state.stage not in (Stage.ANSWER, Stage.RETURN):
        return "none"
    question = last_question(state)
    return f"{seats.letter(question.asker)} {seats.letter(question.asked)} {question.value}"


def _offer(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(last_question(state).given) if state.stage == Stage.RETURN else "0"


def _questions(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.question_count)


def _deal(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.deal_number)


def _starter(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(state.starter)


def _maybe(state: NussknackerState, words: list[str]) -> str:
    return listed(_belief(state, one_seat(words, state.seats)).maybe())


def _known(state: NussknackerState, words: list[str]) -> str:
    if len(words) != 2:
        raise NotationError("this query names two seats")
    observer, seat = (seat_named(word, state.seats) for word in words)
    return listed(_belief(state, observer).known(seat))


QUERIES: Mapping[str, Callable[[NussknackerState, list[str]], str]] = {
    "hand": _hand,
    "count": _count,
    "hidden": _hidden,
    "opened": _opened,
    "turn": _turn,
    "awaited": _awaited,
    "question": _question,
    "offer": _offer,
    "questions": _questions,
    "deal": _deal,
    "starter": _starter,
    "maybe": _maybe,
    "known": _known,
}
