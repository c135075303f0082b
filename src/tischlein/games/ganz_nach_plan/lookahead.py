"""Look-ahead: where a seat's choices lead, over deals of the cards that it cannot see.

In every deal all cards are open, and a tree of continuations is searched in which every seat mostly
takes what is best for itself. The budget is shared out evenly: a position gives each of its
branches an equal part, so narrow lines are followed further than wide ones. When the budget of a
branch is used up, sensible playouts finish it a few times. Near the end the tree reaches the end of
the match.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.bits import lowest
from tischlein.core.kernel import Rng, below, kernel, weighted
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints, Reals
from tischlein.games.ganz_nach_plan.actions import GIVE
from tischlein.games.ganz_nach_plan.determinization import determinize
from tischlein.games.ganz_nach_plan.rules import acting, apply, chance, legal
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    DIRECTIONS,
    FETCH,
    PASS_LEFT,
    PASS_RIGHT,
    SEATS,
    SHARE,
    SHIFT,
    GanzNachPlanState,
    Instruction,
)
from tischlein.games.ganz_nach_plan.table import neighbour

GREED = 8.0
"""How firmly seats choose what is best: a sure win counts exp(8) times as much as a sure loss, and
equally good choices count the same. Seats do not really know all cards, so they may err a little.
"""
PLAYED_OUT = 2
"""How often a position is played out where the budget ends."""
DEEPEST = 40
"""Choices and outcomes that are looked ahead at most."""

NOBODY = -1
LEFT, RIGHT = 0, 1
TRADE = int(Instruction.TRADE)
GIVE_ONE = int(Instruction.GIVE)
DRAW_ONE = int(Instruction.DRAW)
PLAIN_EXITS = (Instruction.SWAP, Instruction.GIVE, Instruction.FEED)
EXITS = sum(
    1 << plan
    for plan in range(CARDS)
    if plan == SHIFT or (plan < PASS_LEFT and Instruction(plan // DIRECTIONS) in PLAIN_EXITS)
)
"""The plans that leave the player of their last card without a card."""

_DTYPE = GanzNachPlanState.dtype
CHOOSER, COUNT, NEXT, NODE_COLUMNS = range(4)
"""Columns of the nodes on the path: the choosing seat, its number of choices, the next one."""
TOTAL, BUDGET, SHARE_COLUMNS = SEATS, SEATS + 1, SEATS + 2
"""Columns of the shares, after one for each seat: the sum of weights, and the work to spend."""


@kernel
def winner_by(state: GanzNachPlanState, seat: int, card: int) -> int:
    """Return the seat that wins at once if a seat plays a card, ``NOBODY`` if the match goes on.

    A seat with one card left to give is as good as out of cards (GNP-13).
    """
    left = state.count[seat] - 1
    plan = state.plans[card]
    if plan < PASS_LEFT:
        other = neighbour(state, seat, plan % DIRECTIONS)
        instruction = plan // DIRECTIONS
        if instruction == DRAW_ONE:
            return other if state.count[other] == 1 else NOBODY
        if instruction == GIVE_ONE:
            return seat if left <= 1 else NOBODY
        if instruction == TRADE:
            return other if left == 0 else NOBODY
        return seat if left == 0 else NOBODY
    if left > 0 or plan == FETCH:
        return NOBODY
    if plan == SHIFT:
        return seat
    other = neighbour(state, seat, RIGHT if plan == PASS_RIGHT else LEFT)
    if plan == SHARE:
        return other if state.count[other] == 1 else NOBODY
    return other


@kernel
def keep_sensible(state: GanzNachPlanState, seat: int, actions: Ints, count: int) -> int:
    """Keep only the winning card if there is one, otherwise all that hand the win to nobody else.

    Returns how many are kept, at the beginning of ``actions``: all legal ones if every card hands
    the win to somebody, or if a card is to be given.
    """
    if actions[0] >= GIVE:
        return count
    kept = 0
    for index in range(count):
        winner = winner_by(state, seat, actions[index])
        if winner == seat:
            actions[0] = actions[index]
            return 1
        if winner == NOBODY:
            actions[index], actions[kept] = actions[kept], actions[index]
            kept += 1
    return kept if kept > 0 else count


@kernel
def policy(state: GanzNachPlanState, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Return any sensible action; exits are rather kept."""
    count = keep_sensible(state, seat, actions, count)
    action: int = actions[below(rng, count)]
    if action >= GIVE and EXITS >> state.plans[action - GIVE] & 1:
        action = actions[below(rng, count)]
    return action


@kernel
def play_out(state: GanzNachPlanState, actions: Ints, weights: Ints, rng: Rng) -> int:
    """Play to the end as everybody's policy has it; return the winners' bits."""
    acts = acting(state)
    while acts:
        if acts == CHANCE_BIT:
            count = chance(state, actions, weights)
            apply(state, CHANCE, actions[weighted(rng, weights, count)])
        else:
            seat = lowest(acts)
            count = legal(state, seat, actions)
            apply(state, seat, policy(state, seat, actions, count, rng))
        acts = acting(state)
    winners: int = state.winners
    return winners


@kernel
def play_out_often(rows: Ints, depth: int, actions: Ints, weights: Ints, rng: Rng) -> Reals:
    """Return how often each seat wins from a position that is played out a few times."""
    victories = np.zeros(SEATS, np.float64)
    last = rows.shape[0] - 1
    for _ in range(PLAYED_OUT):
        rows[last] = rows[depth]
        winners = play_out(rows[last].view(_DTYPE)[0], actions[last], weights[last], rng)
        for seat in range(SEATS):
            victories[seat] += (winners >> seat & 1) / PLAYED_OUT
    return victories


@kernel
def enter(rows: Ints, depth: int, actions: Ints, weights: Ints, nodes: Ints, shares: Reals) -> bool:
    """List what may happen at a position on the way; whether it is looked at further."""
    state = rows[depth].view(_DTYPE)[0]
    acts = acting(state)
    if acts == 0 or shares[depth, BUDGET] < 1.0 or depth == DEEPEST:
        return False
    nodes[depth, NEXT] = 0
    shares[depth, : TOTAL + 1] = 0.0
    if acts == CHANCE_BIT:
        nodes[depth, CHOOSER] = CHANCE
        nodes[depth, COUNT] = chance(state, actions[depth], weights[depth])
    else:
        seat = lowest(acts)
        nodes[depth, CHOOSER] = seat
        count = legal(state, seat, actions[depth])
        nodes[depth, COUNT] = keep_sensible(state, seat, actions[depth], count)
    return True


@kernel
def add_branch(depth: int, victories: Reals, nodes: Ints, shares: Reals) -> None:
    """Add the value of a branch; chance draws uniformly, seats choose what is good for them."""
    chooser = nodes[depth, CHOOSER]
    weight = 1.0 if chooser == CHANCE else np.exp(GREED * victories[chooser])
    for seat in range(SEATS):
        shares[depth, seat] += weight * victories[seat]
    shares[depth, TOTAL] += weight


@kernel
def chances_ahead(
    rows: Ints, actions: Ints, weights: Ints, nodes: Ints, shares: Reals, rng: Rng
) -> Reals:
    """Return how likely each seat wins from the position in the first row.

    The rows below it, and the tables with a row for each, are room to work in.
    """
    depth = 0
    entering = True
    while True:
        if entering and not enter(rows, depth, actions, weights, nodes, shares):
            victories = play_out_often(rows, depth, actions, weights, rng)
        elif nodes[depth, NEXT] < nodes[depth, COUNT]:
            action = actions[depth, nodes[depth, NEXT]]
            nodes[depth, NEXT] += 1
            rows[depth + 1] = rows[depth]
            apply(rows[depth + 1].view(_DTYPE)[0], nodes[depth, CHOOSER], action)
            shares[depth + 1, BUDGET] = shares[depth, BUDGET] / nodes[depth, COUNT]
            depth += 1
            entering = True
            continue
        else:
            victories = shares[depth, :SEATS] / shares[depth, TOTAL]
        if depth == 0:
            return victories
        depth -= 1
        entering = False
        add_branch(depth, victories, nodes, shares)


@kernel
def sum_chances(
    observed: Ints, observer: int, deals: int, budget: float, choices: Ints, rng: Rng
) -> Reals:
    """Add up how likely a seat wins with each of its choices, over deals of the hidden cards.

    Parameters
    ----------
    observed
        The row of the seat's observation.
    budget
        Roughly how many positions are searched for each choice in each deal.
    """
    rows = np.empty((DEEPEST + 2, observed.size), np.int64)
    actions = np.empty((DEEPEST + 2, CARDS), np.int64)
    weights = np.empty((DEEPEST + 2, CARDS), np.int64)
    nodes = np.empty((DEEPEST + 2, NODE_COLUMNS), np.int64)
    shares = np.empty((DEEPEST + 2, SHARE_COLUMNS), np.float64)
    dealt = observed.copy()
    sums = np.zeros(len(choices))
    for _ in range(deals):
        dealt[:] = observed
        determinize(dealt.view(_DTYPE)[0], observer, rng)
        for index in range(len(choices)):
            rows[0] = dealt
            apply(rows[0].view(_DTYPE)[0], observer, choices[index])
            shares[0, BUDGET] = budget
            sums[index] += chances_ahead(rows, actions, weights, nodes, shares, rng)[observer]
    return sums
