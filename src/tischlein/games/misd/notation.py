"""Notation of Misd: ``claim yellow star @3120``, ``pass``, ``turn``, cards, and the queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words, one_seat, one_word
from tischlein.games.misd import rules
from tischlein.games.misd.names import combination, face_name, symbols
from tischlein.games.misd.state import (
    CARD,
    CARDS,
    CLAIM_CARD,
    CLAIM_MISSING,
    COLOUR,
    COLOURS,
    FACES,
    KINDS,
    LAY,
    NOTHING,
    PASS,
    SHAPE,
    SHAPES,
    TURN,
    Last,
    MisdState,
    Phase,
)

SERIES: Mapping[str, int] = {"lay": 1}
"""All faces of one laying stand on one line."""

_FACES = {face_name(face): face for face in range(FACES)}
_TIME = re.compile(r"@(\d{1,9})")
_NONE = "none"


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
        return f"lay {face_name(outcome - LAY)}"
    if outcome < SHAPE:
        return f"card {face_name(outcome - CARD)}"
    if outcome < COLOUR:
        return f"shape {SHAPES[outcome - SHAPE]}"
    return f"colour {COLOURS[outcome - COLOUR]}"


def claim_name(claim: int) -> str:
    """Return ``yellow star``, ``c4`` or ``missing``."""
    if claim < CLAIM_CARD:
        return combination(claim)
    return "missing" if claim == CLAIM_MISSING else f"c{claim - CLAIM_CARD}"


def write_outcome(state: MisdState, seat: int, action: int, outcome: tuple[int, ...]) -> str:
    """Return the reaction time of a claim or a pass as text."""
    return f"@{outcome[0]}"


def read(state: MisdState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean, whatever its time.

    Raises
    ------
    NotationError
        If they are no action of Misd.
    RefusedError
        If they name a seat, a card, a shape or a colour that does not exist.
    """
    if seat == CHANCE:
        return _read_chance(state, words)
    if words == ["turn"]:
        return TURN
    spoken = words[:-1] if _time(words) is not None else words
    if spoken == ["pass"]:
        return PASS
    match spoken:
        case ["claim", "missing"]:
            return CLAIM_MISSING
        case ["claim", card] if re.fullmatch(r"c\d+", card):
            number = int(card[1:])
            if number >= CARDS:
                raise RefusedError(_unsaid(state, seat) or _no_such_card(state, card))
            return CLAIM_CARD + number
        case ["claim", colour, shape]:
            if colour not in COLOURS or shape not in SHAPES:
                raise RefusedError(_unsaid(state, seat) or _no_such_combination(state))
            return KINDS * COLOURS.index(colour) + SHAPES.index(shape)
    raise NotationError(
        "an action is written: turn, claim yellow star, claim c4, claim missing, or pass"
    )


def read_outcome(state: MisdState, seat: int, words: list[str]) -> tuple[int, ...]:
    """Return the reaction time that stands behind a claim or a pass; empty where there is none."""
    time = None if seat == CHANCE else _time(words)
    return () if time is None else (time,)


def _time(words: list[str]) -> int | None:
    found = _TIME.fullmatch(words[-1]) if words else None
    return int(found[1]) if found else None


def _unsaid(state: MisdState, seat: int) -> Refusal | None:
    """Return why the seat may say nothing at all now, whatever its claim names."""
    return rules.why_not(state, seat, PASS)


def _no_such_card(state: MisdState, card: str) -> Refusal:
    return Refusal("MIS-14", {"card": card}) if state.finding else Refusal("MIS-13")


def _no_such_combination(state: MisdState) -> Refusal:
    if state.finding:
        return Refusal("MIS-14", message="MIS-14-form")
    return Refusal("MIS-13", message="MIS-13-unknown")


def _read_chance(state: MisdState, words: list[str]) -> int:
    match words:
        case ["start", letter]:
            try:
                seat = seats.number(letter)
            except ValueError as error:
                raise NotationError(str(error)) from None
            if seat >= state.seats:
                raise RefusedError(Refusal("MIS-5"))
            return seat
        case ["lay", face]:
            return LAY + _face(face)
        case ["card", face]:
            return CARD + _face(face)
        case ["shape", shape]:
            return SHAPE + _index(SHAPES, shape)
        case ["colour", colour]:
            return COLOUR + _index(COLOURS, colour)
    raise NotationError("chance is written: start A, lay c3f ..., card c7b, shape star, colour red")


def _face(word: str) -> int:
    if word not in _FACES:
        raise NotationError(f"a face is c0f to c9b, not {word!r}")
    return _FACES[word]


def _index(names: tuple[str, ...], word: str) -> int:
    if word not in names:
        raise NotationError(f"this is one of {', '.join(names)}, not {word!r}")
    return names.index(word)


# --- queries ---


def _listed(items: Iterable[str], between: str = " ") -> str:
    return between.join(items) or _NONE


def _members(names: Iterable[str], bits: int) -> str:
    return _listed(name for index, name in enumerate(names) if bits >> index & 1)


def _open_face(state: MisdState, words: list[str]) -> str:
    no_words(words)
    is_open = state.phase == Phase.OPEN and not state.finding
    return face_name(int(state.face)) if is_open else _NONE


def _question(state: MisdState, words: list[str]) -> str:
    no_words(words)
    if state.phase != Phase.OPEN or not state.finding:
        return _NONE
    return f"{COLOURS[state.wanted_colour]} {SHAPES[state.wanted_shape]}"


def _answer(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return claim_name(int(state.answer)) if state.phase == Phase.OPEN else _NONE


def _layout(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _listed(map(face_name, state.layout[: state.laid].tolist()))


def _missing(state: MisdState, words: list[str]) -> str:
    return combination(int(rules.lacking(_face(one_word(words, "a face")))))


def _shows(state: MisdState, words: list[str]) -> str:
    face = _face(one_word(words, "a face"))
    return " ".join(f"{COLOURS[colour]}-{SHAPES[shape]}" for colour, shape in symbols(face))


def _stock(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return str(state.stock)


def _chips(state: MisdState, words: list[str]) -> str:
    return str(state.chips[one_seat(words, int(state.seats))])


def _turner(state: MisdState, words: list[str]) -> str:
    no_words(words)
    nobody = state.turner == NOTHING or state.phase == Phase.OVER
    return _NONE if nobody else seats.letter(int(state.turner))


def _silent(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _listed(map(seats.letter, seats.members(int(state.silent))), ",")


def _asked(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return str(state.asked)


def _last(state: MisdState, words: list[str]) -> str:
    no_words(words)
    became = Last(int(state.last)).name.lower()
    if state.last_seat == NOTHING:
        return became
    return f"{seats.letter(int(state.last_seat))} {became}"


def _deck(state: MisdState, words: list[str]) -> str:
    no_words(words)
    cards = (f"c{card}" for card in range(CARDS))
    return _NONE if state.finding else _members(cards, int(state.pile))


def _shapes(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _members(SHAPES, int(state.shapes)) if state.finding else _NONE


def _colours(state: MisdState, words: list[str]) -> str:
    no_words(words)
    return _members(COLOURS, int(state.colours)) if state.finding else _NONE


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
