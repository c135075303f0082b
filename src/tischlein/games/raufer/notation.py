"""Notation of Raufer: ``12 up``, ``draw``, ``pass``, what chance does, and queries of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import one_seat
from tischlein.games.raufer import knowledge
from tischlein.games.raufer.rules import direction_name
from tischlein.games.raufer.state import (
    CARDS,
    DOWN,
    DRAW,
    NO_CARD,
    NOBODY,
    PASS,
    UP,
    RauferState,
    Stage,
)

SERIES: Mapping[str, int] = {"deal": 2, "draw": 2}
_DIRECTIONS = {"up": UP, "down": DOWN}
_STAGES = {"start": Stage.START, "deal": Stage.DEAL, "draw": Stage.TAKING}


def write(state: RauferState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    if seat != CHANCE:
        if action >= DRAW:
            return "draw" if action == DRAW else "pass"
        card, direction = divmod(action, 2)
        return f"{card + 1} {direction_name(direction)}"
    if state.stage == Stage.START:
        return f"start {seats.letter(action)}"
    if state.stage == Stage.DEAL:
        return f"deal {seats.letter(int(state.turn))} {action + 1}"
    return f"draw {seats.letter(int(state.taker))} {action + 1}"


def read(state: RauferState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Raufer.
    RefusedError
        If they name a card or a seat that cannot be meant now, or no direction.
    """
    if seat == CHANCE:
        return _outcome(state, words)
    if words in (["draw"], ["pass"]):
        return DRAW if words == ["draw"] else PASS
    if not words or len(words) > 2:
        raise NotationError("an action is written: 12 up, 12 down, draw, or pass")
    card = _card(words[0])
    if len(words) == 1:
        raise RefusedError(Refusal("RAU-7"))
    if words[1] not in _DIRECTIONS:
        raise NotationError(f"a direction is up or down, not {words[1]!r}")
    return 2 * card + _DIRECTIONS[words[1]]


def _card(word: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", word):
        raise NotationError(f"a card is a number from 1 to {CARDS}, not {word!r}")
    number = int(word)
    if not 1 <= number <= CARDS:
        raise RefusedError(Refusal("RAU-1", {"card": number}))
    return number - 1


def _outcome(state: RauferState, words: list[str]) -> int:
    kind = words[0] if words else ""
    if kind not in _STAGES or len(words) != (2 if kind == "start" else 3):
        raise NotationError("chance is written: start A, deal A 12, or draw A 12")
    seat = _letter(words[1])
    card = _card(words[2]) if kind != "start" else 0
    if state.stage == Stage.OVER:
        raise RefusedError(Refusal("RAU-24"))
    if kind == "start":
        if state.stage != Stage.START or seat >= state.seats:
            raise RefusedError(Refusal("RAU-3", message="RAU-3-lot"))
        return seat
    if kind == "deal":
        if state.stage != Stage.DEAL or seat != state.turn:
            raise RefusedError(Refusal("RAU-2"))
    elif state.stage != Stage.TAKING or seat != state.taker:
        commander_takes = state.stage == Stage.TAKING and state.last == NO_CARD
        raise RefusedError(Refusal("RAU-12" if commander_takes else "RAU-11"))
    return card


def _letter(word: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat == CHANCE:
        raise NotationError("chance names a seat by its letter")
    return seat


# --- queries ---


def _seat(state: RauferState, word: str) -> int:
    seat = _letter(word)
    if seat >= state.seats:
        last = seats.letter(int(state.seats) - 1)
        raise NotationError(f"the seats of this match are A to {last}, not {word!r}")
    return seat


def _two_seats(state: RauferState, words: list[str]) -> tuple[int, int]:
    if len(words) != 2:
        raise NotationError("this query names two seats: who knows, and who holds")
    return _seat(state, words[0]), _seat(state, words[1])


def _nothing(words: list[str]) -> None:
    if words:
        raise NotationError(f"this query takes no more words, not {' '.join(words)!r}")


def _listed(items: Iterable[str]) -> str:
    return " ".join(items) or "none"


def _cards(cards: int) -> str:
    return _listed(str(card + 1) for card in range(CARDS) if cards >> card & 1)


def _hand(state: RauferState, words: list[str]) -> str:
    return _cards(int(state.hands[one_seat(words, state.seats)]))


def _count(state: RauferState, words: list[str]) -> str:
    return str(state.sizes[one_seat(words, state.seats)])


def _pile(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    return str(state.pile)


def _down(state: RauferState, words: list[str]) -> str:
    if words:
        return str(int(state.down) >> one_seat(words, state.seats) & 1)
    return str(int(state.down).bit_count())


def _laid(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    return _listed(str(card + 1) for card in state.laid[: state.laid_count].tolist())


def _last(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    if state.last == NO_CARD:
        return "none"
    return f"{state.last + 1} {direction_name(int(state.direction))}"


def _commander(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    return "none" if state.commander == NOBODY else seats.letter(int(state.commander))


def _phase(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    return str(state.phase)


def _in(state: RauferState, words: list[str]) -> str:
    _nothing(words)
    return ",".join(map(seats.letter, seats.members(int(state.inside))))


def _bounds(state: RauferState, words: list[str]) -> str:
    seat = one_seat(words, state.seats)
    ranges = state.bounds[seat, : state.sizes[seat]].tolist()
    return _listed("{}-{}".format(*knowledge.floors(one)) for one in ranges)


def _known(state: RauferState, words: list[str]) -> str:
    return _cards(int(knowledge.known_held(state, *_two_seats(state, words))))


def _maybe(state: RauferState, words: list[str]) -> str:
    return _cards(int(knowledge.maybe_held(state, *_two_seats(state, words))))


QUERIES: Mapping[str, Callable[[RauferState, list[str]], str]] = {
    "hand": _hand,
    "count": _count,
    "pile": _pile,
    "down": _down,
    "laid": _laid,
    "last": _last,
    "commander": _commander,
    "phase": _phase,
    "in": _in,
    "bounds": _bounds,
    "known": _known,
    "maybe": _maybe,
}
