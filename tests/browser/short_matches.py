"""Games set up so that whole matches of them are short, and how they are played there."""

from __future__ import annotations

from typing import Any

from tests.browser.clicking import Json, Taste, even_handed


def homeward(choice: Json) -> float:
    """Schollenschubser: new floes to walk on, the longest way east, and to the ship."""
    *rest, last = choice["path"]
    if last == "ship":
        return 1e9
    if rest == ["bank"]:
        return 1e3
    if last.startswith("stock:"):
        return 30.0
    if last in ("bank", "done") or choice.get("confirm"):
        return 1e-6
    if rest and rest[0].startswith("square:") and last.startswith("square:"):
        start, goal = (int(target.removeprefix("square:")) % 4 for target in (*rest, last))
        return 10.0 ** (6 + goal - start) if goal > start else 1e-9
    return 1.0


def askative(choice: Json) -> float:
    """Nussknacker: questions, and a guess now and then."""
    return 0.02 if choice["path"][0].startswith("guess:") else 1.0


ON_A_PHONE, BY_LINK, ON_ONE_DEVICE, BY_KEYS = range(4)


class Table:
    """A game as it is played here: short, with as many seats as it takes, one way after another.

    Parameters
    ----------
    usual
        In which of the four it is always played, in the others at length: against bots where
        people would have much to click.
    ways
        Options, of which the first are for the first of the four, and so on.
    level
        Of bots: the one that plays fastest.
    """

    def __init__(
        self,
        usual: int,
        game: str,
        seats: int,
        *ways: dict[str, str],
        taste: Taste = even_handed,
        level: str = "weak",
    ) -> None:
        self.usual = usual
        self.game = game
        self.seats = seats
        self.ways = ways
        self.taste = taste
        self.level = level

    def set_for(self, way: int, *people: dict[str, str]) -> dict[str, Any]:
        """Return what to open it with: people's chairs, bots on those that are left, options."""
        bots = [{"kind": "bot", "level": self.level}] * (self.seats - len(people))
        options = self.ways[way % len(self.ways)]
        return {"game": self.game, "chairs": [*people, *bots], "options": options}


TABLES = (
    Table(ON_A_PHONE, "ganz_nach_plan", 3, {"limit": "10"}),
    Table(BY_LINK, "raufer", 3, {"hand": "3"}),
    Table(
        ON_ONE_DEVICE,
        "nussknacker",
        3,
        {"goal": "1", "cards": "12", "limit": "8"},
        taste=askative,
    ),
    Table(ON_A_PHONE, "schlauraff", 2, {}),
    Table(
        ON_A_PHONE,
        "schollenschubser",
        2,
        {"stride": "line", "melt": "may", "largest": "4"},
        taste=homeward,
    ),
    Table(
        ON_A_PHONE,
        "drunter",
        2,
        {"votes": "turn"},
        {"votes": "simultaneous", "board": "new", "goals": "2"},
        {"votes": "none", "board": "new"},
    ),
    Table(
        BY_LINK,
        "misd",
        3,
        {"variant": "a", "limit": "3"},
        {"variant": "b", "limit": "3"},
        {"variant": "a", "limit": "3", "wrong": "out"},
        level="strong",
    ),
    Table(ON_A_PHONE, "dropit", 2, {"edges": "shape"}, {"edges": "colour"}, {"jokers": "yes"}),
    Table(
        ON_ONE_DEVICE,
        "down_under",
        2,
        {"area": "7x9"},
        {"scoring": "animals", "start": "entry", "layout": "frame"},
        {"paths": "both", "area": "none"},
    ),
)
