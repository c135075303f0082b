"""Notation of Misd: ``claim yellow star``, ``claim c4``, ``pass``, ``turn``, cards, and queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import listed, no_words, one_seat, one_word, seat_at_table
from tischlein.core.seats import CHANCE
from tischlein.games.misd import refusals, rules
from tischlein.games.misd.actions import (
    CARD,
    CLAIM_MISSING,
    COLOUR,
    LAY,
    PASS,
    SHAPE,
    TURN,
    claimed_card,
    claimed_symbol,
    claiming,
    claiming_card,
    laid_face,
    names_symbol,
    turned_colour,
    turned_face,
    turned_shape,
)
from tischlein.games.misd.cards import CARDS, COLOURS, FACES, SHAPES, symbols
from tischlein.games.misd.names import card_name, face_name, symbol_name
from tischlein.games.misd.state import NOTHING, LastResult, MisdState, Phase

SERIES: Mapping[str, int] = {"lay": 1}
"""All faces of one laying are on one line."""

_NONE = "none"


@cache
def _faces() -> Mapping[str, int]:
    """Return every face by its name, made when first read: naming one loads compiled code."""
    return {face_name(face): face for face in range(FACES)}


# --- actions ---


def write(state: MisdState, seat: int, action: int) -> str:
    """Return an action or an outcome of chance as text."""
    if seat == CHANCE:
        return _write_chance(action)
    if action == PASS:
        return "pass"
    if action == TURN:
        return "turn"
    return f"claim {claim_name(action)}"


def _write_chance(outcome: int) -> str:
    if outcome < LAY:
        return f"start {seats.letter(outcome)}"
    if outcome < CARD:
        return f"lay {face_name(laid_face(outcome))}"
    if outcome < SHAPE:
        return f"card {face_name(turned_face(outcome))}"
    if outcome < COLOUR:
        return f"shape {SHAPES[turned_shape(outcome)]}"
    return f"colour {COLOURS[turned_colour(outcome)]}"


def claim_name(claim: int) -> str:
    """Return ``yellow star``, ``c4`` or ``missing``."""
    if names_symbol(claim):
        return symbol_name(*claimed_symbol(claim))
    return "missing" if claim == CLAIM_MISSING else card_name(claimed_card(claim))


def read(state: MisdState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Misd.
    RefusedError
        If they name a seat, a card, a shape or a colour that does not exist.
    """
    if seat == CHANCE:
        return _read_chance(state, words)
    match words:
        case ["turn"]:
            return TURN
        case ["pass"]:
            return PASS
        case ["claim", "missing"]:
            return CLAIM_MISSING
        case ["claim", name] if re.fullmatch(r"c\d{1,9}", name):
            card = int(name.removeprefix("c"))
            if card >= CARDS:
                raise _unsaid(state, seat, refusals.no_such_card(state, card))
            return claiming_card(card)
        case ["claim", colour, shape]:
            if colour not in COLOURS or shape not in SHAPES:
                raise _unsaid(state, seat, refusals.no_such_symbol(state))
            return claiming(COLOURS.index(colour), SHAPES.index(shape))
    raise NotationError(
        "an action is written: turn, claim yellow star, claim c4, claim missing, or pass"
    )


def _unsaid(state: MisdState, seat: int, refusal: Refusal) -> RefusedError:
    """Return why the seat may say nothing at all now, or what is wrong with its claim."""
    early = refusals.out_of_turn(state, seat) or refusals.why_silent(state, seat)
    return RefusedError(early or refusal)


def _read_chance(state: MisdState, words: list[str]) -> int:
    match words:
        case ["start", letter]:
            return seat_at_table(letter, state.seats, Refusal("MIS-5"))
        case ["lay", face]:
            return LAY + _face_of_chance(face)
        case ["card", face]:
            return CARD + _face_of_chance(face)
        case ["shape", shape]:
            return SHAPE + _index(SHAPES, shape)
        case ["colour", colour]:
            return COLOUR + _index(COLOURS, colour)
    raise NotationError("chance is written: start A, lay c3f ..., card c7b, shape star, colour red")


def _face_of_chance(word: str) -> int:
    """Return a face that chance names; one of a card that does not exist is refused (MIS-2)."""
    match = re.fullmatch(r"(c\d{1,9})[fb]", word)
    if match is not None and word not in _faces():
        raise RefusedError(Refusal("MIS-2", {"card": match[1]}))
    return _face(word)


def _face(word: str) -> int:
    if word not in _faces():
        raise NotationError(f"a face is c0f to c9b, not {word!r}")
    return _faces()[word]


def _index(names: tuple[str, ...], word: str) -> int:
    if word not in names:
        raise NotationError(f"this is one of {', '.join(names)}, not {word!r}")
    return names.index(word)


# --- queries ---


def _open_face(state: MisdState, words: list[str]) -> str:
    no_words(words)
    is_open = state.phase == Phase.OPEN and not state.finding
    return face_name(state.face) if is_open else _NONE


def _question(state: MisdState, words: list[str]) -> str:
    no_words(words)
    is_open = state.phase == Phase.OPEN and state.finding
    return symbol_name(state.wanted_colour, state.wanted_shape) if is_open else _NONE


def _answer(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return claim_name(state.answer) if state.phase == Phase.OPEN else _NONE


def _layout(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return listed(map(face_name, state.layout[: state.laid]))


def _missing(state: MisdState, words: list[str]) -> str:
    return claim_name(rules.lacking(_face(one_word(words, "a face"))))


def _shows(state: MisdState, words: list[str]) -> str:
    face = _face(one_word(words, "a face"))
    return " ".join(f"{COLOURS[colour]}-{SHAPES[shape]}" for colour, shape in symbols(face))


def _stock(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return str(state.stock)


def _chips(state: MisdState, words: list[str]) -> str:
    return str(state.chips[one_seat(words, state.seats)])


def _turner(state: MisdState, words: list[str]) -> str:
    no_words(words)
    nobody = state.turner == NOTHING or state.phase == Phase.OVER
    return _NONE if nobody else seats.letter(state.turner)


def _silent(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return ",".join(map(seats.letter, members(state.silent))) or _NONE


def _asked(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return str(state.asked)


def _last(state: MisdState, words: list[str]) -> str:
    no_words(words)
    became = LastResult(state.last).name.lower()
    return became if state.last_seat == NOTHING else f"{seats.letter(state.last_seat)} {became}"


def _deck(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _NONE if state.finding else _pile(map(card_name, range(CARDS)), state.pile)


def _shapes(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _pile(SHAPES, state.shapes) if state.finding else _NONE


def _colours(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _pile(COLOURS, state.colours) if state.finding else _NONE


def _pile(names: Iterable[str], left: int) -> str:
    """Return the names of the cards that are left."""
    every = tuple(names)
    return listed(every[card] for card in members(left))


QUERIES: Mapping[str, Callable[[MisdState, list[str]], str]] = {
    "face": _open_face,
    "question": _question,
    "answer": _answer,
    "layout": _layout,
    "missing": _missing,
    "shows": _shows,
    "stock": _stock,
    "chips": _chips,
    "turner": _turner,
    "silent": _silent,
    "asked": _asked,
    "last": _last,
    "deck": _deck,
    "shapes": _shapes,
    "colours": _colours,
}
