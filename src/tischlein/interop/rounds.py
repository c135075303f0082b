"""Matches in rounds, as other ecosystems play them: seats that may act are asked, then they act.

A round asks every seat that may act, and nothing happens before all of them have chosen; no seat
sees what another one has chosen. Usually a round asks one seat. If it asks several, it ends in one
of three ways:

- Choices made at the same time (``Game.simultaneous``) are all carried out.
- Seats that may interrupt (``Interrupts``) choose an action or to wait. If any of them acts, the
  lot picks one of them, only that action is carried out, and everybody is asked again.
- In a race (``Race``) the fastest acts, and the remaining seats are asked again. Programs have no
  reaction times, so the lot picks one, unless there are times of bots.

The lot gives every seat the same chance, as drawing times does in :mod:`tischlein.core.driver`.
Chance acts between rounds. A match is stepped with the compiled rules on rows, without creating
positions, which makes it fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any, Self

import numpy as np

from tischlein.core import kernel
from tischlein.core.bits import members
from tischlein.core.driver import LEISURE
from tischlein.core.errors import RefusedError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.options import Options
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE, CHANCE_BIT, MAX_SEATS
from tischlein.core.state import Ints

_MEMBERS = tuple(members(bits) for bits in range(1 << MAX_SEATS))
"""The seats of every set of seats."""
_NOBODY: tuple[int, ...] = ()
_SHOWN = 8
"""How many legal actions are listed in an error message."""


def acts_at_once(game: Game) -> bool:
    """Whether several seats of a game may have to choose at the same time."""
    return game.simultaneous or game.race is not None or game.interrupts is not None


class Rounds:
    """One match, from round to round.

    Parameters
    ----------
    position
        Where it begins; it stays unchanged.
    interrupts
        Whether to ask seats that the match does not wait for; otherwise they never act.

    Attributes
    ----------
    asked
        The seats of this round in ascending order; empty while chance acts and at the end.
    chance
        Whether chance acts.
    over
        Whether the match is over.
    """

    __slots__ = (
        "_alone",
        "_buffer",
        "_kernels",
        "_legal",
        "_listed",
        "_listing",
        "_plain",
        "_weights",
        "asked",
        "awaited",
        "chance",
        "game",
        "interrupts",
        "options",
        "over",
        "row",
        "seats",
        "wait",
    )

    def __init__(self, position: Position, *, interrupts: bool = True) -> None:
        self.game: Game = position.game
        self.options: Options = position.options
        self.seats: int = position.seats
        self.interrupts = interrupts and self.game.interrupts is not None
        self.wait: int = self.game.actions
        """The action of waiting, in rounds in which a seat may wait."""
        self.row: Ints = position.row.copy()
        self._plain = self.game.race is None and not self.interrupts
        self._bind()
        self._look()

    def _bind(self) -> None:
        self._kernels = self.game.kernels
        self._legal = np.empty(self.game.most_legal + 1, np.int64)
        self._buffer = np.empty(self.game.most_legal + 1, np.int64)
        self._listed = -1
        self._listing = self._legal[:0]
        self._weights = np.empty(self.game.most_legal + 1, np.int64)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        for name in ("game", "options", "seats", "interrupts", "wait", "_plain", "_alone"):
            setattr(other, name, getattr(self, name))
        other.row = self.row.copy()
        other.asked, other.awaited = self.asked, self.awaited
        other.chance, other.over = self.chance, self.over
        other._bind()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without compiled functions."""
        return _restored, (self.position(), self.interrupts)

    @property
    def actions(self) -> int:
        """Number of different actions, including ``wait`` if a seat may wait."""
        return self.game.actions + self.interrupts

    def position(self) -> Position:
        """Return a copy of the current position."""
        return Position(self.game, self.seats, self.options, self.row.copy())

    def observe(self, seat: int) -> Observation:
        """Return what a seat, or a spectator, sees."""
        return Observation(self.game, self.seats, self.options, self.masked(seat), seat)

    def masked(self, seat: int) -> Ints:
        """Return a copy of the row with what a seat may not know masked."""
        row = self.row.copy()
        if self.game.secrets is not None:
            self._kernels.observe(row, seat)
        return row

    def legal(self, seat: int) -> Ints:
        """Return the actions of an asked seat, ``wait`` last; valid until the match goes on."""
        if self._listed == seat:
            return self._listing
        count = self._kernels.legal(self.row, seat, self._legal)
        if self.interrupts and not self.awaited >> seat & 1:
            self._legal[count] = self.wait
            count += 1
        self._listed, self._listing = seat, self._legal[:count]
        return self._listing

    # --- what happens ---

    def outcomes(self) -> tuple[Ints, Ints]:
        """Return chance's outcomes with their integer weights; valid until the next call."""
        count = self._kernels.chance(self.row, self._buffer, self._weights)
        return self._buffer[:count], self._weights[:count]

    def deal(self, outcome: int) -> None:
        """Carry out an outcome of chance, including its measurement if there is one."""
        if self.game.measured is None:
            self._kernels.apply(self.row, CHANCE, outcome)
        else:
            position = Position(self.game, self.seats, self.options, self.row)
            values = position.measure(outcome).values
            position.apply(Event(CHANCE, outcome, values))
        self._look()

    def contenders(self, choices: Mapping[int, int]) -> tuple[int, ...]:
        """Return the seats of which the lot has to pick one, given everybody's choices.

        Empty if nothing is left to the lot.
        """
        if len(choices) == 1:
            return _NOBODY
        rivals = tuple(choices) if self.racing else self._interrupting(choices)
        return rivals if len(rivals) > 1 else _NOBODY

    def carry_out(
        self,
        choices: Mapping[int, int],
        picked: int | None = None,
        milliseconds: int = LEISURE[0],
        listener: Callable[[int, int], None] | None = None,
    ) -> None:
        """Carry out the choices of a round.

        Parameters
        ----------
        choices
            By seat, for every seat that was asked: one of its legal actions.
        picked
            One of the ``contenders``, if there are any.
        milliseconds
            In a race: the reaction time of the picked seat.
        listener
            Called with seat and action before each event.
        """
        if picked is None and len(choices) > 1:
            picked = next(iter(self._interrupting(choices)), None)
        for seat, action in choices.items() if picked is None else ((picked, choices[picked]),):
            if action != self.wait and self._possible(seat, action, first=len(choices) == 1):
                if listener is not None:
                    listener(seat, action)
                self._act(seat, action, milliseconds)
        self._look()

    def _interrupting(self, choices: Mapping[int, int]) -> tuple[int, ...]:
        if not self.interrupts:
            return _NOBODY
        return tuple(
            seat
            for seat, action in choices.items()
            if action != self.wait and not self.awaited >> seat & 1
        )

    @property
    def racing(self) -> bool:
        """Whether the fastest of the asked seats acts."""
        if self.game.race is None:
            return False
        return Position(self.game, self.seats, self.options, self.row).racing

    def _possible(self, seat: int, action: int, *, first: bool) -> bool:
        """Whether an action is still possible after those of other seats in the same round."""
        if first:
            return True
        acting = int(self._kernels.acting(self.row))
        if not acting >> seat & 1:
            return False
        count = self._kernels.legal(self.row, seat, self._buffer)
        return action in self._buffer[:count].tolist()

    def _act(self, seat: int, action: int, milliseconds: int) -> None:
        if self.game.race is None:
            self._kernels.apply(self.row, seat, action)
            return
        position = Position(self.game, self.seats, self.options, self.row)
        times = (milliseconds,) if position.racing else ()
        position.apply(Event(seat, action, times))

    def _look(self) -> None:
        self._listed = -1
        bits = int(self._kernels.acting(self.row))
        self.over = bits == 0
        self.chance = bits >= CHANCE_BIT
        if self.chance:
            bits = 0
        self.awaited = bits
        if self.game.interrupts is not None and bits:
            self.awaited = int(self._kernels.to_move(self.row))
            if not self.interrupts:
                bits = self.awaited
        self.asked = _MEMBERS[bits]
        self._alone = self._plain and bits & (bits - 1) == 0

    # --- with a generator ---

    def deal_all(self, rng: Rng) -> None:
        """Let chance act until a seat has to, or the match is over."""
        kernels, row = self._kernels, self.row
        if self.game.measured is not None:
            while self.chance:
                outcomes, weights = self.outcomes()
                self.deal(int(outcomes[kernel.weighted(rng, weights, len(weights))]))
            return
        dealt = self.chance
        while dealt:
            count = kernels.chance(row, self._buffer, self._weights)
            drawn = kernel.weighted(rng, self._weights, count) if count > 1 else 0
            kernels.apply(row, CHANCE, self._buffer[drawn])
            dealt = kernels.acting(row) >= CHANCE_BIT
            if not dealt:
                self._look()

    def finish(self, choices: Mapping[int, int], rng: Rng) -> None:
        """Carry out the choices of a round; lots and chance come from the generator."""
        if self._alone:
            ((seat, action),) = choices.items()
            self._kernels.apply(self.row, seat, action)
            self._look()
            if self.chance:
                self.deal_all(rng)
            return
        contenders = self.contenders(choices)
        picked = contenders[kernel.below(rng, len(contenders))] if contenders else None
        self.carry_out(choices, picked)
        if self.chance:
            self.deal_all(rng)

    # --- the end ---

    def utilities(self) -> list[float]:
        """Return each seat's result at the end, from -1 to 1, in seat order.

        It follows the game's ``utility``. By ranking: the share of rivals beaten (ties count half,
        including those between partners), so the results add up to zero. By scores, and with a
        single seat: the position of the score between the least and the greatest possible one.
        """
        game, seats = self.game, self.seats
        out = np.zeros(MAX_SEATS, np.int64)
        if game.utility == "scores" or seats == 1:
            self._kernels.scores(self.row, out)
            least, greatest = game.score_bounds
            span = max(greatest - least, 1)
            return [2 * (score - least) / span - 1 for score in out[:seats].tolist()]
        self._kernels.ranking(self.row, out)
        ranks = out[:seats].tolist()
        return [
            sum((other > own) - (other < own) for other in ranks) / (seats - 1) for own in ranks
        ]


def _restored(position: Position, interrupts: bool) -> Rounds:
    return Rounds(position, interrupts=interrupts)


def whole_number(action: Any) -> int | None:
    """Return an action of any type as a number, None if it is not one whole number."""
    try:
        return index(action)
    except TypeError:
        return None


def legal_action(rounds: Rounds, seat: int, action: Any) -> int:
    """Return the action of an asked seat as a number.

    Raises
    ------
    RefusedError
        With the rule that forbids it.
    ValueError
        For a value that is no action of the game, or cannot be chosen here.
    """
    legal = rounds.legal(seat)
    number = whole_number(action)
    if number is not None and np.count_nonzero(legal == number):
        return number
    if number is not None and 0 <= number < rounds.game.actions:
        refusal = rounds.position().why_not(seat, number)
        if refusal is not None:
            raise RefusedError(refusal)
    listed = ", ".join(map(str, legal[:_SHOWN].tolist()))
    more = ", ..." if len(legal) > _SHOWN else ""
    raise ValueError(f"seat {seat} cannot choose {action!r} here; legal are {listed}{more}")
