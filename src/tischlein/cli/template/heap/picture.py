"""What players see of Heap: the stones in rows, and how many are about to be taken."""

from collections.abc import Callable

import tischlein.design as td
from tischlein.core.events import Event
from tischlein.presentation import derived
from tischlein.presentation.scenes import Button, Choice, Piece, Scene

from .state import HeapState

IN_A_ROW = 6
STONE = 0.8
"""Size of a stone; a board unit is the distance of neighbours."""


def scene(observation: td.Observation) -> Scene:
    """Return the heap and a button for every number of stones."""
    state: HeapState = observation.state
    legal = observation.legal(observation.seat)
    return Scene(
        width=float(IN_A_ROW),
        height=float(-(-state.whole // IN_A_ROW)),
        prompt=derived.prompt(observation),
        pieces=[_stone(number) for number in range(state.left)],
        buttons=[Button(f"take:{action}", _taking(action)) for action in legal],
        choices=[Choice(action, (f"take:{action}",)) for action in legal],
        panels=derived.panels(observation),
        awaited=derived.awaited(observation),
        result=derived.result(observation),
    )


def _stone(number: int) -> Piece:
    row, column = divmod(number, IN_A_ROW)
    return Piece(
        id=f"stone:{number}",
        kind="stone",
        symbol="stone",
        label=td.Phrase("stone"),
        x=column + 0.5,
        y=row + 0.5,
        w=STONE,
        h=STONE,
    )


def _taking(action: int) -> td.Phrase:
    return td.Phrase("button-take", {"count": action + 1})


def print_line(event: Event, before: td.Observation, after: td.Observation) -> list[td.Phrase]:
    """Return an event in words."""
    if event.seat == td.CHANCE:
        return [td.Phrase("say-lot", {"seat": td.seat_name(event.action)})]
    said = {"seat": td.seat_name(event.seat), "count": event.action + 1, "left": after.state.left}
    return [td.Phrase("say-take", said)]


def draw(observation: td.Observation, translate: Callable[[td.Phrase], str]) -> str:
    """Return the heap in characters, with words in the reader's language."""
    state: HeapState = observation.state
    return "o" * state.left or translate(td.Phrase("drawn-empty"))
