"""Measures how long matches are and how much there is to choose from, for the games' pages.

``python -m docs.measure [KEY...]`` brings ``docs/measured/play.json`` up to date, and in every
game's folder ``example.record``, the match whose position its box and its page show. The same
version gives the same figures. Games that take their time, as those with physics do, are measured
with fewer matches: ``--random 10 --medium 0``.

``python -m docs.measure --strength REPORT...`` takes over how strong the levels are from reports
of ``python -m benchmarks strength --json REPORT``; ``--rivals REPORT...`` does so for what `strong`
wins against searches that know no game (``python -m benchmarks rivals``), and ``--machine`` says
what they were measured on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tischlein.core import options, records, registry
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.lab.simulate import players_by_level, simulate

FOLDER = Path(__file__).parent / "measured"
PLAY = FOLDER / "play.json"
STRENGTH = FOLDER / "strength.json"
RIVALS = FOLDER / "rivals.json"
MATCHES = {"random": 100, "medium": 10}
"""How many matches of each level are played, for every seat count, unless others are asked for."""
SEED = 1


@dataclass(frozen=True)
class Spread:
    """What many numbers have in common: the mean, and between what nine in ten of them lie."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Return mean and the percentiles 5 and 95 of numbers, of which there is at least one."""
        low, high = np.percentile(numbers, (5, 95))
        return cls(round(float(np.mean(numbers)), 2), float(low), float(high))


@dataclass(frozen=True)
class Measured:
    """Matches of one game, seat count and level."""

    game: str
    version: int
    seats: int
    level: str
    matches: int
    decisions: Spread
    """Actions of seats in a match."""
    choices: Spread
    """Legal actions of the seat that acts next, at each of its decisions."""


def measured(game: Game, seats: int, level: str, matches: int) -> Measured:
    """Play matches with the usual options and sum them up."""
    players = players_by_level(game, [level] * seats)
    played = simulate(game, seats, {}, matches=matches, seed=SEED, players=players)
    choices = [list(_choices(record)) for record in played]
    return Measured(
        game.key,
        game.version,
        seats,
        level,
        matches,
        Spread.of([len(one) for one in choices]),
        Spread.of([count for one in choices for count in one]),
    )


def _choices(record: Record) -> Iterator[int]:
    """Yield how many legal actions a seat had whenever it acted."""
    position = Position.start(record.game, len(record.names), record.options)
    for event in record.events:
        if event.seat != CHANCE:
            yield len(position.legal(event.seat))
        position.apply(event)


def example(game: Game, seats: int) -> Record:
    """Return the match that shows what a game looks like (``tischlein.presentation.examples``)."""
    players = players_by_level(game, [levels(game)[-1]] * seats)
    (record,) = simulate(game, seats, {}, matches=1, seed=SEED, players=players)
    return record


def levels(game: Game) -> list[str]:
    """Return the levels whose matches are measured."""
    return [key for key in MATCHES if key == "random" or key in {one.key for one in game.levels}]


def main(keys: Sequence[str], matches: Mapping[str, int]) -> None:
    """Measure games, by default all on the shelf, and write what was found.

    Parameters
    ----------
    matches
        How many by level; none leaves a level out.
    """
    for key in keys or registry.keys():
        game = registry.load(key)
        counts = options.usual_counts(game)
        record = example(game, counts[len(counts) // 2])
        (game.folder / "example.record").write_text(records.write(record), encoding="utf-8")
        rows = [
            asdict(measured(game, seats, level, matches[level]))
            for seats in counts
            for level in levels(game)
            if matches[level]
        ]
        _renew(PLAY, {key}, rows)
        print(f"{key}: {len(rows)} settings", flush=True)


def take_over(reports: Iterable[Path]) -> None:
    """Replace the strength of the levels of those games that reports are about."""
    figures = [
        figure
        for report in reports
        for figure in json.loads(report.read_text(encoding="utf-8"))["figures"]
    ]
    rows = [_strength(figure) for figure in figures]
    _renew(STRENGTH, {row["game"] for row in rows}, rows)


def take_over_rivals(reports: Iterable[Path], machine: str) -> None:
    """Replace what `strong` has won, wherever reports say it anew of the same table.

    Parameters
    ----------
    machine
        In a few words, what they were made on.
    """
    rows = {_table_of(row): row for row in _known(RIVALS)}
    for report in reports:
        for figure in json.loads(report.read_text(encoding="utf-8"))["figures"]:
            row = _strength(figure) | {"machine": machine}
            rows[_table_of(row)] = row
    found = [rows[key] for key in sorted(rows)]
    RIVALS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _table_of(row: Mapping[str, Any]) -> tuple[str, int, str, str]:
    return row["game"], row["seats"], row["against"], row["level"]


def _known(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (
        json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    )
    return rows


def _strength(figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return a figure of the benchmark with shares of matches won, from 0 to 1."""
    about = figure["about"]
    # With two seats the benchmark tells percents, with more multiples of the fair share.
    whole = 100 if about["seats"] == 2 else about["seats"]
    numbers = (figure["value"], *figure["interval"])
    share, low, high = (round(number / whole, 3) for number in numbers)
    return {**about, "share": share, "low": low, "high": high}


def _renew(file: Path, keys: set[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write rows in the place of those that a file has of these games."""
    found = [*(row for row in _known(file) if row["game"] not in keys), *rows]
    found.sort(key=lambda row: (row["game"], row["seats"], row["level"], row.get("against", "")))
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.measure", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY")
    for level, usual in MATCHES.items():
        parser.add_argument(f"--{level}", type=int, default=usual, metavar="N")
    parser.add_argument("--strength", type=Path, nargs="+", metavar="REPORT")
    parser.add_argument("--rivals", type=Path, nargs="+", metavar="REPORT")
    parser.add_argument("--machine", default="an unnamed machine", metavar="WORDS")
    chosen = vars(parser.parse_args())
    if chosen["strength"] or chosen["rivals"]:
        take_over(chosen["strength"] or ())
        take_over_rivals(chosen["rivals"] or (), chosen["machine"])
    else:
        main(chosen["keys"], {level: chosen[level] for level in MATCHES})
