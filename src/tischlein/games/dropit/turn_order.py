"""Whose turn it is: lots, order within and between teams, the end."""

from __future__ import annotations

from tischlein.games.dropit.actions import ORDERS, PAIR_SHAPES
from tischlein.games.dropit.shapes import CIRCLE
from tischlein.games.dropit.state import NOBODY, SHAPES, DropItState, Phase, StockSharing


def share_spare(state: DropItState, order: int) -> None:
    """Give each of three seats a circle of the fourth colour and a pair (DRO-9, DRO-10)."""
    for seat, pair in enumerate(ORDERS[order]):
        for shape in (CIRCLE, *PAIR_SHAPES[pair]):
            state.stocks[seat, SHAPES * state.spare + shape] += 1


def find_first(state: DropItState) -> None:
    """Let the seat begin that was agreed on, or leave it to the lot (DRO-14)."""
    if state.first == NOBODY:
        state.phase = Phase.START
    else:
        begin(state, state.first)


def begin(state: DropItState, first: int) -> None:
    """Give the first drop to a seat, and each team the member that comes first (DRO-45)."""
    state.mover = first
    state.phase = Phase.DROP
    if state.kin == StockSharing.TEAMS:
        for steps in range(state.seats - 1, -1, -1):
            seat = (first + steps) % state.seats
            state.following[state.side[seat]] = seat


def hand_over(state: DropItState) -> None:
    """Give the turn to the next seat, or end the match (DRO-15, DRO-41, DRO-45, DRO-46)."""
    if not state.stocks.any():
        state.phase = Phase.OVER
        state.mover = NOBODY
        return
    state.phase = Phase.DROP
    mover, seats = int(state.mover), int(state.seats)
    after = (mover + 1) % seats
    if state.kin == StockSharing.TEAMS:
        side = state.side.tolist()
        team = side[mover]
        while side[after] != team:
            after = (after + 1) % seats
        state.following[team] = after
        after = state.following[1 - team]
    state.mover = after
