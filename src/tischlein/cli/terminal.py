"""Playing in the terminal: the board in characters, actions typed in the notation of records."""

from __future__ import annotations

import getpass
import random
import secrets
import textwrap
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic, sleep

from rich.console import Console
from rich.text import Text

from tischlein import presentation
from tischlein.cli.preparation import prepare
from tischlein.cli.replaying import observer_named
from tischlein.core import options as option_texts
from tischlein.core import records, registry
from tischlein.core.driver import Driver, Player
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.core.records import Record, made_with
from tischlein.core.seats import CHANCE, SPECTATOR, letter
from tischlein.lab.simulate import players_by_level
from tischlein.presentation import rulebook
from tischlein.presentation.texts import translate
from tischlein.whole_files import write_whole

_WIDTH = 78
_LINES = 40
"""The most lines of actions shown at once: Drop It starts with fifty thousand actions."""


class _QuitError(Exception):
    """The player has quit."""


def make_place(file: Path) -> None:
    """Create a file, and its parent folders, for a match to be written to.

    Raises
    ------
    OptionError
        If the file exists: it may hold another match.
    OSError
        If it cannot be created.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        raise OptionError(f"{file} is there already; name a new file with --save") from None


class _Race:
    """A race in progress, as the person at the keyboard experiences it."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The race's name in the scene."""
        self.since: float | None = None
        """When the question was shown to the player, in seconds of the monotonic clock."""
        self.own: Reaction | None = None
        """The player's typed answer, which stays in the race until it counts."""


class Table:
    """One match in the terminal between a person and bots.

    Raises
    ------
    TischleinError
        For a game, an option, a seat or a level that does not exist.
    """

    def __init__(
        self,
        key: str,
        *,
        count: int | None,
        options: str,
        seat: str,
        level: str,
        seed: int | None,
        language: str,
        name: str,
    ) -> None:
        game = registry.load(key)
        count = min(game.seats) if count is None else count
        checked = option_texts.complete(game, count, option_texts.parse(options))
        self._game = game
        self._language = language
        self._known: set[str] = set()
        """Signs of drawings already explained to the player since they last asked for help."""
        self._level = level.lower()
        self._seat = observer_named(seat, count)
        if self._seat == SPECTATOR:
            raise OptionError("say where you sit: --seat A")
        makers = players_by_level(game, [self._level] * count)
        rng = random.Random(secrets.randbits(64) if seed is None else seed)
        players: list[Player] = [
            self if other == self._seat else _Bot(self, other, make(rng.getrandbits(63)))
            for other, (_, make) in enumerate(makers)
        ]
        bot = translate(language, Phrase("bot-name", {"level": self._level}))
        self._names = tuple(
            name or _user_name() if one == self._seat else f"{bot} {letter(one)}"
            for one in range(count)
        )
        self._options = checked
        self._position = Position.start(game, count, checked)
        self._driver = Driver(self._position, players, rng, self._measure, last=self._seat)
        self._events: list[Event] = []
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._race: _Race | None = None

    def play(self) -> None:
        """Play until the match is over or the player quits."""
        prepare(self._game, searches=self._level != "random")
        self._tell("terminal-welcome", game=Phrase("game"))
        try:
            while (event := self._driver.next_event()) is not None:
                self._perform(event)
        except _QuitError:
            self._tell("terminal-left")
            return
        self._show()
        self._show_result()

    def save(self, path: Path) -> None:
        """Write the match so far to a record."""
        made = made_with(self._game)
        record = Record(self._game, self._names, self._options, tuple(self._events), made)
        write_whole(path, records.write(record))

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return the player's action; in a race, ask only once and add the reaction time."""
        del legal  # the position has it, too
        race = presentation.of(self._game).scene(observation).race
        if not race:
            self._show()
            return self._ask()
        if self._race is None or self._race.name != race:
            self._race = _Race(race)
        now = self._race
        if now.own is None:
            if now.since is None:
                self._show()
                now.since = monotonic()
            action = self._ask()
            now.own = Reaction(action, round(1000 * (monotonic() - now.since)))
        return now.own

    def thinking(self, seat: int) -> AbstractContextManager[object]:
        """Show that somebody is thinking, for as long as that takes."""
        name = self._names[seat]
        words = self._in_words(Phrase("terminal-thinking", {"name": name}))
        return self._console.status(Text(words))

    def _measure(self, position: Position, action: int) -> tuple[int, ...]:
        """Wait out a countdown, if the game has one here, and determine the random values."""
        milliseconds = position.suspense
        if milliseconds:
            seen = position.observe(self._seat)
            prompt = presentation.of(self._game).scene(seen).prompt
            self._say(prompt, style="italic")
            sleep(milliseconds / 1000)
        return position.measure(action).values

    def _end_race(self, last: Event) -> None:
        """Tell the player how late they were, if the race ended without them."""
        race = self._race
        if race is None or not last.measurement:
            return
        if presentation.of(self._game).scene(self._position.observe(self._seat)).race == race.name:
            return
        if race.own is not None and last.seat != self._seat:
            late = max(0, race.own.milliseconds - last.measurement[0])
            self._tell("problem-too-late", milliseconds=late)
        self._race = None

    def _perform(self, event: Event) -> None:
        before = self._position.observe(self._seat)
        shown = self._position.observed_event(event, self._seat)
        self._position.play(event.seat, event.action, event.measurement)
        self._events.append(event)
        after = self._position.observe(self._seat)
        for phrase in presentation.of(self._game).say(shown, before, after):
            self._say(phrase, style="bold" if event.seat < CHANCE else "")
        self._end_race(event)

    def _ask(self) -> int:
        """Return a legal action that the player types; answer questions until there is one."""
        while True:
            try:
                typed = input(f"{letter(self._seat)}> ").strip()
            except EOFError:
                self._console.print()  # leave the line of the prompt
                raise _QuitError from None
            except KeyboardInterrupt:
                self._console.print()
                raise
            words = typed.lower().split()
            if not words:
                continue
            if words[0] in ("quit", "exit"):
                raise _QuitError
            if words[0] == "help":
                rule = rulebook.identifiers(self._game)[0]
                self._tell("terminal-help", example=self._example(), rule=rule)
                self._known.clear()
                self._show()
            elif words[0] == "legal":
                self._show_legal(" ".join(words[1:]))
            elif words[0] == "rules":
                self._show_rules(words[1:])
            else:
                action = self._understand(words)
                if action is not None:
                    return action

    def _understand(self, words: list[str]) -> int | None:
        """Return the legal action that the words mean, or print why there is none."""
        position = self._position
        try:
            action = position.read(self._seat, " ".join(words))
        except NotationError:
            self._tell("terminal-not-understood", example=self._example())
            return None
        except RefusedError as error:
            refusal = error.refusal
        else:
            found = position.why_not(self._seat, action)
            if found is None:
                return action
            refusal = found
        self._print(f"{self._in_words(refusal.phrase)} [{refusal.rule}]")
        return None

    def _example(self) -> str:
        action = self._position.legal(self._seat)[0]
        return self._position.write(self._seat, action)

    def _show(self) -> None:
        seen = self._position.observe(self._seat)
        drawing = presentation.of(self._game).characters(seen, self._language, self._known)
        self._console.print(f"\n{drawing}\n")
        self._say(presentation.of(self._game).scene(seen).prompt, style="italic")

    def _show_legal(self, beginning: str) -> None:
        """List the legal actions that begin with these words, up to a readable number."""
        position = self._position
        every = (position.write(self._seat, action) for action in position.legal(self._seat))
        texts = [text for text in every if text.lower().startswith(beginning)]
        if not texts:
            self._tell("terminal-not-understood", example=self._example())
            return
        width = max(map(len, texts)) + 2
        columns = max(1, min(_WIDTH, self._console.width) // width)
        shown = columns * _LINES
        for start in range(0, len(texts[:shown]), columns):
            line = "".join(text.ljust(width) for text in texts[start : start + columns])
            self._console.print(line.rstrip())
        if len(texts) > shown:
            beginning = texts[-1].rpartition(" ")[0]
            self._tell("terminal-more", count=len(texts) - shown, beginning=beginning)

    def _show_rules(self, identifiers: list[str]) -> None:
        known = rulebook.rules(self._game, self._language)
        for identifier in [word.upper() for word in identifiers] or list(known):
            text = known.get(identifier)
            if text is None:
                self._tell("terminal-no-rule", rule=identifier)
            else:
                self._print(f"{identifier} {text}")

    def _show_result(self) -> None:
        position = self._position
        ranking = sorted(range(position.seats), key=lambda seat: position.ranks()[seat])
        for seat in ranking:
            self._tell(
                "terminal-place",
                place=position.ranks()[seat] + 1,
                seat=seat_name(seat),
                score=position.scores()[seat],
            )

    def _tell(self, key: str, **values: Value) -> None:
        self._say(Phrase(key, values))

    def _say(self, phrase: Phrase, style: str = "") -> None:
        self._print(self._in_words(phrase), style)

    def _print(self, text: str, style: str = "") -> None:
        """Print a text in lines that keep together what no-break spaces join; Rich's would not."""
        width = self._console.width
        lines = (textwrap.fill(line, width, break_on_hyphens=False) for line in text.splitlines())
        self._console.print("\n".join(lines), style=style)

    def _in_words(self, phrase: Phrase) -> str:
        return translate(self._language, phrase, self._game, self._names)


class _Bot:
    """A bot at the table, announced while it thinks."""

    def __init__(self, table: Table, seat: int, player: Player) -> None:
        self._table = table
        self._seat = seat
        self._player = player

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the bot chooses."""
        with self._table.thinking(self._seat):
            return self._player.choose(observation, legal)


def _user_name() -> str:
    """Return the name of the logged-in user; if it is unknown, empty (the seat's name is used)."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return ""
