"""What people write in one line: composed characters, and no superfluous white space.

Marks of a character are put in order by a method that takes quadratic time, and no other thread
runs meanwhile. So what is too long anyway is not composed: a megabyte of marks would take hours.
"""

from __future__ import annotations

import re
import unicodedata

MOST_DECOMPOSED = 4
"""The most characters that one composed character (NFC) is written as elsewhere (NFD)."""


def one_line(text: str, longest: int) -> str | None:
    """Return a text as one line of composed characters, None if that is certainly too long."""
    line = " ".join(text.split())
    if len(line) > MOST_DECOMPOSED * longest:
        return None
    return " ".join(unicodedata.normalize("NFC", line).split())


_FLAG = re.compile(
    "(\U0001f3f4)[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,3}\U000e007f"
)
"""Flag of a part of a country, as Scotland's: a black flag, tags that spell it, and their end.

Unicode defines no other emoji with tags (UTS #51, annex C).
"""


def untagged(line: str) -> str:
    """Return a line with black flags for those of parts of countries, whose tags are no secret."""
    return _FLAG.sub(r"\1", line)
