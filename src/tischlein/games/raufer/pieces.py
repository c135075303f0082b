"""The cards of Raufer as pieces: the last one laid, the pile, hands, and what lies face down."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.raufer.rules import layable
from tischlein.games.raufer.scenery import BOARD_HEIGHT, LEFT, SIDE, floor_y
from tischlein.games.raufer.state import NO_CARD, RauferState
from tischlein.presentation.scenes import Piece, Tray

CARD_WIDTH, CARD_HEIGHT = 10.0, 14.0


def pieces(state: RauferState) -> list[Piece]:
    """Return the last laid card on its floor, and the pile."""
    card = state.laid[state.laid_count - 1] if state.laid_count else NO_CARD
    return _pieces(card, state.pile, faded=state.last == NO_CARD)


@cache
def _pieces(card: int, pile: int, *, faded: bool) -> list[Piece]:
    found = []
    if card != NO_CARD:
        y = min(max(floor_y(card), CARD_HEIGHT / 2), BOARD_HEIGHT - CARD_HEIGHT / 2)
        found.append(_card(card, x=LEFT + 38, y=y, faded=faded))
    if pile:
        found.append(_pile(pile))
    return found


@cache
def _pile(count: int) -> Piece:
    label = Phrase("pile", {"count": count})
    return _backs("pile", count, label, x=SIDE, y=62.0, place="stock")


def trays(observation: Observation, own_turn: bool) -> list[Tray]:
    """Return everybody's hand, with the viewer's cards open, and the face-down cards before it."""
    state: RauferState = observation.state
    found = []
    for seat in range(observation.seats):
        if seat == observation.seat:
            hand = state.hands[seat]
            found.append(_open_hand(seat, hand, layable(state, seat) if own_turn else hand))
        else:
            found.append(_hidden_hand(seat, state.sizes[seat]))
        count = face_down(state, seat)
        if count:
            found.append(_face_down(seat, count))
    return found


def face_down(state: RauferState, seat: int) -> int:
    """Return how many cards lie face down before a seat."""
    settled: int = state.waiting[seat]
    return settled + (state.down >> seat & 1)


@lru_cache(maxsize=1024)
def _open_hand(seat: int, hand: int, fitting: int) -> Tray:
    """Return the cards of the viewer; those that do not fit are faint."""
    cards = [_card(card, faded=not fitting >> card & 1) for card in members(hand)]
    return _hand(seat, cards)


@cache
def _hidden_hand(seat: int, size: int) -> Tray:
    label = Phrase("backs", {"seat": seat_name(seat), "count": size})
    return _hand(seat, [_backs(f"backs:{seat}", size, label)] if size else [])


def _hand(seat: int, cards: list[Piece]) -> Tray:
    return Tray(f"hand:{seat}", Phrase("hand", {"seat": seat_name(seat)}), "hand", cards, seat)


@cache
def _face_down(seat: int, count: int) -> Tray:
    label = Phrase("face-down", {"seat": seat_name(seat), "count": count})
    # Shown beside the hand; "stock" would have it captioned as if it were the pile.
    return Tray(f"down:{seat}", label, "hand", [_backs(f"down:{seat}", count, label)], seat)


@cache
def _card(card: int, *, x: float = 0, y: float = 0, faded: bool) -> Piece:
    return Piece(
        id=f"card:{card + 1}",
        kind="card",
        symbol="card",
        label=Phrase("card", {"card": card + 1}),
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        text=str(card + 1),
        faded=faded,
    )


def _backs(
    name: str, count: int, label: Phrase, *, x: float = 0, y: float = 0, place: str = ""
) -> Piece:
    return Piece(
        id=name,
        kind="card",
        symbol="card-back",
        label=label,
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        count=count,
        place=place,
    )
