"""What can be picked in a scene of Schollenschubser, by name."""

from __future__ import annotations

from tischlein.games.schollenschubser.state import SchollenschubserState

BANK, SHIP = "bank", "ship"
DRIFT_BUTTON, MELT_BUTTON, SKIP_BUTTON, DONE_BUTTON = "drift", "melt", "skip", "done"


def square_target(square: int) -> str:
    """Return the name of a square."""
    return f"square:{square}"


def stock_target(size: int) -> str:
    """Return the name of the floes of a size in stock."""
    return f"stock:{size}"


def floe_target(state: SchollenschubserState, square: int) -> str:
    """Return the name of the floe on a square, which it keeps wherever it drifts."""
    return floe_named(state.floe_number[square])


def floe_named(number: int) -> str:
    """Return the name of the floe with a number."""
    return f"floe:{number}"


def fall_button(owner: int) -> str:
    """Return the name of the button that says whose researcher falls."""
    return f"fall:{owner}"


def afloat_target(state: SchollenschubserState, square: int, owner: int, number: int) -> str:
    """Return the name of a seat's researcher on a floe, which drifts along with the floe."""
    return aboard_named(floe_target(state, square), owner, number)


def aboard_named(floe: str, owner: int, number: int) -> str:
    """Return the same for a floe of this name."""
    return f"researcher:{owner}:{floe}:{number}"


def ashore_target(place: str, owner: int, number: int) -> str:
    """Return the name of a seat's researcher on the bank or the ship."""
    return f"researcher:{owner}:{place}:{number}"
