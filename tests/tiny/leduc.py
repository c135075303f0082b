"""Leduc poker (Southey et al. 2005): two cards and one for all from six, two rounds of bets.

Suits say nothing, so cards are ranks of which there are two each. Worth -0.0856 to the first seat.
"""

from typing import Annotated

import tischlein.design as td

TEXTS = "game = Leduc poker\ntagline = Six cards.\nabout = Known values for tests.\n"
RULES = """# Leduc poker

- **LED-1** Each seat puts in a chip and gets one of six cards: two jacks, two queens, two kings.
- **LED-2** Seats fold, call or raise in turn, A first; who has put in as much may not fold. At
  most two raises in a round: by two chips in the first, by four in the second.
- **LED-3** After the first round a card is shown that counts for both.
- **LED-4** A pair with it wins, else the higher card; equals get back what they put in.
"""
FOLD, CALL, RAISE = range(3)
RANKS, UNKNOWN = 3, 4
LONGEST_ROUND = 4


class Leduc(td.State):
    cards: Annotated[td.Ints, td.Shape(2)]  # ranks from 1, 0 before they are dealt
    shown: int
    second: int  # 1 in the second round
    turn: int
    raises: int  # of this round
    acted: int  # actions of this round
    pot: Annotated[td.Ints, td.Shape(2)]  # chips in the pot
    folded: int  # the seat + 1
    over: int
    made: int
    line: Annotated[td.Ints, td.Shape(2 * LONGEST_ROUND)]  # all actions + 1, as both remember them


def setup(state: Leduc, options: td.Options) -> None:
    state.pot[0] = state.pot[1] = 1


@td.kernel
def acting(state: Leduc) -> int:
    if state.over:
        return 0
    if state.cards[1] == 0 or (state.second and state.shown == 0):
        return td.CHANCE_BIT
    return 1 << state.turn


@td.kernel
def chance(state: Leduc, outcomes: td.Ints, weights: td.Ints) -> int:
    count = 0
    for rank in range(1, RANKS + 1):
        left = 2 - (state.cards[0] == rank) - (state.cards[1] == rank)
        if left:
            outcomes[count] = rank - 1
            weights[count] = left
            count += 1
    return count


@td.kernel
def legal(state: Leduc, seat: int, out: td.Ints) -> int:
    count = 0
    if state.pot[seat] < state.pot[1 - seat]:
        out[count] = FOLD
        count += 1
    out[count] = CALL
    count += 1
    if state.raises < 2:
        out[count] = RAISE
        count += 1
    return count


@td.kernel
def apply(state: Leduc, seat: int, action: int) -> None:
    if seat == td.CHANCE:
        if state.cards[0] == 0:
            state.cards[0] = action + 1
        elif state.cards[1] == 0:
            state.cards[1] = action + 1
        else:
            state.shown = action + 1
        return
    state.line[state.made] = action + 1
    state.made += 1
    state.acted += 1
    state.turn = 1 - seat
    if action == FOLD:
        state.folded = seat + 1
        state.over = 1
        return
    state.pot[seat] = state.pot[1 - seat]
    if action == RAISE:
        state.pot[seat] += 4 if state.second else 2
        state.raises += 1
    elif state.acted > 1:
        state.over = state.second
        state.second = 1
        state.turn = 0
        state.raises = 0
        state.acted = 0


@td.kernel
def strength(state: Leduc, seat: int) -> int:
    pair: int = 10 if state.cards[seat] == state.shown else 0
    return int(state.cards[seat]) + pair


@td.kernel
def scores(state: Leduc, out: td.Ints) -> None:
    out[0] = out[1] = 0
    if not state.over:
        return
    lead = strength(state, 0) - strength(state, 1)
    if state.folded:
        lead = 2 * state.folded - 3
    if lead != 0:
        winner = 0 if lead > 0 else 1
        out[winner] = state.pot[1 - winner]
        out[1 - winner] = -state.pot[1 - winner]


@td.kernel
def observe(state: Leduc, seat: int) -> None:
    for owner in range(2):
        if owner != seat and state.cards[owner] != 0:
            state.cards[owner] = UNKNOWN


@td.kernel
def determinize(state: Leduc, seat: int, rng: td.Rng) -> None:
    for owner in range(2):
        while state.cards[owner] == UNKNOWN:
            rank = 1 + td.below(rng, RANKS)
            if (state.shown == rank) + (state.cards[1 - owner] == rank) < 2:
                state.cards[owner] = rank


def observed_action(state: Leduc, seat: int, action: int, observer: int) -> int:
    owner = 0 if state.cards[0] == 0 else 1
    return td.HIDDEN if seat == td.CHANCE and not state.second and observer != owner else action


GAME = td.Game(
    key="leduc", prefix="LED", seats=(2,), state=Leduc, rules=td.Rules.of(globals()),
    secrets=td.Secrets.of(globals()), utility="scores", outcomes=RANKS, score_bounds=(-13, 13),
    notation=td.Notation.of_names(
        ("fold", "call", "raise"), ("deal jack", "deal queen", "deal king")),
    actions=3, most_legal=3, longest=3 + 2 * LONGEST_ROUND, turn_rule="LED-2", over_rule="LED-4",
    presentation=td.Presentation(source=td.Inline({"en": TEXTS}, {"en": RULES})))  # fmt: skip
