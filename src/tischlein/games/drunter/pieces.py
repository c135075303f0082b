"""The movable things in the town of Drunter & Drüber: tiles, gangs, and signs at ended lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from tischlein.core.phrases import Phrase
from tischlein.games.drunter.actions import direction_of, line_of, size_of
from tischlein.games.drunter.history import Attempt, attempt
from tischlein.games.drunter.names import LINE_WORDS, kind_of
from tischlein.games.drunter.placements import write_first_squares
from tischlein.games.drunter.scenery import SIDE, centre, place_id
from tischlein.games.drunter.state import NONE, REMOVED, DrunterState
from tischlein.games.drunter.town import CORNERS, DIRECTIONS, LINES, OUTSIDE, run
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Piece

TURNS = (270.0, 0.0, 90.0, 180.0)
"""How far a tile is turned to run north, east, south, west."""
GANG = 8.4


def tile_name(line: int, size: int) -> str:
    """Return the kind of a tile for a line, such as ``wall-3``; all of a kind are alike."""
    return f"{kind_of(line)}-{size}"


def gang_id(line: int) -> str:
    """Return the target that a line's gang is."""
    return f"gang:{LINE_WORDS[line]}"


Starts = tuple[tuple[int, ...], ...]
"""The first square of a tile by line and direction."""


@cached_by_view
def starts(state: DrunterState) -> Starts:
    """Return where tiles begin, ``OUTSIDE`` for lines that have ended."""
    found = np.full((LINES, DIRECTIONS), OUTSIDE, np.int64)
    write_first_squares(state, found)
    return tuple(map(tuple, found.tolist()))


def covered_by(begin: Starts, action: int) -> tuple[int, ...]:
    """Return the squares of a placement from the gang outwards, whatever lies there."""
    direction = direction_of(action)
    return run(begin[line_of(action)][direction], size_of(action), direction)


def pieces(state: DrunterState) -> list[Piece]:
    """Return all tiles, gangs and signs in the town."""
    pending = state.pending
    squares = () if pending == NONE else covered_by(starts(state), pending)
    return _pieces(tuple(state.log[: state.logged]), pending, squares, tuple(state.gangs))


@lru_cache(maxsize=1024)
def _pieces(
    entries: tuple[int, ...], pending: int, squares: tuple[int, ...], at: tuple[int, ...]
) -> list[Piece]:
    """Return the same by the history, the tile that is voted on, and where the gangs are."""
    log = list(map(attempt, entries))
    return [*_tiles(log, pending, squares), *_stops(log, at), *_gangs(at)]


def _tiles(log: Sequence[Attempt], pending: int, squares: tuple[int, ...]) -> list[Piece]:
    """Return the tiles that lie, and translucently the one that is voted on."""
    pieces = [
        _tile(number, one.line, one.size, one.direction, one.squares)
        for number, one in enumerate(log)
        if not one.refused
    ]
    if pending != NONE:
        line, size, direction = line_of(pending), size_of(pending), direction_of(pending)
        pieces.append(_tile(len(log), line, size, direction, squares, pending=True))
    return pieces


@lru_cache(maxsize=16384)
def _tile(
    number: int,
    line: int,
    size: int,
    direction: int,
    squares: tuple[int, ...],
    *,
    pending: bool = False,
) -> Piece:
    name = tile_name(line, size)
    (first_x, first_y), (last_x, last_y) = centre(squares[0]), centre(squares[-1])
    return Piece(
        id=f"tile:{number}",
        kind=name,
        symbol=name,
        label=Phrase("tile", {"kind": kind_of(line), "size": size}),
        x=(first_x + last_x) / 2,
        y=(first_y + last_y) / 2,
        w=SIDE * size,
        h=SIDE,
        turn=TURNS[direction],
        place=place_id(squares[-1]),
        faded=pending,
    )


def _gangs(at: Sequence[int]) -> list[Piece]:
    """Return the gangs that are still at work."""
    return [_gang(line, square) for line, square in enumerate(at) if square != REMOVED]


@cache
def _gang(line: int, square: int) -> Piece:
    x, y = centre(square)
    return Piece(
        id=gang_id(line),
        kind=f"gang-{LINE_WORDS[line]}",
        symbol=f"gang-{LINE_WORDS[line]}",
        label=Phrase("gang", {"line": LINE_WORDS[line]}),
        x=x,
        y=y,
        w=GANG,
        h=GANG,
        place=place_id(square),
        upright=True,
    )


def _stops(log: Sequence[Attempt], at: Sequence[int]) -> list[Piece]:
    """Return a sign where each line has ended."""
    ends: list[int] = CORNERS.tolist()
    for one in log:
        if not one.refused:
            ends[one.line] = one.squares[-1]
    return [_stop(line, end) for line, end in enumerate(ends) if at[line] == REMOVED]


@cache
def _stop(line: int, square: int) -> Piece:
    x, y = centre(square)
    name = LINE_WORDS[line]
    label = Phrase("ended", {"line": name})
    where = place_id(square)
    return Piece(f"stop:{name}", "stop", "stop", label, x, y, 6.0, 6.0, place=where, upright=True)
