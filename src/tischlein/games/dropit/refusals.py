"""Why something is refused: out of turn, what is not in stock or does not fit, impossible lots."""

from __future__ import annotations

from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.seats import CHANCE
from tischlein.games.dropit.actions import (
    DECLINE,
    JOKER,
    Slip,
    Split,
    Start,
    drop_of,
    outcome_of,
)
from tischlein.games.dropit.names import kind_phrase
from tischlein.games.dropit.shapes import CIRCLE, STEPS, X_STEP
from tischlein.games.dropit.state import SHAPES, DropItState, Phase

_ANSWERS = (JOKER, DECLINE)


def out_of_turn(state: DropItState, seat: int) -> Refusal | None:
    """Return why nothing can happen now (DRO-15); chance is judged later, by outcome."""
    if state.phase == Phase.OVER:
        return Refusal("DRO-15", message="refused-over")
    if seat == CHANCE:
        return None
    if state.phase in (Phase.SPLIT, Phase.START):
        return Refusal("DRO-15", message="DRO-15-lot")
    if state.phase in (Phase.SLIP, Phase.REST):
        return Refusal("DRO-15", message="DRO-15-falling")
    return Refusal("DRO-15", {"seat": seat_name(state.mover)}, message="refused-turn")


def why_not(state: DropItState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action of the mover or an outcome, None for a legal one."""
    if seat == CHANCE:
        return _why_not_chance(state, action)
    if state.phase == Phase.QUESTION:
        return None if action in _ANSWERS else Refusal("DRO-56", message="DRO-56-open")
    if action in _ANSWERS:
        return Refusal("DRO-56")
    drop = drop_of(action)
    if state.stocks[state.side[seat]][drop.kind] == 0:
        piece = kind_phrase(drop.kind)
        return Refusal("DRO-17", {"piece": piece, **piece.values})
    first, last = STEPS[drop.shape][drop.turn]
    if not first <= drop.position <= last:
        return Refusal("DRO-19", {"first": _position(first), "last": _position(last)})
    return None


def _position(steps: int) -> Phrase:
    """Return a position in words: millimetres, with the decimal sign of each language."""
    whole, tenth = divmod(round(10 * steps * X_STEP), 10)
    return Phrase("position", {"whole": whole, "tenth": tenth})


def _why_not_chance(state: DropItState, action: int) -> Refusal | None:
    match outcome_of(action):
        case Start(seat):
            if state.phase != Phase.START or seat >= state.seats:
                return Refusal("DRO-14")
        case Split():
            if state.phase != Phase.SPLIT:
                return Refusal("DRO-10")
        case Slip(_, twist):
            round_one = state.falling % SHAPES == CIRCLE
            if state.phase != Phase.SLIP or (twist and round_one):
                return Refusal("DRO-21")
        case None:
            if state.phase != Phase.REST:
                return Refusal("DRO-22", message="DRO-22-still")
    return None
