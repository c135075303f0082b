"""The games on the shelf: what they are, and their options."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.presentation.scenes import Scene
from tischlein.web.messages.lists import Matches


class Offer(msgspec.Struct, frozen=True):
    """The values of an option at one seat count."""

    default: str
    """As text."""
    values: tuple[str, ...]
    """What the game accepts there.

    All values of choices and of short ranges of numbers, samples of other options; empty for longer
    ranges. A single value is no choice.
    """


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game; texts are the messages ``option-NAME`` and ``option-NAME-VALUE``.

    If a game has ``option-NAME-VALUE-hint`` or ``option-NAME-hint``, it explains the effect.
    """

    name: str
    """The option's name."""
    kind: Literal["choices", "number", "written", "teams", "order"]
    """What its values are: a few words, a number, a text, a division into teams, an order."""
    offers: tuple[Offer, ...]
    """One for each of the game's seat counts, in order."""
    low: int = 0
    """Of numbers: the least at any seat count."""
    high: int = 0
    """Of numbers: the greatest at any seat count."""
    needs: tuple[str, str] | None = None
    """Another option, and the one value of it with which this one has any effect."""


class GameInfo(msgspec.Struct, frozen=True):
    """A box on the shelf."""

    key: str
    """The game's key, by which requests name it."""
    seats: tuple[int, ...]
    """How many can play, in increasing order."""
    minutes: int
    """How long a match takes, roughly."""
    secrets: bool
    """Whether seats know what others do not."""
    chance: bool
    """Whether anything is dealt, drawn or rolled."""
    quick: bool
    """Whether those act first who are fastest."""
    levels: tuple[str, ...]
    """The levels of its bots, from weak to strong."""
    options: list[OptionInfo]
    """Its options."""
    credits: str
    """Its authors and publisher."""
    cover: Scene
    """A real position as a spectator sees it, for the picture on the box."""
    lesson: int
    """The number of steps of its interactive first match, 0 if there is none."""


class FullShelf(msgspec.Struct, frozen=True):
    """All that the first page shows, in one answer: the games with their boxes, and matches."""

    games: list[GameInfo]
    """The games of this server, in the order of the shelf."""
    texts: dict[str, str]
    """The texts of each game, by its key, and of the product (``core``), as Fluent files."""
    art: dict[str, str]
    """The drawings of each game, by its key, and of the product, as SVG files of symbols."""
    matches: Matches | None = None
    """None from a server that has just been started, or cannot read storage at the moment.

    It has them a little later.
    """


class ChosenOptions(msgspec.Struct, frozen=True):
    """Options that a game accepts together."""

    options: str
    """Those that differ from their defaults, as ``name=value`` words."""


class RulesPage(msgspec.Struct, frozen=True):
    """A game's rules as HTML, every rule with its identifier as anchor."""

    html: str
    """The rules, without a page around them."""
    identifiers: tuple[str, ...]
    """The identifiers of all rules, such as ``BAU-12``, in order."""
