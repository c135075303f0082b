"""The folder of a study while it is played: locked, prepared, filled with matches, tidied up.

:mod:`tischlein.lab.results` says what the files hold, and reads them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from tischlein.core import registry
from tischlein.extras import missing_extra
from tischlein.lab.entrants import file_hash
from tischlein.lab.matches import PlayedMatch
from tischlein.lab.results import (
    COLUMNS,
    DECLARATION,
    KINDS,
    MADE_WITH,
    PARTS,
    RENUMBERED,
    SCHEMAS,
    Results,
    check_columns_of,
    parts_of,
    recorded_versions,
)
from tischlein.lab.study import Study, StudyError, read
from tischlein.lab.versions import versions
from tischlein.whole_files import write_whole

try:
    import polars as pl
except ImportError as error:
    raise missing_extra("lab", "a study") from error

_LOCK = "study.lock"
"""The lock file of a process that plays in the folder."""
_UNFINISHED = f"{RENUMBERED}.tmp"
"""The folder of renumbered matches before it counts."""


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
    (folder / PARTS).mkdir(exist_ok=True)
    for leftover in (folder / PARTS).glob("*.tmp"):
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
    known = recorded_versions(folder)
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
    check_columns_of(folder, known, now)
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
        _write_table(unfinished / f"{RENUMBERED}.{kind}.parquet", frame)
    study.write(unfinished / DECLARATION)
    unfinished.rename(folder / RENUMBERED)


def _take_renumbered(folder: Path) -> None:
    """Replace the previous matches with the renumbered ones, if there are any."""
    renumbered = folder / RENUMBERED
    if not renumbered.is_dir():
        return
    if (renumbered / DECLARATION).is_file():
        (renumbered / DECLARATION).replace(folder / DECLARATION)
    for kind in KINDS:
        (folder / f"{kind}.parquet").unlink(missing_ok=True)
    _remove(folder / PARTS)
    renumbered.rename(folder / PARTS)


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
        _write_table(folder / PARTS / f"{first:09}.{kind}.parquet", frame)


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
        for part in parts_of(folder, kind):
            part.unlink()
    (folder / PARTS).rmdir()


def _write_table(path: Path, frame: pl.DataFrame, metadata: dict[str, str] | None = None) -> None:
    # Via memory: on a full disk Polars itself only reports that the file is not whole.
    written = BytesIO()
    frame.write_parquet(written, compression="zstd", metadata=metadata)
    write_whole(path, written.getbuffer())


def record_versions(folder: Path, study: Study) -> None:
    """Record the versions with which matches of a folder are played from now on."""
    file, now, before = folder / MADE_WITH, made_with(study), recorded_versions(folder)
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
