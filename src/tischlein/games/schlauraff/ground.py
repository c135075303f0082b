"""What lies still on Schlauraff's board: cells and dice to pick, names, tray and pointer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.board import (
    DICE_TOP,
    FOOT,
    HEAD,
    LEFT,
    PITCH,
    ROW_PITCH,
    SMALL_DIE,
    Board,
)
from tischlein.games.schlauraff.dice import top_colour
from tischlein.games.schlauraff.names import cell_name, chip_label, column_name
from tischlein.games.schlauraff.state import DICE, LAID_ROWS, Phase
from tischlein.games.schlauraff.targets import CUP, cell_target, faces_target
from tischlein.presentation.scenes import Lettering, Line, Picture, Place, Tone


def places(board: Board) -> list[Place]:
    """Return the cells of the column in play, the free dice by face, and the cup."""
    return [*_cells(board), *_dice(board), _cup(board)]


def _cells(board: Board) -> Iterator[Place]:
    for row, pile in enumerate(board.piles):
        x, y = board.centre(board.column, row)
        where = cell_name(board.column, row)
        yield Place(
            id=cell_target(row),
            x=x - PITCH / 2,
            y=y - ROW_PITCH / 2,
            w=PITCH,
            h=ROW_PITCH,
            label=chip_label(top_colour(pile), where) if pile else Phrase("cell", {"cell": where}),
            symbol="plate",
        )


def _dice(board: Board) -> Iterator[Place]:
    pitch = board.die_pitch
    for face, (first, count) in board.free_dice().items():
        label = Phrase("dice-showing", {"face": face, "count": count})
        yield Place(faces_target(face), first - pitch / 2, DICE_TOP, pitch * count, pitch, label)


def _cup(board: Board) -> Place:
    x, y, size = board.cup
    label = Phrase("cup", {"count": sum(board.state.free)})
    return Place(CUP, x, y, size, size, label, "dice-cup")


def lines(board: Board) -> list[Line]:
    """Return the frame of the column in play, in the colour of its seat."""
    if not board.in_play:
        return []
    corners = (
        f"M{LEFT + board.column * PITCH} {HEAD}"
        f"h{board.folds * PITCH}v{LAID_ROWS * ROW_PITCH}h{-board.folds * PITCH}Z"
    )
    seat = None if board.state.phase == Phase.OVER else rules.mover(board.state)
    return [Line(corners, "line", width=3.0, seat=seat)]


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
            x = LEFT + (column + 0.5) * PITCH
            tone: Tone = "ink" if column == in_play else "muted"
            yield Lettering(column_name(column), x, HEAD / 2, 2.6, tone)


def _numbers_of_folds(in_play: int, folds: int) -> Iterator[Lettering]:
    for fold in range(1, folds):
        rows = f"{LAID_ROWS * fold + 1}–{LAID_ROWS * (fold + 1)}"
        yield Lettering(rows, LEFT + (in_play + fold + 0.5) * PITCH, HEAD / 2, 2.4)


def _row_numbers() -> Iterator[Lettering]:
    for row in range(LAID_ROWS):
        yield Lettering(str(row + 1), LEFT / 2, HEAD + (row + 0.5) * ROW_PITCH, 2.4)


def pictures(board: Board) -> list[Picture]:
    """Return the tray, the pointer of the seat whose column it is, and dice without a face."""
    shown = [Picture("dice-tray", *board.tray)]
    if board.state.phase in (Phase.ROLL, Phase.TURN):
        x = LEFT + (board.column + 0.5) * PITCH
        seat = rules.mover(board.state)
        shown.append(Picture("pointer", x - 1.6, FOOT + 0.1, 3.2, 2.0, seat=seat))
        shown += [
            Picture("die-spent", x, board.spent_top, SMALL_DIE, SMALL_DIE)
            for x in _dice_without_a_face(board)
        ]
    return shown


def _dice_without_a_face(board: Board) -> Iterator[float]:
    """Yield where dice lie that are out for this turn, and then those in the cup."""
    state = board.state
    used = sum(state.free) + sum(state.on) + sum(state.offered) + state.to_roll
    for number in range(DICE - used):
        yield LEFT + 4.6 * number
    for number in range(state.to_roll):
        yield board.cup[0] - 4.6 * (number + 1)
