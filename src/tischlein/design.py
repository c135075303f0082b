"""Everything that a game is written with, in one place: ``import tischlein.design as td``."""

from tischlein.core.bits import count_bits, members
from tischlein.core.capabilities import (
    Drafts,
    Heuristics,
    Interrupts,
    Measured,
    Notation,
    Race,
    Rules,
    Secrets,
    Shelf,
)
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.game import Game, Invariant
from tischlein.core.kernel import Rng, below, kernel, shuffle, uniform, weighted
from tischlein.core.levels import Custom, Level, Search
from tischlein.core.options import Choices, Number, Options, Order, Teams, Written
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.position import Observation
from tischlein.core.registry import register
from tischlein.core.seats import CHANCE, CHANCE_BIT, HIDDEN, SPECTATOR
from tischlein.core.state import Ints, Reals, Shape, State
from tischlein.presentation import Folder, Inline, Presentation, cell_names, grid

__all__ = [
    "CHANCE",
    "CHANCE_BIT",
    "HIDDEN",
    "SPECTATOR",
    "Choices",
    "Custom",
    "Drafts",
    "Folder",
    "Game",
    "Heuristics",
    "Inline",
    "Interrupts",
    "Ints",
    "Invariant",
    "Level",
    "Measured",
    "Notation",
    "NotationError",
    "Number",
    "Observation",
    "OptionError",
    "Options",
    "Order",
    "Phrase",
    "Presentation",
    "Race",
    "Reals",
    "Refusal",
    "RefusedError",
    "Rng",
    "Rules",
    "Search",
    "Secrets",
    "Shape",
    "Shelf",
    "State",
    "Teams",
    "Written",
    "below",
    "cell_names",
    "count_bits",
    "grid",
    "kernel",
    "members",
    "register",
    "seat_name",
    "shuffle",
    "uniform",
    "weighted",
]
