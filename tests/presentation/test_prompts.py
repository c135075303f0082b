"""What is expected, as it is said to those who can do it and to those who only watch."""

from pathlib import Path

import pytest

from tischlein import games
from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.lab import simulate
from tischlein.presentation import of

KEYS = sorted(
    path.name for path in Path(games.__path__[0]).iterdir() if (path / "picture.py").exists()
)
"""Of the product's own games, not of those that tests make."""


@pytest.mark.parametrize(("key", "options"), [*((key, "") for key in KEYS), ("misd", "variant=b")])
def test_nobody_who_watches_is_asked_to_do_what_a_seat_is_to_do(key: str, options: str) -> None:
    game = registry.load(key)
    count = max(game.seats)
    checked = option_texts.complete(game, count, option_texts.parse(options))
    players = simulate.players_by_level(game, ["random"] * count)
    (record,) = simulate.simulate(game, count, checked, matches=1, seed=3, players=players)
    position = Position.start(game, count, checked)
    for event in record.events:
        watched = of(game).scene(position.observe(SPECTATOR)).prompt
        for seat in position.observe(SPECTATOR).acting:
            if seat in range(count):
                assert of(game).scene(position.observe(seat)).prompt != watched
        position.apply(event)
