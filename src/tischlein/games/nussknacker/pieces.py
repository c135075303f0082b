"""What moves on the board of Nussknacker: cards, chips, and the arrow of a question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.hands import COPIES, values_of
from tischlein.games.nussknacker.questions import Question, last_question
from tischlein.games.nussknacker.scenery import (
    SIGN,
    SPOT_H,
    SPOT_W,
    TREE,
    landing_of,
    spot_of,
    viewer_from,
    viewer_of,
)
from tischlein.games.nussknacker.state import NussknackerState, Stage
from tischlein.presentation.scenes import Lettering, Line, Picture, Piece, Tray

CARD_W, CARD_H = 7.0, 10.0
CHIP = 3.3
MOST_CHIPS_DRAWN = 9

_OPENED = (103.0, 86.5)
"""Where the hidden card of the last deal lies."""
_FAN_Y = 2.2
"""How far a hand lies below the middle of its place: clear of the name and of the sign."""
_OVER_SHOULDER = (55.5, 87.2)
"""Where spectators see the back of the cards of the seat from behind which they look."""
_OWN_CHIPS = (2.0, 92.2)
_OPENED_WORD = Lettering(Phrase("opened"), _OPENED[0], _OPENED[1] - 10.6, 4.8)


def _offer_of(state: NussknackerState) -> Question | None:
    """Return the question for which cards lie between asked and asker, if some do (NUS-14)."""
    return last_question(state) if state.stage == Stage.RETURN else None


@lru_cache(maxsize=1024)
def _card(
    name: str, value: int, x: float = 0.0, y: float = 0.0, count: int = 1, scale: float = 1.0
) -> Piece:
    label = Phrase("card", {"value": value})
    w, h = scale * CARD_W, scale * CARD_H
    return Piece(name, "card", f"card-{value}", label, x, y, w, h, text=str(value), count=count)


def _back(name: str, label: Phrase, x: float, y: float, count: int = 1, place: str = "") -> Piece:
    return Piece(name, "card", "card-back", label, x, y, CARD_W, CARD_H, count=count, place=place)


def pieces(observation: Observation) -> list[Piece]:
    """Return the cards that lie on the board, the own hand apart."""
    state: NussknackerState = observation.state
    offer = _offer_of(state)
    sizes = tuple(state.sizes[: state.seats])
    if offer is not None:
        left = sizes[offer.asked] - offer.given
        sizes = *sizes[: offer.asked], left, *sizes[offer.asked + 1 :]
    return [
        *_hidden_card(state),
        *_pack(state),
        *_opened_card(state),
        *_hands(observation.seat, sizes),
        *(() if offer is None else _offered(state.seats, viewer_of(observation), offer)),
    ]


def is_just_opened(state: NussknackerState) -> bool:
    """Whether the hidden card of the deal that has ended still lies open in the tree (NUS-19)."""
    return state.stage == Stage.HIDE and state.opened > 0


def _hidden_card(state: NussknackerState) -> list[Piece]:
    """Return the card in the tree: in the next deal it is another one."""
    x, y = TREE
    if state.stage == Stage.OVER:
        return [_card(f"hidden:{state.deal_number}", state.hidden, x, y + 3, scale=1.35)]
    if is_just_opened(state):
        return [_card(f"hidden:{state.deal_number - 1}", state.opened, x, y + 3, scale=1.35)]
    if state.stage <= Stage.HIDE:
        return []
    return [_closed_card(state.deal_number)]


@lru_cache(maxsize=512)
def _closed_card(deal: int) -> Piece:
    """Return the hidden card of a deal, as it lies in the tree."""
    x, y = TREE
    label = Phrase("hidden-card")
    return Piece(f"hidden:{deal}", "card", "hidden-card", label, x, y + 3, 9.5, 13.5, text="?")


def _pack(state: NussknackerState) -> list[Piece]:
    if state.stage >= Stage.ASK:
        return []
    return [_cards_left(COPIES * state.top - sum(state.sizes) - (state.stage > Stage.HIDE))]


@cache
def _cards_left(count: int) -> Piece:
    x, y = TREE
    return _back("pack", Phrase("pack"), x, y + 26, count)


def _opened_card(state: NussknackerState) -> list[Piece]:
    """Return the hidden card of the last deal, which lies open beside the tree (NUS-19)."""
    if not _lies_aside(state):
        return []
    return [_card(f"hidden:{state.deal_number - 1}", state.opened, *_OPENED, scale=1.35)]


def _lies_aside(state: NussknackerState) -> bool:
    """Whether the hidden card of the last deal has made room for the next."""
    return state.opened > 0 and Stage.HIDE < state.stage < Stage.OVER


def opened_word(state: NussknackerState) -> list[Lettering]:
    """Return what is shown above the hidden card of the last deal."""
    return [_OPENED_WORD] if _lies_aside(state) else []


@lru_cache(maxsize=4096)
def _hands(observer: int, sizes: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the backs of all hands that an observer does not see, given their sizes by seat."""
    seats, viewer = len(sizes), viewer_from(observer)
    found: list[Piece] = []
    for seat, count in enumerate(sizes):
        if seat != observer:
            found += _backs(seats, viewer, seat, count)
    return tuple(found)


def _backs(seats: int, viewer: int, seat: int, count: int) -> list[Piece]:
    """Fan out the backs of a hand."""
    if seat == viewer:  # a spectator looks over this seat's shoulder
        return _fan(seat, count, *_OVER_SHOULDER, "")
    return _fan(seat, count, *spot_of(seats, viewer, seat), f"seat:{seat}")


def _fan(seat: int, count: int, x: float, y: float, place: str) -> list[Piece]:
    """Return this many backs of a hand, side by side in the middle of a place."""
    step = min(4.5, (SPOT_W - CARD_W - 3) / max(count - 1, 1))
    middle = (count - 1) / 2
    label = Phrase("back", {"seat": seat_name(seat)})
    return [
        _back(f"back:{seat}:{number}", label, x + (number - middle) * step, y + _FAN_Y, place=place)
        for number in range(count)
    ]


def _offered(seats: int, viewer: int, offer: Question) -> list[Piece]:
    """Return the cards that lie face down before the asker (NUS-14)."""
    x, y = landing_of(seats, viewer, offer.asker)
    label = Phrase("offered", {"seat": seat_name(offer.asked)})
    return [
        _back(f"offered:{number}", label, x + (number - (offer.given - 1) / 2) * 4, y)
        for number in range(offer.given)
    ]


def trays(observation: Observation) -> list[Tray]:
    """Return the own hand, without the cards slid to the asker."""
    state: NussknackerState = observation.state
    seat = observation.seat
    if seat == SPECTATOR:
        return []
    hand = state.hands[seat]
    offer = _offer_of(state)
    if offer is not None and offer.asked == seat:
        hand -= offer.gift
    return [_own_hand(seat, hand)]


@lru_cache(maxsize=4096)
def _own_hand(seat: int, hand: int) -> Tray:
    values = values_of(hand)
    cards = [
        _card(f"card:{value}", value, count=values.count(value)) for value in sorted(set(values))
    ]
    return Tray(f"hand:{seat}", Phrase("own-hand"), "hand", cards, seat)


def chips(observation: Observation) -> Sequence[Picture]:
    """Return the chips of all seats."""
    return _chips(viewer_of(observation), observation.state.chips[: observation.seats])


@lru_cache(maxsize=4096)
def _chips(viewer: int, chips: tuple[int, ...]) -> tuple[Picture, ...]:
    """Return chips, given their numbers by seat."""
    pictures = []
    for seat, count in enumerate(chips):
        x, y = spot_of(len(chips), viewer, seat)
        left, upper = x - SPOT_W / 2 + 2, y - SPOT_H / 2 + 22.6
        if seat == viewer:
            left, upper = _OWN_CHIPS
        pictures += _row_of_chips(left, upper, min(count, MOST_CHIPS_DRAWN))
    return tuple(pictures)


@lru_cache(maxsize=512)
def _row_of_chips(left: float, upper: float, count: int) -> list[Picture]:
    step = min(2.8, (SPOT_W - SIGN - CHIP - 4.5) / max(count - 1, 1))  # clear of the seat's sign
    return [Picture("chip", left + step * chip, upper, CHIP, CHIP) for chip in range(count)]


def arrow(observation: Observation) -> list[Line]:
    """Return a dashed line from the asker of the pending question to the asked."""
    state: NussknackerState = observation.state
    if state.stage not in (Stage.ANSWER, Stage.RETURN):
        return []
    question = last_question(state)
    return [_arrow(state.seats, viewer_of(observation), question.asker, question.asked)]


@cache
def _arrow(seats: int, viewer: int, asker: int, asked: int) -> Line:
    from_x, from_y = spot_of(seats, viewer, asker)
    to_x, to_y = spot_of(seats, viewer, asked)
    # The line goes around the tree: below it from side to side, otherwise beside it.
    across, upright = from_y == to_y, from_x == to_x
    x = (from_x + to_x) / 2 + (46 if upright else 0)
    y = (from_y + to_y) / 2 + (50 if across else 0)
    path = f"M{from_x:g} {from_y:g}Q{x:g} {y:g} {to_x:g} {to_y:g}"
    return Line(path, "accent", dashed=True, width=2.5)
