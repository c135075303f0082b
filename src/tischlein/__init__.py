"""Tabletop games to play in a browser, with each other and with bots, and to study in a lab.

>>> import tischlein as tt
>>> game = tt.load("raufer")
>>> position = game.start(seats=3, seed=7)
>>> position
<Position of raufer, 3 seats, A to act>
>>> tt.play(game, ["random", "random", "random"], seed=1)
<Record of raufer: 37 events, over with scores (0, 0, 1)>

What is named here is the public surface; everything is imported when it is first used, so that
importing ``tischlein`` costs nothing. Errors form one tree under :class:`TischleinError`.
"""

TYPE_CHECKING = False  # importing typing would take time

if TYPE_CHECKING:
    from tischlein.core.errors import (
        GameError,
        NotationError,
        OptionError,
        RecordError,
        RefusedError,
        TischleinError,
    )
    from tischlein.core.events import Event
    from tischlein.core.game import Game
    from tischlein.core.levels import Custom, Level, Search
    from tischlein.core.position import Observation, Position
    from tischlein.core.race import Reaction
    from tischlein.core.records import Record, read
    from tischlein.core.registry import keys as shelf
    from tischlein.core.registry import load
    from tischlein.lab.arena import Contest, contest
    from tischlein.lab.simulate import play

__all__ = [
    "Contest",
    "Custom",
    "Event",
    "Game",
    "GameError",
    "Level",
    "NotationError",
    "Observation",
    "OptionError",
    "Position",
    "Reaction",
    "Record",
    "RecordError",
    "RefusedError",
    "Search",
    "TischleinError",
    "contest",
    "load",
    "play",
    "read",
    "shelf",
]

_HOMES = {
    "core.errors": (
        "GameError",
        "NotationError",
        "OptionError",
        "RecordError",
        "RefusedError",
        "TischleinError",
    ),
    "core.events": ("Event",),
    "core.game": ("Game",),
    "core.levels": ("Custom", "Level", "Search"),
    "core.position": ("Observation", "Position"),
    "core.race": ("Reaction",),
    "core.records": ("Record", "read"),
    "core.registry": ("load", "keys"),
    "lab.arena": ("Contest", "contest"),
    "lab.simulate": ("play",),
}
_HOME_OF = {name: (home, name) for home, names in _HOMES.items() for name in names}
_HOME_OF["shelf"] = _HOME_OF.pop("keys")


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; the version is the installed package's."""
    if name == "__version__":
        from importlib.metadata import version

        return version("tischlein")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home, attribute = _HOME_OF[name]
    globals()[name] = found = vars(import_module(f"tischlein.{home}"))[attribute]
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return sorted([*__all__, "__version__"])
