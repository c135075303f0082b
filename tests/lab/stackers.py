"""Players who stack stones, as entrants of a study: a file of functions."""

from collections.abc import Sequence


def leftmost(observation: object, legal: Sequence[int]) -> int:
    return legal[0]


def rightmost(observation: object, legal: Sequence[int]) -> int:
    return legal[-1]


LEFTMOST, RIGHTMOST = (f"python:{__file__}:{player.__name__}" for player in (leftmost, rightmost))
