"""Compiling ahead: everything that a game and its levels need, so that nobody waits later."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from itertools import islice
from pathlib import Path

from tischlein import presentation
from tischlein.bots import methods, outlook
from tischlein.core import kernel, kernels
from tischlein.core.capabilities import Interrupts, Rules, Secrets
from tischlein.core.driver import Driver, play_at_random
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.core.levels import Custom, Search
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.core.seats import CHANCE
from tischlein.search import compiled

DECISIONS = 40
"""How many decisions a game's own bot makes in a trial run if its code is not compiled yet.

They reach far enough into a match to call all its code.
"""

_AT_THE_TABLE = {hook.name for group in (Rules, Interrupts) for hook in group.hooks()} | {"observe"}
"""The hooks that a match between people calls; the others are for searches."""

_CALLED = _AT_THE_TABLE | {hook.name for hook in Secrets.hooks()}
"""The hooks that are called outside tests: heuristics are only compiled into searches."""


def rules(game: Game) -> Iterator[str]:
    """Compile or load what a match between people needs of a game; yield each name beforehand."""
    return _hooks(game, _AT_THE_TABLE)


def _hooks(game: Game, wanted: Set[str]) -> Iterator[str]:
    for name in kernels.COMPILED:
        if name in wanted:
            yield name
            getattr(game.kernels, name)


def show_matches(game: Game, events: int | None = None) -> None:
    """Show matches as tables do, so that what pictures and texts call is compiled, or loaded, too.

    ``events`` is how many events of each match are shown; without it, all are.
    """
    for seats in {game.seats[0], game.seats[-1]}:
        with suppress(OptionError):  # not every seat count allows the default options
            _show_match(Position.start(game, seats), events)


def _show_match(position: Position, events: int | None) -> None:
    shown = presentation.of(position.game)
    bare = shown.brings("bare")
    views = [position.observe(seat) for seat in range(position.seats)]
    for event in islice(play_at_random(position, random.Random(0)).play(), events):
        before, views = views, [position.observe(seat) for seat in range(position.seats)]
        for seat, view in enumerate(views):
            shown.say(event, before[seat], view)
            shown.scene(view)
            if bare:
                shown.bare(view)
            if event.seat != CHANCE:
                view.why_not(seat, event.action)


def prepare(game: Game) -> Iterator[str]:
    """Compile or load a game's rules and its levels' searches; yield each name beforehand.

    Loading takes milliseconds. Compiling, which happens once on a machine for each version of a
    game, takes seconds; a caller shows the names as its progress.
    """
    tries = {game.seats[0]: 1}
    if game.compiled and not _marker(game).is_file():
        tries = dict.fromkeys((game.seats[0], game.seats[-1]), DECISIONS)
    yield from _hooks(game, _CALLED)
    searches = [one.search.name for one in game.levels if isinstance(one.search, Search)]
    for name in dict.fromkeys(name for name in searches if name != "random"):
        yield name
        methods.method(name).prepare(game)
    for level in game.levels:
        if isinstance(level.search, Custom):
            yield level.key
            for seats, decisions in tries.items():
                _try_out(game, level.search, seats, decisions)
    if outlook.has_outlook(game):
        yield "outlook"
        outlook.prepare(game)
    with suppress(OSError):  # without a writable cache every start compiles again
        _marker(game).parent.mkdir(parents=True, exist_ok=True)
        _marker(game).touch()
        os.utime(_marker(game).parent)  # the folder's time shows that it is in use


def _try_out(game: Game, bot: Custom, seats: int, decisions: int) -> None:
    """Let a game's own bot play a match in a hurry, so that what it calls is compiled."""
    hurried = _Hurried(bot)
    driver = Driver(Position.start(game, seats), [hurried] * seats, random.Random(0))
    for _ in driver.play():
        if hurried.decisions >= decisions:
            return


class _Hurried:
    """A game's own bot that is told at once to stop thinking."""

    def __init__(self, bot: Custom) -> None:
        self._bot = bot
        self._rng = kernel.new_rng(0)
        self.decisions = 0

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the bot chooses; a seat without a choice does not ask it."""
        if len(legal) == 1 and observation.seat in observation.awaited:
            return legal[0]
        self.decisions += 1
        return self._bot.choose(observation, self._rng, lambda: True)


def uncompiled(games: Sequence[Game]) -> list[Game]:
    """Return the games with code that is not compiled yet from exactly these sources."""
    return [game for game in games if game.compiled and not _marker(game).is_file()]


def _marker(game: Game) -> Path:
    """Return the file that marks a game's code as compiled from exactly these sources."""
    return kernel.cache_folder(game.folder, Path(compiled.__file__).parent) / f"{game.key}.prepared"
