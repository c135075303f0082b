"""The pictures of the pages are what their code draws."""

import pytest
from PIL import Image

import tischlein as tt
from docs import draw

PICTURES = draw.pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_up_to_date(name: str) -> None:
    drawn = (draw.IMAGES / name).read_text(encoding="utf-8")
    assert drawn == PICTURES[name], "draw it again: python -m docs.draw"


def test_the_moving_picture_shows_its_record_and_is_light() -> None:
    record = tt.read((draw.IMAGES / "match.record").read_text(encoding="utf-8"))
    assert record.final().over
    with Image.open(draw.IMAGES / "match.gif") as film:
        assert getattr(film, "n_frames", 1) == len(record.events) + 1
    assert (draw.IMAGES / "match.gif").stat().st_size < 250_000
