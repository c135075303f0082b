"""The bots of Schollenschubser: three strengths."""

from __future__ import annotations

from tischlein.core.levels import Level, Uct

LEVELS = (
    Level("weak", Uct(50)),
    Level("medium", Uct(500)),
    Level("strong", Uct(5_000)),
)
