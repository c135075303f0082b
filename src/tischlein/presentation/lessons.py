"""Lessons: a game's interactive first match, made of records in which a player acts.

A lesson is the file ``lesson.record`` in a game's folder. Its chapters are records, separated by
lines ``---``; in each, a line that begins with ``>`` opens a step::

    game: bauab
    seats: Anna, Ben
    options: first=A

    A 5 b2
    B 4 c2
    > neighbours BAU-12            # the step's name, and the rules that it is about
    ! A 4 c3 ; BAU-12              # a wrong try that is refused, as in any record
    A 3 c3                         # what the player has to do
    B 1 c1                         # what follows automatically

The events before a chapter's first step lead to its position. In a step, the events of the seat
that acts first are the player's, and all others follow automatically. The sentence of the step is
the message ``lesson-NAME`` of the game's texts, and ``lesson-NAME-done`` says what has happened.

With ``any`` after the rules, any legal action will do; the event in the record is then an example,
and only chance may follow it in its chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tischlein.core import records
from tischlein.core.errors import RecordError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.presentation.capability import source_of

ANY = "any"
_CHAPTERS = "---"
_STEP = ">"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_SHAPE = "a step is written '> name RULE-1 RULE-2', with 'any' behind it if every action will do"


@dataclass(frozen=True)
class Step:
    """One thing that the player does."""

    name: str
    """Part of the keys of its messages."""
    rules: tuple[str, ...]
    """Identifiers of the rules that it is about."""
    free: bool
    """Whether any legal action will do."""
    chapter: Record
    """The match in which it takes place."""
    first: int
    """Number of events of the chapter before it."""
    last: int
    """Number of events of the chapter after which it is over."""

    @property
    def seat(self) -> int:
        """The seat that acts in it."""
        return self.chapter.events[self.first].seat

    @property
    def sentence(self) -> Phrase:
        """What the player is asked to do."""
        return Phrase(f"lesson-{self.name}")

    @property
    def closing(self) -> Phrase:
        """What the player is told when it is done."""
        return Phrase(f"lesson-{self.name}-done")


def lesson_of(game: Game) -> tuple[Step, ...]:
    """Return the steps of a game's first match; none if it has no lesson.

    Raises
    ------
    RecordError
        Naming the line of the lesson that cannot be read, or whose event or expectation fails.
    """
    return _read(source_of(game).lesson(), game)


def steps_in(game: Game) -> int:
    """Return how many steps a game's lesson has, without replaying it."""
    return len(re.findall(rf"^{_STEP}", source_of(game).lesson(), re.MULTILINE))


@cache
def _read(text: str, game: Game) -> tuple[Step, ...]:
    steps: list[Step] = []
    for first, lines in _chapters(text):
        steps += _steps(first, lines, game)
    names = [step.name for step in steps]
    for name in names:
        if names.count(name) > 1:
            raise RecordError(1, f"two steps of the lesson are called {name!r}")
    return tuple(steps)


def _chapters(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield every chapter's lines, and how many lines come before them."""
    lines = text.splitlines()
    ends = [at for at, line in enumerate(lines) if line.rstrip() == _CHAPTERS]
    first = 0
    for end in (*ends, len(lines)):
        if any(line.strip() for line in lines[first:end]):
            yield first, lines[first:end]
        first = end + 1


def _steps(before: int, lines: Sequence[str], game: Game) -> list[Step]:
    """Return the steps of a chapter that begins after some lines of its file."""
    marks = [at for at, line in enumerate(lines) if line.startswith(_STEP)]
    if not marks:
        raise RecordError(before + 1, f"a chapter has at least one step: {_SHAPE}")
    chapter = _record(before, lines)
    if chapter.game.key != game.key:
        raise RecordError(before + 1, f"this is a lesson of {game.key}, not {chapter.game.key}")
    starts = [len(_record(before, lines[:at]).events) for at in marks]
    ends = [*starts[1:], len(chapter.events)]
    return [
        _step(before + at + 1, lines[at], chapter, first, last)
        for at, first, last in zip(marks, starts, ends, strict=True)
    ]


def _record(before: int, lines: Sequence[str]) -> Record:
    """Read and verify a chapter; comments replace other lines, so that line numbers agree."""
    own = ("#" if line.startswith(_STEP) else line for line in lines)
    return records.read("\n".join([*["#"] * before, *own]))


def _step(line: int, text: str, chapter: Record, first: int, last: int) -> Step:
    name, *rules = text.removeprefix(_STEP).partition("#")[0].replace(",", " ").split() or [""]
    free = rules[-1:] == [ANY]
    rules = rules[:-1] if free else rules
    prefix = f"{chapter.game.prefix}-"
    if not _NAME.fullmatch(name) or not rules or not all(one.startswith(prefix) for one in rules):
        raise RecordError(line, f"{_SHAPE}; this is {text.strip()!r}")
    events = chapter.events[first:last]
    if not events or events[0].seat == CHANCE:
        raise RecordError(line, "a step begins with what its player does")
    if free and (last < len(chapter.events) or any(one.seat != CHANCE for one in events[1:])):
        raise RecordError(line, "nothing but chance follows where any action will do")
    return Step(name, tuple(rules), free, chapter, first, last)
