"""What holds seats: sessions, by their hashes, player cards and programs, by their ids."""

from __future__ import annotations

_CARD = "card:"
_PROGRAM = "program:"


def of_card(card_id: str) -> str:
    """Return what represents a player card as a holder of seats, in place of a session's hash.

    No session has such a hash, so nobody can act as a card without signing in.
    """
    return _CARD + card_id


def card_of(session: str | None) -> str | None:
    """Return the id of a player card that holds seats, None if the holder is a session."""
    return session[len(_CARD) :] if session is not None and session.startswith(_CARD) else None


def of_program(program_id: str) -> str:
    """Return the session of the program with an id; no cookie's hash has this form."""
    return _PROGRAM + program_id


def program_of(session: str | None) -> str | None:
    """Return the id of the program whose session it is, None if it is no program's."""
    if session is None or not session.startswith(_PROGRAM):
        return None
    return session[len(_PROGRAM) :]
