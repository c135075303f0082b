"""All properties of a game in all its settings, one by one or at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tischlein.core.game import Game
from tischlein.testing import (
    beliefs,
    compiled,
    hooks,
    lessons,
    levels,
    pages,
    rules,
    scenes,
    secrets,
)
from tischlein.testing.cases import (
    CHECKED_POSITIONS,
    QUICKLY_CHECKED_POSITIONS,
    cases_of,
    check_properties,
    ends_of,
)

SEEDS = 3
"""Random matches on which a property is checked in the default setting of each seat count.

In each other setting one quick match is enough: it differs from the default in one thing only.
Closer checks add little there, as do further matches after two with the fewest and the most seats,
and after one with other seat counts.
"""

OF_THE_WHOLE: tuple[Callable[[Game], None], ...] = (
    *hooks.PROPERTIES,
    *pages.PROPERTIES,
    *lessons.PROPERTIES,
    *levels.PROPERTIES,
    *secrets.WHOLE,
)
"""Properties of a game that do not depend on a match."""


@dataclass(frozen=True)
class Check:
    """A check of a game, to be called: of a match, or of the game as a whole."""

    name: str
    run: Callable[[], None]
    more: bool = False
    """Whether it only extends other checks.

    That is a setting in which an option is neither at its fewest nor its most seats, or a further
    match.
    """

    def __call__(self) -> None:
        """Check the property (raises ConformanceError)."""
        self.run()

    def __str__(self) -> str:
        return self.name


def checks_of(game: Game, seeds: int = SEEDS) -> list[Check]:
    """Return every check of a game: of its pages, bots and compiler, and matches in every setting.

    All properties are checked on the same ``seeds`` random matches in the default setting of each
    seat count.
    """
    return list(_checks_of(game, seeds))


def _checks_of(game: Game, seeds: int) -> Iterator[Check]:
    for whole in OF_THE_WHOLE:
        yield Check(f"{game.key}-{whole.__name__}", partial(whole, game))
    if game.compiled:
        yield Check(
            f"{game.key}-compiled_equals_interpreted",
            partial(compiled.compiled_equals_interpreted, game),
        )
        yield Check(
            f"{game.key}-compiled_equals_interpreted-everywhere",
            partial(compiled.compiled_equals_interpreted, game, settings="all"),
            more=True,
        )
    properties = [*rules.PROPERTIES, *scenes.PROPERTIES]
    if game.secrets:
        properties += secrets.PROPERTIES
    if game.heuristics:
        properties += rules.WITH_HEURISTICS
    ends = set(map(str, ends_of(game)))
    for case in cases_of(game):
        between = str(case) not in ends
        for seed in range(seeds if case.is_default else 1):
            yield Check(
                f"{case}-match-{seed}",
                partial(
                    check_properties,
                    case,
                    properties,
                    seed,
                    CHECKED_POSITIONS if case.is_default else QUICKLY_CHECKED_POSITIONS,
                ),
                more=seed > 1 or (between and (seed > 0 or not case.is_default)),
            )
        if not case.is_default:
            name = f"{case}-match-0-closely"
            yield Check(name, partial(check_properties, case, properties, 0), more=True)
        if game.secrets:
            more = between or not case.is_default
            for check in (
                secrets.seats_hide_alike,
                beliefs.determinizations_are_as_likely_as_they_should_be,
            ):
                yield Check(f"{case}-{check.__name__}", partial(check, case), more=more)


def check_game(game: Game, seeds: int = SEEDS) -> None:
    """Check every property of a game in every setting.

    Raises
    ------
    ConformanceError
        At the first property that does not hold.
    """
    for check in checks_of(game, seeds):
        check()
