"""Where seats act, and the matches that are looked at for that."""

from collections import Counter
from pathlib import Path

import pytest

from tests.lab.studies import ran
from tischlein.lab import grouping, plays

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_matches_are_looked_into_with_all_their_rotations(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("bauab",), entrants=("random", "weak"), matches=24)
    mixed = [table for table in grouping.tables(found) if not table.alone]
    for most, looked_at in ((24, 24), (10, 10), (7, 6), (1, 2)):
        read = list(plays.sample(mixed, found, most))
        assert len(read) == looked_at
        first = Counter(record.names[0] for _, record in read)
        assert first["random"] == first["weak"]
        assert len({seed for seed, _ in read}) == looked_at / 2


def test_where_seats_act_is_drawn_on_the_board(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("bauab",), entrants=("random",), matches=3)
    read = list(plays.sample(grouping.tables(found), found, 3))
    where = plays.heat(read)
    assert where is not None
    assert where.total == sum(where.counts.values()) > 20
    assert set(where.counts) <= set(where.boxes)
    drawn = where.drawing().svg
    assert drawn.count("<circle") >= len(where.counts)
    assert all(f"<title>{name}: " in drawn for name in where.counts)
