"""A finished match on paper: what the browser prints is read again, as whoever holds it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import HAND, LAPTOP
from tests.browser.conftest import Player, Server
from tests.browser.test_table import BOT, ME

EDGE = 1.0
"""By how many points something may seem to leave its sheet: lines have a width."""
LARGE = 0.3
"""Of a sheet's height at least this much is the board's."""


class Sheets(NamedTuple):
    """What stands on the sheets of a printed page."""

    words: list[str]
    """By sheet."""
    shapes: list[tuple[int, tuple[float, float, float, float]]]
    """What is drawn: the sheet, and left, bottom, right and top in points."""
    sizes: list[tuple[float, float]]


def printed(page: Page) -> Sheets:
    """Print a page and read the sheets."""
    document = pdfium.PdfDocument(page.pdf(format="A4"))
    words, shapes, sizes = [], [], []
    for number, sheet in enumerate(document):
        text = sheet.get_textpage()
        words.append(told(text.get_text_range()))
        # What is drawn within others is told by its place within them, not on the sheet.
        shapes += [(number, one.get_bounds()) for one in sheet.get_objects(max_depth=1)]
        sizes.append(sheet.get_size())
    return Sheets(words, shapes, sizes)


def told(text: str) -> str:
    """Return words with a single space between them, however lines are broken."""
    return re.sub(r"\s+", " ", text.replace("\xad", ""))


@pytest.fixture(params=[{"viewport": LAPTOP}, HAND], ids=["laptop", "phone"])
def anna(window: Callable[..., Page], server: Server, request: Any) -> Iterator[Player]:
    """Somebody who has played a match of Bauab to its end."""
    player = Player(window(use="printing", **request.param), server)
    player.opens(ME, BOT)
    player.plays_on()
    expect(player.page.get_by_role("region", name="Result")).to_be_visible()
    yield player
    assert player.faults == []


def test_a_finished_match_is_on_paper_with_its_result_its_board_and_its_whole_log(
    anna: Player,
) -> None:
    page = anna.page
    result = page.get_by_role("region", name="Result")
    account = [
        [told(cell) for cell in row.locator("th, td").all_inner_texts() if cell.strip()]
        for row in result.locator("tbody tr").all()
    ]
    headline = told(result.get_by_role("heading").inner_text())
    sheets = printed(page)
    whole = " ".join(sheets.words)
    assert headline in whole
    assert "Bauab" in sheets.words[0]
    for row in account:
        assert " ".join(row) in whole, f"{row} of the account is not printed"

    page.get_by_role("tab", name="Log").click()
    log = [told(one) for one in page.locator("[role=log] .words").all_inner_texts()]
    assert len(log) > 10
    rest = whole
    for line in log:
        _, found, rest = rest.partition(line.strip())
        assert found, f"{line!r} is not printed, or not in its turn"
    # It is the same whichever of both is open.
    again = " ".join(printed(page).words)
    assert all(line.strip() in again for line in [headline, *log])


def test_of_a_board_on_paper_nothing_is_cut(anna: Player) -> None:
    tokens = anna.page.locator(".board .token").count()
    assert tokens > 0  # how many chips are left at the end is different each time
    sheets = printed(anna.page)
    width, height = sheets.sizes[0]
    squares = [
        (right - left, sheet, (left, bottom, right, top))
        for sheet, (left, bottom, right, top) in sheets.shapes
        if abs((right - left) - (top - bottom)) < 0.02 * (right - left)
    ]
    # The ground of the board is the largest square that is drawn, and the whole of it is there.
    side, sheet, ground = max(squares)
    assert sheet == 0
    assert side > LARGE * height
    assert -EDGE <= ground[0] < ground[2] <= width + EDGE
    assert -EDGE <= ground[1] < ground[3] <= height + EDGE
    within = [
        one
        for one, on, (left, bottom, right, top) in squares
        if on == sheet
        and ground[0] <= left < right <= ground[2]
        and ground[1] <= bottom < top <= ground[3]
    ]
    assert len([one for one in within if one > side / 12]) > tokens / 2
