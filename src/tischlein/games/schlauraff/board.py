"""Where everything of Schlauraff lies on the board, in board units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.names import faces
from tischlein.games.schlauraff.state import DICE, LAID_ROWS, SchlauraffState
from tischlein.games.schlauraff.targets import laid_target

PITCH = 10.0
"""Distance of neighbouring columns."""
ROW_PITCH = 10.8
CHIP = 8.0
LEFT = 3.0
"""Room for the numbers of the rows."""
HEAD = 3.6
"""Room for the letters of the columns."""
FOOT = HEAD + LAID_ROWS * ROW_PITCH
"""Where the columns end."""
SLOT = 15.0
"""Room at the right for the dice that lie on a chip of the rightmost column."""
LAID_DIE = 6.4
DIE_PITCHES = {4: 8.6, 6: 9.8, 8: 12.0}
"""Distance of free dice by columns: a wide board is shown smaller and has room for larger dice."""
DICE_TOP = FOOT + 2.0
RIM = 0.7
"""Width of the dice tray's rim."""
TRAY_SHAPE = 10 / 53
"""Height of the dice tray by its width, as it is drawn."""
SMALL_DIE = 4.2
"""A die without a face."""


class FreeDice(NamedTuple):
    """The free dice that show one face."""

    first: float
    """The middle of the first of them, from the left."""
    dice: int


class LaidDie(NamedTuple):
    """A die beside a chip, or a stack of equal ones, and where its middle lies."""

    target: str
    face: int
    x: float
    y: float
    stacked: int


class Board:
    """Where everything lies in one position.

    A column of more than five rows goes on in the room of the columns to its right, which have
    been worked by then.
    """

    def __init__(self, state: SchlauraffState) -> None:
        self.state = state
        self.columns = state.columns
        self.width = LEFT + self.columns * PITCH + SLOT
        self.in_play = state.rows > 0
        self.column = rules.column_in_play(state) if self.in_play else self.columns
        self.rows = state.rows
        self.folds = -(-self.rows // LAID_ROWS)
        """How many columns' room the column in play takes."""
        self.piles = state.pile[: self.rows]
        self.die_pitch = DIE_PITCHES[self.columns]
        self.tray = self._tray()
        self.cup = self._cup()
        self.spent_top = DICE_TOP + self.die_pitch + 4.6
        self.height = max(self.spent_top + SMALL_DIE, self.cup[1] + self.cup[2]) + 0.8

    def _tray(self) -> tuple[float, float, float, float]:
        """Return the box of the dice tray."""
        width = DICE * self.die_pitch + 2 * RIM
        height = width * TRAY_SHAPE
        return LEFT - RIM, DICE_TOP + self.die_pitch / 2 - height / 2, width, height

    def _cup(self) -> tuple[float, float, float]:
        """Return x, y and size of the cup: right of the tray, or below where that is too narrow."""
        right = self.width - 1.0
        room = right - self.tray[0] - self.tray[2] - 0.8
        if room < 12.0:
            return right - 12.6, DICE_TOP + self.die_pitch + 0.6, 12.6
        size = min(room, 18.0)
        return right - size, DICE_TOP - RIM, size

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        folds, row = divmod(row, LAID_ROWS)
        return LEFT + (column + folds + 0.5) * PITCH, HEAD + (row + 0.5) * ROW_PITCH

    @property
    def slot(self) -> float:
        """Where the dice beside the current chip begin, from the left."""
        return LEFT + (self.column + self.folds) * PITCH + 0.9

    def free_dice(self) -> dict[int, FreeDice]:
        """Return where the free dice of each face lie in their row."""
        found = {}
        x = LEFT + self.die_pitch / 2
        for face, count in enumerate(self.state.free, start=1):
            if count:
                found[face] = FreeDice(x, count)
                x += count * self.die_pitch
        return found

    def laid_top(self, row: int, dice: int) -> float:
        """Return where the dice beside a row begin, from above, in lines of two."""
        height = LAID_DIE * ((dice + 1) // 2)
        middle = self.centre(self.column, row)[1]
        return min(max(middle - height / 2, HEAD), FOOT - height)

    def laid_dice(self) -> Iterator[LaidDie]:
        """Yield the dice beside the current chip, or those of the chip above that may slide."""
        state = self.state
        if any(state.offered):
            # Of equal dice it makes no difference which one moves: they lie in a stack.
            row, laid = state.current - 1, state.offered
            shown = sorted({*faces(laid)})
            stacks = [laid[face - 1] for face in shown]
        else:
            row, shown = state.current, faces(state.on)
            stacks = [1] * len(shown)
        top = self.laid_top(row, len(shown))
        for number, (face, stacked) in enumerate(zip(shown, stacks, strict=True)):
            x = self.slot + LAID_DIE * (number % 2 + 0.5)
            y = top + LAID_DIE * (number // 2 + 0.5)
            yield LaidDie(laid_target(face, number - shown.index(face)), face, x, y, stacked)
