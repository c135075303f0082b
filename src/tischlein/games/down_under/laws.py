"""What holds in every position of Down Under, whatever was played."""

from __future__ import annotations

from collections import Counter

from tischlein.core.game import Law
from tischlein.games.down_under.area import fits
from tischlein.games.down_under.billabongs import is_due
from tischlein.games.down_under.moves import kind_of, paths_at_table
from tischlein.games.down_under.notation import path_state
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
    Phase,
)
from tischlein.games.down_under.table import (
    END_N,
    animal_of,
    colour_of,
    exit_owner,
    far_end,
    find,
    neutral_owner,
    owner_of,
    x_of,
    y_of,
)
from tischlein.games.down_under.tracing import Chain, Port, chains_of, sections_of


def _cards(state: DownUnderState) -> list[int]:
    return [card for card in state.cards.tolist() if card]


def _owners(card: int) -> list[int]:
    """Return whose cards lie on a cell."""
    shape = card & 15
    if shape == Card.BILLABONG:
        return []
    if shape in (Card.ENDS_NS, Card.ENDS_EW):
        return [int(colour_of(card, shape - Card.ENDS_NS + side)) for side in (0, 2)]
    return [int(colour_of(card, 0))]


def cards_are_conserved(state: DownUnderState) -> bool:
    """Stock and table make up every colour's set, by kind and animal, and four billabongs."""
    cards = _cards(state)
    kinds: Counter[tuple[int, int]] = Counter()
    animals: Counter[tuple[int, int, int]] = Counter()
    for card in cards:
        shape = card & 15
        for owner in _owners(card):
            kind = 2 if shape >= END_N else int(kind_of(shape))
            kinds[owner, kind] += 1
            if kind < 2:
                animals[owner, kind, int(animal_of(card))] += 1
    for colour in range(int(paths_at_table(state))):
        if any(kinds[colour, k] + state.stock[colour, k] != PLENTY[k] for k in range(3)):
            return False
        for kind in range(2):
            left = state.animals_left[colour, kind].tolist()
            if sum(left) != state.stock[colour, kind] or min(left) < 0:
                return False
            laid = sum(animals[colour, kind, animal] for animal in range(ANIMALS))
            if laid + sum(left) != PLENTY[kind]:
                return False
    waters = sum(card & 15 == Card.BILLABONG for card in cards)
    return waters + int(state.billabongs) == BILLABONGS


def _port(state: DownUnderState, port: Port) -> int:
    x, y, edge = port
    return int(find(state, x, y)) * 4 + edge


def _is_kept_path(state: DownUnderState, chain: Chain, colour: int) -> bool:
    """Whether ends, length and animals of a path are what its chain says."""
    tips = state.tips[colour].tolist()
    ends = sorted(tip for tip in tips if tip >= 0)
    if ends != sorted(_port(state, port) for port in chain.open):
        return False
    caps = sum(len(part.edges) == 1 for part in chain.parts)
    loop = path_state(state, colour) == "loop" or bool(int(state.ended) >> colour & 1)
    if len(chain.open) + len(chain.drowned) + caps != (0 if loop else 2):
        return False
    animals = Counter(part.animal for part in chain.parts if part.animal is not None)
    return int(state.sections[colour]) == sections_of(chain) and all(
        animals[animal] == state.animals[colour, animal] for animal in range(ANIMALS)
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
    expected = 0
    for card in _cards(state):
        if card & 15 != Card.BILLABONG:
            expected += 3 if card & 15 in (Card.ENDS_NS, Card.ENDS_EW) else 2
    return sections == expected


def area_is_kept(state: DownUnderState) -> bool:
    """Straights, curves and billabongs lie inside the area and within its box (DOW-18, DOW-20)."""
    for card in _cards(state):
        shape, x, y = card & 15, int(x_of(card)), int(y_of(card))
        counts = shape < END_N or shape == Card.BILLABONG
        if not counts or WALL in _owners(card):
            continue
        if not fits(state, x, y):
            return False
        if not (state.left <= x <= state.right and state.top <= y <= state.bottom):
            return False
    return True


def billabongs_are_laid(state: DownUnderState) -> bool:
    """No open ends of three paths meet on an empty cell while billabongs are left (DOW-35)."""
    if state.phase not in (Phase.OPENING, Phase.PLAY):
        return True
    return not any(
        is_due(state, int(x_of(card)) + STEP_X[edge], int(y_of(card)) + STEP_Y[edge])
        for card in _cards(state)
        for edge in range(4)
    )


def waters_join_nobody(state: DownUnderState) -> bool:
    """A billabong leads each path through two of its exits, or through none (DOW-34)."""
    for slot, card in enumerate(state.cards.tolist()):
        if card & 15 == Card.BILLABONG:
            if neutral_owner(card) != NONE:
                return False
            exits = Counter(int(exit_owner(int(state.links[slot]), edge)) for edge in range(4))
            if any(count != 2 for owner, count in exits.items() if owner != NONE):
                return False
    return True


LAWS = (
    Law("cards are conserved", cards_are_conserved),
    Law("paths are kept", paths_are_kept),
    Law("owners are kept", owners_are_kept),
    Law("sections add up", sections_add_up),
    Law("the area is kept", area_is_kept),
    Law("billabongs are laid", billabongs_are_laid),
    Law("waters join nobody", waters_join_nobody),
)
