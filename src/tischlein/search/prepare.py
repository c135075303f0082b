"""Compiling ahead: everything that a game and its levels need, so that nobody waits later."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import Any

from tischlein.core import kernel, registry
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.levels import AlphaBeta, InformationSet, Own, Uct
from tischlein.core.position import Position
from tischlein.core.race import Reaction
from tischlein.core.seats import CHANCE
from tischlein.search import alphabeta, ismcts, uct

_SEARCHES: dict[type, Callable[[Game], Any]] = {
    Uct: uct.kernel_of,
    InformationSet: ismcts.kernel_of,
    AlphaBeta: alphabeta.kernel_of,
}

DECISIONS = 40
"""How often an own bot decides while it is tried out, where its code is to be compiled yet.

That is some way into a match, for what is called there.
"""


def prepare(game: Game) -> Iterator[str]:
    """Compile a game's rules and its levels' searches, or load them; name each before it is done.

    Loading takes milliseconds. Compiling, which happens once on a machine for each version of a
    game, takes seconds; a caller shows the names as its progress.
    """
    tries = {game.seats[0]: 1}
    if game.compiled and not _mark(game).is_file():
        tries = dict.fromkeys((game.seats[0], game.seats[-1]), DECISIONS)
    yield from game.kernels.prepare()
    for kind in dict.fromkeys(type(level.search) for level in game.levels):
        if kind in _SEARCHES and game.compiled:
            yield kind.__name__
            _SEARCHES[kind](game)
    for level in game.levels:
        if isinstance(level.search, Own):
            yield level.key
            for seats, decisions in tries.items():
                _try_out(game, level.search, seats, decisions)
    with suppress(OSError):  # without a writable cache every start compiles anew
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()


def _try_out(game: Game, bot: Own, seats: int, decisions: int) -> None:
    """Let a game's own bot play a match in a hurry, so that what it calls is compiled."""
    rng = kernel.new_rng(0)
    position = Position.start(game, seats)
    while acting := position.acting:
        if CHANCE in acting:
            outcomes = position.outcomes()
            outcome = outcomes[kernel.below(rng, len(outcomes))][0]
            position.play(CHANCE, outcome, position.happen(outcome).outcome)
            continue
        if decisions <= 0:
            return
        awaited = position.awaited
        for seat in (*(one for one in acting if one not in awaited), *awaited):
            decisions -= 1
            chosen = _choose(position, seat, bot, rng)
            if chosen is not None:
                break
        else:
            return
        if isinstance(chosen, Reaction):
            position.play(seat, chosen.action, (chosen.milliseconds,))
        else:
            position.play(seat, chosen)


def _choose(position: Position, seat: int, bot: Own, rng: Rng) -> int | Reaction | None:
    legal = position.legal(seat)
    if len(legal) == 1:  # which bots are not asked about
        return legal[0]
    return bot.choose(position.observe(seat), rng, lambda: True)


def prepare_all(games: Sequence[Game]) -> Iterator[str]:
    """Prepare the games of the shelf; what must be compiled is compiled on all cores at once.

    Yields what is being done, for a progress line.
    """
    cold = [game.key for game in games if game.compiled and not _mark(game).is_file()]
    workers = min(len(cold), os.cpu_count() or 1)
    if workers > 1:
        yield f"{len(cold)} games"
        # Fresh processes: a fork would copy locks that compiling holds.
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
            waiting = {pool.submit(_prepare_here, key): key for key in cold}
            for done in as_completed(waiting):
                done.result()
                yield waiting[done]
    for game in games:
        for name in prepare(game):
            yield f"{game.key}: {name}"


def _prepare_here(key: str) -> None:
    for _ in prepare(registry.load(key)):
        continue


def _mark(game: Game) -> Path:
    """Return the file that says that a game's code has been compiled from just these sources."""
    return kernel.cache_folder(game.folder, Path(__file__).parent) / f"{game.key}.prepared"
