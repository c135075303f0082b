"""Where everything of Schlauraff lies on the board, in board units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.names import faces
from tischlein.games.schlauraff.state import DICE, LAID_ROWS, SchlauraffState
from tischlein.games.schlauraff.targets import laid_target

PITCH = 10.0
"""Distance of neighbouring columns."""
ROW_PITCH = 10.0
CHIP = 9.0
LEFT = 3.0
"""Room for the numbers of the rows."""
HEAD = 3.6
"""Room for the letters of the columns."""
FOOT = HEAD + LAID_ROWS * ROW_PITCH
"""Where the columns end."""
SLOT = 15.0
"""Room at the right for the dice that lie on a chip of the rightmost column."""
LAID_DIE = 7.2
DIE_PITCHES = {4: 7.1, 6: 9.8, 8: 12.0}
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

    face: int
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


@dataclass(frozen=True, eq=False)
class Board:
    """The layout while one column is in play, one object for each column.

    A column of more than five rows continues in the room of the columns to its right, which have
    been played by then.
    """

    columns: int
    column: int
    """The column in play; behind the last one while chips are laid."""
    rows: int
    folds: int
    """How many columns' room the column in play takes."""
    width: float
    height: float
    die_pitch: float
    tray: tuple[float, float, float, float]
    """The box of the dice tray."""
    cup: tuple[float, float, float]
    """Its x, y and size."""
    slot: float
    """Where the dice beside the current chip begin, from the left."""
    spent_top: float
    """Where dice without a face lie, from above."""

    def laid_top(self, row: int, dice: int) -> float:
        """Return where the dice beside a row begin, from above, in lines of two."""
        height = LAID_DIE * ((dice + 1) // 2)
        middle = centre(self.column, row)[1]
        return round(min(max(middle - height / 2, HEAD), FOOT - height), 2)


def board_of(state: SchlauraffState) -> Board:
    """Return where everything lies in a position."""
    rows = state.rows
    return _board(state.columns, rules.column_in_play(state) if rows else state.columns, rows)


@cache
def _board(columns: int, column: int, rows: int) -> Board:
    folds = -(-rows // LAID_ROWS)
    width = LEFT + columns * PITCH + SLOT
    die_pitch = DIE_PITCHES[columns]
    tray = _tray(die_pitch)
    cup = _cup(width, tray)
    spent_top = round(DICE_TOP + die_pitch + 3.2, 2)
    return Board(
        columns=columns,
        column=column,
        rows=rows,
        folds=folds,
        width=width,
        height=round(max(spent_top + SMALL_DIE, cup[1] + cup[2]) + 0.8, 2),
        die_pitch=die_pitch,
        tray=tray,
        cup=cup,
        slot=LEFT + (column + folds) * PITCH + 0.9,
        spent_top=spent_top,
    )


def _tray(die_pitch: float) -> tuple[float, float, float, float]:
    width = DICE * die_pitch + 2 * RIM
    height = width * TRAY_SHAPE
    y = DICE_TOP + die_pitch / 2 - height / 2
    return LEFT - RIM, round(y, 2), round(width, 2), round(height, 2)


def _cup(width: float, tray: tuple[float, float, float, float]) -> tuple[float, float, float]:
    """Return x, y and size of the cup, right of the tray."""
    right = width - 0.4
    size = round(min(right - tray[0] - tray[2] - 0.6, 18.0), 2)
    return round(right - size, 2), DICE_TOP - RIM, size


@cache
def centre(column: int, row: int) -> tuple[float, float]:
    """Return the middle of a cell."""
    folds, row = divmod(row, LAID_ROWS)
    return LEFT + (column + folds + 0.5) * PITCH, round(HEAD + (row + 0.5) * ROW_PITCH, 2)


@lru_cache(maxsize=4096)
def free_dice(die_pitch: float, free: tuple[int, ...]) -> tuple[FreeDice, ...]:
    """Return where the free dice of each face lie in their row, given their number by face."""
    found = []
    laid = 0
    for face, count in enumerate(free, start=1):
        if count:
            found.append(FreeDice(face, round(LEFT + die_pitch * (laid + 0.5), 2), count))
            laid += count
    return tuple(found)


def laid_dice(board: Board, state: SchlauraffState) -> tuple[LaidDie, ...]:
    """Return the dice beside the current chip, or those of the chip above that may slide."""
    if any(state.offered):
        # Of equal dice it makes no difference which one moves: they lie in a stack.
        shown = tuple(face for face, count in enumerate(state.offered, start=1) if count)
        return _beside(board, state.current - 1, shown, tuple(filter(None, state.offered)))
    shown = tuple(faces(state.on))
    return _beside(board, state.current, shown, (1,) * len(shown))


@lru_cache(maxsize=4096)
def _beside(
    board: Board, row: int, shown: tuple[int, ...], stacks: tuple[int, ...]
) -> tuple[LaidDie, ...]:
    top = board.laid_top(row, len(shown))
    return tuple(
        LaidDie(
            laid_target(face, number - shown.index(face)),
            face,
            round(board.slot + LAID_DIE * (number % 2 + 0.5), 2),
            round(top + LAID_DIE * (number // 2 + 0.5), 2),
            stacked,
        )
        for number, (face, stacked) in enumerate(zip(shown, stacks, strict=True))
    )
