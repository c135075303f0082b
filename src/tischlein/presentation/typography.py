"""Typography: spaces at which no line may break, and elisions, as a language has them."""

from __future__ import annotations

import re
import unicodedata

_FRENCH = re.compile(r" (?=[!?:;»%])|(?<=«) ")
_UNIT = re.compile(r"(?<=\}) (?=(?:%|T|d|h|j|mm|min|Min\.|s|Std)(?![\w’']))")
"""Before what a number of a message is counted in."""
_NO_BREAK = "\u00a0"
_ELISION = "\u2060"
"""Stands, unseen, between ``de`` or ``que`` and what a message names there."""
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
"""The widths of letters that are not as wide as others, in heights of the type: those of DejaVu
Sans, the widest of the fonts that pictures may be drawn with."""
_SMALLER = 0.78
"""How much smaller a text is written rather than cut short."""
LEADING = 0.96
"""From one of two lines to the other, in heights of the type."""
_TOGETHER = 2
"""So many letters of a word stay on one line."""
_ROUNDED = 1e-9
"""What a width may be off by, computed in another order."""
_SMALL, _CAPITAL, _BROAD = 0.62, 0.74, 1.3
"""The widths of all others, of capitals, and of what takes two columns, among them signs."""


def typeset(text: str, language: str) -> str:
    """Return a text as its language is printed: in French, ``!`` or ``%`` keeps to its word.

    In all languages a unit keeps to its number. In French, where a message names somebody behind
    ``de`` or ``que``, a sign is left for ``with_names``.
    """
    text = _UNIT.sub(_NO_BREAK, text)
    if language != "fr":
        return text
    return _MAY_ELIDE.sub(_ELISION, _FRENCH.sub(_NO_BREAK, text))


def with_names(told: str) -> str:
    """Return a message that has its names as it is printed.

    French ones are elided (d’Anna, de Ben), and a name with a full stop ends a sentence.
    """
    return _TWO_STOPS.sub(".", _ELIDES.sub("’", told).replace(_ELISION, ""))


def shortened(text: str, room: float, size: float) -> str:
    """Return a text of this size cut short where it would need more room; 0 is room for all."""
    if not room or _width(text) * size <= room:
        return text
    most = next((n for n in range(len(text), 0, -1) if _fits(text[:n], room / size)), 0)
    return text[:most].rstrip() + "…"


def fitted(text: str, room: float, size: float) -> tuple[str, float]:
    """Return a text and its size as it finds room: smaller, then cut short; 0 is room for all."""
    needed = _width(text) * size
    if not room or needed <= room:
        return text, size
    smaller = size * max(_SMALLER, room / needed)
    return shortened(text, room * (1 + _ROUNDED), smaller), smaller


def wrapped(text: str, room: float, size: float) -> tuple[list[str], float]:
    """Return the lines of a text and their size: two where one is not enough, then as ``fitted``.

    It breaks where it has a space or a hyphen, within a word where that is not enough.
    """
    found = [ways for ways in (_at_gaps(text), _within_words(text)) if ways]
    broken = [min(ways, key=_widest) for ways in found]
    for lines in ([text], *broken, min(broken, key=_widest, default=[text])):
        fitting = [fitted(one, room, size) for one in lines]
        told = [one for one, _ in fitting]
        if told == lines:
            break
    return told, min(size for _, size in fitting)


def _widest(lines: list[str]) -> float:
    return max(map(_width, lines))


def _at_gaps(text: str) -> list[list[str]]:
    """Return a text broken in two behind each of its spaces and hyphens."""
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
    """Whether the beginning of a text has its room, with the sign that it goes on."""
    return _width(beginning.rstrip() + "…") <= room


def _width(text: str) -> float:
    """Return how wide a text is at most, roughly, in heights of the type."""
    return sum(map(_letter_width, unicodedata.normalize("NFC", text)))


def _letter_width(char: str) -> float:
    if unicodedata.category(char)[0] in "MC":
        return 0.0  # it joins the letter before it
    if unicodedata.east_asian_width(char) in "WF":
        return _BROAD
    base = unicodedata.normalize("NFD", char)[0]
    return _WIDTHS.get(base, _CAPITAL if base.isupper() else _SMALL)
