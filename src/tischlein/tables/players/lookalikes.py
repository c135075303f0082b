"""What texts look like: texts that people take for the same have the same skeleton.

Skeletons are those of Unicode Technical Standard #39 (*Unicode Security Mechanisms*, section 4),
from Unicode's own list of confusable characters. Names are compared by them instead of being
refused for their script: every script is somebody's. A name written in letters of several scripts,
or wholly in another one, only misleads if there is a certain other name.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

_LEFT_TO_RIGHT = "\u200e"
"""Surrounds text that is written from right to left in the list."""


class _Confusable(msgspec.Struct):
    c: str
    """One or several characters that look like another."""


def skeleton(text: str) -> str:
    """Return a text with every character replaced by the representative of its lookalikes."""
    shapes = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", shapes)


def prepare() -> None:
    """Read the list ahead: that takes a twentieth of a second, in which nobody should wait."""
    _prototypes()


@cache
def _prototypes() -> dict[int, str]:
    """Return the representative of each confusable character.

    The package has both directions: a representative lists all its lookalikes, each of these lists
    only it. The file is read here instead of by the package, which would keep eight times as much
    in memory.
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
        # Only what is taken apart is looked up: of a ligature the accent over its last letter, too.
        ord(char): "".join(single.get(one, one) for one in unicodedata.normalize("NFD", other))
        for char, other in single.items()
    }
