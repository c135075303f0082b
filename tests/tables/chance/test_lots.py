"""The lot that deals out the seats."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tables.storing import match_of
from tischlein.tables.chance import lots
from tischlein.tables.stored import SeatKind, StoredSeat


def test_fixed_chairs_are_the_seats() -> None:
    match = match_of(*(StoredSeat(name=name, chair=n) for n, name in enumerate("XYZ")), fixed=True)
    assert lots.draw_lots(match) == match.seats


def test_the_lot_keeps_every_player_and_remembers_the_chairs() -> None:
    match = match_of(*(StoredSeat(kind=SeatKind.PERSON, name=name) for name in "XYZ"))
    dealt = lots.draw_lots(match)
    assert sorted(seat.name for seat in dealt) == ["X", "Y", "Z"]
    assert [match.seats[seat.chair].name for seat in dealt] == [seat.name for seat in dealt]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 8))
def test_the_lot_is_a_permutation_and_the_same_every_time(secret: bytes, chairs: int) -> None:
    order = lots.shuffled_order(secret, [b""] * chairs, "match")
    assert sorted(order) == list(range(chairs))
    assert lots.shuffled_order(secret, [b""] * chairs, "match") == order


def test_every_order_of_three_chairs_comes_about_equally_often() -> None:
    drawn = Counter(
        tuple(lots.shuffled_order(bytes([n % 256]) * 32, [b""] * 3, f"match {n}"))
        for n in range(3000)
    )
    assert len(drawn) == 6
    assert all(400 < count < 600 for count in drawn.values())  # 4.9 standard deviations


def test_a_contribution_changes_the_lot() -> None:
    orders = {
        tuple(lots.shuffled_order(b"\x01" * 32, [bytes([n]) * 16, b"", b"", b""], "match"))
        for n in range(20)
    }
    assert len(orders) > 5
