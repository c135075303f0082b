"""Schollenschubser's drawings: dents for everybody who fits, owners that differ in shape."""

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from tischlein.games.schollenschubser import pieces

SVG = "{http://www.w3.org/2000/svg}"


def symbols() -> dict[str, ElementTree.Element]:
    text = (files("tischlein") / "games" / "schollenschubser" / "art.svg").read_text("utf-8")
    return {symbol.attrib["id"]: symbol for symbol in ElementTree.fromstring(text)}


def test_every_ground_and_piece_and_the_cover_are_drawn() -> None:
    assert set(symbols()) == {
        *("water", "bank", "ship", "cover"),
        *(f"floe-{size}" for size in range(1, 5)),
        *(f"researcher-{letter}" for letter in "abcd"),
    }


@pytest.mark.parametrize("size", range(1, 5))
def test_a_floe_has_a_dent_where_each_researcher_stands(size: int) -> None:
    dents = [
        (float(dent.attrib["cx"]), float(dent.attrib["cy"]))
        for dent in symbols()[f"floe-{size}"].iter(f"{SVG}ellipse")
    ]
    stand = [
        (50 + 100 * x / pieces.FLOE, 50 + 100 * y / pieces.FLOE) for x, y in pieces.DENTS[size]
    ]
    assert len(dents) == len(stand) == size
    for x, y in stand:
        assert min(abs(x - dx) + abs(y - dy) for dx, dy in dents) < 1


def test_researchers_differ_in_shape_and_wear_the_colour_of_their_seat() -> None:
    coats = [symbols()[f"researcher-{letter}"][0] for letter in "abcd"]
    assert all(coat.get("fill") == "var(--seat)" for coat in coats)
    outlines = {re.sub(r"[\d. -]", "", coat.get("d", coat.tag)) for coat in coats}
    assert len(outlines) == 4
