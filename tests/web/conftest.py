"""Servers that tests of this folder ask for by name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import Site, site_at
from tischlein.web.http.limits import Limits


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server with the usual limits and an empty database."""
    with site_at(tmp_path / "tischlein.db") as site:
        yield site


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for tests that leave it as it was, such as those in which all is refused."""
    path = tmp_path_factory.mktemp("shared") / "tischlein.db"
    with site_at(path, Limits(tables=(1.0, 100))) as site:
        yield site
