"""The rules of Nussknacker: the deal, questions and swaps, guesses, chips and the end."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN
from tischlein.core.state import Ints
from tischlein.games.nussknacker import actions
from tischlein.games.nussknacker.actions import GIVE, GUESS, NO
from tischlein.games.nussknacker.determinization import determinize
from tischlein.games.nussknacker.hands import (
    TOP,
    WAY,
    WAY_SIZE,
    WAYS_FROM,
    cards_for,
    count_of,
    formable,
    holds,
    one,
    whole_pack,
)
from tischlein.games.nussknacker.questions import is_settled, last_question, question_at
from tischlein.games.nussknacker.state import (
    ASKED,
    ASKER,
    DENIED,
    GIFT,
    GIFT_BACK,
    GIVEN,
    NOBODY,
    NOTHING,
    RETURNED,
    UNKNOWN,
    VALUE,
    NussknackerState,
    Stage,
)

__all__ = [
    "acting",
    "apply",
    "chance",
    "determinize",
    "legal",
    "observe",
    "observed_action",
    "occasion",
    "scores",
    "setup",
    "to_move",
]


def setup(state: NussknackerState, options: Options) -> None:
    """Choose the pack and leave the first start to the lot, or to seat A (NUS-2, NUS-5)."""
    state.top = 6 if options["cards"] == "12" else TOP
    state.goal = int(options["goal"])
    state.limit = int(options["limit"])
    state.starter = NOBODY
    state.turn = NOBODY
    state.guesser = NOBODY
    state.stage = Stage.START
    if options["start"] == "first":
        begin_deal(state, 0)


# --- who acts, and what is possible ---


@kernel
def acting(state: NussknackerState) -> int:
    """Return all seats while a deal runs, for anybody may guess (NUS-3, NUS-17, NUS-21)."""
    if state.stage == Stage.OVER:
        return 0
    if state.stage < Stage.ASK:
        return CHANCE_BIT
    return (1 << state.seats) - 1


@kernel
def expected(state: NussknackerState) -> int:
    """Return the seat that asks, answers or returns now, NOBODY if there is none (NUS-7)."""
    if state.stage == Stage.ANSWER:
        return last_question(state).asked
    if state.stage in (Stage.ASK, Stage.RETURN):
        return state.turn
    return NOBODY


@kernel
def to_move(state: NussknackerState) -> int:
    """Return the bit of the seat whose ordinary action the match waits for."""
    seat = expected(state)
    return acting(state) if seat == NOBODY else 1 << seat


def occasion(state: NussknackerState) -> int:
    """Return the deal: choices made in a deal that has since ended do not count (NUS-20)."""
    return state.deal_number


@kernel
def undealt(state: NussknackerState) -> int:
    """Return the cards that are neither hidden nor in a hand."""
    cards = whole_pack(state.top)
    if state.hidden != NOTHING:
        cards -= one(state.hidden)
    for seat in range(state.seats):
        cards -= state.hands[seat]
    return cards


@kernel
def chance(state: NussknackerState, outcomes: Ints, weights: Ints) -> int:
    """Write the seats that may start, or the values left, each as often as there are copies."""
    count = 0
    if state.stage == Stage.START:
        for seat in range(state.seats):
            outcomes[count] = actions.starting(seat)
            weights[count] = 1
            count += 1
        return count
    cards = undealt(state)
    for value in range(1, state.top + 1):
        copies = count_of(cards, value)
        if copies > 0:
            if state.stage == Stage.HIDE:
                outcomes[count] = actions.hiding(value)
            else:
                outcomes[count] = actions.dealing(state.receiver, value)
            weights[count] = copies
            count += 1
    return count


@kernel
def legal(state: NussknackerState, seat: int, out: Ints) -> int:
    """Write the questions, guesses and answers that a seat has now, in ascending order."""
    awaited = seat == expected(state)
    count = 0
    if awaited and state.stage == Stage.ASK and state.question_count < state.limit:
        count = write_questions(state, seat, out)
    for value in range(1, state.top + 1):
        out[count] = actions.guessing(value)
        count += 1
    if awaited and state.stage != Stage.ASK:
        count = write_answers(state, seat, out, count)
    return count


@kernel
def write_questions(state: NussknackerState, seat: int, out: Ints) -> int:
    """Write the questions to all others for what the own hand can form; return how many."""
    values = formable(state.hands[seat])
    count = 0
    for other in range(state.seats):
        if other != seat:
            for value in range(1, state.top + 1):
                if values >> value & 1:
                    out[count] = actions.asking(other, value)
                    count += 1
    return count


@kernel
def write_answers(state: NussknackerState, seat: int, out: Ints, count: int) -> int:
    """Append the ways to form the value asked for, or a no; return the new count."""
    value = last_question(state).value
    guesses = count
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if holds(state.hands[seat], WAY[way]):
            out[count] = actions.giving(way)
            count += 1
    if count == guesses:
        out[count] = NO
        count += 1
    return count


# --- what actions do ---


@kernel
def apply(state: NussknackerState, seat: int, action: int) -> None:
    """Carry out a seat's action or an outcome of chance."""
    if seat == CHANCE:
        apply_chance(state, action)
    elif action < GUESS:
        other, value = actions.asked(action)
        ask(state, seat, other, value)
    elif action < NO:
        guess(state, seat, actions.guessed(action))
    elif action == NO:
        state.questions[state.question_count - 1, GIVEN] = DENIED
        pass_turn(state)
    elif state.stage == Stage.ANSWER:
        slide(state, GIVEN, GIFT, actions.given_way(action))
        state.stage = Stage.RETURN
    else:
        slide(state, RETURNED, GIFT_BACK, actions.given_way(action))
        swap(state)
        pass_turn(state)


@kernel
def apply_chance(state: NussknackerState, outcome: int) -> None:
    """Name the start player, hide a card or deal one."""
    if state.stage == Stage.START:
        begin_deal(state, actions.starter_of(outcome))
    elif state.stage == Stage.HIDE:
        state.hidden = actions.hidden_by(outcome)
        state.receiver = state.starter
        state.stage = Stage.DEAL
    else:
        _, value = actions.dealt(outcome)
        deal(state, value)


@kernel
def begin_deal(state: NussknackerState, starter: int) -> None:
    """Take in all cards and forget what was known of them (NUS-6, NUS-24)."""
    state.starter = starter
    state.turn = NOBODY
    state.deal_number += 1
    state.hidden = NOTHING
    for seat in range(state.seats):
        state.hands[seat] = NOTHING
        state.dealt[seat] = NOTHING
        state.sizes[seat] = 0
    for number in range(state.question_count):
        for column in range(5):
            state.questions[number, column] = 0
        for column in range(2):
            state.slid[number, column] = NOTHING
    state.question_count = 0
    state.stage = Stage.HIDE


@kernel
def deal(state: NussknackerState, value: int) -> None:
    """Deal a card; when a hand is complete, the next seat clockwise gets its own (NUS-4)."""
    seat = state.receiver
    state.hands[seat] += one(value)
    state.sizes[seat] += 1
    place = (seat - state.starter) % state.seats
    if state.sizes[seat] < cards_for(state.seats, state.top, place):
        return
    if place + 1 < state.seats:
        state.receiver = (seat + 1) % state.seats
        return
    for other in range(state.seats):
        state.dealt[other] = state.hands[other]
    state.turn = state.starter
    state.stage = Stage.ASK


@kernel
def ask(state: NussknackerState, seat: int, other: int, value: int) -> None:
    """Put a question; its answer is now awaited (NUS-7, NUS-8)."""
    number = state.question_count
    state.questions[number, ASKER] = seat
    state.questions[number, ASKED] = other
    state.questions[number, VALUE] = value
    state.question_count = number + 1
    state.stage = Stage.ANSWER


@kernel
def slide(state: NussknackerState, count_column: int, cards_column: int, way: int) -> None:
    """Note cards that are slid over face down; their number is seen by all (NUS-15)."""
    number = state.question_count - 1
    state.questions[number, count_column] = WAY_SIZE[way]
    state.slid[number, cards_column] = WAY[way]


@kernel
def swap(state: NussknackerState) -> None:
    """Let both seats take up what they got, at the same time (NUS-14)."""
    question = last_question(state)
    gained = question.gift - question.gift_back
    more = question.given - question.returned
    state.hands[question.asker] += gained
    state.hands[question.asked] -= gained
    state.sizes[question.asker] += more
    state.sizes[question.asked] -= more


@kernel
def pass_turn(state: NussknackerState) -> None:
    """Give the turn to the left neighbour of the asker (NUS-16)."""
    state.turn = (state.turn + 1) % state.seats
    state.stage = Stage.ASK


@kernel
def guess(state: NussknackerState, seat: int, value: int) -> None:
    """Open the hidden card and pay; the deal ends, and perhaps the match (NUS-19 to NUS-22)."""
    for other in range(state.seats):
        if (other == seat) == (value == state.hidden):
            state.chips[other] += 1
    state.opened = state.hidden
    state.guesser = seat
    state.guessed = value
    if has_winner(state):
        state.turn = NOBODY
        state.stage = Stage.OVER
    else:
        begin_deal(state, (state.starter + 1) % state.seats)


@kernel
def has_winner(state: NussknackerState) -> bool:
    """Whether one seat alone has the most chips, and enough of them (NUS-21, NUS-22)."""
    most = 0
    sharing = 0
    for seat in range(state.seats):
        if state.chips[seat] > most:
            most = state.chips[seat]
            sharing = 1
        elif state.chips[seat] == most:
            sharing += 1
    return most >= state.goal and sharing == 1


@kernel
def scores(state: NussknackerState, out: Ints) -> None:
    """Write the chips (NUS-23)."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]


# --- secrets ---


@kernel
def observe(state: NussknackerState, seat: int) -> None:
    """Mask the hidden card, other hands, and cards slid that the seat has not seen (NUS-24).

    The hidden card of the last deal lies open when the match is over.
    """
    if state.stage != Stage.OVER:
        state.hidden = NOTHING
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = NOTHING
            state.dealt[other] = NOTHING
    for number in range(state.question_count):
        question = question_at(state, number)
        settled = is_settled(question)
        gave = question.asked == seat
        asked = question.asker == seat
        if question.given > 0 and not gave and not (asked and settled):
            state.slid[number, GIFT] = UNKNOWN
        if settled and not gave and not asked:
            state.slid[number, GIFT_BACK] = UNKNOWN


def observed_action(state: NussknackerState, seat: int, action: int, observer: int) -> int:
    """Return what an observer sees happen: cards only where they are dealt to or taken up.

    The asker's cards are taken up at once, so that the asked seat sees them (NUS-14, NUS-15).
    """
    if seat == CHANCE:
        stage = state.stage
        openly = stage == Stage.START or (stage == Stage.DEAL and state.receiver == observer)
        return action if openly else HIDDEN
    if action < GIVE:
        return action
    taken_up = state.stage == Stage.RETURN and last_question(state).asked == observer
    return action if taken_up else HIDDEN
