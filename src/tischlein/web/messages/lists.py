"""Matches in lists, and a session's statistics."""

from __future__ import annotations

import msgspec

from tischlein.tables.players.player_statistics import GameStatistics
from tischlein.tables.stored import TimeControl
from tischlein.web.messages.table import SeatInfo, Status


class MatchSummary(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    """The id of the match."""
    game: str
    """The game's key."""
    status: Status
    """Whether it waits for players, is played, or how it ended."""
    seats: list[SeatInfo]
    """Who sits there."""
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    your_turn: bool
    """Whether the match waits for the receiver."""
    changed: int
    """Milliseconds since 1970 of the last event."""
    time_control: TimeControl | None = None
    """How much time people have."""
    left: int | None = None
    """How many milliseconds the receiver has left to act.

    If it is not the receiver's turn, the first of those who are to act. None if no time passes.
    """
    near: bool = False
    """Whether that is little."""
    from_record: bool = False
    """Whether somebody put it in as a record: this server has not seen it being played."""


class Matches(msgspec.Struct, frozen=True):
    """The session's own matches, and the open tables that anybody may join."""

    mine: list[MatchSummary]
    """Matches in which the session holds a seat, or whose record it has opened."""
    open: list[MatchSummary]
    """Tables with free chairs that are shown to everybody."""


class Statistics(msgspec.Struct, frozen=True):
    """The statistics of the session's finished matches."""

    games: list[GameStatistics]
    """One for each game, the most played first."""
