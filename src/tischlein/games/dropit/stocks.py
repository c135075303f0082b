"""What the seats have left, and how it can be aimed."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.dropit import layout
from tischlein.games.dropit.actions import drop_action
from tischlein.games.dropit.names import kind_phrase, kind_symbol
from tischlein.games.dropit.pieces import BOXES
from tischlein.games.dropit.shapes import ANGLE_STEP, STEPS, TURNS, X_STEP
from tischlein.games.dropit.state import SHAPES, DropItState
from tischlein.presentation.scenes import Aim, AimTurn, Piece, Tray


def trays(observation: Observation) -> list[Tray]:
    """Return every stock with its jokers, at the seat where it is shown."""
    state: DropItState = observation.state
    stocks, jokers = state.stocks, state.jokers
    places = _places(tuple(state.side[: observation.seats]), observation.seat)
    return _trays(*((side, seat, stocks[side], jokers[side]) for side, seat in places))


@lru_cache(maxsize=1024)
def _places(seats: tuple[int, ...], viewer: int) -> list[tuple[int, int]]:
    """Return each stock, and at whose seat it is: the viewer's, or its first seat's all match long.

    Parameters
    ----------
    seats
        The stock with which each seat plays: its own, or that of its team.
    """
    shown = []
    for side in sorted({*seats}):
        own = [seat for seat, at in enumerate(seats) if at == side]
        shown.append((side, viewer if viewer in own else own[0]))
    return shown


@lru_cache(maxsize=1024)
def _trays(*stocks: tuple[int, int, tuple[int, ...], int]) -> list[Tray]:
    """Return trays by side, seat, counts and jokers: the very same for all who see them so."""
    return [_tray(*stock) for stock in stocks]


@lru_cache(maxsize=4096)
def _tray(side: int, seat: int, counts: tuple[int, ...], jokers: int) -> Tray:
    stock = [_stock_piece(side, kind, count) for kind, count in enumerate(counts) if count]
    if jokers:
        stock.append(_joker(side, seat, jokers))
    return Tray(f"stock:{side}", Phrase("stock", {"seat": seat_name(seat)}), "hand", stock, seat)


@cache
def _stock_piece(side: int, kind: int, count: int) -> Piece:
    size = BOXES[kind % SHAPES]
    return Piece(
        id=_stock_id(side, kind),
        kind=kind_symbol(kind),
        symbol=kind_symbol(kind),
        label=kind_phrase(kind),
        w=size,
        h=size,
        count=count,
    )


def _stock_id(side: int, kind: int) -> str:
    return f"stock:{side}:{kind_symbol(kind)}"


def _joker(side: int, seat: int, count: int) -> Piece:
    return Piece(
        f"joker:{side}",
        "joker",
        "joker",
        Phrase("joker-chip", {"seat": seat_name(seat)}),
        w=40.0,
        h=40.0,
        seat=seat,
        count=count,
    )


def aims(state: DropItState) -> list[Aim]:
    """Return where each kind of piece in the mover's stock can be dropped (DRO-18, DRO-19)."""
    side = state.side[state.mover]
    return [_aim(side, kind) for kind, count in enumerate(state.stocks[side]) if count]


@cache
def _aim(side: int, kind: int) -> Aim:
    x, y = layout.at(0.0, layout.HELD)
    return Aim(
        piece=_stock_id(side, kind),
        symbol=kind_symbol(kind),
        w=BOXES[kind % SHAPES],
        h=BOXES[kind % SHAPES],
        x=x,
        y=y,
        step=X_STEP,
        floor=layout.at(0.0, 0.0)[1],
        turns=_turns(kind),
        label=Phrase("aim", {"piece": kind_phrase(kind)}),
    )


def _turns(kind: int) -> tuple[AimTurn, ...]:
    """Return the angles of a kind clockwise, as the scene turns, with the drops that each has."""
    colour, shape = divmod(kind, SHAPES)
    turns = []
    for clockwise in range(TURNS[shape]):
        turn = -clockwise % TURNS[shape]
        first, last = STEPS[shape][turn]
        action = drop_action(colour, shape, turn, first)
        turns.append(AimTurn(float(clockwise * ANGLE_STEP), first, last, action))
    return tuple(turns)
