"""Imagined matches: what an action is worth, tried on deals of the secrets and played to the end.

Goals are drawn by what play has told about them (``belief``). In imagined matches everybody looks
at a few placements and takes the best at a glance, and votes when own buildings are at stake.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel, next_word
from tischlein.core.state import Ints, Reals, Words
from tischlein.games.drunter.belief import draw_goals
from tischlein.games.drunter.laying import (
    covers_outhouse,
    direction_of,
    first_square,
    line_of,
    placements,
    size_of,
)
from tischlein.games.drunter.rules import acting, apply
from tischlein.games.drunter.scoring import points, ranking, scores
from tischlein.games.drunter.secrecy import cards_in_play, redeal_ballot
from tischlein.games.drunter.state import (
    AIM,
    BLANK,
    FOURS,
    GOAL_CARDS,
    JOKER,
    LOWEST,
    MOST_SEATS,
    NONE,
    ONES,
    PLACEMENTS,
    SAY_NO,
    SAY_YES,
    THREES,
    VOTE,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import BEYOND, BUILDINGS, PRINTED, VALUES
from tischlein.games.drunter.voting import YES_CARDS, size_of_set

_DTYPE = DrunterState.dtype
LAY_STAGE = int(Stage.LAY)
VOTE_STAGE = int(Stage.VOTE)
JOKER_STAGE = int(Stage.JOKER)
OVER = int(Stage.OVER)
TURN = int(Voting.TURN)

GLANCES = 3
"""Placements that somebody looks at in an imagined match."""
RIVALS = 0.2
"""What the loss of a point is worth that may be a rival's."""
OUTHOUSE = -0.4
"""What a placement loses for needing a vote."""
STAKE = 0.9
"""Points from which an imagined player votes at all, and doubled, with the best card."""
MARGIN = 0.3
"""How much the lead in points counts beside the victory, in imagined results."""


def _weights() -> Reals:
    """Return what each building is worth to each goal, less what it is to any rival."""
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
    best = 0
    most = -1
    for card in range(GOAL_CARDS):
        if state.hands[seat] >> card & 1:
            found = points(state, card)
            if found > most:
                best = card
                most = found
    return best


@kernel
def at_stake(state: DrunterState, action: int, goal: int) -> float:
    """Return what a goal wins at once if a placement stays; losses are negative."""
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
def glance(state: DrunterState, seat: int, goal: int, actions: Ints, rng: Rng) -> int:
    """Return the best at a glance of a few placements."""
    count = placements(state, seat, actions)
    chosen = actions[below(rng, count)]
    best = -100.0
    for _ in range(GLANCES):
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
def play_on(state: DrunterState, goals: Ints, rng: Rng) -> None:
    """Play a full position to the end; ``goals`` is what everybody plays for."""
    actions = np.empty(PLACEMENTS, np.int64)
    bits = acting(state)
    while bits:
        seat = 0
        while not bits >> seat & 1:
            seat += 1
        if state.stage == LAY_STAGE:
            apply(state, seat, glance(state, seat, goals[seat], actions, rng))
        elif state.stage == VOTE_STAGE:
            stake = at_stake(state, state.pending, goals[seat])
            apply(state, seat, VOTE + ballot_for(state.cards[seat], stake))
        elif state.stage == JOKER_STAGE:
            stake = at_stake(state, state.pending, goals[seat])
            apply(state, seat, SAY_YES if stake > 0.0 else SAY_NO)
        else:
            goals[seat] = goal_of(state, seat)
            apply(state, seat, AIM + goals[seat])
        bits = acting(state)


@kernel
def deal_secrets(
    state: DrunterState, seat: int, weights: Reals, total: float, rng: Rng, goals: Ints
) -> None:
    """Fill an observation's masks by belief: goals by weight, unopened ballots as they would be.

    Writes into ``goals`` what everybody plays for. ``weights`` are those of ``belief.weigh``.
    """
    cards = cards_in_play(state)
    draw_goals(weights, total, state.seats, cards, rng, goals)
    taken: int = state.hands[seat]
    for other in range(state.seats):
        if other != seat:
            taken |= 1 << goals[other]
    for other in range(state.seats):
        if other == seat:
            goals[seat] = goal_of(state, seat)
            continue
        state.hands[other] = 1 << goals[other]
        if state.goals == 2:
            second = below(rng, cards)
            while taken >> second & 1:
                second = below(rng, cards)
            taken |= 1 << second
            state.hands[other] |= 1 << second
            if state.chosen >> other & 1:
                state.aims[other] = goals[other]
        if state.stage == VOTE_STAGE and state.voted >> other & 1:
            likely = ballot_for(state.cards[other], at_stake(state, state.pending, goals[other]))
            if state.voting == TURN and state.laid[other] != size_of_set(likely):
                redeal_ballot(state, other, rng)
            else:
                state.ballots[other] = likely
                state.laid[other] = size_of_set(likely)


@kernel
def payoff(state: DrunterState, seat: int, buffer: Ints) -> float:
    """Return the worth of a finished match: a share of the victory, and a little for the lead."""
    scores(state, buffer)
    lead = 100.0
    for other in range(state.seats):
        if other != seat:
            lead = min(lead, float(buffer[seat] - buffer[other]))
    ranking(state, buffer)
    shared = 0
    for other in range(state.seats):
        shared += int(buffer[other] == 0)
    victory = 1.0 / shared if buffer[seat] == 0 else 0.0
    return victory + MARGIN * lead / 10.0


@kernel
def rate(
    observed: Words,
    seat: int,
    actions: Ints,
    matches: int,
    weights: Reals,
    total: float,
    rng: Rng,
    sums: Reals,
) -> None:
    """Add up the payoffs of imagined matches after each of a seat's actions.

    All actions are tried on the same deals, with the same lots afterwards.
    """
    imagined = observed.copy()
    deal = imagined.view(_DTYPE)[0]
    work = observed.copy()
    state = work.view(_DTYPE)[0]
    buffer = np.zeros(MOST_SEATS, np.int64)
    dealt = np.zeros(MOST_SEATS, np.int64)
    goals = np.zeros(MOST_SEATS, np.int64)
    lots = rng.copy()
    for _ in range(matches):
        imagined[:] = observed
        deal_secrets(deal, seat, weights, total, rng, dealt)
        next_word(rng)
        for index in range(len(actions)):
            work[:] = imagined
            goals[:] = dealt
            lots[:] = rng
            if actions[index] >= AIM:
                goals[seat] = actions[index] - AIM
            apply(state, seat, actions[index])
            play_on(state, goals, lots)
            sums[index] += payoff(state, seat, buffer)
