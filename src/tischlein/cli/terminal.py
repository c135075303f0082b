"""Playing in the terminal: the board in characters, actions typed as records write them."""

from __future__ import annotations

import getpass
import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep

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
from tischlein.lab.simulate import LEISURE, players_by_level

_WIDTH = 78


class _QuitError(Exception):
    """The player has had enough."""


class _Race:
    """A race in progress: what everybody does, and after how many milliseconds."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The race that the scene named."""
        self.since: float | None = None
        """When the player had the question before their eyes, in seconds of the monotonic clock."""
        self.reactions: dict[int, Reaction] = {}
        """What the seats are about to do; it stays while they stick to it."""

    def first(self, order: Sequence[int]) -> int:
        """Return the fastest seat; of equal times the first in an order counts."""
        return min(
            self.reactions, key=lambda seat: (self.reactions[seat].milliseconds, order.index(seat))
        )


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
        self._race: _Race | None = None

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
            self._await_chance()
            outcomes, weights = zip(*position.outcomes(), strict=True)
            action = self._rng.choices(outcomes, weights)[0]
            return Event(CHANCE, action, self._position.happen(action).outcome)
        race = self._game.picture.scene(position.observe(self._seat)).race
        if race:
            if self._race is None or self._race.name != race:
                self._race = _Race(race)
            return self._fastest(self._race)
        for seat in self._rng.sample(acting, len(acting)):
            if seat == self._seat:
                continue
            name = self._names[seat]
            thinking = translate(self._language, Phrase("terminal-thinking", {"name": name}))
            with self._console.status(thinking):
                action = self._bots[seat].choose(position.observe(seat), position.legal(seat))
            if isinstance(action, Reaction):
                return Event(seat, action.action)
            if action is not None:
                return Event(seat, action)
        self._show()
        return Event(self._seat, self._ask())

    def _await_chance(self) -> None:
        """Let a countdown pass, if the game has one here."""
        suspense = getattr(self._game.rules, "suspense", None)
        milliseconds = suspense(self._position.state) if suspense is not None else None
        if milliseconds:
            prompt = self._game.picture.scene(self._position.observe(self._seat)).prompt
            self._console.print(self._in_words(prompt), style="italic")
            sleep(milliseconds / 1000)

    def _fastest(self, race: _Race) -> Event:
        """Return what the fastest does: the bots take their times, the player's is measured.

        The bots wait with what they do until the player has typed something, or has nothing more
        to say in this race. A player who has typed and is not first stays in the race.
        """
        position = self._position
        acting = position.acting
        for seat in acting:
            if seat != self._seat:
                self._ask_bot(race, seat)
        if self._seat in acting and self._seat not in race.reactions:
            if race.since is None:
                self._show()
                race.since = monotonic()
            action = self._ask()
            milliseconds = round(1000 * (monotonic() - race.since))
            race.reactions[self._seat] = Reaction(action, milliseconds)
        seat = race.first(self._game.rules.tie_order(position.state))
        reaction = race.reactions.pop(seat)
        return Event(seat, reaction.action, (reaction.milliseconds,))

    def _ask_bot(self, race: _Race, seat: int) -> None:
        """Have a bot say what it does in a race; one that sticks to its answer keeps its time."""
        position = self._position
        chosen = self._bots[seat].choose(position.observe(seat), position.legal(seat))
        earlier = race.reactions.pop(seat, None)
        if chosen is None:
            return
        if not isinstance(chosen, Reaction):
            chosen = Reaction(chosen, self._rng.randrange(*LEISURE))
        kept = earlier if earlier is not None and earlier.action == chosen.action else chosen
        race.reactions[seat] = kept

    def _end_race(self, last: Event) -> None:
        """Tell the player by how much they were late, if the race went on without them."""
        race = self._race
        if race is None or not last.outcome:
            return
        if self._game.picture.scene(self._position.observe(self._seat)).race == race.name:
            return
        own = race.reactions.get(self._seat)
        if own is not None:
            late = max(0, own.milliseconds - last.outcome[0])
            self._tell("problem-too-late", milliseconds=late)
        self._race = None

    def _perform(self, event: Event) -> None:
        before = self._position.observe(self._seat)
        shown = hide(self._position, event, self._seat)
        self._position.play(event.seat, event.action, event.outcome)
        self._events.append(event)
        after = self._position.observe(self._seat)
        for phrase in self._game.picture.say(shown, before, after):
            self._console.print(self._in_words(phrase), style="bold" if event.seat < CHANCE else "")
        self._end_race(event)

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
