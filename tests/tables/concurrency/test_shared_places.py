"""Places that parties share."""

import pytest

from tischlein.tables.concurrency.shared_places import has_room


@pytest.mark.parametrize("parties", [1, 2, 3, 9])
def test_however_many_want_all_places_one_part_more_is_left(parties: int) -> None:
    places, taken = 60, [0] * parties
    while any(has_room(places, sum(taken), of_party) for of_party in taken):
        for party, of_party in enumerate(taken):
            taken[party] += has_room(places, sum(taken), of_party)
    assert places - sum(taken) == places // (parties + 1)
    assert max(taken) - min(taken) <= 1


def test_a_single_place_can_be_had_and_a_full_house_cannot() -> None:
    assert has_room(1, 0, 0)
    assert not has_room(1, 1, 0)
