"""Records in the browser: downloaded, opened again from a file, pasted, and told what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import findings, screens
from tests.browser.conftest import Player, Server
from tests.browser.test_table import BOT, ME
from tischlein.tables import match_ids

MINUTE = 60_000
"""Milliseconds: on a busy machine a match is not replayed sooner."""
NOT_HERE = "It was not hosted here"


def ended(*, proven: bool = False) -> str:
    """Return the record of a match that nobody has seen; the proof was made by whoever wrote it."""
    secret = sha256(match_ids.new_match_id().encode())
    fields = {
        "game": "bauab",
        "seats": "Queen, King",
        "options": "first=A",
        "title": secret.hexdigest(),  # so that no other test opens the same
    }
    if proven:
        fields |= {
            "id": match_ids.new_match_id(),
            "seed": secret.hexdigest(),
            "commitment": sha256(secret.digest()).hexdigest(),
        }
    header = "\n".join(f"{key}: {value}" for key, value in fields.items())
    return f"{header}\n\nA 3 a1\nB 5 b1\n& resign B\n& end resigned\n"


def form(page: Page) -> None:
    """Open what opens records."""
    page.get_by_text("Open a record …").click()
    expect(page.get_by_label("Text of the record")).to_be_visible()


@pytest.mark.timeout(600)
def test_a_match_that_was_played_is_downloaded_and_opened_again(
    anna: Player, window: Callable[..., Page], server: Server, tmp_path: Path
) -> None:
    match = anna.opens(ME, BOT)
    anna.plays_on()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    page = window()
    page.goto(f"{server.url}/matches")
    form(page)
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page).to_have_url(f"{server.url}/analysis/{match}#move-0", timeout=MINUTE)
    expect(page.get_by_role("group", name="Replay")).to_contain_text("Move 0 of")
    expect(page.get_by_text(NOT_HERE)).to_have_count(0)  # it was


@pytest.mark.timeout(600)
@screens
def test_a_pasted_text_is_mended_where_it_is_wrong_and_says_what_the_match_is(
    window: Callable[..., Page], server: Server, screen: dict[str, object]
) -> None:
    page = window(**screen)
    page.goto(f"{server.url}/matches")
    form(page)
    assert findings(page) == []
    text = page.get_by_label("Text of the record")
    right = ended(proven=True)
    wrong = right.replace("B 5 b1", "B 5 a1")
    text.fill(wrong)
    page.get_by_role("button", name="Open", exact=True).click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text(re.compile(r"Line 10: “B 5 a1” .* \(BAU-\d+\)"), timeout=MINUTE)
    expect(text).to_have_value(wrong)
    expect(text).to_be_focused()
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert text.evaluate(selected) == "B 5 a1"
    assert findings(page) == []
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.keyboard.type("B 5 b1")  # what is wrong is selected
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/analysis/[a-z0-9]+#move-0$"), timeout=MINUTE)
    expect(page.get_by_text(NOT_HERE)).to_be_visible()
    page.get_by_role("link", name="To the match").click()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(NOT_HERE)
    expect(result).to_contain_text("King")
    result.get_by_text("The draws fit the record").click()
    expect(result).to_contain_text("whoever wrote the record may have chosen the secret")
    expect(result).not_to_contain_text("the server fixed its secret")
    assert findings(page) == []
    page.goto(f"{server.url}/matches")
    card = page.get_by_role("link", name="King")
    expect(card).to_contain_text("From a record")
    expect(page.get_by_role("heading", name="Statistics")).to_have_count(0)


def test_who_opens_what_another_has_opened_is_told_to_keep_the_link(
    window: Callable[..., Page], server: Server
) -> None:
    record = ended()
    for page, listed in ((window(), True), (window(), False)):
        page.goto(f"{server.url}/matches")
        form(page)
        page.get_by_label("Text of the record").fill(record)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_text(NOT_HERE)).to_be_visible(timeout=MINUTE)
        expect(page.get_by_text("Keep its link")).to_have_count(0 if listed else 1)
