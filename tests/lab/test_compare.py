"""Two studies compared."""

from pathlib import Path

import pytest

from tests.lab.studies import ran
from tischlein.lab import compare, course
from tischlein.lab.study import StudyError

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_studies_are_compared_on_the_seeds_they_share(tmp_path: Path) -> None:
    kept = {"games": ("wager",), "matches": 20, "tables": ("alone",)}
    one = ran(tmp_path / "one", entrants=("random",), **kept)
    again = ran(tmp_path / "again", entrants=("random",), **kept)
    for row in compare.compared(one, again):
        assert (row.change.value, row.change.p) == (0, 1)
        low, high = row.change.low, row.change.high
        if row.measure == course.SHAPE["ties"] or row.measure.endswith(" wins"):
            assert low < 0 < high  # in another match it may come about in one of them
        else:
            assert (low, high) == (0, 0)
        assert not row.clear
    named = {"games": ("bauab",), "entrants": ("random",), "matches": 3, "tables": ("alone",)}
    usual, barrel = (
        ran(tmp_path / f"with {options}", options=(options,), **named)
        for options in ("", "plan=barrel")
    )
    (table,) = {row.table for row in compare.compared(usual, barrel)}
    assert table == "random, 2 seats → plan=barrel"
    (table,) = {row.table for row in compare.compared(barrel, usual)}
    assert table == "random, 2 seats, plan=barrel → the usual options"
    other = ran(tmp_path / "other", entrants=("ismcts:3",), **kept)
    with pytest.raises(StudyError, match="no table in common"):
        compare.compared(one, other)


def test_studies_with_other_first_seeds_have_their_mixed_tables_in_common(tmp_path: Path) -> None:
    """Whoever sits first in the first match is drawn from its seed."""
    kept = {"games": ("wager",), "matches": 20, "tables": ("mixed",), "rotations": 1}
    one, other = (
        ran(tmp_path / str(seed), entrants=("random", "ismcts:3"), seed=seed, **kept)
        for seed in (1, 5)
    )
    first, second = (found.matches.row(0, named=True)["entrants"] for found in (one, other))
    assert first != second
    assert {row.measure for row in compare.compared(one, other)} >= {"random wins"}
