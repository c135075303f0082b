"""Exact results where they are possible: small games are solved, not sampled.

Without secrets every position is valued once, by searching to the end (Zermelo 1913; averages over
chance). With secrets the whole tree is expanded and regrets are minimised, and a best response
proves how far from an equilibrium the strategy can be. A game can provide exact results of its own,
such as for a single turn, in a module ``optimum`` of its folder: its function ``solved`` yields
what is known and the value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

from tischlein.core.amounts import is_count, many
from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.search import cfr

MOST = 200_000
"""Maximal number of positions before a game is given up as too large."""
DEEPEST = 50_000
"""Maximal depth of the search, in events."""
ITERATIONS = 1000
"""Iterations of regret minimisation."""


@dataclass(frozen=True)
class ExactResult:
    """The result of best play by two seats."""

    value: float
    """What seat A gets on average.

    That is its share of the first place, or in a game with secrets that is played for scores its
    score.
    """
    gain: float
    """The greatest average gain of a seat from a best response to the strategy behind the value.

    0 if the value is proven exactly. Exploitability, the mean over seats, is smaller.
    """
    positions: int
    """Number of positions examined."""
    secrets: bool
    chance: bool = False
    """Whether chance decides in any position examined of a game without secrets."""

    def sentence(self) -> str:
        """Return the result in words."""
        if self.secrets:
            return (
                f"With best play seat A gets {self.value:.4f} on average; nobody gains more than "
                f"{self.gain:.4f} by answering the strategy that was found "
                f"({many(self.positions, 'position')})."
            )
        known = {1.0: "seat A wins", 0.0: "seat B wins"}
        if not self.chance:  # otherwise half of the first places may be won and half be lost
            known[0.5] = "the first place is shared"
        words = known.get(self.value, f"seat A has {self.value:.4f} of the first places on average")
        looked = "its one position" if self.positions == 1 else f"{self.positions} positions"
        return f"With best play {words}: proven by looking at {looked}."


@dataclass(frozen=True)
class Part:
    """What is known exactly about a part of a game."""

    what: str
    value: float

    def sentence(self) -> str:
        """Return the result in words."""
        return f"With best play, {self.what}: {self.value:.4f}, solved exactly."


def parts(game: Game) -> list[Part]:
    """Return what a game has solved itself; this may take seconds."""
    folder = game.module.rpartition(".")[0]
    if not folder or find_spec(f"{folder}.optimum") is None:
        return []
    return [Part(what, value) for what, value in import_module(f"{folder}.optimum").solved()]


def solve(
    start: Position | Sequence[Position], *, most: int = MOST, iterations: int = ITERATIONS
) -> ExactResult:
    """Return the result of best play by two seats.

    Parameters
    ----------
    start
        Where it begins; chance need not have acted. In a game with secrets this may be a sequence
        of equally likely positions: all that are possible as far as the seats know.
    most
        Maximal number of positions.
    iterations
        Of regret minimisation, in games with secrets.

    Raises
    ------
    GameError
        If it is not for two seats, cannot be solved in this way, or is too large; and for no
        position, or bounds that are no whole numbers.
    """
    starts = [start] if isinstance(start, Position) else list(start)
    if not starts:
        raise GameError("there is no position to begin with")
    if not is_count(most) or not is_count(iterations):
        raise GameError(
            f"most and iterations are whole numbers, at least 1, not {most!r} and {iterations!r}"
        )
    start = starts[0]
    game = start.game
    hides = game.secrets is not None or game.simultaneous
    if len(starts) > 1 and not hides:
        raise GameError(f"{game.key} has no secrets: each of its positions is solved by itself")
    if start.seats != 2 and len(starts) == 1:
        raise GameError(f"best play is known for two seats, not for {start.seats}")
    if game.race is not None or game.measured is not None:
        raise GameError(f"{game.key} is decided by more than choices and chance")
    if hides:
        root = _any_of([cfr.tree(one, most // len(starts)) for one in starts])
        deciding = len(_deciding(root))
        if deciding > 2:
            raise GameError(f"best play is known for two seats, not for {deciding}")
        strategy = cfr.solve(root, start.seats, iterations)
        gain = max(cfr.gains(root, start.seats, strategy))
        return ExactResult(cfr.value(root, strategy)[0], gain, _nodes(root), secrets=True)
    known: dict[bytes, Fraction | None] = {}
    rolled: set[bytes] = set()
    with _deep(min(game.longest, most)):
        try:
            value = _value(start, known, rolled, most)
        except RecursionError:
            raise GameError(f"matches of {game.key} are too long here to be solved") from None
    return ExactResult(float(value), 0.0, len(known), secrets=False, chance=bool(rolled))


def _value(
    position: Position, known: dict[bytes, Fraction | None], rolled: set[bytes], most: int
) -> Fraction:
    """Return what seat A wins; no recursion passes through C, whose stack is short.

    Parameters
    ----------
    known
        Values by position; None for a position whose value is being determined.
    rolled
        The positions in which chance decides among several outcomes.
    """
    key = position.to_bytes()
    if key in known:
        found = known[key]
        if found is None:
            raise GameError(f"positions of {position.game.key} can come again: it is not solved")
        return found
    if len(known) >= most:
        raise GameError(
            f"{position.game.key} has more than {most} positions here; allow more of them (most),"
            " or begin at a later step"
        )
    known[key] = None
    acting = position.acting
    if not acting:
        ranks = position.ranks()
        found = Fraction(int(ranks[0] == 0), ranks.count(0))
    elif CHANCE in acting:
        outcomes = position.outcomes()
        if len(outcomes) > 1:
            rolled.add(key)
        total = sum(weight for _, weight in outcomes)
        found = Fraction(0)
        for outcome, weight in outcomes:
            after = _value(_after(position, CHANCE, outcome), known, rolled, most)
            found += Fraction(weight, total) * after
    else:
        seat = position.awaited[0]
        best = max if seat == 0 else min
        goal = Fraction(1 - seat)
        found = 1 - goal
        for action in position.legal(seat):
            found = best(found, _value(_after(position, seat, action), known, rolled, most))
            if found == goal:
                break
    known[key] = found
    return found


def _after(position: Position, seat: int, action: int) -> Position:
    following = position.clone()
    following.apply(Event(seat, action))
    return following


def _any_of(roots: Sequence[cfr.Node]) -> cfr.Node:
    """Return a chance event after which each of some positions is equally likely."""
    if len(roots) == 1:
        return roots[0]
    share = 1 / len(roots)
    return cfr.Node(
        children=dict(enumerate(roots)), chances=dict.fromkeys(range(len(roots)), share)
    )


def _deciding(root: cfr.Node) -> set[int]:
    """Return the seats that have something to decide."""
    own = {root.decides[0]} if root.decides is not None and len(root.children) > 1 else set()
    return own.union(*map(_deciding, root.children.values()))


def _nodes(root: cfr.Node) -> int:
    return 1 + sum(map(_nodes, root.children.values()))


@contextmanager
def _deep(events: int) -> Iterator[None]:
    """Allow recursion as deep as a match may be long, within the limits of memory."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + min(2 * events, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
