"""Sets as bits: members, the way back, and how many there are."""

import pytest

from tischlein.core.bits import bits_of, count_bits, lowest, members, nth

SETS = [(), (0,), (8,), (0, 3, 5), (1, 2, 40, 62)]


@pytest.mark.parametrize("numbers", SETS)
def test_members_come_in_order_and_lead_back(numbers: tuple[int, ...]) -> None:
    bits = bits_of(reversed(numbers))
    assert members(bits) == numbers
    assert count_bits(bits) == bits.bit_count() == len(numbers)


@pytest.mark.parametrize("numbers", SETS[1:])
def test_members_are_found_by_their_place(numbers: tuple[int, ...]) -> None:
    bits = bits_of(numbers)
    assert lowest(bits) == numbers[0]
    assert tuple(nth(bits, place) for place in range(len(numbers))) == numbers


def test_a_number_counts_once_however_often_it_is_named() -> None:
    assert bits_of([2, 2, 0]) == 0b101
