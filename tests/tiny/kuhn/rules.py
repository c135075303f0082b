"""The rules of Kuhn poker."""

from tests.tiny.kuhn.state import BET, CARDS, LONGEST_LINE, PASS, UNKNOWN, KuhnState
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN
from tischlein.core.state import Ints


@kernel
def acting(state: KuhnState) -> int:
    """Chance deals twice, then the seats take turns (KUH-1, KUH-2)."""
    if state.cards[1] == 0:
        return CHANCE_BIT
    if is_over(state):
        return 0
    return 1 << (state.made & 1)


@kernel
def is_over(state: KuhnState) -> bool:
    """Two alike end it, and so does any answer to a bet (KUH-3)."""
    if state.made < 2:
        return False
    return state.made == LONGEST_LINE or not (state.line[0] == PASS and state.line[1] == BET)


@kernel
def has_showdown(state: KuhnState) -> bool:
    """Whether nobody has folded at the end (KUH-4)."""
    last = state.made - 1
    return is_over(state) and state.line[last] == state.line[last - 1]


@kernel
def chance(state: KuhnState, outcomes: Ints, weights: Ints) -> int:
    """Any card that is left, numbered from 0 (KUH-1)."""
    count = 0
    for card in range(1, CARDS + 1):
        if card != state.cards[0]:
            outcomes[count] = card - 1
            weights[count] = 1
            count += 1
    return count


@kernel
def legal(state: KuhnState, seat: int, out: Ints) -> int:
    """Pass or bet (KUH-2)."""
    out[0] = PASS
    out[1] = BET
    return 2


@kernel
def apply(state: KuhnState, seat: int, action: int) -> None:
    """Deal a card, or note a pass or a bet."""
    if seat == CHANCE:
        state.cards[0 if state.cards[0] == 0 else 1] = action + 1
    else:
        state.line[state.made] = action
        state.made += 1


@kernel
def scores(state: KuhnState, out: Ints) -> None:
    """The winner gets the loser's chips: one, or two after a call (KUH-4)."""
    out[0] = 0
    out[1] = 0
    if not is_over(state):
        return
    if has_showdown(state):
        winner = 0 if state.cards[0] > state.cards[1] else 1
        stake = 1 + state.line[state.made - 1]
    else:
        winner = state.made & 1
        stake = 1
    out[winner] = stake
    out[1 - winner] = -stake


@kernel
def observe(state: KuhnState, seat: int) -> None:
    """Hide the other cards, unless they have been shown (KUH-1, KUH-4)."""
    if has_showdown(state):
        return
    for owner in range(2):
        if owner != seat and state.cards[owner] != 0:
            state.cards[owner] = UNKNOWN


@kernel
def determinize(state: KuhnState, seat: int, rng: Rng) -> None:
    """Deal the unknown cards from those that are left, all alike."""
    for owner in range(2):
        if state.cards[owner] == UNKNOWN:
            card = 1 + below(rng, CARDS)
            while card == state.cards[1 - owner]:
                card = 1 + below(rng, CARDS)
            state.cards[owner] = card


def observed_action(state: KuhnState, seat: int, action: int, observer: int) -> int:
    """Only its owner sees a card being dealt (KUH-1)."""
    if seat == CHANCE and observer != (0 if state.cards[0] == 0 else 1):
        return HIDDEN
    return action


def why_not(state: KuhnState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action."""
    if not acting(state) >> seat & 1:
        return Refusal("KUH-1" if seat == CHANCE else "KUH-2")
    if seat == CHANCE and action + 1 == state.cards[0]:
        return Refusal("KUH-1")
    return None
