"""The log of Raufer in words, and what an event leads to: cards taken, seats out, the victory."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.events import Event
from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN
from tischlein.games.raufer.actions import DIRECTION_WORDS, DRAW, card_of, direction_of
from tischlein.games.raufer.refusals import command_values
from tischlein.games.raufer.state import RauferState, Stage


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, with what it leads to: who takes cards, who is out, who wins."""
    then: RauferState = before.state
    now: RauferState = after.state
    words = _say_chance(event, then, now) if event.seat == CHANCE else [_say_act(event, then)]
    words += _say_settlement(event, then, now)
    if now.phase > then.phase and then.stage not in (Stage.DEAL, Stage.OVER):
        words.append(Phrase("say-phase-two"))
    return words


def _say_chance(event: Event, then: RauferState, now: RauferState) -> list[Phrase]:
    if then.stage == Stage.START:
        return [Phrase("say-lot", {"seat": seat_name(event.action)})]
    if then.stage == Stage.DEAL:
        if now.stage != Stage.OPENING:
            return []
        dealt: dict[str, Value] = {"count": then.hand_size, "pile": now.pile}
        return [Phrase("say-dealt", dealt | {"seat": seat_name(now.turn)})]
    taker: dict[str, Value] = {"seat": seat_name(then.taker)}
    if event.action == HIDDEN:
        return [Phrase("say-take", taker)]
    return [Phrase("say-take-card", taker | {"card": event.action + 1})]


def _say_act(event: Event, then: RauferState) -> Phrase:
    seat = seat_name(event.seat)
    if event.action >= DRAW:
        key = "say-draw" if event.action == DRAW else "say-pass"
        return Phrase(key, command_values(then) | {"seat": seat})
    direction = DIRECTION_WORDS[direction_of(event.action)]
    return Phrase(
        "say-open" if then.stage == Stage.OPENING else "say-lay",
        {"card": card_of(event.action) + 1, "direction": direction, "seat": seat},
    )


def _say_settlement(event: Event, then: RauferState, now: RauferState) -> list[Phrase]:
    """Return what came of a command that this event has settled."""
    obeyed = event.action < DRAW
    if then.stage != Stage.COMMAND or (now.stage == Stage.COMMAND and not obeyed):
        return []
    gone: list[Item] = [seat_name(seat) for seat in members(then.inside & ~now.inside)]
    words = []
    if not obeyed:
        words += _say_nobody(then, now)
    elif gone:
        words.append(Phrase("say-out", {"seats": gone, "count": len(gone)}))
    if now.stage == Stage.OVER:
        key = "say-won-last-card" if obeyed else "say-won-alone" if gone else "say-won-duel"
        words.append(Phrase(key, {"seat": seat_name(now.winner)}))
    return words


def _say_nobody(then: RauferState, now: RauferState) -> list[Phrase]:
    """Return what a command that nobody could obey costs its commander (RAU-12, RAU-17)."""
    commander = then.commander
    values = command_values(then) | {"seat": seat_name(commander)}
    if then.phase == 1:
        return [Phrase("say-nobody-takes", values | {"count": now.waiting[commander]})]
    if now.inside >> commander & 1:
        return []
    return [Phrase("say-nobody-out", values)]
