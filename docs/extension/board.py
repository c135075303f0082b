"""The board of a game's page: a position of a match, drawn for the page that it stands in."""

from __future__ import annotations

import random
import re
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

from docs.measure import usual_counts
from tischlein.core import records
from tischlein.core.driver import play_at_random
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.presentation import drawing

DEPTH = 0.7
"""How far the match has come, as a share of its events."""
_SEED = 7


@dataclass(frozen=True)
class Match:
    """The match from which a game's page shows a position."""

    record: Record
    text: str
    step: int
    """After how many events."""

    @property
    def position(self) -> Position:
        """Return the position that is shown."""
        position = Position.start(self.record.game, len(self.record.names), self.record.options)
        for event in self.record.events[: self.step]:
            position.apply(event)
        return position


def match_of(game: Game, folder: Path) -> Match:
    """Return the match whose record a folder has, else one at random, the same every time."""
    file = folder / f"{game.key}.record"
    if file.is_file():
        record = records.read(file.read_text(encoding="utf-8"))
    else:
        counts = usual_counts(game)
        start = Position.start(game, counts[len(counts) // 2])
        driver = play_at_random(start.clone(), random.Random(_SEED))
        names = tuple(f"Random {letter}" for letter in "ABCDEFGH"[: start.seats])
        record = Record(game, names, start.options, tuple(driver.play()))
    return Match(record, records.write(record), round(DEPTH * len(record.events)))


def svg(match: Match, label: str) -> str:
    """Return the position as SVG that stands in a page and takes its colours and letters.

    Parameters
    ----------
    label
        What the picture shows, for those who do not see it.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.svg")
        drawing.render(match.record, file, step=match.step)
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
