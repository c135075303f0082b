"""Notation of Schollenschubser: ``drift B2``, ``new A2 4``, ``step B1 B2`` ..., and its queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    listed,
    no_words,
    number_up_to,
    one_seat,
    one_word,
    seat_at_table,
)
from tischlein.core.seats import CHANCE, letter
from tischlein.games.schollenschubser.actions import (
    FACES,
    FLOES_LAID,
    MEANINGS,
    NOBODY,
    NUMBERS,
    OUTCOME_MEANINGS,
    OUTCOME_NUMBERS,
    ROLL,
    Action,
    Board,
    Done,
    Drift,
    Land,
    Lay,
    Melt,
    New,
    Outcome,
    Roll,
    Save,
    Skip,
    Start,
    Step,
)
from tischlein.games.schollenschubser.names import ROW_LETTERS, crowd, square_name, square_named
from tischlein.games.schollenschubser.refusals import wrong_phase
from tischlein.games.schollenschubser.state import (
    BIG,
    COLUMNS,
    SIZES,
    SMALL,
    Phase,
    SchollenschubserState,
)

SERIES: Mapping[str, int] = {"roll": 1}
_VERBS_OF_DIE = ("drift", "new", "melt", "skip")


def continues(state: SchollenschubserState, action: int) -> bool:
    """Whether an outcome shares a line with the one before: the second die of a roll."""
    return action >= ROLL and state.dice[0] != 0


def write(state: SchollenschubserState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    del state
    if seat == CHANCE:
        return _write_outcome(OUTCOME_MEANINGS[action])
    return _write_action(MEANINGS[action])


def _write_action(action: Action) -> str:
    match action:
        case Drift(square) | Board(square) | Land(square) | Save(square):
            return f"{type(action).__name__.lower()} {square_name(square)}"
        case New(square, size):
            return f"new {square_name(square)} {size}"
        case Melt(square, faller):
            who = "" if faller == NOBODY else f" {letter(faller)}"
            return f"melt {square_name(square)}{who}"
        case Step(source, target):
            return f"step {square_name(source)} {square_name(target)}"
        case Skip():
            return "skip"
        case Done():
            return "done"


def _write_outcome(outcome: Outcome) -> str:
    match outcome:
        case Lay(square, size):
            return f"lay {square_name(square)} {size}"
        case Start(seat):
            return f"start {letter(seat)}"
        case Roll(face):
            return f"roll {face}"


def read(state: SchollenschubserState, seat: int, words: list[str]) -> int:
    """Return the action, or the outcome of chance, that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Schollenschubser.
    RefusedError
        If they name a seat, a square or a size that does not exist here; in the wrong phase that
        comes first (SCH-9).
    """
    if seat == CHANCE:
        return OUTCOME_NUMBERS[_read_outcome(state, words)]
    try:
        return NUMBERS[_read_action(state, words)]
    except RefusedError:
        early = wrong_phase(state, of_die=words[0] in _VERBS_OF_DIE)
        if early is None:
            raise
        raise RefusedError(early) from None


def _read_action(state: SchollenschubserState, words: list[str]) -> Action:
    match words:
        case ["drift", square]:
            return Drift(square_named(square))
        case ["new", square, size]:
            return New(square_named(square), _size(size, "SCH-17"))
        case ["melt", square]:
            return Melt(square_named(square))
        case ["melt", square, who]:
            return Melt(square_named(square), _seat(state, who, "SCH-21"))
        case ["skip"]:
            return Skip()
        case ["board", square]:
            return Board(square_named(square))
        case ["step", source, target]:
            return Step(square_named(source), square_named(target))
        case ["land", square]:
            return Land(square_named(square))
        case ["save", square]:
            return Save(square_named(square))
        case ["done"]:
            return Done()
    raise NotationError(
        "an action is written: drift B2, new A2 4, melt C3, melt C3 B, skip, board B1, "
        "step B1 B2, land B1, save C4, or done"
    )


def _read_outcome(state: SchollenschubserState, words: list[str]) -> Outcome:
    match words:
        case ["lay", square, size]:
            if square_named(square) not in FLOES_LAID:
                raise RefusedError(Refusal("SCH-6"))
            return Lay(square_named(square), _size(size, "SCH-6"))
        case ["start", who]:
            return Start(_seat(state, who, "SCH-8"))
        case ["roll", face]:
            return Roll(_face(face))
    raise NotationError("chance is written: lay A3 2, start B, or roll 5 2")


def _face(word: str) -> int:
    def refusal(face: int) -> Refusal:
        return Refusal("SCH-10", {"face": face}, message="SCH-10-face")

    return number_up_to(FACES, word, "a die", refusal)


def _size(word: str, rule: str) -> int:
    def refusal(size: int) -> Refusal:
        return Refusal(rule, {"size": size}, message="no-such-size")

    return number_up_to(SIZES, word, "the size of a floe", refusal)


def _seat(state: SchollenschubserState, word: str, rule: str) -> int:
    return seat_at_table(word, state.seats, Refusal(rule, message="no-such-seat"))


def _square(words: list[str]) -> int:
    return square_named(one_word(words, "a square"))


def _phase(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return Phase(state.phase).name.lower()


def _dice(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return listed(die for die in sorted(state.dice) if die)


def _floe(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.floe[_square(words)] or "none")


def _pawns(state: SchollenschubserState, words: list[str]) -> str:
    return listed(crowd(state, _square(words)))


def _row(state: SchollenschubserState, words: list[str]) -> str:
    row = ROW_LETTERS.find(one_word(words, "a row, A to E").upper())
    if row < 0:
        raise NotationError("the rows are A to E")
    return " ".join(
        f"{state.floe[square]}{crowd(state, square)}" if state.floe[square] else "."
        for square in range(row * COLUMNS, (row + 1) * COLUMNS)
    )


def _stock(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return f"big {state.stock[BIG]} small {state.stock[SMALL]}"


def _bank(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.bank[one_seat(words, state.seats)])


def _saved(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.saved[one_seat(words, state.seats)])


def _unmoved(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.unmoved[_square(words)])


QUERIES: Mapping[str, Callable[[SchollenschubserState, list[str]], str]] = {
    "phase": _phase,
    "dice": _dice,
    "floe": _floe,
    "pawns": _pawns,
    "row": _row,
    "stock": _stock,
    "bank": _bank,
    "saved": _saved,
    "unmoved": _unmoved,
}
