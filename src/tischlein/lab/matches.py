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
    makers = [_maker(setting.game, name, limit) for name in planned.entrants]
    observed: list[_ObservedPlayer] = []

    choices: list[int] = []
    starter: int | None = None

    def opening() -> Random | None:
        drawn = len(choices) < planned.opening
        return Random(f"{planned.seed} {len(choices)}") if drawn else None

    def observing(make: PlayerMaker, name: str, seed: int) -> _ObservedPlayer:
        limited = partial(thinking_time, limit if may_hang(setting.game, name) else inf, name)
        with limited():
            player = make(seed)
        observed.append(_ObservedPlayer(player, opening, limited))
        return observed[-1]

    seated = [
        partial(observing, make, name) for make, name in zip(makers, planned.entrants, strict=True)
    ]
    lead = _Lead(setting.sides)
    events: list[Event] = []
    rows: list[dict[str, Any]] = []
    happened: list[dict[str, Any]] = []
    began = time.perf_counter()
    try:
        driver = seeded(setting.game, setting.options, seated, planned.seed)
        position, longest = driver.position, setting.game.longest
        while len(events) < longest and (event := driver.next_event()) is not None:
            events.append(event)
            legal = len(position.legal(event.seat)) if event.seat != CHANCE else 0
            happened.append(
                {
                    "seat": event.seat,
                    "action": event.action,
                    "measurement": list(event.measurement),
                    "legal": legal,
                }
            )
            if event.seat != CHANCE:
                if not choices and len(position.awaited) == 1:
                    (starter,) = position.awaited
                choices.append(legal)
                if decisions:
                    rows.append(
                        {
                            "match": planned.number,
                            "event": len(events),
                            "seat": event.seat,
                            "entrant": planned.entrants[event.seat],
                            "legal": legal,
                            "action": event.action,
                            "notation": position.write(event.seat, event.action),
                            **observed[event.seat].last_evaluation(),
                        }
                    )
            position.play(event.seat, event.action, event.measurement)
            lead.add(position)
    except FAILURES as error:
        raise StudyError(
            f"match {planned.number} (seed {planned.seed}, {' · '.join(planned.entrants)}) "
            f"broke off: {in_words(error)}"
        ) from error
    finally:
        for one in observed:
            if isinstance(one.player, Program):
                one.player.close()
    seconds = time.perf_counter() - began
    match = {
        "match": planned.number,
        "game": setting.game.key,
        "version": setting.game.version,
        "seats": setting.seats,
        "options": setting.changed,
        "table": planned.table,
        "seed": planned.seed,
        "rotation": planned.rotation,
        "entrants": list(planned.entrants),
        **_outcome(position, lead),
        "starter": starter,
        "events": len(events),
        "decisions": len(choices),
        "forced": choices.count(1),
        "choices": sum(choices),
        "happened": happened,
    }
    times = {
        "match": planned.number,
        "seconds": seconds,
        "thinking": [one.seconds for one in observed],
    }
    return PlayedMatch(match, rows, times)


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
