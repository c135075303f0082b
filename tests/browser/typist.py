"""A person who plays any game by keyboard alone: Tab from part to part, arrows within them."""

from __future__ import annotations

from playwright.sync_api import ElementHandle, Locator, TimeoutError

from tests.browser.clicking import GLANCE, Clicker, Json

STEPS = 300
"""Keys within which anything that can be chosen is reached."""
WAY = """thing => {
  if (!thing.isConnected) return null;
  const focused = document.activeElement;
  if (focused === thing) return { there: true, near: true, dx: 0, dy: 0 };
  let group = thing.parentElement;
  while (group && !group.querySelector('[data-target][tabindex="0"], [role=menuitem]')) {
    group = group.parentElement;
  }
  const middle = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = middle(thing);
  const [fromX, fromY] = middle(focused);
  const roves = thing.hasAttribute('tabindex');
  return {
    there: false,
    near: Boolean(roves && group?.contains(focused)),
    dx: x - fromX,
    dy: y - fromY,
  };
}"""


class Typist(Clicker):
    """Somebody who has no pointer. What cannot be reached by keys, or entered, fails the test."""

    def _presses(self, thing: Locator, scene: Json | None) -> bool:
        """Press Enter on a thing, if it can be reached by keys."""
        del scene  # wherever it is, the key goes to it
        try:
            element = thing.element_handle(timeout=GLANCE)
        except TimeoutError:
            return False
        if not self._reaches(element):
            return False
        self.page.keyboard.press("Enter")
        return True

    def _reaches(self, thing: ElementHandle) -> bool:
        """Walk to a thing; tell whether it has the focus. It may be gone before that."""
        before: tuple[float, float] | None = None
        for _ in range(STEPS):
            way = thing.evaluate(WAY)
            if way is None or way["there"]:
                return way is not None
            if not way["near"]:
                self.page.keyboard.press("Tab")
                before = None
                continue
            here = (way["dx"], way["dy"])
            self.page.keyboard.press(self._arrow(*here, stuck=here == before))
            before = here
        return False

    def _arrow(self, dx: float, dy: float, *, stuck: bool) -> str:
        """Return the key towards something so far away; any that moves, where that led nowhere."""
        sideways, along = ("ArrowLeft", "ArrowRight")[dx > 0], ("ArrowUp", "ArrowDown")[dy > 0]
        if stuck or self._rng.random() < 0.1:
            arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
            return self._rng.choice([*arrows, "PageDown"])
        return sideways if abs(dx) > abs(dy) else along
