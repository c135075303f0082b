"""Notation of Down Under: ``curve -1,2 ne emu``, ``turn 1,1 sw``, and the queries of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.words import no_words, one_word
from tischlein.games.down_under.area import fits
from tischlein.games.down_under.names import (
    ANIMAL_NAMES,
    COLOUR_NAMES,
    EDGE_NAMES,
    KIND_NAMES,
    SIDE_NAMES,
    cell_name,
    kind_name,
    owner_name,
)
from tischlein.games.down_under.refusals import (
    Act,
    Billabong,
    Lay,
    Pass,
    Turn,
    act_of,
    number_of,
    own_colours,
    refusal_of,
)
from tischlein.games.down_under.state import (
    LOOPED,
    NONE,
    UNBEGUN,
    Card,
    DownUnderState,
    Kind,
    Paths,
    Phase,
)
from tischlein.games.down_under.table import (
    END_N,
    NEUTRAL,
    OWN,
    animal_of,
    colour_of,
    find,
    led_to_x,
    led_to_y,
    owner_of,
)

SERIES: Mapping[str, int] = {}
_SHAPES = {(kind_name(shape), name): int(shape) for shape, name in SIDE_NAMES.items()}


def write(state: DownUnderState, seat: int, action: int) -> str:
    """Return an action as text."""
    act = act_of(state, seat, action)
    if isinstance(act, Pass):
        return "pass"
    cell = cell_name(act.x, act.y)
    if isinstance(act, Billabong):
        return f"billabong {cell}"
    side = SIDE_NAMES[Card(act.shape)]
    if isinstance(act, Turn):
        return f"turn {cell} {side}"
    words = [kind_name(act.shape), cell, side]
    if act.animal is not None:
        words.append(ANIMAL_NAMES[act.animal])
    if state.paths != Paths.ONE:
        words.append(COLOUR_NAMES[act.colour])
    return " ".join(words)


def read(state: DownUnderState, seat: int, words: list[str]) -> int:
    """Return the action that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Down Under.
    RefusedError
        If the action is refused and lies beyond all cells that are numbered now.
    """
    act = _act(state, seat, words)
    number = number_of(state, seat, act)
    if number is not None:
        return number
    refusal = refusal_of(state, seat, act)
    if refusal is None:
        raise AssertionError("an action without a number was found to be legal")
    raise RefusedError(refusal)


def _act(state: DownUnderState, seat: int, words: list[str]) -> Act:
    if words == ["pass"]:
        return Pass()
    head, *rest = words or [""]
    if head == "billabong" and len(rest) == 1:
        return Billabong(*_cell(rest[0]))
    if head == "turn" and len(rest) == 2:
        return Turn(*_cell(rest[0]), _any_shape(rest[1]))
    if head in KIND_NAMES.values() and len(rest) >= 2:
        return _lay(state, seat, head, rest)
    raise NotationError(
        "an action is written: curve -1,2 ne, straight 0,1 ns, end 3,0 w, turn 1,1 sw, "
        "billabong 0,1, or pass"
    )


def _lay(state: DownUnderState, seat: int, kind: str, words: list[str]) -> Lay:
    cell, side, *more = words
    x, y = _cell(cell)
    shape = _shape(kind, side)
    animal = None
    if state.counted and kind != "end":
        animal = _one_of(ANIMAL_NAMES, more[:1], "an animal")
        more = more[1:]
    colour = seat
    if state.paths != Paths.ONE:
        colour = _one_of(COLOUR_NAMES, more[:1], "a colour")
        more = more[1:]
    if more:
        raise NotationError(f"too many words for a card: {' '.join(more)}")
    return Lay(colour, x, y, shape, animal)


def _one_of(names: tuple[str, ...], words: list[str], what: str) -> int:
    if not words or words[0] not in names:
        raise NotationError(f"{what} is missing: one of {', '.join(names)}")
    return names.index(words[0])


def _cell(word: str) -> tuple[int, int]:
    match = re.fullmatch(r"(-?\d{1,4}),(-?\d{1,4})", word)
    if match is None:
        raise NotationError(f"a cell is two numbers, such as -1,2, not {word!r}")
    return int(match[1]), int(match[2])


def _any_shape(side: str) -> int:
    """Return the shape with a side; that only curves are turned is for a rule to say (DOW-31)."""
    kinds = [kind for kind, name in _SHAPES if name in (side, side[::-1])]
    return _shape(kinds[0] if kinds else "curve", side)


def _shape(kind: str, side: str) -> int:
    shape = _SHAPES.get((kind, side)) or _SHAPES.get((kind, side[::-1]))
    if shape is None:
        sides = ", ".join(name for of, name in _SHAPES if of == kind)
        raise NotationError(f"the side of a {kind} is one of {sides}, not {side!r}")
    return shape


# --- queries ---


def _cell_query(state: DownUnderState, words: list[str]) -> str:
    slot = int(find(state, *_cell(one_word(words, "a cell, such as -1,2"))))
    if slot < 0:
        return "empty"
    card = int(state.cards[slot])
    shape = Card(card & 15)
    if shape == Card.BILLABONG:
        return "billabong"
    if shape in (Card.ENDS_NS, Card.ENDS_EW):
        edges = [edge for edge in range(4) if OWN[shape] >> edge & 1]
        return " + ".join(
            f"{owner_name(state, colour_of(card, edge))} end {EDGE_NAMES[edge]}" for edge in edges
        )
    text = f"{owner_name(state, colour_of(card, 0))} {kind_name(shape)} {SIDE_NAMES[shape]}"
    if state.counted and shape < END_N:
        text += f" {ANIMAL_NAMES[animal_of(card)]}"
    return text


def _owner(state: DownUnderState, words: list[str]) -> str:
    if len(words) != 2 or words[1] not in EDGE_NAMES or len(words[1]) != 1:
        raise NotationError("this query names a cell and an edge, n, e, s or w")
    slot, edge = int(find(state, *_cell(words[0]))), EDGE_NAMES.index(words[1])
    if slot < 0:
        return "blank"
    shape = int(state.cards[slot]) & 15
    owner = int(owner_of(state, slot * 4 + edge))
    if shape == Card.BILLABONG:
        return "water" if owner == NONE else owner_name(state, owner)
    if not (OWN[shape] | NEUTRAL[shape]) >> edge & 1:
        return "blank"
    return owner_name(state, owner)


def _fits(state: DownUnderState, words: list[str]) -> str:
    return "yes" if fits(state, *_cell(one_word(words, "a cell, such as -1,2"))) else "no"


def _box(state: DownUnderState, words: list[str]) -> str:
    no_words(words)
    if state.left > state.right:
        return "none"
    return f"{state.left},{state.top} {state.right},{state.bottom}"


def _colours(state: DownUnderState, word: str) -> list[int]:
    """Return the colours that a player's letter or, with two paths each, a colour stands for."""
    letters = [seats.letter(seat) for seat in range(int(state.seats))]
    if word.upper() in letters:
        return own_colours(state, letters.index(word.upper()))
    if state.paths != Paths.ONE and word in COLOUR_NAMES:
        return [COLOUR_NAMES.index(word)]
    names = letters if state.paths == Paths.ONE else [*COLOUR_NAMES, *letters]
    raise NotationError(f"the players of this match are {', '.join(names)}, not {word!r}")


def _path_named(state: DownUnderState, words: list[str]) -> int:
    word = one_word(words, "a player")
    colours = _colours(state, word)
    if len(colours) != 1:
        raise NotationError(f"{word.upper()} has two paths: name one, {', '.join(COLOUR_NAMES)}")
    return colours[0]


def _length(state: DownUnderState, words: list[str]) -> str:
    return str(sum(int(state.sections[c]) for c in _colours(state, one_word(words, "a player"))))


def path_state(state: DownUnderState, colour: int) -> str:
    """Return ``none``, ``open 1``, ``open 2``, ``loop`` or ``done``."""
    tips = state.tips[colour].tolist()
    if tips[0] == UNBEGUN:
        return "none"
    if tips[0] == LOOPED:
        return "done" if int(state.ended) >> colour & 1 else "loop"
    count = sum(tip >= 0 for tip in tips)
    return f"open {count}" if count else "done"


def _path(state: DownUnderState, words: list[str]) -> str:
    return path_state(state, _path_named(state, words))


def _ends(state: DownUnderState, words: list[str]) -> str:
    ports = [tip for tip in state.tips[_path_named(state, words)].tolist() if tip >= 0]
    ends = sorted(
        (int(led_to_x(state, port)), int(led_to_y(state, port)), EDGE_NAMES[port & 3 ^ 2])
        for port in ports
    )
    return " ".join(f"{x},{y}:{edge}" for x, y, edge in ends) or "none"


def _stock(state: DownUnderState, words: list[str]) -> str:
    kinds = {name: kind for kind, name in KIND_NAMES.items()}
    if not 2 <= len(words) <= 3 or words[1] not in kinds:
        raise NotationError("this query names a player, a kind of card, and perhaps an animal")
    colours, kind = _colours(state, words[0]), kinds[words[1]]
    if len(words) == 2:
        return str(sum(int(state.stock[colour, kind]) for colour in colours))
    animal = _one_of(ANIMAL_NAMES, words[2:], "an animal")
    if kind == Kind.END:
        return "0"
    return str(sum(int(state.animals_left[colour, kind, animal]) for colour in colours))


def _billabongs(state: DownUnderState, words: list[str]) -> str:
    no_words(words)
    return str(state.billabongs)


def _animals(state: DownUnderState, words: list[str]) -> str:
    colours = _colours(state, one_word(words, "a player"))
    return " ".join(
        f"{name}={sum(int(state.animals[colour, animal]) for colour in colours)}"
        for animal, name in enumerate(ANIMAL_NAMES)
    )


def _phase(state: DownUnderState, words: list[str]) -> str:
    no_words(words)
    return Phase(int(state.phase)).name.lower()


QUERIES: Mapping[str, Callable[[DownUnderState, list[str]], str]] = {
    "cell": _cell_query,
    "owner": _owner,
    "fits": _fits,
    "box": _box,
    "length": _length,
    "path": _path,
    "ends": _ends,
    "stock": _stock,
    "billabongs": _billabongs,
    "animals": _animals,
    "phase": _phase,
}
