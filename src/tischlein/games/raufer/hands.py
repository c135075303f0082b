"""The cards of Raufer as pieces: the last one laid, the pile, hands, and what lies face down."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.games.raufer.house import BOARD_HEIGHT, LEFT, SIDE, floor_y
from tischlein.games.raufer.rules import layable
from tischlein.games.raufer.state import NO_CARD, RauferState
from tischlein.presentation.scenes import Piece, Tray

CARD_WIDTH, CARD_HEIGHT = 10.0, 14.0


def pieces(state: RauferState) -> list[Piece]:
    """Return the last laid card on its floor, and the pile."""
    found = []
    if state.laid_count:
        card = state.laid[state.laid_count - 1]
        y = min(max(floor_y(card), CARD_HEIGHT / 2), BOARD_HEIGHT - CARD_HEIGHT / 2)
        found.append(_card(card, x=LEFT + 38, y=y, faded=state.last == NO_CARD))
    if state.pile:
        label = Phrase("pile", {"count": state.pile})
        found.append(_backs("pile", state.pile, label, x=SIDE, y=62.0, place="stock"))
    return found


def trays(observation: Observation, own_turn: bool) -> list[Tray]:
    """Return everybody's hand, with the viewer's cards open, and the face-down cards before it."""
    state: RauferState = observation.state
    found = []
    for seat in range(observation.seats):
        owner: dict[str, Value] = {"seat": seat_name(seat)}
        if seat == observation.seat:
            cards = _open_hand(state, seat, own_turn)
        else:
            cards = _hidden_hand(seat, state.sizes[seat], owner)
        found.append(Tray(f"hand:{seat}", Phrase("hand", owner), "hand", cards, seat))
        count = face_down(state, seat)
        if count:
            label = Phrase("face-down", owner | {"count": count})
            # Shown beside the hand; "stock" would have it captioned as if it were the pile.
            backs = [_backs(f"down:{seat}", count, label)]
            found.append(Tray(f"down:{seat}", label, "hand", backs, seat))
    return found


def face_down(state: RauferState, seat: int) -> int:
    """Return how many cards lie face down before a seat."""
    settled: int = state.waiting[seat]
    return settled + (state.down >> seat & 1)


def _open_hand(state: RauferState, seat: int, own_turn: bool) -> list[Piece]:
    """Return the cards of the viewer; those that do not fit are faint when it is its turn."""
    hand = state.hands[seat]
    fitting = layable(state, seat) if own_turn else hand
    return [_card(card, faded=not fitting >> card & 1) for card in members(hand)]


def _hidden_hand(seat: int, size: int, owner: dict[str, Value]) -> list[Piece]:
    if not size:
        return []
    return [_backs(f"backs:{seat}", size, Phrase("backs", owner | {"count": size}))]


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
