"""The house of Raufer as a picture: its floors, who laid what, the runner, and who has left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.games.raufer.state import CARDS, NO_CARD, UP, RauferState
from tischlein.presentation.scenes import Lettering, Picture, Place

FLOOR = 5.0
"""Height of a floor in board units."""
ROOF, STREET = 9.0, 8.0
LEFT, WIDTH = 12.0, 48.0
"""Left of the house is room for the brackets of what is known of hands."""
RIGHT = LEFT + WIDTH
BOARD_WIDTH = 100.0
BOARD_HEIGHT = ROOF + CARDS * FLOOR + STREET
SIDE = 86.0
"""The middle of the column beside the house, with pile and directions."""

MEMORY = "memory"
"""Layer: what everybody has seen and may have forgotten."""


def floor_y(card: int) -> float:
    """Return the middle of a card's floor."""
    return ROOF + (CARDS - card - 0.5) * FLOOR


def _floor(card: int) -> Picture:
    symbol = "floor-odd" if card % 2 == 0 else "floor-even"
    return Picture(symbol, LEFT, floor_y(card) - FLOOR / 2, WIDTH, FLOOR)


PLACES = [
    Place("up", SIDE - 11, 6.0, 22.0, 33.0, Phrase("place-up"), "order-up"),
    Place("down", SIDE - 11, 75.0, 22.0, 33.0, Phrase("place-down"), "order-down"),
    Place("stock", SIDE - 7.5, 51.5, 15.0, 21.0, Phrase("place-pile"), "pile-ground"),
]
HOUSE = [
    Picture("street", 0.0, BOARD_HEIGHT - STREET, BOARD_WIDTH, STREET),
    Picture("roof", LEFT - 2, 0.0, WIDTH + 4, ROOF),
    *map(_floor, range(CARDS)),
]
NUMBERS = [
    Lettering(str(card + 1), LEFT + 4.4, floor_y(card), 4.4, "ink", legible=True)
    for card in range(CARDS)
]


def sign(seat: int) -> str:
    """Return the symbol that stands for a seat."""
    return f"sign-{seats.letter(seat).lower()}"


def laid_cards(state: RauferState) -> list[tuple[int, int]]:
    """Return the laid cards in order, each with who laid it."""
    count = state.laid_count
    return list(zip(state.laid[:count], state.laid_by[:count], strict=True))


def pictures(state: RauferState, *, aided: bool) -> list[Picture]:
    """Return the house, the light over the pile, the order, laid floors, and who is out."""
    laid_floors = tuple(laid_cards(state)) if aided else ()
    order = state.last, state.direction, state.commander
    return _pictures(state.phase == 1, order, laid_floors, state.inside, state.seats)


@lru_cache(maxsize=4096)
def _pictures(
    safe: bool,
    order: tuple[int, int, int],
    laid_floors: tuple[tuple[int, int], ...],
    inside: int,
    seats: int,
) -> list[Picture]:
    """Return the same, the very list for all to whom it looks so.

    Parameters
    ----------
    safe
        Whether it is phase 1.
    order
        The card to beat, the direction and the commander.
    """
    out = [seat for seat in range(seats) if not inside >> seat & 1]
    return [
        *HOUSE,
        _lamp(safe),
        *_order(*order, out),
        *(_laid_floor(card, seat) for card, seat in laid_floors),
        *_leavers(out),
    ]


@cache
def _lamp(on: bool) -> Picture:
    return Picture("lamp-on" if on else "lamp-off", SIDE - 5, 41.0, 10.0, 9.0)


def _order(last: int, direction: int, commander: int, out: Sequence[int]) -> list[Picture]:
    """Return the arrow of the command in force, and the runner who gave it."""
    if last == NO_CARD:
        return []
    arrow = _arrow(last, direction)
    # A commander whose own command has ended the match against him stands in the street (RAU-23).
    return [arrow] if commander in out else [arrow, _runner(last, commander)]


@cache
def _arrow(card: int, direction: int) -> Picture:
    symbol = "arrow-up" if direction == UP else "arrow-down"
    return Picture(symbol, LEFT + 20, floor_y(card) - 7, 10.0, 14.0)


@cache
def _runner(card: int, commander: int) -> Picture:
    return Picture("runner", LEFT + 9, floor_y(card) - 6.5, 8.0, 9.0, seat=commander)


@cache
def _laid_floor(card: int, seat: int) -> Picture:
    """Return, as an aid, the sign of who laid a card on its floor (RAU-25)."""
    return Picture(sign(seat), RIGHT - 4.5, floor_y(card) - 2, 4.0, 4.0, seat=seat, layer=MEMORY)


def _leavers(out: Sequence[int]) -> list[Picture]:
    """Return those who are out in the street, each with a sign."""
    pictures: list[Picture] = []
    for number, seat in enumerate(out):
        pictures += _leaver(number, seat)
    return pictures


@cache
def _leaver(number: int, seat: int) -> tuple[Picture, Picture]:
    x = round(RIGHT + 2 + 6.4 * number, 2)
    return (
        Picture("leaver", x, BOARD_HEIGHT - STREET - 0.5, 5.0, 7.0),
        Picture(sign(seat), round(x + 4.2, 2), BOARD_HEIGHT - 4.5, 3.0, 3.0, seat=seat),
    )
