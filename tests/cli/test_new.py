"""A game of one's own is begun with tests that run."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tiny import wager
from tischlein.cli.new import new
from tischlein.core.errors import GameError
from tischlein.core.phrases import Phrase
from tischlein.presentation import Presentation
from tischlein.presentation.sources import Folder
from tischlein.presentation.texts import LANGUAGES, translate


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Ida takes 1, and none is left.", "Ida takes 1; 1 left.", "Ida takes 1; 2 left.")),
        (
            "de",
            (
                "Ida nimmt 1, und keiner bleibt.",
                "Ida nimmt 1; einer bleibt.",
                "Ida nimmt 1; 2 bleiben.",
            ),
        ),
        (
            "fr",
            (
                "Ida prend 1, et il n’en reste plus.",
                "Ida prend 1\N{NO-BREAK SPACE}; il en reste 1.",
                "Ida prend 1\N{NO-BREAK SPACE}; il en reste 2.",
            ),
        ),
    ],
)
def test_a_new_game_shows_how_texts_count(
    language: str, told: tuple[str, ...], tmp_path: Path
) -> None:
    """Authors copy its texts."""
    source = Folder(new("my_game", tmp_path) / "src" / "tischlein_my_game")
    game = replace(wager.GAME, presentation=Presentation(source=source))
    for left, words in enumerate(told):
        phrase = Phrase("say-take", {"seat": "Ida", "count": 1, "left": left})
        assert translate(language, phrase, game) == words
