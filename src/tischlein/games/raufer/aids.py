"""What a viewer of Raufer may have shown besides: what is known of hands, and floors left."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from tischlein.core.bits import members
from tischlein.core.phrases import Item, Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.games.raufer.knowledge import bounds_of, floors, higher_than, lower_than, unseen_by
from tischlein.games.raufer.rules import layable
from tischlein.games.raufer.scenery import (
    BOARD_HEIGHT,
    FLOOR,
    MEMORY,
    RIGHT,
    STREET,
    floor_y,
    laid_cards,
    sign,
)
from tischlein.games.raufer.state import ALL_CARDS, CARDS, RauferState
from tischlein.presentation.scenes import Description, Layer, Lettering, Line, Picture

BOUNDS = "bounds"
"""Layer: brackets around the floors that cards of others can be on."""
LAYERS = [Layer(MEMORY, Phrase("layer-memory")), Layer(BOUNDS, Phrase("layer-bounds"))]

_FIRST_BRACKET, _BRACKET_STEP = 1.6, 2.5
_TOOTH = 0.8
_TEETH = [f"{floor_y(card):g}h{_TOOTH:g}" for card in range(CARDS)]
"""By card: the tooth of a bracket at its floor, relative to the bracket."""
_HINTS = RIGHT + 7.4
"""The middle of the strip right of the house: what may still be above and below own cards."""


class Brackets(NamedTuple):
    """All pictures of the bounds, and their descriptions."""

    lines: list[Line]
    signs: list[Picture]
    counts: list[Lettering]
    descriptions: list[Description]


NO_BRACKETS = Brackets([], [], [], [])


def brackets(observation: Observation) -> Brackets:
    """Return a bracket for every narrowed range of another hand, its owner and its cards."""
    state: RauferState = observation.state
    unseen = unseen_by(state, observation.seat)
    found = Brackets([], [], [], [])
    x = _FIRST_BRACKET
    for seat in range(observation.seats):
        ranges = bounds_of(state, seat)
        # Ranges of a hand are nested, the oldest and narrowest first.
        if seat == observation.seat or not ranges or ranges[0] == ALL_CARDS:
            continue
        found.signs.append(_foot(seat, x))
        # Every second number is placed higher, so that two adjacent threes do not look like 33.
        raised = 0.0 if len(found.signs) % 2 else 3.6
        cards = 0
        for one, same in groupby(one for one in ranges if one != ALL_CARDS):
            cards += len(list(same))
            line, count = _bracket(seat, x, one, one & unseen, cards, raised)
            found.lines.append(line)
            found.counts.append(count)
            found.descriptions.append(_describe_bounds(seat, cards, one, one & unseen))
        x = round(x + _BRACKET_STEP, 2)
    return found


@cache
def _foot(seat: int, x: float) -> Picture:
    """Return the sign of the seat above whose row the brackets are."""
    y = BOARD_HEIGHT - STREET + 1
    return Picture(sign(seat), round(x - 1, 2), y, 2.4, 2.4, seat=seat, layer=BOUNDS)


@lru_cache(maxsize=4096)
def _bracket(
    seat: int, x: float, reach: int, left: int, cards: int, raised: float
) -> tuple[Line, Lettering]:
    """Return a bracket around a range of floors, with the number of its cards above.

    It has a tooth at every remaining floor: not laid by anybody, nor in the own hand.
    """
    lowest, highest = floors(reach)
    bottom = floor_y(lowest - 1) + FLOOR / 2 - 0.4
    top = floor_y(highest - 1) - FLOOR / 2 + 0.4
    outline = f"M{x + _TOOTH:g} {top:g}H{x:g}V{bottom:g}H{x + _TOOTH:g}"
    begin = f"M{x:g} "
    teeth = (begin + _TEETH[card] for card in members(left))
    line = Line(outline + "".join(teeth), seat=seat, layer=BOUNDS)
    y = round(top - 2 - raised, 2)
    return line, Lettering(str(cards), x, y, 3.8, "ink", BOUNDS)


@lru_cache(maxsize=4096)
def _describe_bounds(seat: int, cards: int, reach: int, left: int) -> Description:
    lowest, highest = floors(reach)
    values: dict[str, Value] = {"seat": seat_name(seat), "count": cards}
    values |= {"lowest": lowest, "highest": highest, "left": [card + 1 for card in members(left)]}
    return Description(Phrase("description-bounds", values), BOUNDS)


def floor_descriptions(observation: Observation) -> list[Description]:
    """Return in words which floors are laid and, to whom it matters, how many are left."""
    state: RauferState = observation.state
    phrases = []
    for seat in range(observation.seats):
        own: list[Item] = [card + 1 for card, by in sorted(laid_cards(state)) if by == seat]
        if own:
            phrases.append(Phrase("description-laid", {"seat": seat_name(seat), "cards": own}))
    unseen = unseen_by(state, observation.seat)
    if observation.seat in observation.acting:
        for card in members(layable(state, observation.seat)):
            above, below = unseen & higher_than(card), unseen & lower_than(card)
            values: dict[str, Value] = {"card": card + 1}
            values |= {"above": above.bit_count(), "below": below.bit_count()}
            phrases.append(Phrase("description-left", values))
    return [Description(phrase, MEMORY) for phrase in phrases]


def hints(observation: Observation) -> list[Lettering]:
    """Return how many floors others may still go to, above and below each card that fits.

    Those are the floors whose cards are neither laid nor in the own hand.
    """
    state: RauferState = observation.state
    unseen = unseen_by(state, observation.seat)
    return [
        _hint(
            card, (unseen & higher_than(card)).bit_count(), (unseen & lower_than(card)).bit_count()
        )
        for card in members(layable(state, observation.seat))
    ]


@cache
def _hint(card: int, above: int, below: int) -> Lettering:
    return Lettering(f"↑{above} ↓{below}", _HINTS, floor_y(card), 3.7, "ink", MEMORY)
