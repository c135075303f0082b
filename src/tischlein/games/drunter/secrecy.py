"""Who knows what: goal cards, unopened ballots and choices, masked and dealt again."""

from __future__ import annotations

import numpy as np

from tischlein.core.bits import count_bits
from tischlein.core.kernel import Rng, below, kernel, shuffle
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.drunter.actions import TILE
from tischlein.games.drunter.state import GOAL_CARDS, NONE, VOTE_CARDS, DrunterState, Stage, Voting
from tischlein.games.drunter.town import KINDS
from tischlein.games.drunter.voting import everybody


@kernel
def cards_in_play(state: DrunterState) -> int:
    """Return how many goal cards there are: the first six, or all in the variant (DUD-5, 54)."""
    return KINDS if state.goals == 1 else GOAL_CARDS


@kernel
def cards_held(state: DrunterState, seat: int) -> int:
    """Return how many goal cards a seat holds, which everybody knows."""
    if state.stage != Stage.CARDS or seat < state.turn:
        return state.goals
    return state.drawn if seat == state.turn else 0


@kernel
def observe(state: DrunterState, seat: int) -> None:
    """Mask the others' goal cards and choices until the end, and their unopened ballots.

    While votes are simultaneous, the number of cards is masked too (DUD-37, DUD-38).
    """
    if state.stage == Stage.OVER:
        return
    for other in range(state.seats):
        if other == seat:
            continue
        state.hands[other] = 0
        state.aims[other] = NONE
        if state.stage == Stage.VOTE:
            state.ballots[other] = 0
            if state.voting == Voting.SIMULTANEOUS:
                state.laid[other] = 0


@kernel
def determinize(state: DrunterState, seat: int, rng: Rng) -> None:
    """Fill the masks evenly with what they may hide.

    Goals come from the cards that the seat does not hold, a choice is one of two cards, a ballot
    is a set of the known size, or any set if the size is not known.
    """
    if state.stage == Stage.OVER:
        return
    pack = np.empty(GOAL_CARDS, np.int64)
    left = 0
    own = state.hands[seat] if seat < state.seats else 0
    for card in range(cards_in_play(state)):
        if not own >> card & 1:
            pack[left] = card
            left += 1
    shuffle(rng, pack, left)
    for other in range(state.seats):
        if other == seat:
            continue
        held = cards_held(state, other)
        for _ in range(held):
            left -= 1
            state.hands[other] |= 1 << pack[left]
        if state.chosen >> other & 1:
            state.aims[other] = pack[left + below(rng, held)]
        if state.stage == Stage.VOTE and state.voted >> other & 1:
            redeal_ballot(state, other, rng)


@kernel
def redeal_ballot(state: DrunterState, seat: int, rng: Rng) -> None:
    """Give a seat a vote of any cards that it may have laid."""
    held = np.empty(len(VOTE_CARDS), np.int64)
    count = 0
    for card in range(len(VOTE_CARDS)):
        if state.cards[seat] >> card & 1:
            held[count] = card
            count += 1
    chosen = 0
    if state.voting == Voting.SIMULTANEOUS:
        chosen = 1 + below(rng, (1 << count) - 1)
    else:
        shuffle(rng, held, count)
        chosen = (1 << state.laid[seat]) - 1
    for index in range(count):
        if chosen >> index & 1:
            state.ballots[seat] |= 1 << held[index]
    state.laid[seat] = count_bits(state.ballots[seat])


def observed_action(state: DrunterState, seat: int, action: int, observer: int) -> int:
    """Return a goal card only as its owner sees it, a choice and a vote as who made them.

    The last vote opens them all.
    """
    if seat == CHANCE:
        dealt = state.stage == Stage.CARDS and action < TILE
        return HIDDEN if dealt and observer != state.turn else action
    if observer == seat or state.stage not in (Stage.VOTE, Stage.AIM):
        return action
    opens = state.stage == Stage.VOTE and state.voted | 1 << seat == everybody(state)
    return action if opens else HIDDEN
