"""Positions and observations: a state in hand, with the game's functions as methods."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.errors import RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.happening import Happening
from tischlein.core.kernel import Rng
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE, HIDDEN, MAX_SEATS, members
from tischlein.core.state import Words


class Row:
    """What positions and observations share: one row of a game, and questions to it."""

    __slots__ = ("game", "options", "row", "seats", "state")

    game: Game
    options: Options
    seats: int
    row: Words
    state: Any
    """The row as a record with the fields of the game's state class; changes with the row."""

    def __init__(self, game: Game, seats: int, options: Options, row: Words) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.row = row
        self.state = row.view(game.state.dtype)[0]

    @property
    def acting(self) -> tuple[int, ...]:
        """Return the seats that may act now (``CHANCE`` last); empty when the match is over."""
        return members(int(self.game.kernels.acting(self.row)))

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the acting seats that the match waits for; others may only interrupt."""
        return members(int(self.game.kernels.awaited(self.row)))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.game.kernels.acting(self.row)

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat has now; none if it may not act."""
        if seat not in self.acting or seat == CHANCE:
            return []
        out = np.empty(self.game.most_legal, np.int64)
        count = self.game.kernels.legal(self.row, seat, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Return why an action (of chance: an outcome) is refused, None if it is legal.

        Raises
        ------
        ValueError
            For a number that is no action of the game, whatever the position.
        """
        limit = self.game.outcomes if seat == CHANCE else self.game.actions
        if not 0 <= action < limit:
            raise ValueError(
                f"{self.game.key} has no action number {action}, only 0 to {limit - 1}"
            )
        refusal: Refusal | None = self.game.rules.why_not(self.state, seat, action)
        return refusal

    def scores(self) -> tuple[int, ...]:
        """Return the scores in seat order, as they stand."""
        out = np.zeros(MAX_SEATS, np.int64)
        self.game.kernels.scores(self.row, out)
        return tuple(out[: self.seats].tolist())

    def places(self) -> tuple[int, ...]:
        """Return the place of every seat as it stands: 0 is first, ties share a place."""
        out = np.zeros(MAX_SEATS, np.int64)
        self.game.kernels.ranking(self.row, out)
        return tuple(out[: self.seats].tolist())

    def to_bytes(self) -> bytes:
        """Return the row's bytes; ``Position.from_bytes`` restores them."""
        return self.row.tobytes()

    @property
    def key(self) -> int:
        """Return a 64-bit hash of the row, the same in every process."""
        return int.from_bytes(hashlib.blake2b(self.row.tobytes(), digest_size=8).digest(), "big")

    def __eq__(self, other: object) -> bool:
        """Compare by type, game and row."""
        return (
            isinstance(other, Row)
            and type(self) is type(other)
            and self.game.key == other.game.key
            and np.array_equal(self.row, other.row)
        )

    __hash__ = None  # type: ignore[assignment]  # rows change in place; use key


class Position(Row):
    """One full position. Only referees, storage and studies hold one; seats get observations."""

    __slots__ = ()

    @classmethod
    def start(
        cls, game: Game, seats: int, options: Mapping[str, str | int] | None = None
    ) -> Position:
        """Return the position before anything is dealt.

        Raises
        ------
        OptionError
            For a seat count or an option that the game does not have.
        """
        chosen = option_texts.complete(game, seats, options or {})
        row = np.zeros(game.state.words, np.int64)
        position = cls(game, seats, chosen, row)
        position.state.seats = seats
        game.rules.setup(position.state, chosen)
        return position

    @classmethod
    def from_bytes(
        cls, game: Game, seats: int, data: bytes, options: Mapping[str, str | int] | None = None
    ) -> Position:
        """Return the position whose ``to_bytes`` gave the data.

        Raises
        ------
        ValueError
            If the data is not a row of the game.
        """
        row = np.frombuffer(data, np.int64).copy()
        if len(row) != game.state.words:
            raise ValueError(f"a row of {game.key} has {game.state.words} words, not {len(row)}")
        return cls(game, seats, option_texts.complete(game, seats, options or {}), row)

    def clone(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.game, self.seats, self.options, self.row.copy())

    def outcomes(self) -> list[tuple[int, int]]:
        """Return chance's outcomes with their integer weights; none unless chance acts."""
        if CHANCE not in self.acting:
            return []
        values = np.empty(self.game.most_legal, np.int64)
        weights = np.empty(self.game.most_legal, np.int64)
        count = self.game.kernels.chance(self.row, values, weights)
        return list(zip(values[:count].tolist(), weights[:count].tolist(), strict=True))

    def apply(self, event: Event) -> None:
        """Carry out an event that is known to be possible."""
        settle = getattr(self.game.rules, "settle", None) if event.outcome else None
        if settle is None:
            self.game.kernels.apply(self.row, event.seat, event.action)
        else:
            settle(self.state, event.seat, event.action, event.outcome)

    def play(self, seat: int, action: int, outcome: tuple[int, ...] = ()) -> None:
        """Carry out an event, or refuse it and change nothing.

        Raises
        ------
        RefusedError
            With the rule that forbids it.
        """
        event = Event(seat, action, outcome)
        refusal = self.why_not(seat, action) or self.why_not_outcome(event)
        if refusal is not None:
            raise RefusedError(refusal)
        self.apply(event)

    def why_not_outcome(self, event: Event) -> Refusal | None:
        """Return why the outcome of an otherwise legal event cannot be, None if it can."""
        why_not = getattr(self.game.rules, "why_not_outcome", None)
        if why_not is None:
            return None
        refusal: Refusal | None = why_not(self.state, event.seat, event.action, event.outcome)
        return refusal

    def happen(self, action: int) -> Happening:
        """Return what an outcome of chance brings that no rule computes again; maybe slowly."""
        happen = getattr(self.game.rules, "happen", None)
        return (happen and happen(self.state, action)) or Happening(())

    def observe(self, seat: int) -> Observation:
        """Return what a seat (or ``SPECTATOR``) sees."""
        row = self.row.copy()
        self.game.kernels.observe(row, seat)
        return Observation(self.game, self.seats, self.options, row, seat)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the game's key, so that another process can restore it."""
        return _restore, (self.game.key, self.seats, dict(self.options), self.to_bytes())


class Observation(Row):
    """A position as one seat sees it, with secrets masked; all that a player is ever given."""

    __slots__ = ("seat",)

    seat: int

    def __init__(self, game: Game, seats: int, options: Options, row: Words, seat: int) -> None:
        super().__init__(game, seats, options, row)
        self.seat = seat

    def redeal(self, rng: Rng) -> Position:
        """Return a full position that agrees with everything the seat knows."""
        row = self.row.copy()
        self.game.kernels.redeal(row, self.seat, rng)
        return Position(self.game, self.seats, self.options, row)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the game's key, so that another process can restore it."""
        arguments = (self.game.key, self.seats, dict(self.options), self.to_bytes(), self.seat)
        return _restore_observation, arguments


def _restore(key: str, seats: int, options: Options, data: bytes) -> Position:
    row = np.frombuffer(data, np.int64).copy()
    return Position(registry.load(key), seats, options, row)


def _restore_observation(
    key: str, seats: int, options: Options, data: bytes, seat: int
) -> Observation:
    row = np.frombuffer(data, np.int64).copy()
    return Observation(registry.load(key), seats, options, row, seat)


def hide(position: Position, event: Event, observer: int) -> Event:
    """Return an event about to happen in a position as an observer will see it."""
    if not position.game.secrets or event.seat == observer:
        return event
    action = int(position.game.rules.hide(position.state, event.seat, event.action, observer))
    if action == event.action:
        return event
    return Event(event.seat, action, event.outcome if action != HIDDEN else ())
