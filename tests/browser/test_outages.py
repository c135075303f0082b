"""A server as people have it: its pauses, its end by a power cut, and the app without a network."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, TimeoutError, expect

from tests.browser.clicking import GLANCE, Clicker
from tests.browser.conftest import Player, Server, wait_until
from tests.conftest import PATIENCE

KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
  }
  return urls;
}"""
NOT_SENT = "not sent yet"
LINES = "[role=log] li"
ANNA, BEN = ({"kind": "me", "name": name} for name in ("Anna", "Ben"))
BOT = {"kind": "bot", "level": "weak"}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let pages have the worker that keeps the shell, as they have it anywhere."""
    return {**browser_context_args, "service_workers": "allow"}


def opens(page: Page, server: Server) -> None:
    """Open the shelf and wait until its worker looks after the page."""
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    looked_after = "navigator.serviceWorker.controller?.state === 'activated'"
    wait_until(page, lambda: page.evaluate(looked_after), "a worker looks after the page")


def test_what_bots_do_is_skipped_through(page: Page, own_server: Server) -> None:
    anna = Clicker(page, own_server)
    anna.opens(ANNA, BOT, BOT, BOT, game="schlauraff")
    skip = page.get_by_role("button", name="Skip to my turn")
    for _ in range(40):
        wait_until(page, lambda: skip.count() or anna.on_turn, "a turn, or others' play")
        if not skip.count():
            anna.plays()
            continue
        with suppress(TimeoutError):  # where the others' play has just come to its end
            skip.click(timeout=GLANCE)
            break
    else:
        raise AssertionError("nothing is skipped")
    expect(skip).to_have_count(0)
    wait_until(page, lambda: anna.on_turn, "the own turn")
    assert anna.faults == []


def test_a_killed_server_interrupts_but_loses_nothing(page: Page, own_server: Server) -> None:
    """Three windows: one tries out a turn, one moves meanwhile, and one is opened meanwhile."""
    people = [Player(page, own_server)]
    people += [Player(page.context.new_page(), own_server) for _ in range(2)]
    moving, trying, opening = people
    opens(moving.page, own_server)
    match = moving.opens(ANNA, BOT, options={"first": "A"}, fixed=True)
    moving.awaits_turn()
    moving.moves()
    moving.awaits_turn()
    log = moving.page.locator(LINES).all_inner_texts()
    trying.opens(ANNA, BEN, game="schlauraff")
    trying.awaits_turn()
    before = trying.page.locator(LINES).count()
    trying.page.locator("[data-target^='free:'].choosable").first.click()
    fitting = "[data-target^='cell:'].choosable, [data-target^='cell:'].implied"
    trying.page.locator(fitting).first.click()
    expect(trying.page.get_by_text(NOT_SENT)).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert [url for url in kept if url.startswith("/api") or "/match/" in url] == []

    own_server.kill()
    for player in (moving, trying):
        expect(player.page.locator(".prompt")).to_contain_text("Reconnecting")
    # A move made meanwhile is not lost: it is sent when the server is back.
    moving.page.locator(".hand .choosable").first.click()
    moving.page.locator(".board .target.choosable").first.click()
    expect(trying.page.get_by_text(NOT_SENT)).to_be_visible()
    trying.page.locator("[data-target=cup]").click()
    opening.page.goto(f"{own_server.url}/match/{match}")
    expect(opening.page.get_by_role("status")).to_contain_text("The server does not answer")
    for path in ("/api/games", f"/api/matches/{match}"):
        asked = "(path) => fetch(path).then(() => 'answered', () => 'nobody there')"
        assert opening.page.evaluate(asked, path) == "nobody there"

    own_server.start()
    expect(moving.page.locator(LINES).nth(len(log))).to_be_attached()
    assert moving.page.locator(LINES).all_inner_texts()[: len(log)] == log
    moving.awaits_turn()
    expect(trying.page.locator(LINES).nth(before + 1)).to_be_attached()
    said = trying.page.locator(LINES).all_inner_texts()[before:]
    assert sum("puts" in line for line in said) == 1
    expect(opening.page.locator(".board")).to_be_visible()
    for player in people:
        faults = [fault for fault in player.faults if "WebSocket" not in fault]
        assert [fault for fault in faults if "ERR_" not in fault] == []


def test_whoever_waits_for_an_answer_is_told_so(page: Page, own_server: Server) -> None:
    anna = Player(page, own_server)
    anna.opens(ANNA, BOT, options={"first": "A"}, fixed=True)
    anna.awaits_turn()
    prompt, lines = page.locator(".prompt"), page.locator(LINES)
    expect(prompt).not_to_contain_text("no answer yet")
    before = lines.count()
    with own_server.frozen():
        page.locator(".hand .choosable").first.click()
        page.locator(".board .target.choosable").first.click()
        expect(prompt).to_contain_text("no answer yet")
        assert lines.count() == before
    expect(prompt).not_to_contain_text("no answer yet")
    expect(lines.nth(before)).to_be_attached()
    assert anna.faults == []


@contextmanager
def standing_in(port: int, status: int) -> Iterator[None]:
    """Answer everything with a status, as a proxy does whose server does not answer."""

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the server finds it by this name
            self.send_error(status)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", port), Proxy) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield
        finally:
            proxy.shutdown()
            thread.join()


def test_what_a_proxy_answers_for_a_server_is_not_taken_for_it(
    page: Page, own_server: Server
) -> None:
    opens(page, own_server)
    own_server.kill()
    for status in (502, 503, 504):
        with standing_in(own_server.port, status):
            page.goto(f"{own_server.url}/match/{status}")
            expect(page.get_by_role("status")).to_contain_text("The server does not answer")
            asked = "(path) => fetch(path).then((answer) => answer.status)"
            assert page.evaluate(asked, "/favicon.svg") == 200
            assert page.evaluate(asked, "/api/games") == status


def test_a_browser_offers_to_install_it(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    server: Server,
    tmp_path: Path,
) -> None:
    """In a profile that stays, for a private one installs nothing."""
    with browser_type.launch_persistent_context(
        str(tmp_path), **browser_type_launch_args
    ) as context:
        context.set_default_timeout(1000 * PATIENCE)
        page = context.pages[0]
        page.goto(server.url)
        expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
        cdp = context.new_cdp_session(page)
        assert cdp.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = cdp.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{server.url}/manifest.webmanifest"
