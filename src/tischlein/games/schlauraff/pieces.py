"""What moves on Schlauraff's board and lies beside it: chips in piles, dice, chips taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tischlein.core.phrases import Phrase, seat_name
from tischlein.games.schlauraff.board import CHIP, DICE_TOP, LAID_DIE, Board
from tischlein.games.schlauraff.names import cell_name, chip_label, chips_in
from tischlein.games.schlauraff.state import LETTERS, Phase, SchlauraffState
from tischlein.games.schlauraff.targets import (
    cell_target,
    chip_target,
    die_target,
    faces_target,
    tally_target,
)
from tischlein.presentation.scenes import Piece, Tray

PEEK = 1.0
"""How far each lower chip of a pile peeps out."""
MOST_PEEK = 1.6
"""How far they do all together."""
SYMBOLS = ("chip-yellow", "chip-green", "chip-blue", "chip-red")
NUMERALS = ("1/11", "3", "5", "10")


def pieces(board: Board) -> Iterator[Piece]:
    """Yield chips of all columns, the lower ones of a pile first, and dice."""
    for column in range(board.columns):
        if column != board.column:
            yield from _column(board, column)
    for row, pile in enumerate(board.piles):
        yield from _pile(board, row, chips_in(pile))
    yield from _free_dice(board)
    for die in board.laid_dice():
        yield _die(die.target, die.face, die.x, die.y, LAID_DIE * 0.94, count=die.stacked)


def _column(board: Board, column: int) -> Iterator[Piece]:
    """Yield the chips of a column that is not in play."""
    for row, chip in enumerate(board.state.chips[column]):
        if chip:
            yield _chip(board, column, row, 0, [chip - 1])


def _pile(board: Board, row: int, colours: list[int]) -> Iterator[Piece]:
    """Yield the chips that lie in a row of the column in play, and how many there are."""
    for depth in range(len(colours) - 1, -1, -1):
        yield _chip(board, board.column, row, depth, colours)
    if len(colours) > 1:
        x, y = board.centre(board.column, row)
        yield Piece(
            id=tally_target(row),
            kind="tally",
            symbol="tally",
            label=Phrase("pile-height", {"count": len(colours)}),
            x=x + 3.2,
            y=y + 3.4,
            w=4.0,
            h=4.0,
            text=str(len(colours)),
            place=cell_target(row),
        )


def _chip(board: Board, column: int, row: int, depth: int, colours: list[int]) -> Piece:
    """Return a chip of a pile that is given by its colours from the top."""
    x, y = board.centre(column, row)
    colour = colours[depth]
    peek = min(PEEK, MOST_PEEK / max(len(colours) - 1, 1))
    return Piece(
        id=chip_target(column, row, depth),
        kind=SYMBOLS[colour],
        symbol=SYMBOLS[colour],
        label=chip_label(colour, cell_name(column, row)),
        x=x,
        y=y + peek * depth,
        w=CHIP,
        h=CHIP,
        text=NUMERALS[colour] if depth == 0 else "",
        place=cell_target(row) if column == board.column else "",
    )


def _free_dice(board: Board) -> Iterator[Piece]:
    y = DICE_TOP + board.die_pitch / 2
    for face, (first, count) in board.free_dice().items():
        for number in range(count):
            x = first + number * board.die_pitch
            name, place = die_target(face, number), faces_target(face)
            yield _die(name, face, x, y, board.die_pitch - 1.0, place)


def _die(
    name: str, face: int, x: float, y: float, size: float, place: str = "", count: int = 1
) -> Piece:
    return Piece(
        id=name,
        kind=f"die-{face}",
        symbol=f"die-{face}",
        label=Phrase("die", {"face": face}),
        x=x,
        y=y,
        w=size,
        h=size,
        place=place,
        count=count,
    )


def trays(state: SchlauraffState) -> list[Tray]:
    """Return the chips that every seat has taken in this round, and the bag."""
    taken = [
        Tray(
            f"taken:{seat}",
            Phrase("taken", {"seat": seat_name(seat)}),
            "captured",
            _stacks(f"taken:{seat}", state.taken[seat]),
            seat,
        )
        for seat in range(state.seats)
    ]
    bag = [] if state.phase == Phase.OVER else _stacks("bag", state.bag)
    return [*taken, Tray("bag", Phrase("bag"), "stock", bag)]


def _stacks(name: str, counts: Iterable[int]) -> list[Piece]:
    return [
        Piece(
            id=f"{name}:{LETTERS[colour]}",
            kind=SYMBOLS[colour],
            symbol=SYMBOLS[colour],
            label=Phrase("chip", {"colour": LETTERS[colour]}),
            w=CHIP,
            h=CHIP,
            text=NUMERALS[colour],
            count=count,
        )
        for colour, count in enumerate(counts)
        if count
    ]
