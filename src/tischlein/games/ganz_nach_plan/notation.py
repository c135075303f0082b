"""Notation of Ganz nach Plan!?: ``play give-left``, ``give fetch``, chance's lines, queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words, one_seat, seat_named
from tischlein.games.ganz_nach_plan import knowledge
from tischlein.games.ganz_nach_plan.names import card_named, name_of
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    DEAL,
    DRAW,
    GIVE,
    NO_CARD,
    PLAY,
    GanzNachPlanState,
    Phase,
)

SERIES: Mapping[str, int] = {"deal": 2}


def write(state: GanzNachPlanState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    card = name_of(state, action % CARDS)
    if seat == CHANCE:
        word = "deal" if action < DRAW else "draw"
        return f"{word} {seats.letter(action % DRAW // CARDS)} {card}"
    return f"{'play' if action < GIVE else 'give'} {card}"


def read(state: GanzNachPlanState, seat: int, words: list[str]) -> int:
    """Return the action, or the outcome of chance, that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Ganz nach Plan!?.
    RefusedError
        If they name a seat that does not exist here, or a card that the deck does not have.
    """
    match words:
        case ["deal", who, card] if seat == CHANCE:
            return DEAL + _seat(state, who, "GNP-2") * CARDS + card_named(state, card)
        case ["draw", who, card] if seat == CHANCE:
            return DRAW + _seat(state, who, "GNP-14") * CARDS + card_named(state, card)
        case ["play", card] if seat != CHANCE:
            return PLAY + card_named(state, card)
        case ["give", card] if seat != CHANCE:
            return GIVE + card_named(state, card)
    if seat == CHANCE:
        raise NotationError("chance is written: deal A share fetch, or draw B share")
    raise NotationError("an action is written: play give-left, or give fetch")


def _seat(state: GanzNachPlanState, word: str, rule: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat >= state.seats:
        raise RefusedError(Refusal(rule, message="no-such-seat"))
    return seat


def _two_seats(state: GanzNachPlanState, words: list[str]) -> list[int]:
    if len(words) != 2:
        raise NotationError("this query names two seats: whose eyes, and at whom they look")
    return [seat_named(word, state.seats) for word in words]


def _cards(state: GanzNachPlanState, cards: int) -> str:
    return _listed(name_of(state, card) for card in range(CARDS) if cards >> card & 1)


def _listed(names: Iterable[str]) -> str:
    return " ".join(names) or "none"


def _hand(state: GanzNachPlanState, words: list[str]) -> str:
    return _cards(state, int(state.hand[one_seat(words, state.seats)]))


def _count(state: GanzNachPlanState, words: list[str]) -> str:
    return str(state.count[one_seat(words, state.seats)])


def _place(state: GanzNachPlanState, words: list[str]) -> str:
    return str(state.place[one_seat(words, state.seats)] + 1)


def _at(state: GanzNachPlanState, words: list[str]) -> str:
    places = {str(int(place) + 1): seat for seat, place in enumerate(state.place[: state.seats])}
    if len(words) != 1 or words[0] not in places:
        raise NotationError(f"this query names a place, 1 to {len(places)}")
    return seats.letter(places[words[0]])


def _turn(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.phase == Phase.OVER else str(state.turn + 1)


def _turns(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return str(state.turns)


def _discard(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return _listed(name_of(state, card) for card in state.pile[: state.piled].tolist())


def _top(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return name_of(state, int(state.pile[state.piled - 1])) if state.piled else "none"


def _instruction(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.executing == NO_CARD else name_of(state, int(state.executing))


def _known(state: GanzNachPlanState, words: list[str]) -> str:
    eye, other = _two_seats(state, words)
    return _cards(state, knowledge.certain(state, eye, other))


def _maybe(state: GanzNachPlanState, words: list[str]) -> str:
    eye, other = _two_seats(state, words)
    return _cards(state, knowledge.possible(state, eye, other))


QUERIES: Mapping[str, Callable[[GanzNachPlanState, list[str]], str]] = {
    "hand": _hand,
    "count": _count,
    "place": _place,
    "at": _at,
    "turn": _turn,
    "turns": _turns,
    "discard": _discard,
    "top": _top,
    "instruction": _instruction,
    "known": _known,
    "maybe": _maybe,
}
