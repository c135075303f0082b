"""Records: a match as a text file. Reading replays it and verifies every expectation in it.

::

    game: bauab
    seats: Anna, Ben
    options: first=A

    A 3 a1                        # an event
    ! B 3 b1 ; BAU-12             # must be refused, and the refusal cites BAU-12
    ? plot a1 = A3                # a query and its value
    & stand-in B strong           # decided at the table, beside the actions of the game
    = 19 21                       # the match is over with these scores

Reading is tolerant of letter case and white space; writing is canonical, so that the same match
always gives the same text. Comments and expectations are for readers and are not kept.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import NamedTuple

from tischlein.core import options as option_texts
from tischlein.core import queries, registry
from tischlein.core.amounts import many
from tischlein.core.errors import (
    GameError,
    NotationError,
    OptionError,
    RecordError,
    RefusedError,
)
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.options import Options
from tischlein.core.phrases import Phrase, Value
from tischlein.core.position import Position
from tischlein.core.race import Pace
from tischlein.core.readers import plain_digits, seat_or_chance, whole_number
from tischlein.core.seats import CHANCE, letter

_NEEDED = ("game", "seats")
_OWN_KEYS = ("game", "seats", "options")
_ALIKE = 0.85
"""The similarity (Ratcliff and Obershelp, 0 to 1) from which a key may be meant for one of these.
"""
_ALIKE_IF_NEEDED = 0.75
"""The same for one that has to be there: without it nothing can be read anyway."""
RULES = "rules"
"""The header field with the version of the game's rules."""
_A_SCORE = "each of the final scores, in seat order,"
_REACTION = re.compile(r"@[0-9]{1,9}")  # up to LONGEST_REACTION
"""A reaction time in milliseconds, after an action in a race."""
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code that reads words may raise for unexpected words."""
_BEGINNING = re.compile(r"game\s*:", re.IGNORECASE)
"""How the first line of a header begins, which is no line of a body."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Characters that are no text, except white space."""
_ECHO = 60
"""How many characters of a text a message repeats."""


class Note(NamedTuple):
    """Something that was decided at a table, apart from the actions of the game."""

    after: int
    """How many events there had been."""
    text: str
    """What it was, in a few words that a table can read back."""


@dataclass(frozen=True, repr=False)
class Record:
    """A match, finished or not: game, players, options and what has happened."""

    game: Game
    names: tuple[str, ...]
    """The players' names in seat order."""
    options: Options
    """Complete and checked."""
    events: tuple[Event, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    """Further header lines in their order, such as ``date``, ``title`` or ``commitment``."""
    notes: tuple[Note, ...] = ()
    """What was decided apart from the actions of the game, in order."""

    def __hash__(self) -> int:
        """Hash by game, players and events."""
        return hash((self.game.key, self.names, self.events))

    def __repr__(self) -> str:
        over = self.final().over
        result = f"over with scores {self.final().scores()}" if over else "not over"
        return f"<Record of {self.game.key}: {many(len(self.events), 'event')}, {result}>"

    def __str__(self) -> str:
        """Return the canonical text."""
        return write(self)

    def _repr_svg_(self) -> str | None:
        """Return the board after the last event as a spectator sees it, for notebooks."""
        return self.final()._repr_svg_()

    def positions(self) -> Iterator[Position]:
        """Yield copies of the position before anything has happened and after every event."""
        position = Position.start(self.game, len(self.names), self.options)
        yield position.clone()
        for event in self.events:
            position.apply(event)
            yield position.clone()

    def after(self, count: int) -> Position:
        """Return the position after the first `count` events, from 0 to as many as there are."""
        position = Position.start(self.game, len(self.names), self.options)
        for event in self.events[:count]:
            position.apply(event)
        return position

    def final(self) -> Position:
        """Return the position after the last event."""
        return self.after(len(self.events))


def made_with(game: Game, version: int | None = None) -> dict[str, str]:
    """Return the header fields that say what a match was made with.

    ``rules`` is the version of the game's rules, by default the installed one; ``engine`` names
    what performs a game's measurements here, if it has any.
    """
    fields = {RULES: str(game.version if version is None else version)}
    return fields if game.measured is None else fields | {"engine": game.measured.engine()}


def remark_on_rules(record: Record) -> str:
    """Return that a record follows other rules than those installed; empty if it does not."""
    version = {key.lower(): value for key, value in record.fields.items()}.get(RULES, "")
    if version in ("", str(record.game.version)):
        return ""
    return (
        f"the record follows version {_shortened(version)} of the rules, "
        f"and version {record.game.version} is installed"
    )


# --- reading ---


def read(text: str) -> Record:
    """Return the match that a record describes, after replaying and verifying it.

    Raises
    ------
    RecordError
        Naming the first line that cannot be read, the first event that is not possible, or the
        first expectation that fails.
    TypeError
        For anything but a text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is read from its text, not from {text!r}")
    lines = _lines(text)
    header, body = _split_header(lines)
    record = _read_header(header)
    reading = _Reading(record)
    other_rules = remark_on_rules(record)
    for line_number, line in enumerate(lines[body:], body + 1):
        try:
            reading.line(line_number, _without_comment(line))
        except RecordError as error:
            if not other_rules:
                raise
            problem = f"{error.problem}; {other_rules}"
            phrase = Phrase("record-other-rules", {"why": error.phrase})
            raise RecordError(
                line_number, problem, error.refused, error.game, phrase=phrase
            ) from error
    return replace(record, events=tuple(reading.events), notes=tuple(reading.notes))


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))


_Header = dict[str, tuple[int, str, str]]
"""Line number, key as written and value, by the key in lower case."""


def _split_header(lines: list[str]) -> tuple[_Header, int]:
    """Return the header's fields, and how many lines come before the body."""
    header: _Header = {}
    for line_number, line in enumerate(lines, 1):
        if line.lstrip().startswith("#"):
            continue
        if not line.strip():
            if header:
                return header, line_number
            continue
        key, colon, value = line.partition(":")
        key = " ".join(key.split())
        if not (colon and key):
            raise RecordError(
                line_number,
                f"a header line is written 'key: value', and an empty line ends the header; "
                f"this is {_echo(line.strip())}",
                phrase=Phrase("record-header-line", {"text": _cut(line.strip())}),
            )
        known = key.lower()
        if known in header:
            phrase = Phrase("record-header-twice", {"key": _cut(key)})
            raise RecordError(line_number, f"the header has {_echo(key)} twice", phrase=phrase)
        header[known] = (line_number, key, value.strip())
    return header, len(lines)


def _read_header(header: _Header) -> Record:
    for key in _OWN_KEYS:
        if key not in header:
            _refuse_without(key, header)
    line_number, _, key = header["game"]
    try:
        game = registry.load(_without_comment(key).lower())
    except GameError as error:
        phrase = Phrase("problem-game", {"game": _cut(key)})
        raise RecordError(line_number, _shortened(str(error)), phrase=phrase) from None
    line_number, _, seats = header["seats"]
    names = _names(seats)
    if not all(names):
        problem = "every seat has a name; names are separated by commas"
        raise RecordError(line_number, problem, phrase=Phrase("record-names"))
    if _CONTROL.search(seats):  # a terminal would obey them
        problem = "a name has control characters, which cannot be shown"
        raise RecordError(line_number, problem, phrase=Phrase("record-names"))
    if len(names) not in game.seats:
        counts = ", ".join(map(str, game.seats))
        problem = f"{game.key} is played with {counts} seats, not {len(names)}"
        phrase = Phrase("problem-seats", {"counts": [*game.seats], "seats": len(names)})
        raise RecordError(line_number, problem, phrase=phrase)
    line_number, _, written = header.get("options", (line_number, "", ""))
    try:
        given = option_texts.parse(re.sub(r"\s*=\s*", "=", _without_comment(written)))
        options = option_texts.complete(game, len(names), option_texts.unnamed(game) | given)
    except OptionError as error:
        phrase = Phrase("problem-options", {"reason": error.reason})
        problem = _shortened(str(error))
        raise RecordError(line_number, problem, game=game.key, phrase=phrase) from None
    except _UNREADABLE as error:
        problem = f"the options cannot be read: {_message(error)}"
        phrase = Phrase("problem-options", {"reason": _cut(written)})
        raise RecordError(line_number, problem, phrase=phrase) from error
    fields = {key: value for own, (_, key, value) in header.items() if own not in _OWN_KEYS}
    return Record(game, names, options, fields=fields)


def _refuse_without(key: str, header: _Header) -> None:
    """Refuse a header without a line that it needs, or that somebody has misspelt (RecordError)."""
    needed = key in _NEEDED
    for near in get_close_matches(key, header, n=1, cutoff=_ALIKE_IF_NEEDED if needed else _ALIKE):
        line_number, written, _ = header[near]
        raise RecordError(
            line_number,
            f"nothing reads {_echo(written)} in the header: is it {key!r}?",
            phrase=Phrase("record-header-misspelt", {"key": _cut(written), "meant": key}),
        )
    if needed:
        phrase = Phrase("record-header-missing", {"key": key})
        raise RecordError(
            max(1, len(header)), f"the header has no line '{key}: ...'", phrase=phrase
        )


def names_in(text: str) -> tuple[str, ...]:
    """Return the players' names in a text whose header can be read, even if what follows cannot."""
    header, _ = _split_header(_lines(text))
    return _names(header["seats"][2])


def _names(seats: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()) for name in seats.split(","))


def _without_comment(text: str) -> str:
    return text.partition("#")[0].strip()


def _echo(text: str) -> str:
    """Return a text as a message repeats it."""
    return repr(_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= _ECHO else f"{text[: _ECHO - 3]}..."


def _shortened(message: str) -> str:
    """Return a message with long words of the record shortened."""
    return re.sub(rf"\S{{{_ECHO},}}", lambda found: f"{found[0][: _ECHO - 3]}...", message)


def _message(error: Exception) -> str:
    return _shortened(f"{error}" or type(error).__name__)


class _Reading:
    """A replay in progress: the position reached, and the events so far."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.position = Position.start(record.game, len(record.names), record.options)
        self.events: list[Event] = []
        self.notes: list[Note] = []

    def line(self, line_number: int, text: str) -> None:
        """Take in one line without its comment."""
        try:
            if not text:
                return
            if _BEGINNING.match(text):
                problem = "another record begins here; a file holds one match"
                raise RecordError(line_number, problem, phrase=Phrase("record-another"))
            if text[0] != "&":  # a table defines its words
                plain_digits(text)
            if text[0] == "!":
                self._expect_refusal(text[1:])
            elif text[0] == "?":
                self._expect_value(text[1:])
            elif text[0] == "=":
                self._expect_scores(text[1:])
            elif text[0] == "&":
                self.notes.append(Note(len(self.events), " ".join(text[1:].split())))
            else:
                self.events += self._perform(self.position, text)
        except NotationError as error:
            problem = f"{_echo(text)} does not parse: {_message(error)}"
            phrase = Phrase("record-notation", {"text": _cut(text)})
            raise RecordError(line_number, problem, phrase=phrase) from None
        except RefusedError as error:
            problem, refusal = f"{_echo(text)} is refused", error.refusal
            why: dict[str, Value] = {"why": refusal.phrase, "rule": refusal.rule}
            phrase = Phrase("record-refused", {"text": _cut(text), **why})
            game = self.record.game.key
            raise RecordError(line_number, problem, refusal, game, phrase=phrase) from None
        except _FailedError as error:
            phrase = Phrase("record-expectation", {"text": _cut(text)})
            raise RecordError(line_number, _shortened(str(error)), phrase=phrase) from None
        except _UNREADABLE as error:
            problem = f"{_echo(text)} cannot be read: {_message(error)}"
            phrase = Phrase("record-notation", {"text": _cut(text)})
            raise RecordError(line_number, problem, phrase=phrase) from error

    def _perform(self, position: Position, text: str) -> list[Event]:
        """Carry out an event line, which may hold several chance events."""
        first, *words = text.lower().split()
        seat = seat_or_chance(first, position.seats)
        events = []
        for one in _single_events(self.record.game, seat, words):
            event = self._read(position, seat, one)
            position.play(event.seat, event.action, event.measurement)
            events.append(event)
        return events

    def _read(self, position: Position, seat: int, words: list[str]) -> Event:
        """Return the event that words mean; a seat out of turn is reported before faulty words."""
        if seat == CHANCE and not position.game.outcomes:
            raise NotationError(f"{position.game.key} has no chance: all that happens, seats do")
        try:
            action, measurement = _read_action(position, seat, words)
        except RefusedError:
            if seat == CHANCE or seat in position.acting:
                raise
            out_of_turn = position.why_not(seat, 0)
            if out_of_turn is None:
                raise
            raise RefusedError(out_of_turn) from None
        return Event(seat, action, measurement)

    def _expect_refusal(self, text: str) -> None:
        action, _, listed = text.partition(";")
        rules = {rule for rule in re.split(r"[,;\s]+", listed.upper()) if rule}
        if not action.strip():
            raise NotationError("an action is missing after '!'")
        trial = self.position.clone()
        try:
            self._perform(trial, action)
        except RefusedError as error:
            if rules and error.refusal.rule not in rules:
                wanted = " or ".join(sorted(rules))
                raise _FailedError(
                    f"{_echo(action.strip())} is refused by {error.refusal.rule}, not by {wanted}"
                ) from None
            return
        raise _FailedError(f"{_echo(action.strip())} should be refused, but it is possible")

    def _expect_value(self, text: str) -> None:
        query, equals, value = text.partition("=")
        if not equals:
            raise NotationError("a query is written '? query = value'")
        found = queries.answer(self.position, query)
        if found != value.strip() and _comparable(found) != _comparable(value):
            query, value = " ".join(query.split()), " ".join(value.split())
            raise _FailedError(f"{query} = {found}, not {value or 'nothing'}")

    def _expect_scores(self, text: str) -> None:
        scores = tuple(whole_number(word, _A_SCORE) for word in text.split())
        if not self.position.over:
            acting = queries.answer(self.position, "acting")
            raise _FailedError(f"the match is not over: {acting} may act")
        if scores != self.position.scores():
            found = queries.answer(self.position, "scores")
            raise _FailedError(f"the final scores are {found}, not {' '.join(text.split())}")


def _read_action(position: Position, seat: int, words: list[str]) -> tuple[int, tuple[int, ...]]:
    """Return the action that words mean, and its measurement."""
    game, state = position.game, position.state
    reaction: tuple[int, ...] = ()
    if game.race is not None and seat != CHANCE and words and _REACTION.fullmatch(words[-1]):
        reaction = (int(words[-1][1:]),)
        words = words[:-1]
    if not words:
        raise NotationError("an action is missing")
    action = int(game.notation.read(state, seat, words))
    if reaction and game.race is not None and game.race.pace(state, seat, action) == Pace.FREE:
        raise NotationError("a reaction time stands only behind what competes in a race")
    if seat == CHANCE and game.measured is not None:
        return action, game.measured.read(state, seat, words)
    return action, reaction


class _FailedError(Exception):
    """An expectation that fails."""


def _comparable(value: str) -> str:
    """Return a value without the differences that reading tolerates: case and white space."""
    return re.sub(r"\s*([,=])\s*", r"\1", " ".join(value.casefold().split()))


def _single_events(game: Game, seat: int, words: list[str]) -> list[list[str]]:
    """Split a line of chance that takes several values into one list of words for each."""
    before = game.notation.series.get(words[0]) if seat == CHANCE and words else None
    if before is None or len(words) <= before:
        return [words]
    return [[*words[:before], value] for value in words[before:]]


# --- writing ---


def write(record: Record, *, expectations: bool = False) -> str:
    """Return the canonical text of a match.

    With ``expectations``, every event is preceded by queries for who may act and how many actions
    there are, and the end of a match by its ranking, so that another implementation of the game can
    check itself at every step. Commas, line breaks and control characters in players' names, which
    a record cannot express, become spaces.
    """
    game, seats = record.game, len(record.names)
    names = [_written_name(name) or letter(seat) for seat, name in enumerate(record.names)]
    header = [f"game: {game.key}", f"seats: {', '.join(names)}"]
    changed = option_texts.write(game, seats, record.options)
    if changed:
        header.append(f"options: {changed}")
    header += [f"{key}: {' '.join(value.split())}".rstrip() for key, value in record.fields.items()]

    position = Position.start(game, seats, record.options)
    body: list[str] = []
    open_series: list[str] | None = None
    notes = deque(record.notes)
    for index, event in enumerate(record.events):
        before = _notes_until(index, notes)
        if expectations:
            before += _standing_expectations(position)
        line = write_event(position, event)
        series = _series(game, event.seat, line.split()[1:])
        goes_on = series is not None and series == open_series and not before
        if goes_on and _continues(position, event):
            body[-1] += f" {line.rpartition(' ')[2]}"
        else:
            body += [*before, line]
        open_series = series
        position.apply(event)
    body += [f"& {note.text}" for note in notes]
    if position.over:
        body.append(f"= {queries.answer(position, 'scores')}")
        if expectations:
            body.append(f"? ranking = {queries.answer(position, 'ranking')}")
    return "\n".join([*header, "", *body]) + "\n"


def _notes_until(events: int, notes: deque[Note]) -> list[str]:
    """Remove the notes made after so many events, and return them as lines."""
    lines = []
    while notes and notes[0].after <= events:
        lines.append(f"& {notes.popleft().text}")
    return lines


def write_event(position: Position, event: Event) -> str:
    """Return an event about to happen in a position as a line of a record."""
    words = [letter(event.seat), position.write(event.seat, event.action)]
    measured = position.game.measured
    if event.measurement and event.seat != CHANCE:
        words.append(f"@{event.measurement[0]}")
    elif event.measurement and measured is not None:
        words.append(measured.write(position.state, event.seat, event.action, event.measurement))
    return " ".join(words)


def _standing_expectations(position: Position) -> list[str]:
    acting = position.acting
    asked = ["legal"] if len(acting) < 2 else [f"legal {letter(seat)}" for seat in acting]
    return [f"? {query} = {queries.answer(position, query)}" for query in ("acting", *asked)]


def _series(game: Game, seat: int, words: list[str]) -> list[str] | None:
    """Return the words that a chance event shares with others of its line, None if alone."""
    before = game.notation.series.get(words[0]) if seat == CHANCE else None
    return words[:before] if before is not None and len(words) == before + 1 else None


def _continues(position: Position, event: Event) -> bool:
    """Whether an outcome continues the line of the one before, of the same series."""
    return bool(position.game.notation.continues(position.state, event.action))


def _written_name(name: str) -> str:
    return " ".join(_CONTROL.sub(" ", name).replace(",", " ").split())
