"""Ranges: what a field cannot hold is no declaration."""

import pytest

from tischlein.core.ranges import WORD, Bits, Numbers


def test_a_range_holds_at_least_one_number() -> None:
    assert Numbers(-2, -2).low == -2
    with pytest.raises(ValueError, match="no number from 3 to 2"):
        Numbers(3, 2)


def test_a_word_has_64_bits() -> None:
    assert Bits(64) == WORD
    for count in (0, 65):
        with pytest.raises(ValueError, match=f"not {count}"):
            Bits(count)
