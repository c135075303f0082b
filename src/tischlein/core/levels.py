"""How strong a bot plays: settings that a game declares and the bots layer applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tischlein.core.kernel import Rng
from tischlein.core.race import Reaction

Stop = Callable[[], bool]
"""Whether a policy should end soon: true when the match has moved on or time is up."""


@dataclass(frozen=True)
class Custom:
    """A policy of the game's own: a function from an observation and a generator to an action.

    It may return None, to wait, where its seat is not awaited and could only interrupt; in a race
    it returns a ``Reaction``, which includes the time it takes. A policy that thinks long should
    poll ``stop()``. ``own_process`` runs it in a process of its own, so that it does not block the
    server's other threads; its budget must then be limited by itself, since ``stop()`` never turns
    true there.
    """

    choose: Callable[[Any, Rng, Stop], int | Reaction | None]
    """Takes an ``Observation``, a generator, and ``stop``."""
    own_process: bool = False


@dataclass(frozen=True, init=False)
class Search:
    """A search by name, with its settings: ``Search("uct", simulations=2000)``.

    The bots layer knows which searches there are and what they take; it finds them by entry points
    (group ``tischlein.searches``). ``Search("random")`` takes any legal action.
    """

    name: str
    settings: Mapping[str, float]

    def __init__(self, name: str, **settings: float) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "settings", settings)

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.settings.items())))

    def __str__(self) -> str:
        settings = ", ".join(f"{name}={value:.15g}" for name, value in self.settings.items())
        return f"{self.name}({settings})"


@dataclass(frozen=True)
class Level:
    """A named strength. ``blunder`` is the chance, in percent, of a random action instead."""

    key: str
    search: Search | Custom
    seconds: float = 5.0
    """Ceiling of thinking time, ``inf`` for none; usually the search's own budget ends it earlier.

    Hosted tables add ceilings of their own (``tables.computing.thinking``).
    """
    blunder: int = 0
