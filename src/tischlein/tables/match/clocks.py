"""How much time people have: bounds of a table's time control, and how its clocks run.

A clock runs while the match waits for a person's seat, and for no other reason: not for a bot, not
while people have paused the match, not while chance or physics take their time, and not in a race
that has a time limit of its own. Everything here computes new clocks from old ones; times are those
of the server's own clock (``timekeeping``), in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.tables.match.standing import awaited_in
from tischlein.tables.problems import InvalidError
from tischlein.tables.stored import (
    Clocks,
    MatchStatus,
    SeatClock,
    SeatKind,
    StoredMatch,
    TimeControl,
    TimeKind,
    TimeoutAction,
)

SECONDS_RANGE = 10, 30 * 86_400
"""Range of seconds for a move, or for a clock at the start."""
INCREMENT_RANGE = 0, 86_400
"""Range of seconds that a clock may gain with a turn."""
WARNING_FRACTION = 6
"""When this part of the time is left (a sixth), all are told."""
LONGEST_WARNING = 86_400_000
"""Maximal number of milliseconds by which they are told before the end."""
CORRESPONDENCE_SECONDS = 3600
"""With this many seconds for a move, or at the start, people play over days, and may be absent."""
MOST_OF_INITIAL = 3
"""A clock holds at most this multiple of its initial time."""
RETURN_SECONDS = 60
"""Minimal number of seconds on a clock when its owner comes back after it has run out."""
_GIFTS = {TimeKind.MOVE: 2, TimeKind.MATCH: 10}
"""Which part of the whole is given at once."""
_ROUNDED = (86_400, 3600, 600, 60, 15, 5)
"""Seconds to which gifts are rounded down."""


def check(control: TimeControl | None, game: Game) -> None:
    """Refuse a time control that makes no sense at a table of this game.

    Raises
    ------
    InvalidError
        If it has too little or too much time, or names a bot that the game does not have.
    """
    if control is None:
        return
    least, most = SECONDS_RANGE
    if not least <= control.seconds <= most:
        raise InvalidError("time-seconds", least=least, most=most)
    least, most = INCREMENT_RANGE
    if not least <= control.increment <= most or (
        control.increment and control.kind is not TimeKind.MATCH
    ):
        raise InvalidError("time-increment", most=most)
    levels = [level.key for level in game.levels]
    if control.level and control.level not in levels:
        raise InvalidError("level", levels=", ".join(levels))
    if control.then is TimeoutAction.BOT and not levels:
        raise InvalidError("time-bot")


def bot_level(control: TimeControl, game: Game) -> str:
    """Return the level of the bot that plays on for a seat; empty if the game has none."""
    return control.level or game.absent


def initial_time(control: TimeControl) -> int:
    """Return how many milliseconds there are for a move, or at the start of a match."""
    return 1000 * control.seconds


def warning_time(control: TimeControl) -> int:
    """Return the threshold of little time, in milliseconds before the end."""
    return min(LONGEST_WARNING, initial_time(control) // WARNING_FRACTION)


def gift(control: TimeControl) -> int:
    """Return how many seconds are given to others at once."""
    seconds = max(_ROUNDED[-1], control.seconds // _GIFTS[control.kind])
    unit = next(unit for unit in _ROUNDED if unit <= seconds)
    return seconds // unit * unit


def time_left(clock: SeatClock, now: int) -> int:
    """Return how many milliseconds a clock has left."""
    return clock.left if clock.until is None else max(0, clock.until - now)


def new_clocks(control: TimeControl, seats: int, now: int) -> Clocks:
    """Return the clocks of a match before it begins: none is running."""
    return Clocks(now, (SeatClock(initial_time(control)),) * seats)


def _timed_seats(position: Position) -> tuple[int, ...]:
    """Return the seats whose time passes in a position, if people play them."""
    if position.racing and position.time_limit is not None:
        return ()
    return awaited_in(position)


def _is_played_by_person(match: StoredMatch, seat: int) -> bool:
    """Whether a person plays for a seat now."""
    stored = match.seats[seat]
    going_on = match.status is MatchStatus.RUNNING and not match.paused
    return going_on and stored.kind is SeatKind.PERSON and stored.level is None


def updated(
    match: StoredMatch,
    position: Position,
    now: int,
    acted: int | None = None,
    *,
    turn_over: bool = False,
) -> StoredMatch:
    """Return a match with its clocks running or stopped as from now on.

    Parameters
    ----------
    match
        The match as it is from now on, in every other respect.
    position
        The position from now on.
    acted
        The seat that has just acted, which ends its move.
    turn_over
        Whether another event has happened since, so that its turn has ended, too.
    """
    control, clocks = match.time_control, match.clocks
    if control is None or match.status is MatchStatus.OPEN:
        return match
    if clocks is None:
        clocks = new_clocks(control, len(match.seats), now)
    waits, seats = _timed_seats(position), []
    for seat, clock in enumerate(clocks.seats):
        ran, runs = clock.until is not None, seat in waits and _is_played_by_person(match, seat)
        has, until = time_left(clock, now), clock.until
        if control.kind is TimeKind.MATCH:
            if ran and seat == acted and (turn_over or seat not in waits):
                has, until = has + 1000 * control.increment, None
        elif seat == acted:
            has, until = initial_time(control), None
        elif seat not in waits:
            has = max(has, initial_time(control))  # gifts received in the meantime are kept
        if not runs:
            until = None
        elif until is None:
            until = now + has
        seats.append(
            replace(
                clock,
                left=clock.left if until is not None and until == clock.until else has,
                until=until,
                warned=clock.warned and has <= warning_time(control),
            )
        )
    first = min((clock.until for clock in seats if clock.until is not None), default=None)
    return replace(match, clocks=Clocks(now, tuple(seats)), deadline=first)


def due_times(match: StoredMatch) -> list[int | None]:
    """Return all times that a match waits for: its deadline, and when each clock runs out."""
    seats = () if match.clocks is None else match.clocks.seats
    return [match.deadline, *(clock.until for clock in seats)]


def next_due(match: StoredMatch) -> int | None:
    """Return when something is to be done about the time of a match, None if never."""
    control, clocks = match.time_control, match.clocks
    if match.status is MatchStatus.OPEN:
        return match.deadline
    if control is None or clocks is None or match.status is not MatchStatus.RUNNING:
        return None
    before = warning_time(control)
    return min(
        (
            clock.until - (0 if clock.warned else before)
            for clock in clocks.seats
            if clock.until is not None
        ),
        default=None,
    )


def overdue(match: StoredMatch, now: int) -> tuple[int, ...]:
    """Return the seats whose time is up."""
    return _seats(match, lambda clock: clock.until is not None and clock.until <= now)


def to_warn(match: StoredMatch, now: int) -> tuple[int, ...]:
    """Return the seats about whose lack of time all are to be told."""
    control = match.time_control
    if control is None:
        return ()
    before = warning_time(control)
    return _seats(
        match,
        lambda clock: clock.until is not None and not clock.warned and clock.until - before <= now,
    )


def with_warning(match: StoredMatch, seats: Collection[int]) -> Clocks | None:
    """Return the clocks with a note that all have been told about these seats."""
    return _with(match, seats, lambda clock: replace(clock, warned=True))


def with_time_up(match: StoredMatch, seats: Collection[int]) -> Clocks | None:
    """Return the clocks of these seats as run out."""
    return _with(match, seats, lambda _: SeatClock(0, warned=True, overdue=True))


def with_return(match: StoredMatch, seats: Collection[int]) -> Clocks | None:
    """Return the clocks with time for these seats, whose owners play themselves again."""
    control = match.time_control
    if control is None:
        return None
    some = initial_time(control)
    if control.kind is TimeKind.MATCH:
        some = min(some, 1000 * max(RETURN_SECONDS, control.increment))
    return _with(
        match,
        seats,
        lambda clock: SeatClock(max(clock.left, some)) if clock.overdue else clock,
    )


def can_be_given(
    match: StoredMatch, seats: Collection[int], seconds: int, now: int
) -> tuple[int, ...]:
    """Return those of some seats that can be given this much time."""
    control, clocks = match.time_control, match.clocks
    if control is None or clocks is None:
        return ()
    most = MOST_OF_INITIAL * initial_time(control)
    return tuple(
        seat
        for seat in seats
        if not clocks.seats[seat].overdue
        and time_left(clocks.seats[seat], now) + 1000 * seconds <= most
    )


def with_more_time(match: StoredMatch, seats: Collection[int], seconds: int) -> Clocks | None:
    """Return the clocks with more time for these seats."""
    more = 1000 * seconds
    return _with(
        match,
        seats,
        lambda clock: replace(
            clock,
            left=clock.left + more,
            until=None if clock.until is None else clock.until + more,
        ),
    )


def _seats(match: StoredMatch, wanted: Callable[[SeatClock], bool]) -> tuple[int, ...]:
    clocks: Sequence[SeatClock] = () if match.clocks is None else match.clocks.seats
    return tuple(seat for seat, clock in enumerate(clocks) if wanted(clock))


def _with(
    match: StoredMatch, seats: Collection[int], change: Callable[[SeatClock], SeatClock]
) -> Clocks | None:
    if match.clocks is None:
        return None
    changed = tuple(
        change(clock) if seat in seats else clock for seat, clock in enumerate(match.clocks.seats)
    )
    return replace(match.clocks, seats=changed)
