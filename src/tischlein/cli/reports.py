"""Commands that print a report: check, verify, replay, simulate, games, rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import Progress
from rich.table import Table

from tischlein import presentation
from tischlein.cli import FAILED
from tischlein.cli.files import write_file
from tischlein.core import options as option_texts
from tischlein.core import records, registry, seats
from tischlein.core.amounts import many
from tischlein.core.errors import GameError, OptionError, RecordError
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Option
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import rulebook
from tischlein.presentation.texts import translate

LINE = 80
"""How many characters fit on a line of any terminal."""

LONGEST_RECORD = 16 << 20
"""The most bytes a record may have: hundreds of times the longest match."""

NO_RECORDS = "there are no records in these folders"

errors = Console(stderr=True)


def print_note(text: str) -> None:
    """Print a note about the command's progress on the error stream."""
    errors.print(f"tischlein: {text}", markup=False, highlight=False, soft_wrap=True)


def print_line(text: str = "") -> None:
    """Print a line unwrapped, however long."""
    typer.echo(text)


def print_json(value: Any) -> None:
    """Print a value as strict JSON for programs: it contains no NaN or infinity."""
    print_line(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Any]:
    """Show progress on the terminal's error stream during work, if a person can see it."""
    with Progress(
        console=errors, transient=True, disable=not errors.is_terminal, redirect_stdout=False
    ) as bar:
        task = bar.add_task(label, total=total)

        def done(count: int = 1) -> None:
            bar.advance(task, count)

        yield done


def prepare(game: Game, *, searches: bool) -> None:
    """Compile or load a game's rules (and searches), showing progress: the first time is slow."""
    from tischlein.bots.prepare import prepare as prepare_all

    with progress(f"Preparing {game.key}", None):
        for _ in prepare_all(game) if searches else game.kernels.prepare():
            continue


# --- records ---


def read_record(file: Path) -> Record:
    """Return the match in a file.

    Raises
    ------
    OSError, RecordError
        If the file cannot be read or is no valid record.
    """
    return records.read(_text(file))


def read_match(file: Path) -> Record:
    """Return the match in a file; end the program with a message if there is none."""
    try:
        return read_record(file)
    except RecordError as error:
        typer.echo(f"tischlein: {file}:{error.line}: {_explained(error)}", err=True)
        raise typer.Exit(FAILED) from None


def _explained(error: RecordError) -> str:
    """Return what is wrong with a record, in the rule's own words if a rule forbids it."""
    if error.refused is None:
        return error.reason
    why = translate("en", error.refused.phrase, registry.load(error.game))
    return f"{error.problem}: {why} ({error.refused.rule})"


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LONGEST_RECORD + 1)
    if len(content) > LONGEST_RECORD:
        raise RecordError(1, f"a record has {LONGEST_RECORD >> 20} MB at most")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "a record is a text in UTF-8") from None


def check(files: Iterable[Path], *, as_json: bool) -> int:
    """Verify records and report those that fail; return the exit code."""
    found = list(records_in(files))
    failed: list[dict[str, Any]] = []
    with progress("Checking", len(found)) as done:
        for file in found:
            record = read_or_failure(file)
            if isinstance(record, Failure):
                failed.append(record._asdict())
                if not as_json:
                    print_line(str(record))
            done()
    if as_json:
        print_json({"checked": len(found), "failed": failed})
    elif found:
        print_line(f"{len(found) - len(failed)} of {len(found)} records hold")
    if not found:
        raise OptionError(NO_RECORDS)
    return FAILED if failed else 0


class Failure(NamedTuple):
    """Why a file holds no valid record."""

    file: str
    line: int | None
    reason: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.reason}"


def read_or_failure(file: Path) -> Record | Failure:
    """Return the match in a file, or why there is none."""
    try:
        return read_record(file)
    except RecordError as error:
        return Failure(str(file), error.line, _explained(error))
    except OSError as error:
        return Failure(str(file), None, error.strerror or str(error))


def records_in(files: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files, and for folders the records in them."""
    for file in files:
        if file.is_dir():
            yield from sorted(file.rglob("*.record"))
        else:
            yield file


def verify(files: Sequence[Path], *, as_json: bool) -> int:
    """Recompute the random outcomes of finished matches; return the exit code."""
    from tischlein.tables import verifying

    results = []
    for file in records_in(files):
        record = read_or_failure(file)
        remarks: list[str] = []
        if isinstance(record, Record):
            draws, fault = verifying.count_draws(record), verifying.find_fault(record)
            remarks = [] if fault else verifying.notes_on(record)
        else:
            line = "" if record.line is None else f"line {record.line}: "
            draws, fault = 0, f"{line}{record.reason}"
        results.append({"file": str(file), "draws": draws, "fault": fault, "remarks": remarks})
        if not as_json and isinstance(record, Failure):
            print_line(str(record))
        elif not as_json:
            verdict = fault or f"all {draws} outcomes of chance follow from the seed"
            print_line(f"{file}: {'; '.join((verdict, *remarks))}")
    if not results:
        raise OptionError(NO_RECORDS)
    if as_json:
        print_json(results)
    return FAILED if any(result["fault"] for result in results) else 0


# --- replays ---


def observer_named(text: str, count: int) -> int:
    """Return the seat that a letter names, or ``SPECTATOR`` for no letter.

    Raises
    ------
    OptionError
        If the match has no such seat.
    """
    if not text:
        return SPECTATOR
    try:
        seat = seats.number(text)
    except ValueError:
        seat = count
    if seat >= count:
        last = seats.letter(count - 1)
        raise OptionError(f"the seats of this match are A to {last}, not {text!r}")
    return seat


def print_match(record: Record, observer: int, step: int | None, language: str) -> None:
    """Print a match in words and characters: every step, or only one."""
    game = record.game
    position = Position.start(game, len(record.names), record.options)
    seen = position.observe(observer)
    last = len(record.events)
    if step is not None and step > last:
        raise OptionError(f"the match has steps 0 to {last}, not {step}")
    known: set[str] = set()
    for number in range(last + 1):
        words = ""
        if number:
            event = record.events[number - 1]
            shown = position.observed_event(event, observer)
            position.apply(event)
            before, seen = seen, position.observe(observer)
            phrases = presentation.of(game).say(shown, before, seen)
            words = " ".join(translate(language, said, game, record.names) for said in phrases)
        if step in (None, number):
            print_line(f"{number}. {words}" if words else f"{number}.")
            print_line(f"\n{presentation.of(game).characters(seen, language, known)}\n")


def draw(record: Record, out: Path, *, observer: int, step: int | None, **settings: Any) -> None:
    """Write a picture or an animation of a match, and print its path."""
    from tischlein.presentation import drawing

    with progress("Drawing", len(record.events) + 1) as done:
        drawing.render(
            record,
            out,
            observer=observer,
            step=step,
            progress=lambda _done, _total: done(),
            **settings,
        )
    print_line(str(out))


# --- simulations ---


def simulate(
    key: str,
    count: int | None,
    options: str,
    *,
    matches: int,
    seed: int,
    bots: str,
    out: Path | None,
    expectations: bool,
    as_json: bool,
) -> None:
    """Play matches, write them to files or print a single one, and print a summary."""
    from tischlein.lab import simulate as lab
    from tischlein.lab.entrants import compile_for
    from tischlein.lab.versions import versions

    game = registry.load(key)
    count = min(game.seats) if count is None else count
    given = option_texts.parse(options)
    checked = option_texts.complete(game, count, given)
    levels = bots.lower().replace(",", " ").split()
    if len(levels) == 1:
        levels *= count
    if len(levels) != count:
        raise OptionError(
            f"{many(len(levels), 'bot')} for {many(count, 'seat')}: name one for each, or one "
            "for all"
        )
    players = lab.players_by_level(game, levels)
    prepare(game, searches=set(levels) != {"random"})
    for level in dict.fromkeys(levels):
        compile_for(game, level)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    totals = lab.Totals(count)
    sides = option_texts.sides(game, count, checked)

    def report() -> None:
        summary = _summary(totals, seed, [name for name, _ in players], sides)
        if as_json:
            setting = {"game": game.key, "options": dict(checked)}
            print_json({"made_with": versions([game]), **setting, "bots": levels, **summary})
        elif out is not None or matches > 1:
            _print_summary(game, summary, out)

    played = lab.simulate(game, count, checked, matches=matches, seed=seed, players=players)
    with _report_before_the_end(totals, out, report), progress("Playing", matches) as done:
        for index, record in enumerate(played, 1):
            if out is not None:
                name = f"{game.key}-{seed}-{index:06}.record"
                write_file(out / name, records.write(record, expectations=expectations))
            elif matches == 1 and not as_json:
                print_line(records.write(record, expectations=expectations))
            totals.add(record)  # after its record is written, in case of Ctrl+C
            done()
    report()


@contextmanager
def _report_before_the_end(
    totals: Any, out: Path | None, report: Callable[[], None]
) -> Iterator[None]:
    """If Ctrl+C or a match without an end stops all, report those that were played before."""
    try:
        yield
    except (KeyboardInterrupt, GameError) as error:
        stopped = "interrupted" if isinstance(error, KeyboardInterrupt) else "stopped"
        played = many(totals.matches, "match")
        where = "none is kept" if out is None else f"{out} has their records"
        print_note(f"{stopped} after {played}; {where}")
        if totals.matches:
            report()
        raise


def _summary(totals: Any, seed: int, names: Sequence[str], sides: Sequence[int]) -> dict[str, Any]:
    """Return the totals of many matches, with a row for each seat or team."""
    from tischlein.lab.intervals import estimate_data

    matches = totals.matches
    members = [[seat for seat, one in enumerate(sides) if one == side] for side in sorted({*sides})]
    return {
        "matches": matches,
        "seed": seed,
        "events": {"mean": round(totals.events / matches, 3), "most": totals.longest},
        "ties": totals.ties,
        "seats": [
            {
                "seat": " ".join(map(seats.letter, group)),
                "player": ", ".join(names[seat] for seat in group),
                "first": round(totals.firsts[group[0]], 6),
                "share": estimate_data(totals.won(group[0])),
                "mean_score": round(totals.points[group[0]] / matches, 3),
            }
            for group in members
        ],
    }


def _print_summary(game: Game, summary: dict[str, Any], out: Path | None) -> None:
    from tischlein.lab.intervals import Estimate

    events, ties = summary["events"], summary["ties"]
    print_line(
        f"{game.key} (rules version {game.version}): {many(summary['matches'], 'match')} "
        f"of seed {summary['seed']}, {events['mean']:.1f} events on average, {events['most']} at "
        f"most, {many(ties, 'tie')}"
    )
    table = Table()
    for heading in ("seat", "player"):
        table.add_column(heading)
    for heading in ("first", "share (95 % interval)", "mean score"):
        table.add_column(heading, justify="right")
    for row in summary["seats"]:
        won = row["share"]
        share = Estimate(won["value"], won["low"], won["high"], won["count"]).percent()
        mean = f"{row['mean_score']:.2f}"
        first = f"{row['first']:.2f}".rstrip("0").rstrip(".")
        table.add_row(row["seat"], row["player"], first, share, mean)
    Console(markup=False, emoji=False).print(table)
    if out is not None:
        print_line(f"written to {out}")


# --- games and rules ---


def games(language: str, *, as_json: bool) -> None:
    """List the installed games."""
    found = list(registry.loadable())
    for problem in registry.failed():
        typer.echo(f"tischlein: {problem}", err=True)
    if as_json:
        print_json([_described(game, language) for game in found])
        return
    print_line("\n\n".join("\n".join(_listed(game, language)) for game in found))


def _listed(game: Game, language: str) -> Iterator[str]:
    """Yield lines about a game, fit for a terminal: its name, its levels, a line per option."""
    yield f"{game.key}: {translate(language, Phrase('game'), game)}"
    seats = "1 seat" if game.seats == (1,) else f"{_counts(game.seats)} seats"
    levels = ", ".join(level.key for level in game.levels) or "none"
    yield f"  {seats}, {game.shelf.minutes} minutes, levels: {levels}"
    for option in game.options:
        yield from _in_lines(f"  {option.name}=", _values(option))


def _in_lines(head: str, values: str) -> Iterator[str]:
    """Yield values after a head, with line breaks only after bars and commas."""
    line = head
    for piece in re.findall(r"[^|,]+[|,]?", values):
        if len(line) + len(piece) > LINE:
            yield line
            line = " " * len(head)
        line += piece
    yield line


def _described(game: Game, language: str) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": translate(language, Phrase("game"), game),
        "about": translate(language, Phrase("about"), game),
        "credits": game.shelf.credits,
        "seats": list(game.seats),
        "minutes": game.shelf.minutes,
        "secrets": game.secrets is not None,
        "chance": game.chance,
        "simultaneous": game.simultaneous,
        "teams": game.teams,
        "version": game.version,
        "levels": [level.key for level in game.levels],
        "options": {
            option.name: {
                "values": _values(option),
                "default": {str(count): option.default_for(count) for count in game.seats},
            }
            for option in game.options
        },
        "rules": list(rulebook.identifiers(game)),
    }


def _values(option: Option) -> str:
    if isinstance(option, Choices):
        return "|".join(option.values)
    if isinstance(option, Number):
        return f"{option.low}..{option.high}"
    return "|".join((*option.samples, "..."))


def _counts(counts: Sequence[int]) -> str:
    in_a_row = counts == tuple(range(counts[0], counts[-1] + 1)) and len(counts) > 1
    return f"{counts[0]}-{counts[-1]}" if in_a_row else ", ".join(map(str, counts))


def rules(key: str, identifiers: Sequence[str], language: str, *, as_json: bool) -> None:
    """Print a game's rules, or some of them by identifier."""
    game = registry.load(key)
    known = rulebook.rules(game, language)
    wanted = [identifier.upper() for identifier in identifiers] or list(known)
    for identifier in wanted:
        if identifier not in known:
            raise GameError(f"{game.key} has no rule {identifier}: see 'tischlein rules {key}'")
    if as_json:
        print_json({identifier: known[identifier] for identifier in wanted})
    elif identifiers:
        for identifier in wanted:
            print_line(f"{identifier} {known[identifier]}")
    else:
        Console().print(Markdown(rulebook.source(game, language)))
