"""Notation of Bauab: ``5 c2``, ``park c2``, ``pass``, the lot, and the queries of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import listed, no_words, one_seat, one_word, seat_at_table
from tischlein.core.seats import CHANCE, letter
from tischlein.games.bauab import rules
from tischlein.games.bauab.actions import PASS, PLACEMENTS, placing
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.names import kind_name, plot_name, plot_named
from tischlein.games.bauab.state import KINDS, BauabState, Plot

_KIND_NAMES = (*map(kind_name, range(KINDS)), "park")
"""What is placed, the park being ``PARK_MOVE``."""


def write(state: BauabState, seat: int, action: int) -> str:
    """Return an action or a lot as text."""
    if seat == CHANCE:
        return f"start {letter(action)}"
    if action == PASS:
        return "pass"
    kind, plot = PLACEMENTS[action]
    return f"{_KIND_NAMES[kind]} {plot_name(state, plot)}"


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
        return _lot(words)
    match words:
        case ["pass"]:
            return PASS
        case [kind, cell] if kind in _KIND_NAMES:
            return placing(_KIND_NAMES.index(kind), plot_named(state, cell))
    raise NotationError("an action is written: 5 c2, x c2, park c2, or pass")


def _lot(words: list[str]) -> int:
    if len(words) != 2 or words[0] != "start":
        raise NotationError("the lot is written: start A, or start B")
    return seat_at_table(words[1], 2, Refusal("BAU-7"))


def _plot(state: BauabState, words: list[str]) -> str:
    try:
        content = state.plots[plot_named(state, one_word(words, "a cell"))]
    except RefusedError:
        return "outside"
    chip = CHIPS[content]
    return letter(chip.owner) + kind_name(chip.kind) if chip else Plot(content).name.lower()


def _freedoms(state: BauabState, words: list[str]) -> str:
    plot = plot_named(state, one_word(words, "a cell"))
    return str((state.around[plot] & state.free).bit_count())


def _chips(counts: Iterable[int]) -> str:
    return listed(kind_name(kind) for kind, count in enumerate(counts) for _ in range(count))


def _hand(state: BauabState, words: list[str]) -> str:
    return _chips(state.supply[one_seat(words, 2)])


def _captured(state: BauabState, words: list[str]) -> str:
    return _chips(state.captured[one_seat(words, 2)])


def _planned(state: BauabState, words: list[str]) -> str:
    return str(rules.planned(state, one_seat(words, 2)))


def _parks(state: BauabState, words: list[str]) -> str:
    no_words(words)
    return str(state.parks)


def _barred(state: BauabState, words: list[str]) -> str:
    no_words(words)
    return listed(plot_name(state, plot) for plot in members(state.barred))


def _free(state: BauabState, words: list[str]) -> str:
    no_words(words)
    return listed(plot_name(state, plot) for plot in members(state.free))


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
