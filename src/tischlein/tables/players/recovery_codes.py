"""Recovery codes of player cards: written down, and typed on another device."""

from __future__ import annotations

import re
import secrets

from tischlein.tables.problems import NotAllowedError

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH, _GROUP = 24, 4


def new_code() -> str:
    """Return a recovery code that nobody can guess (118 random bits), easy to write down."""
    letters = [secrets.choice(_LETTERS) for _ in range(_LENGTH)]
    groups = range(0, _LENGTH, _GROUP)
    return "-".join("".join(letters[at : at + _GROUP]) for at in groups)


def clean_code(text: str) -> str:
    """Return a recovery code in its original form, however it was typed (NotAllowedError)."""
    letters = re.sub(r"[\s\-]", "", text.casefold())
    if len(letters) != _LENGTH or not set(letters) <= set(_LETTERS):
        raise NotAllowedError("recovery-code")
    groups = range(0, _LENGTH, _GROUP)
    return "-".join(letters[at : at + _GROUP] for at in groups)
