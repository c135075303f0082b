"""Every game on the shelf, the yardstick, and the tiny games pass the conformance suite."""

from collections.abc import Iterator

import pytest

from benchmarks import connect_four
from tests import measured
from tests.shelf import SHELF
from tests.tiny import bell, dash, kuhn, wager
from tischlein.core import registry
from tischlein.testing import Check, checks_of

GAMES = [
    *map(registry.load, SHELF),
    connect_four.GAME,
    bell.GAME,
    dash.GAME,
    kuhn.GAME,
    wager.GAME,
]
CHECKS = {
    str(check): pytest.param(check, id=str(check), marks=pytest.mark.long if check.more else ())
    for game in GAMES
    for check in checks_of(game)
}


@pytest.fixture(scope="module", autouse=True)
def _measurements() -> Iterator[None]:
    with measured.kept([game for game in GAMES if game.measured is not None]):
        yield


@pytest.mark.parametrize("check", CHECKS.values())
def test_conformance(check: Check) -> None:
    check()
