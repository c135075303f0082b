"""Events in words: lots, what was dropped, what it scored or broke, jokers."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.dropit.actions import (
    DECLINE,
    JOKER,
    ORDERS,
    PAIRS,
    Slip,
    Split,
    Start,
    drop_of,
    outcome_of,
)
from tischlein.games.dropit.marks import taboo_phrase
from tischlein.games.dropit.names import kind_phrase
from tischlein.games.dropit.state import DropItState, Phase, Taboo


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words: lots, what was dropped, what it scored or broke, jokers."""
    if event.seat == CHANCE:
        return _say_chance(event.action, before, after)
    seat = seat_name(event.seat)
    if event.action == JOKER:
        points = after.state.won
        return [Phrase("say-joker", {"seat": seat, "points": points})]
    if event.action == DECLINE:
        return [Phrase("say-decline", {"seat": seat})]
    piece = kind_phrase(drop_of(event.action).kind)
    return [Phrase("say-drop", {"seat": seat, "piece": piece, **piece.values})]


def _say_chance(outcome: int, before: Observation, after: Observation) -> list[Phrase]:
    match outcome_of(outcome):
        case Start(seat):
            return [Phrase("say-lot", {"seat": seat_name(seat)})]
        case Split(order):
            return [
                Phrase("say-split", {"seat": seat_name(seat), "pair": PAIRS[pair]})
                for seat, pair in enumerate(ORDERS[order])
            ]
        case Slip(0, 0):
            return [Phrase("say-steady")]
        case Slip():
            return [Phrase("say-slip", {"seat": seat_name(before.state.mover)})]
    return _say_rest(before, after)


def _say_rest(before: Observation, after: Observation) -> list[Phrase]:
    state: DropItState = after.state
    seat = seat_name(before.state.mover)
    level, bonus = state.level, state.bonus
    if not state.taboos:
        return [
            Phrase(
                "say-points",
                {
                    "seat": seat,
                    "level": level,
                    "circles": len(members(state.covered)),
                    "bonus": bonus,
                    "points": level + bonus,
                },
            )
        ]
    taboos = [taboo_phrase(Taboo(taboo)) for taboo in members(state.taboos)]
    broken = Phrase("say-taboo", {"seat": seat, "taboos": [*taboos], "count": len(taboos)})
    if state.phase == Phase.QUESTION:
        return [broken, Phrase("say-question", {"seat": seat, "points": level + bonus})]
    return [broken]
