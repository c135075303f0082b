"""What a seat can choose: the targets of every action, and what it would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.down_under.actions import Act, Billabong, Lay, Pass, Turn, act_of
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import decode_cell
from tischlein.games.down_under.names import card_id, kind_name
from tischlein.games.down_under.pieces import place_id
from tischlein.games.down_under.preview import preview
from tischlein.games.down_under.state import Card, DownUnderState, Phase
from tischlein.games.down_under.stocks import stock_id, way_id
from tischlein.presentation.scenes import Button, Choice, Mark

_PREVIEWED = 60
"""With more choices than these, as for a first card with animals, none is previewed."""


def acts_of(observation: Observation) -> dict[int, Act]:
    """Return what the viewer's legal actions mean, by their numbers."""
    seat = observation.seat
    if seat == SPECTATOR:
        return {}
    state: DownUnderState = observation.state
    legal = observation.legal(seat)
    if not legal:
        return {}
    known = _known_acts(seat, state.west, state.north, state.east, bool(state.counted))
    for action in legal:
        if action not in known:
            known[action] = act_of(state, seat, action)
    return {action: known[action] for action in legal}


@lru_cache(maxsize=256)
def _known_acts(seat: int, west: int, north: int, east: int, counted: bool) -> dict[int, Act]:
    """Return a cache of what action numbers mean while cells are numbered alike."""
    del seat, west, north, east, counted
    return {}


def choices(
    observation: Observation, acts: Mapping[int, Act], scores: Sequence[int]
) -> list[Choice]:
    """Return a choice for every legal action; unnecessary ends need a confirmation."""
    if not acts:
        return []
    state: DownUnderState = observation.state
    water = state.phase == Phase.WATER
    avoidable = state.phase == Phase.PLAY and not all(map(_spends_no_path, acts.values()))
    alike = {action: _without_animal(act) for action, act in acts.items()}
    previews = _previews(observation, alike, scores) if len(acts) <= _PREVIEWED else {}
    offered = []
    for action, act in acts.items():
        label, marks = previews.get(alike[action], _NO_PREVIEW)
        needless = False
        if avoidable and isinstance(act, Lay) and act.shape >= Card.END_N:
            needless = True
            label, marks = _NEEDLESS, (Mark(place_id(act.x, act.y), "warn"), *marks)
        targets = _targets(act, observation.seat, water=water)
        offered.append(Choice(action, targets, label=label, confirm=needless, marks=marks))
    return offered


def _without_animal(act: Act) -> Act:
    """Return an action as it looks on the board until animals count."""
    if isinstance(act, Lay) and act.animal is not None:
        return Lay(act.colour, act.x, act.y, act.shape)
    return act


_NEEDLESS = Phrase("confirm-end")


def _spends_no_path(act: Act) -> bool:
    return not isinstance(act, Lay) or act.shape >= Card.END_N


@lru_cache(maxsize=4096)
def _targets(act: Act, seat: int, *, water: bool) -> tuple[str, ...]:
    """Return the targets that mean an action.

    Their order is free. The possible continuations are picked beside a cell, which determines the
    card unless animals count. With a card picked first, from the stock, a cell and the card's
    orientation remain.
    """
    if isinstance(act, Pass):
        return ("pass",)
    if isinstance(act, Billabong):
        return (place_id(act.x, act.y),) if water else ("billabong",)
    cell = place_id(act.x, act.y)
    if isinstance(act, Turn):
        return (cell, way_id(seat, act.shape))
    way = way_id(act.colour, act.shape)
    return (cell, way, stock_id(act.colour, kind_name(act.shape), act.animal))


def buttons(offered: Sequence[Choice]) -> list[Button]:
    """Return the buttons that choices need, for the billabong of case 3 and for declining it."""
    alone = {choice.path[0] for choice in offered if len(choice.path) == 1}
    return [button for button in _BUTTONS if button.id in alone]


_BUTTONS = (
    Button("billabong", Phrase("button-billabong"), "main"),
    Button("pass", Phrase("button-pass"), "plain"),
)

# --- previews ---


class _Preview(NamedTuple):
    """What an action would do."""

    label: Phrase | None = None
    """Whose score would change, and to what; None if nobody's."""
    marks: tuple[Mark, ...] = ()
    """Parts that paths would take, and loops that would close."""


_NO_PREVIEW = _Preview()


def _previews(
    observation: Observation, acts: Mapping[int, Act], scores: Sequence[int]
) -> dict[Act, _Preview]:
    """Return the effects of actions, the first of equal ones; declining has none."""
    tried: dict[Act, int] = {}
    for action, act in acts.items():
        if not isinstance(act, Pass):
            tried.setdefault(act, action)
    seat = observation.seat
    points, looped, taken = preview(observation.row, seat, np.array([*tried.values()], np.int64))
    own = own_colours(observation.state, seat)
    marks: list[list[Mark]] = [[] for _ in tried]
    for index, card in zip(taken[:, 0].tolist(), taken[:, 1].tolist(), strict=True):
        marks[index].append(_taken(card, own))
    previews = {}
    for act, found, loops, gained in zip(
        tried, marks, looped.tolist(), points.tolist(), strict=True
    ):
        for colour in members(loops) if loops else ():
            found.append(Mark(_cell_of(act), "warn" if colour in own else "loss"))
        changes = tuple(
            (one, old, new)
            for one, (old, new) in enumerate(zip(scores, gained, strict=False))
            if old != new
        )
        previews[act] = _Preview(_label(changes), tuple(dict.fromkeys(found)))
    return previews


@lru_cache(maxsize=4096)
def _label(changes: tuple[tuple[int, int, int], ...]) -> Phrase | None:
    """Say of seats which scores would change to which; None if no score would."""
    changed = [
        Phrase("preview-change", {"seat": seat_name(one), "before": old, "after": new})
        for one, old, new in changes
    ]
    if len(changed) > 1:
        return Phrase("preview", {"changes": [*changed]})
    return changed[0] if changed else None


def _cell_of(act: Act) -> str:
    return "" if isinstance(act, Pass) else place_id(act.x, act.y)


@lru_cache(maxsize=4096)
def _taken(word: int, own: tuple[int, ...]) -> Mark:
    """Return the mark on a card whose neutral part a path would take."""
    card = decode_cell(word)
    return Mark(card_id(card.x, card.y, card.shape), "gain" if card.taker in own else "info")
