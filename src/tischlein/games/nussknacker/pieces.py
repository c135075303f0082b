"""What moves on the board of Nussknacker: cards, chips, and the arrow of a question."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.nussknacker.board import (
    SPOT_H,
    SPOT_W,
    TREE,
    landing_of,
    spot_of,
    viewer_of,
)
from tischlein.games.nussknacker.hands import COPIES, values_of
from tischlein.games.nussknacker.questions import Question, last_question
from tischlein.games.nussknacker.state import NussknackerState, Stage
from tischlein.presentation.scenes import Lettering, Line, Picture, Piece, Tray

CARD_W, CARD_H = 7.0, 10.0
MOST_CHIPS_DRAWN = 9

_OPENED = (103.0, 86.5)
"""Where the hidden card of the last deal lies."""
_OVER_SHOULDER = (55.5, 85.8)
"""Where spectators see the back of the cards of the seat from behind which they look."""
_OWN_CHIPS = (2.0, 91.4)


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
    cards = [*_hidden_card(state), *_pack(state), *_opened_card(state)]
    for seat in range(state.seats):
        if seat != observation.seat:
            slid = offer.given if offer is not None and offer.asked == seat else 0
            cards += _backs(observation, seat, state.sizes[seat] - slid)
    return cards if offer is None else cards + _offered(observation, offer)


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
    name, label = f"hidden:{state.deal_number}", Phrase("hidden-card")
    return [Piece(name, "card", "hidden-card", label, x, y + 3, 9.5, 13.5, text="?")]


def _pack(state: NussknackerState) -> list[Piece]:
    if state.stage >= Stage.ASK:
        return []
    x, y = TREE
    left = COPIES * state.top - sum(state.sizes) - (state.stage > Stage.HIDE)
    return [_back("pack", Phrase("pack"), x, y + 26, left)]


def _opened_card(state: NussknackerState) -> list[Piece]:
    """Return the hidden card of the last deal, which lies open beside the tree (NUS-19)."""
    if not _lies_aside(state):
        return []
    return [_card(f"hidden:{state.deal_number - 1}", state.opened, *_OPENED, scale=1.35)]


def _lies_aside(state: NussknackerState) -> bool:
    """Whether the hidden card of the last deal has made room for the next."""
    return state.opened > 0 and Stage.HIDE < state.stage < Stage.OVER


def opened_word(state: NussknackerState) -> list[Lettering]:
    """Return what stands above the hidden card of the last deal."""
    if not _lies_aside(state):
        return []
    return [Lettering(Phrase("opened"), _OPENED[0], _OPENED[1] - 9.2, 4.8)]


def _backs(observation: Observation, seat: int, count: int) -> list[Piece]:
    """Fan out the backs of a hand."""
    if seat == viewer_of(observation):  # a spectator looks over this seat's shoulder
        return _fan(seat, count, *_OVER_SHOULDER, "")
    return _fan(seat, count, *spot_of(observation, seat), f"seat:{seat}")


@lru_cache(maxsize=1024)
def _fan(seat: int, count: int, x: float, y: float, place: str) -> list[Piece]:
    """Return so many backs of a hand, beside each other in the middle of a place."""
    step = min(4.5, (SPOT_W - CARD_W - 3) / max(count - 1, 1))
    middle = (count - 1) / 2
    label = Phrase("back", {"seat": seat_name(seat)})
    return [
        _back(f"back:{seat}:{number}", label, x + (number - middle) * step, y + 2.2, place=place)
        for number in range(count)
    ]


def _offered(observation: Observation, offer: Question) -> list[Piece]:
    """Return the cards that lie face down before the asker (NUS-14)."""
    x, y = landing_of(observation, offer.asker)
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
    values = values_of(hand)
    cards = [
        _card(f"card:{value}", value, count=values.count(value)) for value in sorted(set(values))
    ]
    return [Tray(f"hand:{seat}", Phrase("own-hand"), "hand", cards, seat)]


def chips(observation: Observation) -> list[Picture]:
    """Return the chips of all seats."""
    pictures = []
    for seat, count in enumerate(observation.state.chips[: observation.seats]):
        x, y = spot_of(observation, seat)
        left, upper = x - SPOT_W / 2 + 2, y - SPOT_H / 2 + 20.8
        if seat == viewer_of(observation):
            left, upper = _OWN_CHIPS
        pictures += _chips(left, upper, min(count, MOST_CHIPS_DRAWN))
    return pictures


@lru_cache(maxsize=512)
def _chips(left: float, upper: float, count: int) -> list[Picture]:
    return [Picture("chip", left + 2.8 * chip, upper, 3.3, 3.3) for chip in range(count)]


def arrow(observation: Observation) -> list[Line]:
    """Return a dashed line from the asker of the pending question to the asked."""
    state: NussknackerState = observation.state
    if state.stage not in (Stage.ANSWER, Stage.RETURN):
        return []
    question = last_question(state)
    from_x, from_y = spot_of(observation, question.asker)
    to_x, to_y = spot_of(observation, question.asked)
    # The line goes round the tree: below it from side to side, else beside it.
    across, upright = from_y == to_y, from_x == to_x
    x = (from_x + to_x) / 2 + (46 if upright else 0)
    y = (from_y + to_y) / 2 + (50 if across else 0)
    path = f"M{from_x:g} {from_y:g}Q{x:g} {y:g} {to_x:g} {to_y:g}"
    return [Line(path, "accent", dashed=True, width=2.5)]
