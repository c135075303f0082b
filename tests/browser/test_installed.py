"""The installed app: its shell without a network, and that nothing of a match is ever kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Page, expect

from tests.browser.conftest import Player, Server, wait_until

KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
  }
  return urls;
}"""


def opens(page: Page, server: Server) -> None:
    """Open the shelf and wait until its worker looks after the page."""
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
    looked_after = "navigator.serviceWorker.controller?.state === 'activated'"
    wait_until(page, lambda: page.evaluate(looked_after), "a worker looks after the page")


def test_without_a_server_the_shell_says_so_and_goes_on_by_itself(
    page: Page, own_server: Server
) -> None:
    player = Player(page, own_server)
    opens(page, own_server)
    match = player.opens({"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "weak"})
    expect(page.locator(".board")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert [url for url in kept if url.startswith("/api") or "/match/" in url] == []

    own_server.kill()
    page.goto(f"{own_server.url}/match/{match}")
    expect(page.get_by_role("status")).to_contain_text("The server does not answer")
    for path in ("/api/games", f"/api/matches/{match}"):
        asked = "(path) => fetch(path).then(() => 'answered', () => 'nobody there')"
        assert page.evaluate(asked, path) == "nobody there"

    own_server.start()
    expect(page.locator(".board")).to_be_visible()
    assert [fault for fault in player.faults if "ERR_" not in fault] == []


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
        page = context.pages[0]
        page.goto(server.url)
        expect(page.get_by_role("button", name="Play now: Bauab")).to_be_visible()
        cdp = context.new_cdp_session(page)
        assert cdp.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = cdp.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{server.url}/manifest.webmanifest"
