"""Why an action is refused: the rule of Bauab that it breaks."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.bauab.actions import PARK_MOVE, PASS, PLACEMENTS
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.names import kind_name, plot_name
from tischlein.games.bauab.rules import plots_beside_equal, plots_for_chip
from tischlein.games.bauab.state import KINDS, BauabState
from tischlein.games.bauab.targets import chip_target, plot_target


def out_of_turn(state: BauabState, seat: int) -> Refusal | None:
    """Return why chance may do nothing before the end: the lot is drawn once (BAU-7)."""
    return Refusal("BAU-7") if seat == CHANCE and not state.over else None


def why_not(state: BauabState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids the mover an action, None if it is legal."""
    if seat == CHANCE:
        return None
    if action == PASS:
        may_place = any(plots_for_chip(state, seat, kind, state.barred) for kind in range(KINDS))
        return Refusal("BAU-33") if may_place else None
    kind, plot = PLACEMENTS[action]
    if kind == PARK_MOVE:
        return _why_no_park(state, plot)
    return _why_no_chip(state, seat, kind, plot)


def _why_no_chip(state: BauabState, seat: int, kind: int, plot: int) -> Refusal | None:
    if state.supply[seat][kind] == 0:
        return Refusal("BAU-10", {"kind": kind_name(kind)})
    name = plot_name(state, plot)
    if not state.free >> plot & 1:
        return Refusal("BAU-11", {"plot": name})
    if state.barred >> plot & 1:
        return Refusal("BAU-27", {"plot": name}, culprits=(plot_target(plot),))
    if plots_beside_equal(state, kind) >> plot & 1:
        equals = _equal_neighbours(state, kind, plot)
        return Refusal("BAU-12", {"kind": kind_name(kind), "plot": name}, culprits=equals)
    return None


def _equal_neighbours(state: BauabState, kind: int, plot: int) -> tuple[str, ...]:
    """Return the targets of a plot's neighbours that have a chip of a kind."""
    chips = ((other, CHIPS[state.plots[other]]) for other in members(state.around[plot]))
    return tuple(chip_target(other) for other, chip in chips if chip and chip.kind == kind)


def _why_no_park(state: BauabState, plot: int) -> Refusal | None:
    name = plot_name(state, plot)
    if not state.free >> plot & 1:
        return Refusal("BAU-11", {"plot": name})
    if not state.barred >> plot & 1:
        return Refusal("BAU-28", {"plot": name})
    return None if state.parks else Refusal("BAU-31")
