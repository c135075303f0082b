"""The matches of a study as played, by tables and settings, and which of them go alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.game import Game
from tischlein.core.options import complete, parse
from tischlein.core.seats import CHANCE, HIDDEN, first_sides
from tischlein.lab.intervals import Clusters
from tischlein.lab.repetition import (
    allows_many_ways,
    digest,
    distinguishes,
    joined,
    repeats_itself,
)
from tischlein.lab.study import Setting, StudyError

if TYPE_CHECKING:
    from tischlein.lab.results import Results


CHOICES = 2**40
"""In a course: the factor for a seat, to which the number of its choices is added."""


@dataclass(frozen=True)
class Match:
    """What measures need to know about a match."""

    number: int
    seed: int
    sides: tuple[int, ...]
    """By seat: the side that it belongs to, as in :class:`~tischlein.lab.study.Setting`."""
    entrants: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    starter: int | None
    """The seat that begins, as in the results."""
    events: int
    decisions: int
    forced: int
    choices: int
    lead_changes: int | None
    """None for this and the next two fields if there is only one side."""
    settled: int | None
    behind: int | None
    rotation: int = 0
    """By how many places every entrant has moved on."""
    identity: int = 0
    """Equal for matches in which exactly the same happened."""
    course: tuple[int, ...] = ()
    """By event: which seat had how many actions to choose from, or the outcome of chance.

    Matches that are mirror images of each other have the same course.
    """
    opening: tuple[int, ...] = ()
    """The actions that were drawn by lot at the beginning."""

    def share(self, seats: Sequence[int]) -> float:
        """Return the share of the first place of some seats; teams that tie share it evenly."""
        first = self.first
        return len(first & {self.sides[seat] for seat in seats}) / len(first)

    @property
    def first(self) -> frozenset[int]:
        """The sides in first place: seats, or teams."""
        return first_sides(self.sides, self.ranks)


@dataclass(frozen=True)
class Table:
    """The matches of one table of a study."""

    setting: Setting
    number: int
    matches: tuple[Match, ...]
    way: tuple[int, ...] = ()
    """By match: a number for how it goes; equal numbers mean alike. If empty, all differ."""

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """The entrants at the table, in the order of the places."""
        return tuple(dict.fromkeys(self.places))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The entrants by place before any rotation: see :class:`~tischlein.lab.study.Table`."""
        first = self.matches[0]
        return _places(self.setting, first.entrants, first.rotation)

    @property
    def alone(self) -> bool:
        """Whether one entrant has all seats."""
        return len(self.entrants) == 1

    @property
    def seeds(self) -> Clusters:
        """The seed of every match."""
        return np.array([one.seed for one in self.matches], np.int64)

    @cached_property
    def clusters(self) -> Clusters:
        """For every match a number that it shares with those that it is not independent of.

        These are the matches of its seed, and those that go alike (see :func:`with_ways`).
        """
        joined = clusters_together([self])
        return np.array([joined[one.seed] for one in self.matches])

    @cached_property
    def distinct(self) -> int:
        """How many different matches were played: players may repeat themselves."""
        return len({one.identity for one in self.matches})

    @cached_property
    def ways(self) -> int:
        """In how many different ways the matches go."""
        return len(set(self.way)) or len(self.matches)


def _places(setting: Setting, seated: Sequence[str], rotation: int) -> tuple[str, ...]:
    """Return the entrants by place before any rotation, given those by seat after one."""
    by_side = dict(zip(setting.sides, seated, strict=True))
    return tuple(by_side[(place - rotation) % setting.places] for place in range(setting.places))


@dataclass(frozen=True)
class Endless:
    """How many matches at a table did not end, as far as its game declares that one may go."""

    setting: Setting
    number: int
    """Of the table."""
    places: tuple[str, ...]
    """The entrants by place before any rotation."""
    played: int
    """All matches at the table, including those that ended."""
    count: int
    """Those that did not end."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants at the table, in the order of the places."""
        return tuple(dict.fromkeys(self.places))

    def sentence(self) -> str:
        """Return it in words."""
        return (
            f"{self.count} of {many(self.played, 'match')} of {' and '.join(self.entrants)} "
            f"({label(self.setting)}) did not end within {self.setting.game.longest} events, the "
            "most that the game declares; nothing else is said of them."
        )


def clusters_together(found: Sequence[Table]) -> dict[int, int]:
    """Return a number for each seed, equal for seeds joined by a chain of matches that go alike."""
    return joined(
        (one.seed, (which, way))
        for which, table in enumerate(found)
        for one, way in zip(table.matches, table.way or range(len(table.matches)), strict=True)
    )


def tables(results: Results) -> list[Table]:
    """Return the tables of a study with the matches that ended, as far as they have been played.

    A table at which no match ended is left out; see :func:`endless`.

    Raises
    ------
    StudyError
        If columns meant something else when they were written.
    """
    import polars as pl  # installed, since there are results

    from tischlein.lab.results import check_columns

    check_columns(results)
    element = pl.element()
    seats, actions = element.struct.field("seat"), element.struct.field("action")
    choices = seats * CHOICES + element.struct.field("legal")
    ended = results.matches.filter(pl.col("ranks").is_not_null())
    chosen = ended.drop("account").with_columns(
        happened=pl.concat_list(
            pl.col("happened").list.eval(seats.cast(pl.Int64)),
            pl.col("happened").list.eval(actions),
            pl.col("happened").list.eval(element.struct.field("measurement").explode()),
        ),
        course=pl.col("happened").list.eval(
            pl.when(seats == CHANCE).then(-1 - actions).otherwise(choices)
        ),
    )
    opening = results.study.opening
    found: list[Table] = []
    for (number,), rows in chosen.group_by("table", maintain_order=True):
        setting = _setting(rows.row(0, named=True))
        matches = tuple(_match(row, setting.sides, opening) for row in rows.to_dicts())
        found.append(Table(setting, int(str(number)), matches))
    found.sort(key=lambda table: table.number)
    return [table for _, group in by_setting(found) for table in with_ways(group)]


def endless(results: Results) -> list[Endless]:
    """Return the tables of a study at which matches did not end."""
    if not results.matches["ranks"].null_count():
        return []
    found: list[Endless] = []
    for (number,), rows in results.matches.group_by("table", maintain_order=True):
        count = rows["ranks"].null_count()
        if count:
            first = rows.row(0, named=True)
            setting = _setting(first)
            places = _places(setting, first["entrants"], first["rotation"])
            found.append(Endless(setting, int(str(number)), places, len(rows), count))
    return sorted(found, key=lambda table: table.number)


def check_ended(results: Results) -> None:
    """Refuse a comparison of which matches did not end, since it needs all winners (StudyError)."""
    for table in endless(results):
        raise StudyError(
            f"{table.count} of {many(table.played, 'match')} of {' and '.join(table.entrants)} "
            f"did not end within {table.setting.game.longest} events, the most that "
            f"{table.setting.game.key} declares: who wins them cannot be told; a study counts them"
        )


def _setting(match: dict[str, Any]) -> Setting:
    """Return the setting of a match, given as a row."""
    game = registry.load(match["game"])
    return Setting(game, match["seats"], complete(game, match["seats"], parse(match["options"])))


def with_ways(group: Sequence[Table]) -> list[Table]:
    """Determine which matches of a setting's tables go alike.

    Matches are alike if they begin alike: in the first third of a usual match the same seats had
    equally many actions to choose from, and chance had the same outcomes. So mirror images are
    alike. Matches whose openings were drawn by lot and differ are not alike, since the study is
    about all of these openings. In some games the numbers hardly change; if no table shows that a
    third tells matches apart, half a match is compared, then all of it, then whether exactly the
    same happened. In games that leave no room for more even that means nothing, unless it is the
    same every time (see :func:`~tischlein.lab.repetition.allows_many_ways` and
    :func:`~tischlein.lab.repetition.repeats_itself`).
    """
    usual = int(np.median([one.events for table in group for one in table.matches]))
    for length in (usual // 3, usual // 2, None):
        ways = [
            tuple(digest((*one.opening, HIDDEN, *one.course[:length])) for one in table.matches)
            for table in group
        ]
        if any(map(distinguishes, ways)):
            return [replace(table, way=way) for table, way in zip(group, ways, strict=True)]
    same = [tuple(one.identity for one in table.matches) for table in group]
    varied = [allows_many_ways(_choices(one)) for table in group for one in table.matches]
    known = any(map(distinguishes, same)) or 2 * sum(varied) > len(varied)
    return [
        replace(table, way=way if known or _repeats_itself(table) else ())
        for table, way in zip(group, same, strict=True)
    ]


def _choices(match: Match) -> Iterator[int]:
    return (step % CHOICES for step in match.course if step >= 0)


def _repeats_itself(table: Table) -> bool:
    return repeats_itself((one.rotation, one.identity) for one in table.matches)


def _match(row: dict[str, Any], sides: tuple[int, ...], opening: int) -> Match:
    known = {name: row[name] for name in Match.__dataclass_fields__ if name in row}
    lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
    happened, events = row["happened"], row["events"]
    acted = zip(happened[:events], happened[events : 2 * events], strict=True)
    chosen = [action for seat, action in acted if seat != CHANCE]
    return Match(
        **{
            "number": row["match"],
            "sides": sides,
            "identity": digest(happened),
            "opening": tuple(chosen[:opening]),
            **known,
            **lists,
        }
    )


def by_setting(found: Iterable[Table]) -> list[tuple[Setting, list[Table]]]:
    """Group tables of the same game, seats and options."""
    groups: dict[tuple[str, int, str], tuple[Setting, list[Table]]] = {}
    for table in found:
        setting = table.setting
        key = (setting.game.key, setting.seats, setting.changed)
        groups.setdefault(key, (setting, []))[1].append(table)
    return list(groups.values())


def label(setting: Setting) -> str:
    """Return a setting in a few words."""
    count = f"{setting.seats} seats" if setting.seats > 1 else "one seat"
    return ", ".join(part for part in (count, setting.changed) if part)


def name_of(game: Game) -> str:
    """Return a game's name in English."""
    from tischlein.core.phrases import Phrase
    from tischlein.presentation import texts

    known = "game" in texts.keys("en", game)
    return texts.translate("en", Phrase("game"), game) if known else game.key
