"""What a good player would do: the strong bot's choices for a seat, from what that seat sees.

Where the bot searches, it says how often it has tried each action and what it hopes for; in open
games also what it expects to follow. A bot without a search says what it would do, and what it
hopes for if the game can reckon that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tischlein.bots import methods
from tischlein.bots.bot import Bot, Decision, time_limit
from tischlein.bots.outlook import has_outlook, outlook, reckons
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.levels import Level, Search
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints
from tischlein.search.alphabeta import AlphaBeta, hope_of
from tischlein.search.result import SearchResult

STRONG = "strong"
"""The level that gives advice; games without it ask their last."""
MOST = 3
"""So many actions are named."""
WORTH_NAMING = 0.1
"""Of a search's tries, what an action needs to be named beside the best."""
FORESIGHT = 3
"""So many actions that are expected to follow."""
WORLDS = 12
"""So many whole positions as they may be are reckoned, where a seat does not see all."""
FEW = 2
"""With more seats, what a tree search counts is the share of rivals that are beaten: no chance of
being first."""
REPLY_SHARE = 10
"""An action that is expected to follow gets this part of the budget."""


@dataclass(frozen=True)
class Counsel:
    """What a good player would do, best first."""

    actions: tuple[int, ...]
    shares: Mapping[int, float] = field(default_factory=dict)
    """Of the search's tries, what went to each action; empty where it does not share them out."""
    hope: float | None = None
    """What the seat may hope for, from 0 to 1; None where the bot has no estimate."""
    exact: bool = False
    """Whether the hope is proven."""
    line: tuple[tuple[int, int], ...] = ()
    """Who is expected to do what after the best action: seats and actions."""


def adviser(game: Game) -> Level | None:
    """Return the level that gives advice, None if the game has no bots or is a race."""
    if game.race is not None or not game.levels:
        return None
    return next((level for level in game.levels if level.key == STRONG), game.levels[-1])


def advise(
    observation: Observation, level: Level, rng: Rng, stop: Ints, after: int = FORESIGHT
) -> Counsel:
    """Return what a level would do for the observing seat, which has something to decide.

    Parameters
    ----------
    stop
        A flag, set to 1 when the advice is no longer wanted, and here when time is up.
    after
        How many actions that are expected to follow are wanted.
    """
    game, search = observation.game, level.search
    legal = observation.legal(observation.seat)
    if not isinstance(search, Search) or len(legal) == 1:
        reckoned = _reckoned(observation, rng, stop)
        chosen = Bot(game, replace(level, blunder=0), rng).choose(observation, legal, stop)
        return replace(of_decision(chosen), hope=reckoned)
    settings = methods.settings_of(search.name, dict(search.settings))
    method = methods.method(search.name)
    method.prepare(game)
    with time_limit(level.seconds, stop):
        found = method.search(observation, settings, rng, stop)
    line: tuple[tuple[int, int], ...] = ()
    if game.secrets is None and after:
        # In an open game what is seen is the position.
        begin = observation.determinize(rng).after(observation.seat, found.action)
        line = _line(begin, level, rng, after)
    actions, shares = _candidates(found)
    if isinstance(settings, AlphaBeta):
        hope: float | None = hope_of(found, settings)
    elif observation.seats > FEW and game.utility == "ranking":
        hope = _hoped(observation, rng, stop) if has_outlook(game) else None
    else:
        hope = None if method.in_points else min(found.value, 1.0)
    return Counsel(actions, shares, hope, found.exact, line)


def _reckoned(observation: Observation, rng: Rng, stop: Ints) -> float | None:
    """Return what the seat may hope for if its game says that itself."""
    return _hoped(observation, rng, stop) if reckons(observation.game) else None


def _hoped(observation: Observation, rng: Rng, stop: Ints) -> float:
    """Return what the seat may hope for on average of what it may have before it."""
    hopes: list[float] = []
    worlds = 1 if observation.game.secrets is None else WORLDS
    while len(hopes) < worlds and not (hopes and stop[0]):
        hopes.append(outlook(observation.determinize(rng), rng).hopes[observation.seat])
    return sum(hopes) / len(hopes)


def of_decision(decision: Decision) -> Counsel:
    """Return the advice of a bot that says nothing but what it does; waiting is none."""
    return Counsel(() if decision.action is None else (decision.action,))


def _candidates(found: SearchResult) -> tuple[tuple[int, ...], dict[int, float]]:
    tries = sum(found.visits.values())
    if not tries:
        return (found.action,), {}
    shares = {action: count / tries for action, count in found.visits.items()}
    others = sorted((a for a in shares if a != found.action), key=lambda a: -shares[a])
    named = (found.action, *(a for a in others[: MOST - 1] if shares[a] >= WORTH_NAMING))
    return named, {action: shares.get(action, 0.0) for action in named}


def _line(position: Position, level: Level, rng: Rng, most: int) -> tuple[tuple[int, int], ...]:
    """Let the level go on, with less thought each time, until chance or several act."""
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
    """Return a search with a part of its budget."""
    budget = methods.budget_of(search.name)
    settings = dict(search.settings)
    settings[budget] = max(1, int(settings[budget]) // REPLY_SHARE)
    return Search(search.name, **settings)
