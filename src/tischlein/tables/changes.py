"""Changes of who holds the seats of a match, as data: other nodes can be asked to make them.

Each may be made twice: the second time it changes nothing.
"""

from __future__ import annotations

import msgspec

from tischlein.tables import seating
from tischlein.tables.stored import StoredMatch


class HandedOver(msgspec.Struct, frozen=True, tag="handed-over"):
    """One session, or player card, has the place of another."""

    former: str
    holder: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the match as it is then."""
        return seating.handed_over(match, self.former, self.holder)


class Nameless(msgspec.Struct, frozen=True, tag="nameless"):
    """Whose card holds some seats is named no more; what is not over stays with a session."""

    holder: str
    called: str
    """The name of the player whose card it is."""
    session: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the match as it is then."""
        return seating.nameless(match, self.holder, self.called, self.session)


class Expected(msgspec.Struct, frozen=True, tag="expected"):
    """A device that has come to a seat is expected on the chair that a rematch keeps for it."""

    name: str
    holders: tuple[str, ...]
    """The seat's, before."""
    session: str

    def __call__(self, match: StoredMatch) -> StoredMatch:
        """Return the match as it is then."""
        return seating.expecting(match, self.name, self.holders, self.session)


Change = HandedOver | Nameless | Expected

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Change).decode
"""Raises ``msgspec.MsgspecError`` for what is no change."""
