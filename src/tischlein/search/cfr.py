"""Counterfactual regret minimisation (Zinkevich et al. 2007) for small games, in plain Python.

The whole game is expanded into a tree once, so this serves games with thousands of positions: known
values from the literature, and yardsticks for searches that scale.

Information sets are what a seat observes; games must let a seat remember all that it has seen
(perfect recall), as the contract requires. Of several awaited seats the first is asked first, which
is right for choices made in secret at the same time. A seat that is not awaited never interrupts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.search.outlook import values_at_end

InformationSet = tuple[int, bytes]
"""A seat, and the bytes of what it observes."""
Strategy = Mapping[InformationSet, Mapping[int, float]]
"""The probability of every action, wherever a seat may have to decide."""

MOST_POSITIONS = 100_000


@dataclass(frozen=True)
class Node:
    """A position in the tree of a game: an end, a chance event, or a decision."""

    utilities: tuple[float, ...] = ()
    """At an end: what each seat gets, its score or its share of the first place."""
    children: Mapping[int, Node] = field(default_factory=dict)
    chances: Mapping[int, float] = field(default_factory=dict)
    """At a chance event: the probability of each outcome."""
    decides: InformationSet | None = None


def tree(position: Position, most: int = MOST_POSITIONS) -> Node:
    """Expand everything that can follow a position.

    Utilities are scores, or in ranked games shares of the first place, as everywhere else: a draw
    is worth half a win, so those of two seats add up to 1.

    Raises
    ------
    GameError
        If there are more positions than ``most``.
    """
    try:
        return _tree(position, [most])
    except RecursionError:
        raise _too_large(position) from None


def _tree(position: Position, budget: list[int]) -> Node:
    budget[0] -= 1
    if budget[0] < 0:
        raise _too_large(position)
    acting = position.acting
    if not acting:
        by_scores = position.game.utility == "scores"
        values = position.scores() if by_scores else values_at_end(position)
        return Node(utilities=tuple(float(value) for value in values))
    if CHANCE in acting:
        outcomes = dict(position.outcomes())
        total = sum(outcomes.values())
        return Node(
            children={value: _after(position, CHANCE, value, budget) for value in outcomes},
            chances={value: weight / total for value, weight in outcomes.items()},
        )
    seat = position.awaited[0]
    return Node(
        children={
            action: _after(position, seat, action, budget) for action in position.legal(seat)
        },
        decides=(seat, position.observe(seat).to_bytes()),
    )


def _too_large(position: Position) -> GameError:
    return GameError(f"{position.game.key} is too large to be listed as a tree")


def _after(position: Position, seat: int, action: int, budget: list[int]) -> Node:
    copy = position.clone()
    copy.apply(Event(seat, action))
    return _tree(copy, budget)


def solve(root: Node, seats: int, iterations: int) -> Strategy:
    """Return the average strategy of several iterations; every seat's regrets shrink together.

    In two-seat zero-sum games it approaches an equilibrium at a rate of one over the square root of
    the iterations.
    """
    regrets: dict[InformationSet, dict[int, float]] = {}
    totals: dict[InformationSet, dict[int, float]] = {}
    for _ in range(iterations):
        current = {known: _matching(regret) for known, regret in regrets.items()}
        _walk(root, [1.0] * seats, 1.0, current, regrets, totals)
    return {known: _normalised(total) for known, total in totals.items()}


def _walk(
    node: Node,
    reach: list[float],
    chance: float,
    current: dict[InformationSet, dict[int, float]],
    regrets: dict[InformationSet, dict[int, float]],
    totals: dict[InformationSet, dict[int, float]],
) -> list[float]:
    """Return every seat's expected utility, and accumulate regrets and strategies on the way."""
    seats = len(reach)
    if node.decides is None:
        if not node.children:
            return list(node.utilities)
        expected = [0.0] * seats
        for outcome, child in node.children.items():
            share = node.chances[outcome]
            below = _walk(child, reach, chance * share, current, regrets, totals)
            for seat in range(seats):
                expected[seat] += share * below[seat]
        return expected
    known = node.decides
    decider = known[0]
    regret = regrets.setdefault(known, dict.fromkeys(node.children, 0.0))
    total = totals.setdefault(known, dict.fromkeys(node.children, 0.0))
    if known not in current:  # regrets of this very iteration must not count yet
        current[known] = _matching(regret)
    strategy = current[known]
    own = reach[decider]
    values: dict[int, list[float]] = {}
    for action, child in node.children.items():
        reach[decider] = own * strategy[action]
        values[action] = _walk(child, reach, chance, current, regrets, totals)
    reach[decider] = own
    expected = [
        sum(strategy[action] * values[action][seat] for action in values) for seat in range(seats)
    ]
    others = chance
    for seat in range(seats):
        if seat != decider:
            others *= reach[seat]
    for action, reached in values.items():
        regret[action] += others * (reached[decider] - expected[decider])
        total[action] += own * strategy[action]
    return expected


def _matching(regret: Mapping[int, float]) -> dict[int, float]:
    """Return probabilities in proportion to positive regrets, equal ones if there are none."""
    return _normalised({action: max(value, 0.0) for action, value in regret.items()})


def _normalised(weights: Mapping[int, float]) -> dict[int, float]:
    total = sum(weights.values())
    if total <= 0:
        return dict.fromkeys(weights, 1 / len(weights))
    return {action: weight / total for action, weight in weights.items()}


def value(node: Node, strategy: Strategy) -> tuple[float, ...]:
    """Return every seat's expected utility if all follow a strategy."""
    if not node.children:
        return node.utilities
    weights = node.chances if node.decides is None else strategy[node.decides]
    below = [(weights[action], value(child, strategy)) for action, child in node.children.items()]
    return tuple(
        sum(weight * values[seat] for weight, values in below) for seat in range(len(below[0][1]))
    )


def best_response(root: Node, seat: int, strategy: Strategy) -> float:
    """Return the most that a seat can expect against the others' strategy."""
    groups: dict[InformationSet, list[tuple[Node, float]]] = defaultdict(list)
    _weigh(root, seat, strategy, 1.0, groups)
    choices: dict[InformationSet, int] = {}

    def worth(node: Node) -> float:
        if not node.children:
            return node.utilities[seat]
        if node.decides is not None and node.decides[0] == seat:
            return worth(node.children[choose(node.decides)])
        weights = node.chances if node.decides is None else strategy[node.decides]
        return sum(weights[action] * worth(child) for action, child in node.children.items())

    def choose(known: InformationSet) -> int:
        if known not in choices:
            members = groups[known]
            actions: Sequence[int] = tuple(members[0][0].children)
            choices[known] = max(
                actions,
                key=lambda action: sum(
                    weight * worth(node.children[action]) for node, weight in members
                ),
            )
        return choices[known]

    return worth(root)


def _weigh(
    node: Node,
    seat: int,
    strategy: Strategy,
    weight: float,
    groups: dict[InformationSet, list[tuple[Node, float]]],
) -> None:
    """Group the seat's nodes by information set, with the others' probability to reach them."""
    weights: Mapping[int, float] = dict.fromkeys(node.children, 1.0)
    if node.decides is None:
        weights = node.chances
    elif node.decides[0] == seat:
        groups[node.decides].append((node, weight))
    else:
        weights = strategy[node.decides]
    for action, child in node.children.items():
        _weigh(child, seat, strategy, weight * weights[action], groups)


def gains(root: Node, seats: int, strategy: Strategy) -> tuple[float, ...]:
    """Return what each seat gains by answering a strategy perfectly; 0 in equilibrium."""
    values = value(root, strategy)
    return tuple(best_response(root, seat, strategy) - values[seat] for seat in range(seats))


def exploitability(root: Node, seats: int, strategy: Strategy) -> float:
    """Return the mean of the seats' gains (:func:`gains`), as defined in the literature."""
    return sum(gains(root, seats, strategy)) / seats
