"""What the targets of Schlauraff's scenes are called, and what a picked one means.

Free and laid dice are named by their faces as they show, from 1.
"""

from __future__ import annotations

CUP = "cup"


def cell_target(row: int) -> str:
    """Return the target of a cell of the column in play."""
    return f"cell:{row}"


def chip_target(column: int, row: int, depth: int) -> str:
    """Return the target of a chip, from the top of its pile."""
    return f"chip:{column}:{row}:{depth}"


def tally_target(row: int) -> str:
    """Return the target of the number on a pile."""
    return f"tally:{row}"


def faces_target(face: int) -> str:
    """Return the target of all free dice that show a face."""
    return f"free:{face}"


def die_target(face: int, number: int) -> str:
    """Return the target of one free die."""
    return f"die:{face}:{number}"


def laid_target(face: int, number: int) -> str:
    """Return the target of a die beside a chip."""
    return f"laid:{face}:{number}"


def free_face(target: str) -> int | None:
    """Return the face of the free die that a target is, None for any other."""
    kind, *numbers = target.split(":")
    return int(numbers[0]) if kind in ("free", "die") else None


def laid_face(target: str) -> int | None:
    """Return the face of the laid die that a target is, None for any other."""
    kind, *numbers = target.split(":")
    return int(numbers[0]) if kind == "laid" else None


def cell_of(target: str, in_play: int) -> tuple[int, int] | None:
    """Return column and row of the cell that a target is or lies on, None for any other.

    Parameters
    ----------
    in_play
        The column in play.
    """
    kind, *numbers = target.split(":")
    if kind in ("cell", "tally"):
        return in_play, int(numbers[0])
    return (int(numbers[0]), int(numbers[1])) if kind == "chip" else None
