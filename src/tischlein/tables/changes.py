"""Changes of who holds the seats of a match, as data: other nodes can be asked to make them.

Each is idempotent: the second time it changes nothing.
"""

from __future__ import annotations

import msgspec

from tischlein.tables.seats import seating
from tischlein.tables.stored import StoredMatch


class ReplaceHolder(msgspec.Struct, frozen=True, tag="handed-over"):
    """One session, or player card, replaces another."""

    former: str
    holder: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the changed match."""
        return seating.with_holder_replaced(match, self.former, self.holder)


class AnonymizeHolder(msgspec.Struct, frozen=True, tag="nameless"):
    """The holder's card is no longer named on its seats; unfinished matches stay with a session."""

    holder: str
    called: str
    """The name of the player whose card it is."""
    session: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the changed match."""
        return seating.with_holder_anonymized(match, self.holder, self.called, self.session)


class ReserveChair(msgspec.Struct, frozen=True, tag="expected"):
    """A device that has come to a seat is expected on the chair that a rematch keeps for it."""

    name: str
    holders: tuple[str, ...]
    """The seat's former holders."""
    session: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the changed match."""
        return seating.with_chair_reserved(match, self.name, self.holders, self.session)


Change = ReplaceHolder | AnonymizeHolder | ReserveChair

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Change).decode
"""Raises ``msgspec.MsgspecError`` for data that is no change."""
