"""What a browser does with what the server tells: the worker shows it, and a tap leads there.

No push service can be reached from here, so the message is put into the browser by its debugger.
That what the server sends can be read is shown in ``tests/tables/test_telling.py``.
"""

from __future__ import annotations

import json
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


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let pages have the worker, which shows what it is told."""
    return {**browser_context_args, "service_workers": "allow"}


def test_the_worker_shows_what_it_is_told_and_the_newest_alone(page: Page, server: Server) -> None:
    page.context.grant_permissions(["notifications"], origin=server.url)
    opens(page, server)
    cdp = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    wait_until(page, lambda: registrations, "the worker is registered")

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
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(message),
        }
        cdp.send("ServiceWorker.deliverPushMessage", push)
        wait_until(
            page,
            lambda: [one["title"] for one in page.evaluate(SHOWN)] == [title],
            f"{title} is shown, and nothing else",
        )

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
