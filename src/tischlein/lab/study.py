"""A study: which games are played by whom, how often, and what is kept of them.

A study is plain data, so it can be written to a file, sent to other machines and run again. It
determines the *plan*: every match with its seed and its entrants by seat, in an order that never
changes.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
import msgspec.inspect
import msgspec.structs

from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.options import Options
from tischlein.lab.entrants import check
from tischlein.whole_files import write_whole

Tables = Literal["alone", "mixed", "first"]
"""Which tables a study has.

``alone``: a table for every entrant, at which it has all seats; the seats are compared. ``mixed``:
tables of different entrants, who take each other's places; the entrants are compared. ``first``:
those of the mixed tables at which the first entrant is one among others that are alike, for the
question whether it is better than each of them.
"""

HIGHEST_SEED = 1 << 62
"""Upper bound of seeds: results store them as 64-bit numbers, and they count up from the first."""
MOST_MATCHES = 10_000_000
"""At one table: a plan lists its matches, in about a hundred bytes each."""
MEASURES = (
    "seats", "entrants", "shape", "chances", "accounts", "actions", "used", "options", "skill",
)  # fmt: skip
"""The sections that a report of a study can have, as in :mod:`tischlein.lab.sections`."""


class StudyError(TischleinError):
    """A study that cannot be run, or a folder that holds none."""


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A declaration of matches to play.

    >>> from tischlein.lab.study import Study
    >>> study = Study(games=("bauab",), entrants=("medium", "weak"), matches=100)
    >>> len(study.plan())
    300

    That is a hundred matches of ``medium`` alone, a hundred of ``weak`` alone, and fifty seeds of
    both in either order.
    """

    games: tuple[str, ...]
    """Keys."""
    seats: tuple[int, ...] = ()
    """Numbers of seats; by default the fewest of each game at which there is an opponent."""
    options: tuple[str, ...] = ("",)
    """Settings to compare, such as ``plan=barrel``; the empty one has all defaults."""
    entrants: tuple[str, ...] = ("medium", "weak")
    """Who plays: see :mod:`tischlein.lab.entrants`."""
    tables: tuple[Tables, ...] = ("alone", "mixed")
    matches: int = 100
    """At least this many for every table; rounded up to whole rotations."""
    mixed: int = 0
    """The same for tables of different entrants, if it is another number; 0 for the same.

    It often takes fewer matches to show who is stronger than which seat is better.
    """
    seed: int = 1
    """The first seed. Tables share their seeds, so that they are compared on the same deals."""
    rotations: int = 0
    """How many of the seating rotations are played with each seed, drawn by the seed; 0 for all."""
    opening: int = 0
    """How many decisions at the beginning are drawn by lot from the seed, alike for all entrants.

    Players that would always begin in the same few ways then show more than these.
    """
    decisions: bool = False
    """Whether every decision is kept, with what the player thought of it."""
    measures: tuple[str, ...] = MEASURES
    """The sections of a report."""
    title: str = ""

    def settings(self) -> list[Setting]:
        """Return the games with seats and options, checked.

        Raises
        ------
        GameError
            For a game or an entrant that does not exist.
        OptionError
            For seats or options that a game does not have.
        StudyError
            For anything else in the declaration that is invalid.
        """
        self._check()
        found: dict[tuple[Any, ...], Setting] = {}
        for key in self.games:
            game = registry.load(key)
            # Playing by lot, some seat would always interrupt, and guess, before anything is known.
            for group, has in (("races", game.race), ("interrupts", game.interrupts)):
                if self.opening and has is not None:
                    raise StudyError(f"{key} has {group}, so it cannot begin with decisions by lot")
            for entrant in self.entrants:
                check(game, entrant)
            for seats in self.seats or (usual_seats(game),):
                for text in self.options:
                    options = option_texts.complete(game, seats, option_texts.parse(text))
                    setting = Setting(game, seats, options)
                    if "alone" not in self.tables and setting.places == 1:
                        raise StudyError(
                            "at a mixed table there is somebody to beat; in "
                            f"{key} with {seats} {'seat' if seats == 1 else 'seats'} there is not"
                        )
                    found.setdefault((key, seats, setting.changed), setting)
        return list(found.values())

    def _check(self) -> None:
        wrong_types = list(_problems(msgspec.structs.asdict(self)))
        if wrong_types:
            raise StudyError("; ".join(wrong_types))
        twice = [name for name in dict.fromkeys(self.entrants) if self.entrants.count(name) > 1]
        problems = [
            (not self.games, "a study needs a game"),
            (not self.entrants, "a study needs an entrant"),
            (bool(twice), f"an entrant is named twice: {', '.join(twice)}"),
            (not self.tables, "a study needs tables: of entrants alone, mixed, or both"),
            (
                {"first", "mixed"} <= set(self.tables),
                "tables of the first entrant among others are among the mixed ones; name one kind",
            ),
            (
                "alone" not in self.tables and len(self.entrants) == 1,
                "a mixed table needs two entrants",
            ),
            (
                not 0 <= self.seed < HIGHEST_SEED,
                f"the first seed is a number from 0 to {HIGHEST_SEED - 1}, not {self.seed}",
            ),
            (
                not self.options,
                "a study needs a setting of options; the empty one has all defaults",
            ),
            (self.matches < 1, f"there is at least one match, not {self.matches}"),
            (
                max(self.matches, self.mixed) > MOST_MATCHES,
                f"a table has {MOST_MATCHES:,} matches at most; more are studies of other seeds",
            ),
            (self.opening < 0, "decisions of an opening are a number, or 0 for none"),
            (self.rotations < 0, "rotations are a number, or 0 for all"),
            (self.mixed < 0, "matches of mixed tables are a number, or 0 for as many as others"),
            (
                not set(self.measures) <= set(MEASURES),
                f"the measures are {', '.join(MEASURES)}, not {', '.join(self.measures)}",
            ),
        ]
        for wrong, words in problems:
            if wrong:
                raise StudyError(words)

    def plan(self) -> list[PlannedMatch]:
        """Return every match, sorted by setting, table, seed and rotation."""
        return [
            PlannedMatch(
                number,
                table_number,
                table.setting,
                seed,
                rotation,
                table.entrants(rotation),
                self.opening,
            )
            for number, (table_number, table, seed, rotation) in enumerate(self._places())
        ]

    def _places(self) -> Iterator[tuple[int, Table, int, int]]:
        number = 0
        for setting in self.settings():
            for places in self._tables(setting):
                table = Table(setting, places)
                played = len(table.rotations) if not self.rotations else self.rotations
                played = min(played, len(table.rotations))
                wanted = self.mixed if self.mixed and len(set(places)) > 1 else self.matches
                for seed in range(self.seed, self.seed - (-wanted // played)):
                    for rotation in table.drawn(seed, played):
                        yield number, table, seed, rotation
                number += 1

    def _tables(self, setting: Setting) -> Iterator[tuple[str, ...]]:
        """Yield the entrants at each table, by place: a seat, or all seats of a team."""
        places = setting.places
        if "alone" in self.tables:
            for entrant in self.entrants:
                yield (entrant,) * places
        if places == 1:
            return
        if "first" in self.tables:
            one, *rest = self.entrants
            for others in rest:
                yield one, *(others,) * (places - 1)
        elif "mixed" in self.tables and len(self.entrants) >= places:
            yield from combinations(self.entrants, places)
        elif "mixed" in self.tables:  # one among others, for every two of them
            for one, others in permutations(self.entrants, 2):
                yield one, *(others,) * (places - 1)

    def write(self, path: Path | str) -> None:
        """Write the declaration as TOML, whole or not at all; defaults are left out."""
        usual = Study(games=self.games)
        lines = [
            f"{name} = {json.dumps(value, ensure_ascii=False)}"
            for name in self.__struct_fields__
            if (value := getattr(self, name)) != getattr(usual, name) or name == "games"
        ]
        write_whole(Path(path), "\n".join(lines) + "\n")


def usual_seats(game: Game) -> int:
    """Return the fewest seats at which there is an opponent; one, in a game for one."""
    return min((seats for seats in game.seats if seats > 1), default=min(game.seats))


@dataclass(frozen=True)
class Setting:
    """A game with a number of seats and all its options."""

    game: Game
    seats: int
    options: Options

    @property
    def changed(self) -> str:
        """The options that differ from their defaults, as text."""
        return option_texts.write(self.game, self.seats, self.options)

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat: the side that it belongs to; seats of a team share one."""
        return option_texts.sides(self.game, self.seats, self.options)

    @property
    def places(self) -> int:
        """How many seats or teams play against each other."""
        return len(set(self.sides))


@dataclass(frozen=True)
class Table:
    """The entrants at a table, in every order in which they can sit."""

    setting: Setting
    places: tuple[str, ...]

    @property
    def rotations(self) -> tuple[int, ...]:
        """The different rotations: only one if all places have the same entrant."""
        return tuple(range(1 if len(set(self.places)) == 1 else len(self.places)))

    def drawn(self, seed: int, count: int) -> list[int]:
        """Return this many rotations of a seed, in order."""
        return sorted(Random(seed).sample(self.rotations, count))

    def entrants(self, rotation: int) -> tuple[str, ...]:
        """Return the entrant of each seat."""
        return tuple(
            self.places[(side + rotation) % len(self.places)] for side in self.setting.sides
        )


@dataclass(frozen=True)
class PlannedMatch:
    """One match to play."""

    number: int
    """Its number in the plan."""
    table: int
    setting: Setting
    seed: int
    rotation: int
    entrants: tuple[str, ...]
    """By seat."""
    opening: int = 0
    """This many decisions are drawn by lot."""


def read(path: Path | str) -> Study:
    """Return the study that a TOML file declares.

    Raises
    ------
    StudyError
        For a file that declares none.
    OSError
        If the file cannot be read.
    """
    try:
        given = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))  # skips a byte-order mark
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} declares no study: {error}") from None
    problems = list(_problems(given))
    if problems:
        raise StudyError(f"{path} declares no study: {'; '.join(problems)}")
    return msgspec.convert(given, Study)


def _problems(given: dict[str, Any]) -> Iterator[str]:
    """Yield in words what in a declaration is unknown, missing, or of a wrong type."""
    fields = {field.name: field for field in msgspec.structs.fields(Study)}
    for name in given:
        if name not in fields:
            yield f"there is no {name!r}, only {', '.join(fields)}"
    for name, field in fields.items():
        if name not in given and field.required:
            yield f"it needs {name}, {_expected(msgspec.inspect.type_info(field.type))}"
        elif name in given:
            try:
                msgspec.convert(given[name], field.type)
            except msgspec.ValidationError:
                expected = _expected(msgspec.inspect.type_info(field.type))
                yield f"{name} is {expected}, not {given[name]!r}"


def _expected(kind: msgspec.inspect.Type) -> str:
    """Return what a type of the declaration is in words."""
    match kind:
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.LiteralType(values=values)):
            return f"a list of any of {', '.join(map(repr, sorted(map(str, values))))}"
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.IntType()):
            return "a list of whole numbers"
        case msgspec.inspect.VarTupleType():
            return "a list of texts"
        case msgspec.inspect.IntType():
            return "a whole number"
        case msgspec.inspect.BoolType():
            return "true or false"
        case _:
            return "a text"
