"""Whether a game can be played at once: on a new machine its rules are compiled first."""

from __future__ import annotations

from typing import Protocol


class Readiness(Protocol):
    """Who knows which games are ready; asked on the event loop."""

    async def rules(self, key: str) -> None:
        """Return when a game's rules answer at once; they are made ready before others."""

    async def searches(self, key: str) -> None:
        """Return when a game's bots can think at once."""

    def thinks(self, key: str) -> bool:
        """Whether a game's bots can think at once."""


class Ready(Readiness):
    """All games are ready, or made so when they are first played."""

    async def rules(self, key: str) -> None:
        """Return."""

    async def searches(self, key: str) -> None:
        """Return."""

    def thinks(self, key: str) -> bool:
        """Return True."""
        del key
        return True
