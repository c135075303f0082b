"""Devices that go from test to test, and are as good as new each time.

Another device takes a process of its own, which loads and compiles the client anew: more work than
most tests are. So whatever people can leave behind in a browser is taken from a device, and the
next test gets it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

_heard: WeakKeyDictionary[Page, list[tuple[str, Callable[..., None]]]] = WeakKeyDictionary()


def listen(page: Page, event: Any, hear: Callable[..., None]) -> None:
    """Hear of an event of a page as long as this test goes on."""
    page.on(event, hear)
    _heard.setdefault(page, []).append((event, hear))


class Devices:
    """The devices of this process, by their settings; those that nobody has are kept."""

    def __init__(self, browser: Browser, settings: dict[str, Any], origin: str) -> None:
        """Have none yet.

        Parameters
        ----------
        settings
            What all contexts are made with.
        origin
            The address of the server, whose things are forgotten.
        """
        self._browser = browser
        self._settings = settings
        self._origin = origin
        self._idle: dict[str, list[Page]] = defaultdict(list)
        self._kinds: dict[Page, str] = {}
        self._tools: dict[Page, CDPSession] = {}
        self._sizes: dict[Page, ViewportSize | None] = {}
        """How large a window is when it is new; tests make it larger and smaller."""

    def take(self, use: str = "", **settings: Any) -> Page:
        """Return a window on a device that knows nothing.

        Parameters
        ----------
        use
            For what, if that leaves traces which no other use may meet.
        settings
            What its context is made with, beside the usual.
        """
        kind = json.dumps([use, settings], sort_keys=True)
        if self._idle[kind]:
            return self._idle[kind].pop()
        page = self._browser.new_context(**{**self._settings, **settings}).new_page()
        self._kinds[page] = kind
        self._tools[page] = page.context.new_cdp_session(page)
        self._sizes[page] = page.viewport_size
        return page

    def give_back(self, page: Page) -> None:
        """Let a device forget everything, and keep it."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        for event, hear in _heard.pop(page, []):
            page.remove_listener(event, hear)
        page.unroute_all(behavior="ignoreErrors")
        # Which ends its connections, too. Another origin would take a new process, and there the
        # client would be compiled anew.
        page.goto(f"{self._origin}/api/games")
        page.context.clear_cookies()
        about = {"origin": self._origin, "storageTypes": "all"}
        self._tools[page].send("Storage.clearDataForOrigin", about)
        page.mouse.move(0, 0)
        if size := self._sizes[page]:
            page.set_viewport_size(size)
        self._idle[self._kinds[page]].append(page)

    def throw_away(self, page: Page) -> None:
        """Close a device of which nobody knows what has become."""
        _heard.pop(page, None)
        del self._kinds[page], self._tools[page], self._sizes[page]
        page.context.close()
