"""Notation of Drop It: ``drop square red 102.5 45``, resting poses, and the queries of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words, one_seat, one_word
from tischlein.games.dropit import resting, rules, shaft
from tischlein.games.dropit.drops import (
    DECLINE,
    JOKER,
    ORDERS,
    PAIRS,
    REST,
    SLIP,
    SLIPS,
    SPLIT,
    START,
    drop_action,
    drop_of,
    slip_of,
    slip_outcome,
)
from tischlein.games.dropit.shapes import ANGLE_STEP, STEPS, SYMMETRY, X_STEP
from tischlein.games.dropit.state import (
    COLOUR_NAMES,
    COLOURS,
    NONE,
    SCALE,
    SEATS,
    SHAPE_NAMES,
    SHAPES,
    DropItState,
    Kin,
    Taboo,
    members,
)

SERIES: Mapping[str, int] = {}
_ANSWERS = {"joker": JOKER, "decline": DECLINE}
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_WHOLE = re.compile(r"[+-]?\d{1,9}")
_LARGEST = 10**9
"""Poses farther off than so many millimetres are no numbers of a record."""


# --- writing ---


def write(state: DropItState, seat: int, action: int) -> str:
    """Return an action or an outcome of chance as text, without resting poses."""
    if seat == CHANCE:
        return _write_chance(state, action)
    if action == JOKER:
        return "joker"
    if action == DECLINE:
        return "decline"
    colour, shape, turn, position = drop_of(action)
    kind = f"{SHAPE_NAMES[shape]} {COLOUR_NAMES[colour]}"
    return f"drop {kind} {position * X_STEP:.1f} {turn * ANGLE_STEP}"


def _write_chance(state: DropItState, outcome: int) -> str:
    if outcome >= REST:
        return "rest"
    if outcome >= SLIP:
        across, twist = slip_of(outcome)
        hand = int(state.hand)
        return f"slip {across * rules.SLIP_MM[hand]} {twist * rules.SLIP_DEGREES[hand]}"
    if outcome >= SPLIT:
        return "split " + " ".join(PAIRS[pair] for pair in ORDERS[outcome - SPLIT])
    return f"start {seats.letter(outcome - START)}"


def write_outcome(state: DropItState, seat: int, action: int, outcome: tuple[int, ...]) -> str:
    """Return resting poses as text: groups of piece, x, y and angle."""
    del state, seat, action
    return " ".join(
        " ".join([str(piece), *map(_decimals, pose)]) for piece, pose in resting.groups(outcome)
    )


def _decimals(value: int) -> str:
    """Return a whole number of ten-thousandths with four decimals."""
    return f"{Decimal(int(value)).scaleb(-4):.4f}"


# --- reading ---


def read(state: DropItState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Drop It.
    RefusedError
        If they name something that is not on the grid, or no drop (DRO-16, DRO-18), or a lot or
        slip that does not exist here.
    """
    if seat == CHANCE:
        return _read_chance(state, words)
    if words and words[0] == "drop":
        return _read_drop(state, seat, words[1:])
    if len(words) == 1 and words[0] in _ANSWERS:
        return _ANSWERS[words[0]]
    raise RefusedError(_instead(state, seat) or Refusal("DRO-16"))


def _instead(state: DropItState, seat: int) -> Refusal | None:
    """Return why the seat may not drop at all now."""
    refusal = rules.why_not(state, seat, 0)
    return refusal if refusal is not None and refusal.rule in ("DRO-15", "DRO-56") else None


def _read_drop(state: DropItState, seat: int, words: list[str]) -> int:
    if len(words) != 4 or words[0] not in SHAPE_NAMES or words[1] not in COLOUR_NAMES:
        raise NotationError("a drop is written: drop square red 102.5 45")
    shape, colour = SHAPE_NAMES.index(words[0]), COLOUR_NAMES.index(words[1])
    place, degrees = _number(words[2]), _number(words[3])
    if place % Decimal(X_STEP) or degrees % ANGLE_STEP or not 0 <= degrees < 360:
        somewhere = drop_action(colour, shape, 0, STEPS[shape][0][0])
        raise RefusedError(rules.why_not(state, seat, somewhere) or Refusal("DRO-18"))
    turn = int(degrees) % SYMMETRY[shape] // ANGLE_STEP
    position = int(place / Decimal(X_STEP))
    first, last = STEPS[shape][turn]
    # Positions beyond the walls have no number of their own; one that does not fit stands for all.
    return drop_action(colour, shape, turn, min(max(position, first - 1), last + 1))


def _number(word: str) -> Decimal:
    if not _NUMBER.fullmatch(word) or abs(Decimal(word)) > _LARGEST:
        raise NotationError(f"{word!r} is no number")
    return Decimal(word)


def _read_chance(state: DropItState, words: list[str]) -> int:
    match words:
        case ["rest", *_]:
            return REST
        case ["start", letter]:
            return _read_start(letter)
        case ["split", *pairs]:
            return _read_split(pairs)
        case ["slip", across, twist]:
            return _read_slip(state, across, twist)
    raise NotationError("chance is written: start B, split ts td sd, slip -1 2, or rest ...")


def _read_start(letter: str) -> int:
    try:
        seat = seats.number(letter)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat >= SEATS:
        raise RefusedError(Refusal("DRO-14"))
    return START + seat


def _read_split(pairs: list[str]) -> int:
    for number, order in enumerate(ORDERS):
        if pairs == [PAIRS[pair] for pair in order]:
            return SPLIT + number
    raise RefusedError(Refusal("DRO-10"))


def _read_slip(state: DropItState, across: str, twist: str) -> int:
    if not (_WHOLE.fullmatch(across) and _WHOLE.fullmatch(twist)):
        raise NotationError("a slip is written in whole millimetres and degrees: slip -1 2")
    hand = int(state.hand)
    sizes = []
    for word, step in ((across, rules.SLIP_MM[hand]), (twist, rules.SLIP_DEGREES[hand])):
        size, rest = divmod(int(word), step) if step else (0, 1)
        if rest or abs(size) > SLIPS // 2:
            raise RefusedError(Refusal("DRO-21"))
        sizes.append(size)
    return slip_outcome(*sizes)


def read_outcome(state: DropItState, seat: int, words: list[str]) -> tuple[int, ...]:
    """Return the resting poses among the words of an event; empty for all but ``rest``.

    Raises
    ------
    RefusedError
        If they are no groups of piece, x, y and angle (DRO-22).
    """
    del state
    if seat != CHANCE or words[0] != "rest":
        return ()
    values = []
    for index, word in enumerate(words[1:]):
        value = _whole(word) if index % resting.WORDS == 0 else _ten_thousandths(word)
        if value is None:
            raise RefusedError(Refusal("DRO-22", message="DRO-22-unreadable"))
        values.append(value)
    return tuple(values)


def _whole(word: str) -> int | None:
    return int(word) if _WHOLE.fullmatch(word) else None


def _ten_thousandths(word: str) -> int | None:
    if not _NUMBER.fullmatch(word) or abs(Decimal(word)) > _LARGEST:
        return None
    value = Decimal(word).scaleb(4)
    return int(value) if value == int(value) else None


# --- queries ---


def _listed(items: Iterable[str]) -> str:
    return " ".join(items) or "none"


def _kind(kind: int) -> str:
    return f"{SHAPE_NAMES[kind % SHAPES]} {COLOUR_NAMES[kind // SHAPES]}"


def _piece(state: DropItState, words: list[str]) -> str:
    word = one_word(words, "a piece")
    number = _whole(word)
    if number is None or not 1 <= number <= state.count:
        raise NotationError(f"the shaft holds the pieces 1 to {state.count}, not {word!r}")
    index = number - 1
    kind, owner = int(state.kinds[index]), int(state.owners[index])
    pose = (int(state.x[index]), int(state.y[index]), int(state.angle[index]))
    return " ".join([_kind(kind), seats.letter(owner), *map(_decimals, pose)])


def _pieces(state: DropItState, words: list[str]) -> str:
    no_words(words)
    return str(state.count)


def _stock(state: DropItState, words: list[str]) -> str:
    stock = state.stocks[state.side[one_seat(words, state.seats)]].tolist()
    colours = []
    for colour in range(COLOURS):
        counts = stock[SHAPES * colour : SHAPES * (colour + 1)]
        if any(counts):
            colours.append(f"{COLOUR_NAMES[colour]} {'/'.join(map(str, counts))}")
    return _listed(colours)


def _falling(state: DropItState, words: list[str]) -> str:
    no_words(words)
    if state.falling == NONE:
        return "none"
    owner = seats.letter(int(state.mover))
    place, degrees = _decimals(int(state.falling_x)), int(state.falling_angle) // SCALE
    return f"{_kind(int(state.falling))} {owner} {place} {degrees}"


def _jokers(state: DropItState, words: list[str]) -> str:
    return str(state.jokers[state.side[one_seat(words, state.seats)]])


def _drops(state: DropItState, words: list[str]) -> str:
    return str(state.drops[one_seat(words, state.seats)])


def _team(state: DropItState, words: list[str]) -> str:
    seat = one_seat(words, state.seats)
    return str(state.side[seat] + 1) if state.kin == Kin.TEAMS else "none"


def _of_last_drop(tell: Callable[[DropItState], str]) -> Callable[[DropItState, list[str]], str]:
    """Return a query about the last drop: ``none`` before the first."""

    def query(state: DropItState, words: list[str]) -> str:
        no_words(words)
        return tell(state) if state.count else "none"

    return query


QUERIES: Mapping[str, Callable[[DropItState, list[str]], str]] = {
    "piece": _piece,
    "pieces": _pieces,
    "stock": _stock,
    "falling": _falling,
    "jokers": _jokers,
    "drops": _drops,
    "team": _team,
    "level": _of_last_drop(lambda state: str(state.level)),
    "bonus": _of_last_drop(lambda state: str(state.bonus)),
    "points": _of_last_drop(lambda state: str(state.won)),
    "taboos": _of_last_drop(
        lambda state: _listed(Taboo(taboo).name.lower() for taboo in members(state.taboos))
    ),
    "touches": _of_last_drop(
        lambda state: _listed(str(piece + 1) for piece in members(state.touched))
    ),
    "edges": _of_last_drop(
        lambda state: _listed(shaft.part_name(part) for part in members(state.parts))
    ),
    "circles": _of_last_drop(
        lambda state: _listed(str(circle + 1) for circle in members(state.covered))
    ),
}
