"""The page of figures: what was measured of the adapters and of batches, beside their peers.

``python -m benchmarks interop batch --json docs/measured/interop.json`` measures it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.extension.files import bring_up_to_date

MEASURED = Path(__file__).parents[1] / "measured" / "interop.json"
COMMAND = "uv run --frozen --group bench python -m benchmarks interop batch"

_HEAD = f"""\
# Figures: other programs

How quick the [adapters](../../how-to/pettingzoo.md) and the [batches](../../how-to/batches.md)
are, beside the environments that their ecosystems bring. Random legal moves everywhere, chosen by
the same loop on both sides; processor time of one process, so that other work on the machine counts
for nothing. Each ratio is a median of rounds in turns. Indented lines belong to the one above.
Where Pgx is installed, it stands beside the batches as well.

    {COMMAND}

measures it on your machine. This is {{machine}} with Python {{python}}:
"""


def write(source: Path) -> None:
    """Write the page into ``reference/figures``."""
    bring_up_to_date(source / "reference" / "figures", {"index.md": page()})


def page() -> str:
    """Return the page in Markdown: a table of all figures."""
    report = json.loads(MEASURED.read_text(encoding="utf-8"))
    head = _HEAD.format(machine=report["machine"], python=report["python"])
    rows = ["| what | figure | unit | target |", "| --- | ---: | --- | --- |"]
    return "\n".join([head, *rows, *_rows(report["figures"])]) + "\n"


def _rows(figures: list[dict[str, Any]]) -> Iterator[str]:
    for figure in figures:
        name: str = figure["name"]
        indent = "&emsp;" if name.startswith(" ") else ""
        value = figure["value"]
        written = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        least = figure["least"]
        target = "" if least is None else f"at least {least:g}: {figure['verdict']}"
        yield f"| {indent}{name.strip()} | {written} | {figure['unit']} | {target} |"
