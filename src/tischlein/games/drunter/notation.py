"""Actions as text: ``wall1 3 w``, ``vote yes2 no1``, ``joker no``, ``aim ones``, and queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    cell_in,
    listed,
    no_words,
    number_up_to,
    one_seat,
    one_word,
    seat_lettered,
)
from tischlein.core.seats import CHANCE, letter
from tischlein.games.drunter.actions import (
    AIM,
    CARD,
    LOT,
    PLACEMENTS,
    SAY_NO,
    SAY_YES,
    TILE,
    VOTE,
    direction_of,
    line_of,
    placement,
    size_of,
)
from tischlein.games.drunter.names import (
    DIRECTION_WORDS,
    KIND_WORDS,
    LINE_WORDS,
    SIZE_WORDS,
    corner_line,
    covering_line,
    square_name,
)
from tischlein.games.drunter.refusals import card_rule, why_no_lot, why_no_such_tile, why_not
from tischlein.games.drunter.scoring import points, stands, worth_of
from tischlein.games.drunter.state import (
    BLANK,
    BRIDGE,
    GOALS,
    NONE,
    REMOVED,
    SIZES,
    TILE_KINDS,
    VOTE_CARDS,
    DrunterState,
    Stage,
)
from tischlein.games.drunter.town import (
    COLUMNS,
    CORNER,
    EMPTY,
    KINDS,
    OUTHOUSE,
    PRINTED,
    ROWS,
    VALUES,
    kind_and_value,
)

SERIES: Mapping[str, int] = {"card": 2, "single": 2, "double": 2, "triple": 2}
STAGE_WORDS = {
    Stage.CARDS: "chance",
    Stage.TILES: "chance",
    Stage.START: "chance",
    Stage.LAY: "lay",
    Stage.VOTE: "vote",
    Stage.JOKER: "joker",
    Stage.AIM: "aim",
    Stage.OVER: "over",
}


def write(state: DrunterState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    if seat == CHANCE:
        return _write_outcome(state, action)
    if action < PLACEMENTS:
        return _placement(action)
    if action < SAY_YES:
        return f"vote {_cards(action - VOTE)}"
    if action < AIM:
        return "joker yes" if action == SAY_YES else "joker no"
    return f"aim {GOALS[action - AIM]}"


def _write_outcome(state: DrunterState, outcome: int) -> str:
    if outcome >= LOT:
        return f"start {letter(outcome - LOT)}"
    owner = letter(state.turn)
    if outcome < TILE:
        return f"card {owner} {GOALS[outcome - CARD]}"
    return f"{SIZE_WORDS[state.tile_size - 1]} {owner} {KIND_WORDS[outcome - TILE]}"


def _placement(action: int) -> str:
    line, direction = LINE_WORDS[line_of(action)], DIRECTION_WORDS[direction_of(action)]
    return f"{line} {size_of(action)} {direction}"


# --- reading ---


def read(state: DrunterState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the outcome) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Drunter & Drüber.
    RefusedError
        If they name a tile of a size that there is not, if a vote that is due has no cards or one
        card twice, or if chance deals out of order or lets a seat begin that is not at the table.
    """
    if seat == CHANCE:
        return _outcome(state, words)
    match words:
        case ["vote", *cards]:
            return _vote(state, seat, cards)
        case ["joker", said]:
            if said not in ("yes", "no"):
                raise NotationError(f"a joker counts yes or no, not {said!r}")
            return SAY_YES if said == "yes" else SAY_NO
        case ["aim", goal]:
            return AIM + _goal(goal)
        case [line, size, direction] if line not in ("joker", "aim"):
            return _read_placement(state, seat, line, size, direction)
    raise NotationError("an action is written: wall1 3 w, vote yes2 no1, joker no, or aim ones")


def _read_placement(state: DrunterState, seat: int, line: str, size: str, direction: str) -> int:
    where, way = _line(line), _direction(direction)
    refusal = partial(why_no_such_tile, state, seat, where)
    return placement(where, number_up_to(SIZES, size, "the size of a tile", refusal), way)


def _vote(state: DrunterState, seat: int, words: list[str]) -> int:
    ballot = 0
    for word in words:
        ballot |= 1 << _index(VOTE_CARDS, word, "a vote card")
    if not ballot or ballot.bit_count() != len(words):
        # No number represents such a vote. If no vote is due, any ballot is refused for that
        # reason.
        ballot = 1 << BLANK
        if why_not(state, seat, VOTE + ballot) is None:
            raise RefusedError(Refusal("DUD-36"))
    return VOTE + ballot


def _index(words: tuple[str, ...], word: str, what: str) -> int:
    if word not in words:
        raise NotationError(f"{what} is one of {', '.join(words)}, not {word!r}")
    return words.index(word)


def _goal(word: str) -> int:
    return _index(GOALS, word, "a goal card")


def _line(word: str) -> int:
    return _index(LINE_WORDS, word, "a line")


def _direction(word: str) -> int:
    return _index(DIRECTION_WORDS, word, "a direction")


def _outcome(state: DrunterState, words: list[str]) -> int:
    kind = words[0] if words else ""
    if kind == "start" and len(words) == 2:
        first = seat_lettered(words[1])
        refusal = why_no_lot(state, first)
        if refusal is not None:
            raise RefusedError(refusal)
        return LOT + first
    if kind not in SERIES or len(words) != 3:
        raise NotationError("chance is written: card A museum, triple A wall road, or start A")
    owner = seat_lettered(words[1])
    if kind == "card":
        outcome = CARD + _goal(words[2])
        expected = state.stage == Stage.CARDS
    else:
        outcome = TILE + _index(KIND_WORDS, words[2], "a kind of tile")
        size = SIZE_WORDS.index(kind) + 1
        expected = state.stage == Stage.TILES and size == state.tile_size
    if not expected or owner != state.turn:
        rule = card_rule(state) if kind == "card" else "DUD-8"
        raise RefusedError(Refusal(rule, message="deal-order"))
    return outcome


# --- queries ---


def _cards(cards: int) -> str:
    return listed(VOTE_CARDS[card] for card in members(cards))


def _square(word: str) -> int:
    named = cell_in(word)
    if named is None or named.column >= COLUMNS or not 1 <= named.row <= ROWS:
        raise NotationError(
            f"the squares are a1 to {square_name(COLUMNS * ROWS - 1)}, not {word!r}"
        )
    return COLUMNS * (named.row - 1) + named.column


def _seat(state: DrunterState, words: list[str]) -> int:
    return one_seat(words, state.seats)


def _cell(state: DrunterState, words: list[str]) -> str:
    square = _square(one_word(words, "a square"))
    covered = state.cells[square]
    if covered:
        line = covering_line(covered)
        return f"{line} bridge" if covered & BRIDGE else line
    printed = int(PRINTED[state.board, square])
    if printed == CORNER:
        return f"corner {corner_line(square)}"
    if printed < 0:
        return {EMPTY: "empty", OUTHOUSE: "outhouse"}[printed]
    kind, value = kind_and_value(printed)
    return f"{GOALS[kind]} {value}"


def _gang(state: DrunterState, words: list[str]) -> str:
    square = state.gangs[_line(one_word(words, "a line"))]
    return "removed" if square == REMOVED else square_name(square)


def _tiles(state: DrunterState, words: list[str]) -> str:
    stock = state.stock[_seat(state, words)]
    return " ".join("/".join(map(str, stock[kind][::-1])) for kind in range(TILE_KINDS))


def _votes(state: DrunterState, words: list[str]) -> str:
    return _cards(state.cards[_seat(state, words)])


def _unused(state: DrunterState, words: list[str]) -> str:
    return str(worth_of(state.cards[_seat(state, words)]))


def _laid(state: DrunterState, words: list[str]) -> str:
    return _cards(state.ballots[_seat(state, words)])


def _card(state: DrunterState, words: list[str]) -> str:
    return listed(GOALS[card] for card in members(state.hands[_seat(state, words)]))


def _aim(state: DrunterState, words: list[str]) -> str:
    card = state.aims[_seat(state, words)]
    return "none" if card == NONE else GOALS[card]


def _points(state: DrunterState, words: list[str]) -> str:
    return str(points(state, _goal(one_word(words, "a goal card"))))


def _standing(state: DrunterState, words: list[str]) -> str:
    kind = _index(GOALS[:KINDS], one_word(words, "a kind of building"), "a kind")
    return listed(step + 1 for step in range(VALUES) if stands(state, VALUES * kind + step))


def _phase(state: DrunterState, words: list[str]) -> str:
    no_words(words)
    return STAGE_WORDS[Stage(state.stage)]


def _pending(state: DrunterState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.pending == NONE else _placement(state.pending)


def _tally(state: DrunterState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.tally_yes == NONE else f"{state.tally_yes} {state.tally_no}"


QUERIES: Mapping[str, Callable[[DrunterState, list[str]], str]] = {
    "cell": _cell,
    "gang": _gang,
    "tiles": _tiles,
    "votes": _votes,
    "unused": _unused,
    "laid": _laid,
    "card": _card,
    "aim": _aim,
    "points": _points,
    "standing": _standing,
    "phase": _phase,
    "pending": _pending,
    "tally": _tally,
}
