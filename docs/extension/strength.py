"""A page of how strong the bots are: beside each other, and beside searches that know no game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Rows = Sequence[Mapping[str, Any]]
GOAL = 1.5
"""How many times its fair share `strong` wins; with two seats that is three matches of four."""


INTRODUCTION = """\
One player sits among others of another kind, in every seat, with listed seeds. The figures are its
share of the first places, as a multiple of its fair share; with two seats that is twice the share
of matches won. In brackets are 95 % intervals (Wilson)."""
METHOD = """\
The rivals play any game and know nothing of this one: our own compiled UCT (ISMCTS where there are
secrets) with its usual settings and random playouts, and OpenSpiel's searches, which reach our
rules through the adapter.

- **Equal time.** The number behind a rival's name is that of its simulations. They take as much
  processor time as `strong` takes for a decision when the two meet. This was tried out first, and
  again where one then took more than twice as long as the other.
- **Equal simulations.** OpenSpiel's searches also play with as many simulations as `strong` makes,
  where such matches end within the time for a row.
- **The last column** has the milliseconds that both took for a decision in the row itself. They
  differ where matches differ much from one to the next.
- **The goal** is 1.5 times the fair share (with two seats, three matches of four). A row ends early
  once the goal is outside its 99 % interval, looked at after 8 seeds, 16, 32 and so on.
- **A match that its players never end** (in Nussknacker two searches may share the lead for ever
  while the others guess wrong) is won by whoever leads after as many events as the game declares.
- **Drop It and Misd** are not there: falling pieces and reactions cannot be played on in a tree."""
ROOM = """\
Where `strong` misses the goal, there may be no room for it. These rows show how others do: what
`strong` wins among random players; what our own search wins among its like with many times as many
simulations; and, where there are secrets, what UCT wins that makes as many simulations as its
rivals, but sees all that is hidden from them."""


def page(names: Mapping[str, str], source: Path) -> str:
    """Return the page in Markdown.

    Parameters
    ----------
    names
        Of the games, by key, in their order.
    source
        The documentation's folder, which has what was measured.
    """
    return "\n\n".join(_parts(names, source)) + "\n"


def _parts(names: Mapping[str, str], source: Path) -> Iterator[str]:
    rivals = [row for row in _rows(source, "rivals.json") if row["game"] in names]
    levels = [row for row in _rows(source, "strength.json") if row["game"] in names]
    yield "# How strong the bots are"
    yield INTRODUCTION
    yield "## Beside searches that know no game"
    yield METHOD
    yield from _beside_rivals(rivals, names) if rivals else ["Not measured yet."]
    yield "## Beside each other"
    yield from _beside_each_other(levels, names) if levels else ["Not measured yet."]


def _beside_rivals(rivals: list[dict[str, Any]], names: Mapping[str, str]) -> Iterator[str]:
    rivals.sort(key=lambda row: _order(row, names))
    judged = [row for row in rivals if _is_judged(row)]
    others = [row for row in rivals if not _is_judged(row)]
    yield _table(
        ("game", "seats", "times its fair share", "goal", "among", "matches",
         _whole("ms, theirs")),
        [
            (*_who(row, names), _multiple(row), _verdict(row), _rival(row), str(row["matches"]),
             _whole(f"{_milliseconds(row['microseconds'])}, {_milliseconds(row['theirs'])}"))
            for row in judged
        ],
    )  # fmt: skip
    if others:
        yield ROOM
        yield _table(
            ("game", "seats", "player", "among", "times its fair share", "matches"),
            [
                (*_who(row, names), row["level"], _rival(row), _multiple(row),
                 str(row["matches"]))
                for row in others
            ],
        )  # fmt: skip
    machines = ", ".join(sorted({row["machine"] for row in rivals}))
    yield (
        f"Measured on {machines}. `python -m benchmarks rivals --game KEY --seconds S` "
        "measures it again; with `--folder` rows go on where they were."
    )
    missing = [names[key] for key in names if key not in {row["game"] for row in rivals}]
    if missing:
        yield f"There are no figures of {', '.join(missing)}."


def _beside_each_other(levels: list[dict[str, Any]], names: Mapping[str, str]) -> Iterator[str]:
    yield _table(
        ("game", "seats", "level", "among", "times its fair share", "matches"),
        [
            (*_who(row, names), row["level"], row["against"], _multiple(row),
             str(row["matches"]))
            for row in sorted(levels, key=lambda row: _order(row, names))
        ],
    )  # fmt: skip
    yield "`python -m benchmarks strength --game KEY --seconds S` measures it again."


def _rows(source: Path, file: str) -> list[dict[str, Any]]:
    path = source / "measured" / file
    rows: list[dict[str, Any]] = (
        json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    )
    return rows


def _order(row: Mapping[str, Any], names: Mapping[str, str]) -> tuple[int, int, str, str]:
    return list(names).index(row["game"]), row["seats"], row["level"], row["against"]


def _is_judged(row: Mapping[str, Any]) -> bool:
    """Whether a row is one for which there is a goal."""
    return bool(row["level"] == "strong" and row["against"] != "random")


def _who(row: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, str]:
    return _whole(names[row["game"]]), str(row["seats"])


def _rival(row: Mapping[str, Any]) -> str:
    """Return the players among whom somebody sits, with the simulations that they make."""
    name, comma, more = str(row["against"]).partition(",")
    number = "" if name == "random" else f":{row['simulations']}"
    return _whole(name + number) + comma + more


def _whole(text: str) -> str:
    """Return a text that is not broken into lines."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _milliseconds(microseconds: int) -> str:
    """Return three digits that count, and all of those before the point."""
    milliseconds = microseconds / 1000
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"


def _multiple(row: Mapping[str, Any]) -> str:
    share, low, high = (row[name] * row["seats"] for name in ("share", "low", "high"))
    return _whole(f"{share:.2f} ({low:.2f} to {high:.2f})")


def _verdict(row: Mapping[str, Any]) -> str:
    goal = GOAL / row["seats"]
    if row["low"] >= goal:
        return "reached"
    return "missed" if row["high"] < goal else "open"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
