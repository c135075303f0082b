"""A question of the deal with all that became of it, for compiled and for plain code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.nussknacker.state import (
    ASKED,
    ASKER,
    GIFT,
    GIFT_BACK,
    GIVEN,
    NOTHING,
    RETURNED,
    VALUE,
    NussknackerState,
)


class Question(NamedTuple):
    """Who asked whom for what, and which cards went over for it."""

    asker: int
    asked: int
    value: int
    given: int
    """Cards slid to the asker: 0 before the answer, DENIED for a no."""
    returned: int
    """Cards slid back; above 0 when both have taken up what they got (NUS-14)."""
    gift: int
    """The cards given, UNKNOWN if masked, NOTHING if there are none."""
    gift_back: int
    """The cards returned, in the same way."""


_PUBLIC = 5
"""Fields stored in the state's ``questions``; the cards after them are in ``slid``."""
_FIELDS = len(Question._fields)


@kernel
def question_at(state: NussknackerState, number: int) -> Question:
    """Return a question of the deal, by its number from 0."""
    return Question(
        state.questions[number, ASKER],
        state.questions[number, ASKED],
        state.questions[number, VALUE],
        state.questions[number, GIVEN],
        state.questions[number, RETURNED],
        state.slid[number, GIFT],
        state.slid[number, GIFT_BACK],
    )


@kernel
def last_question(state: NussknackerState) -> Question:
    """Return the pending question, or the last that was settled; there must be one."""
    return question_at(state, state.question_count - 1)


@kernel
def question_rows(state: NussknackerState) -> Ints:
    """Return the fields of all questions of the deal, a row for each."""
    count = state.question_count
    rows = np.empty((count, _FIELDS), np.int64)
    rows[:, :_PUBLIC] = state.questions[:count]
    rows[:, _PUBLIC:] = state.slid[:count]
    return rows


@kernel
def rows_as_seen(state: NussknackerState, observer: int) -> Ints:
    """Return the same rows with a swap's cards only where the observer has seen all of them."""
    rows = question_rows(state)
    for number in range(len(rows)):
        question = question_at(state, number)
        if not (is_settled(question) and takes_part(question, observer)):
            rows[number, _PUBLIC:] = NOTHING
    return rows


def rows_from(data: bytes) -> Ints:
    """Return rows of questions from the bytes of such rows."""
    return np.frombuffer(data, np.int64).reshape(-1, _FIELDS)


def questions_of(state: NussknackerState) -> list[Question]:
    """Return all questions of the deal, the pending one included, in plain code."""
    return [Question(*row) for row in question_rows(state).tolist()]


@kernel
def is_settled(question: Question) -> bool:
    """Whether cards were swapped for a question, and taken up."""
    return question.returned > 0


@kernel
def takes_part(question: Question, seat: int) -> bool:
    """Whether a seat has asked, or was asked."""
    return seat in (question.asker, question.asked)


@kernel
def is_unseen_swap(question: Question, observer: int) -> bool:
    """Whether two others than the observer have swapped cards for a question."""
    return is_settled(question) and not takes_part(question, observer)


@kernel
def partner_of(question: Question, seat: int) -> int:
    """Return the other of the two seats of a question."""
    return question.asked if question.asker == seat else question.asker


@kernel
def taken_up(question: Question, seat: int) -> int:
    """Return the cards that a seat has taken up for a question in which it takes part."""
    return question.gift if question.asker == seat else question.gift_back


@kernel
def own_gain(question: Question, seat: int) -> int:
    """Return what a question has brought a seat: cards taken up less cards given."""
    if not is_settled(question) or not takes_part(question, seat):
        return 0
    gain = question.gift - question.gift_back
    return gain if seat == question.asker else -gain
