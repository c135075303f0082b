"""The race of Dash."""

from tests.tiny.dash.rules import starter
from tests.tiny.dash.state import GO, PASS, DashState
from tischlein.core.race import Pace


def pace(state: DashState, seat: int, action: int) -> Pace:
    """Claims race (DSH-2)."""
    if action == PASS:
        return Pace.AFTER_CLAIMS
    return Pace.FREE if action == GO else Pace.CLAIM


def tie_order(state: DashState) -> list[int]:
    """Clockwise from who started the round (DSH-2)."""
    first = starter(state)
    return [(first + step) % state.seats for step in range(state.seats)]
