"""What moves on Schlauraff's board and lies beside it: chips in piles, dice, chips taken."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.games.schlauraff.layout import (
    CHIP,
    DICE_TOP,
    LAID_DIE,
    Board,
    centre,
    free_dice,
    laid_dice,
)
from tischlein.games.schlauraff.names import cell_name, chip_label, chips_in
from tischlein.games.schlauraff.state import COLOURS, LETTERS, Phase, SchlauraffState
from tischlein.games.schlauraff.targets import (
    cell_target,
    chip_target,
    die_target,
    faces_target,
    tally_target,
)
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Piece, Tray

PEEK = 1.0
"""How far each lower chip of a pile peeps out."""
MOST_PEEK = 1.3
"""How far they do all together."""
SYMBOLS = ("chip-yellow", "chip-green", "chip-blue", "chip-red")
NUMERALS = ("1/11", "3", "5", "10")


def pieces(board: Board, state: SchlauraffState) -> list[Piece]:
    """Return chips of all columns, the lower ones of a pile first, and dice."""
    shown = [
        _laid_chip(column, row, chip - 1)
        for column, chips in enumerate(state.chips[: board.columns])
        if column != board.column
        for row, chip in enumerate(chips)
        if chip
    ]
    for row, pile in enumerate(state.pile[: board.rows]):
        shown += _pile(board.column, row, pile)
    shown += _free_dice(board.die_pitch, tuple(state.free))
    size = round(LAID_DIE * 0.94, 2)
    for die in laid_dice(board, state):
        shown.append(_die(die.target, die.face, die.x, die.y, size, count=die.stacked))
    return shown


@cache
def _laid_chip(column: int, row: int, colour: int) -> Piece:
    """Return a chip of a column that is not in play."""
    return _chip(column, row, 0, [colour])


@lru_cache(maxsize=4096)
def _pile(column: int, row: int, pile: int) -> tuple[Piece, ...]:
    """Return the chips that lie in a row of the column in play, and how many there are."""
    colours = chips_in(pile)
    place = cell_target(row)
    chips = [_chip(column, row, depth, colours, place) for depth in range(len(colours) - 1, -1, -1)]
    return (*chips, _tally(column, row, len(colours))) if len(colours) > 1 else tuple(chips)


def _tally(column: int, row: int, height: int) -> Piece:
    x, y = centre(column, row)
    return Piece(
        id=tally_target(row),
        kind="tally",
        symbol="tally",
        label=Phrase("pile-height", {"count": height}),
        x=round(x + 3.3, 2),
        y=round(y + 3.3, 2),
        w=5.6,
        h=5.6,
        text=str(height),
        place=cell_target(row),
    )


def _chip(column: int, row: int, depth: int, colours: list[int], place: str = "") -> Piece:
    """Return a chip of a pile that is given by its colours from the top."""
    x, y = centre(column, row)
    colour = colours[depth]
    peek = min(PEEK, MOST_PEEK / max(len(colours) - 1, 1))
    return Piece(
        id=chip_target(column, row, depth),
        kind=SYMBOLS[colour],
        symbol=SYMBOLS[colour],
        label=chip_label(colour, cell_name(column, row)),
        x=x,
        y=round(y + peek * depth, 2),
        w=CHIP,
        h=CHIP,
        text=NUMERALS[colour] if depth == 0 else "",
        place=place,
    )


@lru_cache(maxsize=4096)
def _free_dice(pitch: float, free: tuple[int, ...]) -> tuple[Piece, ...]:
    y, size = round(DICE_TOP + pitch / 2, 2), round(pitch - 1.0, 2)
    return tuple(
        _die(
            die_target(face, number),
            face,
            round(first + number * pitch, 2),
            y,
            size,
            faces_target(face),
        )
        for face, first, count in free_dice(pitch, free)
        for number in range(count)
    )


@lru_cache(maxsize=4096)
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


@cached_by_view
def trays(state: SchlauraffState) -> list[Tray]:
    """Return the chips that every seat has taken in this round, and the bag."""
    taken = [_taken(seat, counts) for seat, counts in enumerate(state.taken[: state.seats])]
    return [*taken, _bag((0,) * COLOURS if state.phase == Phase.OVER else tuple(state.bag))]


@lru_cache(maxsize=4096)
def _taken(seat: int, counts: tuple[int, ...]) -> Tray:
    name = f"taken:{seat}"
    label = Phrase("taken", {"seat": seat_name(seat)})
    return Tray(name, label, "captured", _stacks(name, counts), seat)


@lru_cache(maxsize=4096)
def _bag(counts: tuple[int, ...]) -> Tray:
    return Tray("bag", Phrase("bag"), "stock", _stacks("bag", counts))


def _stacks(name: str, counts: tuple[int, ...]) -> list[Piece]:
    return [_stack(name, colour, count) for colour, count in enumerate(counts) if count]


@lru_cache(maxsize=1024)
def _stack(name: str, colour: int, count: int) -> Piece:
    return Piece(
        id=f"{name}:{LETTERS[colour]}",
        kind=SYMBOLS[colour],
        symbol=SYMBOLS[colour],
        label=Phrase("chip", {"colour": LETTERS[colour]}),
        w=CHIP,
        h=CHIP,
        text=NUMERALS[colour],
        count=count,
    )
