"""Symbols, claims and times as phrases."""

from __future__ import annotations

from tischlein.core.phrases import Phrase
from tischlein.games.misd.state import CLAIM_CARD, CLAIM_MISSING, COLOURS, KINDS, PASS, SHAPES


def symbol_words(colour: int, shape: int) -> Phrase:
    """Return a combination: "yellow star"."""
    return Phrase("symbol", {"colour": COLOURS[colour], "shape": SHAPES[shape]})


def claim_words(action: int) -> Phrase:
    """Return what a claim names, or that it was a pass."""
    if action == PASS:
        return Phrase("passes")
    if action < CLAIM_CARD:
        return symbol_words(*divmod(action, KINDS))
    if action == CLAIM_MISSING:
        return Phrase("missing")
    return Phrase("card-name", {"card": f"c{action - CLAIM_CARD}"})


def time_words(milliseconds: int) -> Phrase:
    """Return a reaction time in seconds and hundredths."""
    seconds, rest = divmod(milliseconds // 10, 100)
    return Phrase("seconds", {"whole": str(seconds), "rest": f"{rest:02}"})
