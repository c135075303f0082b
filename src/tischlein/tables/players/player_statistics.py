"""How finished matches ended for a player, and the statistics over many of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tischlein import presentation
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.presentation.scenes import ResultRow
from tischlein.tables.match.table import Table
from tischlein.tables.players import ratings

MOST_CACHED = 5_000
"""Maximal number of results in memory."""


class MatchResult(NamedTuple):
    """The end of one match."""

    game: str
    events: int
    ranks: tuple[int, ...]
    """By seat: 0 for the winner."""
    scores: tuple[int, ...] | None
    """None if points do not count."""
    facts: tuple[ResultRow, ...]


class Played(NamedTuple):
    """A match with the seats that a player had in it."""

    result: MatchResult
    seats: tuple[int, ...]


class FactStatistics(msgspec.Struct, frozen=True):
    """One of the facts that a game declares memorable, over all matches."""

    label: Phrase
    """What is counted."""
    best: int
    """The highest figure."""
    mean: float
    """The mean over all matches."""


class GameStatistics(msgspec.Struct, frozen=True):
    """A player's results in one game."""

    game: str
    """The game's key."""
    matches: int
    """How many were decided."""
    placed: int
    """Those in which the player had one seat alone, so that its place is theirs."""
    wins: int
    """Of these; shared ones count."""
    places: list[int]
    """How often the player was first, second, and so on."""
    best: int | None
    """The most points, None if points do not count."""
    mean: float | None
    """Points per match, on average; None if points do not count."""
    events: float
    """Events per match, on average."""
    facts: list[FactStatistics]
    """What else the game counts."""


class MatchResults:
    """Results of matches, each computed once."""

    def __init__(self) -> None:
        """Begin without any."""
        self._known: OrderedDict[str, MatchResult] = OrderedDict()

    def cached(self, match: str) -> MatchResult | None:
        """Return a match's result if it is in memory."""
        return self._known.get(match)

    def get(self, table: Table) -> MatchResult:
        """Return the result of a match that is decided.

        A player who gave up is placed behind the others, as for ratings: what a bot won on such a
        seat is not theirs. A match that was not played to its end only has places.
        """
        found = self._known.get(table.id)
        if found is None:
            if table.over:
                found = result_of(table.position, table.number)
            else:
                found = MatchResult(table.game.key, table.number, (), None, ())
            if not table.over or any(seat.resigned for seat in table.match.seats):
                places = ratings.places(table.match, found.ranks, table.sides)
                found = found._replace(ranks=tuple(places))
            self._known[table.id] = found
            while len(self._known) > MOST_CACHED:
                self._known.popitem(last=False)
        return found


def result_of(end: Position, events: int) -> MatchResult:
    """Return how a match has ended."""
    shown = presentation.of(end.game)
    seen = end.observe(SPECTATOR)
    scored = any(panel.score is not None for panel in shown.scene(seen).panels)
    scores = end.scores() if scored else None
    return MatchResult(end.game.key, events, end.ranks(), scores, tuple(shown.memorable(seen)))


def statistics(played: Iterable[Played]) -> list[GameStatistics]:
    """Return the statistics of matches, game by game, the most played first."""
    by_game: dict[str, list[Played]] = {}
    for match in played:
        by_game.setdefault(match.result.game, []).append(match)
    found = [_of_game(game, matches) for game, matches in by_game.items()]
    return sorted(found, key=lambda one: -one.matches)


def _of_game(game: str, matches: Sequence[Played]) -> GameStatistics:
    alone = [(match.result, match.seats[0]) for match in matches if len(match.seats) == 1]
    places = [0] * max((len(result.ranks) for result, _ in alone), default=0)
    for result, seat in alone:
        places[result.ranks[seat]] += 1
    points = [
        match.result.scores[seat]
        for match in matches
        if match.result.scores is not None
        for seat in match.seats
    ]
    return GameStatistics(
        game=game,
        matches=len(matches),
        placed=len(alone),
        wins=places[0] if places else 0,
        places=places,
        best=max(points, default=None),
        mean=_mean(points) if points else None,
        events=_mean([match.result.events for match in matches]),
        facts=list(_facts(matches)),
    )


def _facts(matches: Sequence[Played]) -> Iterable[FactStatistics]:
    figures: dict[str, tuple[Phrase, list[int]]] = {}
    for result, seats in matches:
        for row in result.facts:
            _, known = figures.setdefault(row.label.key, (row.label, []))
            known += [one for seat in seats if isinstance(one := row.figures[seat], int)]
    for label, known in figures.values():
        if known:
            yield FactStatistics(label, max(known), _mean(known))


def _mean(figures: Sequence[int]) -> float:
    return round(sum(figures) / len(figures), 1)
