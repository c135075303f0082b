"""Positions and observations: a state together with the game's functions as methods."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tischlein.core import kernel
from tischlein.core import options as option_texts
from tischlein.core.bits import members
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.events import Event
from tischlein.core.kernel import Rng
from tischlein.core.measurements import Measurement
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal, seat_name
from tischlein.core.race import Pace, TimeLimit, is_reaction_time
from tischlein.core.readers import plain_digits
from tischlein.core.seats import CHANCE, HIDDEN, MAX_SEATS, SPECTATOR, letter
from tischlein.core.state import Ints, StateView

if TYPE_CHECKING:
    from tischlein.core.game import Game


_ACTING, _AWAITED, _SCORES, _LEGAL = ".acting", ".awaited", ".scores", ".legal "
"""Names, unlike any field's, under which an observation's view caches what was derived from it."""

_seats_in = lru_cache(maxsize=None)(members)
"""The members of a set of seats, cached: there are few such sets, and every event needs some."""


class Row:
    """What positions and observations share: one row of a game, and queries on it."""

    __slots__ = ("game", "options", "row", "seats")

    game: Game
    options: Options
    seats: int
    row: Ints

    def __init__(self, game: Game, seats: int, options: Options, row: Ints) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.row = row

    @property
    def state(self) -> Any:
        """The fields of the game's state class as they are now, read-only."""
        return self.game.state.view(self.row)

    @property
    def record(self) -> Any:
        """The row as a NumPy record, for setting up a position by hand."""
        return self.row.view(self.game.state.dtype)[0]

    @property
    def acting(self) -> tuple[int, ...]:
        """Return the seats that may act now (``CHANCE`` last); empty when the match is over."""
        return _seats_in(int(self.game.kernels.acting(self.row)))

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the acting seats that the match waits for; others may only interrupt."""
        return _seats_in(int(self.game.kernels.to_move(self.row)))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.game.kernels.acting(self.row)

    @property
    def suspense(self) -> int | None:
        """Return how many milliseconds a table waits before chance acts; None if it acts at once.

        Outcomes that must be measured never act at once.
        """
        measured, race = self.game.measured, self.game.race
        if measured is None and race is None:
            return None
        due = None if measured is None else measured.due(self.state)
        return race.countdown(self.state) if due is None and race is not None else due

    @property
    def racing(self) -> bool:
        """Whether the actions of the acting seats are put in order by reaction time."""
        race = self.game.race
        if race is None:
            return False
        acting, state = self.acting, self.state
        if CHANCE in acting:
            return False
        return any(
            race.pace(state, seat, action) != Pace.FREE
            for seat in acting
            for action in self.legal(seat)[:1]
        )

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long a table waits in this race; None if it waits for ever."""
        race = self.game.race
        return None if race is None else race.time_limit(self.state)

    @property
    def occasion(self) -> int:
        """Return a number that changes when earlier choices would mean something else."""
        group = self.game.interrupts or self.game.race
        return 0 if group is None else int(group.occasion(self.state))

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat has now; none if it may not act.

        Raises
        ------
        ValueError
            For a seat that does not exist.
        """
        if seat in self.acting:
            return self.legal_of_acting(seat)
        self._check_seat(seat, CHANCE, SPECTATOR)
        return []

    def legal_of_acting(self, seat: int) -> list[int]:
        """Return the same for a seat that is known to be acting; none for chance."""
        actions: list[int] = self._legal_of(seat).tolist()
        return actions

    def has(self, seat: int, action: int) -> bool:
        """Return whether a seat that is known to be acting has an action now."""
        return bool((self._legal_of(seat) == action).any())

    def _legal_of(self, seat: int) -> Ints:
        if seat == CHANCE:
            return np.empty(0, np.int64)
        out = np.empty(self.game.most_legal, np.int64)
        return out[: self.game.kernels.legal(self.row, seat, out)]

    def _check_seat(self, seat: int, *others: int) -> None:
        if not isinstance(seat, Integral) or not (0 <= seat < self.seats or seat in others):
            raise ValueError(f"there is no seat {seat!r} here, only 0 to {self.seats - 1}")

    def _check_number(self, seat: int, action: int) -> None:
        game = self.game
        self._check_seat(seat, CHANCE)
        limit = game.outcomes if seat == CHANCE else game.actions
        if not isinstance(action, Integral) or not 0 <= action < limit:
            raise ValueError(
                f"{game.key} has no action number {action!r}, only 0 to {limit - 1}{_hint(action)}"
            )

    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Return why an action (of chance: an outcome) is refused, None if it is legal.

        Raises
        ------
        ValueError
            For a number that is no action of the game in any position, or a seat that does not
            exist.
        """
        game = self.game
        self._check_number(seat, action)
        refusal = self.out_of_turn(seat)
        if refusal is None and game.rules.brings("why_not"):
            return game.rules.why_not(self.state, seat, action)
        if refusal is None and action not in self._possible(seat):
            return Refusal(game.turn_rule, message="refused-not-possible")
        return refusal

    def out_of_turn(self, seat: int) -> Refusal | None:
        """Return why a seat may not act at all now; None if its action has to be looked at."""
        game, acting = self.game, self.acting
        if seat in acting:
            return None
        own = game.rules.out_of_turn(self.state, seat)
        if own is not None or not game.turn_rule:
            return own
        if not acting:
            return Refusal(game.over_rule or game.turn_rule, message="refused-over")
        people = [one for one in self.awaited if one != CHANCE]
        if not people or seat == CHANCE:
            return Refusal(
                game.turn_rule, message="refused-chance" if not people else "refused-now"
            )
        return Refusal(game.turn_rule, {"seat": seat_name(people[0])}, message="refused-turn")

    def _possible(self, seat: int) -> list[int]:
        if seat != CHANCE:
            return self.legal(seat)
        return [outcome for outcome, _ in self.outcomes()]

    def outcomes(self) -> list[tuple[int, int]]:
        """Return chance's outcomes with their integer weights; none unless chance acts."""
        if CHANCE not in self.acting:
            return []
        values = np.empty(self.game.most_legal, np.int64)
        weights = np.empty(self.game.most_legal, np.int64)
        count = self.game.kernels.chance(self.row, values, weights)
        return list(zip(values[:count].tolist(), weights[:count].tolist(), strict=True))

    def scores(self) -> tuple[int, ...]:
        """Return the current scores in seat order."""
        out = np.zeros(MAX_SEATS, np.int64)
        self.game.kernels.scores(self.row, out)
        return tuple(out[: self.seats].tolist())

    def ranks(self) -> tuple[int, ...]:
        """Return the current rank of every seat: 0 is first, ties share a rank."""
        out = np.zeros(MAX_SEATS, np.int64)
        self.game.kernels.ranking(self.row, out)
        return tuple(out[: self.seats].tolist())

    def write(self, seat: int, action: int) -> str:
        """Return an action (of chance: an outcome) of this position in the game's notation.

        Raises
        ------
        ValueError
            For a number that is no action of the game, or a seat that does not exist.
        """
        self._check_number(seat, action)
        return self.game.notation.write(self.state, seat, action)

    def read(self, seat: int, text: str) -> int:
        """Return the action that a text in the game's notation means here, legal or not.

        Raises
        ------
        NotationError
            If it is no action of the game.
        RefusedError
            If it names something that makes no sense in this position.
        """
        if not isinstance(text, str):
            raise NotationError(f"an action in notation is a text, not {text!r}")
        words = text.lower().split()
        if not words:
            raise NotationError("an action in notation is a few words, not nothing")
        plain_digits(text)
        return int(self.game.notation.read(self.state, seat, words))

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

    def __hash__(self) -> int:
        """Hash by game and row; it changes when ``apply`` or ``play`` change the row."""
        return hash((self.game.key, self.row.tobytes()))

    def _summary(self) -> str:
        """Return game, seats and acting seats, for ``__repr__``."""
        acting = ", ".join(map(letter, self.acting))
        return f"{self.game.key}, {self.seats} seats, " + (
            f"{acting} to act" if acting else f"over with scores {self.scores()}"
        )


class Position(Row):
    """One full position. Only referees, storage and studies hold one; seats get observations.

    >>> import tischlein as tt
    >>> position = tt.load("bauab").start(options={"first": "A"})
    >>> position
    <Position of bauab, 2 seats, A to act>
    >>> position.after(0, "5 b2").after(1, "4 c2").scores()
    (5, 4)
    """

    __slots__ = ("_rng",)

    _rng: Rng | None
    """Generator that chance is resolved from, if any; not shared between positions."""

    def __init__(
        self, game: Game, seats: int, options: Options, row: Ints, rng: Rng | None = None
    ) -> None:
        super().__init__(game, seats, options, row)
        self._rng = rng

    @classmethod
    def start(
        cls,
        game: Game,
        seats: int,
        options: Mapping[str, str | int] | None = None,
        *,
        seed: int | None = None,
    ) -> Position:
        """Return the position before anything is dealt; with a seed, after that (``Game.start``).

        Raises
        ------
        OptionError
            For a seat count or an option that the game does not have.
        """
        chosen = option_texts.complete(game, seats, options or {})
        row = np.zeros(game.state.row_length, np.int64)
        position = cls(game, seats, chosen, row, None if seed is None else kernel.new_rng(seed))
        record = position.record
        record.seats = seats
        game.rules.setup(record, chosen)
        position._resolve_chance()
        return position

    @classmethod
    def from_bytes(
        cls, game: Game, seats: int, data: bytes, options: Mapping[str, str | int] | None = None
    ) -> Position:
        """Return the position whose ``to_bytes`` gave the data.

        Raises
        ------
        OptionError
            For a seat count or an option that the game does not have.
        ValueError
            If the data is not a row of the game with these seats.
        """
        row = np.frombuffer(data, np.int64).copy()
        length = game.state.row_length
        if len(row) != length:
            raise ValueError(f"a row of {game.key} has {length} words, not {len(row)}")
        restored = cls(game, seats, option_texts.complete(game, seats, options or {}), row)
        if restored.state.seats != seats:
            raise ValueError(f"a row with {restored.state.seats} seats is none with {seats}")
        return restored

    def clone(self) -> Self:
        """Return an independent copy."""
        rng = None if self._rng is None else self._rng.copy()
        return type(self)(self.game, self.seats, self.options, self.row.copy(), rng)

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent copy; the game stays the same."""
        return self.clone()

    def after(self, seat: int, action: int | str, measurement: tuple[int, ...] = ()) -> Position:
        """Return the position that an action leads to; this one stays unchanged.

        Parameters
        ----------
        seat
            Who acts; ``CHANCE`` deals and rolls.
        action
            Its number, or its text in the game's notation.
        measurement
            What was measured with it, such as a reaction time.

        Raises
        ------
        NotationError
            For a text that is no action of the game.
        RefusedError
            With the rule that forbids the action.
        ValueError
            For a number that is no action of the game, or a seat that does not exist.
        """
        number = self.read(seat, action) if isinstance(action, str) else action
        following = self.clone()
        following.play(seat, number, measurement)
        following._resolve_chance()
        return following

    def apply(self, event: Event) -> None:
        """Carry out, in place, an event that is known to be legal."""
        game, measurement = self.game, event.measurement
        if measurement and event.seat == CHANCE and game.measured is not None:
            game.measured.apply(self.record, event.seat, event.action, measurement)
        elif measurement and game.race is not None and game.race.brings("apply"):
            game.race.apply(self.record, event.seat, event.action, measurement[0])
        else:
            game.kernels.apply(self.row, event.seat, event.action)

    def play(self, seat: int, action: int, measurement: tuple[int, ...] = ()) -> None:
        """Carry out an event in place, or refuse it and change nothing.

        Raises
        ------
        RefusedError
            With the rule that forbids it.
        ValueError
            For a number that is no action of the game, a seat that does not exist, or a measurement
            that does not fit the event.
        """
        event = Event(seat, action, measurement)
        refusal = self.why_not(seat, action) or self.why_not_measurement(event)
        if refusal is not None:
            raise RefusedError(refusal)
        self.apply(event)

    def why_not_measurement(self, event: Event) -> Refusal | None:
        """Return why the measurement of an otherwise legal event is refused, None if it is valid.

        Raises
        ------
        ValueError
            If such an event takes no measurement, or only a reaction time and this is none.
        """
        measured, measurement = self.game.measured, event.measurement
        refusal = None
        if measured is not None:
            refusal = measured.why_not(self.state, event.seat, event.action, measurement)
            if event.seat == CHANCE:
                return refusal
        if refusal is None and measurement and not self._is_timed(event):
            raise ValueError(f"{measurement} cannot come with this event of {self.game.key}")
        return refusal

    def _is_timed(self, event: Event) -> bool:
        """Whether an event competes in a race and carries a valid reaction time."""
        race = self.game.race
        if race is None or event.seat == CHANCE or len(event.measurement) != 1:
            return False
        competes = race.pace(self.state, event.seat, event.action) != Pace.FREE
        return competes and is_reaction_time(event.measurement[0])

    def measure(self, action: int) -> Measurement:
        """Return the measurement of an outcome of chance; this may be slow."""
        measured = self.game.measured
        return (measured and measured.happen(self.state, action)) or Measurement(())

    def observe(self, seat: int) -> Observation:
        """Return what a seat (or ``SPECTATOR``) sees.

        Raises
        ------
        ValueError
            For a seat that does not exist.
        """
        self._check_seat(seat, SPECTATOR)
        row = self.row.copy()
        if self.game.secrets is not None:
            self.game.kernels.observe(row, seat)
        return Observation(self.game, self.seats, self.options, row, seat)

    def observations(self, seats: Iterable[int]) -> list[Observation]:
        """Return what each of these seats sees; seats that see the same share one view of it."""
        seen: list[Observation] = []
        rows: list[bytes] = []  # not hashed: rows are long, few look on, and most differ early on
        for seat in seats:
            if seen and self.game.secrets is None:
                seen.append(seen[0].through(seat))
                continue
            one = self.observe(seat)
            row = one.to_bytes()
            seen.append(seen[rows.index(row)].through(seat) if row in rows else one)
            rows.append(row)
        return seen

    def observed_event(self, event: Event, observer: int) -> Event:
        """Return an event that is about to happen here as an observer will see it."""
        return self.observed_events(event, (observer,))[0]

    def observed_events(self, event: Event, observers: Iterable[int]) -> list[Event]:
        """Return the same for several observers."""
        secrets = self.game.secrets
        if secrets is None:
            return [event for _ in observers]
        state = self.state
        ways = {event.action: event}
        seen = []
        for observer in observers:
            action = event.action
            if event.seat != observer:
                action = int(secrets.observed_action(state, event.seat, action, observer))
            if action not in ways:
                measurement = event.measurement if action != HIDDEN else ()
                ways[action] = Event(event.seat, action, measurement)
            seen.append(ways[action])
        return seen

    def _resolve_chance(self) -> None:
        """Let chance act until a seat has to, if there is a seed to draw from."""
        while self._rng is not None and CHANCE in self.acting:
            outcomes, weights = zip(*self.outcomes(), strict=True)
            drawn = kernel.weighted(self._rng, np.array(weights, np.int64), len(weights))
            self.apply(Event(CHANCE, outcomes[drawn], self.measure(outcomes[drawn]).values))

    def _repr_svg_(self) -> str | None:
        """Return the board as a spectator sees it, for notebooks."""
        return self.observe(SPECTATOR)._repr_svg_()

    def __repr__(self) -> str:
        return f"<Position of {self._summary()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the game's key, so that another process can restore it."""
        luck = None if self._rng is None else self._rng.tobytes()
        return _restore, (*_of_game(self), self.to_bytes(), luck)


class Observation(Row):
    """A position as one seat sees it, with secrets masked; the only thing a player is given."""

    __slots__ = ("_view", "seat")

    seat: int

    def __init__(self, game: Game, seats: int, options: Options, row: Ints, seat: int) -> None:
        super().__init__(game, seats, options, row)
        self.seat = seat
        self._view: StateView | None = None

    @property
    def state(self) -> Any:
        """The fields of the game's state class, read-only; observations do not change."""
        if self._view is None:
            self._view = self.game.state.view(self.row)
        return self._view

    def through(self, seat: int) -> Observation:
        """Return the observation of another seat that sees exactly the same; both share a view."""
        other = Observation(self.game, self.seats, self.options, self.row, seat)
        other._view = self.state
        return other

    @property
    def acting(self) -> tuple[int, ...]:
        """Return the seats that may act now (``CHANCE`` last); empty when the match is over."""
        known = vars(self.state)
        if _ACTING not in known:
            known[_ACTING] = super().acting
        acting: tuple[int, ...] = known[_ACTING]
        return acting

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the acting seats that the match waits for; others may only interrupt."""
        if self.game.interrupts is None:
            return self.acting
        known = vars(self.state)
        if _AWAITED not in known:
            known[_AWAITED] = super().awaited
        awaited: tuple[int, ...] = known[_AWAITED]
        return awaited

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.acting

    def scores(self) -> tuple[int, ...]:
        """Return the current scores in seat order."""
        known = vars(self.state)
        if _SCORES not in known:
            known[_SCORES] = super().scores()
        scores: tuple[int, ...] = known[_SCORES]
        return scores

    def legal(self, seat: int) -> list[int]:
        """Return the actions that a seat has now; none if it may not act.

        Raises
        ------
        ValueError
            For a seat that does not exist.
        """
        if seat not in self.acting:
            return super().legal(seat)
        known, name = vars(self.state), f"{_LEGAL}{seat}"
        if name not in known:
            known[name] = super().legal(seat)
        return [*known[name]]

    def determinize(self, rng: Rng) -> Position:
        """Return a full position that agrees with everything the seat knows.

        Parameters
        ----------
        rng
            What chooses among such positions: :func:`~tischlein.core.kernel.new_rng` makes one.

        Raises
        ------
        TypeError
            For anything else.
        """
        if not isinstance(rng, np.ndarray):
            raise TypeError(f"a generator is what new_rng makes of a seed, not {rng!r}")
        row = self.row.copy()
        self.game.kernels.determinize(row, self.seat, rng)
        return Position(self.game, self.seats, self.options, row)

    def _repr_svg_(self) -> str | None:
        """Return the board as the seat sees it, for notebooks; None for a game without pictures."""
        presentation = self.game.presentation
        return None if presentation is None else presentation.svg(self)

    def __repr__(self) -> str:
        eyes = "a spectator" if self.seat == SPECTATOR else letter(self.seat)
        return f"<Observation by {eyes} of {self._summary()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the game's key, so that another process can restore it."""
        return _restore_observation, (*_of_game(self), self.to_bytes(), self.seat)


def _hint(action: object) -> str:
    return "; `read` tells which one words mean" if isinstance(action, str) else ""


def _of_game(row: Row) -> tuple[Game, int, dict[str, str | int]]:
    return row.game, row.seats, dict(row.options)


def _restore(game: Game, seats: int, options: Options, data: bytes, luck: bytes | None) -> Position:
    rng = None if luck is None else np.frombuffer(luck, np.uint64).copy()
    return Position(game, seats, options, np.frombuffer(data, np.int64).copy(), rng)


def _restore_observation(
    game: Game, seats: int, options: Options, data: bytes, seat: int
) -> Observation:
    return Observation(game, seats, options, np.frombuffer(data, np.int64).copy(), seat)
