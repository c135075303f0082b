"""The table of votes below the town: who has laid which cards, and how the vote stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.games.drunter import ground
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
    Stage,
    Voting,
)
from tischlein.games.drunter.voting import count_cards
from tischlein.presentation.scenes import Lettering, Picture, Piece

CARD_WIDTH, CARD_HEIGHT = 9.0, 12.6
_SYMBOLS = (*["vote-yes"] * 3, *["vote-no"] * 3, "vote-joker", "vote-blank")
_SIGNS = ("+1", "+2", "+3", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2", "\N{MINUS SIGN}3", "±2")
"""What vote cards that count say, as short as can be, the same in every language."""


def _slot(seats: int, seat: int) -> tuple[float, float]:
    """Return the left end and the middle of where a seat's vote cards lie."""
    return ground.WIDTH / seats * seat, ground.BALLOTS_Y + 15.5


@cache
def signs(seats: int) -> list[Picture]:
    """Return the sign of every seat before its place for vote cards."""
    pictures = []
    for seat in range(seats):
        x, y = _slot(seats, seat)
        symbol = f"sign-{letter(seat).lower()}"
        pictures.append(Picture(symbol, x + 1.2, y - 2.5, 5.0, 5.0, seat=seat))
    return pictures


# --- cards ---


def ballots(observation: Observation, log: Sequence[Attempt]) -> list[Piece]:
    """Return the cards of the vote that runs, face down where they are secret, or the last ones."""
    state: DrunterState = observation.state
    if state.pending != NONE:
        return [piece for seat in range(state.seats) for piece in _running(state, seat, len(log))]
    last = next((number for number in reversed(range(len(log))) if log[number].voted), None)
    if last is None:
        return []
    return [
        piece
        for seat in range(state.seats)
        for piece in _faces(state.seats, seat, log[last].ballots[seat], last, faded=True)
    ]


def _running(state: DrunterState, seat: int, number: int) -> tuple[Piece, ...]:
    """Return what a seat has laid in the vote that runs."""
    if state.ballots[seat]:
        return _faces(state.seats, seat, state.ballots[seat], number)
    if state.voted >> seat & 1:
        # How many there are is secret in a simultaneous vote: one back stands for all.
        return _backs(state.seats, seat, max(1, state.laid[seat]), number)
    return ()


def _spread(seats: int, seat: int, count: int) -> list[tuple[float, float]]:
    left, y = _slot(seats, seat)
    room = ground.WIDTH / seats - 9.0 - CARD_WIDTH
    step = min(CARD_WIDTH + 0.8, room / max(count - 1, 1))
    return [(round(left + 8.0 + CARD_WIDTH / 2 + step * index, 2), y) for index in range(count)]


@lru_cache(maxsize=4096)
def _faces(
    seats: int, seat: int, ballot: int, number: int, *, faded: bool = False
) -> tuple[Piece, ...]:
    cards = members(ballot)
    spots = _spread(seats, seat, len(cards))
    return tuple(
        vote_card(card, f"ballot:{number}:{seat}:{card}", x=x, y=y, faded=faded)
        for card, (x, y) in zip(cards, spots, strict=True)
    )


@lru_cache(maxsize=4096)
def _backs(seats: int, seat: int, count: int, number: int) -> tuple[Piece, ...]:
    label = Phrase("ballot-back", {"seat": seat_name(seat)})
    return tuple(
        Piece(
            id=f"back:{number}:{seat}:{index}",
            kind="vote-back",
            symbol="card-back",
            label=label,
            x=x,
            y=y,
            w=CARD_WIDTH,
            h=CARD_HEIGHT,
            seat=seat,
        )
        for index, (x, y) in enumerate(_spread(seats, seat, count))
    )


def vote_card(
    card: int, name: str, *, x: float = 0.0, y: float = 0.0, faded: bool = False
) -> Piece:
    """Return a vote card face up, as the target ``name``."""
    return Piece(
        id=name,
        kind=f"vote-{VOTE_CARDS[card]}",
        symbol=_SYMBOLS[card],
        label=Phrase("vote-card", {"card": VOTE_CARDS[card]}),
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        # The longest word is part of the drawing.
        text="" if card == JOKER else CARD_WORDS[card],
        faded=faded,
    )


# --- words ---


def vote_words(state: DrunterState, log: Sequence[Attempt]) -> list[Lettering]:
    """Return one line about the vote that runs, or the last one; none in a match without votes."""
    if state.voting == Voting.NO:
        return []
    x, y = ground.WIDTH / 2, ground.BALLOTS_Y + 4.3
    if state.pending != NONE:
        return [Lettering(_about_running(state), x, y, 4.6, "accent")]
    if state.tally_yes == NONE:
        return [Lettering(Phrase("vote-none"), x, y, 4.6)]
    last = next(one for one in reversed(log) if one.voted)
    tally: dict[str, Value] = {"yes": state.tally_yes, "no": state.tally_no}
    words = Phrase("vote-refused" if last.refused else "vote-stayed", tally)
    return [Lettering(words, x, y, 4.6, "ink")]


def _about_running(state: DrunterState) -> Phrase:
    if state.stage == Stage.JOKER:
        return Phrase("vote-open", _counted_so_far(state))
    kind = kind_of(line_of(state.pending))
    return Phrase("vote-runs", {"kind": kind, "seat": seat_name(state.turn)})


def _counted_so_far(state: DrunterState) -> dict[str, Value]:
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
    """Return what vote cards are worth, and which they are unless all or none are left."""
    worth: dict[str, Value] = {"count": worth_of(left)}
    counting = left & ~(1 << BLANK)
    if not counting or left | 1 << BLANK == FULL_SET:
        return Phrase("fact-votes", worth)
    cards = " ".join(_SIGNS[card] for card in members(counting))
    return Phrase("fact-votes-left", worth | {"cards": cards})


def in_hand(state: DrunterState, seat: int) -> int:
    """Return the vote cards of a seat without those that the viewer sees on the table."""
    left: int = state.cards[seat] & ~state.ballots[seat]
    return left
