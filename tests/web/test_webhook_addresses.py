"""Addresses of webhooks that nobody can be told at are refused in words."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import Site, site_at
from tischlein.tables.notifications.senders import NotificationSettings


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_at(
        tmp_path / "tischlein.db",
        notification_settings=NotificationSettings("https://play.example.org"),
    ) as site:
        yield site


@pytest.mark.parametrize(
    "address",
    [
        "https://xn--a.org/",
        "https://xn--.org/",
        "https://\u2100.org/",
        "https://example.org:65536/",
        "https://example.org:99999/",
        "https://example.org:0/",
        "https://example.org:-1/",
        "https://example.org:22/",
        "https://[::1",
        "https://example.org/" + "x" * 2_000,
        "https://localhost/",
        "https://LocalHost./hook",
        "https://hook.localhost/",
        "https://127.0.0.1/",
        "https://127.0.0.1./",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://10.1.2.3/",
        "https://192.168.1.1:8443/",
        "https://[::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[::ffff:10.0.0.1]/",
    ],
)
def test_what_is_no_address_of_a_public_host_is_refused(
    site: Site, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    body = {"channel": "webhook", "target": address}
    key = site.visitor().refused("POST", "/api/telling", 400, body)
    assert key == "problem-webhook-address"
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/",
        "https://example.org:443/",
        "https://example.org:1024/",
        "https://example.org:65535/",
        "https://bücher.example/",
        "https://xn--bcher-kva.example/",
        "https://localhost.example.org/",
        "https://8.8.8.8/",
        "https://134744072/",
    ],
)
def test_what_may_be_one_is_taken(site: Site, address: str) -> None:
    site.visitor().post("/api/telling", {"channel": "webhook", "target": address})
