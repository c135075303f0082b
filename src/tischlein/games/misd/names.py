"""Names of cards, faces and symbols, as notation writes them."""

from __future__ import annotations

from tischlein.games.misd.cards import COLOURS, SHAPES, card_of, side_of


def card_name(card: int) -> str:
    """Return ``c0`` to ``c9``."""
    return f"c{card}"


def face_name(face: int) -> str:
    """Return ``c0f`` to ``c9b``."""
    return f"{card_name(card_of(face))}{'fb'[side_of(face)]}"


def symbol_name(colour: int, shape: int) -> str:
    """Return a combination: ``yellow star``."""
    return f"{COLOURS[colour]} {SHAPES[shape]}"
