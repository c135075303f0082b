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
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from tischlein.core import registry
from tischlein.core.amounts import many
from tischlein.core.events import Event
from tischlein.core.options import complete, parse
from tischlein.core.records import Record
from tischlein.extras import missing_extra
from tischlein.lab.entrants import file_hash
from tischlein.lab.matches import PlayedMatch
from tischlein.lab.study import Study, StudyError, read
from tischlein.lab.versions import versions
from tischlein.whole_files import write_whole

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
_LOCK = "study.lock"
"""The lock file of a process that plays in the folder."""
_PARTS = "parts"
_RENUMBERED = "renumbered"
"""The folder with all matches under the numbers of a longer plan, and its declaration.

While it exists, nothing else counts.
"""
_UNFINISHED = f"{_RENUMBERED}.tmp"
"""The same folder before it counts."""

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
        """The versions it was played with (:func:`made_with`); None if they were not kept."""
        return _recorded_versions(self.folder)

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


def _recorded_versions(folder: Path) -> dict[str, Any] | None:
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


def opened(folder: Path) -> Results:
    """Return the study of a folder.

    Raises
    ------
    StudyError
        If the folder holds none, or nothing of it has been played.
    """
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
    _check_columns(results.folder, results.made_with, results.study)


def _check_columns(folder: Path, known: dict[str, Any] | None, study: Study) -> None:
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


@contextmanager
def locked(folder: Path) -> Iterator[Path]:
    """Make a folder, and lock it: two processes that write there would destroy each other's parts.

    Raises
    ------
    StudyError
        If another process plays there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / _LOCK
    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise StudyError(
            f"another process plays a study in {folder}; wait for it, or name another folder"
        ) from None
    try:
        yield folder
    finally:
        with suppress(OSError):
            file.unlink()
        lock.release()


def prepare_folder(folder: Path, study: Study) -> set[int]:
    """Prepare the folder for a study, and return the matches that it already has.

    A study may continue with more matches than before; if its tables have moved in the plan since,
    the matches played so far are renumbered.

    Raises
    ------
    StudyError
        If the folder holds another study, or one of other rules.
    """
    folder.mkdir(parents=True, exist_ok=True)
    declaration = folder / DECLARATION
    _take_renumbered(folder)  # left by an interrupted run
    _remove(folder / _UNFINISHED)
    if declaration.is_file() and Results(folder, study, 0).matches.is_empty():
        declaration.unlink()  # no match was played, so another may take its place
        (folder / MADE_WITH).unlink(missing_ok=True)
    if declaration.is_file():
        before = read(declaration)
        _check_declaration(folder, before, study)
        if not Results(folder, before, 0).matches.is_empty():
            _check_versions(folder, study)
    (folder / _PARTS).mkdir(exist_ok=True)
    for leftover in (folder / _PARTS).glob("*.tmp"):
        leftover.unlink()
    if declaration.is_file() and read(declaration) != study:
        _renumber(folder, study)
        _take_renumbered(folder)
    if not declaration.is_file():
        record_versions(folder, study)
    study.write(declaration)
    return set(Results(folder, study, 0).matches["match"].to_list())


def _check_declaration(folder: Path, before: Study, now: Study) -> None:
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(now, name)
        if name in ("title", "measures", "matches", "mixed"):
            continue
        if old != new:
            raise StudyError(
                f"{folder} holds another study, with {_as_declared(name, old)}, not "
                f"{_as_declared(name, new)}; "
                "name another folder, or remove this one"
            )
    if now.matches < before.matches:
        raise StudyError(
            f"{folder} is a study of {before.matches} matches a table, more than {now.matches}; "
            "ask for as many, or name another folder"
        )
    if (now.mixed or now.matches) < (before.mixed or before.matches):
        raise StudyError(
            f"{folder} is a study of {before.mixed or before.matches} matches a mixed table, more "
            f"than {now.mixed or now.matches}; ask for as many, or name another folder"
        )


def _check_versions(folder: Path, now: Study) -> None:
    """Refuse to continue matches played by other versions of rules or bots."""
    known = _recorded_versions(folder)
    if known is None:
        raise StudyError(
            f"{folder} has matches, but no {MADE_WITH} that says by which rules and bots; play the "
            "study in another folder"
        )
    if known["rules"] != made_with(now)["rules"]:
        raise StudyError(
            f"{folder} holds matches by other versions of the rules ({_listed(known['rules'])}, "
            f"not {_listed(made_with(now)['rules'])}); play the study in another folder"
        )
    _check_columns(folder, known, now)
    bots = known.get("bots", {})
    for name, digest in made_with(now)["bots"].items():
        if bots.get(name, digest) != digest:
            raise StudyError(
                f"{folder} holds matches of bots that have changed since: the file of {name} is "
                "another one now; play the study in another folder"
            )


def _listed(rules: dict[str, int]) -> str:
    """Return the versions of games' rules: ``bauab 1, raufer 2``."""
    return ", ".join(f"{key} {version}" for key, version in rules.items())


def _as_declared(name: str, value: object) -> str:
    """Return a part of a declaration as it is in its file."""
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _renumber(folder: Path, study: Study) -> None:
    """Write the matches played so far under the numbers of a longer plan, all or none."""
    where = {(one.table, one.seed, one.rotation): one.number for one in study.plan()}
    before = Results(folder, study, 0)
    old = before.matches.select("match", "table", "seed", "rotation").rows()
    numbers = {number: where[rest] for number, *key in old if (rest := tuple(key)) in where}
    unfinished = folder / _UNFINISHED
    unfinished.mkdir()
    for kind in KINDS:
        frame = getattr(before, kind).with_columns(pl.col("match").replace_strict(numbers))
        _write_table(unfinished / f"{_RENUMBERED}.{kind}.parquet", frame)
    study.write(unfinished / DECLARATION)
    unfinished.rename(folder / _RENUMBERED)


def _take_renumbered(folder: Path) -> None:
    """Replace the previous matches with the renumbered ones, if there are any."""
    renumbered = folder / _RENUMBERED
    if not renumbered.is_dir():
        return
    if (renumbered / DECLARATION).is_file():
        (renumbered / DECLARATION).replace(folder / DECLARATION)
    for kind in KINDS:
        (folder / f"{kind}.parquet").unlink(missing_ok=True)
    _remove(folder / _PARTS)
    renumbered.rename(folder / _PARTS)


def _remove(folder: Path) -> None:
    if folder.is_dir():
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def add_matches(folder: Path, matches: Sequence[PlayedMatch]) -> None:
    """Add matches to the folder; either all of them are there afterwards, or none."""
    if not matches:
        return
    first = min(one.match["match"] for one in matches)
    rows: dict[str, Iterable[dict[str, Any]]] = {
        "matches": (one.match for one in matches),
        "decisions": (row for one in matches for row in one.decisions),
        "times": (one.times for one in matches),
    }
    for kind in KINDS:
        frame = pl.DataFrame(list(rows[kind]), schema=SCHEMAS[kind], orient="row")
        _write_table(folder / _PARTS / f"{first:09}.{kind}.parquet", frame)


def merge_parts(folder: Path) -> None:
    """Merge the parts; every table records the versions it was played with.

    That is the text of ``made_with.json``, kept in the Parquet file's metadata as ``made_with``.
    """
    whole = Results(folder, read(folder / DECLARATION), 0)
    metadata = {"made_with": json.dumps(whole.made_with)}
    for kind in KINDS:
        frame: pl.DataFrame = getattr(whole, kind)
        if kind != "decisions" or whole.study.decisions:
            _write_table(folder / f"{kind}.parquet", frame, metadata)
        for part in _parts(folder, kind):
            part.unlink()
    (folder / _PARTS).rmdir()


def _write_table(path: Path, frame: pl.DataFrame, metadata: dict[str, str] | None = None) -> None:
    # Via memory: on a full disk Polars itself only reports that the file is not whole.
    written = BytesIO()
    frame.write_parquet(written, compression="zstd", metadata=metadata)
    write_whole(path, written.getbuffer())


def _declaration(folder: Path) -> Path:
    """Return the file, which may not exist, that declares a folder's study."""
    renumbered = folder / _RENUMBERED / DECLARATION
    return renumbered if renumbered.is_file() else folder / DECLARATION


def _files(folder: Path, kind: str) -> list[Path]:
    """Return the files, not all of which may exist, that a table of a study consists of."""
    if (folder / _RENUMBERED).is_dir():
        return [folder / _RENUMBERED / f"{_RENUMBERED}.{kind}.parquet"]
    parts = [file for file in _parts(folder, kind) if _whole(file, kind)]
    return [folder / f"{kind}.parquet", *parts]


def _parts(folder: Path, kind: str) -> list[Path]:
    """Return the files of parts, including incomplete ones."""
    return sorted((folder / _PARTS).glob(f"*.{kind}.parquet"))


def _whole(file: Path, kind: str) -> bool:
    last = re.sub(rf"\.{kind}\.parquet$", f".{KINDS[-1]}.parquet", file.name)
    return file.with_name(last).is_file()


def record_versions(folder: Path, study: Study) -> None:
    """Record the versions with which matches of a folder are played from now on."""
    file, now, before = folder / MADE_WITH, made_with(study), _recorded_versions(folder)
    if before is not None:
        earlier = before.pop("earlier", [])
        if before == now:
            return
        now["earlier"] = [*earlier, before]
    write_whole(file, json.dumps(now, indent=1) + "\n")


def made_with(study: Study) -> dict[str, Any]:
    """Return the versions of everything that determines a study's results."""
    return {
        **versions(map(registry.load, study.games)),
        "columns": COLUMNS,
        "polars": pl.__version__,
        "bots": {
            name: digest for name in study.entrants if (digest := file_hash(name)) is not None
        },
    }
