"""Run benchmarks: ``python -m benchmarks [NAME...] [--json FILE]``."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks import Figure, Unavailable


def names() -> list[str]:
    """Return the benchmarks: the modules of this folder."""
    modules = pkgutil.iter_modules(benchmarks.__path__)
    return sorted(one.name for one in modules if not one.ispkg and not one.name.startswith("_"))


def main(arguments: list[str]) -> int:
    """Run the benchmarks that are named, or all; return 1 if a target is missed."""
    known = names()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(known)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in known]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}")
    figures: list[Figure] = []
    for name in chosen.names or known:
        figures += _run(name)
    _show(figures)
    if chosen.json:
        report = {
            "machine": platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "figures": [asdict(figure) | {"met": figure.met} for figure in figures],
        }
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0 if all(figure.met for figure in figures) else 1


def _run(name: str) -> list[Figure]:
    console = Console(stderr=True)
    console.print(f"{name} ...")
    try:
        return list(importlib.import_module(f"benchmarks.{name}").measure())
    except Unavailable as reason:
        console.print(f"{name} left out: {reason}", style="yellow")
        return []


def _show(figures: list[Figure]) -> None:
    table = Table("figure", "value", "unit", "target", "")
    for figure in figures:
        bounds = (("at least", figure.least), ("at most", figure.most))
        target = " and ".join(
            f"{word} {value:,.10g}" for word, value in bounds if value is not None
        )
        mark = ("met" if figure.met else "missed") if target else ""
        value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.3g}"
        table.add_row(figure.name, value, figure.unit, target, mark)
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
