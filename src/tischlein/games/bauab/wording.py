"""Bauab in words: what is expected now, and what has happened."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.events import Event
from tischlein.core.phrases import Item, Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.bauab.actions import PARK_MOVE, PASS, PLACEMENTS
from tischlein.games.bauab.chips import kind_of
from tischlein.games.bauab.names import kind_name, plot_name
from tischlein.games.bauab.rules import captures, plots_for_chip, plots_for_park
from tischlein.games.bauab.state import KINDS, NOBODY, BauabState


def prompt(observation: Observation) -> Phrase:
    """Return the sentence that says what is expected now."""
    state: BauabState = observation.state
    if state.over:
        ranks = observation.ranks()
        if ranks == (0, 0):
            return Phrase("prompt-drawn")
        return Phrase("prompt-won", {"seat": seat_name(ranks.index(0))})
    mover = state.mover
    if mover == NOBODY:
        return Phrase("prompt-lot")
    if mover != observation.seat:
        return Phrase("prompt-wait", {"seat": seat_name(mover)})
    may_park = plots_for_park(state)
    if any(plots_for_chip(state, mover, kind, state.barred) for kind in range(KINDS)):
        return Phrase("prompt-place-or-park" if may_park else "prompt-place")
    return Phrase("prompt-park-or-pass" if may_park else "prompt-pass")


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: who placed what, captured what or passed, and how it ended."""
    if event.seat == CHANCE:
        return [Phrase("say-lot", {"seat": seat_name(event.action)})]
    seat = event.seat
    who = seat_name(seat)
    ending = [Phrase("say-over")] if after.over else []
    if event.action == PASS:
        return [Phrase("say-pass", {"seat": who}), *ending]
    kind, plot = PLACEMENTS[event.action]
    where = plot_name(before.state, plot)
    if kind == PARK_MOVE:
        placed = Phrase("say-park", {"seat": who, "plot": where})
    else:
        placed = Phrase("say-place", {"seat": who, "kind": kind_name(kind), "plot": where})
    return [placed, *_say_captures(seat, before.state, plot), *ending]


def _say_captures(seat: int, before: BauabState, plot: int) -> list[Phrase]:
    chips: list[Item] = [
        Phrase(
            "chip-captured",
            {"kind": kind_name(kind_of(before.plots[taken])), "plot": plot_name(before, taken)},
        )
        for taken in members(captures(before, seat, plot))
    ]
    if not chips:
        return []
    who = {"seat": seat_name(seat), "other": seat_name(1 - seat)}
    return [Phrase("say-capture", {**who, "count": len(chips), "chips": chips})]
