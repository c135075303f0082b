"""Commands that show a match from a record, as words or as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tischlein import presentation
from tischlein.cli.output import print_line, progress
from tischlein.core import seats
from tischlein.core.errors import OptionError
from tischlein.core.position import Position
from tischlein.core.records import Record
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.texts import translate


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
