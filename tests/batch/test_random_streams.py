"""The generator of batches is the published one, and lots are drawn from it alike."""

from typing import Any

import numpy as np
import pytest

from tischlein.batch.random_streams import draw_member, threefry
from tischlein.core.kernel import new_rng

MASK = 0xFFFFFFFFFFFFFFFF


@pytest.mark.parametrize(
    ("key", "counter", "word"),
    [
        ((0, 0), (0, 0), 0xC2B6E3A8C2C69865),
        ((MASK, MASK), (MASK, MASK), 0xE02CB7C4D95D277A),
        (
            (0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x243F6A8885A308D3, 0x13198A2E03707344),
            0x263C7D30BB0F0AF1,
        ),
    ],
)
def test_words_are_those_of_its_authors(
    key: tuple[int, int], counter: tuple[int, int], word: int
) -> None:
    """Known answers of Threefry-2x64-20, as Random123 publishes them."""
    words: Any = [np.uint64(number) for number in (*key, *counter)]
    assert int(threefry(*words)) == word


def test_every_member_of_a_set_is_drawn() -> None:
    rng = new_rng(1)
    drawn = [draw_member(0b1011, rng) for _ in range(3_000)]
    assert set(drawn) == {0, 1, 3}
    assert min(map(drawn.count, (0, 1, 3))) > 900
