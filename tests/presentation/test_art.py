"""The drawing symbols of the package: safe to inline, and coloured by the theme.

A game whose subject is colours declares these as paints of its own: `<svg data-paints="#f6d21f">`.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tischlein.tables.match.talk import REACTIONS

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{tag}" for tag in ("svg", "symbol", "g", "path", "circle", "ellipse", "rect")}
PAINTS = {"none", "currentColor"} | {
    f"var(--{token})"
    for token in (
        *("table", "paper", "ink", "muted", "line", "accent", "good", "seat"),
        *("water", "wave", "ice", "on-ice"),
        *(f"{colour}-{letter}" for colour in ("seat", "hue") for letter in "abcdefgh"),
    )
}
SHADE_AND_LIGHT = {"black", "white"}
SHARED = (
    {f"sign-{letter}" for letter in "abcdefgh"}
    | {f"die-{pips}" for pips in range(1, 7)}
    | {"card-back", "grid-cell", "person", "bot", "table"}
    | {f"say-{reaction}" for reaction in REACTIONS}
)
MARKS = {
    *("lock", "check", "back", "sound-on", "sound-off", "link", "play", "pause", "step-back"),
    *("step-forward", "book", "scroll", "people", "clock", "crown", "laurel", "sun", "moon"),
    *(
        "sliders",
        "bell",
        "bubble",
        "lantern",
        "curve",
        "globe",
        "door",
        "menu",
        "close",
        "layers",
        "eye",
    ),
    *("cup", "bolt"),
    *("turn-left", "turn-right", "plus", "minus", "whole"),
}


def art_files() -> list[Path]:
    """Every `art.svg` of the package: the shared one and one for each game."""
    package = Path(str(files("tischlein")))
    return [package / "presentation" / "art.svg", *sorted(package.glob("games/*/art.svg"))]


def drawing(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


def symbols(path: Path) -> dict[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in drawing(path)}


def paints(path: Path) -> Iterator[tuple[str, bool]]:
    """Each fill and stroke with whether the shape that has it is translucent."""
    for shape in drawing(path).iter():
        for attribute in ("fill", "stroke"):
            if attribute in shape.attrib:
                yield shape.attrib[attribute], "opacity" in shape.attrib


def own_paints(path: Path) -> list[str]:
    """The fixed colours that a drawing declares because they are what its game is about."""
    return drawing(path).get("data-paints", "").split()


def shared_art() -> Path:
    return art_files()[0]


@pytest.mark.parametrize("path", art_files(), ids=lambda path: path.parent.name)
def test_a_drawing_is_made_of_plain_shapes_in_symbols(path: Path) -> None:
    root = drawing(path)
    assert {element.tag for element in root.iter()} <= SHAPES
    assert {element.tag for element in root} == {f"{SVG}symbol"}
    assert all("viewBox" in symbol.attrib for symbol in root)


@pytest.mark.parametrize("path", art_files(), ids=lambda path: path.parent.name)
def test_a_drawing_carries_no_inline_style_class_or_script(path: Path) -> None:
    attributes = {name for element in drawing(path).iter() for name in element.attrib}
    assert not attributes & {"style", "class", "href"}
    assert not [name for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", art_files(), ids=lambda path: path.parent.name)
def test_colours_come_from_the_theme_except_translucent_shade_and_light(path: Path) -> None:
    allowed = PAINTS | set(own_paints(path))
    for paint, translucent in paints(path):
        assert paint in allowed or (paint in SHADE_AND_LIGHT and translucent), paint


@pytest.mark.parametrize("path", art_files()[1:], ids=lambda path: path.parent.name)
def test_what_has_a_paint_of_its_own_has_an_outline_in_ink(path: Path) -> None:
    """So that it stands out from light and from dark ground."""
    own = own_paints(path)
    assert all(re.fullmatch("#[0-9a-f]{6}", paint) for paint in own)
    painted = [shape for shape in drawing(path).iter() if shape.get("fill") in own]
    assert len({shape.get("fill") for shape in painted}) == len(own)
    assert {shape.get("stroke") for shape in painted} <= {"var(--ink)"}


def test_the_shared_drawings_have_no_paint_of_their_own() -> None:
    assert own_paints(shared_art()) == []


def test_no_two_symbols_of_one_page_share_an_identifier() -> None:
    shared = [symbol.attrib["id"] for symbol in drawing(shared_art())]
    for path in art_files():
        own = [symbol.attrib["id"] for symbol in drawing(path)]
        assert len(own) == len(set(own))
        assert path == shared_art() or not set(own) & set(shared)


def test_the_shared_drawings_hold_every_sign_die_cell_and_mark() -> None:
    assert set(symbols(shared_art())) == SHARED | MARKS


def test_marks_of_the_interface_take_the_colour_of_the_text() -> None:
    for name in MARKS:
        mark = symbols(shared_art())[name]
        used = {shape.get(kind) for shape in mark.iter() for kind in ("fill", "stroke")}
        assert mark.attrib["viewBox"] == "0 0 24 24"
        assert used <= {None, "none", "currentColor"}
