"""Bauab in characters; A's chips are ``(5)``, B's ``[5]``."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.names import column_letter, kind_name
from tischlein.games.bauab.state import OPTION, BauabState, Plot

BRACKETS = ("()", "[]")
"""Around the chips of each seat."""
PARK = "♣"
BARRED = "#"


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the plan and the supplies in characters."""
    state: BauabState = observation.state
    scores = observation.scores()
    supplies = [_supply(state, seat, scores[seat]) for seat in range(2)]
    return "\n".join([*_plan(state), "", *supplies, f"{PARK} {state.parks}"])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs on the plan and in the supplies mean."""
    state: BauabState = observation.state
    signs = [(PARK, Phrase("park")), (kind_name(OPTION), Phrase("chip-name", {"kind": "x"}))]
    if state.barred:
        signs.append((BARRED, Phrase("sign-barred")))
    return signs


def _plan(state: BauabState) -> list[str]:
    width, height = max(state.column) + 1, max(state.line) + 1
    grid = [["   "] * width for _ in range(height)]
    for plot, (column, line) in enumerate(zip(state.column, state.line, strict=True)):
        grid[line][column] = _plot(state, plot)
    head = " ".join(f" {column_letter(column)} " for column in range(width))
    return ["    " + head, *(f"{n:>3} " + " ".join(row) for n, row in enumerate(grid, start=1))]


def _plot(state: BauabState, plot: int) -> str:
    content = state.plots[plot]
    chip = CHIPS[content]
    if chip:
        return kind_name(chip.kind).join(BRACKETS[chip.owner])
    if content == Plot.PARK:
        return f" {PARK} "
    return f" {BARRED} " if state.barred >> plot & 1 else " . "


def _supply(state: BauabState, seat: int, score: int) -> str:
    counts = enumerate(state.supply[seat])
    chips = " ".join(kind_name(kind) for kind, count in counts for _ in range(count))
    return f"{letter(seat)} {BRACKETS[seat]} {score:>3}   {chips}"
