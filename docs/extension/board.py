"""The board of a game's page: a position of a match, drawn for the page that it stands in."""

from __future__ import annotations

import re
import tempfile
from html import escape
from pathlib import Path

from tischlein.presentation import drawing
from tischlein.presentation.examples import Example


def svg(example: Example, label: str) -> str:
    """Return the position as SVG that stands in a page and takes its colours and letters.

    Parameters
    ----------
    label
        What the picture shows, for those who do not see it.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.svg")
        drawing.render(example.record, file, step=example.step)
        drawn = file.read_text(encoding="utf-8")
    return in_a_page(drawn, label)


def in_a_page(drawn: str, label: str) -> str:
    """Return a drawing with the page's variables for colours, its letters, and names of its own."""
    seats = {paint: f"seat-{'abcdefgh'[i]}" for i, paint in enumerate(drawing.SEAT_COLOURS)}
    names = seats | {paint: str(tone) for tone, paint in drawing.COLOURS.items()}
    paints = re.compile("|".join(names), re.IGNORECASE)
    lowered = {paint.lower(): name for paint, name in names.items()}
    drawn = paints.sub(lambda match: f"var(--{lowered[match[0].lower()]})", drawn)
    drawn = re.sub(r'\bid="', 'id="art-', drawn)
    drawn = re.sub(r'\bhref="#', 'href="#art-', drawn)
    drawn = re.sub(r"url\(#", "url(#art-", drawn)
    drawn = drawn.replace('"Fraunces,', "\"'Fraunces Variable', Fraunces,")
    drawn = drawn.replace("\"'Source Sans 3',", "\"'Source Sans 3 Variable', 'Source Sans 3',")
    # A page's Markdown would end at an empty line.
    drawn = re.sub(r"\n\s*\n", "\n", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)
