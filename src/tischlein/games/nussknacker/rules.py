"""The rules of Nussknacker: the deal, questions and swaps, guesses, chips and the end."""

from __future__ import annotations

from tischlein.core.kernel import Rng, kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal, SeatName
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN
from tischlein.core.state import Ints
from tischlein.games.nussknacker.hands import (
    TOP,
    WAY,
    WAY_SIZE,
    WAYS,
    WAYS_FROM,
    cards_for,
    count_of,
    formable,
    forms,
    holds,
    one,
    whole_pack,
)
from tischlein.games.nussknacker.redealing import redeal_cards
from tischlein.games.nussknacker.state import (
    ASK,
    ASKED,
    ASKER,
    DEAL,
    DENIED,
    GIFT,
    GIFT_BACK,
    GIVE,
    GIVEN,
    GUESS,
    HIDE,
    NO,
    NOBODY,
    NOTHING,
    RETURNED,
    START,
    UNKNOWN,
    VALUE,
    NussknackerState,
    Stage,
)

__all__ = [
    "acting",
    "apply",
    "awaited",
    "chance",
    "hide",
    "legal",
    "observe",
    "occasion",
    "redeal",
    "scores",
    "setup",
    "why_not",
]

STARTING = int(Stage.START)
HIDING = int(Stage.HIDE)
DEALING = int(Stage.DEAL)
ASKING = int(Stage.ASK)
ANSWERING = int(Stage.ANSWER)
RETURNING = int(Stage.RETURN)
OVER = int(Stage.OVER)


def setup(state: NussknackerState, options: Options) -> None:
    """Choose the pack and leave the first start to the lot, or to seat A (NUS-2, NUS-5)."""
    state.top = 6 if options["cards"] == "12" else TOP
    state.goal = int(options["goal"])
    state.limit = int(options["limit"])
    state.starter = NOBODY
    state.turn = NOBODY
    state.guesser = NOBODY
    state.stage = STARTING
    if options["start"] == "first":
        begin_deal(state, 0)


# --- who acts, and what is possible ---


@kernel
def acting(state: NussknackerState) -> int:
    """Return all seats while a deal runs, for anybody may guess (NUS-3, NUS-17, NUS-21)."""
    if state.stage == OVER:
        return 0
    if state.stage < ASKING:
        return CHANCE_BIT
    return (1 << state.seats) - 1


@kernel
def expected(state: NussknackerState) -> int:
    """Return the seat that asks, answers or returns now, NOBODY if there is none (NUS-7)."""
    if state.stage == ANSWERING:
        return state.questions[state.question_count - 1, ASKED]  # type: ignore[no-any-return]
    if state.stage in (ASKING, RETURNING):
        return state.turn
    return NOBODY


@kernel
def awaited(state: NussknackerState) -> int:
    """Return the bit of the seat whose ordinary action the match waits for."""
    seat = expected(state)
    return acting(state) if seat == NOBODY else 1 << seat


def occasion(state: NussknackerState) -> int:
    """Return the deal: what was chosen in one that has ended meanwhile does not count (NUS-20)."""
    return int(state.deal_number)


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
    if state.stage == STARTING:
        for seat in range(state.seats):
            outcomes[count] = START + seat
            weights[count] = 1
            count += 1
        return count
    first = HIDE if state.stage == HIDING else DEAL + TOP * state.receiver
    cards = undealt(state)
    for value in range(1, state.top + 1):
        copies = count_of(cards, value)
        if copies > 0:
            outcomes[count] = first + value - 1
            weights[count] = copies
            count += 1
    return count


@kernel
def legal(state: NussknackerState, seat: int, out: Ints) -> int:
    """Write the questions, guesses and answers that a seat has now, in ascending order."""
    own_turn = seat == expected(state)
    count = 0
    if own_turn and state.stage == ASKING and state.question_count < state.limit:
        values = formable(state.hands[seat])
        for other in range(state.seats):
            if other != seat:
                for value in range(1, state.top + 1):
                    if values >> value & 1:
                        out[count] = ASK + TOP * other + value - 1
                        count += 1
    for value in range(1, state.top + 1):
        out[count] = GUESS + value - 1
        count += 1
    if own_turn and state.stage != ASKING:
        count = write_ways(state, seat, out, count)
    return count


@kernel
def write_ways(state: NussknackerState, seat: int, out: Ints, count: int) -> int:
    """Append the ways to form the value asked for, or else no; return the new count."""
    value = state.questions[state.question_count - 1, VALUE]
    guesses = count
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if holds(state.hands[seat], WAY[way]):
            out[count] = GIVE + way
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
        ask(state, seat, (action - ASK) // TOP, (action - ASK) % TOP + 1)
    elif action < NO:
        guess(state, seat, action - GUESS + 1)
    elif action == NO:
        state.questions[state.question_count - 1, GIVEN] = DENIED
        pass_turn(state)
    elif state.stage == ANSWERING:
        slide(state, GIVEN, GIFT, action - GIVE)
        state.stage = RETURNING
    else:
        slide(state, RETURNED, GIFT_BACK, action - GIVE)
        swap(state)
        pass_turn(state)


@kernel
def apply_chance(state: NussknackerState, outcome: int) -> None:
    """Name the start player, hide a card or deal one."""
    if state.stage == STARTING:
        begin_deal(state, outcome - START)
    elif state.stage == HIDING:
        state.hidden = outcome - HIDE + 1
        state.receiver = state.starter
        state.stage = DEALING
    else:
        deal(state, (outcome - DEAL) % TOP + 1)


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
    state.stage = HIDING


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
    state.stage = ASKING


@kernel
def ask(state: NussknackerState, seat: int, other: int, value: int) -> None:
    """Put a question; the answer is awaited now (NUS-7, NUS-8)."""
    number = state.question_count
    state.questions[number, ASKER] = seat
    state.questions[number, ASKED] = other
    state.questions[number, VALUE] = value
    state.question_count = number + 1
    state.stage = ANSWERING


@kernel
def slide(state: NussknackerState, count_column: int, cards_column: int, way: int) -> None:
    """Note cards that are slid over face down; their number is seen by all (NUS-15)."""
    number = state.question_count - 1
    state.questions[number, count_column] = WAY_SIZE[way]
    state.slid[number, cards_column] = WAY[way]


@kernel
def swap(state: NussknackerState) -> None:
    """Let both seats take up what they got, at the same time (NUS-14)."""
    number = state.question_count - 1
    asker, asked = state.questions[number, ASKER], state.questions[number, ASKED]
    gained = state.slid[number, GIFT] - state.slid[number, GIFT_BACK]
    more = state.questions[number, GIVEN] - state.questions[number, RETURNED]
    state.hands[asker] += gained
    state.hands[asked] -= gained
    state.sizes[asker] += more
    state.sizes[asked] -= more


@kernel
def pass_turn(state: NussknackerState) -> None:
    """Give the turn to the left neighbour of the asker (NUS-16)."""
    state.turn = (state.turn + 1) % state.seats
    state.stage = ASKING


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
        state.stage = OVER
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
    if state.stage != OVER:
        state.hidden = NOTHING
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = NOTHING
            state.dealt[other] = NOTHING
    for number in range(state.question_count):
        gave = state.questions[number, ASKED] == seat
        asked = state.questions[number, ASKER] == seat
        taken_up = state.questions[number, RETURNED] > 0
        if state.questions[number, GIVEN] > 0 and not gave and not (asked and taken_up):
            state.slid[number, GIFT] = UNKNOWN
        if taken_up and not gave and not asked:
            state.slid[number, GIFT_BACK] = UNKNOWN


@kernel
def redeal(state: NussknackerState, seat: int, rng: Rng) -> None:
    """Fill what is masked with cards that agree with everything the seat has seen (NUS-24)."""
    redeal_cards(state, seat, rng)


def hide(state: NussknackerState, seat: int, action: int, observer: int) -> int:
    """Return what an observer sees happen: cards only where they are dealt to or taken up.

    The asker's cards are taken up at once, so that the asked seat sees them (NUS-14, NUS-15).
    """
    if seat == CHANCE:
        if state.stage == STARTING:
            return action
        dealt_to_observer = state.stage == DEALING and state.receiver == observer
        return action if dealt_to_observer else HIDDEN
    if action < GIVE:
        return action
    asked = state.questions[state.question_count - 1, ASKED]
    return action if state.stage == RETURNING and asked == observer else HIDDEN


# --- refusals ---


def why_not(state: NussknackerState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    out_of_time = _why_no_action(state)
    if out_of_time is not None:
        return out_of_time
    if GUESS <= action < NO:
        return why_no_guess(state, action - GUESS + 1)
    if action < GUESS:
        return why_no_question(state, seat, (action - ASK) // TOP, (action - ASK) % TOP + 1)
    if action == NO:
        return why_no_denial(state, seat)
    return why_no_gift(state, seat, WAYS[action - GIVE])


def _why_no_action(state: NussknackerState) -> Refusal | None:
    if state.stage == OVER:
        return Refusal("NUS-21")
    if state.stage < ASKING:
        return Refusal("NUS-3")
    return None


def why_no_guess(state: NussknackerState, value: int) -> Refusal | None:
    """Return why a value, any number, cannot be guessed."""
    refusal = _why_no_action(state)
    if refusal is None and not 1 <= value <= state.top:
        refusal = Refusal("NUS-18", {"value": value, "top": int(state.top)})
    return refusal


def why_no_question(state: NussknackerState, seat: int, other: int, value: int) -> Refusal | None:
    """Return why a seat cannot ask another, perhaps one that is not there, for any number."""
    refusal = _why_no_action(state)
    if refusal is not None:
        return refusal
    if state.stage != ASKING:
        question = state.questions[state.question_count - 1]
        values = {"asker": SeatName(int(question[ASKER])), "asked": SeatName(int(question[ASKED]))}
        return Refusal("NUS-7", {**values}, message="NUS-7-pending")
    if seat != state.turn:
        return Refusal("NUS-7", {"seat": SeatName(int(state.turn))})
    if state.question_count >= state.limit:
        return Refusal("NUS-25", {"limit": int(state.limit)})
    if other == seat:
        return Refusal("NUS-8")
    if other >= state.seats:
        return Refusal("NUS-8", message="NUS-8-nobody")
    if not 1 <= value <= state.top:
        return Refusal("NUS-9", {"value": value, "top": int(state.top)})
    if not forms(int(state.hands[seat]), value):
        return Refusal("NUS-10", {"value": value})
    return None


def why_no_denial(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why a seat cannot say no."""
    refusal = _why_not_sliding(state, seat)
    if refusal is not None:
        return refusal
    value = int(state.questions[state.question_count - 1, VALUE])
    if state.stage == RETURNING:
        return Refusal("NUS-13", {"value": value})
    return Refusal("NUS-12", {"value": value}) if forms(int(state.hands[seat]), value) else None


def why_no_gift(state: NussknackerState, seat: int, values: tuple[int, ...]) -> Refusal | None:
    """Return why a seat cannot slide cards of these values, whatever they are, to its partner."""
    refusal = _why_not_sliding(state, seat)
    if refusal is not None:
        return refusal
    hand = int(state.hands[seat])
    value = int(state.questions[state.question_count - 1, VALUE])
    held = all(
        1 <= one_value <= TOP and values.count(one_value) <= count_of(hand, one_value)
        for one_value in values
    )
    if held and sum(values) == value:
        return None
    return Refusal("NUS-11" if state.stage == ANSWERING else "NUS-13", {"value": value})


def _why_not_sliding(state: NussknackerState, seat: int) -> Refusal | None:
    """Return why a seat has nothing to answer or to return now."""
    refusal = _why_no_action(state)
    if refusal is None and seat != expected(state):
        awaited_seat = SeatName(int(expected(state)))
        return Refusal("NUS-7", {"seat": awaited_seat}, message="NUS-7-not-asked")
    if refusal is None and state.stage == ASKING:
        return Refusal("NUS-7", message="NUS-7-ask")
    return refusal


def _why_no_outcome(state: NussknackerState, outcome: int) -> Refusal | None:
    """Return why chance cannot bring an outcome: the wrong moment, seat or card."""
    if state.stage == OVER:
        return Refusal("NUS-21")
    if outcome < HIDE:
        if state.deal_number > 1:
            return Refusal("NUS-6", {"seat": SeatName(int(state.starter))})
        if state.stage != STARTING:
            return Refusal("NUS-5")
        return None if outcome - START < state.seats else Refusal("NUS-5")
    if state.stage == STARTING:
        return Refusal("NUS-5")
    if outcome < DEAL:
        value = outcome - HIDE + 1
        if state.stage != HIDING:
            return Refusal("NUS-3", message="NUS-3-hidden")
    else:
        seat, place = divmod(outcome - DEAL, TOP)
        value = place + 1
        if state.stage == HIDING:
            return Refusal("NUS-3", message="NUS-3-hidden")
        if state.stage != DEALING or seat != state.receiver:
            return Refusal("NUS-4")
    if value > state.top or count_of(undealt(state), value) == 0:
        return Refusal("NUS-1", {"value": value})
    return None
