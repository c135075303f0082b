"""Notation of Drop It: ``drop square red 102.5 45``, resting poses, and the queries of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import listed, no_words, one_seat, one_word, seat_lettered
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import rules, shaft
from tischlein.games.dropit.actions import (
    DECLINE,
    JOKER,
    ORDERS,
    PAIRS,
    REST,
    SLIP_WEIGHTS,
    Slip,
    Split,
    Start,
    drop_action,
    drop_of,
    outcome_number,
    outcome_of,
)
from tischlein.games.dropit.names import kind_name
from tischlein.games.dropit.numerals import decimal, whole, written
from tischlein.games.dropit.refusals import why_not
from tischlein.games.dropit.shapes import ANGLE_STEP, STEPS, SYMMETRY, X_STEP
from tischlein.games.dropit.state import (
    COLOUR_NAMES,
    COLOURS,
    NONE,
    SCALE,
    SHAPE_NAMES,
    SHAPES,
    DropItState,
    Phase,
    StockSharing,
    Taboo,
)

_ANSWERS = {JOKER: "joker", DECLINE: "decline"}
_NO_TURNS = ("pass", "push", "throw", "turn")
"""First words of what somebody may well want to do with a piece, or a turn, and may not."""


# --- writing ---


def write(state: DropItState, seat: int, action: int) -> str:
    """Return an action or an outcome of chance as text, without resting poses."""
    if seat == CHANCE:
        return _write_chance(state, action)
    if action in _ANSWERS:
        return _ANSWERS[action]
    drop = drop_of(action)
    return f"drop {kind_name(drop.kind)} {drop.position * X_STEP:.1f} {drop.turn * ANGLE_STEP}"


def _write_chance(state: DropItState, outcome: int) -> str:
    match outcome_of(outcome):
        case Start(seat):
            return f"start {seats.letter(seat)}"
        case Split(order):
            return "split " + " ".join(PAIRS[pair] for pair in ORDERS[order])
        case Slip(across, twist):
            hand = state.hand
            return f"slip {across * rules.SLIP_MM[hand]} {twist * rules.SLIP_DEGREES[hand]}"
    return "rest"


# --- reading ---


def read(state: DropItState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Drop It.
    RefusedError
        If they name something that is not on the grid, or another request than a drop (DRO-16,
        DRO-18), or a lot or slip that does not exist here.
    """
    if seat == CHANCE:
        return _read_chance(state, words)
    if words and words[0] == "drop":
        return _read_drop(state, seat, words[1:])
    for answer, name in _ANSWERS.items():
        if words == [name]:
            return answer
    if not words or words[0] not in _NO_TURNS:
        answers = " or ".join(_ANSWERS.values())
        raise NotationError(f"an action is written: drop square red 102.5 45, {answers}")
    asked = state.phase == Phase.QUESTION
    raise RefusedError(Refusal("DRO-56", message="DRO-56-open") if asked else Refusal("DRO-16"))


def _read_drop(state: DropItState, seat: int, words: list[str]) -> int:
    if len(words) != 4 or words[0] not in SHAPE_NAMES or words[1] not in COLOUR_NAMES:
        raise NotationError("a drop is written: drop square red 102.5 45")
    shape, colour = SHAPE_NAMES.index(words[0]), COLOUR_NAMES.index(words[1])
    place, degrees = _number(words[2]), _number(words[3])
    if place % Decimal(X_STEP) or degrees % ANGLE_STEP or not 0 <= degrees < 360:
        somewhere = drop_action(colour, shape, 0, STEPS[shape][0][0])
        raise RefusedError(why_not(state, seat, somewhere) or Refusal("DRO-18"))
    turn = int(degrees) % SYMMETRY[shape] // ANGLE_STEP
    position = int(place / Decimal(X_STEP))
    first, last = STEPS[shape][turn]
    # Positions beyond the walls have no numbers; one position that does not fit represents them
    # all.
    return drop_action(colour, shape, turn, min(max(position, first - 1), last + 1))


def _number(word: str) -> Decimal:
    number = decimal(word)
    if number is None:
        raise NotationError(f"{word!r} is no number")
    return number


def _read_chance(state: DropItState, words: list[str]) -> int:
    match words:
        case ["rest", *_]:
            return REST
        case ["start", letter]:
            return outcome_number(Start(seat_lettered(letter)))
        case ["split", *pairs]:
            return _read_split(pairs)
        case ["slip", across, twist]:
            return _read_slip(state, across, twist)
    raise NotationError("chance is written: start B, split ts td sd, slip -1 2, or rest ...")


def _read_split(pairs: list[str]) -> int:
    for number, order in enumerate(ORDERS):
        if pairs == [PAIRS[pair] for pair in order]:
            return outcome_number(Split(number))
    raise RefusedError(Refusal("DRO-10"))


def _read_slip(state: DropItState, across: str, twist: str) -> int:
    slipped = _number(across), _number(twist)
    steps = rules.SLIP_MM[state.hand], rules.SLIP_DEGREES[state.hand]
    sizes = []
    for length, step in zip(slipped, steps, strict=True):
        if not step or length % step or length // step not in SLIP_WEIGHTS:
            raise RefusedError(Refusal("DRO-21"))
        sizes.append(int(length // step))
    return outcome_number(Slip(*sizes))


# --- queries ---


def _piece(state: DropItState, words: list[str]) -> str:
    word = one_word(words, "a piece")
    number = whole(word)
    if number is None or not 1 <= number <= state.count:
        raise NotationError(f"the shaft holds the pieces 1 to {state.count}, not {word!r}")
    index = number - 1
    pose = (state.x[index], state.y[index], state.angle[index])
    owner = seats.letter(state.owners[index])
    return " ".join([kind_name(state.kinds[index]), owner, *map(written, pose)])


def _pieces(state: DropItState, words: list[str]) -> str:
    no_words(words)
    return str(state.count)


def _stock(state: DropItState, words: list[str]) -> str:
    stock = state.stocks[state.side[one_seat(words, state.seats)]]
    colours = []
    for colour in range(COLOURS):
        counts = stock[SHAPES * colour : SHAPES * (colour + 1)]
        if any(counts):
            colours.append(f"{COLOUR_NAMES[colour]} {'/'.join(map(str, counts))}")
    return listed(colours)


def _falling(state: DropItState, words: list[str]) -> str:
    no_words(words)
    if state.falling == NONE:
        return "none"
    owner = seats.letter(state.mover)
    place, degrees = written(state.falling_x), state.falling_angle // SCALE
    return f"{kind_name(state.falling)} {owner} {place} {degrees}"


def _jokers(state: DropItState, words: list[str]) -> str:
    return str(state.jokers[state.side[one_seat(words, state.seats)]])


def _drops(state: DropItState, words: list[str]) -> str:
    return str(state.drops[one_seat(words, state.seats)])


def _team(state: DropItState, words: list[str]) -> str:
    seat = one_seat(words, state.seats)
    return str(state.side[seat] + 1) if state.kin == StockSharing.TEAMS else "none"


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
        lambda state: listed(Taboo(taboo).name.lower() for taboo in members(state.taboos))
    ),
    "touches": _of_last_drop(lambda state: listed(piece + 1 for piece in members(state.touched))),
    "edges": _of_last_drop(
        lambda state: listed(shaft.part_name(part) for part in members(state.parts))
    ),
    "circles": _of_last_drop(lambda state: listed(circle + 1 for circle in members(state.covered))),
}
