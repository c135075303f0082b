"""The ids of matches: short enough to be read out, and too many to be guessed."""

from __future__ import annotations

import secrets

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 14


def new_match_id() -> str:
    """Return an id that nobody can guess (69 random bits), easy to read out."""
    return match_id_from(secrets.token_bytes(32))


def match_id_from(drawn: bytes) -> str:
    """Return the id for 32 bytes; all ids are equally frequent."""
    letters = len(_LETTERS)
    number = int.from_bytes(drawn, "big")
    return "".join(_LETTERS[number // letters**place % letters] for place in range(_LENGTH))


def opened_match_id(proven: str, text_id: str) -> str:
    """Return the id of a match that somebody opens from a record with a proof.

    It is longer than those of tables, so that whatever records claim, no table's match is kept from
    its id, or taken for another one.

    Parameters
    ----------
    proven
        The id in the proof, from which the chance of the match is drawn.
    text_id
        The id that follows from the record's text.
    """
    return proven + text_id


def chance_id(match_id: str) -> str:
    """Return the id from which a match's chance is drawn; an opened one has it in its proof."""
    return match_id[:_LENGTH]


def is_table_id(text: str) -> bool:
    """Whether a text can be the id that a table gives its match."""
    return len(text) == _LENGTH and _has_letters_of_ids(text)


def is_opened_id(text: str) -> bool:
    """Whether a text can be the id of a match that was opened from a record with a proof."""
    return len(text) == 2 * _LENGTH and _has_letters_of_ids(text)


def is_match_id(text: str) -> bool:
    """Whether a text can be the id of a stored match."""
    return is_table_id(text) or is_opened_id(text)


def _has_letters_of_ids(text: str) -> bool:
    return set(text) <= set(_LETTERS)
