"""The commands of ``tischlein study``: run, report, compare, ladder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tischlein.cli import USAGE, output, record_files
from tischlein.core.amounts import many

if TYPE_CHECKING:
    from tischlein.core.game import Game
    from tischlein.lab.exact import Part
    from tischlein.lab.ladder import Step
    from tischlein.lab.results import Results
    from tischlein.lab.running import ProgressCallback
    from tischlein.lab.study import Study
    from tischlein.lab.tuning import Trial


@contextmanager
def libraries() -> Iterator[None]:
    """End the program with a message if a library of the lab is not installed."""
    try:
        yield
    except ImportError as error:
        if error.name not in ("lab", "ray", "tune"):
            raise
        typer.echo(f"tischlein: {error}", err=True)
        raise typer.Exit(USAGE) from None


@contextmanager
def _progress(label: str) -> Iterator[ProgressCallback]:
    """Show how many matches have been played, and how long the rest may take."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=output.errors,
        transient=True,
        disable=not output.errors.is_terminal,
        redirect_stdout=False,
    ) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def declared(
    what: str,
    *,
    entrants: str | None,
    seats: Sequence[int],
    options: Sequence[str],
    matches: int | None,
    mixed: int | None,
    seed: int | None,
    opening: int | None,
    decisions: bool,
) -> Study:
    """Return the study declared by a file, or by a game's key and the command's options."""
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
    named = None if entrants is None else _names(entrants)
    if named == ():
        raise study.StudyError(f"entrants are named with commas between them, not {entrants!r}")
    changed: dict[str, Any] = {
        "entrants": named,
        "seats": tuple(seats),
        "options": tuple(options),
        "matches": matches,
        "mixed": mixed,
        "seed": seed,
        "opening": opening,
        "decisions": decisions or None,
    }
    return replace(
        found, **{name: value for name, value in changed.items() if value not in (None, ())}
    )


def _names(entrants: str) -> tuple[str, ...]:
    if ":" not in entrants:
        return tuple(entrants.replace(",", " ").split())
    return tuple(part.strip() for part in entrants.split(",") if part.strip())


@contextmanager
def _hint_on_interrupt(folder: Path) -> Iterator[None]:
    """If a study is interrupted after its folder exists, print how to continue it."""
    try:
        yield
    except KeyboardInterrupt:
        if folder.exists():
            output.print_note(
                f"interrupted; {folder} keeps what has been played, and the same command goes on "
                "from there"
            )
        raise


@contextmanager
def _report_on_interrupt(far: Callable[[], str]) -> Iterator[None]:
    """Say how far it has come if Ctrl+C ends what keeps no matches."""
    try:
        yield
    except KeyboardInterrupt:
        output.print_note(f"interrupted after {far()}")
        raise


def run(
    declaration: Study,
    out: Path,
    *,
    workers: int | None,
    ray: str | None,
    thinking_limit: float | None,
    as_json: bool,
) -> None:
    """Play what a study declares, and print the results."""
    from tischlein.lab import running

    with _hint_on_interrupt(out), _progress("Playing") as progress:
        found = running.run(
            declaration,
            out,
            workers=workers,
            ray=ray,
            progress=progress,
            thinking_limit=_or_usual(thinking_limit),
        )
    _print_results(found, as_json=as_json)


def _or_usual(thinking_limit: float | None) -> float:
    """Return a limit that was set, or the usual one."""
    from tischlein.lab.thinking_time import LONGEST_THOUGHT

    return LONGEST_THOUGHT if thinking_limit is None else thinking_limit


def compare_until_decided(
    declaration: Study,
    out: Path,
    *,
    least: float,
    workers: int | None,
    ray: str | None,
    thinking_limit: float | None,
    as_json: bool,
) -> None:
    """Play until it is decided whether the first of two entrants is better; print the result."""
    from tischlein.lab import early_stopping
    from tischlein.lab.sequential import Test

    seats = declaration.settings()[0].places
    test = Test(none=1 / seats, least=least)
    with _hint_on_interrupt(out), _progress("Playing") as progress:
        found = early_stopping.compare_until_decided(
            declaration,
            out,
            test=test,
            workers=workers,
            ray=ray,
            progress=progress,
            thinking_limit=_or_usual(thinking_limit),
        )
    if as_json:
        output.print_json(
            {
                **_metadata(found.results),
                "verdict": found.verdict,
                "fair": found.test.none,
                "asked": found.test.least,
                "alpha": found.test.alpha,
                "beta": found.test.beta,
                "matches": len(found.results.matches),
                "independent": found.independent,
            }
        )
    else:
        output.print_line(found.sentence())


def solve(
    what: str, *, options: str, step: int | None, most: int, iterations: int, as_json: bool
) -> None:
    """Solve a small game, or a match from some event on, and print the result of best play."""
    from dataclasses import asdict

    from tischlein.core import options as option_texts
    from tischlein.core import registry
    from tischlein.core.errors import GameError, OptionError
    from tischlein.lab import exact
    from tischlein.lab.versions import versions

    if Path(what).suffix == ".record":
        if options:
            raise OptionError("--options are those of a game, and a record has its own")
        record = record_files.read_match(Path(what))
        positions = list(record.positions())
        if step is not None and step >= len(positions):
            raise OptionError(f"the match has steps 0 to {len(positions) - 1}, not {step}")
        start = positions[-1 if step is None else step]
        if start.game.secrets is not None:
            raise GameError(
                f"a match of {start.game.key} would be solved as if all saw what is hidden; give "
                "tischlein.lab.exact.solve all positions that the seats hold for possible"
            )
    else:
        game = registry.load(what)
        if step is not None:
            raise OptionError("--step counts the events of a record, and this is none")
        if 2 not in game.seats:
            counts = ", ".join(map(str, game.seats))
            raise GameError(f"best play is known for two seats, and {game.key} is for {counts}")
        given = option_texts.parse(options)
        start = game.start(2, given)
        with output.progress("Solving", None):
            parts = [] if given else exact.parts(game)
        if parts:
            _print_parts(game, parts, as_json=as_json)
            return
    with output.progress("Solving", None):
        found = exact.solve(start, most=most, iterations=iterations)
    if as_json:
        setting = {"game": start.game.key, "options": dict(start.options)}
        asked = {"step": step, "most": most, "iterations": iterations}
        output.print_json(
            {"made_with": versions([start.game]), **setting, **asked, **asdict(found)}
        )
    else:
        output.print_line(found.sentence())


def _print_parts(game: Game, parts: Sequence[Part], *, as_json: bool) -> None:
    """Print the parts that a game has solved of itself, since the whole game is too large."""
    if as_json:
        from tischlein.lab.versions import versions

        parts_data = [{"what": one.what, "value": one.value} for one in parts]
        output.print_json({"made_with": versions([game]), "game": game.key, "parts": parts_data})
        return
    for one in parts:
        output.print_line(one.sentence())


def _print_results(found: Results, *, as_json: bool) -> None:
    """Print what a study shows, in words or as JSON."""
    from tischlein.lab import grouping, summaries

    if as_json:
        output.print_json(_found(found))
        return
    tables, without_end = grouping.tables(found), grouping.endless(found)
    for key in found.study.games:
        if len(found.study.games) > 1:
            output.print_line(f"{key}:")
        for sentence in (
            *(one.sentence() for one in without_end if one.setting.game.key == key),
            *summaries.summary([one for one in tables if one.setting.game.key == key]),
        ):
            output.print_line(f"- {sentence}")
    count = many(len(found.matches), "match")
    output.print_line(f"\n{count} in {found.folder}. The report with charts:")
    output.print_line(f"  tischlein study report {output.shell_word(str(found.folder))}")


def _found(found: Results) -> dict[str, Any]:
    """Return, for JSON, a study and what it shows of each of its games."""
    from tischlein.core import registry
    from tischlein.lab import plain_data

    games = [plain_data.report_data(registry.load(key), found) for key in found.study.games]
    return {**_metadata(found), "matches": len(found.matches), "games": games}


def _metadata(found: Results) -> dict[str, Any]:
    """Return, for JSON, a study and what it was played with: all it takes to repeat it.

    Matches that did not end are named everywhere, since everything else leaves them out.
    """
    import msgspec

    from tischlein.lab import plain_data

    without_end = plain_data.endless_data(found)
    return {
        "folder": str(found.folder),
        "made_with": found.made_with,
        "study": msgspec.to_builtins(found.study),
        **({"endless": without_end} if without_end else {}),
    }


def report(folder: Path, out: Path | None, *, as_json: bool) -> None:
    """Write the report of a study and print its path."""
    from tischlein.lab import page, results

    found = results.opened(folder)
    with output.progress("Drawing", None):
        written = page.write(found, out or folder / "report")
    if as_json:
        output.print_json({"page": str(written), **_found(found)})
    else:
        output.print_line(str(written))


def compare(one: Path, other: Path, *, as_json: bool) -> None:
    """Print what differs between two studies, with intervals."""
    from tischlein.lab import compare as lab
    from tischlein.lab import grouping, results

    before, after = results.opened(one), results.opened(other)
    rows = lab.compared(before, after)
    if as_json:
        changes = [lab.to_dict(row) for row in rows]
        output.print_json({"before": _metadata(before), "after": _metadata(after), "rows": changes})
        return
    for one_study in (before, after):
        for without_end in grouping.endless(one_study):
            output.print_line(f"{one_study.folder}: {without_end.sentence()}")
    clear = [row for row in rows if row.clear]
    output.print_line(
        f"{len(clear)} of {len(rows)} measures differ clearly ({other} less {one}; p corrected)."
    )
    table = Table()
    # Name the game only if there are several: a terminal has no room for the obvious.
    first = 0 if len({row.game for row in rows}) > 1 else 1
    for heading in ("game", "table", "measure")[first:]:
        table.add_column(heading)
    for heading in ("before", "change", "p"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*lab.words(row)[first:])
    Console(markup=False, emoji=False).print(table)


def tune(
    key: str, *, seats: int | None, options: str, seed: int, as_json: bool, **how: Any
) -> None:
    """Tune a search for a game, and print whether the settings found are an improvement."""
    from tischlein.core import registry
    from tischlein.lab import tuning

    game = registry.load(key)
    trials: list[Trial] = []

    def far() -> str:
        done = f"{many(len(trials), 'trial')} of {how['trials']}"
        if not trials:
            return f"{done}; there is nothing to tell of yet"
        best = max(trials, key=lambda trial: trial.worth)
        return (
            f"{done}; so far {best.entrant} did best, with {best.worth:.2f} times its fair share "
            "of first places, which has not been tested on other seeds"
        )

    with _report_on_interrupt(far), _progress("Trials") as progress:
        found = tuning.tune(
            game,
            progress=progress,
            on_trial=trials.append,
            seats=seats,
            options=options,
            seed=seed,
            **how,
        )
    if as_json:
        about = _of_a_search(game, seats, options, seed)
        output.print_json({**about, "test": how["test"], **found.to_dict()})
    else:
        output.print_line(found.sentence())


def ladder(
    key: str,
    *,
    search: str,
    seats: int | None,
    options: str,
    first: int,
    most: int,
    matches: int,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Let each doubling of a search's budget play the one below, until doubling no longer helps."""
    from tischlein.core import registry
    from tischlein.lab import ladder as lab

    game = registry.load(key)
    steps: list[Step] = []

    def far() -> str:
        so_far = "".join(f"\n{step.sentence()}" for step in steps) if as_json else ""
        return f"{many(len(steps), 'step')}; of the next, nothing is kept{so_far}"

    with _report_on_interrupt(far), _progress("Playing") as progress:
        for step in lab.ladder(
            game, search=search, seats=seats, options=options, first=first, most=most,
            matches=matches, seed=seed, workers=workers, progress=progress,
        ):  # fmt: skip
            steps.append(step)
            if not as_json:
                output.print_line(step.sentence())
    if as_json:
        asked = {"first": first, "most": most, "matches": matches}
        about = {**_of_a_search(game, seats, options, seed), **asked}
        output.print_json({**about, "steps": [step.to_dict() for step in steps]})
    else:
        output.print_line(lab.verdict(steps))


def _of_a_search(game: Game, seats: int | None, options: str, seed: int) -> dict[str, Any]:
    """Return, for JSON, the setting in which a search was tried."""
    from tischlein.core import options as option_texts
    from tischlein.lab.study import usual_seats
    from tischlein.lab.versions import versions

    count = usual_seats(game) if seats is None else seats
    chosen = option_texts.complete(game, count, option_texts.parse(options))
    return {
        "made_with": versions([game]),
        "game": game.key,
        "seats": count,
        "options": dict(chosen),
        "seed": seed,
    }


def default_folder(what: str) -> Path:
    """Return the default folder of a study."""
    return Path(f"study-{Path(what).stem}")
