"""The storage of player cards: passkeys, devices, ratings, and challenges for signing in.

Times are the caller's, milliseconds since 1970; values that nobody may read in storage, such as
recovery codes, are passed as a hash. A call that changes something happens completely or not at
all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import msgspec

MOST_FORMER_NAMES = 50
"""Maximal number of former names kept for a card."""


class Shows(StrEnum):
    """What others at a table see of a card."""

    RATING = "rating"
    """That there is one, with its mark, and its rating in the game."""
    CARD = "card"
    """That there is one, with its mark."""
    NOTHING = "nothing"


class StoredCard(msgspec.Struct, frozen=True):
    """A player who wants to be recognised."""

    id: str
    name: str
    created: int
    recovery: str
    """The hash of the recovery code."""
    shows: Shows = Shows.RATING


class FormerName(msgspec.Struct, frozen=True):
    """A card's former name."""

    name: str
    until: int


class StoredPasskey(msgspec.Struct, frozen=True):
    """A key that opens a card; its private half has never left the player's device."""

    credential: bytes
    card: str
    public_key: bytes
    """In COSE form."""
    sign_count: int
    """How often it has signed, by its own count; 0 if it keeps none."""
    label: str
    created: int
    used: int


class StoredDevice(msgspec.Struct, frozen=True):
    """A browser that is signed in to a card."""

    session: str
    """The hash of its session."""
    card: str
    label: str
    created: int
    seen: int
    former: str | None = None
    """The session whose matches are being joined to the card; None once they have been."""


class Figure(msgspec.Struct, frozen=True):
    """A player's estimated strength: a normal distribution."""

    mu: float
    """The mean."""
    sigma: float
    """The standard deviation."""


class StoredRating(msgspec.Struct, frozen=True):
    """A card's rating in one game."""

    game: str
    figure: Figure
    matches: int
    """Number of matches counted."""


class Share(msgspec.Struct, frozen=True):
    """One player's part in a match that has been rated."""

    card: str | None
    """None once the card has been deleted."""
    side: int
    """Equal for members of a team."""
    place: int
    """Of the side: 0 is first."""
    before: Figure
    after: Figure


class RatedMatch(msgspec.Struct, frozen=True):
    """A match that has changed ratings."""

    match: str
    game: str
    time: int
    """When it was counted."""
    shares: tuple[Share, ...]
    """In seat order."""


class RatingChange(msgspec.Struct, frozen=True):
    """The change of a card's rating by a match."""

    match: str
    game: str
    time: int
    before: Figure
    after: Figure


class Participant(NamedTuple):
    """A participant of a match that is to be rated, and their result."""

    card: str
    side: int
    place: int


Rate = Callable[[Sequence[tuple[Figure, int, int]]], list[Figure]]
"""Computes new figures from figures with their sides and places."""


class CardStore(Protocol):
    """Durable storage for player cards."""

    async def create(self, card: StoredCard, device: StoredDevice | None = None) -> bool:
        """Store a new card, perhaps with its first device; the same may be stored again.

        False if the device's former session is being joined to a card already, or has ended.
        """

    async def card(self, card_id: str) -> StoredCard | None:
        """Return a card."""

    async def card_of_code(self, recovery: str) -> StoredCard | None:
        """Return the card that a recovery code (by its hash) opens."""

    async def update_card(self, card_id: str, name: str, shows: Shows, now: int) -> None:
        """Set a card's name and what it shows; a deleted card stays deleted.

        The former name is kept with it, up to the last :data:`MOST_FORMER_NAMES`.
        """

    async def former_names(self, card_id: str) -> list[FormerName]:
        """Return a card's former names, the oldest first."""

    async def set_recovery(self, card_id: str, recovery: str) -> None:
        """Set another recovery code (by its hash) for a card; a deleted card stays deleted."""

    async def delete(self, card_id: str) -> None:
        """Delete a card with all that belongs to it; its share in rated matches stays unnamed."""

    async def add_passkey(self, passkey: StoredPasskey, most: int) -> bool:
        """Store a new passkey; False if it is known already, or the card has ``most`` of them."""

    async def passkeys(self, card_id: str) -> list[StoredPasskey]:
        """Return a card's passkeys, the oldest first."""

    async def passkey(self, credential: bytes) -> StoredPasskey | None:
        """Return a passkey."""

    async def use_passkey(self, before: StoredPasskey, sign_count: int, time: int) -> bool:
        """Record the use of a passkey; False if it has been used or removed in the meantime."""

    async def remove_passkey(self, card_id: str, credential: bytes) -> bool:
        """Remove one of a card's passkeys; False if it has no such passkey."""

    async def add_device(self, device: StoredDevice, most: int) -> list[str]:
        """Store a new device; return the sessions beyond the bound, those unseen longest."""

    async def devices(self, card_id: str | None = None) -> list[StoredDevice]:
        """Return the devices of a card, or of all, the last seen first."""

    async def device(self, session: str) -> StoredDevice | None:
        """Return a device."""

    async def joining(self) -> list[StoredDevice]:
        """Return the devices whose matches have not all been joined to their cards."""

    async def record_joined(self, session: str) -> None:
        """Record that the matches of a device have been joined to its card."""

    async def record_seen(self, session: str, time: int) -> None:
        """Record that a device has been seen."""

    async def remove_device(self, session: str) -> None:
        """Remove a device from its card."""

    async def store_challenge(self, challenge: str, until: int, now: int) -> None:
        """Store a challenge (by its hash) until it is answered; remove expired ones."""

    async def take_challenge(self, challenge: str, now: int) -> bool:
        """Return whether a challenge is waiting for an answer, and remove it."""

    async def record_participants(self, match_id: str, cards: Sequence[str]) -> None:
        """Record which cards take part in a match that has begun, in seat order."""

    async def unrated(self, match_id: str | None = None) -> list[str]:
        """Return the matches in which cards take part and that have not been counted yet.

        All of them, or only the given one.
        """

    async def unrated_finished(self) -> list[str]:
        """Return those of these matches that are over."""

    async def participants(self, match_id: str) -> list[str]:
        """Return the cards that take part in a match that is not counted yet, in seat order."""

    async def skip_rating(self, match_id: str) -> None:
        """Record that a match counts for no rating."""

    async def rate(
        self, match_id: str, game: str, time: int, contenders: Sequence[Participant], rate: Rate
    ) -> bool:
        """Count a match once: change the ratings of the participants.

        False if it has been counted or passed over already, or a card is gone.
        """

    async def rerate(self, matches: Sequence[RatedMatch]) -> None:
        """Replace all ratings with others, from all rated matches in order."""

    async def rated(self) -> list[RatedMatch]:
        """Return all matches that have been counted, in order."""

    async def ratings(self, card_id: str) -> list[StoredRating]:
        """Return a card's ratings, by game."""

    async def changes(self, card_id: str) -> list[RatingChange]:
        """Return what each match has done to a card's ratings, in order."""

    async def rename_in_talk(self, match_id: str, names: dict[int, tuple[str, str]]) -> None:
        """Rename speakers, by their chairs, in their remarks at a table.

        Parameters
        ----------
        names
            Old and new name: remarks of a chair's former holder keep their name.
        """
