"""A secret that a seat rarely has: one match in ten deals it a token, whose colour it alone sees.

That it has got one everybody sees. Then each seat says red or blue, and who has said the colour of
its token scores one.
"""

from typing import Annotated

from tischlein.core.capabilities import Notation, Rules, Secrets
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN
from tischlein.core.state import Ints, Shape, State

SEATS = 8
NOTHING, RED, BLUE, UNKNOWN = 1, 2, 3, 4
"""What a seat has been dealt; the last is a token whose colour the observer does not know."""
WEIGHTS = 18, 1, 1


class TokensState(State):
    """One position; ``said`` is an action and one, and everything is 0 before it happens."""

    dealt: Annotated[Ints, Shape(SEATS)]
    said: Annotated[Ints, Shape(SEATS)]
    events: int


def acting(state: TokensState) -> int:
    """Chance deals to each seat, then each of them speaks."""
    if state.events < state.seats:
        return CHANCE_BIT
    return 1 << (state.events - state.seats) if state.events < 2 * state.seats else 0


def chance(state: TokensState, outcomes: Ints, weights: Ints) -> int:
    """Nothing, or a token of one of two colours."""
    outcomes[: len(WEIGHTS)] = range(len(WEIGHTS))
    weights[: len(WEIGHTS)] = WEIGHTS
    return len(WEIGHTS)


def legal(state: TokensState, seat: int, out: Ints) -> int:
    """Red or blue."""
    out[:2] = (0, 1)
    return 2


def apply(state: TokensState, seat: int, action: int) -> None:
    """Deal, or speak."""
    if seat == CHANCE:
        state.dealt[state.events] = NOTHING + action
    else:
        state.said[seat] = action + 1
    state.events += 1


def scores(state: TokensState, out: Ints) -> None:
    """One for the colour of one's own token."""
    for seat in range(state.seats):
        out[seat] = state.said[seat] != 0 and state.said[seat] + NOTHING == state.dealt[seat]


def observe(state: TokensState, seat: int) -> None:
    """Hide the colours of the others' tokens, until everybody has spoken."""
    for owner in range(state.seats):
        if owner != seat and state.dealt[owner] in (RED, BLUE) and acting(state):
            state.dealt[owner] = UNKNOWN


def determinize(state: TokensState, seat: int, rng: Rng) -> None:
    """One colour is as likely as the other."""
    for owner in range(state.seats):
        if state.dealt[owner] == UNKNOWN:
            state.dealt[owner] = RED + below(rng, 2)


def observed_action(state: TokensState, seat: int, action: int, observer: int) -> int:
    """Its owner alone sees the colour of a token that is dealt."""
    hidden = seat == CHANCE and action != 0 and observer != state.events
    return HIDDEN if hidden else action


TOKENS = Game(
    key="tokens",
    prefix="TOK",
    seats=(2, SEATS),
    state=TokensState,
    rules=Rules.of(globals()),
    secrets=Secrets.of(globals()),
    notation=Notation.of_names(("red", "blue"), ("nothing", "red-token", "blue-token")),
    actions=2,
    outcomes=len(WEIGHTS),
    most_legal=len(WEIGHTS),
    longest=2 * SEATS,
    score_bounds=(0, 1),
    turn_rule="TOK-1",
    compiled=False,
)
