"""The bots of Bauab: three strengths."""

from __future__ import annotations

from tischlein.core.levels import AlphaBeta, Level

LEVELS = (
    Level("weak", AlphaBeta(depth=1, nodes=1_000), blunder=60),
    Level("medium", AlphaBeta(depth=2, nodes=20_000)),
    Level("strong", AlphaBeta(depth=30, nodes=2_000_000), seconds=3.0),
)
