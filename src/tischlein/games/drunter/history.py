"""The public history of a match: every tile that was laid or refused, and how all voted on it.

An entry is one word, so that a position carries its whole history.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.drunter.actions import direction_of, line_of, size_of
from tischlein.games.drunter.state import MOST_SEATS, DrunterState
from tischlein.games.drunter.town import run

_SEAT, _ACTION, _START, _REFUSED, _VOTED, _YES, _BALLOTS = 0, 2, 8, 16, 17, 18, 22
"""Where the parts of an entry begin, in bits."""


@kernel
def packed(
    seat: int, action: int, start: int, refused: bool, voted: bool, said_yes: int, ballots: Ints
) -> int:
    """Return an entry: who laid what, beginning on which square, and the vote on it, if any."""
    entry = seat << _SEAT | action << _ACTION | start << _START
    entry |= int(refused) << _REFUSED | int(voted) << _VOTED | said_yes << _YES
    for voter in range(MOST_SEATS):
        entry |= ballots[voter] << (_BALLOTS + 8 * voter)
    return entry


@kernel
def seat_of(entry: int) -> int:
    """Return who laid the tile."""
    return entry >> _SEAT & 3


@kernel
def action_of(entry: int) -> int:
    """Return the number of the placement."""
    return entry >> _ACTION & 63


@kernel
def start_of(entry: int) -> int:
    """Return the first square that the tile covers or would have covered."""
    return entry >> _START & 255


@kernel
def was_refused(entry: int) -> bool:
    """Whether the tile went back to its owner."""
    return bool(entry >> _REFUSED & 1)


@kernel
def was_voted(entry: int) -> bool:
    """Whether there was a vote on the tile."""
    return bool(entry >> _VOTED & 1)


@kernel
def ballot_of(entry: int, voter: int) -> int:
    """Return the set of vote cards that a seat laid in the vote on the tile."""
    return entry >> (_BALLOTS + 8 * voter) & 255


@kernel
def said_yes(entry: int, voter: int) -> bool:
    """Whether the seat's joker, if it laid one, counted for Yes."""
    return bool(entry >> (_YES + voter) & 1)


@dataclass(frozen=True)
class Attempt:
    """An entry of the history, unpacked."""

    seat: int
    line: int
    size: int
    direction: int
    squares: tuple[int, ...]
    """From the gang outwards."""
    refused: bool
    voted: bool
    ballots: tuple[int, ...]
    """The set of vote cards that each seat laid."""
    yes_jokers: int
    """Set of the seats whose joker counted for Yes."""


def attempts(state: DrunterState) -> list[Attempt]:
    """Return the whole history of a position."""
    return [attempt(entry) for entry in state.log[: state.logged]]


@lru_cache(maxsize=4096)  # a scene unpacks the whole history, again and again
def attempt(entry: int) -> Attempt:
    """Return an entry unpacked."""
    action = action_of(entry)
    size, direction = size_of(action), direction_of(action)
    return Attempt(
        seat=seat_of(entry),
        line=line_of(action),
        size=size,
        direction=direction,
        squares=run(start_of(entry), size, direction),
        refused=was_refused(entry),
        voted=was_voted(entry),
        ballots=tuple(ballot_of(entry, voter) for voter in range(MOST_SEATS)),
        yes_jokers=entry >> _YES & 15,
    )
