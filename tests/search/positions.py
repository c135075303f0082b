"""Positions of small games, written as short as they are told."""

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.kuhn import GAME as KUHN
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE


def played(columns: str) -> Position:
    """Return the Connect Four position after stones in these columns, ``a`` to ``g``."""
    position = Position.start(CONNECT_FOUR, 2)
    for column in columns:
        position.play(position.acting[0], "abcdefg".index(column))
    return position


def dealt(first: int, second: int, *line: int) -> Position:
    """Return a position of Kuhn poker after a deal and a line of bets and passes."""
    position = Position.start(KUHN, 2)
    position.play(CHANCE, first)
    position.play(CHANCE, second)
    for made, action in enumerate(line):
        position.play(made % 2, action)
    return position
