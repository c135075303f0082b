"""Names of faces, shapes, colours and combinations, as notation writes them."""

from __future__ import annotations

from tischlein.games.misd.state import COLOUR_OF, COLOURS, KINDS, LACKS, SHAPES


def face_name(face: int) -> str:
    """Return ``c0f`` to ``c9b``."""
    return f"c{face // 2}{'fb'[face % 2]}"


def combination(claim: int) -> str:
    """Return colour and shape of a claim of variant A: ``yellow star``."""
    colour, shape = divmod(claim, KINDS)
    return f"{COLOURS[colour]} {SHAPES[shape]}"


def symbols(face: int) -> list[tuple[int, int]]:
    """Return the nine symbols of a face, colour and shape, in the order of the shapes."""
    card, lacking = face // 2, int(LACKS[face])
    return [(int(COLOUR_OF[card, shape]), shape) for shape in range(KINDS) if shape != lacking]
