"""The versions of everything that determines how matches go, for output to programs."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from tischlein.core.game import Game


def versions(games: Iterable[Game]) -> dict[str, Any]:
    """Return the versions with which matches of some games are made here, as JSON.

    ``tischlein``, ``python``, ``numba`` and ``numpy`` are versions of these; ``rules`` has the
    version of every game's rules, and ``engines``, for measured games, what performs the
    measurements.
    """
    shown = list(games)
    measured = {game.key: game.measured.engine() for game in shown if game.measured is not None}
    return {
        "tischlein": version("tischlein"),
        "rules": {game.key: game.version for game in shown},
        **({"engines": measured} if measured else {}),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy")},
    }
