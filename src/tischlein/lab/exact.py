"""Exact results where they can be had: small games are solved, not sampled.

Without secrets every position is valued once, by looking ahead to the end (Zermelo 1913; averages
over chance). With secrets the whole tree is listed and regrets are minimised, and a best response
proves how far from an equilibrium the strategy can be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.search import cfr

MOST = 200_000
"""Positions that are looked at before a game is given up as too large."""
ITERATIONS = 1000
"""Of regret minimisation."""


@dataclass(frozen=True)
class Solved:
    """What best play of two seats comes to."""

    value: float
    """What seat A wins on average: its share of the first place, or its utility in a game with
    secrets (the score, in games that are played for scores)."""
    gain: float
    """What a seat could gain at most, on average, by answering the strategy behind the value; 0 if
    the value is proven exactly."""
    positions: int
    """That were looked at."""
    secrets: bool

    def sentence(self) -> str:
        """Return it in words."""
        if self.secrets:
            return (
                f"With best play seat A gets {self.value:.4f} on average; nobody gains more than "
                f"{self.gain:.4f} by answering the strategy that was found ({self.positions} "
                "positions)."
            )
        known = {1.0: "seat A wins", 0.5: "the first place is shared", 0.0: "seat B wins"}
        words = known.get(self.value, f"seat A has {self.value:.4f} of the first places on average")
        return f"With best play {words}: proven by looking at all {self.positions} positions."


def solve(start: Position, *, most: int = MOST, iterations: int = ITERATIONS) -> Solved:
    """Return what best play of two seats comes to.

    Parameters
    ----------
    start
        Where it begins; chance need not have acted.
    most
        Positions to look at.
    iterations
        Of regret minimisation, in games with secrets.

    Raises
    ------
    GameError
        If it is not for two seats, cannot be solved in this way, or is too large.
    """
    game = start.game
    if start.seats != 2:
        raise GameError(f"best play is known for two seats, not for {start.seats}")
    if game.race is not None or game.measured is not None:
        raise GameError(f"{game.key} is decided by more than choices and chance")
    if game.secrets is not None or game.simultaneous:
        root = cfr.tree(start, most)
        strategy = cfr.solve(root, 2, iterations)
        gain = cfr.exploitability(root, 2, strategy)
        return Solved(cfr.value(root, strategy)[0], gain, _nodes(root), secrets=True)
    known: dict[bytes, Fraction] = {}
    with _deep(20 * game.longest):
        value = _value(start, known, most)
    return Solved(float(value), 0.0, len(known), secrets=False)


def _value(position: Position, known: dict[bytes, Fraction], most: int) -> Fraction:
    key = position.to_bytes()
    if key in known:
        return known[key]
    if len(known) >= most:
        raise GameError(f"{position.game.key} has more than {most} positions here: too many")
    acting = position.acting
    if not acting:
        ranks = position.ranks()
        found = Fraction(int(ranks[0] == 0), ranks.count(0))
    elif CHANCE in acting:
        outcomes = position.outcomes()
        total = sum(weight for _, weight in outcomes)
        found = sum(
            (
                Fraction(weight, total) * _value(_after(position, CHANCE, outcome), known, most)
                for outcome, weight in outcomes
            ),
            Fraction(0),
        )
    else:
        seat = position.awaited[0]
        best = max if seat == 0 else min
        goal = Fraction(1 - seat)
        found = 1 - goal
        for action in position.legal(seat):
            found = best(found, _value(_after(position, seat, action), known, most))
            if found == goal:
                break
    known[key] = found
    return found


def _after(position: Position, seat: int, action: int) -> Position:
    following = position.clone()
    following.apply(Event(seat, action))
    return following


def _nodes(root: cfr.Node) -> int:
    return 1 + sum(map(_nodes, root.children.values()))


@contextmanager
def _deep(frames: int) -> Iterator[None]:
    """Allow as deep a recursion as a match is long."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, before + frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
