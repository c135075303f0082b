"""Raufer in characters: every floor, who laid what, the command, and the hands beside the house."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.raufer.pieces import face_down
from tischlein.games.raufer.scenery import laid_cards
from tischlein.games.raufer.state import CARDS, NOBODY, UP, RauferState

_BACK, _COMMANDS, _OUT = "▒", "!", "×"
_WIDTH = 12
"""Characters for the command on its floor, in any language."""


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the house, who laid what, the command and the hands in characters."""
    state: RauferState = observation.state
    owners = dict(laid_cards(state))
    direction = "up" if state.direction == UP else "down"
    order = translate(Phrase("drawn-command", {"direction": direction}))
    floors = [
        _floor(card, owners.get(card, NOBODY), order if card == state.last else "")
        for card in reversed(range(CARDS))
    ]
    lines = [
        f"{floor}  {beside}".rstrip()
        for floor, beside in zip_longest(floors, _beside(observation), fillvalue="")
    ]
    edge = "─" * (_WIDTH + 3)
    return "\n".join([f"    ┌{edge}┐", *lines, f"    └{edge}┘"])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the signs beside the house mean."""
    del observation
    named = ((_BACK, "back"), (_COMMANDS, "commands"), (_OUT, "out"))
    return [(sign, Phrase(f"sign-{name}")) for sign, name in named]


def _floor(card: int, owner: int, order: str) -> str:
    who = "." if owner == NOBODY else letter(owner)
    return f"{card + 1:>3} │ {who} {order:<{_WIDTH}}│"


def _beside(observation: Observation) -> list[str]:
    """Return the lines beside the house: one for every seat, and the pile."""
    acting = observation.acting
    seats = [_seat_line(observation, seat, seat in acting) for seat in range(observation.seats)]
    return [*seats, "", f"{_BACK} {observation.state.pile}"]


def _seat_line(observation: Observation, seat: int, acts: bool) -> str:
    state: RauferState = observation.state
    signs = [">" if acts else " ", letter(seat), f"{state.sizes[seat]:>2}"]
    if seat == observation.seat:
        signs += [str(card + 1) for card in members(state.hands[seat])]
    signs += [_BACK] * face_down(state, seat)
    if seat == state.commander:
        signs.append(_COMMANDS)
    if not state.inside >> seat & 1:
        signs.append(_OUT)
    return " ".join(signs)
