"""The searches that levels can name, found by entry points and loaded when they are named."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import signature

from tischlein.core.errors import GameError
from tischlein.core.levels import Level, Search
from tischlein.core.readers import count_in, number_in
from tischlein.search.method import MANY, Method

GROUP = "tischlein.searches"
SIMULATIONS = "simulations"
"""The setting that is the budget of searches which may have time instead."""


@cache
def _offered() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Return the names of all searches."""
    return tuple(sorted(_offered()))


@cache
def method(name: str) -> Method:
    """Return a search by name.

    Raises
    ------
    GameError
        If there is none of that name.
    """
    if name not in _offered():
        raise GameError(f"there is no search {name!r}; there are: {', '.join(names())}")
    found: Method = _offered()[name].load()
    return found


def settings_of(name: str, settings: dict[str, float]) -> object:
    """Return the settings of a search, checked.

    Raises
    ------
    GameError
        For a search or a setting that does not exist, and for an invalid value.
    """
    known = signature(method(name).settings).parameters
    strange = ", ".join(one for one in settings if one not in known)
    needed = (one.name for one in known.values() if one.default is one.empty)
    left_out = ", ".join(one for one in needed if one not in settings)
    refused = f"the search {name!r} cannot be set like this"
    if strange or left_out:
        problem = f"it has no {strange}" if strange else f"it needs {left_out}"
        raise GameError(f"{refused}: {problem}; its settings are: {', '.join(known)}")
    try:
        return method(name).settings(**settings)
    except (TypeError, ValueError) as error:
        raise GameError(f"{refused}: {error}") from None


def budget_of(name: str) -> str:
    """Return which setting of a search is its budget: the first."""
    return next(iter(signature(method(name).settings).parameters))


def search_named(text: str) -> Search:
    """Return the search that a text such as ``uct:2000`` names: a name and a budget.

    Settings may follow: ``uct:2000:exploration=0.5:greed=230``.

    Raises
    ------
    GameError
        If there is no such search or setting, one is named twice, the budget is no positive number,
        or a value is invalid.
    """
    name, _, rest = text.partition(":")
    written, *others = rest.split(":")
    budget = budget_of(name)
    amount = count_in(written)
    if not amount:
        or_time = ", or a time such as 50ms" if budget == SIMULATIONS else ""
        raise GameError(
            f"the budget of {name} is a positive number ({budget}){or_time}, not {written!r}"
        )
    settings: dict[str, float] = {budget: amount}
    for other, value in map(_setting, others):
        if other in settings:
            raise GameError(f"{other} is named twice in {text!r}")
        settings[other] = value
    settings_of(name, settings)
    return Search(name, **settings)


def _setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    number = number_in(value)
    if number is None:
        raise GameError(f"a setting is written name=number, not {text!r}")
    return name, number


_TIMED = re.compile(r"(?P<name>[^:]+):(?P<milliseconds>[1-9][0-9]*)ms(?P<settings>(:.*)?)")


def is_timed(text: str) -> bool:
    """Whether a text names a search with milliseconds as its budget, such as ``uct:50ms``."""
    return _TIMED.fullmatch(text) is not None


def timed(text: str) -> Level:
    """Return a level that searches as long as a text such as ``uct:50ms`` allows.

    Settings may follow, as in :func:`search_named`.

    Raises
    ------
    GameError
        If there is no such search or setting, or its budget is not in simulations.
    """
    found = _TIMED.fullmatch(text)
    if found is None:
        raise GameError(f"a search with a time is written like uct:50ms, not {text!r}")
    name = found["name"]
    budget = budget_of(name)
    if budget != SIMULATIONS:
        raise GameError(f"{name} is given a budget of {budget}, not of time")
    seconds = int(found["milliseconds"]) / 1000
    return Level(text, search_named(f"{name}:{MANY}{found['settings']}"), seconds)
