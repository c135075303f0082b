"""What holds in every position of Nussknacker, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.nussknacker.hands import COPIES, TOP, cards_for, count_of, values_of
from tischlein.games.nussknacker.rules import has_winner
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
    Stage,
)


def _running(state: NussknackerState) -> bool:
    return int(state.stage) >= Stage.ASK


def cards_are_conserved(state: NussknackerState) -> bool:
    """Hands and the hidden card are the pack, or what of it has been dealt so far (NUS-1)."""
    hands = [int(state.hands[seat]) for seat in range(state.seats)]
    for value in range(1, TOP + 1):
        out = sum(int(count_of(hand, value)) for hand in hands) + (value == state.hidden)
        in_play = COPIES if value <= state.top else 0
        if out > in_play or (_running(state) and out != in_play):
            return False
    return True


def sizes_are_right(state: NussknackerState) -> bool:
    """The public number of cards of every hand is right, and no hand is empty (NUS-15)."""
    return all(
        len(values_of(int(state.hands[seat]))) == state.sizes[seat]
        and not (_running(state) and state.sizes[seat] == 0)
        for seat in range(state.seats)
    )


def sums_stay(state: NussknackerState) -> bool:
    """Swaps are of equal sums, so that the sum of a hand is the one at the deal (NUS-13)."""
    return not _running(state) or all(
        sum(values_of(int(state.hands[seat]))) == sum(values_of(int(state.dealt[seat])))
        for seat in range(state.seats)
    )


def hands_have_a_past(state: NussknackerState) -> bool:
    """From the hands at the deal, the swaps of all questions lead to the hands now (NUS-11)."""
    if not _running(state):
        return True
    hands = [int(state.dealt[seat]) for seat in range(state.seats)]
    for seat, hand in enumerate(hands):
        place = (seat - int(state.starter)) % int(state.seats)
        if len(values_of(hand)) != cards_for(int(state.seats), int(state.top), place):
            return False
    for number in range(state.question_count):
        question, slid = state.questions[number].tolist(), state.slid[number].tolist()
        for column, cards in ((GIVEN, GIFT), (RETURNED, GIFT_BACK)):
            count = max(question[column], 0)
            if count == 0 and slid[cards] == NOTHING:
                continue
            values = values_of(slid[cards])
            if len(values) != count or sum(values) != question[VALUE]:
                return False
        if question[RETURNED] > 0:
            hands[question[ASKER]] += slid[GIFT] - slid[GIFT_BACK]
            hands[question[ASKED]] -= slid[GIFT] - slid[GIFT_BACK]
    return bool(hands == state.hands[: state.seats].tolist())


def ends_with_a_single_leader(state: NussknackerState) -> bool:
    """The match is over exactly when one seat alone leads with enough chips (NUS-21, NUS-22)."""
    return bool(has_winner(state)) == (state.stage == Stage.OVER)


LAWS = (
    Law("cards are conserved", cards_are_conserved),
    Law("sizes of hands are right", sizes_are_right),
    Law("sums of hands stay", sums_stay),
    Law("hands have a past", hands_have_a_past),
    Law("the match ends with a single leader", ends_with_a_single_leader),
)
