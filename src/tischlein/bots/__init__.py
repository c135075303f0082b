"""Bots: players built from a game's levels and the searches."""

from tischlein.bots.bot import RANDOM, Bot, Decision

__all__ = ["RANDOM", "Bot", "Decision"]
