"""Imagined matches: a seat's commands tried on redeals of the hidden hands, and played to the end.

In these matches every seat sends cards towards more unseen ones (the weak bot's choice). Playing
on like this judged commands better, in tournaments, than a search tree or greedier players.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, kernel, weighted
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints, Words
from tischlein.games.raufer.evaluation import towards_more_cards
from tischlein.games.raufer.rules import acting, apply, chance, legal, redeal
from tischlein.games.raufer.state import ACTIONS, RauferState

_DTYPE = RauferState.dtype


@kernel
def winner_of(state: RauferState, actions: Ints, weights: Ints, rng: Rng) -> int:
    """Play a full position to the end and return who has won."""
    acts = acting(state)
    while acts:
        if acts == CHANCE_BIT:
            count = chance(state, actions, weights)
            apply(state, CHANCE, actions[weighted(rng, weights, count)])
        else:
            seat: int = state.turn
            count = legal(state, seat, actions)
            apply(state, seat, towards_more_cards(state, seat, actions[:count], rng))
        acts = acting(state)
    winner: int = state.winner
    return winner


@kernel
def count_victories(
    observed: Words, redeals: int, actions: Ints, victories: Ints, rng: Rng
) -> None:
    """Add up how many imagined matches the acting seat wins after each of its legal actions.

    ``observed`` is the row of that seat's observation.
    """
    seat: int = observed.view(_DTYPE)[0].turn
    imagined = observed.copy()
    match = observed.copy()
    state = match.view(_DTYPE)[0]
    buffer = np.empty(ACTIONS, np.int64)
    weights = np.empty(ACTIONS, np.int64)
    for _ in range(redeals):
        imagined[:] = observed
        redeal(imagined.view(_DTYPE)[0], seat, rng)
        for index in range(len(actions)):
            match[:] = imagined
            apply(state, seat, actions[index])
            if winner_of(state, buffer, weights, rng) == seat:
                victories[index] += 1
