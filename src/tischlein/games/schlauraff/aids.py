"""Aids on Schlauraff's board: sums that take a chip, chances, and what each action promises."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tischlein.core.phrases import Phrase, Value
from tischlein.games.schlauraff.action_values import chance_to_take, mean_chips
from tischlein.games.schlauraff.actions import CARRY, CELLS, ROLL_AGAIN, carries
from tischlein.games.schlauraff.combinations import takings
from tischlein.games.schlauraff.layout import (
    DICE_TOP,
    LAID_DIE,
    Board,
    centre,
    free_dice,
    laid_dice,
)
from tischlein.games.schlauraff.names import cell_name, chip_label, faces
from tischlein.games.schlauraff.rules import column_in_play
from tischlein.games.schlauraff.state import (
    LAID_ROWS,
    NOT_BEGUN,
    ROWS,
    TOP,
    VALUES,
    Phase,
    SchlauraffState,
)
from tischlein.presentation.scenes import Description, Lettering, Tone

HINTS = "hints"
"""The layer of all aids."""
WIDEST_SUMS = 10
"""How many characters of sums fit above a chip; of two sums that do not, one is shown."""


class Hint(NamedTuple):
    """An aid as it is written on the board, and in words of its own."""

    lettering: Lettering
    description: Description


def hints(board: Board, state: SchlauraffState, legal: list[int]) -> Iterator[Hint]:
    """Yield sums and chances, and to the seat that decides what its actions promise.

    Parameters
    ----------
    legal
        The viewer's actions.
    """
    if state.phase == Phase.TURN:
        yield from _sums(board, state)
        yield from _lacking(board, state, legal)
    if legal:
        worths = dict(zip(legal, mean_chips(state, legal), strict=True))
        if state.current == NOT_BEGUN:
            yield from _at_rows(board, state, worths)
        else:
            yield from _at_dice(board, state, worths)


def _sums(board: Board, state: SchlauraffState) -> Iterator[Hint]:
    """Yield the sums of free dice that take a chip."""
    piles, free, total = state.pile, tuple(state.free), sum(faces(state.on))
    letter = column_in_play(state)
    for row in range(board.rows) if state.current == NOT_BEGUN else [state.current]:
        colour = (piles[row] & TOP) - 1
        yield _sum(board.column, row, colour, free, total, cell_name(letter, row))


@lru_cache(maxsize=4096)
def _sum(column: int, row: int, colour: int, free: tuple[int, ...], total: int, cell: str) -> Hint:
    x, y = centre(column, row)
    ways = ["+".join(map(str, way)) for way in takings(free, colour, total)]
    text = ", ".join(ways[:2])
    if len(text) > WIDEST_SUMS:
        text = ways[0]
    description = Phrase(
        "description-sums", {"chip": chip_label(colour, cell), "count": len(ways), "sums": text}
    )
    return _written(text or "–", x, y - 4.45, 1.8, description, "good" if ways else "muted")


def _lacking(board: Board, state: SchlauraffState, legal: list[int]) -> Iterator[Hint]:
    """Yield what the current chip lacks, and how likely the seat that decides can take it."""
    row, dice = state.current, sum(state.on)
    # While a die may slide down, the dice of the chip above lie in this room.
    if row == NOT_BEGUN or any(state.offered):
        return
    x = board.slot + LAID_DIE
    chance: dict[str, Value] = {}
    if legal:
        chance["percent"] = _percent(chance_to_take(state, legal))
    if dice:
        lacking = VALUES[(state.pile[row] & TOP) - 1] - sum(faces(state.on))
        words = Phrase("lacking-and-chance" if legal else "lacking", {"sum": lacking, **chance})
        yield _written(words, x, board.laid_top(row, dice) - 1.4, 2.0, words)
    elif legal:
        y = centre(board.column, row)[1]
        yield _written(Phrase("chance", chance), x, y, 2.2, Phrase("description-chance", chance))


def _at_rows(board: Board, state: SchlauraffState, worths: dict[int, float]) -> Iterator[Hint]:
    """Yield for every row what a turn takes that begins there with the best die.

    A column that continues to the right has room only beneath its chips, and no piles there.
    """
    best: dict[int, float] = {}
    for action, worth in worths.items():
        row = action % ROWS
        best[row] = max(best.get(row, 0.0), worth)
    for row, worth in best.items():
        x, y = centre(board.column, row)
        description = _promise("begin", worth, cell_name(column_in_play(state), row))
        if board.rows > LAID_ROWS:
            yield _written(_mean("mean", worth), x + 2.6, y + 4.2, 1.8, description)
        else:
            yield _written(_mean("mean-chips", worth), board.slot + LAID_DIE, y, 2.2, description)


def _at_dice(board: Board, state: SchlauraffState, worths: dict[int, float]) -> Iterator[Hint]:
    """Yield under free dice, at dice that may slide down and beside the cup what follows."""
    laid = {die.face: die for die in laid_dice(board, state)}
    top = min((die.y for die in laid.values()), default=0.0)
    free = {dice.face: dice for dice in free_dice(board.die_pitch, tuple(state.free))}
    for action, worth in worths.items():
        key = "mean"
        if action == ROLL_AGAIN:
            key = "mean-chips"
            x, y = _beneath_the_cup(board)
            description = _promise("again", worth)
        elif carries(action):
            die = laid[action - CARRY + 1]
            x, y = die.x, die.y + (-1.0 if die.y == top else 1.0) * (LAID_DIE / 2 + 1.4)
            description = _promise("slide", worth, die.face)
        else:
            face, first, count = free[action // CELLS + 1]
            x = first + (count - 1) * board.die_pitch / 2
            y = DICE_TOP + board.die_pitch + 1.9
            description = _promise("put", worth, face)
        yield _written(_mean(key, worth), x, y, 2.2, description)


def _beneath_the_cup(board: Board) -> tuple[float, float]:
    """Return the place of words about the cup: beneath it."""
    x, y, size = board.cup
    return x + size / 2, y + size + 1.6


def _written(
    text: str | Phrase, x: float, y: float, size: float, description: Phrase, tone: Tone = "ink"
) -> Hint:
    return Hint(
        Lettering(text, round(x, 2), round(y, 2), size, tone, HINTS),
        Description(description, HINTS),
    )


def _promise(action: str, worth: float, thing: int | str = "") -> Phrase:
    """Return in words what something promises that is done with a die or on a cell."""
    mean = _mean("mean-chips", worth)
    return Phrase("description-promise", {"action": action, "thing": thing, "mean": mean})


def _mean(key: str, worth: float) -> Phrase:
    """Return a mean number of chips in words, to one decimal."""
    whole, tenth = divmod(round(10 * worth), 10)
    return Phrase(key, {"whole": whole, "tenth": tenth})


def _percent(chance: float) -> int:
    """Return a chance in per cent; 0 and 100 are kept for what is impossible and certain."""
    if 0.0 < chance < 1.0 - 1e-9:
        return min(max(round(100 * chance), 1), 99)
    return round(100 * chance)
