"""Why an action is refused: the rule that it breaks, with the values for the message."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.phrases import Refusal, Value
from tischlein.core.seats import CHANCE
from tischlein.games.raufer.actions import (
    DIRECTION_WORDS,
    DRAW,
    PASS,
    card_of,
)
from tischlein.games.raufer.rules import can_draw, layable, unnamed_cards
from tischlein.games.raufer.state import RauferState, Stage


def out_of_turn(state: RauferState, seat: int) -> Refusal | None:
    """Return why chance, or a seat that has left, may do nothing now (RAU-2, RAU-3)."""
    if state.stage == Stage.OVER:
        return None
    if seat == CHANCE:
        return Refusal("RAU-2")
    if state.stage in (Stage.OPENING, Stage.COMMAND) and not state.inside >> seat & 1:
        return Refusal("RAU-3", message="RAU-3-out")
    return None


def why_not(state: RauferState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action of whose turn it is, None if it is legal."""
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    if action < DRAW:
        return _why_not_lay(state, seat, card_of(action))
    return _why_not_fail(state, seat, action)


def _why_not_lay(state: RauferState, seat: int, card: int) -> Refusal | None:
    if not state.hands[seat] >> card & 1:
        return Refusal("RAU-6", {"card": card + 1})
    if not layable(state, seat) >> card & 1:
        values = command_values(state) | {"card": card + 1}
        return Refusal("RAU-4", values, culprits=(f"card:{state.last + 1}",))
    return None


def _why_not_fail(state: RauferState, seat: int, action: int) -> Refusal | None:
    """Return why a seat may not draw, or may not pass."""
    if state.stage == Stage.OPENING:
        return Refusal("RAU-8")
    fitting = layable(state, seat)
    if fitting:
        shown = tuple(f"card:{card + 1}" for card in members(fitting))
        return Refusal("RAU-5", command_values(state), culprits=shown)
    if action == PASS:
        return Refusal("RAU-9", culprits=("pile",)) if can_draw(state) else None
    if state.phase == 2:
        return Refusal("RAU-16")
    return None if state.pile > 0 else Refusal("RAU-14")


def _why_no_outcome(state: RauferState, outcome: int) -> Refusal | None:
    if state.stage == Stage.START:
        return None if outcome < state.seats else Refusal("RAU-3", message="RAU-3-lot")
    if unnamed_cards(state) >> outcome & 1:
        return None
    return Refusal("RAU-1", {"card": outcome + 1}, message="RAU-1-known")


def command_values(state: RauferState) -> dict[str, Value]:
    """Return the command in force, as the values of a message."""
    return command_of(state.last, state.direction)


def command_of(last: int, direction: int) -> dict[str, Value]:
    """Return the same for a card to beat and a direction."""
    return {"last": last + 1, "direction": DIRECTION_WORDS[direction]}
