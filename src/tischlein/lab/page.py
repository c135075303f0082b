"""A report as one HTML page that works offline and prints well, together with its data."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator
from html import escape
from itertools import count
from pathlib import Path

from tischlein.core import records
from tischlein.lab.report import Report, reports
from tischlein.lab.report_parts import Cell, Figure, Grid, Section
from tischlein.lab.results import DECLARATION, KINDS, MADE_WITH, Results
from tischlein.whole_files import write_whole

_LISTS = ("entrants", "scores", "ranks")
"""Columns with lists, as JSON in a text table: an entrant's name may have spaces and commas."""
_CONTENTS = {
    DECLARATION: "what was to be played, to run it again",
    MADE_WITH: "versions of the program, of the rules and of what it computes with",
    "matches.csv": "a row for each match, without its events, for a spreadsheet; lists are JSON",
    "matches.parquet": "a row for each match, with its events",
    "decisions.parquet": "a row for each decision",
    "times.parquet": "how long each match took, the only file that differs from run to run",
}
"""Of files beside a report; all others are records. Their columns are in the documentation."""

_STYLE = """
:root { color-scheme: light; --ink: #2B2622; --muted: #6A5F54; --line: #C9B99F; --paper: #FBF7EF;
  --table: #E9DFCF; --accent: #A63D2F; }
body { margin: 0; background: var(--table); color: var(--ink);
  font: 16px/1.55 'Source Sans 3', 'Segoe UI', 'DejaVu Sans', sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; background: var(--paper); }
h1, h2 { font: 600 2rem/1.2 Fraunces, Georgia, 'DejaVu Serif', serif; }
h1 { margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem; border-top: 1px solid var(--line);
  padding-top: 1.5rem; }
.summary { font-size: 1.1rem; padding: 0; list-style: none; }
.summary li { margin: 0 0 .7rem; padding-left: 1rem; border-left: 3px solid var(--accent); }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; min-width: 60%; }
caption { text-align: left; color: var(--muted); padding: 0 0 .5rem; position: sticky; left: 0;
  max-width: min(46rem, calc(100vw - 2rem)); }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; font-variant-numeric: tabular-nums; }
th { white-space: nowrap; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
th[aria-sort="ascending"] button::after { content: " ▲"; }
th[aria-sort="descending"] button::after { content: " ▼"; }
figure { margin: 1.5rem 0; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figure.board { display: inline-block; width: min(28rem, 100%); margin-right: 1.5rem;
  vertical-align: top; }
figcaption { color: var(--muted); font-size: .92rem; max-width: 46rem; }
a { color: var(--accent); }
@media (max-width: 40rem) { main { padding: 1rem; } figure.board { margin-right: 0; }
  table { width: max-content; } td { max-width: 9rem; } }
@media print { body, main { background: none; padding: 0; } h2 { break-after: avoid; }
  .scroll { overflow: visible; } table { font-size: .8rem; } th button::after { content: ""; }
  tr, li { break-inside: avoid; } }
"""
_SCRIPT = """
for (const button of document.querySelectorAll('th button')) button.onclick = () => {
  const head = button.closest('th'), table = head.closest('table'), body = table.tBodies[0];
  const column = head.cellIndex, up = head.getAttribute('aria-sort') !== 'ascending';
  const value = row => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const compare = (a, b) => {
    const x = value(a), y = value(b), m = Number(x), n = Number(y);
    return Number.isNaN(m) || Number.isNaN(n) ? x.localeCompare(y) : m - n;
  };
  for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  body.append(...[...body.rows].sort((a, b) => up ? compare(a, b) : compare(b, a)));
};
"""


def write(results: Results, out: Path | str) -> Path:
    """Write the report of a study into a folder, with the data to download; return the page."""
    import polars as pl  # installed, since there are results

    found = reports(results)
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for name in (DECLARATION, MADE_WITH, *(f"{kind}.parquet" for kind in KINDS)):
        source = results.folder / name
        if source.is_file() and source.resolve() != (out / name).resolve():
            shutil.copyfile(source, out / name)
    flat = results.matches.drop("account", "happened")
    lists = [
        pl.Series(name, list(map(_as_json, flat[name].to_list())), pl.String) for name in _LISTS
    ]
    write_whole(out / "matches.csv", flat.with_columns(lists).write_csv())
    for report in found:
        if report.example is not None:
            name = _example(report, len(found))
            write_whole(out / name, records.write(report.example))
    page = out / "index.html"
    write_whole(page, html(found, _downloads(out)))
    return page


def _as_json(found: list[object] | None) -> str | None:
    return None if found is None else json.dumps(found, ensure_ascii=False)


def _example(report: Report, games: int) -> str:
    return "example.record" if games == 1 else f"example-{report.game}.record"


def _downloads(out: Path) -> list[str]:
    ends = (".parquet", ".csv", ".toml", ".json", ".record")
    return sorted(file.name for file in out.iterdir() if file.suffix in ends)


def _content(name: str) -> str:
    """Return what a file beside the page has."""
    return _CONTENTS.get(name, "the match that is shown here, to replay")


def html(found: list[Report], downloads: list[str]) -> str:
    """Return the whole page."""
    title = found[0].title if len(found) == 1 else "A study of several games"
    bodies = "\n".join(body(report) for report in found)
    links = "".join(
        f'<li><a href="{escape(name)}">{escape(name)}</a>: {_content(name)}</li>'
        for name in downloads
    )
    data = f"<section><h2>Data</h2><ul>{links}</ul></section>" if downloads else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{bodies}\n{data}\n</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def bodies(results: Results) -> str:
    """Return the reports of a study as HTML for a notebook."""
    return "\n".join(body(report) for report in reports(results))


def body(report: Report) -> str:
    """Return a report as HTML without the surrounding page."""
    names = count()
    parts = [f"<h1>{escape(report.title)}</h1>"]
    parts.append(f'<ul class="summary">{_items(report.summary)}</ul>')
    parts += [_section(section, report.game, names) for section in report.sections]
    parts.append(f"<section><h2>Method</h2>{_paragraphs(report.method)}</section>")
    parts.append(f"<section><h2>Caveats</h2><ul>{_items(report.caveats)}</ul></section>")
    return "\n".join(parts)


def _items(texts: tuple[str, ...]) -> str:
    return "".join(f"<li>{_prose(text)}</li>" for text in texts)


def _prose(text: str) -> str:
    """Return a text whose lines do not break between a number and its unit."""
    return re.sub(r"(?<=\d) (?=%|points?\b)", "\u00a0", escape(text))


def _paragraphs(texts: tuple[str, ...]) -> str:
    marked = (re.sub(r"`([^`]+)`", r"<code>\1</code>", _prose(text)) for text in texts)
    return "".join(f"<p>{text}</p>" for text in marked)


def _section(section: Section, game: str, names: Iterator[int]) -> str:
    figures = "".join(_figure(figure, f"{game}-{next(names)}") for figure in section.figures)
    grids = "".join(map(table, section.grids))
    return (
        f"<section><h2>{escape(section.heading)}</h2>{_paragraphs(section.paragraphs)}"
        f"{figures}{grids}</section>"
    )


def _figure(figure: Figure, name: str) -> str:
    kind = ' class="board"' if figure.board else ""
    caption = escape(figure.caption)
    return (
        f"<figure{kind}>{named(figure.svg, name, figure.caption)}"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def named(svg: str, name: str, label: str) -> str:
    """Return a labelled drawing whose identifiers are unique on a page."""
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    svg = re.sub(r"<\?xml[^>]*\?>", "", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label, quote=True)}" ', 1)


def table(grid: Grid) -> str:
    """Return a table whose columns can be sorted."""
    heads = "".join(
        f'<th scope="col"><button type="button">{escape(head)}</button></th>' for head in grid.heads
    )
    rows = "".join(
        "<tr>" + "".join(_cell(grid, column, cell) for column, cell in enumerate(row)) + "</tr>"
        for row in grid.rows
    )
    return (
        f'<div class="scroll"><table><caption>{escape(grid.caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cell(grid: Grid, column: int, cell: Cell) -> str:
    words = escape(grid.text(column, cell))
    if isinstance(cell, str):
        return f"<td>{words}</td>"
    value = f"{cell.value:.6g}" if math.isfinite(cell.value) else "-Infinity"  # sorted first
    return f'<td data-value="{value}">{words}</td>'
