"""Notation of Nussknacker: ``ask B 6``, ``no``, ``give 1 2 3``, ``guess 4``, chance, queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words
from tischlein.games.nussknacker import rules
from tischlein.games.nussknacker.hands import TOP, WAYS, values_of
from tischlein.games.nussknacker.state import (
    ASK,
    ASKED,
    ASKER,
    DEAL,
    GIVE,
    GIVEN,
    GUESS,
    HIDE,
    MOST_SEATS,
    NO,
    NOBODY,
    START,
    VALUE,
    NussknackerState,
    Stage,
)
from tischlein.games.nussknacker.worlds import Belief, belief_of

SERIES: Mapping[str, int] = {"deal": 2}
_RUNNING = (Stage.ASK, Stage.ANSWER, Stage.RETURN)


def write(state: NussknackerState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    if seat == CHANCE:
        if action < HIDE:
            return f"start {seats.letter(action - START)}"
        if action < DEAL:
            return f"hide {action - HIDE + 1}"
        receiver, place = divmod(action - DEAL, TOP)
        return f"deal {seats.letter(receiver)} {place + 1}"
    if action < GUESS:
        other, place = divmod(action - ASK, TOP)
        return f"ask {seats.letter(other)} {place + 1}"
    if action < NO:
        return f"guess {action - GUESS + 1}"
    if action == NO:
        return "no"
    return " ".join(("give", *map(str, WAYS[action - GIVE])))


def read(state: NussknackerState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Nussknacker.
    RefusedError
        If they name a seat, a value or a set of cards that has no number as an action.
    """
    kind, *rest = words or [""]
    if seat == CHANCE:
        return _outcome(kind, rest)
    if kind == "no" and not rest:
        return NO
    if kind == "ask" and len(rest) == 2:
        other, value = _letter(rest[0]), _number(rest[1])
        if other >= MOST_SEATS or not 1 <= value <= TOP:
            _refuse(rules.why_no_question(state, seat, other, value))
        return ASK + TOP * other + value - 1
    if kind == "guess" and len(rest) == 1:
        value = _number(rest[0])
        if not 1 <= value <= TOP:
            _refuse(rules.why_no_guess(state, value))
        return GUESS + value - 1
    if kind == "give" and rest:
        values = tuple(sorted(map(_number, rest)))
        if values not in WAYS:
            _refuse(rules.why_no_gift(state, seat, values))
        return GIVE + WAYS.index(values)
    raise NotationError("an action is written: ask B 6, no, give 1 2 3, or guess 4")


def _outcome(kind: str, rest: list[str]) -> int:
    if kind == "start" and len(rest) == 1:
        starter = _letter(rest[0])
        if starter >= MOST_SEATS:
            raise RefusedError(Refusal("NUS-5"))
        return START + starter
    if kind == "hide" and len(rest) == 1:
        return HIDE + _card(rest[0]) - 1
    if kind == "deal" and len(rest) == 2:
        receiver = _letter(rest[0])
        if receiver >= MOST_SEATS:
            raise RefusedError(Refusal("NUS-4"))
        return DEAL + TOP * receiver + _card(rest[1]) - 1
    raise NotationError("chance is written: start B, hide 4, or deal B 1 2 6")


def _refuse(refusal: Refusal | None) -> None:
    """Refuse what is never possible, so that there always is a reason."""
    if refusal is None:
        raise AssertionError("an action without a number was found to be legal")
    raise RefusedError(refusal)


def _card(word: str) -> int:
    value = _number(word)
    if not 1 <= value <= TOP:
        raise RefusedError(Refusal("NUS-1", {"value": value}))
    return value


def _number(word: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", word):
        raise NotationError(f"a value is a number from 1 to {TOP}, not {word!r}")
    return int(word)


def _letter(word: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat == CHANCE:
        raise NotationError("a seat is named by its letter")
    return seat


# --- queries ---


def _players(state: NussknackerState, words: list[str], count: int) -> list[int]:
    if len(words) != count:
        raise NotationError(f"this query names {'a seat' if count == 1 else 'two seats'}")
    players = [_letter(word) for word in words]
    if max(players) >= state.seats:
        last = seats.letter(int(state.seats) - 1)
        raise NotationError(f"the seats of this match are A to {last}")
    return players


def _listed(values: Iterable[int]) -> str:
    return " ".join(map(str, values)) or "none"


def _name(seat: int) -> str:
    return "none" if seat == NOBODY else seats.letter(seat)


def _belief(state: NussknackerState, eye: int) -> Belief:
    if state.stage not in _RUNNING:
        raise NotationError("what a seat can know is asked while a deal runs")
    return belief_of(state, eye)


def _hand(state: NussknackerState, words: list[str]) -> str:
    (seat,) = _players(state, words, 1)
    return _listed(values_of(int(state.hands[seat])))


def _count(state: NussknackerState, words: list[str]) -> str:
    (seat,) = _players(state, words, 1)
    return str(state.sizes[seat])


def _hidden(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.hidden or "none")


def _opened(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.opened or "none")


def _turn(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(int(state.turn))


def _awaited(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(int(rules.expected(state)))


def _question(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    if state.stage not in (Stage.ANSWER, Stage.RETURN):
        return "none"
    question = state.questions[state.question_count - 1].tolist()
    asker, asked = seats.letter(question[ASKER]), seats.letter(question[ASKED])
    return f"{asker} {asked} {question[VALUE]}"


def _offer(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    if state.stage != Stage.RETURN:
        return "0"
    return str(state.questions[state.question_count - 1, GIVEN])


def _questions(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.question_count)


def _deal(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return str(state.deal_number)


def _starter(state: NussknackerState, words: list[str]) -> str:
    no_words(words)
    return _name(int(state.starter))


def _maybe(state: NussknackerState, words: list[str]) -> str:
    (eye,) = _players(state, words, 1)
    return _listed(_belief(state, eye).maybe())


def _known(state: NussknackerState, words: list[str]) -> str:
    eye, seat = _players(state, words, 2)
    return _listed(_belief(state, eye).known(seat))


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
