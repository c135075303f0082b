"""Rules of Bauab that no record can show: what is refused before a match, and an empty stock."""

import pytest

from tischlein.core import records, registry
from tischlein.core.errors import OptionError, RefusedError
from tischlein.core.position import Position

BAUAB = registry.load("bauab")


@pytest.mark.parametrize("seats", [1, 3])
def test_two_seats_play(seats: int) -> None:
    """BAU-1."""
    with pytest.raises(OptionError, match="2 seats"):
        Position.start(BAUAB, seats)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("1111/1111/1111/111", "fifteen plots"),
        ("11111/1111/1111/1111", "seventeen plots"),
        ("11110/11110/11110/11100/00001", "a plot that touches by a corner only"),
        ("1111/1111/0000/1111/1111", "two halves"),
        ("1111/1111/1111/1211", "another sign"),
        ("circle", "no such name"),
    ],
)
def test_other_plans_are_refused(plan: str, why: str) -> None:
    """BAU-2, BAU-3: exactly sixteen plots that hang together by edges."""
    with pytest.raises(OptionError):
        Position.start(BAUAB, 2, {"plan": plan})


def test_a_plan_written_in_another_way_is_the_named_one() -> None:
    """BAU-3: empty borders do not matter."""
    position = Position.start(BAUAB, 2, {"plan": "000000/01111/01111/01111/01111/0"})
    assert position == Position.start(BAUAB, 2)
    assert position.options["plan"] == "square"


def test_no_park_is_left() -> None:
    """BAU-31: on a barred plot, where a park could be placed otherwise."""
    record = records.read(
        "game: bauab\nseats: A, B\noptions: first=A\n\nA 3 a1\nB 5 b1\nA x d4\nB x a2"
    )
    position = record.final()
    park = BAUAB.notation.read(position.state, 0, ["park", "a1"])
    assert position.why_not(0, park) is None
    position.record.parks = 0
    with pytest.raises(RefusedError) as caught:
        position.play(0, park)
    assert caught.value.refusal.rule == "BAU-31"
    assert park not in position.legal(0)


def test_the_lot_is_fair() -> None:
    """BAU-7."""
    assert Position.start(BAUAB, 2).outcomes() == [(0, 1), (1, 1)]
