"""A page for every game that was studied, of what ``python -m docs.studies`` has kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import msgspec

from docs.extension import board
from docs.studies import Cells, Picture, SiteReport, edition
from tischlein.core.game import Game

_kept = msgspec.json.Decoder(SiteReport)


EARLIER = (
    "Since this was written, formulas or words of reports have changed: written anew of the same "
    "matches, intervals and sentences would come out differently here and there."
)
"""What a page says first whose text is not what would be written now."""


def found(source: Path, game: Game) -> SiteReport | None:
    """Return what a study has shown of a game with its present rules, if it was studied.

    Parameters
    ----------
    source
        The documentation's folder.
    """
    file = source / "measured" / "reports" / f"{game.key}.json"
    if not file.is_file():
        return None
    report = _kept.decode(file.read_bytes())
    return report if report.version == game.version else None


def checked(source: Path, game: Game) -> str:
    """Return what was found when somebody looked into surprising figures, as Markdown."""
    file = source / "measured" / "checked" / f"{game.key}.md"
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


def summary(report: SiteReport) -> str:
    """Return what a game's own page says of its report, and the way there."""
    sentences = "\n".join(f"- {sentence}" for sentence in report.summary)
    return (
        f"{sentences}\n\n[The whole report]({report.game}-report.md) has charts, tables and how it "
        f"was found.\n\n```{{toctree}}\n:hidden:\n\n{report.game}-report\n```"
    )


def page(report: SiteReport, name: str, checked: str = "") -> str:
    """Return the page of a report in Markdown.

    Parameters
    ----------
    checked
        What was found by hand, as Markdown.
    """
    return "\n\n".join(_parts(report, name, checked)) + "\n"


def _parts(report: SiteReport, name: str, checked: str) -> Iterator[str]:
    yield f"# {name}: what matches show"
    if report.edition != edition():
        yield f"```{{note}}\n{EARLIER}\n```"
    yield "\n".join(f"- {sentence}" for sentence in report.summary)
    if checked:
        yield f"## Checked by hand\n\n{checked}"
    number = 0
    for part in report.parts:
        yield f"## {part.heading}"
        for picture in part.pictures:
            number += 1
            yield _figure(picture, f"report-{number}")
        for cells in part.tables:
            yield _table(cells)
    yield "## Method"
    yield from report.method
    yield (
        f"`python -m docs.studies {report.game}` in the project's root makes this page; "
        "[how to study a game](/how-to/study-a-game.md) has more."
    )
    yield "## Caveats"
    yield "\n".join(f"- {caveat}" for caveat in report.caveats)


def _figure(picture: Picture, name: str) -> str:
    drawn = board.in_a_page(picture.svg, picture.caption)
    drawn = re.sub(r"(\bid=\"|href=\"#|url\(#)art-", rf"\1{name}-", drawn)
    caption = escape(picture.caption)
    return (
        f'```{{raw}} html\n<figure class="board">{drawn}\n<figcaption>{caption}</figcaption>'
        "</figure>\n```"
    )


def _table(cells: Cells) -> str:
    lines = [
        f"| {' | '.join(cells.heads)} |",
        f"|{' --- |' * len(cells.heads)}",
        *(f"| {' | '.join(map(_cell, row))} |" for row in cells.rows),
    ]
    return f"{cells.caption}\n\n" + "\n".join(lines)


def _cell(text: str) -> str:
    return re.sub(r"([|*_`<\[])", r"\\\1", text)
