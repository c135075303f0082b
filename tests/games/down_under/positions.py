"""Positions of Down Under, written as records write matches."""

from tischlein.core import records
from tischlein.core.position import Position


def played(lines: str, seats: int = 2, **options: str) -> Position:
    """The position after lines of a record."""
    names = ", ".join("ABCD"[:seats])
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    text = f"game: down_under\nseats: {names}\noptions: {chosen}\n\n{lines.strip()}\n"
    return records.read(text).final()
