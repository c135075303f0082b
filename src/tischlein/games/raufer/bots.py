"""The bots of Raufer: three strengths."""

from __future__ import annotations

from tischlein.core.levels import InformationSet, Level

LEVELS = (
    Level("weak", InformationSet(1), blunder=50),
    Level("medium", InformationSet(200)),
    Level("strong", InformationSet(20_000), seconds=3.0),
)
