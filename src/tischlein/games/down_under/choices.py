"""What a seat can choose: the targets of every action, and what it would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation, Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.down_under.actions import Act, Billabong, Lay, Pass, Turn, act_of
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.names import card_id, kind_name
from tischlein.games.down_under.pieces import place_id
from tischlein.games.down_under.reading import is_loop, laid
from tischlein.games.down_under.state import COLOURS, Card, DownUnderState, Phase
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
    return {action: act_of(state, seat, action) for action in observation.legal(seat)}


def choices(
    observation: Observation, acts: Mapping[int, Act], scores: Sequence[int]
) -> list[Choice]:
    """Return a choice for every legal action; ends that are not needed are to be confirmed."""
    state: DownUnderState = observation.state
    avoidable = state.phase == Phase.PLAY and not all(map(_spends_no_path, acts.values()))
    previews: dict[Act, _Preview] = {}
    offered = []
    for action, act in acts.items():
        alike = Lay(act.colour, act.x, act.y, act.shape) if isinstance(act, Lay) else act
        if alike not in previews:
            shown = len(acts) <= _PREVIEWED
            previews[alike] = _preview(observation, action, act, scores) if shown else _Preview()
        label, marks = previews[alike]
        needless = False
        if avoidable and isinstance(act, Lay) and act.shape >= Card.END_N:
            needless = True
            label, marks = Phrase("confirm-end"), (Mark(place_id(act.x, act.y), "warn"), *marks)
        targets = _targets(state, observation.seat, act)
        offered.append(Choice(action, targets, label=label, confirm=needless, marks=marks))
    return offered


def _spends_no_path(act: Act) -> bool:
    return not isinstance(act, Lay) or act.shape >= Card.END_N


def _targets(state: DownUnderState, seat: int, act: Act) -> tuple[str, ...]:
    """Return the targets that mean an action.

    What can follow a cell is picked beside it. Where animals count, the order is free: with a card
    picked first, from the stock, only how it lies is left for the cell.
    """
    if isinstance(act, Pass):
        return ("pass",)
    if isinstance(act, Billabong):
        return (place_id(act.x, act.y),) if state.phase == Phase.WATER else ("billabong",)
    cell = place_id(act.x, act.y)
    if isinstance(act, Turn):
        return (cell, way_id(seat, act.shape))
    way = way_id(act.colour, act.shape)
    if not state.counted:
        return (cell, way)
    return (cell, way, stock_id(act.colour, kind_name(act.shape), act.animal))


def buttons(offered: Sequence[Choice]) -> list[Button]:
    """Return the buttons that choices need, for the billabong of case 3 and for declining it."""
    named = {target for choice in offered for target in choice.path}
    both = (
        Button("billabong", Phrase("button-billabong"), "main"),
        Button("pass", Phrase("button-pass"), "plain"),
    )
    return [button for button in both if button.id in named]


# --- previews ---


class _Preview(NamedTuple):
    """What an action would do."""

    label: Phrase | None = None
    """Whose score it would change, and to what; None if nobody's."""
    marks: tuple[Mark, ...] = ()
    """Parts that paths would take, and loops that would close."""


def _preview(observation: Observation, action: int, act: Act, scores: Sequence[int]) -> _Preview:
    if isinstance(act, Pass):
        return _Preview()
    before: DownUnderState = observation.state
    row = observation.row.copy()
    observation.game.kernels.apply(row, observation.seat, action)
    position = Position(observation.game, observation.seats, observation.options, row)
    after: DownUnderState = position.state
    own = own_colours(before, observation.seat)
    marks = _taken(before, after, own)
    marks += [
        Mark(place_id(act.x, act.y), "warn" if colour in own else "loss")
        for colour in range(COLOURS)
        if is_loop(after, colour) and not is_loop(before, colour)
    ]
    changes = [
        Phrase("preview-change", {"seat": seat_name(one), "before": old, "after": new})
        for one, (old, new) in enumerate(zip(scores, position.scores(), strict=True))
        if old != new
    ]
    label = Phrase("preview", {"changes": [*changes]}) if changes else None
    return _Preview(label, tuple(dict.fromkeys(marks)))


def _taken(before: DownUnderState, after: DownUnderState, own: Sequence[int]) -> list[Mark]:
    """Return marks on the cards whose neutral parts paths would take."""
    marks = []
    for old, word in zip(before.cards, after.cards, strict=True):
        if word == old or not old:
            continue
        card = laid(word)
        if card.taker < COLOURS and card.taker != laid(old).taker:
            target = card_id(card.x, card.y, card.shape)
            marks.append(Mark(target, "gain" if card.taker in own else "info"))
    return marks
