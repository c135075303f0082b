"""Player cards: what others see of them, and how their owners manage them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tischlein.web.messages.request import Request


class Rated(msgspec.Struct, frozen=True):
    """A player's estimated strength in a game: newcomers 25, give or take 8.3."""

    mean: float
    give_or_take: float
    """The standard deviation: in two of three cases the true strength is within it."""
    at_least: float
    """An almost certain lower bound: three standard deviations below the mean."""


class PlayerCard(msgspec.Struct, frozen=True):
    """The card of a player at a table, as far as it is shown."""

    name: str
    mark: int
    """18 bits from which the card's own mark is drawn; nobody can choose it."""
    rating: Rated | None
    """In the game of the table; None if it is hidden, or there is none yet."""


class CardRating(msgspec.Struct, frozen=True):
    """A card's rating in one game."""

    game: str
    matches: int
    rating: Rated


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey that opens the card."""

    id: str
    label: str
    """The device it was made on."""
    created: int
    used: int


class CardDevice(msgspec.Struct, frozen=True):
    """A browser that is signed in to the card."""

    id: str
    label: str
    created: int
    seen: int
    """To the hour."""
    own: bool
    """Whether it is the asking browser."""


class OwnCard(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to."""

    name: str
    mark: int
    created: int
    shows: Literal["rating", "card", "nothing"]
    """What others at a table see of it."""
    passkeys: list[PasskeyInfo]
    devices: list[CardDevice]
    ratings: list[CardRating]


class CardPage(msgspec.Struct, frozen=True):
    """The card that a browser is signed in to, if any, and where passkeys work."""

    card: OwnCard | None
    origins: list[str]
    """The addresses of the server at which passkeys work."""


class NewCard(Request, frozen=True):
    """Make a player card."""

    name: str
    label: str = ""
    """This device's name in the card's list."""


class CardChange(Request, frozen=True):
    """Change a card."""

    name: str
    shows: Literal["rating", "card", "nothing"]


class RecoveryCode(msgspec.Struct, frozen=True):
    """A card's recovery code, which is only sent once."""

    code: str


class UseCode(Request, frozen=True):
    """Sign in with a recovery code."""

    code: str
    label: str = ""


class PasskeyQuestion(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey, as WebAuthn writes it in JSON."""

    options: dict[str, Any]


class PasskeyAnswer(Request, frozen=True):
    """The browser's result, as WebAuthn writes it in JSON."""

    credential: dict[str, Any]
    label: str = ""


class PasskeyChoice(Request, frozen=True):
    """Choose a passkey from the card's list."""

    id: str


class CardSignOut(Request, frozen=True):
    """Sign devices out of the card."""

    id: str = ""
    """Which one, from the card's list; empty for all but this one."""
