"""The bots of Ganz nach Plan!?: three strengths of the same search over what may be hidden."""

from __future__ import annotations

from tischlein.core.levels import InformationSet, Level

LEVELS = (
    Level("weak", InformationSet(simulations=12), blunder=35),
    Level("medium", InformationSet(simulations=250)),
    Level("strong", InformationSet(simulations=8_000), seconds=3.0),
)
