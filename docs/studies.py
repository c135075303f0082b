"""Studies the ten games for the site: ``python -m docs.studies [KEY...]``.

Every game is played by two of its levels, alone and among each other, with few seats and with
more; what that shows goes to ``docs/measured/reports``, from which the site makes a page for each
game. The same matches give the same pages. ``--matches N`` plays more of them: seat advantages are
known to two percentage points with some 2500. With ``--folder`` the matches stay there, and a later
run with more of them goes on; with as many, only what is written of them is written anew.

What is written of the same matches changes with its formulas and words. ``--edition`` writes what
it is now of a few matches, kept in ``docs/measured/edition.json``: reports that were written when
it was something else say so.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from tischlein import __version__
from tischlein.core import options, registry
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number, Order, Written
from tischlein.lab import grouping, report, running
from tischlein.lab.report import Report
from tischlein.lab.report_parts import Grid
from tischlein.lab.results import Results
from tischlein.lab.study import Study
from tischlein.lab.summaries import changes

FOLDER = Path(__file__).parent / "measured" / "reports"
EDITION = FOLDER.parent / "edition.json"
"""What is written of a few matches, now: a yardstick that tells when anything of it changes."""
MATCHES = 100
"""At each table, unless others are asked for."""
LEVELS = ("medium", "weak")
MIXED = 300
"""At most so many where different levels sit, unless others are asked for: who is stronger shows
sooner than a seat's worth."""
OPENING = {"bauab": 4, "down_under": 6}
"""Decisions by lot at the beginning, where a level repeats itself: without them its matches go in a
few ways only, up to mirror images."""
VARIANTS = 9
"""Settings of options that are compared at most, the usual one among them."""


class Picture(msgspec.Struct, frozen=True):
    """A drawing with its caption."""

    caption: str
    svg: str


class Cells(msgspec.Struct, frozen=True):
    """A table in words."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Part(msgspec.Struct, frozen=True):
    """A section of a report."""

    heading: str
    tables: tuple[Cells, ...]
    pictures: tuple[Picture, ...]


class SiteReport(msgspec.Struct, frozen=True):
    """What a study has shown of a game, as the site keeps it."""

    game: str
    version: int
    summary: tuple[str, ...]
    parts: tuple[Part, ...]
    method: tuple[str, ...]
    caveats: tuple[str, ...]
    edition: str = ""
    """Of the formulas and words it was written with, empty from before there were such names."""


def edition() -> str:
    """Return a name of the formulas and words that reports are written with now."""
    return hashlib.sha256(EDITION.read_bytes()).hexdigest()[:12]


def yardstick(folder: Path) -> SiteReport:
    """Return what is written of a few matches of a game with secrets; charts by captions alone.

    Parameters
    ----------
    folder
        Where to play them.
    """
    game = registry.load("raufer")
    study = Study(games=(game.key,), seats=(3,), entrants=("ismcts:20", "random"), matches=12)
    variants = Study(
        games=(game.key,),
        seats=(3,),
        options=("", "start=lot"),
        entrants=("random",),
        tables=("alone",),
        matches=12,
        measures=("options",),
    )
    (found,) = report.reports(running.run(study, folder / "study", workers=1))
    whole = with_options(
        site_report(found, game.version), running.run(variants, folder / "options", workers=1)
    )
    by_captions = tuple(
        msgspec.structs.replace(
            part, pictures=tuple(Picture(picture.caption, "") for picture in part.pictures)
        )
        for part in whole.parts
    )
    made_by = f"; Tischlein {__version__}"  # changes with every release, and nothing with it
    method = tuple(sentence.replace(made_by, "") for sentence in whole.method)
    return msgspec.structs.replace(whole, parts=by_captions, method=method)


def as_file(kept: SiteReport) -> bytes:
    """Return what is kept as it stands in a file."""
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


def study_of(
    game: Game,
    matches: int,
    levels: Sequence[str] = LEVELS,
    seats: Sequence[int] = (),
    mixed: int = MIXED,
) -> Study:
    """Return what is played of a game: by default with its fewest seats and its middle number."""
    counts = [count for count in options.usual_counts(game) if count > 1] or list(game.seats)
    known = {level.key for level in game.levels} | {"random"}
    return Study(
        games=(game.key,),
        seats=tuple(seats) or tuple(dict.fromkeys((counts[0], counts[len(counts) // 2]))),
        entrants=tuple(key for key in levels if key in known) or ("random",),
        matches=matches,
        mixed=mixed if matches > mixed else 0,
        opening=OPENING.get(game.key, 0),
    )


def variants(game: Game, seats: int) -> tuple[str, ...]:
    """Return settings that differ from the usual one in one option each; the usual one is first.

    What an option needs to mean something is there, too. Who plays with whom is left out: that
    makes another game.
    """
    found = [""]
    for option in game.options:
        match option:
            case Choices() if not option.matters or seats in option.matters:
                values: tuple[str | int, ...] = option.values
            case Number():
                values = (option.low, option.high)
            case Written() | Order():
                values = option.samples
            case _:
                continue
        for value in values:
            with suppress(OptionError):  # of a combination that the game does not have
                needed = options.needed_for(game, option.name)
                chosen = options.complete(game, seats, {**needed, option.name: value})
                found.append(options.write(game, seats, chosen))
    return tuple(dict.fromkeys(found))[:VARIANTS]


def options_study(game: Game, matches: int, levels: Sequence[str] = LEVELS) -> Study:
    """Return what is played to compare options: the stronger level alone, with few seats."""
    plain = study_of(game, matches, levels)
    return Study(
        games=(game.key,),
        seats=plain.seats[:1],
        options=variants(game, plain.seats[0]),
        entrants=plain.entrants[:1],
        tables=("alone",),
        matches=matches,
        opening=plain.opening,
        measures=("options",),
    )


def with_options(whole: SiteReport, results: Results) -> SiteReport:
    """Return what is kept of a game with what its options change."""
    (found,) = report.reports(results)
    part = site_report(found, whole.version)
    return msgspec.structs.replace(
        whole,
        summary=(*whole.summary, *changes(grouping.tables(results))),
        parts=(*whole.parts, *part.parts),
        method=(*whole.method, f"Options were compared with {found.method[0]}"),
    )


def site_report(found: Report, version: int) -> SiteReport:
    """Return a report as it is kept for the site; the game's page shows positions already."""
    parts = tuple(
        Part(
            section.heading,
            tuple(map(_cells, section.grids)),
            tuple(Picture(figure.caption, figure.svg) for figure in section.figures),
        )
        for section in found.sections
        if section.grids
    )
    return SiteReport(found.game, version, found.summary, parts, found.method, found.caveats)


def _cells(grid: Grid) -> Cells:
    rows = tuple(
        tuple(grid.text(column, cell) for column, cell in enumerate(row)) for row in grid.rows
    )
    return Cells(grid.caption, grid.heads, rows)


def main(
    keys: Sequence[str],
    *,
    matches: int,
    option_matches: int,
    mixed: int,
    levels: Sequence[str],
    seats: Sequence[int],
    folder: Path | None,
    workers: int | None,
) -> None:
    """Study games, by default all on the shelf, and keep what that shows.

    Parameters
    ----------
    option_matches
        At each table where options are compared; with 0 they are not.
    mixed
        At most so many matches where different levels sit.
    seats
        Numbers of seats, by default each game's fewest and its middle one.
    folder
        Where the matches stay; by default they are thrown away.
    """
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as passing:
        for key in keys or registry.keys():
            game = registry.load(key)
            where = (folder or Path(passing)) / key
            study = study_of(game, matches, levels, seats, mixed)
            results = running.run(study, where, workers=workers)
            (found,) = report.reports(results)
            kept = msgspec.structs.replace(site_report(found, game.version), edition=edition())
            compared = options_study(game, option_matches, levels)
            if option_matches and len(compared.options) > 1:
                beside = where.with_name(f"{key}-options")
                kept = with_options(kept, running.run(compared, beside, workers=workers))
            (FOLDER / f"{key}.json").write_bytes(as_file(kept))
            print(f"{key}: {len(results.matches)} matches", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs.studies", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N")
    parser.add_argument("--option-matches", type=int, default=MATCHES, metavar="N")
    parser.add_argument("--mixed", type=int, default=MIXED, metavar="N")
    parser.add_argument("--levels", default=",".join(LEVELS), metavar="LEVEL,...")
    parser.add_argument("--seats", type=int, nargs="*", default=(), metavar="N")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--edition", action="store_true")
    asked = parser.parse_args()
    if asked.edition:
        with tempfile.TemporaryDirectory() as passing:
            EDITION.write_bytes(as_file(yardstick(Path(passing))))
        parser.exit()
    main(
        asked.keys,
        matches=asked.matches,
        option_matches=asked.option_matches,
        mixed=asked.mixed,
        levels=asked.levels.split(","),
        seats=asked.seats,
        folder=asked.folder,
        workers=asked.workers,
    )
