"""One match of a study: played, watched, and written as a row; its decisions as further rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

from tischlein import presentation
from tischlein.bots.players import BotPlayer, PlayerMaker
from tischlein.core.driver import Player
from tischlein.core.events import Event
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.core.seats import CHANCE, SPECTATOR, first_sides
from tischlein.lab.entrants import maker, may_hang
from tischlein.lab.failures import FAILURES, in_words
from tischlein.lab.programs import Program
from tischlein.lab.simulate import seeded
from tischlein.lab.study import PlannedMatch, StudyError
from tischlein.lab.thinking_time import LONGEST_THOUGHT, thinking_time
from tischlein.presentation.texts import translate


@dataclass(frozen=True)
class PlayedMatch:
    """The results of a match, as rows by column name."""

    match: dict[str, Any]
    decisions: list[dict[str, Any]]
    times: dict[str, Any]
    """Measured, so different whenever the match is played."""


class _ObservedPlayer:
    """A player whose thinking time is measured, and whose thoughts are kept.

    Parameters
    ----------
    opening
        Returns a generator for a decision that is drawn by lot; None for all later ones.
    limited
        Returns a context that ends a decision which takes too long.
    """

    def __init__(
        self,
        player: Player,
        opening: Callable[[], Random | None],
        limited: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.player = player
        self._limited = limited
        self.seconds = 0.0
        self._opening = opening
        self._drawn = False

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the player chooses, or what is drawn."""
        lot = self._opening()
        self._drawn = lot is not None
        if lot is not None:
            return lot.choice(legal)
        before = time.perf_counter()
        try:
            with self._limited():
                return self.player.choose(observation, legal)
        finally:
            self.seconds += time.perf_counter() - before

    def last_evaluation(self) -> dict[str, Any]:
        """Return what the player thought of its last decision; None for what it does not say."""
        thinking = None if self._drawn else self.player
        decision = thinking.decision if isinstance(thinking, BotPlayer) else None
        if decision is None:
            return {"value": None, "nodes": None, "exact": None}
        return {"value": decision.value, "nodes": decision.nodes, "exact": decision.exact}


class _Lead:
    """Which sides have been in the lead, after every event: seats, or teams.

    Parameters
    ----------
    sides
        By seat: the side that it belongs to.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        self._sides = sides
        self.leaders: list[frozenset[int]] = []

    def add(self, position: Position) -> None:
        """Record the current ranking."""
        self.leaders.append(first_sides(self._sides, position.ranks()))

    def columns(self) -> dict[str, int | None]:
        """Return the columns of a match's row about its course; None if there is only one side.

        A lead change is an event after which a side leads alone and the last sole leader was
        another. A match is settled with the event after which the same sides lead to the end.
        ``behind`` counts the events after which none of the winners was in the lead.
        """
        if len(set(self._sides)) < 2:
            return dict.fromkeys(("lead_changes", "settled", "behind"))
        final = self.leaders[-1] if self.leaders else frozenset()
        alone = [leaders for leaders in self.leaders if len(leaders) == 1]
        changes = sum(one != other for one, other in pairwise(alone))
        settled = len(self.leaders)
        while settled and self.leaders[settled - 1] == final:
            settled -= 1
        behind = sum(not leaders & final for leaders in self.leaders)
        return {
            "lead_changes": changes,
            "settled": min(settled + 1, len(self.leaders)),
            "behind": behind,
        }


class _MatchLog:
    """What is written of a match while it is played: its events, its decisions, and the lead.

    Parameters
    ----------
    decisions
        Whether every decision is written as a row of its own.
    """

    def __init__(self, planned: PlannedMatch, *, decisions: bool) -> None:
        self.happened: list[dict[str, Any]] = []
        self.decisions: list[dict[str, Any]] = []
        self._planned = planned
        self._writes_decisions = decisions
        self._choices: list[int] = []
        self._starter: int | None = None
        self._lead = _Lead(planned.setting.sides)

    def opening(self) -> Random | None:
        """Return a generator while decisions are drawn by lot; None for all later ones."""
        made = len(self._choices)
        return Random(f"{self._planned.seed} {made}") if made < self._planned.opening else None

    def perform(self, position: Position, event: Event, players: Sequence[_ObservedPlayer]) -> None:
        """Write down an event and let it happen."""
        legal = len(position.legal(event.seat)) if event.seat != CHANCE else 0
        self.happened.append(
            {
                "seat": event.seat,
                "action": event.action,
                "measurement": list(event.measurement),
                "legal": legal,
            }
        )
        if event.seat != CHANCE:
            if not self._choices and len(position.awaited) == 1:
                (self._starter,) = position.awaited
            self._choices.append(legal)
            if self._writes_decisions:
                evaluation = players[event.seat].last_evaluation()
                self.decisions.append({**self._decision(position, event, legal), **evaluation})
        position.play(event.seat, event.action, event.measurement)
        self._lead.add(position)

    def _decision(self, position: Position, event: Event, legal: int) -> dict[str, Any]:
        return {
            "match": self._planned.number,
            "event": len(self.happened),
            "seat": event.seat,
            "entrant": self._planned.entrants[event.seat],
            "legal": legal,
            "action": event.action,
            "notation": position.write(event.seat, event.action),
        }

    def match(self, position: Position) -> dict[str, Any]:
        """Return the match as a row, with the position in which it ended or broke off."""
        planned, setting = self._planned, self._planned.setting
        return {
            "match": planned.number,
            "game": setting.game.key,
            "version": setting.game.version,
            "seats": setting.seats,
            "options": setting.changed,
            "table": planned.table,
            "seed": planned.seed,
            "rotation": planned.rotation,
            "entrants": list(planned.entrants),
            **_outcome(position, self._lead),
            "starter": self._starter,
            "events": len(self.happened),
            "decisions": len(self._choices),
            "forced": self._choices.count(1),
            "choices": sum(self._choices),
            "happened": self.happened,
        }


def play_match(
    planned: PlannedMatch, *, decisions: bool, limit: float = LONGEST_THOUGHT
) -> PlayedMatch:
    """Play a match of a plan, as far as the most events that its game declares.

    Some rules leave it to the players whether a match ends, and some players never end it. Such a
    match has no scores, no ranks and no lead.

    Parameters
    ----------
    limit
        Seconds that foreign code has for a decision.

    Raises
    ------
    StudyError
        If a player does what is not possible, fails, or hangs.
    """
    setting = planned.setting
    log = _MatchLog(planned, decisions=decisions)
    players: list[_ObservedPlayer] = []

    def seat_player(make: PlayerMaker, name: str, seed: int) -> _ObservedPlayer:
        limited = partial(thinking_time, limit if may_hang(setting.game, name) else inf, name)
        with limited():
            player = make(seed)
        players.append(_ObservedPlayer(player, log.opening, limited))
        return players[-1]

    makers = [
        partial(seat_player, _maker(setting.game, name, limit), name) for name in planned.entrants
    ]
    began = time.perf_counter()
    try:
        driver = seeded(setting.game, setting.options, makers, planned.seed)
        position, longest = driver.position, setting.game.longest
        while len(log.happened) < longest and (event := driver.next_event()) is not None:
            log.perform(position, event, players)
    except FAILURES as error:
        raise StudyError(
            f"match {planned.number} (seed {planned.seed}, {' · '.join(planned.entrants)}) "
            f"broke off: {in_words(error)}"
        ) from error
    finally:
        for one in players:
            if isinstance(one.player, Program):
                one.player.close()
    times = {
        "match": planned.number,
        "seconds": time.perf_counter() - began,
        "thinking": [one.seconds for one in players],
    }
    return PlayedMatch(log.match(position), log.decisions, times)


def _outcome(position: Position, lead: _Lead) -> dict[str, Any]:
    """Return the columns of a match's row that only its end decides; None if it has none."""
    if position.acting:
        undecided = ("scores", "ranks", "winners", "lead_changes", "settled", "behind")
        return {**dict.fromkeys(undecided), "account": []}
    ranks = position.ranks()
    return {
        "scores": list(position.scores()),
        "ranks": list(ranks),
        "winners": ranks.count(0),
        **lead.columns(),
        "account": _account(position),
    }


@lru_cache(maxsize=64)
def _maker(game: Any, name: str, limit: float) -> PlayerMaker:
    return maker(game, name, limit)


def _account(position: Position) -> list[dict[str, Any]]:
    """Return the lines of the final account that the game's board shows."""
    game = position.game
    result = presentation.of(game).scene(position.observe(SPECTATOR)).result
    if result is None:
        return []
    return [
        {
            "label": translate("en", row.label, game),
            "figures": [str(figure) for figure in row.figures],
        }
        for row in result.rows
    ]
