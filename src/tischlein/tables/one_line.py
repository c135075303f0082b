"""What people write in one line: composed characters, and no superfluous white space.

Marks of a character are put in order by a method that takes quadratic time, and no other thread
runs meanwhile. So what is too long anyway is not composed: a megabyte of marks would take hours.
"""

from __future__ import annotations

import unicodedata

MOST_DECOMPOSED = 4
"""The most characters that one composed character (NFC) is written as elsewhere (NFD)."""


def one_line(text: str, longest: int) -> str | None:
    """Return a text as one line of composed characters, None if that is certainly too long."""
    line = " ".join(text.split())
    if len(line) > MOST_DECOMPOSED * longest:
        return None
    return " ".join(unicodedata.normalize("NFC", line).split())
