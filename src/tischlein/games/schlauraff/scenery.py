"""What lies still on Schlauraff's board: cells and dice to pick, names, tray and pointer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.layout import (
    DICE_TOP,
    FOOT,
    HEAD,
    LEFT,
    PITCH,
    ROW_PITCH,
    SMALL_DIE,
    Board,
    centre,
    free_dice,
)
from tischlein.games.schlauraff.names import cell_name, chip_label, column_name
from tischlein.games.schlauraff.state import DICE, LAID_ROWS, TOP, Phase, SchlauraffState
from tischlein.games.schlauraff.targets import CUP, cell_target, faces_target
from tischlein.presentation.scenes import Lettering, Line, Picture, Place, Tone


def places(board: Board, state: SchlauraffState) -> list[Place]:
    """Return the cells of the column in play, the free dice by face, and the cup."""
    free = tuple(state.free)
    return [
        *(
            _cell(board.column, row, (pile & TOP) - 1)
            for row, pile in enumerate(state.pile[: board.rows])
        ),
        *_dice(board.die_pitch, free),
        _cup(board, sum(free)),
    ]


@cache
def _cell(column: int, row: int, colour: int) -> Place:
    """Return a cell of the column in play, by the colour of its chip on top, -1 for none."""
    x, y = centre(column, row)
    where = cell_name(column, row)
    return Place(
        id=cell_target(row),
        x=x - PITCH / 2,
        y=round(y - ROW_PITCH / 2, 2),
        w=PITCH,
        h=ROW_PITCH,
        label=Phrase("cell", {"cell": where}) if colour < 0 else chip_label(colour, where),
        symbol="plate",
    )


@lru_cache(maxsize=4096)
def _dice(pitch: float, free: tuple[int, ...]) -> tuple[Place, ...]:
    return tuple(
        Place(
            id=faces_target(face),
            x=round(first - pitch / 2, 2),
            y=DICE_TOP,
            w=round(pitch * count, 2),
            h=pitch,
            label=Phrase("dice-showing", {"face": face, "count": count}),
        )
        for face, first, count in free_dice(pitch, free)
    )


@lru_cache(maxsize=1024)
def _cup(board: Board, dice: int) -> Place:
    x, y, size = board.cup
    return Place(CUP, x, y, size, size, Phrase("cup", {"count": dice}), "dice-cup")


def lines(board: Board, state: SchlauraffState) -> list[Line]:
    """Return the frame of the column in play, in the colour of its seat."""
    if not board.rows:
        return []
    return [_frame(board, None if state.phase == Phase.OVER else rules.mover(state))]


@lru_cache(maxsize=1024)
def _frame(board: Board, seat: int | None) -> Line:
    corners = (
        f"M{LEFT + board.column * PITCH} {HEAD}"
        f"h{board.folds * PITCH}v{LAID_ROWS * ROW_PITCH}h{-board.folds * PITCH}Z"
    )
    return Line(corners, "line", width=3.0, seat=seat)


@lru_cache(maxsize=256)
def letterings(columns: int, in_play: int, folds: int) -> tuple[Lettering, ...]:
    """Return the names of columns and rows.

    Parameters
    ----------
    in_play, folds
        The column in play, and how many columns' room it takes.
    """
    return (
        *_column_letters(columns, in_play, folds),
        *_numbers_of_folds(in_play, folds),
        *_row_numbers(),
    )


def _column_letters(columns: int, in_play: int, folds: int) -> Iterator[Lettering]:
    for column in range(columns):
        if not in_play < column < in_play + folds:
            yield _column_letter(column, "ink" if column == in_play else "muted")


@cache
def _column_letter(column: int, tone: Tone) -> Lettering:
    return Lettering(column_name(column), LEFT + (column + 0.5) * PITCH, HEAD / 2, 3.0, tone)


def _numbers_of_folds(in_play: int, folds: int) -> Iterator[Lettering]:
    for fold in range(1, folds):
        rows = f"{LAID_ROWS * fold + 1}–{LAID_ROWS * (fold + 1)}"
        yield Lettering(rows, LEFT + (in_play + fold + 0.5) * PITCH, HEAD / 2, 2.9)


@cache
def _row_numbers() -> tuple[Lettering, ...]:
    return tuple(
        Lettering(str(row + 1), LEFT / 2, round(HEAD + (row + 0.5) * ROW_PITCH, 2), 3.0)
        for row in range(LAID_ROWS)
    )


def pictures(board: Board, state: SchlauraffState) -> list[Picture]:
    """Return the tray, the pointer of the seat whose column it is, and dice without a face."""
    tray = _dice_tray(board)
    if state.phase not in (Phase.ROLL, Phase.TURN):
        return [tray]
    used = sum(state.free) + sum(state.on) + sum(state.offered) + state.to_roll
    return [
        tray,
        _pointer(board.column, rules.mover(state)),
        *(_spent(LEFT + 4.6 * number, board.spent_top) for number in range(DICE - used)),
        *(
            _spent(board.cup[0] - 4.6 * (number + 1), board.spent_top)
            for number in range(state.to_roll)
        ),
    ]


@lru_cache(maxsize=1024)
def _dice_tray(board: Board) -> Picture:
    return Picture("dice-tray", *board.tray)


@cache
def _pointer(column: int, seat: int) -> Picture:
    x = LEFT + (column + 0.5) * PITCH
    return Picture("pointer", x - 1.6, FOOT + 0.1, 3.2, 2.0, seat=seat)


@cache
def _spent(x: float, y: float) -> Picture:
    """Return a die without a face: out for this turn, or in the cup."""
    return Picture("die-spent", round(x, 2), y, SMALL_DIE, SMALL_DIE)
