"""Notation of Down Under: ``curve -1,2 ne emu``, ``turn 1,1 sw``, and the queries of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.readers import listed, no_words, one_word
from tischlein.games.down_under.actions import Act, Billabong, Lay, Pass, Turn, act_of, number_of
from tischlein.games.down_under.area import fits
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.decoding import (
    cell_before,
    content_at,
    decode_cell,
    edge_before,
    open_ends,
    path_state,
    port_of,
)
from tischlein.games.down_under.names import (
    ANIMAL_NAMES,
    COLOUR_NAMES,
    EDGE_NAMES,
    KIND_NAMES,
    SHAPES,
    SIDE_NAMES,
    cell_name,
    kind_name,
    owner_name,
)
from tischlein.games.down_under.refusals import refusal_of
from tischlein.games.down_under.state import NONE, Card, DownUnderState, Kind, Paths, Phase
from tischlein.games.down_under.table import FARTHEST, NEUTRAL, OWN, find, owner_of


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
    match = re.fullmatch(r"(-?)([0-9]+),(-?)([0-9]+)", word)
    if match is None:
        raise NotationError(f"a cell is two numbers, such as -1,2, not {word!r}")
    return _coordinate(match[1], match[2]), _coordinate(match[3], match[4])


def _coordinate(sign: str, digits: str) -> int:
    """Return a number of a cell; whatever lies farther out is as free, and as far from all."""
    digits = digits.lstrip("0")
    far = FARTHEST if len(digits) > len(str(FARTHEST)) else min(FARTHEST, int(digits or "0"))
    return -far if sign else far


def _any_shape(side: str) -> int:
    """Return the shape with a side; that only curves are turned is left to the rules (DOW-31)."""
    kinds = [kind for kind, name in SHAPES if name in (side, side[::-1])]
    return _shape(kinds[0] if kinds else "curve", side)


def _shape(kind: str, side: str) -> int:
    shape = SHAPES.get((kind, side)) or SHAPES.get((kind, side[::-1]))
    if shape is None:
        sides = ", ".join(name for of, name in SHAPES if of == kind)
        raise NotationError(f"{kind} lies as one of {sides}, not {side!r}")
    return shape


# --- queries ---


def _cell_query(state: DownUnderState, words: list[str]) -> str:
    there = content_at(state, *_cell(one_word(words, "a cell, such as -1,2")))
    if there is None:
        return "empty"
    if there.shape == Card.BILLABONG:
        return "billabong"
    if len(there.sides) == 2:
        return " + ".join(
            f"{owner_name(state, colour)} end {SIDE_NAMES[side]}" for side, colour in there.sides
        )
    ((shape, colour),) = there.sides
    text = f"{owner_name(state, colour)} {kind_name(shape)} {SIDE_NAMES[shape]}"
    if state.counted and there.shape < Card.END_N:
        text += f" {ANIMAL_NAMES[there.animal]}"
    return text


def _owner(state: DownUnderState, words: list[str]) -> str:
    if len(words) != 2 or words[1] not in EDGE_NAMES or len(words[1]) != 1:
        raise NotationError("this query names a cell and an edge, n, e, s or w")
    slot, edge = find(state, *_cell(words[0])), EDGE_NAMES.index(words[1])
    if slot < 0:
        return "blank"
    shape = decode_cell(state.cards[slot]).shape
    owner = owner_of(state, port_of(slot, edge))
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


def _colours(state: DownUnderState, word: str) -> tuple[int, ...]:
    """Return the colours of a player's letter or, with two paths each, of a colour."""
    letters = [seats.letter(seat) for seat in range(state.seats)]
    if word.upper() in letters:
        return own_colours(state, letters.index(word.upper()))
    if state.paths != Paths.ONE and word in COLOUR_NAMES:
        return (COLOUR_NAMES.index(word),)
    names = letters if state.paths == Paths.ONE else [*COLOUR_NAMES, *letters]
    raise NotationError(f"the players of this match are {', '.join(names)}, not {word!r}")


def _path_named(state: DownUnderState, words: list[str]) -> int:
    word = one_word(words, "a player")
    colours = _colours(state, word)
    if len(colours) != 1:
        raise NotationError(f"{word.upper()} has two paths: name one, {', '.join(COLOUR_NAMES)}")
    return colours[0]


def _length(state: DownUnderState, words: list[str]) -> str:
    colours = _colours(state, one_word(words, "a player"))
    return str(sum(state.sections[colour] for colour in colours))


def _path(state: DownUnderState, words: list[str]) -> str:
    return path_state(state, _path_named(state, words))


def _ends(state: DownUnderState, words: list[str]) -> str:
    ports = open_ends(state, _path_named(state, words))
    ends = sorted((*cell_before(state, port), EDGE_NAMES[edge_before(port)]) for port in ports)
    return listed(f"{cell_name(x, y)}:{edge}" for x, y, edge in ends)


def _stock(state: DownUnderState, words: list[str]) -> str:
    kinds = {name: kind for kind, name in KIND_NAMES.items()}
    if not 2 <= len(words) <= 3 or words[1] not in kinds:
        raise NotationError("this query names a player, a kind of card, and perhaps an animal")
    colours, kind = _colours(state, words[0]), kinds[words[1]]
    if len(words) == 2:
        return str(sum(state.stock[colour][kind] for colour in colours))
    animal = _one_of(ANIMAL_NAMES, words[2:], "an animal")
    if kind == Kind.END:
        return "0"
    return str(sum(state.animals_left[colour][kind][animal] for colour in colours))


def _billabongs(state: DownUnderState, words: list[str]) -> str:
    no_words(words)
    return str(state.billabongs)


def _animals(state: DownUnderState, words: list[str]) -> str:
    colours = _colours(state, one_word(words, "a player"))
    return " ".join(
        f"{name}={sum(state.animals[colour][animal] for colour in colours)}"
        for animal, name in enumerate(ANIMAL_NAMES)
    )


def _phase(state: DownUnderState, words: list[str]) -> str:
    no_words(words)
    return Phase(state.phase).name.lower()


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
