"""Plans of sixteen plots: the named ones, and those that players lay out themselves (BAU-3)."""

from __future__ import annotations

from tischlein.core.errors import OptionError
from tischlein.core.phrases import Phrase
from tischlein.games.bauab.state import PLOTS

NAMED = {
    "square": "1111/1111/1111/1111",
    "barrel": "0110/1111/1111/1111/0110",
    "cross": "001100/111111/111111/001100",
}
_LONGEST_TEXT = 400


def normalize(text: str, seats: int) -> str:
    """Return the name of a plan, or its rows cut to the plots' bounding box.

    Raises
    ------
    OptionError
        Citing BAU-3, unless the text names a plan or draws sixteen plots that hang together.
    """
    del seats
    if text.casefold() in NAMED:
        return text.casefold()
    if not text or len(text) > _LONGEST_TEXT or set(text) - set("01/"):
        names = ", ".join(NAMED)
        raise OptionError(
            f"plan is {names}, or rows of 0 and 1 joined by /, such as 0110/1111",
            phrase=Phrase("plan-unreadable"),
        )
    plots = _plots_of(text)
    if len(plots) != PLOTS:
        raise OptionError(
            f"a plan has {PLOTS} plots, this one has {len(plots)}",
            "BAU-3",
            Phrase("plan-size", {"plots": PLOTS, "count": len(plots)}),
        )
    if not _is_connected(plots):
        raise OptionError(
            "all plots of a plan hang together by their edges", "BAU-3", Phrase("plan-apart")
        )
    lines = [line for line, _ in plots]
    columns = [column for _, column in plots]
    rows = "/".join(
        "".join(
            "1" if (line, column) in plots else "0"
            for column in range(min(columns), max(columns) + 1)
        )
        for line in range(min(lines), max(lines) + 1)
    )
    return next((name for name, plan in NAMED.items() if plan == rows), rows)


def cells(plan: str) -> list[tuple[int, int]]:
    """Return (line, column) of the plots of a normalized plan in reading order."""
    return sorted(_plots_of(NAMED.get(plan, plan)))


def _plots_of(rows: str) -> set[tuple[int, int]]:
    return {
        (line, column)
        for line, row in enumerate(rows.split("/"))
        for column, sign in enumerate(row)
        if sign == "1"
    }


def _is_connected(plots: set[tuple[int, int]]) -> bool:
    reached: set[tuple[int, int]] = set()
    frontier = {min(plots)}
    while frontier:
        reached |= frontier
        frontier = {
            (line + down, column + right)
            for line, column in frontier
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        } & plots - reached
    return reached == plots
