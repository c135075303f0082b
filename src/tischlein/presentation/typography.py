"""Typography: spaces at which no line may break, as a language's printers set them."""

from __future__ import annotations

import re

_FRENCH = re.compile(r" (?=[!?:;»])|(?<=«) ")
_NO_BREAK = "\u00a0"
_LETTER = 0.55
"""The width of a letter, in heights of the type."""


def typeset(text: str, language: str) -> str:
    """Return a text as its language is printed: in French, high punctuation keeps to its word."""
    return _FRENCH.sub(_NO_BREAK, text) if language == "fr" else text


def shortened(text: str, room: float, size: float) -> str:
    """Return a text of this size cut short where it would need more room; 0 is room for all."""
    most = int(room / (_LETTER * size))
    return text[: most - 1].rstrip() + "…" if room and len(text) > most else text
