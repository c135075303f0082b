"""A ladder: does a search play better with twice the budget, and up to which budget?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tischlein.core.amounts import many
from tischlein.core.game import Game
from tischlein.lab import grouping, running, winning
from tischlein.lab.intervals import Estimate
from tischlein.lab.running import ProgressCallback
from tischlein.lab.study import Study, StudyError, usual_seats


@dataclass(frozen=True)
class Step:
    """A budget compared with half of it."""

    entrant: str
    below: str
    fair: float
    won: Estimate

    @property
    def helps(self) -> bool:
        """Whether twice the budget surely makes a difference."""
        return self.won.low > self.fair

    def sentence(self) -> str:
        """Return the result in words."""
        return (
            f"{self.entrant} wins {self.won.percent()} of {many(self.won.count, 'match')} among "
            f"{self.below}, where {100 * self.fair:.0f} % would be fair"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "entrant": self.entrant,
            "below": self.below,
            "fair": round(self.fair, 4),
            "won": round(self.won.value, 4),
            "low": round(self.won.low, 4),
            "high": round(self.won.high, 4),
            "matches": self.won.count,
            "helps": self.helps,
        }


def ladder(
    game: Game,
    *,
    search: str = "",
    seats: int | None = None,
    options: str = "",
    first: int = 25,
    most: int = 800,
    matches: int = 100,
    seed: int = 1,
    workers: int | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Step]:
    """Yield each doubling of a budget against players with half of it, until it helps no more.

    Parameters
    ----------
    search
        Its name, and settings after a colon: ``alphabeta:depth=4``. By default ``uct``, or
        ``ismcts`` in games with secrets.
    first, most
        The least and the greatest budget.
    matches
        Number of matches in each step.
    progress
        Called with the progress within a step.

    Raises
    ------
    StudyError
        If the greatest budget is less than twice the least, or matches do not end.
    """
    if most < 2 * first:
        raise StudyError(f"no step to climb: {most} is less than twice {first}, the least budget")
    name, *settings = (search or ("uct" if game.secrets is None else "ismcts")).split(":")
    count = usual_seats(game) if seats is None else seats
    budget = first
    while 2 * budget <= most:
        below, above = (":".join((name, str(n), *settings)) for n in (budget, 2 * budget))
        study = Study(
            games=(game.key,),
            seats=(count,),
            options=(options,),
            entrants=(above, below),
            tables=("first",),
            matches=matches,
            seed=seed,
        )
        with tempfile.TemporaryDirectory() as folder:
            results = running.run(study, Path(folder), workers=workers, progress=progress)
            grouping.check_ended(results)
            rows = winning.entrants(grouping.tables(results)[:1])
        row = next(row for row in rows if row.entrant == above)
        step = Step(above, below, row.fair, row.won)
        yield step
        if not step.helps:
            return
        budget *= 2


def verdict(steps: Sequence[Step]) -> str:
    """Return what a ladder shows, in a sentence."""
    helped = [step for step in steps if step.helps]
    if len(helped) == len(steps):
        return f"More thinking still helps at {steps[-1].entrant}: go on with a greater --most."
    if not helped:
        return f"Beyond {steps[0].below} no help from twice the budget shows in so many matches."
    return f"More thinking surely helps up to {helped[-1].entrant}."
