"""What holds in every position of Drop It, whatever was dropped."""

from __future__ import annotations

from tischlein.core.game import Invariant
from tischlein.games.dropit import geometry
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.state import COLOURS, KINDS, NONE, SET, DropItState, Phase, StockSharing


def pieces_are_conserved(state: DropItState) -> bool:
    """Stocks, shaft and the falling piece make up the 36 pieces of the box (DRO-3)."""
    if state.phase == Phase.SPLIT:
        return True
    counts = [sum(of_a_kind) for of_a_kind in zip(*state.stocks, strict=True)]
    for kind in state.kinds[: state.count]:
        counts[kind] += 1
    if state.falling != NONE:
        counts[state.falling] += 1
    return counts == [*SET] * COLOURS and len(counts) == KINDS


def drops_are_counted(state: DropItState) -> bool:
    """Every piece that lies or falls was dropped by its owner (DRO-16, DRO-22)."""
    drops = [0] * len(state.drops)
    for owner in state.owners[: state.count]:
        drops[owner] += 1
    if state.falling != NONE:
        drops[state.mover] += 1
    return drops == [*state.drops]


def teams_take_turns(state: DropItState) -> bool:
    """Teams, and the members of each, differ by at most one drop (DRO-45, DRO-46)."""
    seats = range(state.seats)
    drops = state.drops
    if state.kin == StockSharing.EACH:
        own = drops[: state.seats]
        return bool(max(own) - min(own) <= 1)
    teams = [[drops[seat] for seat in seats if state.side[seat] == team] for team in range(2)]
    return abs(sum(teams[0]) - sum(teams[1])) <= 1 and all(
        max(team) - min(team) <= 1 for team in teams
    )


def pieces_lie_apart(state: DropItState) -> bool:
    """No two pieces overlap by a millimetre, and none is as far beyond the walls (DRO-23)."""
    pieces = lying_pieces(state)
    return all(geometry.beyond(one.core, one.radius) < 1.0 for one in pieces) and all(
        one.gap(other, 0.0) > -1.0 for index, one in enumerate(pieces) for other in pieces[:index]
    )


INVARIANTS = (
    Invariant("pieces are conserved", pieces_are_conserved),
    Invariant("drops are counted", drops_are_counted),
    Invariant("teams and members take turns", teams_take_turns),
    Invariant("pieces lie apart", pieces_lie_apart),
)
