"""Typography: spaces where no line may break, and elisions, by language."""

from __future__ import annotations

import re
import unicodedata

_FRENCH = re.compile(r" (?=[!?:;»%])|(?<=«) ")
_UNIT = re.compile(
    r"(?<=\}) (?=(?:%|T|d|h|j|mm|min|Min\.|s|Std)(?![\w’']))"
    r"|(?<=\d) (?=(?:%|mm|degrees|degrés|Grad)(?!\w))"
)
"""Before the unit of a number: one that a message inserts, or one that is written out."""
_NO_BREAK = "\u00a0"
_ELISION = "\u2060"
"""Invisible marker between ``de`` or ``que`` and the name that a message inserts."""
_MAY_ELIDE = re.compile(r"(?<=\b[Dd]e )(?=\{)|(?<=\b[Qq]ue )(?=\{)")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?=\s|$)")
_VOWELS = "aeiouàáâäåæéèêëíîïóôöøœúùûü"
_ELIDES = re.compile(f"e {_ELISION}(?=[{_VOWELS}]|y(?![{_VOWELS}]))", re.IGNORECASE)
"""A vowel elides, and a Y that sounds like one: d’Yves, but de Yann."""
_WIDTHS = {
    **dict.fromkeys("ijlIJ", 0.3),
    **dict.fromkeys(" .,:;!|'’()[]-/ftr", 0.4),
    **dict.fromkeys("Mw", 0.87),
    **dict.fromkeys("mW@%…", 1.0),
}
"""The widths of letters that differ from others, in heights of the type.

Those of DejaVu Sans, the widest of the fonts that pictures may be drawn with.
"""
_SMALLER = 0.78
"""The smallest factor by which a text is scaled before it is cut short."""
LEADING = 0.96
"""Distance between two lines, in heights of the type."""
_TOGETHER = 2
"""Minimal number of letters of a word on each line."""
_ROUNDED = 1e-9
"""Rounding error of a width computed in another order."""
_SMALL, _CAPITAL, _BROAD = 0.62, 0.74, 1.3
"""The widths of all others, of capitals, and of double-width characters, including symbols."""


def typeset(text: str, language: str) -> str:
    """Return a text with its language's typography: in French, ``!`` or ``%`` keeps to its word.

    In all languages a unit keeps to its number. In French, if a message inserts a name after ``de``
    or ``que``, a marker is left for ``with_names``.
    """
    text = _UNIT.sub(_NO_BREAK, text)
    if language != "fr":
        return text
    return _MAY_ELIDE.sub(_ELISION, _FRENCH.sub(_NO_BREAK, text))


def with_names(message: str) -> str:
    """Return a message with its names inserted, as it is printed.

    French ones are elided (d’Anna, de Ben), and a name with a full stop ends a sentence.
    """
    return _TWO_STOPS.sub(".", _ELIDES.sub("’", message).replace(_ELISION, ""))


def with_minus(figure: int) -> str:
    """Return a figure with a minus sign, not a hyphen, if it is negative."""
    return f"{figure}".replace("-", "\N{MINUS SIGN}")


def shortened(text: str, room: float, size: float) -> str:
    """Return a text of this size cut short to fit into some room; 0 is unlimited room."""
    if not room or _width(text) * size <= room:
        return text
    most = next((n for n in range(len(text), 0, -1) if _fits(text[:n], room / size)), 0)
    return text[:most].rstrip() + "…"


def fitted(text: str, room: float, size: float) -> tuple[str, float]:
    """Return a text and its size, made to fit: smaller, then cut short; 0 is unlimited room."""
    needed = _width(text) * size
    if not room or needed <= room:
        return text, size
    smaller = size * max(_SMALLER, room / needed)
    return shortened(text, room * (1 + _ROUNDED), smaller), smaller


def wrapped(text: str, room: float, size: float) -> tuple[list[str], float]:
    """Return the lines of a text and their size: one or two lines, then as ``fitted``.

    It breaks at a space or a hyphen, or within a word if that is not enough.
    """
    found = [ways for ways in (_at_gaps(text), _within_words(text)) if ways]
    broken = [min(ways, key=_widest) for ways in found]
    for lines in ([text], *broken, min(broken, key=_widest, default=[text])):
        fitting = [fitted(one, room, size) for one in lines]
        narrowed = [one for one, _ in fitting]
        if narrowed == lines:
            break
    return narrowed, min(size for _, size in fitting)


def _widest(lines: list[str]) -> float:
    return max(map(_width, lines))


def _at_gaps(text: str) -> list[list[str]]:
    """Return a text broken in two after each of its spaces and hyphens."""
    gaps = [at for at in range(1, len(text)) if text[at - 1] in " -"]
    return [[text[:at].rstrip(), text[at:]] for at in gaps]


def _within_words(text: str) -> list[list[str]]:
    """Return a text broken in two within each of its words."""
    found: list[list[str]] = []
    for at in range(_TOGETHER, len(text) - _TOGETHER + 1):
        before, after = text[at - 1], text[at]
        if before in " -" or after in " -" or unicodedata.combining(after):
            continue
        has_case = all(part.lower() != part.upper() for part in (text[:at], text[at:]))
        found.append([text[:at] + ("-" if has_case else ""), text[at:]])
    return found


def _fits(beginning: str, room: float) -> bool:
    """Whether the beginning of a text fits into its room with an ellipsis."""
    return _width(beginning.rstrip() + "…") <= room


def _width(text: str) -> float:
    """Return the approximate maximal width of a text, in heights of the type."""
    return sum(map(_letter_width, unicodedata.normalize("NFC", text)))


def _letter_width(char: str) -> float:
    if unicodedata.category(char)[0] in "MC":
        return 0.0  # it joins the letter before it
    if unicodedata.east_asian_width(char) in "WF":
        return _BROAD
    base = unicodedata.normalize("NFD", char)[0]
    return _WIDTHS.get(base, _CAPITAL if base.isupper() else _SMALL)
