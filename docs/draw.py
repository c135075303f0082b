"""Draws the pictures of the pages into ``docs/images``: ``python -m docs.draw``.

Boards are drawn by the games themselves. Diagrams take the page's own colour (``currentColor``), so
they are put into pages as they are, and are readable in the light and in the dark.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import tischlein as tt
from tischlein.core.kernel import new_rng
from tischlein.core.position import Row
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import drawing

IMAGES = Path(__file__).parent / "images"
EXAMPLES = Path(__file__).parent.parent / "examples"

_WIDTH = 340
"""Of a diagram, so that it fits a phone without shrinking."""
_LINE = 20
_GAP = 34
_STYLE = 'font-family="inherit" font-size="14" fill="currentColor"'


@dataclass(frozen=True)
class Box:
    """A box of a chain: what it is called, and a line or two about it."""

    title: str
    notes: tuple[str, ...] = ()
    arrow: str = ""
    """What leads from here to the next box."""


def pictures() -> dict[str, str]:
    """Return every picture by its file's name."""
    position = tt.load("raufer").start(seats=3, seed=7)
    return {
        "raufer-public.svg": _board(position.observe(SPECTATOR)),
        "raufer-seat-a.svg": _board(position.observe(0)),
        "row.svg": _row_of_tic_tac_toe(),
        "hiding.svg": _worlds_of_liars_dice(),
        "driver.svg": _chain("One step of a match", DRIVER, returns="the next event"),
        "fairness.svg": _chain("How chance is drawn and proven", FAIRNESS),
        "browser.svg": _chain("From a move to the picture", BROWSER),
    }


DRIVER = (
    Box("position", ("the whole row",), "observe(seat)"),
    Box("observation", ("what one seat may know",), "choose"),
    Box("player", ("a person, a bot, a program",), "an action"),
    Box("rules", ("why_not: refuse, and cite the rule", "apply: carry it out")),
)
FAIRNESS = (
    Box("the server picks a secret", ("32 random bytes",), "publishes its SHA-256"),
    Box("browsers bind themselves", ("each sends the hash", "of 32 random bytes"), "all are in"),
    Box(
        "browsers reveal the bytes", ("who does not is left out,", "and all are told"), "the start"
    ),
    Box(
        "every outcome is computed",
        ("HMAC-SHA256(secret,", "contributions, match, counter)"),
        "the match is over",
    ),
    Box(
        "the secret is revealed", ("the record holds all of it",), "each browser, tischlein verify"
    ),
    Box(
        "everybody computes it again",
        ("commitment, hashes, lot, every draw,", "against what was kept from the start"),
    ),
)
BROWSER = (
    Box("an event is stored", ("checked, numbered, on disk",), "for every pair of eyes"),
    Box("observation", ("masked before anything else",), "scene, say"),
    Box("scene and words", ("pieces, places, choices, log",), "what has changed"),
    Box("the browser", ("draws, animates the difference,", "and knows no rule")),
)


def _board(seen: tt.Observation) -> str:
    return drawing.draw(seen).svg + "\n"


def _example(name: str) -> tt.Game:
    if str(EXAMPLES) not in sys.path:
        sys.path.insert(0, str(EXAMPLES))
    game: tt.Game = importlib.import_module(name).GAME
    return game


def _row_of_tic_tac_toe() -> str:
    position = _example("tictactoe").start().after(0, "b2").after(1, "a1").after(0, "c1")
    return _rows("A position of Tic-Tac-Toe as one row of words", [("A: b2, c1 · B: a1", position)])


def _worlds_of_liars_dice() -> str:
    position = _example("liars_dice").start(seed=2).after(0, "1x3")
    seen = position.observe(0)
    samples = [seen.determinize(new_rng(seed)) for seed in (1, 2)]
    rows: list[tuple[str, Row]] = [("the truth", position), ("what A sees", seen)]
    rows += [("what A must hold for possible", sample) for sample in samples]
    return _rows("The same position as it is, as A sees it, and two determinizations", rows)


def _rows(title: str, rows: Sequence[tuple[str, Row]]) -> str:
    """Draw rows of words below each other; what differs from the first is framed boldly."""
    first = rows[0][1]
    names = list(_words(first))
    cell = _WIDTH // len(names)
    body, y = [_names(names, cell)], 66
    for label, row in rows:
        body.append(f'<text x="2" y="{y}">{escape(label)}</text>')
        for index, (value, original) in enumerate(zip(row.row, first.row, strict=True)):
            bold = 3 if value != original else 1
            x = index * cell + 2
            body.append(
                f'<rect x="{x}" y="{y + 6}" width="{cell - 4}" height="26" fill="none" '
                f'stroke="currentColor" stroke-width="{bold}"/>'
                f'<text x="{x + cell / 2 - 2:g}" y="{y + 24}" text-anchor="middle">{value}</text>'
            )
        y += 58
    return _svg(title, body, y - 20)


def _words(row: Row) -> Iterator[str]:
    """Yield the name of the field that each word belongs to, once for each field."""
    dtype = row.game.state.dtype
    for name in dtype.names or ():
        count = dtype[name].itemsize // row.row.itemsize
        yield from (name, *[""] * (count - 1))


def _names(names: Sequence[str], cell: int) -> str:
    """Write names above their first word, by turns in two lines, so that none meets the next."""
    named = [(index * cell + 2, name) for index, name in enumerate(names) if name]
    return "".join(
        f'<text x="{x if x < _WIDTH / 2 else x + cell - 4}" y="{16 if number % 2 else 34}" '
        f'text-anchor="{"start" if x < _WIDTH / 2 else "end"}" '
        f'font-weight="bold">{escape(name)}</text>'
        for number, (x, name) in enumerate(named)
    )


def _chain(title: str, boxes: Sequence[Box], returns: str = "") -> str:
    """Draw boxes below each other, with an arrow from each to the next, and back if asked for."""
    right = 290 if returns else _WIDTH - 2
    body, y, middles = [], 2, []
    for number, box in enumerate(boxes):
        height = 16 + _LINE * (1 + len(box.notes))
        middles.append(y + height // 2)
        body.append(
            f'<rect x="2" y="{y}" width="{right - 2}" height="{height}" rx="6" fill="none" '
            'stroke="currentColor" stroke-width="1.5"/>'
            f'<text x="14" y="{y + 23}" font-weight="bold">{escape(box.title)}</text>'
        )
        body += [
            f'<text x="14" y="{y + 23 + _LINE * line}">{escape(note)}</text>'
            for line, note in enumerate(box.notes, 1)
        ]
        y += height
        if number + 1 < len(boxes):
            body.append(
                f'<path d="M24 {y}v{_GAP}m-5 -8l5 8l5 -8" fill="none" stroke="currentColor" '
                f'stroke-width="1.5"/><text x="40" y="{y + 22}">{escape(box.arrow)}</text>'
            )
            y += _GAP
    if returns:
        top, bottom = middles[0], middles[-1]
        body.append(
            f'<path d="M{right} {bottom}h24V{top}h-24m8 -5l-8 5l8 5" fill="none" '
            'stroke="currentColor" stroke-width="1.5"/>'
            f'<text transform="translate({right + 42} {(top + bottom) // 2}) rotate(-90)" '
            f'text-anchor="middle">{escape(returns)}</text>'
        )
    return _svg(title, body, y + 2)


def _svg(title: str, body: Sequence[str], height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" role="img" {_STYLE}>'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>\n"
    )


if __name__ == "__main__":
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
