"""Imagined matches: possible secrets, and a quick choice for every player.

Goals are drawn by what play has revealed about them (``belief``).
"""

from __future__ import annotations

import numpy as np

from tischlein.core.bits import count_bits, lowest
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.drunter.actions import (
    AIM,
    SAY_NO,
    SAY_YES,
    VOTE,
    direction_of,
    line_of,
    size_of,
)
from tischlein.games.drunter.beliefs import draw_goals
from tischlein.games.drunter.placements import covers_outhouse, first_square
from tischlein.games.drunter.scoring import points
from tischlein.games.drunter.secrecy import cards_in_play, redeal_ballot
from tischlein.games.drunter.state import (
    BLANK,
    FOURS,
    GOAL_CARDS,
    JOKER,
    LOWEST,
    MOST_SEATS,
    NONE,
    ONES,
    THREES,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import BEYOND, BUILDINGS, PRINTED, VALUES
from tischlein.games.drunter.voting import YES_CARDS

_DTYPE = DrunterState.dtype
CONSIDERED = 3
"""Placements that somebody looks at in an imagined match."""
RIVALS = 0.2
"""The value of the loss of a point that may be a rival's."""
OUTHOUSE = -0.4
"""What a placement loses for needing a vote."""
STAKE = 0.9
"""Points from which an imagined player votes at all, and doubled, with the best card."""


def _weights() -> Reals:
    """Return the value of each building to each goal, less its value to any rival."""
    weights = np.zeros((GOAL_CARDS, BUILDINGS))
    for building in range(BUILDINGS):
        kind, value = building // VALUES, building % VALUES + 1
        weights[kind, building] = value
        weights[THREES, building] = 3 * (value == 3)
        weights[FOURS, building] = 4 * (value == 4)
        # The lowest one counts: it is good to lose the others of a kind, but not the last.
        weights[LOWEST, building] = 3.0 if value == VALUES else -0.5
        weights[ONES, building] = 1.0
        weights[:, building] -= RIVALS * value
    return weights


WEIGHTS: Reals = _weights()


@kernel
def goal_of(state: DrunterState, seat: int) -> int:
    """Return the goal of a seat; of two between which it has yet to choose, the better one."""
    if state.aims[seat] != NONE:
        return int(state.aims[seat])
    held: int = state.hands[seat]
    best = lowest(held)
    if held == 1 << best:
        return best
    most = -1
    for card in range(GOAL_CARDS):
        if held >> card & 1:
            found = points(state, card)
            if found > most:
                best = card
                most = found
    return best


@kernel
def at_stake(state: DrunterState, action: int, goal: int) -> float:
    """Return a goal's immediate gain if a placement stays; losses are negative."""
    direction = direction_of(action)
    square = first_square(state, line_of(action), direction)
    worth = 0.0
    for _ in range(size_of(action)):
        printed = PRINTED[state.board, square]
        if printed >= 0:
            worth -= WEIGHTS[goal, printed]
        square = BEYOND[square, direction]
    return worth


@kernel
def quick_choice(state: DrunterState, goal: int, actions: Ints, count: int, rng: Rng) -> int:
    """Return the best at a glance of a few placements."""
    chosen = actions[below(rng, count)]
    best = -100.0
    for _ in range(CONSIDERED):
        action = actions[below(rng, count)]
        worth = at_stake(state, action, goal)
        if state.voting != Voting.NO and covers_outhouse(state, action):
            worth += OUTHOUSE
        if worth > best:
            best = worth
            chosen = action
    return int(chosen)


@kernel
def ballot_for(cards: int, stake: float) -> int:
    """Return the single card that suits a stake, of those left: small for a small one."""
    if abs(stake) < STAKE:
        return 1 << BLANK
    first = 0 if stake > 0.0 else YES_CARDS
    found = 1 << JOKER if cards >> JOKER & 1 else 1 << BLANK
    for card in range(YES_CARDS):
        if cards >> (first + card) & 1:
            found = 1 << (first + card)
            if abs(stake) < 2.0 * STAKE:
                break
    return found


@kernel
def policy(state: DrunterState, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Look at a few placements, and vote when own buildings are at stake."""
    goal = goal_of(state, seat)
    if state.stage == Stage.LAY:
        return quick_choice(state, goal, actions, count, rng)
    if state.stage == Stage.AIM:
        return AIM + goal
    stake = at_stake(state, state.pending, goal)
    if state.stage == Stage.VOTE:
        return VOTE + ballot_for(state.cards[seat], stake)
    return SAY_YES if stake > 0.0 else SAY_NO


@kernel
def deal_secrets(state: DrunterState, seat: int, weights: Reals, total: float, rng: Rng) -> None:
    """Fill an observation's masks by belief: goals by weight, unopened ballots as they would be.

    In the variant with two goals everybody is taken to have chosen; ``weights`` are those of
    ``beliefs.weigh``.
    """
    cards = cards_in_play(state)
    goals = np.empty(MOST_SEATS, np.int64)
    draw_goals(weights, total, state.seats, cards, rng, goals)
    taken: int = state.hands[seat]
    for other in range(state.seats):
        if other != seat:
            taken |= 1 << goals[other]
    for other in range(state.seats):
        if other == seat:
            continue
        state.hands[other] = 1 << goals[other]
        if state.goals == 2:
            second = below(rng, cards)
            while taken >> second & 1:
                second = below(rng, cards)
            taken |= 1 << second
            state.hands[other] |= 1 << second
            state.aims[other] = goals[other]
        if state.stage == Stage.VOTE and state.voted >> other & 1:
            likely = ballot_for(state.cards[other], at_stake(state, state.pending, goals[other]))
            if state.voting == Voting.TURN and state.laid[other] != count_bits(likely):
                redeal_ballot(state, other, rng)
            else:
                state.ballots[other] = likely
                state.laid[other] = count_bits(likely)


@kernel
def deal_worlds(
    observed: Ints, seat: int, weights: Reals, total: float, worlds: int, rng: Rng
) -> Ints:
    """Return full positions as they may be, by belief, as rows."""
    rows = np.empty((worlds, observed.size), np.int64)
    for world in range(worlds):
        rows[world] = observed
        deal_secrets(rows[world].view(_DTYPE)[0], seat, weights, total, rng)
    return rows
