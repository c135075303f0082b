"""The network of parts, joined from scratch: slow and plain, to check and to draw positions by.

Rules never use it; they keep paths up to date as cards are laid (``paths.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tischlein.core.bits import members
from tischlein.games.down_under.decoding import cell_contents, ways_through
from tischlein.games.down_under.state import NONE, STEP_X, STEP_Y, Card, DownUnderState
from tischlein.games.down_under.table import NEUTRAL, OWN

Port = tuple[int, int, int]
"""x, y, and the edge of the cell."""


@dataclass
class Part:
    """One section of road: a coloured part, a neutral part, or a way through a billabong."""

    x: int
    y: int
    edges: tuple[int, ...]
    colour: int = NONE
    """Whose own part it is (a colour or ``WALL``), ``NONE`` for neutral ones and for water."""
    animal: int | None = None
    water: bool = False

    @property
    def ports(self) -> list[Port]:
        """Return where it can be joined."""
        return [(self.x, self.y, edge) for edge in self.edges]


@dataclass
class Chain:
    """Parts that are joined with each other, directly or through others."""

    parts: list[Part] = field(default_factory=list)
    open: list[Port] = field(default_factory=list)
    """Ports that meet nothing."""
    drowned: list[Port] = field(default_factory=list)
    """Ports that meet the water of a billabong."""

    @property
    def owners(self) -> set[int]:
        """Return the colours whose own parts it has."""
        return {part.colour for part in self.parts if part.colour != NONE}

    @property
    def owner(self) -> int:
        """Return whose path it is; ``NONE`` for a free chain."""
        return min(self.owners, default=NONE)


def parts_of(state: DownUnderState) -> list[Part]:
    """Return all parts on the table."""
    parts = []
    for slot, card in cell_contents(state):
        x, y, shape = card.x, card.y, card.shape
        if shape == Card.BILLABONG:
            ways = ways_through(state.links[slot]).values()
            parts += [Part(x, y, tuple(edges), water=True) for edges in ways]
            continue
        parts += [Part(x, y, members(OWN[side]), colour) for side, colour in card.sides]
        animal = card.animal if shape < Card.END_N else None
        parts.append(Part(x, y, members(NEUTRAL[shape]), animal=animal))
    return parts


def chains_of(state: DownUnderState) -> list[Chain]:
    """Return all parts by chains."""
    parts = parts_of(state)
    waters = {(card.x, card.y) for _, card in cell_contents(state) if card.shape == Card.BILLABONG}
    part_at = {port: part for part in parts for port in part.ports}
    chains = []
    seen: set[int] = set()
    for start in parts:
        if id(start) in seen:
            continue
        chain = Chain()
        frontier = [start]
        seen.add(id(start))
        while frontier:
            part = frontier.pop()
            chain.parts.append(part)
            for x, y, edge in part.ports:
                there = (x + STEP_X[edge], y + STEP_Y[edge], edge ^ 2)
                other = part_at.get(there)
                if other is None:
                    (chain.drowned if there[:2] in waters else chain.open).append((x, y, edge))
                elif id(other) not in seen:
                    seen.add(id(other))
                    frontier.append(other)
        chains.append(chain)
    return chains


def sections_of(chain: Chain) -> int:
    """Return the length of a path: its parts, and each billabong once (DOW-46, DOW-47)."""
    parts = sum(not part.water for part in chain.parts)
    waters = {(part.x, part.y) for part in chain.parts if part.water}
    waters |= {(x + STEP_X[edge], y + STEP_Y[edge]) for x, y, edge in chain.drowned}
    return parts + len(waters)
