"""What holds in every position of Down Under, whatever was played."""

from __future__ import annotations

from collections import Counter

from tischlein.core.game import Invariant
from tischlein.games.down_under.area import fits
from tischlein.games.down_under.billabongs import is_due
from tischlein.games.down_under.colours import paths_at_table
from tischlein.games.down_under.decoding import (
    CellContent,
    cell_contents,
    open_ends,
    path_state,
    port_of,
    ways_through,
)
from tischlein.games.down_under.moves import kind_of
from tischlein.games.down_under.state import (
    ANIMALS,
    BILLABONGS,
    COLOURS,
    NONE,
    PLENTY,
    STEP_X,
    STEP_Y,
    WALL,
    Card,
    DownUnderState,
    Kind,
    Phase,
)
from tischlein.games.down_under.table import far_end, find, owner_of
from tischlein.games.down_under.tracing import Chain, Port, chains_of, sections_of


def _cards(state: DownUnderState) -> list[CellContent]:
    return [card for _, card in cell_contents(state) if card.shape != Card.BILLABONG]


def _waters(state: DownUnderState) -> list[tuple[int, CellContent]]:
    return [(slot, card) for slot, card in cell_contents(state) if card.shape == Card.BILLABONG]


def cards_are_conserved(state: DownUnderState) -> bool:
    """Stock and table make up every colour's set, by kind and animal, and four billabongs."""
    kinds: Counter[tuple[int, int]] = Counter()
    animals: Counter[tuple[int, int, int]] = Counter()
    for card in _cards(state):
        for shape, owner in card.sides:
            kind = kind_of(shape)
            kinds[owner, kind] += 1
            if kind != Kind.END:
                animals[owner, kind, card.animal] += 1
    for colour in range(paths_at_table(state)):
        if any(kinds[colour, kind] + state.stock[colour][kind] != PLENTY[kind] for kind in Kind):
            return False
        for kind in (Kind.STRAIGHT, Kind.CURVE):
            left = state.animals_left[colour][kind]
            if sum(left) != state.stock[colour][kind] or min(left) < 0:
                return False
            lying = sum(animals[colour, kind, animal] for animal in range(ANIMALS))
            if lying + sum(left) != PLENTY[kind]:
                return False
    return len(_waters(state)) + state.billabongs == BILLABONGS


def _port(state: DownUnderState, port: Port) -> int:
    x, y, edge = port
    return port_of(find(state, x, y), edge)


def _is_kept_path(state: DownUnderState, chain: Chain, colour: int) -> bool:
    """Whether ends, length and animals of a path are what its chain says."""
    if sorted(open_ends(state, colour)) != sorted(_port(state, port) for port in chain.open):
        return False
    caps = sum(len(part.edges) == 1 for part in chain.parts)
    loop = path_state(state, colour) == "loop" or bool(state.ended >> colour & 1)
    if len(chain.open) + len(chain.drowned) + caps != (0 if loop else 2):
        return False
    animals = Counter(part.animal for part in chain.parts if part.animal is not None)
    return state.sections[colour] == sections_of(chain) and all(
        animals[animal] == state.animals[colour][animal] for animal in range(ANIMALS)
    )


def paths_are_kept(state: DownUnderState) -> bool:
    """No chain has two owners, each path is one line or loop, and all that is kept is true."""
    chains = chains_of(state)
    if any(len(chain.owners) > 1 for chain in chains):
        return False
    for colour in range(COLOURS):
        own = [chain for chain in chains if chain.owner == colour]
        if not own:
            if path_state(state, colour) != "none" or state.sections[colour]:
                return False
        elif len(own) > 1 or not _is_kept_path(state, own[0], colour):
            return False
    return True


def owners_are_kept(state: DownUnderState) -> bool:
    """Every part knows whose path it belongs to, every free chain its two ends."""
    for chain in chains_of(state):
        owner = chain.owner
        for part in chain.parts:
            if any(owner_of(state, _port(state, port)) != owner for port in part.ports):
                return False
        ends = [_port(state, port) for port in (*chain.open, *chain.drowned)]
        if owner == NONE and ends:
            one, two = ends
            if far_end(state, one) != two or far_end(state, two) != one:
                return False
    return True


def sections_add_up(state: DownUnderState) -> bool:
    """Straights and curves are two sections each, ends and strips one each."""
    chains = chains_of(state)
    sections = sum(not part.water for chain in chains for part in chain.parts)
    return sections == sum(len(card.sides) + 1 for card in _cards(state))


def area_is_kept(state: DownUnderState) -> bool:
    """Straights, curves and billabongs lie inside the area and within its box (DOW-18, DOW-20)."""
    cards = [card for card in _cards(state) if card.shape < Card.END_N]
    waters = [card for _, card in _waters(state)]
    return all(
        fits(state, card.x, card.y)
        and state.left <= card.x <= state.right
        and state.top <= card.y <= state.bottom
        for card in (*cards, *waters)
        if WALL not in dict(card.sides).values()
    )


def billabongs_are_laid(state: DownUnderState) -> bool:
    """No open ends of three paths meet on an empty cell while billabongs are left (DOW-35)."""
    if state.phase not in (Phase.OPENING, Phase.PLAY):
        return True
    return not any(
        is_due(state, card.x + STEP_X[edge], card.y + STEP_Y[edge])
        for _, card in cell_contents(state)
        for edge in range(4)
    )


def waters_join_nobody(state: DownUnderState) -> bool:
    """A billabong leads each path through two of its exits, or through none (DOW-34)."""
    return all(
        card.taker == NONE
        and all(len(way) == 2 for way in ways_through(state.links[slot]).values())
        for slot, card in _waters(state)
    )


INVARIANTS = (
    Invariant("cards are conserved", cards_are_conserved),
    Invariant("paths are kept", paths_are_kept),
    Invariant("owners are kept", owners_are_kept),
    Invariant("sections add up", sections_add_up),
    Invariant("the area is kept", area_is_kept),
    Invariant("billabongs are laid", billabongs_are_laid),
    Invariant("waters join nobody", waters_join_nobody),
)
