"""Whether a game can be played immediately: on a new machine its rules are compiled first."""

from __future__ import annotations

from typing import Protocol


class Readiness(Protocol):
    """Knows which games are ready; asked on the event loop."""

    async def wait_for_rules(self, key: str) -> None:
        """Return when a game's rules answer immediately; they are prepared before others.

        Raises
        ------
        ServerEndsError
            If the server ends before that.
        """

    async def wait_for_searches(self, key: str) -> None:
        """Return when a game's bots can think immediately."""

    def searches_ready(self, key: str) -> bool:
        """Whether a game's bots can think immediately."""


class Ready(Readiness):
    """All games are ready, or prepared when they are first played."""

    async def wait_for_rules(self, key: str) -> None:
        """Return."""

    async def wait_for_searches(self, key: str) -> None:
        """Return."""

    def searches_ready(self, key: str) -> bool:
        """Return True."""
        del key
        return True
