"""Seats: letters, numbers, and bit sets."""

import pytest

from tischlein.core import seats
from tischlein.core.bits import members
from tischlein.core.seats import CHANCE, MAX_SEATS, SPECTATOR, first_place_shares, first_sides


def test_letters_and_numbers_are_each_others_inverse() -> None:
    for seat in (*range(MAX_SEATS), CHANCE):
        assert seats.number(seats.letter(seat)) == seat
        assert seats.number(seats.letter(seat).lower()) == seat
    assert [seats.letter(0), seats.letter(7), seats.letter(CHANCE)] == ["A", "H", "*"]


@pytest.mark.parametrize("text", ["", "I", "1", "AB", " ", "**"])
def test_other_texts_are_no_seats(text: str) -> None:
    with pytest.raises(ValueError, match="is no seat"):
        seats.number(text)


@pytest.mark.parametrize("seat", [-1, SPECTATOR])
def test_other_numbers_have_no_letter(seat: int) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        seats.letter(seat)


def test_members_are_in_order_with_chance_last() -> None:
    assert members(0) == ()
    assert members(seats.CHANCE_BIT | 0b101) == (0, 2, CHANCE)


def test_sides_that_tie_share_evenly_and_partners_have_what_their_team_has() -> None:
    assert first_place_shares([0, 1, 2, 3], [1, 0, 0, 0]) == [0, 1 / 3, 1 / 3, 1 / 3]
    assert first_place_shares([0, 1, 0, 1], [0, 0, 0, 0]) == [0.5] * 4
    assert first_place_shares([0, 1, 1, 1], [0, 0, 0, 0]) == [0.5] * 4
    assert first_place_shares([0, 1, 0, 1], [2, 0, 2, 0]) == [0, 1, 0, 1]


def test_the_sides_that_are_first_are_seats_or_teams() -> None:
    assert first_sides([0, 1, 2], [1, 0, 0]) == {1, 2}
    assert first_sides([0, 1, 0, 1], [2, 0, 2, 0]) == {1}
