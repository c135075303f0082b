"""What holds seats: sessions, by their hashes, and player cards, by their ids."""

from __future__ import annotations

_CARD = "card:"


def of_card(card_id: str) -> str:
    """Return what represents a player card as a holder of seats, in place of a session's hash.

    No session has such a hash, so nobody can act as a card without signing in.
    """
    return _CARD + card_id


def card_of(session: str | None) -> str | None:
    """Return the id of a player card that holds seats, None if the holder is a session."""
    return session[len(_CARD) :] if session is not None and session.startswith(_CARD) else None
