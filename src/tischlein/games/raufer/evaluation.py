"""The value of a command: a quick estimate, and one from its next effects over many redeals."""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.raufer.determinization import determinize_hands
from tischlein.games.raufer.knowledge import beyond, unseen_by
from tischlein.games.raufer.rules import next_inside
from tischlein.games.raufer.state import DOWN, NOBODY, UP, RauferState

# The value of a command's outcomes to its commander, in hundredths of a victory. Fitted in
# tournaments: a rival who has to draw is a risk rather than a gain, as the next one may fail too;
# keeping high and low cards in hand made no player stronger.
WIN = 100.0
OUT = -60.0
"""Nobody obeys in phase 2, and other seats are left."""
TAKING = -20.0
"""Nobody obeys in phase 1: for each card that has to be taken."""
RIVAL_DRAWS = -15.0
RIVAL_OUT = 5.0
LAST_CARD = -5.0
"""Somebody obeys with his last card."""


@kernel
def first_obeyer(state: RauferState, seat: int, obeying: int) -> tuple[int, int]:
    """Return who obeys a command of a seat, ``NOBODY`` if none can, and how many fail before."""
    failed = 0
    other = next_inside(state, seat)
    while other != seat:
        if state.hands[other] & obeying:
            return other, failed
        failed += 1
        other = next_inside(state, other)
    return NOBODY, failed


@kernel
def command_value(state: RauferState, seat: int, card: int, direction: int) -> float:
    """Return a command's value to its commander in a full position, by its next effects."""
    obeyer, failed = first_obeyer(state, seat, beyond(card, direction))
    last = state.sizes[seat] == 1
    if obeyer == NOBODY:
        if state.phase == 1:
            return TAKING * failed
        if failed == 1:
            return -WIN if state.commander_out else WIN  # a duel
        return OUT
    if last:
        return WIN
    danger = LAST_CARD if state.sizes[obeyer] == 1 else 0.0
    return danger + failed * (RIVAL_DRAWS if state.phase == 1 else RIVAL_OUT)


@kernel
def evaluate_commands(
    observed: RauferState, seat: int, redeals: int, actions: Ints, values: Reals, rng: Rng
) -> None:
    """Add up the value of every laying action over redeals of the hidden hands.

    ``observed`` is a seat's observation to work on: its masked hands are filled again and again.
    """
    for _ in range(redeals):
        determinize_hands(observed, seat, rng)
        for index in range(len(actions)):
            values[index] += command_value(observed, seat, actions[index] // 2, actions[index] % 2)
        for other in range(observed.seats):
            if other != seat:
                observed.hands[other] = 0


@kernel
def policy(state: RauferState, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Return any card, sent where more unseen cards lie, never where there are none.

    Drawing and passing are always the only legal action.
    """
    unseen = unseen_by(state, seat)
    found = 0
    chosen = 0
    for index in range(0, count - 1, 2):
        card = actions[index] // 2
        up = count_bits(unseen & beyond(card, UP))
        down = count_bits(unseen & beyond(card, DOWN))
        if up + down > 0:
            found += 1
            if below(rng, found) == 0:
                chosen = index if up >= down else index + 1
    if found == 0:
        chosen = below(rng, count)
    action: int = actions[chosen]
    return action
