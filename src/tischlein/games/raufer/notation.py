"""Notation of Raufer: ``12 up``, ``draw``, ``pass``, what chance does, and queries of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    listed,
    no_words,
    number_up_to,
    one_seat,
    seat_lettered,
    seat_named,
)
from tischlein.core.seats import CHANCE, letter
from tischlein.games.raufer import knowledge
from tischlein.games.raufer.actions import (
    DIRECTION_WORDS,
    DIRECTIONS,
    DRAW,
    PASS,
    card_of,
    direction_of,
    laying,
)
from tischlein.games.raufer.state import CARDS, NO_CARD, NOBODY, RauferState, Stage

SERIES: Mapping[str, int] = {"deal": 2, "draw": 2}
_OUTCOMES = {"start": Stage.START, "deal": Stage.DEAL, "draw": Stage.TAKING}


def write(state: RauferState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    if seat == CHANCE:
        return _write_outcome(state, action)
    if action >= DRAW:
        return "draw" if action == DRAW else "pass"
    return f"{card_of(action) + 1} {DIRECTION_WORDS[direction_of(action)]}"


def _write_outcome(state: RauferState, outcome: int) -> str:
    if state.stage == Stage.START:
        return f"start {letter(outcome)}"
    if state.stage == Stage.DEAL:
        return f"deal {letter(state.turn)} {outcome + 1}"
    return f"draw {letter(state.taker)} {outcome + 1}"


# --- reading ---


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
    if words[1] not in DIRECTIONS:
        raise NotationError(f"a direction is up or down, not {words[1]!r}")
    return laying(card, DIRECTIONS[words[1]])


def _card(word: str) -> int:
    return number_up_to(CARDS, word, "a card", lambda card: Refusal("RAU-1", {"card": card})) - 1


def _outcome(state: RauferState, words: list[str]) -> int:
    kind = words[0] if words else ""
    if kind not in _OUTCOMES or len(words) != (2 if kind == "start" else 3):
        raise NotationError("chance is written: start A, deal A 12, or draw A 12")
    seat = seat_lettered(words[1])
    card = _card(words[2]) if kind != "start" else 0
    if state.stage == Stage.OVER:
        raise RefusedError(Refusal("RAU-24", message="refused-over"))
    if state.stage != _OUTCOMES[kind] or seat not in _may_get(state):
        raise RefusedError(_misplaced(state, kind))
    return seat if kind == "start" else card


def _may_get(state: RauferState) -> range:
    """Return the seats to which chance may do something now."""
    if state.stage == Stage.START:
        return range(state.seats)
    seat = state.turn if state.stage == Stage.DEAL else state.taker
    return range(seat, seat + 1)


def _misplaced(state: RauferState, kind: str) -> Refusal:
    """Return the rule that says when, and to whom, an outcome comes."""
    if kind == "start":
        return Refusal("RAU-3", message="RAU-3-lot")
    if kind == "deal":
        return Refusal("RAU-2")
    commander_takes = state.stage == Stage.TAKING and state.last == NO_CARD
    return Refusal("RAU-12" if commander_takes else "RAU-11")


# --- queries ---


def _two_seats(state: RauferState, words: list[str]) -> tuple[int, int]:
    if len(words) != 2:
        raise NotationError("this query names two seats: who knows, and who holds")
    observer, holder = words
    return seat_named(observer, state.seats), seat_named(holder, state.seats)


def _floors(cards: int) -> str:
    return listed(card + 1 for card in members(cards))


def _hand(state: RauferState, words: list[str]) -> str:
    return _floors(state.hands[one_seat(words, state.seats)])


def _count(state: RauferState, words: list[str]) -> str:
    return str(state.sizes[one_seat(words, state.seats)])


def _pile(state: RauferState, words: list[str]) -> str:
    no_words(words)
    return str(state.pile)


def _down(state: RauferState, words: list[str]) -> str:
    if words:
        return str(state.down >> one_seat(words, state.seats) & 1)
    return str(state.down.bit_count())


def _laid(state: RauferState, words: list[str]) -> str:
    no_words(words)
    return listed(card + 1 for card in state.laid[: state.laid_count])


def _last(state: RauferState, words: list[str]) -> str:
    no_words(words)
    if state.last == NO_CARD:
        return "none"
    return f"{state.last + 1} {DIRECTION_WORDS[state.direction]}"


def _commander(state: RauferState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.commander == NOBODY else letter(state.commander)


def _phase(state: RauferState, words: list[str]) -> str:
    no_words(words)
    return str(state.phase)


def _in(state: RauferState, words: list[str]) -> str:
    no_words(words)
    return ",".join(map(letter, members(state.inside)))


def _bounds(state: RauferState, words: list[str]) -> str:
    seat = one_seat(words, state.seats)
    bounds = knowledge.bounds_of(state, seat)
    return listed("{}-{}".format(*knowledge.floors(one)) for one in bounds)


def _known(state: RauferState, words: list[str]) -> str:
    return _floors(knowledge.known_held(state, *_two_seats(state, words)))


def _maybe(state: RauferState, words: list[str]) -> str:
    return _floors(knowledge.maybe_held(state, *_two_seats(state, words)))


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
