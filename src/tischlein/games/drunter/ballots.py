"""Votes: who has laid which cards, the state of the vote, and the remaining cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.games.drunter.actions import line_of
from tischlein.games.drunter.history import Attempt
from tischlein.games.drunter.names import kind_of
from tischlein.games.drunter.scoring import worth_of
from tischlein.games.drunter.state import (
    BLANK,
    CARD_WORDS,
    FULL_SET,
    JOKER,
    NONE,
    VOTE_CARDS,
    DrunterState,
    Voting,
)
from tischlein.games.drunter.voting import count_cards
from tischlein.presentation.scenes import Piece, Tray

CARD_WIDTH, CARD_HEIGHT = 9.0, 12.6
_SYMBOLS = (*["vote-yes"] * 3, *["vote-no"] * 3, "vote-joker", "vote-blank")
_SIGNS = ("+1", "+2", "+3", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2", "\N{MINUS SIGN}3", "±2")
"""What vote cards that count say, as short as can be, the same in every language."""


def ballots(observation: Observation, log: Sequence[Attempt]) -> list[Tray]:
    """Return what each seat has laid in the vote that runs, or in that on the last tile.

    Where votes are cast there is a tray for each seat from the start: it needs its room.
    """
    state: DrunterState = observation.state
    if state.voting == Voting.NO:
        return []
    if state.pending != NONE:
        return [_running(state, seat, len(log)) for seat in range(state.seats)]
    if log and log[-1].voted:
        laid, number = log[-1].ballots, len(log) - 1
        return [_faces(seat, laid[seat], number) for seat in range(state.seats)]
    return [_faces(seat, 0, 0) for seat in range(state.seats)]


def _running(state: DrunterState, seat: int, number: int) -> Tray:
    """Return what a seat has laid in the vote that runs; face down where it is secret."""
    if not state.ballots[seat] and state.voted >> seat & 1:
        # Their number is secret in a simultaneous vote: one back represents all.
        return _backs(seat, max(1, state.laid[seat]), number)
    return _faces(seat, state.ballots[seat], number)


@lru_cache(maxsize=4096)
def _faces(seat: int, ballot: int, number: int) -> Tray:
    cards = [vote_card(card, f"ballot:{number}:{seat}:{card}") for card in members(ballot)]
    return _tray(seat, cards)


@lru_cache(maxsize=4096)
def _backs(seat: int, count: int, number: int) -> Tray:
    label = Phrase("ballot-back", {"seat": seat_name(seat)})
    cards = [
        Piece(
            id=f"back:{number}:{seat}:{index}",
            kind="vote-back",
            symbol="card-back",
            label=label,
            w=CARD_WIDTH,
            h=CARD_HEIGHT,
            seat=seat,
        )
        for index in range(count)
    ]
    return _tray(seat, cards)


def _tray(seat: int, cards: list[Piece]) -> Tray:
    return Tray(f"ballots:{seat}", Phrase("tray-ballots"), "played", cards, seat)


def vote_card(card: int, name: str) -> Piece:
    """Return a vote card face up, as the target ``name``."""
    return Piece(
        id=name,
        kind=f"vote-{VOTE_CARDS[card]}",
        symbol=_SYMBOLS[card],
        label=Phrase("vote-card", {"card": VOTE_CARDS[card]}),
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        # The longest word is part of the drawing.
        text="" if card == JOKER else CARD_WORDS[card],
    )


# --- words ---


def question_values(state: DrunterState) -> dict[str, Value]:
    """Return the owner and the kind of the tile that a vote is about."""
    kind = kind_of(line_of(state.pending))
    return {"kind": kind, "owner": seat_name(state.turn)}


def tally_values(state: DrunterState) -> dict[str, Value]:
    """Return how many Yes and No lie open, without jokers whose owners have not spoken yet."""
    yes = no = 0
    for seat in range(state.seats):
        ballot = state.ballots[seat]
        if not state.declared >> seat & 1:
            ballot &= ~(1 << JOKER)
        more_yes, more_no = count_cards(ballot, bool(state.said_yes >> seat & 1))
        yes, no = yes + more_yes, no + more_no
    return {"yes": yes, "no": no}


@cache  # 256 hands
def votes_left(left: int) -> Phrase:
    """Return the value of vote cards, and their names unless all or none are left."""
    worth: dict[str, Value] = {"count": worth_of(left)}
    counting = left & ~(1 << BLANK)
    if not counting or left | 1 << BLANK == FULL_SET:
        return Phrase("fact-votes", worth)
    cards = " ".join(_SIGNS[card] for card in members(counting))
    return Phrase("fact-votes-left", worth | {"cards": cards})


@cache
def longest_facts() -> tuple[Phrase, ...]:
    """Return the most that is told of a seat while tiles are laid: of its first vote."""
    left = FULL_SET & ~1
    return votes_left(left), Phrase("fact-voted")


def in_hand(state: DrunterState, seat: int) -> int:
    """Return the vote cards of a seat without those that the viewer sees on the table."""
    left: int = state.cards[seat] & ~state.ballots[seat]
    return left
