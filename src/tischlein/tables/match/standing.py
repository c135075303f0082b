"""The standing of a match: the present position, who may act in it, and judgements based on it."""

from __future__ import annotations

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE

LONGEST_TEXT = 200
"""Maximal number of characters in an action in notation."""


class Standing:
    """The position that a match has reached; it is replaced, never changed.

    Attributes
    ----------
    position
        The present position.
    number
        The number of the event that has led to it, 0 at the start.
    acting
        The seats that may act; empty while only chance does, and at the end.
    awaited
        Those of them that the match waits for.
    chance_acts
        Whether chance acts.
    """

    def __init__(self, start: Position) -> None:
        self.position = start
        self.number = 0
        self.acting: tuple[int, ...] = ()
        self.awaited: tuple[int, ...] = ()
        self.chance_acts = False
        self._legal: dict[int, list[int]] = {}
        self._occasion = 0
        self._occasion_started = 0
        """The number of the event since which the present occasion is known."""

    def set_position(self, position: Position, acting: tuple[int, ...], number: int) -> None:
        """Set the position, with the seats that may act in it, chance included."""
        self.position = position
        self.number = number
        self.acting = _players(acting)
        self.chance_acts = CHANCE in acting
        self.awaited = self.acting if position.game.interrupts is None else awaited_in(position)
        self._legal.clear()

    def record_occasion(self, occasion: int, number: int) -> None:
        """Record the occasion after an event on the way."""
        before, self._occasion = self._occasion, occasion
        if before != self._occasion:
            self._occasion_started = number

    def is_outdated(self, seen: int | None) -> bool:
        """Whether a choice made after event number ``seen`` was meant for an earlier occasion."""
        return seen is not None and seen < self._occasion_started

    def legal(self, seat: int) -> list[int]:
        """Return the actions of a seat, computed once."""
        legal = self._legal.get(seat)
        if legal is None:
            legal = self.position.legal_of_acting(seat) if seat in self.acting else []
            self._legal[seat] = legal
        return legal

    def judge(self, seat: int, action: int | str) -> int | Refusal:
        """Return the number of an action that is possible now, else why it is not.

        The seat's own observation is asked first, so that no refusal can reveal a secret.
        """
        position = self.position
        if isinstance(action, int) and seat in self.acting and position.has(seat, action):
            return action
        secrets = position.game.secrets is not None
        seen = position.observe(seat) if secrets else position
        try:
            if isinstance(action, str):
                if len(action) > LONGEST_TEXT:
                    raise NotationError("an action in notation is a few words")
                action = seen.read(seat, action)
        except NotationError:
            return Refusal("", message="problem-not-an-action")
        except RefusedError as error:
            return error.refusal
        if not 0 <= action < position.game.actions:
            return Refusal("", message="problem-not-an-action")
        refusal = seen.why_not(seat, action)
        if refusal is None and secrets:
            refusal = position.why_not(seat, action)
        return action if refusal is None else refusal


def awaited_in(position: Position) -> tuple[int, ...]:
    """Return the seats that a match waits for in a position."""
    interrupted = position.game.interrupts is not None
    return _players(position.awaited if interrupted else position.acting)


def _players(acting: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in acting if seat != CHANCE)
