"""What a browser does with what the server tells: the worker shows it, and a tap leads there.

No push service can be reached from here, so the message is put into the browser by its debugger. It
does not say whether the worker has got it, and on a busy machine one was lost: as a push service
would, the test delivers again what is not taken. That what the server sends can be read is shown in
``tests/tables/notifications/test_notifications.py``.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, wait_until
from tests.browser.test_outages import opens

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, lang, tag, data, actions }) =>
    ({ title, body, lang, tag, url: data.url, actions: actions.map(({ title }) => title) }));
}"""
AGAIN = 10.0
"""Seconds after which a message is delivered again."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let pages have the worker, which shows what it is told."""
    return {**browser_context_args, "service_workers": "allow"}


def test_the_worker_shows_what_it_is_told_and_the_newest_alone(page: Page, server: Server) -> None:
    page.context.grant_permissions(["notifications"], origin=server.url)
    opens(page, server)
    cdp = page.context.new_cdp_session(page)
    registered: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(
            one["registrationId"]
            for one in event["registrations"]
            if one["scopeURL"].startswith(server.url) and not one["isDeleted"]
        ),
    )
    cdp.send("ServiceWorker.enable")
    wait_until(page, lambda: registered, "the worker is registered")

    def told(title: str, url: str) -> None:
        message = {
            "title": title,
            "body": "Mit Anna.",
            "language": "de",
            "url": url,
            "stop": "token",
            "stop_label": "Nichts mehr melden",
        }
        push = {
            "origin": server.url,
            "registrationId": registered[-1],
            "data": json.dumps(message),
        }
        delivered = float("-inf")

        def is_shown() -> bool:
            nonlocal delivered
            if time.monotonic() > delivered + AGAIN:
                cdp.send("ServiceWorker.deliverPushMessage", push)
                delivered = time.monotonic()
            return [one["title"] for one in page.evaluate(SHOWN)] == [title]

        wait_until(page, is_shown, f"{title} is shown, and nothing else")

    told("Bauab: Du bist dran", "/match/abc")
    told("2 Partien warten auf dich", "/matches")
    (shown,) = page.evaluate(SHOWN)
    assert shown == {
        "title": "2 Partien warten auf dich",
        "body": "Mit Anna.",
        "lang": "de",
        "tag": "tischlein",
        "url": "/matches",
        "actions": ["Nichts mehr melden"],
    }


def test_a_link_that_is_none_says_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/telling#stop=made.up")
    expect(page.get_by_role("alert")).to_be_visible()
    # Another try would be in vain.
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
