"""Notation of Bauab: ``5 c2``, ``park c2``, ``pass``, the lot, and the queries of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import one_seat, one_word
from tischlein.games.bauab import rules
from tischlein.games.bauab.rules import kind_name, plot_name
from tischlein.games.bauab.state import KINDS, PARK_MOVE, PASS, PLOTS, BauabState, Plot

SERIES: Mapping[str, int] = {}
_KINDS = {kind_name(kind): kind for kind in range(KINDS)} | {"park": PARK_MOVE}


def write(state: BauabState, seat: int, action: int) -> str:
    """Return an action or a lot as text."""
    if seat == CHANCE:
        return f"start {seats.letter(action)}"
    if action == PASS:
        return "pass"
    kind, plot = divmod(action, PLOTS)
    word = "park" if kind == PARK_MOVE else kind_name(kind)
    return f"{word} {plot_name(state, plot)}"


def read(state: BauabState, seat: int, words: list[str]) -> int:
    """Return the action (for chance: the lot) that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Bauab.
    RefusedError
        If they name a seat or a cell that does not exist here.
    """
    if seat == CHANCE:
        if len(words) != 2 or words[0] != "start":
            raise NotationError("the lot is written: start A, or start B")
        return _lot(words[1])
    if words == ["pass"]:
        return PASS
    if len(words) != 2 or words[0] not in _KINDS:
        raise NotationError("an action is written: 5 c2, x c2, park c2, or pass")
    return _KINDS[words[0]] * PLOTS + plot_at(state, words[1])


def _lot(word: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat > 1:
        raise RefusedError(Refusal("BAU-7"))
    return seat


def plot_at(state: BauabState, cell: str) -> int:
    """Return the plot on a cell.

    Raises
    ------
    NotationError
        If the text names no cell.
    RefusedError
        If the cell is no plot of the plan (BAU-11).
    """
    match = re.fullmatch(r"([a-z])([1-9]\d?)", cell)
    if match is None:
        raise NotationError(f"a cell is a letter and a number, such as c2, not {cell!r}")
    column, line = ord(match[1]) - ord("a"), int(match[2]) - 1
    for plot in range(PLOTS):
        if state.column[plot] == column and state.line[plot] == line:
            return plot
    raise RefusedError(Refusal("BAU-11", {"plot": cell}, message="BAU-11-outside"))


def _listed(items: Iterable[str]) -> str:
    return " ".join(items) or "none"


def _plots(state: BauabState, bits: int) -> str:
    return _listed(plot_name(state, plot) for plot in range(PLOTS) if bits >> plot & 1)


def _chips(counts: Iterable[int]) -> str:
    return _listed(kind_name(kind) for kind, count in enumerate(counts) for _ in range(int(count)))


def _plot(state: BauabState, words: list[str]) -> str:
    try:
        content = int(state.plots[plot_at(state, one_word(words, "a cell"))])
    except RefusedError:
        return "outside"
    if content < Plot.CHIP:
        return Plot(content).name.lower()
    owner, kind = divmod(content - Plot.CHIP, KINDS)
    return seats.letter(owner) + kind_name(kind)


def _freedoms(state: BauabState, words: list[str]) -> str:
    plot = plot_at(state, one_word(words, "a cell"))
    return str((int(state.around[plot]) & int(state.free)).bit_count())


def _hand(state: BauabState, words: list[str]) -> str:
    return _chips(state.supply[one_seat(words, 2)])


def _captured(state: BauabState, words: list[str]) -> str:
    return _chips(state.captured[one_seat(words, 2)])


def _planned(state: BauabState, words: list[str]) -> str:
    return str(rules.planned(state, one_seat(words, 2)))


def _parks(state: BauabState, words: list[str]) -> str:
    del words
    return str(state.parks)


def _barred(state: BauabState, words: list[str]) -> str:
    del words
    return _plots(state, state.barred)


def _free(state: BauabState, words: list[str]) -> str:
    del words
    return _plots(state, state.free)


QUERIES: Mapping[str, Callable[[BauabState, list[str]], str]] = {
    "plot": _plot,
    "freedoms": _freedoms,
    "hand": _hand,
    "captured": _captured,
    "planned": _planned,
    "parks": _parks,
    "barred": _barred,
    "free": _free,
}
