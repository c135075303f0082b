"""Measures how long matches are and how much there is to choose from, for the games' pages.

``python -m docs.measure [KEY...]`` brings ``docs/measured/play.json`` up to date, and for every
game the record of a match whose position its page shows. The same version gives the same figures.
Games that take their time, as those with physics do, are measured with fewer matches:
``--random 10 --medium 0``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from tischlein.core import options, records, registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.lab.simulate import players_by_level, simulate

FOLDER = Path(__file__).parent / "measured"
PLAY = FOLDER / "play.json"
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
    """Return the match whose position a game's page shows."""
    players = players_by_level(game, [levels(game)[-1]] * seats)
    (record,) = simulate(game, seats, {}, matches=1, seed=SEED, players=players)
    return record


def levels(game: Game) -> list[str]:
    """Return the levels whose matches are measured."""
    return [key for key in MATCHES if key == "random" or key in {one.key for one in game.levels}]


def usual_counts(game: Game) -> list[int]:
    """Return the seat counts that go with the usual options."""
    counts = []
    for seats in game.seats:
        with suppress(OptionError):
            options.complete(game, seats, {})
            counts.append(seats)
    return counts


def main(keys: Sequence[str], matches: Mapping[str, int]) -> None:
    """Measure games, by default all on the shelf, and write what was found.

    Parameters
    ----------
    matches
        How many by level; none leaves a level out.
    """
    for key in keys or registry.keys():
        game = registry.load(key)
        counts = usual_counts(game)
        record = example(game, counts[len(counts) // 2])
        (FOLDER / f"{key}.record").write_text(records.write(record), encoding="utf-8")
        rows = [
            asdict(measured(game, seats, level, matches[level]))
            for seats in counts
            for level in levels(game)
            if matches[level]
        ]
        known = json.loads(PLAY.read_text(encoding="utf-8")) if PLAY.is_file() else []
        others = [row for row in known if row["game"] != key]
        found = sorted([*others, *rows], key=lambda row: (row["game"], row["seats"], row["level"]))
        PLAY.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"{key}: {len(rows)} settings", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.measure", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY")
    for level, usual in MATCHES.items():
        parser.add_argument(f"--{level}", type=int, default=usual, metavar="N")
    chosen = vars(parser.parse_args())
    main(chosen["keys"], {level: chosen[level] for level in MATCHES})
