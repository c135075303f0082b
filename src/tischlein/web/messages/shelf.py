"""The games on the shelf: what they are, and how they are set up."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.presentation.scenes import Scene
from tischlein.web.messages.lists import Matches


class Offer(msgspec.Struct, frozen=True):
    """What an option offers at one seat count."""

    default: str
    """As text."""
    values: tuple[str, ...]
    """What the game accepts there: all values of choices and of short ranges of numbers, samples
    of other options; empty for longer ranges. One value alone is no choice."""


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game; texts are the messages ``option-NAME`` and ``option-NAME-VALUE``.

    Where a game has ``option-NAME-VALUE-hint`` or ``option-NAME-hint``, it says what that comes to.
    """

    name: str
    kind: Literal["choices", "number", "written", "teams", "order"]
    offers: tuple[Offer, ...]
    """One for each of the game's seat counts, in their order."""
    low: int = 0
    high: int = 0
    needs: tuple[str, str] | None = None
    """Another option, and the value of it with which alone this one means something."""


class GameInfo(msgspec.Struct, frozen=True):
    """A box on the shelf."""

    key: str
    seats: tuple[int, ...]
    minutes: int
    secrets: bool
    chance: bool
    quick: bool
    levels: tuple[str, ...]
    options: list[OptionInfo]
    credits: str
    cover: Scene
    """A real position as a spectator sees it, for the picture on the box."""
    lesson: int
    """How many steps its interactive first match has, 0 if there is none."""


class FullShelf(msgspec.Struct, frozen=True):
    """All that the first page shows, in one answer: the games with their boxes, and matches."""

    games: list[GameInfo]
    texts: dict[str, str]
    """The words of each game, by its key, and of the product (``core``), as Fluent files."""
    art: dict[str, str]
    """The drawings of each game, by its key, and of the product, as SVG files of symbols."""
    matches: Matches | None = None
    """None from a server that has just been started, or cannot read what is stored just now: it has
    them a little later."""


class ChosenOptions(msgspec.Struct, frozen=True):
    """Options that a game accepts together."""

    options: str
    """Those that differ from their defaults, as ``name=value`` words."""


class RulesPage(msgspec.Struct, frozen=True):
    """A game's rules as HTML, every rule with its identifier as anchor."""

    html: str
    identifiers: tuple[str, ...]
