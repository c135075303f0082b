"""Notation of Ganz nach Plan!?: ``play give-left``, ``give fetch``, chance's lines, queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.errors import NotationError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import listed, no_words, one_seat, one_word, seat_at_table, seat_named
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan import knowledge
from tischlein.games.ganz_nach_plan.actions import (
    DRAW,
    GIVE,
    PLAY,
    card_of,
    dealing,
    drawing,
    receiver_of,
)
from tischlein.games.ganz_nach_plan.names import card_named, name_of
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase
from tischlein.games.ganz_nach_plan.table import top_card

SERIES: Mapping[str, int] = {"deal": 2}


def write(state: GanzNachPlanState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    card = name_of(state, card_of(action))
    if seat == CHANCE:
        word = "deal" if action < DRAW else "draw"
        return f"{word} {seats.letter(receiver_of(action))} {card}"
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
    if seat == CHANCE:
        return _read_outcome(state, words)
    match words:
        case ["play", card]:
            return PLAY + card_named(state, card)
        case ["give", card]:
            return GIVE + card_named(state, card)
    raise NotationError("an action is written: play give-left, or give fetch")


def _read_outcome(state: GanzNachPlanState, words: list[str]) -> int:
    match words:
        case ["deal", who, card]:
            return dealing(_seat(state, who, "GNP-2"), card_named(state, card))
        case ["draw", who, card]:
            return drawing(_seat(state, who, "GNP-14"), card_named(state, card))
    raise NotationError("chance is written: deal A share fetch, or draw B share")


def _seat(state: GanzNachPlanState, word: str, rule: str) -> int:
    return seat_at_table(word, state.seats, Refusal(rule, message="no-such-seat"))


# --- queries ---


def _two_seats(state: GanzNachPlanState, words: list[str]) -> list[int]:
    if len(words) != 2:
        raise NotationError("this query names two seats: whose eyes, and at whom they look")
    return [seat_named(word, state.seats) for word in words]


def _cards(state: GanzNachPlanState, cards: int) -> str:
    return listed(name_of(state, card) for card in members(cards))


def _hand(state: GanzNachPlanState, words: list[str]) -> str:
    return _cards(state, state.hand[one_seat(words, state.seats)])


def _count(state: GanzNachPlanState, words: list[str]) -> str:
    return str(state.count[one_seat(words, state.seats)])


def _place(state: GanzNachPlanState, words: list[str]) -> str:
    return str(state.place[one_seat(words, state.seats)] + 1)


def _at(state: GanzNachPlanState, words: list[str]) -> str:
    places = [str(place + 1) for place in state.place[: state.seats]]
    place = one_word(words, "a place")
    if place not in places:
        raise NotationError(f"a place is a number, 1 to {state.seats}, not {place!r}")
    return seats.letter(places.index(place))


def _turn(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.phase == Phase.OVER else str(state.turn + 1)


def _turns(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return str(state.turns)


def _discard(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return listed(name_of(state, card) for card in state.pile[: state.piled])


def _top(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return name_of(state, top_card(state)) if state.piled else "none"


def _instruction(state: GanzNachPlanState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.executing == NO_CARD else name_of(state, state.executing)


def _known(state: GanzNachPlanState, words: list[str]) -> str:
    observer, other = _two_seats(state, words)
    return _cards(state, knowledge.certain(state, observer, other))


def _maybe(state: GanzNachPlanState, words: list[str]) -> str:
    observer, other = _two_seats(state, words)
    return _cards(state, knowledge.possible(state, observer, other))


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
