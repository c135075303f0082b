"""Properties of a game's declaration."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from inspect import isfunction
from types import ModuleType

from tischlein.core.game import Game
from tischlein.core.hooks import Capability, plain
from tischlein.testing.cases import ConformanceError

ALIKE = 0.8
"""From this similarity on (0 to 1, after Ratcliff and Obershelp) a name may be meant for another.

It is the similarity of two names of five letters that differ in one.
"""


def hooks_are_spelt_right(game: Game) -> None:
    """No module defines a near miss of a hook that the game leaves out: nothing would call it."""
    hooks = {hook.called_in_modules for group in game.groups for hook in group.hooks()}
    for group in game.groups:
        missing = {
            hook.name: hook.called_in_modules
            for hook in group.hooks()
            if not group.brings(hook.name)
        }
        for module in _modules_of(group):
            for name in sorted(_public(module) - hooks):
                if meant := get_close_matches(name.lower(), missing, n=1, cutoff=ALIKE):
                    raise ConformanceError(
                        f"{game.key}: {module.__name__} has {name}, which nobody calls; the hook "
                        f"of {group.group} is called {missing[meant[0]]} (what is no hook begins "
                        "with _)"
                    )


def _modules_of(group: Capability) -> set[ModuleType]:
    """Return the modules that define a group's functions."""
    return set(_defining(group))


def _defining(group: Capability) -> Iterator[ModuleType]:
    for hook in group.hooks():
        brought = vars(group)[hook.name] if group.brings(hook.name) else None
        if callable(brought) and (module := sys.modules.get(plain(brought).__module__)):
            yield module


def _public(module: ModuleType) -> set[str]:
    """Return the names of a module's public functions and tables."""
    names = (name for name in vars(module) if not name.startswith("_"))
    return {name for name in names if _may_be_a_hook(vars(module)[name], module)}


def _may_be_a_hook(value: object, module: ModuleType) -> bool:
    """Whether a value is a table, or a function that the module itself defines."""
    function = plain(value) if callable(value) else value
    defined_here = isfunction(function) and function.__module__ == module.__name__
    return defined_here or isinstance(value, Mapping)


PROPERTIES = (hooks_are_spelt_right,)
