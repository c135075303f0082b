"""What a seat can choose: the targets of every action, and what it would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import MAX_SEATS, SPECTATOR
from tischlein.core.state import Ints
from tischlein.games.down_under.actions import Act, Billabong, Lay, Pass, Turn, act_of
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.names import card_id, kind_name
from tischlein.games.down_under.pieces import place_id
from tischlein.games.down_under.reading import laid
from tischlein.games.down_under.state import COLOURS, LOOPED, Card, DownUnderState, Phase
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
    """Return what numbers mean as long as cells are numbered alike, as far as it was asked."""
    del seat, west, north, east, counted
    return {}


def choices(
    observation: Observation, acts: Mapping[int, Act], scores: Sequence[int]
) -> list[Choice]:
    """Return a choice for every legal action; ends that are not needed are to be confirmed."""
    if not acts:
        return []
    state: DownUnderState = observation.state
    avoidable = state.phase == Phase.PLAY and not all(map(_spends_no_path, acts.values()))
    alike = {
        action: Lay(act.colour, act.x, act.y, act.shape) if isinstance(act, Lay) else act
        for action, act in acts.items()
    }
    previews: dict[Act, _Preview] = {}
    if len(acts) <= _PREVIEWED:
        tried: dict[Act, int] = {}
        for action, act in alike.items():
            if not isinstance(act, Pass):
                tried.setdefault(act, action)
        previews = dict(zip(tried, _previews(observation, tried, scores), strict=True))
    offered = []
    for action, act in acts.items():
        label, marks = previews.get(alike[action], _NO_PREVIEW)
        needless = False
        if avoidable and isinstance(act, Lay) and act.shape >= Card.END_N:
            needless = True
            label, marks = _NEEDLESS, (Mark(place_id(act.x, act.y), "warn"), *marks)
        targets = _targets(state, observation.seat, act)
        offered.append(Choice(action, targets, label=label, confirm=needless, marks=marks))
    return offered


_NEEDLESS = Phrase("confirm-end")


def _spends_no_path(act: Act) -> bool:
    return not isinstance(act, Lay) or act.shape >= Card.END_N


def _targets(state: DownUnderState, seat: int, act: Act) -> tuple[str, ...]:
    """Return the targets that mean an action.

    Their order is free. What can follow a cell is picked beside it, and that says which card it
    is unless animals count; with a card picked first, from the stock, a cell and how the card lies
    there are left.
    """
    if isinstance(act, Pass):
        return ("pass",)
    if isinstance(act, Billabong):
        return (place_id(act.x, act.y),) if state.phase == Phase.WATER else ("billabong",)
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
    """Whose score it would change, and to what; None if nobody's."""
    marks: tuple[Mark, ...] = ()
    """Parts that paths would take, and loops that would close."""


_NO_PREVIEW = _Preview()


def _previews(
    observation: Observation, tried: Mapping[Act, int], scores: Sequence[int]
) -> list[_Preview]:
    """Return what actions would do, each carried out on a copy of the position."""
    kernels, seat = observation.game.kernels, observation.seat
    rows = np.repeat(observation.row[np.newaxis], len(tried), axis=0)
    points = np.zeros((len(tried), MAX_SEATS), np.int64)
    for row, action, found in zip(rows, tried.values(), points, strict=True):
        kernels.apply(row, seat, action)
        kernels.scores(row, found)
    after = rows.view(DownUnderState.dtype)[:, 0]
    before = observation.record
    own = own_colours(observation.state, seat)
    taken = _taken(before["cards"], after["cards"], own)
    looped = (after["tips"][:, :, 0] == LOOPED) & (before["tips"][:, 0] != LOOPED)
    previews = []
    for act, marks, loops, gained in zip(
        tried, taken, looped.tolist(), points.tolist(), strict=True
    ):
        marks += [
            Mark(_cell_of(act), "warn" if colour in own else "loss")
            for colour in range(COLOURS)
            if loops[colour]
        ]
        changes = tuple(
            (one, old, new)
            for one, (old, new) in enumerate(zip(scores, gained, strict=False))
            if old != new
        )
        previews.append(_Preview(_label(changes), tuple(dict.fromkeys(marks))))
    return previews


@lru_cache(maxsize=4096)
def _label(changes: tuple[tuple[int, int, int], ...]) -> Phrase | None:
    """Say of seats which scores would change to which; None if no score would."""
    told = [
        Phrase("preview-change", {"seat": seat_name(one), "before": old, "after": new})
        for one, old, new in changes
    ]
    if len(told) > 1:
        return Phrase("preview", {"changes": [*told]})
    return told[0] if told else None


def _cell_of(act: Act) -> str:
    return "" if isinstance(act, Pass) else place_id(act.x, act.y)


def _taken(before: Ints, after: Ints, own: Sequence[int]) -> list[list[Mark]]:
    """Return for each table after an action marks on the cards that paths would take parts of."""
    marks: list[list[Mark]] = [[] for _ in after]
    changed = (after != before) & (before != 0)
    for index, slot in np.argwhere(changed).tolist():
        card, old = laid(int(after[index, slot])), laid(int(before[slot]))
        if card.taker < COLOURS and card.taker != old.taker:
            target = card_id(card.x, card.y, card.shape)
            marks[index].append(Mark(target, "gain" if card.taker in own else "info"))
    return marks
