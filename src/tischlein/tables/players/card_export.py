"""All that is stored of a player card: for its pages, and for its owner to take away."""

from __future__ import annotations

import msgspec

from tischlein.tables.seats import seating
from tischlein.tables.storage.card_store import (
    FormerName,
    RatingChange,
    Shows,
    StoredCard,
    StoredDevice,
    StoredPasskey,
    StoredRating,
)
from tischlein.tables.stored import StoredMatch


class CardDetails(msgspec.Struct, frozen=True):
    """A card with all that belongs to it, except its secrets."""

    card: StoredCard
    passkeys: list[StoredPasskey]
    devices: list[StoredDevice]
    ratings: list[StoredRating]


class CardExport(msgspec.Struct, frozen=True):
    """All data of a card, for its owner."""

    name: str
    former_names: list[FormerName]
    created: int
    shows: Shows
    passkeys: list[dict[str, object]]
    devices: list[dict[str, object]]
    ratings: list[StoredRating]
    changes: list[RatingChange]
    matches: list[dict[str, object]]

    @classmethod
    def of(
        cls,
        details: CardDetails,
        former: list[FormerName],
        changes: list[RatingChange],
        matches: list[StoredMatch],
        holder: str,
    ) -> CardExport:
        """Assemble it; keys that allow signing in are left out."""
        return cls(
            details.card.name,
            former,
            details.card.created,
            details.card.shows,
            [
                {
                    "label": key.label,
                    "credential": key.credential.hex(),
                    "public_key": key.public_key.hex(),
                    "sign_count": key.sign_count,
                    "created": key.created,
                    "used": key.used,
                }
                for key in details.passkeys
            ],
            [
                {"label": device.label, "created": device.created, "seen": device.seen}
                for device in details.devices
            ],
            details.ratings,
            changes,
            [
                {
                    "id": match.id,
                    "game": match.game,
                    "options": match.options,
                    "created": match.created,
                    "status": match.status,
                    "names": [seat.name for seat in match.seats],
                    "seats": list(seating.seats_of_session(match, holder)),
                }
                for match in matches
            ],
        )
