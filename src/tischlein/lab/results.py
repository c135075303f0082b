"""The folder of a study: what was declared, what has been played, and what it was made with.

``study.toml``          the declaration, to run it again
``matches.parquet``     a row for each match, in the order of the plan
``decisions.parquet``   a row for each decision, if the study asks for them
``times.parquet``       how long everything took: the only file that differs from run to run
``made_with.json``      versions of Tischlein, of games' rules and of libraries, also earlier ones
``study.lock``          held by the process that plays, while it does
``parts/``              what has been played while the study is not finished
``renumbered/``         all that has been played, for a moment while a study is made longer
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.events import Event
from tischlein.core.options import complete, parse
from tischlein.core.records import Record
from tischlein.extras import missing_extra
from tischlein.lab.study import Study, StudyError, read

try:
    import polars as pl
except ImportError as error:
    raise missing_extra("lab", "a study") from error

DECLARATION = "study.toml"
MADE_WITH = "made_with.json"
KINDS = ("decisions", "times", "matches")
"""The tables of a study; a part counts once its last table has been written."""
COLUMNS = 2
"""What the columns of results mean, counted up where one of them comes to mean something else.

Folders say which they were written with; without it, it was 1: ``starter`` was who acted first,
also if several could, or if the match waited for somebody else.
"""
PARTS = "parts"
RENUMBERED = "renumbered"
"""The folder with all matches under the numbers of a longer plan, and its declaration.

While it exists, nothing else counts.
"""

_EVENT = pl.Struct(
    {"seat": pl.Int8, "action": pl.Int64, "measurement": pl.List(pl.Int64), "legal": pl.Int64}
)
"""An event, and how many actions its seat had to choose from; 0 if chance acted."""
_LINE = pl.Struct({"label": pl.String, "figures": pl.List(pl.String)})
SCHEMAS: dict[str, dict[str, Any]] = {
    "matches": {
        "match": pl.Int64,
        "game": pl.String,
        "version": pl.Int64,
        "seats": pl.Int64,
        "options": pl.String,
        "table": pl.Int64,
        "seed": pl.Int64,
        "rotation": pl.Int64,
        "entrants": pl.List(pl.String),
        "scores": pl.List(pl.Int64),
        "ranks": pl.List(pl.Int64),
        "winners": pl.Int64,
        "starter": pl.Int64,
        "events": pl.Int64,
        "decisions": pl.Int64,
        "forced": pl.Int64,
        "choices": pl.Int64,
        "lead_changes": pl.Int64,
        "settled": pl.Int64,
        "behind": pl.Int64,
        "account": pl.List(_LINE),
        "happened": pl.List(_EVENT),
    },
    "decisions": {
        "match": pl.Int64,
        "event": pl.Int64,
        "seat": pl.Int64,
        "entrant": pl.String,
        "legal": pl.Int64,
        "action": pl.Int64,
        "notation": pl.String,
        "value": pl.Float64,
        "nodes": pl.Int64,
        "exact": pl.Boolean,
    },
    "times": {
        "match": pl.Int64,
        "seconds": pl.Float64,
        "thinking": pl.List(pl.Float64),
    },
}


@dataclass(frozen=True, repr=False)
class Results:
    """A study that has been run, or a part of it."""

    folder: Path
    study: Study
    planned: int
    """How many matches it has when it is finished."""
    cache: dict[Any, Any] = field(default_factory=dict, compare=False)
    """Cache of derived results that are slow to compute, by the function that computed them."""

    @cached_property
    def matches(self) -> pl.DataFrame:
        """A row for each match that has been played, in the order of the plan."""
        return self._table("matches")

    @cached_property
    def decisions(self) -> pl.DataFrame:
        """A row for each decision; empty unless the study keeps them."""
        return self._table("decisions")

    @cached_property
    def times(self) -> pl.DataFrame:
        """How many seconds each match took, and each seat's thinking in it."""
        return self._table("times")

    @property
    def finished(self) -> bool:
        """Whether all matches have been played."""
        return len(self.matches) == self.planned

    @property
    def made_with(self) -> dict[str, Any] | None:
        """The versions it was played with; None if they were not kept.

        They are those of :func:`tischlein.lab.study_folder.made_with`.
        """
        return recorded_versions(self.folder)

    def record(self, number: int) -> Record:
        """Return a match as a record.

        Raises
        ------
        StudyError
            If there is no such match.
        """
        rows = self.matches.filter(pl.col("match") == number).to_dicts()
        if not rows:
            raise StudyError(f"the study has no match {number}")
        return record_of(rows[0])

    def _table(self, kind: str) -> pl.DataFrame:
        found = pl.DataFrame(schema=SCHEMAS[kind])
        for file in _files(self.folder, kind):
            if file.is_file():
                read = _read(file)
                if read.schema != found.schema:
                    raise StudyError(
                        f"{file} was written by another version of Tischlein; play the study again "
                        "in another folder"
                    )
                # A run that was interrupted while merging parts has left some matches twice.
                known = found["match"].unique()
                found.vstack(read.filter(~pl.col("match").is_in(known.implode())), in_place=True)
        return found.sort("match", maintain_order=True)

    def _repr_html_(self) -> str:
        """Show the reports in a notebook."""
        from tischlein.lab import page  # loads the charts' libraries

        return page.bodies(self)

    def __repr__(self) -> str:
        return f"<Results of {', '.join(self.study.games)}: {many(len(self.matches), 'match')}>"


def _read(file: Path) -> pl.DataFrame:
    try:
        return pl.read_parquet(file)
    except pl.exceptions.PolarsError as error:
        raise StudyError(
            f"{file} is damaged ({error}); put a copy in its place, or play the study in another "
            "folder"
        ) from None


class _Earlier(msgspec.Struct):
    """The part of earlier versions that is relied upon."""

    tischlein: str


class _MadeWith(_Earlier):
    """The part of recorded versions that is relied upon."""

    rules: dict[str, int]
    columns: int = 1
    bots: dict[str, str] = msgspec.field(default_factory=dict)
    earlier: list[_Earlier] = msgspec.field(default_factory=list)


def recorded_versions(folder: Path) -> dict[str, Any] | None:
    """Return the versions that a folder says it was played with, None if it says nothing.

    Raises
    ------
    StudyError
        If the file that says so is damaged.
    """
    file = folder / MADE_WITH
    if not file.is_file():
        return None
    try:
        found = json.loads(file.read_bytes())
    except ValueError as error:
        raise StudyError(f"{file} is damaged ({error}); put a copy in its place") from None
    if not isinstance(found, dict) or not isinstance(found.get("rules"), dict):
        raise StudyError(f"{file} is damaged (it names no rules); put a copy in its place")
    try:
        msgspec.convert(found, _MadeWith)
    except msgspec.ValidationError as error:
        raise StudyError(f"{file} is damaged ({error}); put a copy in its place") from None
    return found


def record_of(row: dict[str, Any]) -> Record:
    """Return the match that a row of ``matches`` describes."""
    game = registry.load(row["game"])
    names = tuple(row["entrants"])
    events = tuple(
        Event(one["seat"], one["action"], tuple(one["measurement"])) for one in row["happened"]
    )
    options = complete(game, row["seats"], parse(row["options"]))
    return Record(game, names, options, events, {"title": f"seed {row['seed']}"})


def opened(folder: Path | str) -> Results:
    """Return the study of a folder.

    Raises
    ------
    StudyError
        If the folder holds none, or nothing of it has been played.
    """
    folder = Path(folder)
    declaration = _declaration(folder)
    if not declaration.is_file():
        raise StudyError(f"{folder} holds no study: there is no {DECLARATION} in it")
    study = read(declaration)
    found = Results(folder, study, len(study.plan()))
    if found.matches.is_empty():
        raise StudyError(f"no match of the study in {folder} has been played yet")
    return found


def matches_per_table(folder: Path) -> int:
    """Return how many matches per table a folder's study has; 0 without a study."""
    declaration = _declaration(folder)
    return read(declaration).matches if declaration.is_file() else 0


def check_columns(results: Results) -> None:
    """Refuse matches with columns that meant something else when they were written (StudyError).

    Where one seat acts after the other, nothing has changed since.
    """
    check_columns_of(results.folder, results.made_with, results.study)


def check_columns_of(folder: Path, known: dict[str, Any] | None, study: Study) -> None:
    """Refuse the same of a folder, which says that it was played with ``known`` (StudyError)."""
    if known is None or known.get("columns", 1) == COLUMNS:
        return
    for game in map(registry.load, study.games):
        if game.simultaneous or game.race is not None or game.interrupts is not None:
            raise StudyError(
                f"{folder} holds matches of {game.key} by another version of Tischlein, which did "
                "not tell alike who begins (the column starter): play the study again in another "
                "folder"
            )


def check_rules(results: Results) -> None:
    """Refuse matches that the rules as they are now would not replay (StudyError)."""
    for key, version in results.matches.select("game", "version").unique().sort("game").rows():
        current = registry.load(key).version
        if version != current:
            raise StudyError(
                f"{results.folder} holds matches of {key} by version {version} of its rules, which "
                f"are version {current} here, and a report replays them: write it with the version "
                f"of Tischlein that {MADE_WITH} names, or play the study again in another folder"
            )


def _declaration(folder: Path) -> Path:
    """Return the file, which may not exist, that declares a folder's study."""
    renumbered = folder / RENUMBERED / DECLARATION
    return renumbered if renumbered.is_file() else folder / DECLARATION


def _files(folder: Path, kind: str) -> list[Path]:
    """Return the files, not all of which may exist, that a table of a study consists of."""
    if (folder / RENUMBERED).is_dir():
        return [folder / RENUMBERED / f"{RENUMBERED}.{kind}.parquet"]
    parts = [file for file in parts_of(folder, kind) if _whole(file, kind)]
    return [folder / f"{kind}.parquet", *parts]


def parts_of(folder: Path, kind: str) -> list[Path]:
    """Return the files of parts, including incomplete ones."""
    return sorted((folder / PARTS).glob(f"*.{kind}.parquet"))


def _whole(file: Path, kind: str) -> bool:
    last = re.sub(rf"\.{kind}\.parquet$", f".{KINDS[-1]}.parquet", file.name)
    return file.with_name(last).is_file()
