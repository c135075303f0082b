"""Tuning a search for a game: settings that win on some seeds are tried again on others.

Optuna proposes settings (tree-structured Parzen estimators, Bergstra et al. 2011), each of which
plays against the search with its present settings. The best result was partly selected for its
luck, so the answer is what it wins with seeds that have not been used. Equal seeds give equal
trials.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from tischlein.bots import methods
from tischlein.core.amounts import is_count, many
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.extras import missing_extra
from tischlein.lab.intervals import Estimate, estimate_data, figure, p_words
from tischlein.lab.study import Study, StudyError, usual_seats

try:
    import optuna

    from tischlein.lab import grouping, running, winning
except ImportError as error:
    raise missing_extra("tune", "tuning") from error

ADOPTED = 0.01
"""The p-value below which tuned settings are recommended."""
ProgressCallback = Callable[[int, int], None]
"""Called with the number of trials done and their total."""


@dataclass(frozen=True)
class Trial:
    """Settings that have been tried, and what they have won."""

    entrant: str
    """With these settings, as studies name it."""
    worth: float
    """How many times its fair share of the matches it has won."""


TrialListener = Callable[[Trial], None]
"""Called with each trial that is done."""

_SAMPLER_SEEDS = 1 << 32
"""How many seeds Optuna's sampler has."""
_Range = tuple[float, float, bool]
"""Least and greatest value, and whether it is a whole number."""
_RANGES: dict[str, _Range] = {
    "exploration": (0.1, 2.0, False),
    "greed": (0, 255, True),
    "margin": (0.0, 0.5, False),
}
_WITH_EVALUATION: dict[str, _Range] = {"cutoff": (0, 60, True)}
"""What can be set only if the game can evaluate a position."""


@dataclass(frozen=True)
class TuningResult:
    """The result of tuning, and its worth on other seeds."""

    entrant: str
    """With the best settings found, as studies name it."""
    before: str
    trials: int
    matches: int
    """Number of matches of each trial."""
    fair: float
    won: Estimate
    """Share of first places against the previous settings, on seeds of the test.

    ``p`` assumes that nothing is gained. NaN, if no trial did better and nothing was tested.
    """

    @property
    def adopted(self) -> bool:
        """Whether the settings are surely better."""
        return self.won.value > self.fair and self.won.p < ADOPTED

    def to_dict(self) -> dict[str, Any]:
        """Return the result for programs."""
        return {
            "entrant": self.entrant,
            "before": self.before,
            "trials": self.trials,
            "matches": self.matches,
            "fair": figure(self.fair),
            "won": estimate_data(self.won),
            "adopted": self.adopted,
        }

    def _p(self) -> str:
        if math.isnan(self.won.p):
            return "cannot be told of so few seeds"
        return p_words(self.won.p) if self.won.p < 0.001 else f"= {p_words(self.won.p)}"

    def sentence(self) -> str:
        """Return the result in words."""
        if self.entrant == self.before:
            return f"Of {many(self.trials, 'trial')} none did better than {self.before}: it stays."
        verdict = "adopt it" if self.adopted else "that is not enough to adopt it"
        return (
            f"{self.entrant} was the best of {many(self.trials, 'trial')} of "
            f"{many(self.matches, 'match')}. On other seeds it wins {self.won.percent()} of "
            f"{many(self.won.count, 'match')} among "
            f"{self.before}, where {100 * self.fair:.0f} % would be fair (p {self._p()}): "
            f"{verdict}."
        )


def tune(
    game: Game,
    *,
    search: str = "",
    budget: int = 200,
    seats: int | None = None,
    options: str = "",
    trials: int = 20,
    matches: int = 40,
    test: int = 200,
    seed: int = 1,
    workers: int | None = None,
    progress: ProgressCallback | None = None,
    on_trial: TrialListener | None = None,
) -> TuningResult:
    """Return settings of a search that play a game better than its own, if there are any.

    Parameters
    ----------
    search
        By default ``uct``, or ``ismcts`` in games with secrets.
    budget
        Simulations of all players.
    trials
        How many settings are tried.
    matches, test
        At least this many for each trial, and with other seeds for the best of them.
    progress, on_trial
        Called with the progress, and with each trial, which has not been tested on other seeds.

    Raises
    ------
    GameError
        If the search does not exist, or has nothing that can be tuned.
    StudyError
        If matches do not end; and for numbers of trials, matches or seats that are none.
    """
    name = search or ("uct" if game.secrets is None else "ismcts")
    before = f"{name}:{budget}"
    ranges = _ranges(game, name)
    count = usual_seats(game) if seats is None else seats
    if not is_count(trials):
        raise StudyError(f"trials are a whole number, at least 1, not {trials!r}")
    for name_given, most in (("matches", matches), ("test", test)):
        if not is_count(most):
            raise StudyError(f"{name_given} is a whole number, at least 1, not {most!r}")
    alone = Study(
        games=(game.key,), seats=(count,), options=(options,), entrants=(before,), seed=seed
    )
    (setting,) = alone.settings()

    def won(entrant: str, most: int, first: int) -> winning.EntrantRow:
        study = Study(
            games=(game.key,),
            seats=(count,),
            options=(options,),
            entrants=(entrant, before),
            tables=("first",),
            matches=most,
            seed=first,
        )
        with tempfile.TemporaryDirectory() as folder:
            results = running.run(study, Path(folder), workers=workers)
            grouping.check_ended(results)
            rows = winning.entrants(grouping.tables(results)[:1])
        return next(row for row in rows if row.entrant == entrant)

    def worth(chosen: Mapping[str, float]) -> float:
        entrant = _named(before, chosen)
        trial = Trial(entrant, won(entrant, matches, seed).multiple.value)
        if on_trial is not None:
            on_trial(trial)
        return trial.worth

    best, settings = _search(
        ranges,
        worth,
        trials=trials,
        seed=seed,
        progress=progress,
    )
    if best <= 1:
        nothing = Estimate(math.nan, math.nan, math.nan, 0)  # nothing was tested
        return TuningResult(before, before, trials, matches, 1 / setting.places, nothing)
    # No seed of a trial: these count up from the first one, at most one for each match.
    row = won(_named(before, settings), test, seed + matches)
    return TuningResult(_named(before, settings), before, trials, matches, row.fair, row.won)


def _ranges(game: Game, name: str) -> dict[str, _Range]:
    known = signature(methods.method(name).settings).parameters
    heuristics = game.heuristics
    valued = heuristics is not None and heuristics.brings("evaluate")
    offered = _RANGES | (_WITH_EVALUATION if valued else {})
    found = {key: value for key, value in offered.items() if key in known}
    if "simulations" not in known or not found:
        raise GameError(f"{name} has no settings to tune; uct, ismcts and halving have")
    return found


def _named(entrant: str, settings: Mapping[str, float]) -> str:
    return ":".join([entrant, *(f"{name}={value:g}" for name, value in settings.items())])


def _search(
    ranges: Mapping[str, _Range],
    worth: Callable[[Mapping[str, float]], float],
    *,
    trials: int,
    seed: int,
    progress: ProgressCallback | None,
) -> tuple[float, dict[str, float]]:
    """Return the best result, and the settings that achieved it."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study: Any = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed % _SAMPLER_SEEDS)
    )
    spaces = {
        name: optuna.distributions.IntDistribution(int(low), int(high))
        if whole
        else optuna.distributions.FloatDistribution(low, high)
        for name, (low, high, whole) in ranges.items()
    }
    for done in range(trials):
        if progress is not None:
            progress(done, trials)
        trial = study.ask(spaces)
        settings = {name: float(f"{value:.3g}") for name, value in trial.params.items()}
        study.tell(trial, worth(settings))
    if progress is not None:
        progress(trials, trials)
    chosen = {name: float(f"{value:.3g}") for name, value in study.best_params.items()}
    return float(study.best_value), chosen
