"""What holds in every position of Schollenschubser, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Invariant
from tischlein.games.schollenschubser.squares import kind_of
from tischlein.games.schollenschubser.state import (
    CARDS,
    PAWNS,
    SchollenschubserState,
)


def cards_are_conserved(state: SchollenschubserState) -> bool:
    """Floes on the board and cards in stock are five of each kind (SCH-3)."""
    left = list(state.stock)
    for size in state.floe:
        if size:
            left[kind_of(size)] += 1
    return left == [CARDS, CARDS]


def researchers_are_conserved(state: SchollenschubserState) -> bool:
    """Every seat has four researchers on floes, on the bank and on the ship (SCH-4)."""
    afloat = map(sum, zip(*state.pawns, strict=True))
    counts = list(map(sum, zip(afloat, state.bank, state.saved, strict=True)))
    return counts[: state.seats] == [PAWNS] * state.seats


def floes_carry_what_fits(state: SchollenschubserState) -> bool:
    """No floe is larger than the largest, none carries more than fit, nobody stands in water."""
    crowds = map(sum, state.pawns)
    return all(
        crowd <= size <= state.largest for size, crowd in zip(state.floe, crowds, strict=True)
    )


def floes_are_told_apart(state: SchollenschubserState) -> bool:
    """Every floe has a number that no other has, water has none."""
    numbers = [
        number for size, number in zip(state.floe, state.floe_number, strict=True) if size or number
    ]
    return all(numbers) and len(set(numbers)) == sum(map(bool, state.floe)) == len(numbers)


def only_movers_own_may_move(state: SchollenschubserState) -> bool:
    """Who may still move is among the mover's researchers on that square (SCH-30)."""
    own = [crowd[state.mover] for crowd in state.pawns]
    return all(left <= there for left, there in zip(state.unmoved, own, strict=True))


INVARIANTS = (
    Invariant("cards are conserved", cards_are_conserved),
    Invariant("researchers are conserved", researchers_are_conserved),
    Invariant("floes carry what fits", floes_carry_what_fits),
    Invariant("floes are told apart", floes_are_told_apart),
    Invariant("only the mover's own may move", only_movers_own_may_move),
)
