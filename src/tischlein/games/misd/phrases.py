"""Symbols, faces, claims and times as phrases."""

from __future__ import annotations

from tischlein.core.phrases import Item, Phrase
from tischlein.games.misd.actions import (
    CLAIM_MISSING,
    PASS,
    claimed_card,
    claimed_symbol,
    names_symbol,
)
from tischlein.games.misd.arrangement import arrangement
from tischlein.games.misd.cards import COLOURS, SHAPES
from tischlein.games.misd.names import card_name


def symbol_words(colour: int, shape: int) -> Phrase:
    """Return a combination: "yellow star"."""
    return Phrase("symbol", {"colour": COLOURS[colour], "shape": SHAPES[shape]})


def face_words(face: int) -> Phrase:
    """Return that a card lies open, with its symbols."""
    return Phrase("face", {"symbols": symbols_of(face)})


def symbols_of(face: int) -> list[Item]:
    """Return the symbols of a face in the order in which they lie."""
    return [symbol_words(spot.colour, spot.shape) for spot in arrangement(face)]


def claim_words(action: int) -> Phrase:
    """Return what a claim names, or that it was a pass."""
    if action == PASS:
        return Phrase("passes")
    if names_symbol(action):
        return symbol_words(*claimed_symbol(action))
    if action == CLAIM_MISSING:
        return Phrase("claim-missing")
    return Phrase("card-name", {"card": card_name(claimed_card(action))})


def time_words(milliseconds: int) -> Phrase:
    """Return a reaction time in seconds and hundredths."""
    seconds, rest = divmod(milliseconds // 10, 100)
    return Phrase("seconds", {"whole": str(seconds), "rest": f"{rest:02}"})
