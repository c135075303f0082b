"""Who is at a table now: connections, and windows that show it, counted by session."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence

from tischlein.tables.match.ledger import Ledger
from tischlein.tables.seats import seating
from tischlein.tables.stored import SeatKind


class Presence:
    """The sessions that are connected to one table."""

    def __init__(self, ledger: Ledger) -> None:
        """Begin without anybody."""
        self._ledger = ledger
        self._connections: Counter[str] = Counter()
        self._remote_sessions: frozenset[str] = frozenset()
        """Sessions that are present at other nodes, and would be notified from this table."""
        self._windows: Counter[str] = Counter()
        self._left_at: dict[int, float] = {}
        """When the last sign of each absent person came: a browser that left, or a request."""
        self._loop = asyncio.get_running_loop()

    @property
    def anyone(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def is_present(self, seat: int) -> bool:
        """Whether a browser of the person on a seat is connected (of a bot: always)."""
        stored = self._ledger.match.seats[seat]
        if stored.kind is SeatKind.BOT:
            return True
        return any(map(self._is_connected, stored.sessions))

    def is_on_screen(self, seat: int) -> bool:
        """Whether a holder of a seat has the table open on screen."""
        return any(self._windows[session] for session in self._ledger.match.seats[seat].sessions)

    def away_for(self, seat: int) -> float:
        """For how many seconds nobody has been at a person's seat; 0 while somebody is."""
        if self.is_present(seat):
            return 0.0
        left = self._left_at.setdefault(seat, self._loop.time())
        return max(self._loop.time() - left, 1e-3)

    def connect(self, session: str) -> tuple[int, ...]:
        """Count a connection; return the seats whose holder has come with it."""
        was_present = self._is_connected(session)
        self._connections[session] += 1
        return () if was_present else self._on_arrival(session)

    def disconnect(self, session: str) -> tuple[int, ...]:
        """Count one connection less; return the seats whose holder has gone with it."""
        self._connections[session] -= 1
        if self._connections[session] > 0:
            return ()
        del self._connections[session]
        return () if self._is_connected(session) else self._on_departure(session)

    def set_remote_sessions(
        self, sessions: frozenset[str]
    ) -> tuple[dict[str, Sequence[int]], Sequence[int]]:
        """Record which sessions are present at other nodes.

        Returns the seats whose holders have come with that, by session, and those whose holders
        have gone.
        """
        before = {one for one in self._remote_sessions | sessions if self._is_connected(one)}
        known, self._remote_sessions = self._remote_sessions, sessions
        come = {one: self._on_arrival(one) for one in sessions - before}
        gone = [
            seat
            for one in known - sessions
            if not self._is_connected(one)
            for seat in self._on_departure(one)
        ]
        return {one: seats for one, seats in come.items() if seats}, gone

    def record_activity(self, seats: Iterable[int]) -> None:
        """Record a request of the holders of these seats, without a connection, as a sign of them.

        So a program that only asks now and then is absent only since its last request.
        """
        for seat in seats:
            if not self.is_present(seat):
                self._left_at[seat] = self._loop.time()

    def open_window(self, session: str) -> None:
        """Count a window that shows the table to somebody."""
        self._windows[session] += 1

    def close_window(self, session: str) -> None:
        """Count one window less."""
        self._windows[session] -= 1
        if self._windows[session] <= 0:
            del self._windows[session]

    def _is_connected(self, session: str) -> bool:
        return bool(self._connections[session]) or session in self._remote_sessions

    def _on_arrival(self, session: str) -> tuple[int, ...]:
        seats = seating.seats_of_session(self._ledger.match, session)
        for seat in seats:
            self._left_at.pop(seat, None)
        return seats

    def _on_departure(self, session: str) -> tuple[int, ...]:
        seats = seating.seats_of_session(self._ledger.match, session)
        for seat in seats:
            if not self.is_present(seat):
                self._left_at[seat] = self._loop.time()
        return seats
