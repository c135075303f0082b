"""Setting the table: options of a match, who has which pieces, teams."""

from __future__ import annotations

from tischlein.core import seats as seat_letters
from tischlein.core.errors import OptionError
from tischlein.core.options import NO_TEAMS, Options
from tischlein.core.phrases import Phrase
from tischlein.games.dropit import turn_order
from tischlein.games.dropit.actions import FIXED_ORDER
from tischlein.games.dropit.state import (
    NOBODY,
    NONE,
    SET,
    SHAPES,
    DropItState,
    Edges,
    Phase,
    StockSharing,
)

_LETTERS = "rgyb"
_TRIO = 3
ALONE = (2, 3, 4)
"""Seat counts without teams (DRO-1)."""


def check_options(seats: int, options: Options) -> None:
    """Refuse more than four seats without teams (DRO-1), and a first seat that is not there."""
    if options["teams"] == NO_TEAMS and seats not in ALONE:
        raise OptionError(
            f"without teams two to four play, not {seats}",
            rule="DRO-1",
            phrase=Phrase("seats-without-teams"),
        )
    first = str(options["first"])
    if first != "lot" and seat_letters.number(first) >= seats:
        raise OptionError(
            f"there is no seat {first} that could begin",
            rule="DRO-14",
            phrase=Phrase("first-not-there", {"letter": first}),
        )


def setup(state: DropItState, options: Options) -> None:
    """Hand out pieces and jokers; lots that are wanted are still to fall."""
    seats = int(state.seats)
    teams = str(options["teams"])
    colours = [_LETTERS.index(letter) for letter in str(options["colours"])]
    state.edges = {"shape": Edges.SHAPE, "colour": Edges.COLOUR, "none": Edges.NONE}[
        str(options["edges"])
    ]
    state.hand = ("steady", "normal", "shaky").index(str(options["hand"]))
    state.kin = StockSharing.EACH if teams == NO_TEAMS else StockSharing.TEAMS
    for seat in range(seats):
        state.side[seat] = seat if teams == NO_TEAMS else int(teams[seat]) - 1
    in_pairs = state.kin == StockSharing.TEAMS or seats == 2
    for stock in range(2 if in_pairs else seats):
        for colour in colours[stock : 4 if in_pairs else stock + 1 : 2]:
            _give_set(state, stock, colour)
        if options["jokers"] == "yes":
            state.jokers[stock] = 4 if in_pairs else 2
    state.falling = NONE
    state.mover = NOBODY
    state.spare = NONE
    first = str(options["first"])
    state.first = NOBODY if first == "lot" else seat_letters.number(first)
    if seats == _TRIO and not in_pairs:
        state.spare = colours[-1]
        if options["split"] == "lot":
            state.phase = Phase.SPLIT
            return
        turn_order.share_spare(state, FIXED_ORDER)
    turn_order.find_first(state)


def _give_set(state: DropItState, stock: int, colour: int) -> None:
    """Put all nine pieces of a colour into a stock (DRO-8, DRO-11, DRO-12)."""
    for shape, pieces in enumerate(SET):
        state.stocks[stock, SHAPES * colour + shape] += pieces
