"""What the tests of hosted play share: the databases that a store can be in, and a clean start."""

import gc
from pathlib import Path

import pytest

from tests.tables.places import Address, File, Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty database: a file, and one of a server."""
    if request.param == "sqlite":
        return File(tmp_path / "tischlein.db")
    return Address(request.getfixturevalue("postgres"), request.getfixturevalue("cluster"))


@pytest.fixture
def swept() -> None:
    """Have what other tests have left collected, and complain, before the test begins."""
    gc.collect()
