"""Any game in words, for language models and others that read and write: look, act, ask why not.

>>> from tischlein.interop.text import TextTable
>>> table = TextTable("raufer", seats=3, seat=0, opponents="random", seed=7)
>>> table.legal[:2]
('4 up', '4 down')
>>> table.act("99 up").accepted
False
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tischlein import presentation
from tischlein.bots.players import Entrant
from tischlein.core import registry
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.phrases import Phrase, Refusal, seat_name
from tischlein.core.position import Observation
from tischlein.interop.company import Company, check_seat, makers_of
from tischlein.interop.rendering import characters
from tischlein.interop.rounds import Rounds
from tischlein.presentation import rulebook
from tischlein.presentation.texts import translate

WAIT = "wait"
"""What a seat writes that may act and does not want to."""
SHOWN = 60
"""Of the legal actions, so many are listed at most; ``TextTable.legal`` has all."""


@dataclass(frozen=True)
class Answer:
    """What came of an action."""

    accepted: bool
    text: str
    """What happened and how it looks now; or why the action was refused, which changes nothing."""


class TextTable:
    """A seat at a table, all in words; the guest sees what the seat sees and nothing else.

    Parameters
    ----------
    key
        The game, by name.
    seats
        By default the fewest.
    seat
        The guest's, from 0.
    opponents
        Who has the other seats, as in :func:`tischlein.play`: one for all, or one for each.
    seed
        Equal seeds give equal matches; drawn if None.
    language
        ``en``, ``de`` or ``fr``.
    options
        The game's options that differ from their defaults.

    Raises
    ------
    GameError
        For a game or a level that does not exist, or a wrong number of opponents.
    OptionError
        For a seat count, a seat or an option that the game does not have.
    """

    def __init__(
        self,
        key: str | Game,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: Entrant | Sequence[Entrant] = "random",
        seed: int | None = None,
        language: str = "en",
        **options: str | int,
    ) -> None:
        self.game = registry.load(key) if isinstance(key, str) else key
        self.seat = seat
        self.language = language
        start = self.game.start(seats, options)
        check_seat(seat, start.seats)
        self._rounds = Rounds(start)
        self._log: list[str] = []
        self._pending: tuple[Event, Observation] | None = None
        makers = makers_of(self.game, start.seats, opponents)
        rng = new_rng(secrets.randbits(63) if seed is None else seed)
        self._company = Company(self._rounds, seat, makers, rng, self._hear)
        self._company.play_on()
        self._say_pending()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._rounds.over

    @property
    def reward(self) -> float:
        """What the end is worth to the seat, from -1 to 1; 0 before it."""
        return self._rounds.utilities()[self.seat] if self.over else 0.0

    @property
    def legal(self) -> tuple[str, ...]:
        """All actions of the seat in the game's notation; none when the match is over."""
        return () if self.over else self._written(self._rounds.legal(self.seat).tolist())

    def look(self) -> str:
        """Return what has happened since the last look, the board, and what the seat can do."""
        happened, self._log = self._log, []
        seen = self._rounds.observe(self.seat)
        prompt = presentation.of(self.game).scene(seen).prompt
        parts = ["\n".join(happened), characters(seen), self._in_words(prompt)]
        parts.append("\n".join(self._result(seen) if self.over else self._possible()))
        return "\n\n".join(part for part in parts if part)

    def act(self, text: str) -> Answer:
        """Do what a text in the game's notation says, and return what came of it."""
        if self.over:
            return Answer(accepted=False, text=self.look())
        action, reason = self._understood(text)
        if action is None:
            return Answer(accepted=False, text=reason)
        self._company.choose(action)
        self._say_pending()
        return Answer(accepted=True, text=self.look())

    def why_not(self, text: str) -> str:
        """Return why an action is refused, with the rule; empty for one that is possible."""
        return self._understood(text)[1]

    def rules(self) -> dict[str, str]:
        """Return all rules of the game, by identifier."""
        return rulebook.rules(self.game, self.language)

    def _written(self, actions: Sequence[int]) -> tuple[str, ...]:
        seen = self._rounds.observe(self.seat)
        return tuple(
            WAIT if action == self._rounds.wait else seen.write(self.seat, action)
            for action in actions
        )

    def _possible(self) -> list[str]:
        legal = self._rounds.legal(self.seat).tolist()
        left = len(legal) - SHOWN
        more = [self._in_words(Phrase("guest-more", {"count": left}))] if left > 0 else []
        return [self._in_words(Phrase("guest-actions")), *self._written(legal[:SHOWN]), *more]

    def _result(self, seen: Observation) -> list[str]:
        ranks, scores = seen.ranks(), seen.scores()
        return [
            self._in_words(
                Phrase(
                    "terminal-place",
                    {"place": ranks[seat] + 1, "seat": seat_name(seat), "score": scores[seat]},
                )
            )
            for seat in sorted(range(seen.seats), key=lambda seat: ranks[seat])
        ]

    def _understood(self, text: str) -> tuple[int | None, str]:
        """Return the legal action that a text means, or None and why there is none."""
        rounds = self._rounds
        seen = rounds.observe(self.seat)
        if text.strip().lower() == WAIT and rounds.wait in rounds.legal(self.seat):
            return rounds.wait, ""
        try:
            action = seen.read(self.seat, text)
        except NotationError:
            (example,) = self._written(rounds.legal(self.seat)[:1].tolist())
            told = Phrase("terminal-not-understood", {"example": example})
            return None, self._in_words(told)
        except RefusedError as refused:
            return None, self._reason(refused.refusal)
        refusal = seen.why_not(self.seat, action)
        return (action, "") if refusal is None else (None, self._reason(refusal))

    def _reason(self, refusal: Refusal) -> str:
        """Return a refusal in words, with the rule's identifier and its text."""
        rule = self.rules().get(refusal.rule, "")
        return f"{self._in_words(refusal.phrase)} [{refusal.rule}] {rule}".strip()

    def _hear(self, seat: int, action: int) -> None:
        """Keep an event as the seat sees it until it has happened."""
        self._say_pending()
        position = self._rounds.position()
        shown = position.observed_event(Event(seat, action), self.seat)
        self._pending = shown, position.observe(self.seat)

    def _say_pending(self) -> None:
        """Put what has happened into words."""
        if self._pending is not None:
            event, before = self._pending
            after = self._rounds.observe(self.seat)
            said = presentation.of(self.game).say(event, before, after)
            self._log += [self._in_words(phrase) for phrase in said]
            self._pending = None

    def _in_words(self, phrase: Phrase) -> str:
        return translate(self.language, phrase, self.game)
