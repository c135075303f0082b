"""Who may know what in Liar's dice: your own die, until all are shown."""

import tischlein.design as td

from .state import FACES, HIDDEN_DIE, LiarsDiceState


@td.kernel
def observe(state: LiarsDiceState, seat: int) -> None:
    """Mask the dice of others, until a bid is doubted and all are shown (LIA-1, LIA-3)."""
    if state.doubted:
        return
    for owner in range(2):
        if owner != seat and state.dice[owner]:
            state.dice[owner] = HIDDEN_DIE


@td.kernel
def determinize(state: LiarsDiceState, seat: int, rng: td.Rng) -> None:
    """Roll what is masked: any face, all alike, since a bid may always be a lie."""
    for owner in range(2):
        if state.dice[owner] == HIDDEN_DIE:
            state.dice[owner] = 1 + td.below(rng, FACES)


def observed_action(state: LiarsDiceState, seat: int, action: int, observer: int) -> int:
    """Return what others see of an event: bids and doubts, but not what a die shows."""
    roller = 0 if state.dice[0] == 0 else 1
    return td.HIDDEN if seat == td.CHANCE and observer != roller else action
