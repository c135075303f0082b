"""What a good player would do: the strong bot's choices for a seat, from what that seat sees.

A bot that searches says how often it tried each action and what it expects; in open games also
which actions it expects to follow. A bot without a search says what it would do, and what it
expects if the game can calculate that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tischlein.bots import methods
from tischlein.bots.bot import Bot, Decision, time_limit
from tischlein.bots.outlook import has_outlook, has_win_probabilities, outlook
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.levels import Level, Search
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints
from tischlein.search.alphabeta import AlphaBeta, payoff_of
from tischlein.search.result import SearchResult

STRONG = "strong"
"""The level that gives advice; games without it use their last level."""
MOST = 3
"""How many actions are named."""
WORTH_NAMING = 0.1
"""The share of a search's tries that an action other than the best needs to be named."""
PREDICTED = 3
"""How many following actions are predicted."""
WORLDS = 12
"""How many possible full positions are evaluated if a seat does not see everything."""
FEW = 2
"""The most seats with which a tree search estimates the chance of being first.

With more seats it maximises the share of beaten rivals.
"""
REPLY_SHARE = 10
"""A predicted action gets one part in this many of the budget."""


@dataclass(frozen=True)
class Recommendation:
    """What a good player would do, best first."""

    actions: tuple[int, ...]
    shares: Mapping[int, float] = field(default_factory=dict)
    """The share of the search's tries for each action; empty if it does not distribute them."""
    value: float | None = None
    """What the seat can expect, from 0 to 1; None if the bot has no estimate."""
    exact: bool = False
    """Whether ``value`` is proven."""
    line: tuple[tuple[int, int], ...] = ()
    """The predicted continuation after the best action: seats and actions."""


def adviser(game: Game) -> Level | None:
    """Return the level that gives advice, None if the game has no bots or is a race."""
    if game.race is not None or not game.levels:
        return None
    return next((level for level in game.levels if level.key == STRONG), game.levels[-1])


def advise(
    observation: Observation, level: Level, rng: Rng, stop: Ints, after: int = PREDICTED
) -> Recommendation:
    """Return what a level would do for the observing seat, which has something to decide.

    Parameters
    ----------
    stop
        A flag, set to 1 by the caller when the advice is no longer wanted, and here when time is
        up.
    after
        How many following actions to predict.
    """
    game, search = observation.game, level.search
    legal = observation.legal(observation.seat)
    if not isinstance(search, Search) or len(legal) == 1:
        own_value = _own_value(observation, rng, stop)
        chosen = Bot(game, replace(level, blunder=0), rng).choose(observation, legal, stop)
        return replace(of_decision(chosen), value=own_value)
    settings = methods.settings_of(search.name, dict(search.settings))
    method = methods.method(search.name)
    method.prepare(game)
    with time_limit(level.seconds, stop):
        found = method.search(observation, settings, rng, stop)
    line: tuple[tuple[int, int], ...] = ()
    if game.secrets is None and after:
        # In an open game the observation is the position.
        begin = observation.determinize(rng).after(observation.seat, found.action)
        line = _line(begin, level, rng, after)
    actions, shares = _candidates(found)
    if isinstance(settings, AlphaBeta):
        value: float | None = payoff_of(found, settings)
    elif observation.seats > FEW and game.utility == "ranking":
        value = _mean_value(observation, rng, stop) if has_outlook(game) else None
    else:
        value = None if method.in_points else min(found.value, 1.0)
    return Recommendation(actions, shares, value, found.exact, line)


def _own_value(observation: Observation, rng: Rng, stop: Ints) -> float | None:
    """Return what the seat can expect if its game calculates that itself."""
    return _mean_value(observation, rng, stop) if has_win_probabilities(observation.game) else None


def _mean_value(observation: Observation, rng: Rng, stop: Ints) -> float:
    """Return what the seat can expect, on average over the positions that are possible to it."""
    values: list[float] = []
    worlds = 1 if observation.game.secrets is None else WORLDS
    while len(values) < worlds and not (values and stop[0]):
        values.append(outlook(observation.determinize(rng), rng).values[observation.seat])
    return sum(values) / len(values)


def of_decision(decision: Decision) -> Recommendation:
    """Return the advice of a bot that only says what it does; waiting is no advice."""
    return Recommendation(() if decision.action is None else (decision.action,))


def _candidates(found: SearchResult) -> tuple[tuple[int, ...], dict[int, float]]:
    tries = sum(found.visits.values())
    if not tries:
        return (found.action,), {}
    shares = {action: count / tries for action, count in found.visits.items()}
    others = sorted((a for a in shares if a != found.action), key=lambda a: -shares[a])
    named = (found.action, *(a for a in others[: MOST - 1] if shares[a] >= WORTH_NAMING))
    return named, {action: shares.get(action, 0.0) for action in named}


def _line(position: Position, level: Level, rng: Rng, most: int) -> tuple[tuple[int, int], ...]:
    """Let the level play on, with less thought each time, until chance or several seats act."""
    assert isinstance(level.search, Search)
    quick = replace(level, search=_cheaper(level.search), seconds=level.seconds / REPLY_SHARE)
    line: list[tuple[int, int]] = []
    while len(line) < most and len(position.acting) == 1 and position.acting[0] != CHANCE:
        (seat,) = position.acting
        bot = Bot(position.game, quick, rng)
        action = bot.choose(position.observe(seat), position.legal(seat)).action
        assert action is not None, "only a bot that searches is asked"
        line.append((seat, action))
        position = position.after(seat, action)
    return tuple(line)


def _cheaper(search: Search) -> Search:
    """Return a search with a fraction of its budget."""
    budget = methods.budget_of(search.name)
    settings = dict(search.settings)
    settings[budget] = max(1, int(settings[budget]) // REPLY_SHARE)
    return Search(search.name, **settings)
