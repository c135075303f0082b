"""What players see of Connect Four: a grid with round stones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.connect_four.state import COLUMNS, LETTERS, ROWS, STRIDE, ConnectFourState
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.presentation.scenes import Choice, Panel, Piece, Place, Result, ResultRow, Scene

SYMBOLS = ("sign-a", "sign-b")


def scene(observation: Observation) -> Scene:
    """Return the board as a seat or a spectator sees it."""
    acting = observation.acting
    return Scene(
        width=float(COLUMNS),
        height=float(ROWS),
        prompt=Phrase("turn" if acting else "over"),
        places=[
            Place(
                f"column:{column}",
                float(column),
                0.0,
                1.0,
                float(ROWS),
                Phrase("column", {"name": LETTERS[column]}),
            )
            for column in range(COLUMNS)
        ],
        pieces=[
            Piece(
                f"stone:{cell}",
                f"stone-{seat}",
                SYMBOLS[seat],
                Phrase("stone"),
                x=column + 0.5,
                y=ROWS - row - 0.5,
                seat=seat,
                place=f"column:{column}",
            )
            for column in range(COLUMNS)
            for row in range(ROWS)
            for cell in (column * STRIDE + row,)
            for seat in (owner(observation.state, cell),)
            if seat is not None
        ],
        choices=[
            Choice(action, (f"column:{action}",)) for action in observation.legal(observation.seat)
        ],
        panels=[Panel(seat) for seat in range(2)],
        awaited=[*acting],
        result=None if acting else _result(observation),
    )


def _result(observation: Observation) -> Result:
    scores = observation.scores()
    return Result(observation.ranks(), scores, (ResultRow(Phrase("line"), scores),))


def owner(state: ConnectFourState, cell: int) -> int | None:
    """Return whose stone lies on a cell."""
    for seat in range(2):
        if state.stones[seat] >> cell & 1:
            return seat
    return None


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return the log's sentence for a drop."""
    return [Phrase("drops", {"seat": seat_name(event.seat), "column": LETTERS[event.action]})]


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the column that a click means."""
    for column in range(COLUMNS):
        if list(path) == [f"column:{column}"]:
            return column
    return None


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the board in characters."""
    signs = {None: ".", 0: "x", 1: "o"}
    lines = [
        " ".join(
            signs[owner(observation.state, column * STRIDE + row)] for column in range(COLUMNS)
        )
        for row in reversed(range(ROWS))
    ]
    return "\n".join([*lines, " ".join(LETTERS)])
