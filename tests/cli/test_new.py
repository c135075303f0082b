"""A game of one's own is begun with tests that run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tischlein.cli.new import new
from tischlein.core.errors import GameError
from tischlein.presentation.sources import Folder
from tischlein.presentation.texts import LANGUAGES


def installed(folder: Path, key: str) -> Path:
    """Return the folder of a game's package, which Python finds there as one that is installed."""
    found = folder / "src"
    told = found / f"tischlein_{key}-0.1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: tischlein-{key}\nVersion: 0.1.0\n"
    )
    (told / "entry_points.txt").write_text(f"[tischlein.games]\n{key} = tischlein_{key}:GAME\n")
    return found


def test_a_new_game_has_its_own_name_in_every_language(tmp_path: Path) -> None:
    source = Folder(new("my_game", tmp_path) / "src" / "tischlein_my_game")
    for language in LANGUAGES:
        assert "\ngame = My game\n" in source.texts(language)
        assert source.rules(language).startswith("# My game\n")


@pytest.mark.parametrize("key", ["a__", "my__game", "_my", "ab", "a" * 31, "My", "game\n"])
def test_a_key_that_could_name_no_package_is_refused(key: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="such as my_game"):
        new(key, tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_tests_of_a_new_game_are_found_and_run_without_a_warning(tmp_path: Path) -> None:
    folder = new("my_game", tmp_path)
    found = installed(folder, "my_game")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-W", "error", "-k", "records or pages or texts"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(found), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for test in (
        "test_conformance[my_game-texts_are_complete]",
        "test_conformance[my_game-rules_pages_are_complete]",
        "test_records_hold[example]",
    ):
        assert f"{test} PASSED" in ran.stdout
