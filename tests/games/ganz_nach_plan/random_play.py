"""Matches in which whoever is to act does anything."""

from random import Random

from tischlein.core.position import Position
from tischlein.core.seats import CHANCE


def random_choice(position: Position, random: Random) -> tuple[int, int]:
    """Return a seat that may act, and one of its actions."""
    seat = random.choice(position.acting)
    if seat == CHANCE:
        return seat, random.choice([outcome for outcome, _ in position.outcomes()])
    return seat, random.choice(position.legal(seat))
