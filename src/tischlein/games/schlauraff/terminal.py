"""Schlauraff in characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.names import column_name, faces, pile_letters
from tischlein.games.schlauraff.state import LAID_ROWS, LETTERS, SchlauraffState


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return columns, dice and points in characters; piles are written from the top down."""
    state: SchlauraffState = observation.state
    lines = [
        *_table(state),
        "",
        translate(Phrase("drawn-free", {"dice": _dice(state.free)})),
        translate(Phrase("drawn-laid", {"dice": _dice(state.on)})),
        *(
            f"{seats.letter(seat)} {state.points[seat]:>4}  {translate(_reds(state.reds[seat]))}"
            for seat in range(state.seats)
        ),
    ]
    return "\n".join(lines)


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the letters of chips mean."""
    del observation
    return [(sign, Phrase("chip", {"colour": sign})) for sign in LETTERS]


def _table(state: SchlauraffState) -> Iterator[str]:
    """Yield the columns with their letters and the numbers of the rows."""
    in_play = rules.column_in_play(state) if state.rows else state.columns
    columns = [
        [LETTERS[chip - 1] if chip else "." for chip in chips]
        for chips in state.chips[: state.columns]
    ]
    if state.rows:
        columns[in_play] = [pile_letters(pile) for pile in state.pile[: state.rows]]
    width = max([3, *(len(cell) for column in columns for cell in column)])
    heads = (
        f"[{column_name(column)}]" if column == in_play else f" {column_name(column)} "
        for column in range(state.columns)
    )
    yield "    " + " ".join(head.center(width) for head in heads)
    for row in range(max(LAID_ROWS, state.rows)):
        cells = (column[row] if row < len(column) else "" for column in columns)
        mark = ">" if row == state.current else " "
        yield f"{mark}{row + 1:>2} " + " ".join(cell.center(width) for cell in cells).rstrip()


def _reds(count: int) -> Phrase:
    return Phrase("fact-reds", {"count": count})


def _dice(counts: Iterable[int]) -> str:
    return " ".join(map(str, faces(counts))) or "-"
