"""What the seats have left, and how it can be aimed."""

from __future__ import annotations

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.dropit import layout
from tischlein.games.dropit.drops import drop_action
from tischlein.games.dropit.names import kind_phrase, kind_symbol
from tischlein.games.dropit.pieces import BOXES
from tischlein.games.dropit.shapes import ANGLE_STEP, STEPS, TURNS, X_STEP
from tischlein.games.dropit.state import KINDS, SHAPES, DropItState
from tischlein.presentation.scenes import Aim, AimTurn, Piece, Tray


def _seat_of_side(observation: Observation, side: int) -> int:
    """Return at whose seat a stock is shown: the viewer's, the mover's, or its first seat's."""
    state: DropItState = observation.state
    own = [seat for seat in range(observation.seats) if state.side[seat] == side]
    for seat in (observation.seat, state.mover):
        if seat in own:
            return seat
    return own[0]


def sides(observation: Observation) -> list[int]:
    """Return the stocks of the match: one for each seat, or for each team."""
    return sorted({observation.state.side[seat] for seat in range(observation.seats)})


def trays(observation: Observation) -> list[Tray]:
    """Return every stock with its jokers, at the seat where it is shown."""
    state: DropItState = observation.state
    shown = []
    for side in sides(observation):
        seat = _seat_of_side(observation, side)
        stock = [
            _stock_piece(side, kind, count)
            for kind, count in enumerate(state.stocks[side])
            if count
        ]
        if state.jokers[side]:
            stock.append(_joker(side, seat, state.jokers[side]))
        label = Phrase("stock", {"seat": seat_name(seat)})
        shown.append(Tray(f"stock:{side}", label, "hand", stock, seat))
    return shown


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
    """Return where each kind of piece in the mover's stock can be let go (DRO-18, DRO-19)."""
    stock = state.side[state.mover]
    x, y = layout.at(0.0, layout.HELD)
    floor = layout.at(0.0, 0.0)[1]
    return [
        Aim(
            piece=_stock_id(stock, kind),
            symbol=kind_symbol(kind),
            w=BOXES[kind % SHAPES],
            h=BOXES[kind % SHAPES],
            x=x,
            y=y,
            step=X_STEP,
            floor=floor,
            turns=_turns(kind),
            label=Phrase("aim", {"piece": kind_phrase(kind)}),
        )
        for kind in range(KINDS)
        if state.stocks[stock][kind]
    ]


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
