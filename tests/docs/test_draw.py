"""The pictures of the pages are what their code draws."""

import pytest
from PIL import Image

import tischlein as tt
from docs import draw, screens
from docs.extension.games import SCREENS
from tests.shelf import SHELF


def test_the_pictures_are_up_to_date() -> None:
    pictures = draw.pictures()
    there = {name: (draw.IMAGES / name).read_text(encoding="utf-8") for name in pictures}
    assert there == pictures, "draw them again: python -m docs.draw"


def test_the_moving_picture_shows_its_record_and_is_light() -> None:
    record = tt.read((draw.IMAGES / "match.record").read_text(encoding="utf-8"))
    assert record.final().over
    with Image.open(draw.IMAGES / "match.gif") as film:
        assert getattr(film, "n_frames", 1) == len(record.events) + 1
    assert (draw.IMAGES / "match.gif").stat().st_size < 250_000


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("key", SHELF)
def test_every_table_was_taken_on_both_screens(key: str, screen: str) -> None:
    file = screens.SCREENS / f"{key}-{screen}.webp"
    with Image.open(file) as taken:
        wide = taken.width > taken.height
    assert wide == (screen == "desktop")
    assert file.stat().st_size < 150_000
