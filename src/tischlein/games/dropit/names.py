"""How pieces are called: in records, in texts, and in the names of drawings."""

from __future__ import annotations

from functools import cache

from tischlein.core.phrases import Phrase
from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, SHAPES


def kind_name(kind: int) -> str:
    """Return a kind of piece as records write it: ``square red``."""
    return f"{SHAPE_NAMES[kind % SHAPES]} {COLOUR_NAMES[kind // SHAPES]}"


@cache
def kind_symbol(kind: int) -> str:
    """Return the drawing of a kind of piece: ``square-red``."""
    return f"{SHAPE_NAMES[kind % SHAPES]}-{COLOUR_NAMES[kind // SHAPES]}"


@cache
def kind_phrase(kind: int) -> Phrase:
    """Return what players call a kind of piece."""
    return Phrase(
        "piece",
        {"colour": COLOUR_NAMES[kind // SHAPES], "shape": SHAPE_NAMES[kind % SHAPES]},
    )


@cache
def numbered(kind: int, number: int) -> Phrase:
    """Return what a piece in the shaft is called, counted from 0."""
    return Phrase("numbered", {"piece": kind_phrase(kind), "number": number + 1})
