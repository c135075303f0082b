"""The current buildings of Drunter & Drüber: their values, and those that the own goal counts."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Item, Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.games.drunter import scenery
from tischlein.games.drunter.names import square_name
from tischlein.games.drunter.scoring import goals_of
from tischlein.games.drunter.state import FOURS, LOWEST, THREES, DrunterState
from tischlein.games.drunter.town import BUILDINGS, KINDS, SITES, VALUES, kind_and_value
from tischlein.presentation.scenes import Description, Lettering, Line, Picture

OWN = "own"
"""Layer: what the viewer's goal counts."""


Standing = tuple[int, ...]
"""The buildings that are not covered, in ascending order."""


def standing(state: DrunterState) -> Standing:
    """Return the buildings that are not covered."""
    return _standing(state.board, tuple(state.cells))


@lru_cache(maxsize=256)
def _standing(board: int, cells: tuple[int, ...]) -> Standing:
    return tuple(building for building, site in enumerate(_sites(board)) if not cells[site])


@cache
def _sites(board: int) -> list[int]:
    sites: list[int] = SITES[board].tolist()
    return sites


# --- the strip of values ---


def _strip_spot(building: int) -> tuple[float, float]:
    kind, value = kind_and_value(building)
    x, y = scenery.strip_corner(kind)
    return x + 18.5 + 6.6 * (value - 1), y + 4.4


@cache  # each of 30, in ink and muted
def _strip_value(building: int, stands: bool) -> Lettering:
    x, y = _strip_spot(building)
    _, value = kind_and_value(building)
    return Lettering(str(value), x, y, 5.6, "ink" if stands else "muted", legible=True)


@cache
def _strike(building: int) -> Picture:
    x, y = _strip_spot(building)
    return Picture("struck", x - 2.8, y - 2.8, 5.6, 5.6)


@lru_cache(maxsize=256)
def values(board: int, standing: Standing) -> list[Lettering]:
    """Return the labels of the buildings that stand, and the values of all in the strip."""
    words: list[Lettering] = []
    for building in range(BUILDINGS):
        stands = building in standing
        if stands:
            words += scenery.inscription(board, building)
        words.append(_strip_value(building, stands))
    return words


@lru_cache(maxsize=256)
def strikes(standing: Standing) -> list[Picture]:
    """Return what strikes the covered buildings out in the strip."""
    return [_strike(building) for building in range(BUILDINGS) if building not in standing]


# --- what the own goal counts ---


def counted(observation: Observation, standing: Standing) -> tuple[int, ...]:
    """Return the buildings that the viewer's goal counts, in ascending order."""
    state: DrunterState = observation.state
    if observation.seat == SPECTATOR:
        return ()
    return _counted(tuple(goals_of(state, observation.seat)), standing)


@lru_cache(maxsize=4096)
def _counted(goals: tuple[int, ...], standing: Standing) -> tuple[int, ...]:
    return tuple(sorted({building for goal in goals for building in counted_by(goal, standing)}))


@lru_cache(maxsize=4096)
def rings(board: int, buildings: tuple[int, ...]) -> list[Line]:
    """Return rings around buildings that the viewer's goal counts."""
    return [_ring(board, building) for building in buildings]


@lru_cache(maxsize=4096)
def descriptions(board: int, buildings: tuple[int, ...]) -> list[Description]:
    """Return in words which buildings the viewer's goal counts."""
    named: list[Item] = [_named(board, building) for building in buildings]
    return [Description(Phrase("description-own", {"buildings": named}), OWN)] if named else []


@cache
def _named(board: int, building: int) -> Phrase:
    square = square_name(_sites(board)[building])
    return Phrase(
        "description-building", {"building": scenery.building_phrase(building), "square": square}
    )


@cache
def _ring(board: int, building: int) -> Line:
    x, y = scenery.centre(_sites(board)[building])
    path = f"M{x - 4.5:g} {y:g}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0"
    return Line(path, "good", dashed=True, width=3.0, layer=OWN)


def counted_by(goal: int, standing: Standing) -> list[int]:
    """Return the buildings to ring, which a goal counts; none for a goal that counts all."""
    if goal < KINDS:
        return [building for building in standing if building // VALUES == goal]
    if goal in (THREES, FOURS):
        wanted = 3 if goal == THREES else 4
        return [building for building in standing if kind_and_value(building)[1] == wanted]
    if goal == LOWEST:
        lowest = {building // VALUES: building for building in reversed(standing)}
        return list(lowest.values())
    return []
