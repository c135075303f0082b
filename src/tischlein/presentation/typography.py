"""Typography: spaces at which no line may break, and elisions, as a language has them."""

from __future__ import annotations

import re

_FRENCH = re.compile(r" (?=[!?:;»])|(?<=«) ")
_NO_BREAK = "\u00a0"
_ELISION = "\u2060"
"""Stands, unseen, between ``de`` or ``que`` and what a message names there."""
_MAY_ELIDE = re.compile(r"(?<=\b[Dd]e )(?=\{)|(?<=\b[Qq]ue )(?=\{)")
_ELIDES = re.compile(f"e {_ELISION}(?=[aeiouàâéèêëîïôœùûü])", re.IGNORECASE)
_LETTER = 0.55
"""The width of a letter, in heights of the type."""


def typeset(text: str, language: str) -> str:
    """Return a text as its language is printed: in French, high punctuation keeps to its word.

    Where a message names somebody behind ``de`` or ``que``, a sign is left for ``elided``.
    """
    if language != "fr":
        return text
    return _MAY_ELIDE.sub(_ELISION, _FRENCH.sub(_NO_BREAK, text))


def elided(told: str) -> str:
    """Return a message that has its names with French elisions: d’Anna, de Ben."""
    return _ELIDES.sub("’", told).replace(_ELISION, "")


def shortened(text: str, room: float, size: float) -> str:
    """Return a text of this size cut short where it would need more room; 0 is room for all."""
    most = max(int(room / (_LETTER * size)), 1)
    return text[: most - 1].rstrip() + "…" if room and len(text) > most else text
