"""Comparisons that end as soon as they are decided."""

from pathlib import Path

import pytest

from tischlein.lab import early_stopping
from tischlein.lab.sequential import Test
from tischlein.lab.study import Study, StudyError

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_a_comparison_ends_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    declared = Study(games=("bauab",), entrants=("weak", "random"), matches=400)
    found = early_stopping.compare_until_decided(
        declared, tmp_path, test=Test(none=0.5, least=0.6), workers=1
    )
    assert found.verdict == "better"
    assert len(found.results.matches) == early_stopping.FIRST
    assert found.sentence() == (
        "weak wins more than 50 % against random: decided (of players who do not, 5 % at most are "
        "taken for better) after 60 matches."
    )
    again = early_stopping.compare_until_decided(
        declared, tmp_path, test=Test(none=0.5, least=0.6), workers=1
    )
    assert again.sentence() == found.sentence()
    with pytest.raises(StudyError, match="weak wins 50 % anyway"):
        early_stopping.compare_until_decided(declared, tmp_path, test=Test(none=0.5, least=0.3))
    with pytest.raises(StudyError, match="two entrants in one setting"):
        early_stopping.compare_until_decided(
            Study(games=("bauab",), entrants=("weak",)), tmp_path, test=Test()
        )


def test_an_undecided_comparison_goes_on_with_more_matches(tmp_path: Path) -> None:
    test = Test(none=0.5, least=0.55, alpha=1e-99, beta=1e-99)  # never decided

    def study_of(matches: int) -> Study:
        return Study(games=("bauab",), entrants=("random", "weak"), matches=matches)

    for matches in (44, 44, 62, 90):
        found = early_stopping.compare_until_decided(
            study_of(matches), tmp_path, test=test, workers=1
        )
        assert found.verdict == "undecided"
        assert len(found.results.matches) == matches
    with pytest.raises(StudyError, match="is a study of 90 matches"):
        early_stopping.compare_until_decided(study_of(50), tmp_path, test=test, workers=1)
