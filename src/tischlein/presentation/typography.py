"""Typography: spaces at which no line may break, as a language's printers set them."""

from __future__ import annotations

import re

_FRENCH = re.compile(r" (?=[!?:;»])|(?<=«) ")
_NO_BREAK = "\u00a0"


def typeset(text: str, language: str) -> str:
    """Return a text as its language is printed: in French, high punctuation keeps to its word."""
    return _FRENCH.sub(_NO_BREAK, text) if language == "fr" else text
