"""What holds in every position of Nussknacker, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Invariant
from tischlein.games.nussknacker.hands import COPIES, TOP, cards_for, count_of, values_of
from tischlein.games.nussknacker.questions import Question, questions_of
from tischlein.games.nussknacker.rules import has_winner
from tischlein.games.nussknacker.state import NussknackerState, Stage


def _dealt(state: NussknackerState) -> bool:
    return state.stage >= Stage.ASK


def cards_are_conserved(state: NussknackerState) -> bool:
    """Hands and the hidden card are the pack, or what of it has been dealt so far (NUS-1)."""
    for value in range(1, TOP + 1):
        out = sum(count_of(hand, value) for hand in state.hands) + (value == state.hidden)
        in_play = COPIES if value <= state.top else 0
        if out > in_play or (_dealt(state) and out != in_play):
            return False
    return True


def sizes_are_right(state: NussknackerState) -> bool:
    """The public number of cards of every hand is right, and no hand is empty (NUS-15)."""
    return all(
        len(values_of(state.hands[seat])) == state.sizes[seat]
        and not (_dealt(state) and state.sizes[seat] == 0)
        for seat in range(state.seats)
    )


def sums_stay(state: NussknackerState) -> bool:
    """Swaps are of equal sums, so that the sum of a hand is the one at the deal (NUS-13)."""
    return not _dealt(state) or all(
        sum(values_of(now)) == sum(values_of(then))
        for now, then in zip(state.hands, state.dealt, strict=True)
    )


def hands_have_a_past(state: NussknackerState) -> bool:
    """From the hands at the deal, the swaps of all questions lead to the hands now (NUS-11)."""
    if not _dealt(state):
        return True
    hands = list(state.dealt[: state.seats])
    for seat, hand in enumerate(hands):
        place = (seat - state.starter) % state.seats
        if len(values_of(hand)) != cards_for(state.seats, state.top, place):
            return False
    for question in questions_of(state):
        if not _has_fitting_cards(question):
            return False
        if question.returned > 0:
            hands[question.asker] += question.gift - question.gift_back
            hands[question.asked] -= question.gift - question.gift_back
    return tuple(hands) == state.hands[: state.seats]


def _has_fitting_cards(question: Question) -> bool:
    """Whether the cards slid are as many as everybody has seen, and sum to the value."""
    for count, cards in (
        (question.given, question.gift),
        (question.returned, question.gift_back),
    ):
        values = values_of(cards)
        if len(values) != max(count, 0) or (values and sum(values) != question.value):
            return False
    return True


def ends_with_a_single_leader(state: NussknackerState) -> bool:
    """The match is over exactly when one seat alone leads with enough chips (NUS-21, NUS-22)."""
    return has_winner(state) == (state.stage == Stage.OVER)


INVARIANTS = (
    Invariant("cards are conserved", cards_are_conserved),
    Invariant("sizes of hands are right", sizes_are_right),
    Invariant("sums of hands stay", sums_stay),
    Invariant("hands have a past", hands_have_a_past),
    Invariant("the match ends with a single leader", ends_with_a_single_leader),
)
