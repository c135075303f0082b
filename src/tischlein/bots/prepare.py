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
"""How often an own bot decides while it is tried out, where its code is to be compiled yet.

That is some way into a match, for what is called there.
"""

_AT_THE_TABLE = {hook.name for group in (Rules, Interrupts) for hook in group.hooks()} | {"observe"}
"""The hooks that a match of people calls; the others are for searches."""

_CALLED = _AT_THE_TABLE | {hook.name for hook in Secrets.hooks()}
"""The hooks that anything calls but tests: heuristics are only compiled into searches."""


def rules(game: Game) -> Iterator[str]:
    """Compile what a match of people needs of a game, or load it; name each before it is done."""
    return _hooks(game, _AT_THE_TABLE)


def _hooks(game: Game, wanted: Set[str]) -> Iterator[str]:
    for name in kernels.COMPILED:
        if name in wanted:
            yield name
            getattr(game.kernels, name)


def watch(game: Game, events: int | None = None) -> None:
    """Show matches as tables do, so that what pictures and words call is compiled, or loaded, too.

    ``events`` is how many of each match are shown; all without it.
    """
    for seats in {game.seats[0], game.seats[-1]}:
        with suppress(OptionError):  # by default it is not played by so many
            _watch(Position.start(game, seats), events)


def _watch(position: Position, events: int | None) -> None:
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
    """Compile a game's rules and its levels' searches, or load them; name each before it is done.

    Loading takes milliseconds. Compiling, which happens once on a machine for each version of a
    game, takes seconds; a caller shows the names as its progress.
    """
    tries = {game.seats[0]: 1}
    if game.compiled and not _mark(game).is_file():
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
    with suppress(OSError):  # without a writable cache every start compiles anew
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()
        os.utime(_mark(game).parent)  # by its folder is seen that somebody needs it


def _try_out(game: Game, bot: Custom, seats: int, decisions: int) -> None:
    """Let a game's own bot play a match in a hurry, so that what it calls is compiled."""
    hurried = _Hurried(bot)
    driver = Driver(Position.start(game, seats), [hurried] * seats, random.Random(0))
    for _ in driver.play():
        if hurried.decisions >= decisions:
            return


class _Hurried:
    """A bot of a game's own that is told at once to end its thinking."""

    def __init__(self, bot: Custom) -> None:
        self._bot = bot
        self._rng = kernel.new_rng(0)
        self.decisions = 0

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the bot chooses; whoever has no choice is not asked."""
        if len(legal) == 1 and observation.seat in observation.awaited:
            return legal[0]
        self.decisions += 1
        return self._bot.choose(observation, self._rng, lambda: True)


def cold(games: Sequence[Game]) -> list[Game]:
    """Return the games with code that is not compiled yet, or not of just these sources."""
    return [game for game in games if game.compiled and not _mark(game).is_file()]


def _mark(game: Game) -> Path:
    """Return the file that says that a game's code has been compiled from just these sources."""
    return kernel.cache_folder(game.folder, Path(compiled.__file__).parent) / f"{game.key}.prepared"
