"""The report on rules without a test, and that there is no such rule."""

from pathlib import Path

import pytest

from tests.shelf import SHELF
from tischlein.core import registry
from tischlein.testing import coverage

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("key", SHELF)
def test_every_rule_is_named_by_a_test_or_a_record(key: str) -> None:
    assert coverage.unnamed_rules(registry.load(key), TESTS) == []


def test_a_rule_that_nothing_names_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identifiers = [f"BAU-{number}" for number in range(1, 43)]
    (tmp_path / "some.record").write_text(" ".join(identifiers[:20]))
    (tmp_path / "test_more.py").write_text(" ".join(identifiers[21:]))
    assert coverage.unnamed_rules(registry.load("bauab"), tmp_path) == ["BAU-21"]
    assert coverage.main([str(tmp_path)]) == 1
    assert "BAU-21" in capsys.readouterr().out
