"""What an event brings that no rule can compute again, such as where falling things come to rest.

Such an event carries an outcome (``Event.outcome``), which is stored and written into records;
nothing that is replayed ever makes it anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from tischlein.core.scenes import Film


@dataclass(frozen=True)
class Happening:
    """The outcome of an event of chance, and how it looked while it happened."""

    outcome: tuple[int, ...]
    film: Film | None = None
