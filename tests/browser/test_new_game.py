"""A game of another package: begun with `tischlein new`, installed beside Tischlein, and played."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicking import Clicker
from tests.browser.conftest import Server
from tests.browser.places import places_of
from tests.uv import PROJECT, needs_uv, uv

KEY = "my_game"

pytestmark = [
    pytest.mark.long,
    needs_uv,
]


@pytest.fixture(scope="module")
def python(_built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that holds Tischlein and a new game."""
    folder = tmp_path_factory.mktemp("elsewhere")
    constraints, found = folder / "constraints.txt", folder / "environment" / "bin" / "python"
    uv("venv", "--quiet", folder / "environment")
    # The locked versions, so that a new release elsewhere cannot fail this test.
    locked = ("--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "--output-file")
    uv("export", "--quiet", *locked, constraints)
    pip = ("pip", "install", "--quiet", "--python", found, "--constraint", constraints)
    uv(*pip, PROJECT)
    begin: list[str | Path] = [found.with_name("tischlein"), "new", KEY, "--into", folder]
    subprocess.run(begin, check=True, capture_output=True)
    uv(*pip, folder / KEY)
    return found


@pytest.fixture
def elsewhere(python: Path, tmp_path: Path) -> Iterator[Server]:
    """A server in that environment."""
    server = Server(tmp_path, python=python)
    try:
        server.start()
        yield server
        server.ends_without_a_fault()
    finally:
        server.kill()


def test_a_game_of_another_package_stands_on_the_shelf_and_is_played_to_its_end(
    page: Page, elsewhere: Server
) -> None:
    page.goto(elsewhere.url)
    expect(page.get_by_role("heading", name="My game")).to_be_visible()
    anna = Clicker(page, elsewhere)
    anna.opens({"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "weak"}, game=KEY)
    page.set_viewport_size({"width": 390, "height": 844})
    seat = page.locator("[data-seat]").filter(has_text="Anna")
    outer, inner = places_of(seat, seat.locator(".head"))
    assert outer.y <= inner.y < inner.bottom <= outer.bottom
    anna.plays_to_the_end()
    anna.sees_the_result()
    assert anna.faults == []


def test_worker_processes_have_it_too(python: Path) -> None:
    script = (
        "import tischlein as tt\n"
        f"print(tt.contest('{KEY}', ['strong', 'random'], matches=20, workers=2).standings[0].wins)"
    )
    ran = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) > 10
