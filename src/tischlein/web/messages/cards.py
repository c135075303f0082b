"""Player cards: what others see of them, and how their owners manage them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tischlein.web.messages.request import Request


class Rated(msgspec.Struct, frozen=True):
    """A player's estimated strength in a game: newcomers 25, give or take 8.3."""

    mean: float
    """The mean of the estimate."""
    give_or_take: float
    """The standard deviation: in two of three cases the true strength is within it."""
    at_least: float
    """An almost certain lower bound: three standard deviations below the mean."""


class PlayerCard(msgspec.Struct, frozen=True):
    """The card of a player at a table, as far as it is shown."""

    name: str
    """The name on the card."""
    mark: int
    """18 bits from which the card's own mark is drawn; nobody can choose it."""
    rating: Rated | None
    """In the game of the table; None if it is hidden, or there is none yet."""


class CardRating(msgspec.Struct, frozen=True):
    """A card's rating in one game."""

    game: str
    """The game's key."""
    matches: int
    """How many rated matches it is based on."""
    rating: Rated
    """The estimate after these."""


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey that opens the card."""

    id: str
    """Identifies the passkey, to remove it."""
    label: str
    """The device it was made on."""
    created: int
    """When it was made, in milliseconds since 1970."""
    used: int
    """When it was used last, in milliseconds since 1970."""


class CardDevice(msgspec.Struct, frozen=True):
    """A browser that is signed in to the card."""

    id: str
    """Identifies the device, to sign it out."""
    label: str
    """What it calls itself."""
    created: int
    """When it was signed in, in milliseconds since 1970."""
    seen: int
    """To the hour."""
    own: bool
    """Whether it is the asking browser."""


class OwnCard(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to."""

    name: str
    """The name on the card."""
    mark: int
    """As in PlayerCard."""
    created: int
    """When the card was made, in milliseconds since 1970."""
    shows: Literal["rating", "card", "nothing"]
    """What others at a table see of it."""
    passkeys: list[PasskeyInfo]
    """The passkeys that open it."""
    devices: list[CardDevice]
    """The browsers that are signed in to it."""
    ratings: list[CardRating]
    """Its ratings, one for each game with rated matches."""


class CardPage(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to, if any, and where passkeys work."""

    card: OwnCard | None
    """The card; None if the browser is signed in to none."""
    origins: list[str]
    """The addresses of the server at which passkeys work."""


class NewCard(Request, frozen=True):
    """Make a player card."""

    name: str
    """The name on the card."""
    label: str = ""
    """This device's name in the card's list."""


class CardChange(Request, frozen=True):
    """Change a card."""

    name: str
    """The new name on the card."""
    shows: Literal["rating", "card", "nothing"]
    """What others at a table see of it: name and rating, the name, or nothing."""


class RecoveryCode(msgspec.Struct, frozen=True):
    """A card's recovery code, which is only sent once."""

    code: str
    """The code, to be kept by the owner."""


class UseCode(Request, frozen=True):
    """Sign in with a recovery code."""

    code: str
    """The code, with or without its hyphens."""
    label: str = ""
    """This device's name in the card's list."""


class PasskeyQuestion(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey, as WebAuthn writes it in JSON."""

    options: dict[str, Any]
    """The options of ``navigator.credentials.create`` or ``get``."""


class PasskeyAnswer(Request, frozen=True):
    """The browser's result, as WebAuthn writes it in JSON."""

    credential: dict[str, Any]
    """The credential that the browser has made or used."""
    label: str = ""
    """The name of a new passkey in the card's list."""


class PasskeyChoice(Request, frozen=True):
    """Choose a passkey from the card's list."""

    id: str
    """Which one (``PasskeyInfo.id``)."""


class CardSignOut(Request, frozen=True):
    """Sign devices out of the card."""

    id: str = ""
    """Which one, from the card's list; empty for all but this one."""
