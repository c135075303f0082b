"""Ganz nach Plan!? in characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.ganz_nach_plan.names import card_phrase, name_of
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase
from tischlein.games.ganz_nach_plan.table import seat_at, top_card

_WIDTH = 80
"""Characters of a line at most."""


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the table in characters, place by place, with the viewer's hand."""
    state: GanzNachPlanState = observation.state
    top = name_of(state, top_card(state)) if state.piled else "-"
    lines = [*_places(state), "", f"{translate(Phrase('heap'))} ({state.piled}): {top}"]
    if state.executing != NO_CARD:
        lines.append(f"{translate(Phrase('slot'))}: {name_of(state, state.executing)}")
    if observation.seat < state.seats:
        cards = " ".join(name_of(state, card) for card in members(state.hand[observation.seat]))
        hand = f"{translate(Phrase('your-hand'))}: {cards}"
        lines += wrap(hand, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines)


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the names of cards mean that are seen."""
    state: GanzNachPlanState = observation.state
    seen = [top_card(state)] if state.piled else []
    if state.executing != NO_CARD:
        seen.append(state.executing)
    if observation.seat < state.seats:
        seen += members(state.hand[observation.seat])
    return [(name_of(state, card), card_phrase(state, card)) for card in seen]


def _places(state: GanzNachPlanState) -> Iterator[str]:
    """Yield who sits on every place, with the backs of the hand."""
    for place in range(state.seats):
        seat = seat_at(state, place)
        marker = ">" if place == state.turn and state.phase != Phase.OVER else " "
        yield f"{marker} {place + 1}  {seats.letter(seat)}  {'▮' * state.count[seat]}"
