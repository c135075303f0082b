"""Raufer in characters: every floor, who laid what, the command, and the hands beside the house."""

from __future__ import annotations

from itertools import zip_longest

from tischlein.core.bits import members
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.raufer.hands import face_down
from tischlein.games.raufer.house import laid
from tischlein.games.raufer.state import CARDS, NOBODY, UP, RauferState


def draw(observation: Observation) -> str:
    """Return the house, who laid what, the command and the hands in characters."""
    state: RauferState = observation.state
    owners = dict(laid(state))
    floors = [_floor(state, card, owners.get(card, NOBODY)) for card in reversed(range(CARDS))]
    lines = [
        f"{floor}  {beside}".rstrip()
        for floor, beside in zip_longest(floors, _beside(observation), fillvalue="")
    ]
    return "\n".join(["    ┌───────────┐", *lines, "    └───────────┘"])


def _floor(state: RauferState, card: int, owner: int) -> str:
    who = "." if owner == NOBODY else letter(owner)
    order = ""
    if card == state.last:
        order = "▲ up!" if state.direction == UP else "▼ down!"
    return f"{card + 1:>3} │ {who} {order:<8}│"


def _beside(observation: Observation) -> list[str]:
    """Return the lines beside the house: one for every seat, and the pile."""
    acting = observation.acting
    seats = [_seat_line(observation, seat, seat in acting) for seat in range(observation.seats)]
    return [*seats, "", f"▒ × {observation.state.pile}"]


def _seat_line(observation: Observation, seat: int, acts: bool) -> str:
    state: RauferState = observation.state
    signs = [">" if acts else " ", letter(seat), f"{state.sizes[seat]:>2}"]
    if seat == observation.seat:
        signs += [str(card + 1) for card in members(state.hands[seat])]
    signs += ["▒"] * face_down(state, seat)
    if seat == state.commander:
        signs.append("!")
    if not state.inside >> seat & 1:
        signs.append("×")
    return " ".join(signs)
