"""The race of Misd: reaction times decide between claims, and passes come after them."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.race import Pace, TimeLimit
from tischlein.games.misd import rules
from tischlein.games.misd.actions import PASS, TURN
from tischlein.games.misd.state import MisdState, Phase

COUNTDOWN = 1500
"""Milliseconds between ``turn`` and the question, the same for everybody: three, two, one."""


def countdown(state: MisdState) -> int | None:
    """Return the countdown before a question; all other outcomes of chance come at once."""
    return COUNTDOWN if state.phase in (Phase.CARD, Phase.SHAPE) else None


def occasion(state: MisdState) -> int:
    """Return the question: a claim that arrives after the next has opened is none to it."""
    return state.asked


def pace(state: MisdState, seat: int, action: int) -> Pace:
    """Return an action's sort key: claims by time, passes after them (MIS-15)."""
    if action == TURN:
        return Pace.FREE
    return Pace.AFTER_CLAIMS if action == PASS else Pace.CLAIM


def tie_order(state: MisdState) -> Sequence[int]:
    """Return the seats clockwise from the one that has turned: of equal times the first counts."""
    return [(state.turner + step) % state.seats for step in range(state.seats)]


def time_limit(state: MisdState) -> TimeLimit | None:
    """Return when everybody passes who still thinks about the open question (MIS-21)."""
    if state.phase != Phase.OPEN or not state.patience:
        return None
    return TimeLimit(state.patience, PASS)


def apply(state: MisdState, seat: int, action: int, milliseconds: int) -> None:
    """Carry out a claim or a pass and note its time, to be shown; no rule looks at it."""
    rules.apply(state, seat, action)
    state.taken[state.spoken - 1] = milliseconds
