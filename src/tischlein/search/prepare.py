"""Compiling ahead: everything that a game and its levels need, so that nobody waits later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tischlein.core.game import Game
from tischlein.core.levels import AlphaBeta, InformationSet, Uct
from tischlein.search import alphabeta, ismcts, uct

_SEARCHES: dict[type, Callable[[Game], Any]] = {
    Uct: uct.kernel_of,
    InformationSet: ismcts.kernel_of,
    AlphaBeta: alphabeta.kernel_of,
}


def prepare(game: Game) -> Iterator[str]:
    """Compile a game's rules and its levels' searches, or load them; name each before it is done.

    Loading takes milliseconds. Compiling, which happens once on a machine for each version of a
    game, takes seconds; a caller shows the names as its progress.
    """
    yield from game.kernels.prepare()
    if not game.compiled:
        return
    for kind in dict.fromkeys(type(level.search) for level in game.levels):
        if kind in _SEARCHES:
            yield kind.__name__
            _SEARCHES[kind](game)
