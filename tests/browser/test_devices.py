"""The devices of these tests themselves: what one test leaves behind, the next does not find."""

from __future__ import annotations

import re
from pathlib import Path

import playwright

from tests.browser.conftest import Server, wait_until
from tests.browser.devices import Devices, listen
from tests.conftest import OFF

LEAVES = """async () => {
  localStorage.setItem("trace", "left");
  document.cookie = "trace=left";
  await caches.open("trace");
  await new Promise((done) => { indexedDB.open("trace").onsuccess = done; });
  console.log("left");
}"""
SIZE = "[innerWidth, innerHeight]"
FINDS = """async () => [
  localStorage.getItem("trace"),
  document.cookie.includes("trace"),
  await caches.has("trace"),
  (await indexedDB.databases()).some(({ name }) => name === "trace"),
]"""


def test_a_device_that_is_given_back_forgets_everything(devices: Devices, server: Server) -> None:
    page = devices.take(use="leave traces")
    heard: list[str] = []
    listen(page, "console", lambda message: heard.append(message.text))
    page.route("**/api/shelf/*", lambda route: route.abort())
    page.goto(server.url)
    size = page.evaluate(SIZE)
    page.set_viewport_size({"width": 321, "height": 654})
    page.evaluate(LEAVES)
    wait_until(page, lambda: heard, "the page is heard")
    other = page.context.new_page()

    devices.give_back(page)
    heard.clear()  # until then the page has tried again, and has been heard
    assert other.is_closed()
    again = devices.take(use="leave traces")
    assert again is page, "it is the same device"
    with page.expect_response("**/api/shelf/*"):
        page.goto(server.url)
    assert page.evaluate(FINDS) == [None, False, False, False]
    assert page.evaluate(SIZE) == size != [321, 654]
    page.evaluate("console.log('not heard')")
    assert heard == []
    devices.give_back(page)


def test_what_playwright_turns_off_in_chromium_stays_off() -> None:
    bundle = Path(str(playwright.__file__)).parent / "driver" / "package" / "lib" / "coreBundle.js"
    listed = re.search(r"disabledFeatures = \[(.*?)\]", bundle.read_text("utf-8"), re.DOTALL)
    assert listed is not None
    names = re.findall(r'^\s*"(\w+)"', listed[1], re.MULTILINE)
    assert len(names) > 5
    assert set(names) <= set(OFF)
