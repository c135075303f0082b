"""Schlauraff's drawings: every piece is there, and chips differ in pattern as well as in colour."""

import re
from importlib.resources import files

CHIPS = ("chip-yellow", "chip-green", "chip-blue", "chip-red")


def drawings() -> dict[str, str]:
    """The symbols of Schlauraff's `art.svg` as text, by identifier."""
    text = (files("tischlein") / "games" / "schlauraff" / "art.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', text, re.DOTALL))


def test_every_piece_and_the_cover_are_drawn() -> None:
    assert set(drawings()) == {
        *CHIPS,
        *("plate", "tally", "dice-cup", "die-spent", "dice-tray", "pointer", "cover"),
    }


def test_no_two_chips_have_the_same_colour_or_the_same_pattern() -> None:
    found = drawings()
    colours = [re.search(r'fill="var\(--(seat-.)\)"', found[chip]) for chip in CHIPS]
    assert len({match and match[1] for match in colours}) == len(CHIPS)
    patterns = {re.sub(r"var\(--seat-.\)", "", found[chip]) for chip in CHIPS}
    assert len(patterns) == len(CHIPS)
