"""The client in WebKit, the engine of Safari on computers, phones and tablets."""

from __future__ import annotations

import pytest

from tests.browser.clicking import CHECKED
from tests.browser.conftest import Server
from tests.browser.short_matches import TABLES, Table
from tests.browser.webkit import DISPLAY, DRIVER, WebKitPlayer, webkit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.timeout(900),
    # Selenium's own call.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.skipif(
        not (DRIVER and DISPLAY), reason="no WebKit: apt-get install webkit2gtk-driver xvfb"
    ),
]

LAPTOP = (1280, 800)
NARROW = (450, 850)
"""The narrowest that the window gets, with the height of a phone."""
ANNA = {"kind": "me", "name": "Anna"}
PLAY_NOW = 'article:has(a[href="/rules/bauab"]) .actions > .main'


@pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["laptop", "narrow"])
@pytest.mark.parametrize("table", TABLES, ids=[table.game for table in TABLES])
def test_a_match_is_played_to_its_end(server: Server, table: Table, size: tuple[int, int]) -> None:
    with webkit(*size) as driver:
        anna = WebKitPlayer(driver, server.url, taste=table.taste)
        anna.sits_at(table.set_for(table.usual, ANNA))
        anna.plays_to_the_end()
        anna.waits(lambda: anna.shown("section.result"), "the result is shown")
        told = "document.querySelector('section.result').innerText"
        anna.waits(lambda: CHECKED.search(anna.asks(told)), "chance is checked")
        assert anna.asks("faults") == []
        assert anna.refusals == []
        assert anna.asks("document.documentElement.scrollWidth <= innerWidth")


def test_a_killed_server_interrupts_but_loses_nothing(own_server: Server) -> None:
    with webkit(*LAPTOP) as driver:
        anna = WebKitPlayer(driver, own_server.url)
        anna.waits(lambda: anna.presses(PLAY_NOW), "a table is opened")
        anna.plays()
        lines = len(anna.shown("[role=log] li"))
        own_server.kill()
        own_server.start()
        anna.plays_to_the_end()
        assert len(anna.shown("[role=log] li")) > lines
        assert anna.refusals == []


def test_the_ways_from_a_box_are_underlined(server: Server) -> None:
    with webkit(*LAPTOP) as driver:
        anna = WebKitPlayer(driver, server.url)
        ways = "article .actions .more > *"
        anna.waits(lambda: anna.shown(ways), "the shelf is there")
        lines = f"""[...document.querySelectorAll("{ways}")]
            .map((way) => getComputedStyle(way).textDecorationLine)"""
        assert set(anna.asks(lines)) == {"underline"}
