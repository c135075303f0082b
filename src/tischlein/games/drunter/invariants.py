"""What holds in every position of Drunter & Drüber; the conformance suite checks it."""

from __future__ import annotations

import numpy as np

from tischlein.core.game import Invariant
from tischlein.games.drunter.history import Attempt, attempts
from tischlein.games.drunter.placements import first_square, is_free
from tischlein.games.drunter.scoring import worth_of
from tischlein.games.drunter.secrecy import cards_held, cards_in_play
from tischlein.games.drunter.state import (
    BLANK,
    BRIDGE,
    FULL_SET,
    KIND_OF_LINE,
    NONE,
    REMOVED,
    SIZES,
    TILES,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.games.drunter.town import (
    BEYOND,
    CORNER,
    CORNERS,
    DIRECTIONS,
    LINES,
    PRINTED,
    SQUARES,
)

_VOTES_IN_ALL = 14
_MOST_REFUSALS = 4


def _stayed(state: DrunterState) -> list[Attempt]:
    return [one for one in attempts(state) if not one.refused]


def tiles_are_conserved(state: DrunterState) -> bool:
    """Tiles in stocks and on the board are those of the box, for every kind and size (DUD-8)."""
    counts = np.array(state.stock).sum(axis=0)
    for one in _stayed(state):
        counts[KIND_OF_LINE[one.line], one.size - 1] += 1
    if state.stage in (Stage.CARDS, Stage.TILES):
        return bool((counts <= TILES).all())
    return bool((counts == TILES).all())


def lines_lead_from_corner_to_gang(state: DrunterState) -> bool:
    """Tiles join straight on, or beyond a bridge, and nothing else covers squares (DUD-16)."""
    cells = [0] * SQUARES
    ends = CORNERS.tolist()
    for one in _stayed(state):
        square = int(BEYOND[ends[one.line], one.direction])
        if cells[square] & BRIDGE:
            square = int(BEYOND[square, one.direction])
        if square != one.squares[0]:
            return False
        for step, covered in enumerate(one.squares):
            if covered < 0 or cells[covered] or PRINTED[state.board, covered] == CORNER:
                return False
            cells[covered] = one.line + 1 + (BRIDGE if (one.size, step) == (SIZES, 1) else 0)
        ends[one.line] = one.squares[-1]
    return state.cells == tuple(cells) and all(
        gang in (REMOVED, end) for gang, end in zip(state.gangs, ends, strict=True)
    )


def a_gang_stands_as_long_as_a_single_fits(state: DrunterState) -> bool:
    """A gang that is left has a free square beside it, or beyond a bridge (DUD-30, DUD-31)."""
    return all(
        state.gangs[line] == REMOVED
        or any(
            is_free(state, first_square(state, line, direction)) for direction in range(DIRECTIONS)
        )
        for line in range(LINES)
    )


def vote_cards_only_leave(state: DrunterState) -> bool:
    """What is left of a set is what no decided vote has seen; the blank stays (DUD-46)."""
    used = [0] * state.seats
    refusals = [0] * state.seats
    for one in attempts(state):
        refusals[one.seat] += one.refused
        for seat in range(state.seats):
            ballot = one.ballots[seat] & ~(1 << BLANK)
            if used[seat] & ballot or one.voted != (one.ballots[seat] > 0):
                return False
            used[seat] |= ballot
    return sum(refusals) <= _MOST_REFUSALS * state.seats and all(
        state.cards[seat] == FULL_SET & ~used[seat]
        and worth_of(state.cards[seat]) + worth_of(used[seat]) == _VOTES_IN_ALL
        for seat in range(state.seats)
    )


def ballots_come_from_the_hand(state: DrunterState) -> bool:
    """Exactly those who have voted have laid cards, of those they hold (DUD-36)."""
    if state.stage not in (Stage.VOTE, Stage.JOKER):
        return not any(state.ballots) and not any(state.laid) and state.pending == NONE
    return state.voting != Voting.NO and all(
        (state.ballots[seat] > 0) == bool(state.voted >> seat & 1)
        and state.ballots[seat] & ~state.cards[seat] == 0
        and state.ballots[seat].bit_count() == state.laid[seat]
        for seat in range(state.seats)
    )


def goal_cards_are_different(state: DrunterState) -> bool:
    """Nobody shares a goal card, and a choice is one of the own two (DUD-5, DUD-54, DUD-55)."""
    seen = 0
    for seat in range(state.seats):
        hand = state.hands[seat]
        if seen & hand or hand >> cards_in_play(state):
            return False
        if hand.bit_count() != cards_held(state, seat):
            return False
        aimed = state.aims[seat] != NONE
        if aimed != bool(state.chosen >> seat & 1) or (aimed and not hand >> state.aims[seat] & 1):
            return False
        seen |= hand
    return True


INVARIANTS = (
    Invariant("tiles are conserved", tiles_are_conserved),
    Invariant("lines lead from corner to gang", lines_lead_from_corner_to_gang),
    Invariant("a gang stands as long as a single fits", a_gang_stands_as_long_as_a_single_fits),
    Invariant("vote cards only leave", vote_cards_only_leave),
    Invariant("ballots come from the hand", ballots_come_from_the_hand),
    Invariant("goal cards are different", goal_cards_are_different),
)
