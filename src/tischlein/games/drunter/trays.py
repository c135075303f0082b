"""What lies before the seats of Drunter & Drüber: tiles, goal cards, vote cards."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Value, seat_name
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
    """Return everybody's tiles, and the goal cards and vote cards that the viewer may see."""
    state: DrunterState = observation.state
    found = []
    for seat in range(state.seats):
        found += [
            tray for tray in _trays_of(state, seat, own=seat == observation.seat) if tray.pieces
        ]
    return found


def _trays_of(state: DrunterState, seat: int, *, own: bool) -> list[Tray]:
    """Return the trays of a seat, that to be chosen from first: a narrow screen shows few more."""
    owner: dict[str, Value] = {"seat": seat_name(seat)}
    votes = _vote_cards(state, seat) if own else []
    tiles_tray = Tray(
        f"tiles:{seat}", Phrase("tray-tiles", owner), "stock", _stock(state, seat, own=own), seat
    )
    goal_tray = Tray(f"goal:{seat}", Phrase("tray-goal", owner), "hand", _goals(state, seat), seat)
    votes_tray = Tray(f"votes:{seat}", Phrase("tray-votes", owner), "hand", votes, seat)
    if state.stage == Stage.AIM:
        return [goal_tray, tiles_tray, votes_tray]
    if state.stage in (Stage.VOTE, Stage.JOKER):
        return [votes_tray, goal_tray, tiles_tray]
    return [tiles_tray, goal_tray, votes_tray]


def _goals(state: DrunterState, seat: int) -> list[Piece]:
    """Return the goal cards of a seat that the viewer sees; one that was not chosen is faint."""
    aim = state.aims[seat]
    return [
        Piece(
            id=f"goal:{seat}:{card}",
            kind=f"goal-{GOALS[card]}",
            symbol=f"goal-{GOALS[card]}",
            label=Phrase("goal-card", {"goal": GOALS[card]}),
            w=CARD_WIDTH,
            h=CARD_HEIGHT,
            faded=aim not in (NONE, card),
        )
        for card in members(state.hands[seat])
    ]


def _vote_cards(state: DrunterState, seat: int) -> list[Piece]:
    """Return the vote cards in a seat's hand, without those on the table."""
    if state.voting == Voting.NO:
        return []
    return [vote_card(card, f"vote:{card}") for card in members(in_hand(state, seat))]


def _stock(state: DrunterState, seat: int, *, own: bool) -> list[Piece]:
    """Return the tiles before a seat, stacked by kind and size, the longest first."""
    stock = state.stock[seat]
    return [
        _stack(kind, size, stock[kind][size - 1], "stock" if own else f"stock:{seat}", own=own)
        for kind in range(TILE_KINDS)
        for size in range(SIZES, 0, -1)
        if stock[kind][size - 1]
    ]


def _stack(kind: int, size: int, count: int, tray: str, *, own: bool) -> Piece:
    name = f"{KIND_WORDS[kind]}-{size}"
    return Piece(
        id=f"{tray}:{name}",
        kind=name,
        symbol=f"stock-{name}",
        label=Phrase("tile", {"kind": KIND_WORDS[kind], "size": size}),
        w=10.0,
        h=10.0 if own else 6.4,
        count=count,
    )
