"""What holds in every position of Schollenschubser, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.schollenschubser.squares import kind_of
from tischlein.games.schollenschubser.state import (
    CARDS,
    PAWNS,
    SQUARES,
    SchollenschubserState,
)


def cards_are_conserved(state: SchollenschubserState) -> bool:
    """Floes on the board and cards in stock are five of each kind (SCH-3)."""
    left = state.stock.tolist()
    for size in state.floe.tolist():
        if size:
            left[kind_of(size)] += 1
    return bool(left == [CARDS, CARDS])


def researchers_are_conserved(state: SchollenschubserState) -> bool:
    """Every seat has four researchers on floes, on the bank and on the ship (SCH-4)."""
    counts = state.pawns.sum(axis=0) + state.bank + state.saved
    return bool(counts[: state.seats].tolist() == [PAWNS] * state.seats)


def floes_carry_what_fits(state: SchollenschubserState) -> bool:
    """No floe is larger than the largest, none carries more than fit, nobody stands in water."""
    crowds = state.pawns.sum(axis=1).tolist()
    return all(
        crowd <= size <= state.largest
        for size, crowd in zip(state.floe.tolist(), crowds, strict=True)
    )


def floes_are_told_apart(state: SchollenschubserState) -> bool:
    """Every floe has a number that no other has, water has none."""
    numbers = [
        number
        for size, number in zip(state.floe.tolist(), state.floe_number.tolist(), strict=True)
        if size or number
    ]
    return all(numbers) and len(set(numbers)) == int((state.floe > 0).sum()) == len(numbers)


def only_movers_own_may_move(state: SchollenschubserState) -> bool:
    """Who may still move is among the mover's researchers on that square (SCH-30)."""
    own = state.pawns[:, state.mover].tolist()
    return all(state.unmoved[square] <= own[square] for square in range(SQUARES))


LAWS = (
    Law("cards are conserved", cards_are_conserved),
    Law("researchers are conserved", researchers_are_conserved),
    Law("floes carry what fits", floes_carry_what_fits),
    Law("floes are told apart", floes_are_told_apart),
    Law("only the mover's own may move", only_movers_own_may_move),
)
