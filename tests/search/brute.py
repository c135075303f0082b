"""The slow and obvious way to solve the end of a match, to compare searches with."""

from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.search.alphabeta import CERTAIN


class BruteForce:
    """Plain minimax for two seats over positions, with a memory of those already solved."""

    def __init__(self) -> None:
        self._solved: dict[bytes, int] = {}

    def value(self, position: Position, seat: int) -> int:
        """Return what a position is worth to a seat, in the units of alpha-beta."""
        return self._first(position) if seat == 0 else -self._first(position)

    def best_actions(self, position: Position) -> set[int]:
        """Return all best actions of the seat to move."""
        (seat,) = position.acting
        values = {
            action: self.value(_after(position, seat, action), seat)
            for action in position.legal(seat)
        }
        return {action for action, value in values.items() if value == max(values.values())}

    def _first(self, position: Position) -> int:
        key = position.to_bytes()
        if key not in self._solved:
            self._solved[key] = self._solve(position)
        return self._solved[key]

    def _solve(self, position: Position) -> int:
        if position.over:
            scores, ranks = position.scores(), position.ranks()
            return scores[0] - scores[1] + CERTAIN * (ranks[1] - ranks[0])
        (seat,) = position.acting
        values = [self._first(_after(position, seat, action)) for action in position.legal(seat)]
        return max(values) if seat == 0 else min(values)


def _after(position: Position, seat: int, action: int) -> Position:
    copy = position.clone()
    copy.apply(Event(seat, action))
    return copy
