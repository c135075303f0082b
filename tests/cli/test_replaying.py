"""Matches from records are shown in words and in pictures."""

from pathlib import Path

from PIL import Image

from tests.cli.conftest import Tischlein

RECORDS = Path(__file__).parent.parent / "games" / "bauab"


def test_replay_tells_a_match_in_words(tischlein: Tischlein) -> None:
    answer = tischlein("replay", RECORDS / "draw.record", "--language", "de")
    assert answer.out.startswith("0.\n")
    assert "2. Anna plant eine 5 auf b2." in answer.out
    assert answer.out.rstrip().endswith("15")
    assert answer.out.count("x = Options-Chip") == 1  # below the first of the drawings


def test_replay_of_one_step_shows_only_that(tischlein: Tischlein) -> None:
    answer = tischlein("replay", RECORDS / "draw.record", "--step", 2)
    assert answer.out.startswith("2. Anna plans a 5 on b2.\n")
    assert "3." not in answer.out
    assert tischlein("replay", RECORDS / "draw.record", "--step", 99).code == 2


def test_replay_draws_pictures(tmp_path: Path, tischlein: Tischlein) -> None:
    for name in ("a.png", "a.svg"):
        answer = tischlein("replay", RECORDS / "placing.record", "--out", tmp_path / name)
        assert (answer.code, answer.out) == (0, f"{tmp_path / name}\n")
        assert (tmp_path / name).stat().st_size > 1000
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width == 640


def test_replay_of_a_record_that_fails_exits_with_1(files: Path, tischlein: Tischlein) -> None:
    answer = tischlein("replay", files / "wrong.record")
    assert answer.code == 1
    assert answer.err == f"tischlein: {files}/wrong.record:8: scores = 3 4, not 4 3\n"
