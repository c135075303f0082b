"""What texts look like: those that people take for the same have the same skeleton.

Skeletons are those of Unicode Technical Standard #39 (*Unicode Security Mechanisms*, section 4),
from Unicode's own list of confusable characters. Names are compared by them instead of being
refused for what they are written in: every script is somebody's, and only beside a certain other
name does it mislead to write one in letters of several, or wholly in those of another.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

_LEFT_TO_RIGHT = "\u200e"
"""Stands in the list around what is written from right to left."""


class _Confusable(msgspec.Struct):
    c: str
    """One or several characters that look like another."""


def skeleton(text: str) -> str:
    """Return a text with every character in the place of all those that look like it."""
    shapes = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", shapes)


def prepare() -> None:
    """Read the list ahead: that takes a twentieth of a second, in which nobody should wait."""
    _prototypes()


@cache
def _prototypes() -> dict[int, str]:
    """Return by each confusable character what stands for it.

    The package has them both ways: what stands for several has them all, each of these only it. The
    file is read here and not by the package, which would keep it: eight times as much.
    """
    packed = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    read = msgspec.json.decode(packed, type=dict[str, list[_Confusable]])
    likes = {
        text.strip(_LEFT_TO_RIGHT): [one.c.strip(_LEFT_TO_RIGHT) for one in others]
        for text, others in read.items()
    }
    single: dict[str, str] = {}
    for char, others in likes.items():
        if len(char) > 1 or len(others) > 1:
            continue
        (other,) = others
        mutual = likes.get(other) == [char] and len(other) == 1
        if not (mutual and char < other):
            single[char] = other
    return {
        ord(char): "".join(single.get(one, one) for one in other) for char, other in single.items()
    }
