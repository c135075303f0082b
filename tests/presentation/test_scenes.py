"""What scenes are made of, in all games."""

import pytest

from tischlein.core import registry
from tischlein.core.seats import SPECTATOR
from tischlein.presentation import of


@pytest.mark.parametrize("key", registry.keys())
def test_a_place_is_on_its_board_from_its_upper_left_corner_on(key: str) -> None:
    """Pieces are given by their centres, places and pictures by their corners."""
    game = registry.load(key)
    scene = of(game).scene(game.start().observe(SPECTATOR))
    for place in scene.places:
        assert scene.left - 0.01 <= place.x <= scene.left + scene.width - place.w + 0.01
        assert scene.top - 0.01 <= place.y <= scene.top + scene.height - place.h + 0.01
