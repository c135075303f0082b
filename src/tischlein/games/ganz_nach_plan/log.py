"""How the log's entries are written: the kind, two seats, and a card or a set of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tischlein.core.kernel import kernel
from tischlein.games.ganz_nach_plan.state import GanzNachPlanState

SOURCE_BITS, TARGET_BITS, CARD_BITS = 4, 8, 12
"""Where the parts of an entry begin; the kind is its lowest digit."""
DIGIT = 15
OPEN_PART = (1 << CARD_BITS) - 1
"""The part of an entry that everybody has seen."""
HEIR_BITS = 2
"""In place of cards, where all hands went on: two bits for each seat name who got its hand."""


@kernel
def append_entry(state: GanzNachPlanState, kind: int, source: int, target: int, cards: int) -> None:
    """Append an entry to the log."""
    entry = kind | source << SOURCE_BITS | target << TARGET_BITS | cards << CARD_BITS
    state.log[state.logged] = entry
    state.logged += 1


@kernel
def with_cards(entry: int, cards: int) -> int:
    """Return an entry with other cards, or 0 for none."""
    return entry & OPEN_PART | cards << CARD_BITS


@kernel
def kind_in(entry: int) -> int:
    """Return the kind of an entry, one of ``EntryKind``."""
    return entry & DIGIT


@kernel
def source_in(entry: int) -> int:
    """Return the seat that something left."""
    return entry >> SOURCE_BITS & DIGIT


@kernel
def target_in(entry: int) -> int:
    """Return the seat that got something."""
    return entry >> TARGET_BITS & DIGIT


@kernel
def cards_in(entry: int) -> int:
    """Return the card, the set of cards, or the heirs of all hands."""
    return entry >> CARD_BITS


@kernel
def heir_in(heirs: int, seat: int) -> int:
    """Return who got a seat's hand when all hands went on."""
    return heirs >> (HEIR_BITS * seat) & 3


class Entry(NamedTuple):
    """An entry of the log, for plain code."""

    kind: int
    source: int
    target: int
    cards: int


def entries(state: GanzNachPlanState, first: int = 0) -> Iterator[Entry]:
    """Yield the entries of a state's log from the one with number ``first``."""
    for entry in state.log[first : state.logged]:
        yield Entry(
            entry & DIGIT,
            entry >> SOURCE_BITS & DIGIT,
            entry >> TARGET_BITS & DIGIT,
            entry >> CARD_BITS,
        )
