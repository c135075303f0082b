"""Playing in the terminal: the board in characters, actions typed as records write them."""

from __future__ import annotations

import getpass
import random
import secrets
from pathlib import Path

from rich.console import Console

from tischlein.cli.reports import observer, prepare
from tischlein.core import options as option_texts
from tischlein.core import records, registry, rulebook
from tischlein.core.errors import NotationError, OptionError, RefusedError
from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, SeatName, Value
from tischlein.core.position import Position, hide
from tischlein.core.race import Reaction
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE, SPECTATOR, letter
from tischlein.core.texts import translate
from tischlein.lab.simulate import players_by_level

_WIDTH = 78


class _QuitError(Exception):
    """The player has had enough."""


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
        self._level = level.lower()
        self._seat = observer(seat, count)
        if self._seat == SPECTATOR:
            raise OptionError("say where you sit: --seat A")
        makers = players_by_level(game, [self._level] * count)
        rng = random.Random(secrets.randbits(64) if seed is None else seed)
        self._rng = rng
        self._bots = {
            other: make(rng.getrandbits(63))
            for other, (_, make) in enumerate(makers)
            if other != self._seat
        }
        strength = translate(language, Phrase(f"level-{self._level}"))
        self._names = tuple(
            name or _user_name() if one == self._seat else f"{strength} {letter(one)}"
            for one in range(count)
        )
        self._options = checked
        self._position = Position.start(game, count, checked)
        self._events: list[Event] = []
        self._console = Console(highlight=False)

    def play(self) -> None:
        """Play until the match is over or the player leaves."""
        prepare(self._game, searches=self._level != "random")
        self._tell("terminal-welcome", game=Phrase("game"))
        try:
            while self._position.acting:
                self._perform(self._next())
        except _QuitError:
            self._tell("terminal-left")
            return
        self._show()
        self._show_result()

    def save(self, path: Path) -> None:
        """Write the match so far to a record."""
        record = Record(self._game, self._names, self._options, tuple(self._events))
        path.write_text(records.write(record), encoding="utf-8", newline="\n")

    def _next(self) -> Event:
        """Return what happens next: chance, a bot, or what the player types."""
        position = self._position
        acting = position.acting
        if CHANCE in acting:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            action = self._rng.choices(outcomes, weights)[0]
            return Event(CHANCE, action, self._position.happen(action).outcome)
        for seat in self._rng.sample(acting, len(acting)):
            if seat == self._seat:
                continue
            name = self._names[seat]
            thinking = translate(self._language, Phrase("terminal-thinking", {"name": name}))
            with self._console.status(thinking):
                action = self._bots[seat].choose(position.observe(seat), position.legal(seat))
            if isinstance(action, Reaction):
                return Event(seat, action.action, (action.milliseconds,))
            if action is not None:
                return Event(seat, action)
        self._show()
        return Event(self._seat, self._ask())

    def _perform(self, event: Event) -> None:
        before = self._position.observe(self._seat)
        shown = hide(self._position, event, self._seat)
        self._position.play(event.seat, event.action, event.outcome)
        self._events.append(event)
        after = self._position.observe(self._seat)
        for phrase in self._game.picture.say(shown, before, after):
            self._console.print(self._in_words(phrase), style="bold" if event.seat < CHANCE else "")

    def _ask(self) -> int:
        """Return a legal action that the player types; answer questions until there is one."""
        while True:
            try:
                typed = input(f"{letter(self._seat)}> ").strip()
            except EOFError:
                raise _QuitError from None
            words = typed.lower().split()
            if not words:
                continue
            if words[0] in ("quit", "exit"):
                raise _QuitError
            if words[0] == "help":
                rule = self._game.rule_identifiers[0]
                self._tell("terminal-help", example=self._example(), rule=rule)
            elif words[0] == "legal":
                self._show_legal()
            elif words[0] == "rules":
                self._show_rules(words[1:])
            else:
                action = self._understand(words)
                if action is not None:
                    return action

    def _understand(self, words: list[str]) -> int | None:
        """Return the legal action that words mean, or say why there is none."""
        position = self._position
        try:
            action = int(self._game.notation.read(position.state, self._seat, words))
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
        self._console.print(f"{self._in_words(refusal.phrase)} [{refusal.rule}]", markup=False)
        return None

    def _example(self) -> str:
        action = self._position.legal(self._seat)[0]
        return str(self._game.notation.write(self._position.state, self._seat, action))

    def _show(self) -> None:
        seen = self._position.observe(self._seat)
        self._console.print(f"\n{self._game.picture.draw(seen)}\n", markup=False)
        prompt = self._game.picture.scene(seen).prompt
        self._console.print(self._in_words(prompt), style="italic")

    def _show_legal(self) -> None:
        position = self._position
        texts = [
            str(self._game.notation.write(position.state, self._seat, action))
            for action in position.legal(self._seat)
        ]
        width = max(map(len, texts)) + 2
        columns = max(1, _WIDTH // width)
        for start in range(0, len(texts), columns):
            line = "".join(text.ljust(width) for text in texts[start : start + columns])
            self._console.print(line.rstrip(), markup=False)

    def _show_rules(self, identifiers: list[str]) -> None:
        known = rulebook.rules(self._game, self._language)
        for identifier in [word.upper() for word in identifiers] or list(known):
            text = known.get(identifier)
            if text is None:
                self._tell("terminal-no-rule", rule=identifier)
            else:
                self._console.print(f"{identifier} {text}", markup=False)

    def _show_result(self) -> None:
        position = self._position
        ranking = sorted(range(position.seats), key=lambda seat: position.places()[seat])
        for seat in ranking:
            self._tell(
                "terminal-place",
                place=position.places()[seat] + 1,
                seat=SeatName(seat),
                score=position.scores()[seat],
            )

    def _tell(self, key: str, **values: Value) -> None:
        self._console.print(self._in_words(Phrase(key, values)), markup=False)

    def _in_words(self, phrase: Phrase) -> str:
        return translate(self._language, phrase, self._game, self._names)


def _user_name() -> str:
    """Return the name of who is logged in; empty, so that the seat's is used, if it has none."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return ""
