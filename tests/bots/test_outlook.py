"""What the bots of a game hold of a position, and where they hold nothing."""

from dataclasses import replace

import pytest

from tischlein.bots.outlook import has_outlook, outlook
from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.search.outlook import values_at_end


def test_without_levels_nothing_is_known_of_how_to_play() -> None:
    bauab = registry.load("bauab")
    assert has_outlook(bauab)
    assert not has_outlook(replace(bauab, levels=()))


@pytest.mark.parametrize("key", ["bauab", "schlauraff"])
def test_while_chance_is_to_act_its_outcomes_are_judged_each_by_itself(key: str) -> None:
    position = Position.start(registry.load(key), 2)
    with pytest.raises(ValueError, match=f"chance is to act in {key}"):
        outlook(position, new_rng(1))


@pytest.mark.parametrize(
    ("seats", "teams", "share"), [(3, "none", 1 / 3), (4, "none", 1 / 4), (4, "1212", 1 / 2)]
)
def test_seats_share_a_tie_for_the_first_place_and_so_do_teams(
    seats: int, teams: str, share: float
) -> None:
    tied = registry.load("dropit").start(seats, {"teams": teams})
    assert values_at_end(tied) == (share,) * seats
