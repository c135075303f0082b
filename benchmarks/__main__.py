"""Measure speed, size and strength, and show the figures beside their goals and peers."""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import pkgutil
import platform
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks import ON_DEMAND, Figure, Scope, Unavailable
from tischlein.core import registry


def names() -> list[str]:
    """Return the benchmarks: the modules of this folder."""
    modules = pkgutil.iter_modules(benchmarks.__path__)
    return sorted(one.name for one in modules if not one.ispkg and not one.name.startswith("_"))


def main(arguments: list[str]) -> int:
    """Run the benchmarks that are named, or all quick ones; return 1 if a target is missed."""
    chosen = _parsed(arguments)
    scope = Scope(
        games=tuple(chosen.games),
        seconds=chosen.seconds,
        against=tuple(chosen.against) or Scope.against,
        seats=tuple(chosen.seats),
        folder=chosen.folder,
    )
    figures: list[Figure] = []
    for name in chosen.names or [name for name in names() if name not in ON_DEMAND]:
        figures += _run(name, scope)
    _show(figures)
    if chosen.json:
        _write(figures, chosen.json)
    return 0 if all(figure.met for figure in figures) else 1


def _parsed(arguments: list[str]) -> argparse.Namespace:
    """Return what the command line says; it ends the program if there is no such thing."""
    known = names()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"by default all that are quick; of: {', '.join(known)}",
    )
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        dest="games",
        metavar="KEY",
        help="only this game, of a benchmark of several; may be repeated",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=Scope.seconds,
        metavar="S",
        help="time for each figure of a benchmark that is the surer the longer it runs "
        f"(default: {Scope.seconds:g})",
    )
    parser.add_argument(
        "--against",
        action="append",
        choices=Scope.against,
        default=[],
        help="only this rival, in the benchmark of rivals",
    )
    parser.add_argument(
        "--seats",
        action="append",
        type=int,
        default=[],
        metavar="N",
        help="only so many seats, in benchmarks of strength; may be repeated",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="FOLDER",
        help="keep every row of the benchmark of rivals there, and go on with what is there",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in known]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}")
    missing = [key for key in chosen.games if key not in registry.keys()]
    if missing:
        on_shelf = ", ".join(registry.keys())
        parser.error(f"no game {', '.join(missing)}; there are: {on_shelf}")
    return chosen


def _run(name: str, scope: Scope) -> list[Figure]:
    console = Console(stderr=True)
    console.print(f"{name} ...")
    figures: list[Figure] = []
    try:
        measure = importlib.import_module(f"benchmarks.{name}").measure
        narrowed = "scope" in inspect.signature(measure).parameters
        for figure in measure(scope) if narrowed else measure():
            console.print(f"  {figure.name}: {_written(figure)} {figure.unit} {figure.verdict}")
            figures.append(figure)
    except Unavailable as reason:
        console.print(f"{name} left out: {reason}", style="yellow")
    return figures


def _show(figures: list[Figure]) -> None:
    """Print all figures in lines that fit a terminal of 80 columns, notes below theirs."""
    table = Table.grid(padding=(0, 2))
    table.add_column(ratio=1)
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    for figure in figures:
        bounds = ((">=", figure.least), ("<=", figure.most))
        target = " ".join(f"{sign} {value:,.10g}" for sign, value in bounds if value is not None)
        judged = f"{target}: {figure.verdict}" if target else ""
        table.add_row(figure.name, _written(figure), figure.unit, judged)
        if figure.note:
            table.add_row(f"  {figure.note}", style="dim")
    Console().print(table)


def _write(figures: list[Figure], path: Path) -> None:
    """Write all figures, and what they were measured with, as JSON."""
    report = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "figures": [
            asdict(figure) | {"met": figure.met, "verdict": figure.verdict} for figure in figures
        ],
    }
    written = json.dumps(report, indent=2, default=np.generic.item)
    path.write_text(written + "\n", encoding="utf-8")


def _written(figure: Figure) -> str:
    """Return the value, with its interval if it has one."""
    value = _number(figure.value)
    if figure.interval is None:
        return value
    low, high = map(_number, figure.interval)
    return f"{value} ({low} to {high})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
