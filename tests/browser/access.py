"""What axe finds on a page, and on which screens everything is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

LAPTOP = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=390, height=844)

DESK: dict[str, Any] = {"viewport": LAPTOP}
HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

screens = pytest.mark.parametrize(
    "screen",
    [
        pytest.param({**DESK, "color_scheme": "dark"}, id="dark-laptop"),
        pytest.param({**HAND, "color_scheme": "light"}, id="light-phone"),
        pytest.param({**DESK, "color_scheme": "light"}, id="light-laptop", marks=pytest.mark.long),
        pytest.param({**HAND, "color_scheme": "dark"}, id="dark-phone", marks=pytest.mark.long),
    ],
)
"""Both colours and both sizes; the other pairs of them in the long tests."""


def findings(page: Page) -> list[str]:
    """What axe finds on the page as it is."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]
