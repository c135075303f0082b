"""Bauab's drawings: every piece is there, and an owner shows in shape as well as in colour."""

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"


def symbols() -> dict[str, ElementTree.Element]:
    """The symbols of Bauab's `art.svg` by identifier."""
    text = (files("tischlein") / "games" / "bauab" / "art.svg").read_text(encoding="utf-8")
    return {symbol.attrib["id"]: symbol for symbol in ElementTree.fromstring(text)}


def test_every_piece_and_mark_and_the_cover_are_drawn() -> None:
    assert set(symbols()) == {
        *("plot", "chip-a", "chip-b", "option-a", "option-b", "park"),
        *("bar", "freedom", "danger", "secured", "cover"),
    }


@pytest.mark.parametrize("chip", ["chip-a", "chip-b", "option-a", "option-b"])
def test_a_chip_takes_the_colour_of_its_owner(chip: str) -> None:
    assert symbols()[chip][0].get("fill") == "var(--seat)"


@pytest.mark.parametrize("neutral", ["plot", "park", "bar", "freedom", "secured", "cover"])
def test_what_belongs_to_nobody_has_no_colour_of_a_seat(neutral: str) -> None:
    assert "var(--seat)" not in {shape.get("fill") for shape in symbols()[neutral].iter()}


@pytest.mark.parametrize("kind", ["chip", "option"])
def test_chips_of_the_two_owners_differ_in_shape(kind: str) -> None:
    of_a, of_b = symbols()[f"{kind}-a"][0], symbols()[f"{kind}-b"][0]
    assert of_a.tag == f"{SVG}circle"
    assert re.fullmatch(r"M[0-9.HVLZ ]+", of_b.attrib["d"])
