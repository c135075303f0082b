"""Raufer's drawings: everything that its scenes show is there, and directions differ in shape."""

from importlib.resources import files
from xml.etree import ElementTree

import pytest


def symbols() -> dict[str, ElementTree.Element]:
    """The symbols of Raufer's `art.svg` by identifier."""
    text = (files("tischlein") / "games" / "raufer" / "art.svg").read_text(encoding="utf-8")
    return {symbol.attrib["id"]: symbol for symbol in ElementTree.fromstring(text)}


def outlines(name: str) -> list[str | None]:
    return [shape.get("d") for shape in symbols()[name].iter()]


def paints(name: str) -> set[str | None]:
    return {shape.get(kind) for shape in symbols()[name].iter() for kind in ("fill", "stroke")}


def test_house_pile_card_and_cover_are_drawn() -> None:
    assert set(symbols()) == {
        *("roof", "floor-odd", "floor-even", "street", "runner", "leaver"),
        *("order-up", "order-down", "arrow-up", "arrow-down"),
        *("pile-ground", "lamp-on", "lamp-off", "card", "cover"),
    }


def test_the_runner_takes_the_colour_of_the_commander_and_who_is_out_has_none() -> None:
    assert "var(--seat)" in paints("runner")
    assert "var(--seat)" not in paints("leaver")


@pytest.mark.parametrize("kind", ["order", "arrow"])
def test_up_and_down_differ_in_shape_and_not_in_colour_alone(kind: str) -> None:
    up, down = outlines(f"{kind}-up"), outlines(f"{kind}-down")
    assert len({*up, *down} - {None}) > max(len(set(up)), len(set(down)))


def test_floors_fill_their_box_so_that_they_stack_without_a_gap() -> None:
    for name in ("floor-odd", "floor-even"):
        assert symbols()[name].attrib["viewBox"] == "0 0 480 50"
        assert outlines(name)[1] == "M0 0H480V50H0Z"
