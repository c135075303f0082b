"""Asking over HTTP to be told of one's matches: whose business it is, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tables.receivers import HERE, Browser, Listener, listening
from tests.web.visiting import OPEN, Site, Visitor, me, site_at, visited
from tischlein.core.errors import TischleinError
from tischlein.tables.hall import Hall
from tischlein.tables.notifications.links import LinkAction, make_token
from tischlein.tables.notifications.notifier import Notifier
from tischlein.tables.notifications.senders import NotificationSettings, notification_settings
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.http.limits import Limits, RateLimiter
from tischlein.web.metrics import Metrics


@pytest.fixture
def service() -> Iterator[Listener]:
    with listening() as service:
        yield service


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    told = NotificationSettings("https://play.example.org", None, HERE)
    with site_at(tmp_path / "tischlein.db", notification_settings=told) as site:
        yield site


def push(browser: Browser) -> dict[str, object]:
    return {"channel": "push", "target": browser.endpoint, "keys": browser.keys}


def stop_token(site: Site, subscription: str) -> str:
    notifier = site.hall.on_match_change.__self__  # type: ignore[union-attr]
    assert isinstance(notifier, Notifier)
    return make_token(notifier.keys.links, LinkAction.STOP, subscription)


def test_without_a_public_address_there_is_nothing_to_choose(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db") as site, listening() as service:
        visitor = visited(site)
        told = visitor.get("/api/telling")
        assert told == {"push": "", "mail": False, "webhooks": False, "mine": []}
        body = push(Browser(service))
        assert visitor.refused("POST", "/api/telling", 409, body) == "problem-no-telling"


def test_only_the_session_itself_sees_and_ends_how_it_is_told(
    site: Site, service: Listener
) -> None:
    anna, ben = visited(site), visited(site)
    told = anna.get("/api/telling")
    assert len(told["push"]) == 87
    assert (told["mail"], told["webhooks"]) == (False, True)
    made = anna.post("/api/telling", push(Browser(service)))
    hook = anna.post("/api/telling", {"channel": "webhook", "target": service.url})
    assert hook["secret"].startswith("whsec_")
    assert [one["id"] for one in anna.get("/api/telling")["mine"]] == [made["id"], hook["id"]]
    assert ben.get("/api/telling")["mine"] == []
    end = f"/api/telling/{made['id']}/end"
    assert ben.refused("POST", end, 404) == "problem-subscription"
    anna.post(end)
    assert [one["id"] for one in anna.get("/api/telling")["mine"]] == [hook["id"]]
    # A webhook's secret stays the same.
    again = anna.post("/api/telling", {"channel": "webhook", "target": service.url})
    assert (again["id"], again["secret"]) == (hook["id"], hook["secret"])


def test_a_session_that_ends_is_told_nothing_more(site: Site, service: Listener) -> None:
    anna = visited(site)
    made = anna.post("/api/telling", push(Browser(service)))
    cookie = anna.cookie
    anna.post("/api/session/end")
    anna.cookie = cookie
    assert anna.get("/api/telling")["mine"] == []
    assert anna.refused("POST", f"/api/telling/{made['id']}/end", 404)


def test_of_a_cards_devices_the_one_that_is_signed_out_is_told_nothing_more(
    site: Site, service: Listener
) -> None:
    def told(visitor: Visitor) -> set[str]:
        return {one["id"] for one in visitor.get("/api/telling")["mine"]}

    laptop, phone = visited(site), visited(site)
    at_laptop = laptop.post("/api/telling", push(Browser(service, "laptop")))["id"]
    code = laptop.post("/api/card", {"name": "Ada", "label": "Laptop"})["code"]
    at_phone = phone.post("/api/telling", push(Browser(service, "phone")))["id"]
    phone.post("/api/card/recover", {"code": code, "label": "Phone"})
    later = phone.post("/api/telling", push(Browser(service, "other profile")))["id"]
    hook = laptop.post("/api/telling", {"channel": "webhook", "target": service.url})["id"]
    assert told(laptop) == told(phone) == {at_laptop, at_phone, later, hook}
    devices = laptop.get("/api/card")["card"]["devices"]
    laptop.post("/api/card/sign-out", {"id": next(one["id"] for one in devices if not one["own"])})
    assert told(laptop) == {at_laptop, hook}
    laptop.post("/api/session/end")
    again = visited(site)
    again.post("/api/card/recover", {"code": code, "label": "Laptop"})
    assert told(again) == {hook}


def test_the_link_in_a_message_stops_it_without_a_session(site: Site, service: Listener) -> None:
    anna, stranger = visited(site), site.visitor()
    made = [anna.post("/api/telling", push(Browser(service, name))) for name in "ab"]
    first, second = [stop_token(site, one["id"]) for one in made]
    forged = f"{made[1]['id']}.{first.partition('.')[2]}"
    for wrong in (forged, made[0]["id"], "", "x" * 5_000, "ä.ö"):
        key = stranger.refused("POST", "/api/telling/stop", 404, {"token": wrong})
        assert key == "problem-telling-link"
    stranger.post("/api/telling/stop", {"token": first})
    # As mail programs do it (RFC 8058): a form, to the address itself.
    form = {"content-type": "application/x-www-form-urlencoded"}
    path = f"/api/telling/stop/{second}"
    # A program that knows nothing of it opens a page, where somebody sees what it is about.
    page = stranger.ask("GET", path, follow_redirects=False)
    assert (page.status_code, page.headers["location"]) == (303, f"/telling#stop={second}")
    assert len(anna.get("/api/telling")["mine"]) == 1, "looking at it stops nothing"
    # Some ask from a page of their own: what opens the address stands in it.
    form["origin"] = "https://mail.example.net"
    answer = stranger.ask("POST", path, headers=form, content="List-Unsubscribe=One-Click")
    assert answer.status_code == 200
    assert anna.get("/api/telling")["mine"] == []
    again = stranger.ask("POST", path, headers=form, content="List-Unsubscribe=One-Click")
    assert again.status_code == 200, "a second click harms nobody"


def test_a_link_works_on_a_server_that_tells_nobody_anything_any_more(tmp_path: Path) -> None:
    file = tmp_path / "tischlein.db"
    with (
        listening() as service,
        site_at(
            file, notification_settings=NotificationSettings("https://play.example.org", None, HERE)
        ) as site,
    ):
        anna = visited(site)
        made = [anna.post("/api/telling", push(Browser(service, name))) for name in "abc"]
        first, second, _ = [stop_token(site, one["id"]) for one in made]
        cookie = anna.cookie
    with site_at(file) as site:
        stranger, subscriptions = site.visitor(), site.hall.store.subscriptions
        stranger.post("/api/telling/stop", {"token": first})
        stranger.post(f"/api/telling/stop/{second}")
        assert stranger.refused("POST", "/api/telling/stop", 404, {"token": "x"})
        left = [asyncio.run(subscriptions.subscription(one["id"])) for one in made]
        assert [one is not None for one in left] == [False, False, True]
        anna = site.visitor()
        anna.cookie = cookie
        anna.post("/api/session/end")
        assert asyncio.run(subscriptions.subscription(made[2]["id"])) is None


def test_addresses_that_lead_elsewhere_are_refused(tmp_path: Path) -> None:
    told = NotificationSettings("https://play.example.org")
    with (
        site_at(tmp_path / "tischlein.db", notification_settings=told) as site,
        listening() as service,
    ):
        anna = visited(site)
        for target in (service.url, "https://127.0.0.1/", "https://10.0.0.1/", "file:///etc", ""):
            body = {"channel": "webhook", "target": target}
            key = anna.refused("POST", "/api/telling", 400, body)
            assert key == "problem-webhook-address"
        wanted = push(Browser(service))
        assert anna.refused("POST", "/api/telling", 400, wanted) == "problem-push-endpoint"


def test_a_window_before_somebody_is_noticed_and_one_in_the_background_is_not(
    site: Site,
) -> None:
    anna = visited(site)
    match, _ = anna.opens("bauab", me("Anna"), OPEN)
    with anna.at_table(match) as window:
        window.hears("table")
        table = site.hall.tables[match]

        def seen() -> bool:
            window.says(type="ping")
            window.hears("pong")
            return table.is_on_screen(0)

        assert seen()
        for on in (False, False, True, True):
            window.says(type="attention", on=on)
            assert seen() is on
        with anna.at_table(match) as other:
            other.hears("table")
            window.says(type="attention", on=False)
            assert seen(), "the other window is still open"
            other.says(type="attention", on=False)
            other.says(type="ping")
            other.hears("pong")
            assert not seen()
        window.says(type="attention", on=True)
        assert seen()
    with anna.at_table(match, params={"scenes": 0}) as program:
        program.says(type="ping")
        program.hears("pong")
        assert not table.is_on_screen(0), "a program shows the table to nobody"


def test_figures_tell_what_was_told_and_what_waits(tmp_path: Path) -> None:
    told = NotificationSettings("https://play.example.org", None, HERE)
    hall = Hall(SqliteStore(tmp_path / "db"))
    text = Metrics(hall, RateLimiter(Limits()), notifier=Notifier(hall, told)).text().decode()
    asyncio.run(hall.store.close())
    for figure in ("tischlein_told_total", "tischlein_tellings_failed_total"):
        assert f'{figure}{{channel="push"}} 0.0' in text
    assert 'tischlein_news_waiting{channel="mail"} 0.0' in text


@pytest.mark.parametrize(
    "words",
    [
        ("", "smtp://mail.example.org", "t@example.org"),
        ("https://play.example.org", "smtp://mail.example.org", ""),
        ("play.example.org", "", ""),
        ("https://play.example.org/below", "", ""),
    ],
)
def test_settings_that_contradict_themselves_are_named(words: tuple[str, str, str]) -> None:
    with pytest.raises(TischleinError):
        notification_settings(*words)
