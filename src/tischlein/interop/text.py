"""Any game in words, for language models and other text interfaces: look, act, ask why not.

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

from tischlein.bots.players import Entrant
from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Observation
from tischlein.interop.opponents import MatchWithOpponents, check_seat, makers_of
from tischlein.interop.rounds import Rounds
from tischlein.interop.wording import WAIT, Wording
from tischlein.presentation import rulebook
from tischlein.presentation.drawing import draw
from tischlein.presentation.texts import LANGUAGES


@dataclass(frozen=True)
class Answer:
    """The result of an action."""

    accepted: bool
    text: str
    """What happened and the new view; or why the action was refused, which changes nothing."""


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
    ValueError
        For another language.
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
        if language not in LANGUAGES:
            raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {language!r}")
        self.game = registry.load(key) if isinstance(key, str) else key
        self.seat = seat
        self.language = language
        self._wording = Wording(self.game, language)
        start = self.game.start(seats, options)
        check_seat(seat, start.seats)
        self._rounds = Rounds(start)
        self._log: list[str] = []
        self._pending: tuple[Event, Observation] | None = None
        makers = makers_of(self.game, start.seats, opponents)
        rng = new_rng(secrets.randbits(63) if seed is None else seed)
        self._match = MatchWithOpponents(self._rounds, seat, makers, rng, self._record_event)
        self._match.play_on()
        self._describe_pending()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._rounds.over

    @property
    def reward(self) -> float:
        """The seat's result at the end, from -1 to 1; 0 before it."""
        return self._rounds.utilities()[self.seat] if self.over else 0.0

    @property
    def legal(self) -> tuple[str, ...]:
        """All actions of the seat in the game's notation; none when the match is over."""
        return () if self.over else self._written(self._rounds.legal(self.seat).tolist())

    def look(self) -> str:
        """Return what has happened since the last look, the board, and what the seat can do."""
        happened, self._log = self._log, []
        return self._wording.look(self._rounds.observe(self.seat), happened, self.legal)

    def png(self) -> bytes:
        """Return a picture of what the seat sees."""
        return draw(self._rounds.observe(self.seat), language=self.language).to_png()

    def act(self, text: str) -> Answer:
        """Perform an action given in the game's notation, and return its result.

        Raises
        ------
        TypeError
            If it is no text.
        """
        action, reason = self._understood(text)
        if action is None:
            return Answer(accepted=False, text=reason)
        self._match.choose(action)
        self._describe_pending()
        return Answer(accepted=True, text=self.look())

    def why_not(self, text: str) -> str:
        """Return why an action is refused, with the rule; empty for one that is possible.

        Raises
        ------
        TypeError
            If it is no text.
        """
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

    def _understood(self, text: str) -> tuple[int | None, str]:
        """Return the legal action that a text means, or None and why there is none."""
        if not isinstance(text, str):
            raise TypeError(f"an action is a text in the game's notation, not {text!r}")
        rounds = self._rounds
        if text.strip().lower() == WAIT and rounds.wait in rounds.legal(self.seat):
            return rounds.wait, ""
        example = next(iter(self.legal), "")
        return self._wording.parse(rounds.observe(self.seat), text, example)

    def _record_event(self, seat: int, action: int) -> None:
        """Keep an event as the seat sees it until it has happened."""
        self._describe_pending()
        position = self._rounds.position()
        shown = position.observed_event(Event(seat, action), self.seat)
        self._pending = shown, position.observe(self.seat)

    def _describe_pending(self) -> None:
        """Put the pending event into words."""
        if self._pending is not None:
            event, before = self._pending
            after = self._rounds.observe(self.seat)
            self._log += self._wording.describe(event, before, after)
            self._pending = None
