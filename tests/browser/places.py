"""Where things lie on a page, all at one moment, once nothing moves any more.

Asked one after the other, the page may move between two answers: a font or a picture has come.
"""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

_SETTLES = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(done));
  do {
    await document.fonts.ready;
    await painted();
    await painted();
  } while (document.fonts.status === "loading" || document.querySelector("[data-settling]"));
}"""
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
    def right(self) -> float:
        """Where it ends to the right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height


def settles(page: Page) -> None:
    """Let the page have its letters, and lay out and show what it knows."""
    page.evaluate(_SETTLES)


def places(parts: Locator) -> list[Place]:
    """Return where each of these lies, in their order on the page."""
    settles(parts.page)
    return [Place(*one) for one in parts.evaluate_all(_PLACES)]


def places_of(*parts: Locator) -> list[Place]:
    """Return where each of these parts of a page lies, as soon as all are there to be seen."""
    page = parts[0].page
    for part in parts:
        expect(part).to_be_visible()
    settles(page)
    return [Place(*one) for one in page.evaluate(_PLACES, [one.element_handle() for one in parts])]


def place_of(part: Locator) -> Place:
    """Return where a part of the page lies, as soon as it is there to be seen."""
    (place,) = places_of(part)
    return place
