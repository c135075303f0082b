"""Games are compiled before a command plays them."""

from __future__ import annotations

from tischlein.cli.output import progress
from tischlein.core.game import Game


def prepare(game: Game, *, searches: bool) -> None:
    """Compile or load a game's rules (and searches), showing progress: the first time is slow."""
    from tischlein.bots.prepare import prepare as prepare_all

    with progress(f"Preparing {game.key}", None):
        for _ in prepare_all(game) if searches else game.kernels.prepare():
            continue
