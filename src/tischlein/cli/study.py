"""The commands of ``tischlein study``: run, report, compare, ladder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from tischlein.cli import USAGE, reports

if TYPE_CHECKING:
    from tischlein.lab.results import Results
    from tischlein.lab.running import Told
    from tischlein.lab.study import Study


@contextmanager
def libraries() -> Iterator[None]:
    """End the program with a message if a library of the lab is not installed."""
    try:
        yield
    except ImportError as error:
        if error.name not in ("lab", "ray"):
            raise
        typer.echo(f"tischlein: {error}", err=True)
        raise typer.Exit(USAGE) from None


@contextmanager
def _progress(label: str) -> Iterator[Told]:
    """Show how many matches have been played, and how long the others may take."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=reports.errors,
        transient=True,
        disable=not reports.errors.is_terminal,
        redirect_stdout=False,
    ) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def declared(
    what: str,
    *,
    entrants: str,
    seats: Sequence[int],
    options: Sequence[str],
    matches: int | None,
    seed: int | None,
    decisions: bool,
) -> Study:
    """Return the study that a file or a game's key and options of the command line declare."""
    from msgspec.structs import replace

    from tischlein.core import registry
    from tischlein.lab import study

    if Path(what).suffix == ".toml":
        found = study.read(Path(what))
    else:
        game = registry.load(what)
        levels = {level.key for level in game.levels}
        usual = tuple(key for key in ("medium", "weak") if key in levels) or ("random",)
        found = study.Study(games=(what,), entrants=usual, matches=50)
    changed: dict[str, Any] = {
        "entrants": tuple(entrants.replace(",", " ").split())
        if ":" not in entrants
        else tuple(part.strip() for part in entrants.split(",") if part.strip()),
        "seats": tuple(seats),
        "options": tuple(options),
        "matches": matches,
        "seed": seed,
        "decisions": decisions or None,
    }
    return replace(
        found, **{name: value for name, value in changed.items() if value not in (None, ())}
    )


def run(
    declaration: Study, out: Path, *, workers: int | None, ray: str | None, as_json: bool
) -> None:
    """Play what a study declares, and say what came of it."""
    from tischlein.lab import running

    with _progress("Playing") as told:
        found = running.run(declaration, out, workers=workers, ray=ray, told=told)
    _say(found, as_json=as_json)


def _say(found: Results, *, as_json: bool) -> None:
    summary = {
        "folder": str(found.folder),
        "matches": len(found.matches),
        "files": sorted(file.name for file in found.folder.iterdir()),
    }
    if as_json:
        reports.print_json(summary)
    else:
        reports.say(f"{summary['matches']} matches in {found.folder}")


def folder_of(what: str) -> Path:
    """Return where a study goes unless another place is named."""
    return Path(f"study-{Path(what).stem}")
