"""Notation of Heap: ``take 2``, and ``start B`` for the lot; what records may ask."""

import tischlein.design as td
from tischlein.core.readers import no_words, seat_lettered, whole_number
from tischlein.core.seats import letter

from .state import MOST_TAKEN, HeapState


def write(state: HeapState, seat: int, action: int) -> str:
    """Return an action, or the lot, as text."""
    return f"start {letter(action)}" if seat == td.CHANCE else f"take {action + 1}"


def read(state: HeapState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the lot) that words mean.

    Raises
    ------
    NotationError
        If they are no action of Heap.
    RefusedError
        If nobody may ever take so many stones (HEA-3), or there is no such seat (HEA-2).
    """
    match words:
        case ["start", name] if seat == td.CHANCE:
            starter = seat_lettered(name)
            if starter >= state.seats:
                raise td.RefusedError(td.Refusal("HEA-2"))
            return starter
        case ["take", number] if seat != td.CHANCE:
            taken = whole_number(number, "the number of stones")
            if not 1 <= taken <= MOST_TAKEN:
                raise td.RefusedError(td.Refusal("HEA-3", {"left": state.left}))
            return taken - 1
    raise td.NotationError("an action is written: take 2; the lot: start A")


def _left(state: HeapState, words: list[str]) -> str:
    no_words(words)
    return str(state.left)


QUERIES = {"left": _left}
