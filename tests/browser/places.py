"""Where things lie on a page, all at one moment.

Asked one after the other, the page may move between two answers: a font or a picture has come.
"""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Locator

_PLACES = """all => all
  .map(one => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height])"""


class Place(NamedTuple):
    """A rectangle of the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height


def places(parts: Locator) -> list[Place]:
    """Return where each of these lies, in their order on the page."""
    return [Place(*one) for one in parts.evaluate_all(_PLACES)]
