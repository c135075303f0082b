"""The meaning of picked targets, even if forbidden, so that the refusal can be explained."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation
from tischlein.games.down_under.actions import (
    PASS,
    Act,
    Billabong,
    Lay,
    Pass,
    Turn,
    is_in_window,
    number_of,
)
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import Cell, cell_before, content_at, is_loop, open_ends
from tischlein.games.down_under.names import ANIMAL_NAMES, KIND_NAMES, SHAPES, kind_name
from tischlein.games.down_under.refusals import refusal_of
from tischlein.games.down_under.state import COLOURS, DownUnderState, Paths, Phase

_KINDS = tuple(KIND_NAMES.values())
_LESS_TELLING = {"DOW-10": 1, "DOW-7": 2, "DOW-60": 2, "DOW-65": 2, "DOW-66": 2, "DOW-9": 3}
"""Reasons that say more about the card than about the cell; the greatest ones say least."""


class _Way(NamedTuple):
    """The orientations of a card."""

    colour: int
    kind: str
    shape: int


class _Card(NamedTuple):
    """A card in a stock."""

    colour: int
    kind: str
    animal: int | None


class _Picked(NamedTuple):
    """A cell, and what has been picked for it."""

    cell: Cell
    way: _Way | None
    card: _Card | None


def intend(observation: Observation, path: Sequence[str]) -> int | Refusal | None:
    """Return the action that picked targets mean, legal or not; their order does not matter.

    A cell where nothing can be laid, alone or with a card, still means a lay, which is then refused
    with a reason. Far from all that lies no lay has a number, so that the reason is returned.
    """
    state: DownUnderState = observation.state
    seat = observation.seat
    if [*path] == ["pass"]:
        return PASS
    if [*path] == ["billabong"]:
        ends = open_ends(state, seat)
        return number_of(state, seat, Billabong(*cell_before(state, ends[0]))) if ends else None
    picked = _picked(state, path)
    if picked is None:
        return None
    cell = picked.cell
    if picked.way is None:
        return _without_side(state, seat, cell, picked.card)
    act = _with_side(state, seat, cell, picked.way, picked.card)
    return None if act is None else _named(state, seat, act)


def _named(state: DownUnderState, seat: int, act: Act) -> int | Refusal | None:
    """Return the number of an action, or why it is impossible at a cell that has none."""
    if isinstance(act, Pass) or is_in_window(state, act.x, act.y):
        return number_of(state, seat, act)
    if state.mover != seat:
        return PASS  # refused out of turn, as anything else
    return refusal_of(state, seat, act)


def _with_side(
    state: DownUnderState, seat: int, cell: Cell, way: _Way, card: _Card | None
) -> Act | None:
    """Return what a cell means with a card as it is to lie, and one from a stock."""
    if card is None:
        # A curve picked with a lying card means to turn that.
        if way.kind == "curve" and _turns(state, seat) and content_at(state, *cell) is not None:
            return Turn(*cell, way.shape)
        return None if state.counted else Lay(way.colour, *cell, way.shape)
    if (card.colour, card.kind) != (way.colour, way.kind):
        return None
    return Lay(way.colour, *cell, way.shape, card.animal)


def _turns(state: DownUnderState, seat: int) -> bool:
    """Whether a seat has to open its loop."""
    return state.mover == seat and state.paths == Paths.ONE and is_loop(state, seat)


def _without_side(
    state: DownUnderState, seat: int, cell: Cell, card: _Card | None
) -> int | Refusal | None:
    """Return what a cell alone or with a card from a stock means, in any orientation."""
    if state.phase == Phase.WATER:
        return _named(state, seat, Billabong(*cell)) if card is None else None
    if state.mover != seat:
        return None
    if card is None and _turns(state, seat):
        return _most_helpful(state, seat, [Turn(*cell, shape) for shape in _shapes_of("curve")])
    own = own_colours(state, seat)
    cards = [_Card(colour, kind, None) for colour in own for kind in _KINDS]
    lays = [
        Lay(one.colour, *cell, shape, _animal_on(state, one))
        for one in (cards if card is None else [card])
        for shape in _shapes_of(one.kind)
    ]
    return _most_helpful(state, seat, lays)


def _most_helpful(state: DownUnderState, seat: int, acts: Sequence[Act]) -> int | Refusal | None:
    """If all actions are refused, return the one with the most helpful reason; otherwise None."""
    reasons: list[tuple[int, int | Refusal]] = []
    for act in acts:
        refusal = refusal_of(state, seat, act)
        if refusal is None:
            return None
        named = _named(state, seat, act)
        if named is not None:
            reasons.append((_LESS_TELLING.get(refusal.rule, 0), named))
    return min(reasons, key=itemgetter(0))[1] if reasons else None


def _animal_on(state: DownUnderState, card: _Card) -> int | None:
    """Return a card's animal, or a remaining one if none is named."""
    if card.animal is not None or not state.counted or card.kind == "end":
        return card.animal
    left = [*state.animals_left[card.colour][_KINDS.index(card.kind)]]
    return left.index(max(left))


def _shapes_of(kind: str) -> list[int]:
    return [shape for shape in SHAPES.values() if kind_name(shape) == kind]


# --- reading targets ---


def _picked(state: DownUnderState, path: Sequence[str]) -> _Picked | None:
    """Return one cell and at most one target of every other type; None for any other selection."""
    cells = [cell for target in path if (cell := _cell_meant(state, target)) is not None]
    ways = [way for target in path if (way := _way_meant(target)) is not None]
    cards = [card for target in path if (card := _card_meant(target)) is not None]
    known = len(cells) + len(ways) + len(cards) == len(path)
    if not known or len(cells) != 1 or len(ways) > 1 or len(cards) > 1:
        return None
    return _Picked(cells[0], ways[0] if ways else None, cards[0] if cards else None)


def _cell_meant(state: DownUnderState, target: str) -> Cell | None:
    """Return the cell of a place, a card or an open end."""
    head, _, rest = target.partition(":")
    if head == "tip":
        colour, _, end = rest.partition(":")
        port = state.tips[int(colour)][int(end)] if _is_colour(colour) and end in "01" else -1
        return cell_before(state, port) if port >= 0 else None
    if head not in ("cell", "card", "run", "animal"):
        return None
    x, _, y = rest.partition(":")[0].partition(",")
    try:
        return int(x), int(y)
    except ValueError:
        return None


def _way_meant(target: str) -> _Way | None:
    """Return the colour and the side of a card that shows how it may lie."""
    head, *rest = target.split(":")
    if head != "way" or len(rest) != 3 or not _is_colour(rest[0]):
        return None
    shape = SHAPES.get((rest[1], rest[2]))
    return None if shape is None else _Way(int(rest[0]), rest[1], shape)


def _card_meant(target: str) -> _Card | None:
    """Return colour, kind and animal of a card in a stock."""
    head, *rest = target.split(":")
    if head != "stock" or len(rest) not in (2, 3) or not _is_colour(rest[0]):
        return None
    colour, kind, *animals = rest
    if kind not in _KINDS or not set(animals) <= set(ANIMAL_NAMES):
        return None
    return _Card(int(colour), kind, ANIMAL_NAMES.index(animals[0]) if animals else None)


def _is_colour(word: str) -> bool:
    return word in map(str, range(COLOURS))
