"""What lies before the seats of Drunter & Drüber: tiles, goal cards, vote cards."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.games.drunter.ballots import CARD_HEIGHT, CARD_WIDTH, in_hand, vote_card
from tischlein.games.drunter.names import KIND_WORDS
from tischlein.games.drunter.state import (
    GOALS,
    NONE,
    SIZES,
    TILE_KINDS,
    DrunterState,
    Stage,
    Voting,
)
from tischlein.presentation.scenes import Piece, Tray


def trays(observation: Observation) -> list[Tray]:
    """Return everybody's tiles, and the goal cards and vote cards that the viewer may see.

    The viewer's hand is what is chosen from now; the rest lies at the seat.
    """
    state: DrunterState = observation.state
    stage, viewer = state.stage, observation.seat
    voting = stage in (Stage.VOTE, Stage.JOKER)
    found = []
    for seat in range(state.seats):
        own = seat == viewer
        stock = _stock(seat, state.stock[seat], own=own, aside=voting or stage == Stage.AIM)
        goal = _goals(seat, state.hands[seat], state.aims[seat], aside=stage != Stage.AIM)
        votes = _votes(seat, in_hand(state, seat) if own and voting else 0)
        found += [tray for tray in (votes, goal, stock) if tray.pieces]
        if own and stock.pieces and stock.role == "stock" and state.voting != Voting.NO:
            found.append(_aside(seat))
    return found


@lru_cache(maxsize=4096)
def _goals(seat: int, hand: int, aim: int, *, aside: bool) -> Tray:
    """Return the goal cards of a seat that the viewer sees; an unchosen one is faint."""
    pieces = [
        Piece(
            id=f"goal:{seat}:{card}",
            kind=f"goal-{GOALS[card]}",
            symbol=f"goal-{GOALS[card]}",
            label=Phrase("goal-card", {"goal": GOALS[card]}),
            w=CARD_WIDTH,
            h=CARD_HEIGHT,
            faded=aim not in (NONE, card),
        )
        for card in members(hand)
    ]
    label = pieces[0].label if len(pieces) == 1 else Phrase("tray-goal", {"seat": seat_name(seat)})
    return Tray(f"goal:{seat}", label, "played" if aside else "hand", pieces, seat)


@lru_cache(maxsize=1024)
def _votes(seat: int, cards: int) -> Tray:
    """Return the vote cards in a seat's hand, without those on the table."""
    pieces = [vote_card(card, f"vote:{card}") for card in members(cards)]
    label = Phrase("tray-votes", {"seat": seat_name(seat)})
    return Tray(f"votes:{seat}", label, "hand", pieces, seat)


@lru_cache(maxsize=4096)
def _stock(seat: int, counts: tuple[tuple[int, ...], ...], *, own: bool, aside: bool) -> Tray:
    """Return the tiles before a seat, stacked by kind and size, the longest first."""
    pieces = [
        _stack(kind, size, counts[kind][size - 1], "stock" if own else f"stock:{seat}", own=own)
        for kind in range(TILE_KINDS)
        for size in range(SIZES, 0, -1)
        if counts[kind][size - 1]
    ]
    label = Phrase("tray-tiles", {"seat": seat_name(seat)})
    return Tray(f"tiles:{seat}", label, "played" if own and aside else "stock", pieces, seat)


@cache
def _aside(seat: int) -> Tray:
    """Return where the viewer's tiles will lie during votes: it needs its room."""
    label = Phrase("tray-tiles", {"seat": seat_name(seat)})
    return Tray(f"aside:{seat}", label, "played", [], seat)


@lru_cache(maxsize=4096)
def _stack(kind: int, size: int, count: int, tray: str, *, own: bool) -> Piece:
    name = f"{KIND_WORDS[kind]}-{size}"
    return Piece(
        id=f"{tray}:{name}",
        kind=name,
        symbol=f"stock-{name}",
        label=Phrase("tile", {"kind": KIND_WORDS[kind], "size": size}),
        w=10.0,
        h=12.5 if own else 6.4,
        count=count,
        laid=name,
        span=size,
    )
