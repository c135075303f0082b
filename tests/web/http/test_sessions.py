"""Who is asking: sessions that are signed, expire and can be ended; links that can be renewed."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

import tests.tiny.bell
from tests.tables.playing import asynchronous
from tests.web.visiting import OPEN, PATIENCE, Site, Visitor, Window, me, site_at, visited
from tischlein.tables.players.hashing import digest
from tischlein.tables.seats import private_links
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.http import codes
from tischlein.web.http.sessions import SESSION_DAYS, Sessions

BELL = tests.tiny.bell.GAME
DAY = 86_400_000
NOW = 20_000 * DAY


class Days:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def site(tmp_path: Path, days: Days) -> Iterator[Site]:
    with site_at(tmp_path / "tischlein.db", clock=days) as site:
        yield site


def until_closed(window: Window) -> Iterator[dict[str, object]]:
    """Yield what a window still hears before the server closes it."""
    with suppress(WebSocketDisconnect):
        while True:
            yield window.socket.receive_json(timeout=PATIENCE)


@asynchronous
async def test_a_session_is_what_the_server_has_signed_and_nothing_else(tmp_path: Path) -> None:
    days = Days()
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions(days)
        await sessions.open(store)
        cookie = sessions.new_cookie()
        session = sessions.session_of_cookie(cookie)
        assert session == digest(cookie.partition(".")[0])
        secret, day, signature = cookie.split(".")
        for forged in (
            "",
            secret,
            f"{secret}.{int(day) + 1}.{signature}",
            f"{'A' * 43}.{day}.{signature}",
            f"{secret}.{day}.{'A' * 22}",
            f"{cookie}.x",
            cookie + "\n",
            "ü" * 43,
        ):
            assert sessions.session_of_cookie(forged) is None
            assert sessions.renewed_cookie(forged).partition(".")[0] != secret
    # Another start of the server, even of another program on the same storage, knows it.
    async with SqliteStore(tmp_path / "db") as store:
        again = Sessions(days)
        await again.open(store)
        assert again.session_of_cookie(cookie) == session
    async with SqliteStore(tmp_path / "other") as store:
        elsewhere = Sessions(days)
        await elsewhere.open(store)
        assert elsewhere.session_of_cookie(cookie) is None


@asynchronous
async def test_a_session_lasts_as_long_as_pages_are_opened_and_some_months_more(
    tmp_path: Path,
) -> None:
    days = Days()
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions(days)
        await sessions.open(store)
        first = cookie = sessions.new_cookie()
        session = sessions.session_of_cookie(cookie)
        for _ in range(5):
            days.now += SESSION_DAYS * DAY
            assert sessions.session_of_cookie(cookie) == session
            cookie = sessions.renewed_cookie(cookie)
        assert sessions.session_of_cookie(first) is None
        days.now += (SESSION_DAYS + 1) * DAY
        assert sessions.session_of_cookie(cookie) is None
        assert sessions.session_of_cookie(sessions.renewed_cookie(cookie)) != session


@asynchronous
async def test_a_clock_that_is_wrong_for_a_while_takes_no_session_and_gives_none_back(
    tmp_path: Path,
) -> None:
    """As on a small computer without a battery, whose clock begins in 1970 each time."""
    days = Days()
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions(days)
        await sessions.open(store)
        cookie, other = sessions.new_cookie(), sessions.new_cookie()
        session, ended = sessions.session_of_cookie(cookie), sessions.session_of_cookie(other)
        assert ended is not None
        right, days.now = days.now, 0
        cookie = sessions.renewed_cookie(cookie)
        other = sessions.renewed_cookie(other)
        await sessions.end(ended)
        days.now = right
        assert sessions.session_of_cookie(cookie) == session
        await sessions.end("of somebody else")  # what is over is forgotten
        assert sessions.session_of_cookie(other) is None
        again = Sessions(days)
        await again.open(store)
        assert again.session_of_cookie(cookie) == session
        assert again.session_of_cookie(other) is None


@asynchronous
async def test_an_ended_session_stays_ended_and_is_forgotten_when_its_time_is_over(
    tmp_path: Path,
) -> None:
    days = Days()
    async with SqliteStore(tmp_path / "db") as store:
        sessions = Sessions(days)
        await sessions.open(store)
        cookie, other = sessions.new_cookie(), sessions.new_cookie()
        ended, kept = sessions.session_of_cookie(cookie), sessions.session_of_cookie(other)
        assert ended is not None
        await sessions.end(ended)
        assert sessions.session_of_cookie(cookie) is None
        assert sessions.session_of_cookie(other) == kept
        again = Sessions(days)
        await again.open(store)
        assert again.session_of_cookie(cookie) is None
        days.now += (SESSION_DAYS + 2) * DAY
        assert kept is not None
        await again.end(kept)
        assert await store.ended_sessions() == {kept}


def test_signing_out_loses_the_seats_at_once_and_the_link_brings_them_back(site: Site) -> None:
    anna = visited(site)
    match, (secret, _) = anna.opens(BELL.key, me("Anna"), me("Otto"), fixed=True)
    copied = site.visitor()
    copied.cookie = anna.cookie
    with copied.at_table(match) as window:
        window.hears("view")
        anna.post("/api/session/end")
        with pytest.raises(WebSocketDisconnect) as caught:
            window.hears("the end")
        assert caught.value.code == codes.GOING_AWAY
    path = f"/api/matches/{match}/actions"
    act = {"id": "1", "action": "1", "seen": 0}
    assert copied.refused("POST", path, 403, act) == "problem-not-your-seat"
    assert copied.get("/api/matches")["mine"] == []
    back = visited(site)
    assert back.post("/api/seats", {"secret": secret})["match"] == match
    assert back.post(path, act)["type"] == "accepted"


def test_a_renewed_link_puts_all_other_devices_out_while_they_look(site: Site) -> None:
    laptop, phone, ben = visited(site), visited(site), visited(site)
    match, (secret,) = laptop.opens(BELL.key, me("Anna"), OPEN, fixed=True)
    ben.joins(match, "Ben")
    phone.post("/api/seats", {"secret": secret})
    program = Visitor(site.client, secret)
    with (
        laptop.at_table(match) as mine,
        phone.at_table(match) as lost,
        program.at_table(match) as p,
    ):
        for window in (mine, lost, p):
            window.hears("view")
        path = f"/api/matches/{match}/links"
        assert ben.refused("POST", path, 403, {"secret": secret}) == "problem-not-your-seat"
        assert program.refused("POST", path, 403, {"secret": secret}) == "problem-not-your-seat"
        (new,) = laptop.post(path, {"secret": secret})["seat_secrets"]
        # Not a word of what happens next reaches those who have lost the seat.
        assert mine.acts("1")["type"] == "accepted"
        for window in (lost, p):
            assert all(message.get("number", 0) == 0 for message in until_closed(window))
    assert phone.get(f"/api/matches/{match}")["seats"][0]["mine"] is False
    stranger = visited(site)
    assert stranger.refused("POST", "/api/seats", 403, {"secret": secret}) == "problem-seat-secret"
    assert stranger.post("/api/seats", {"secret": new})["match"] == match


@pytest.mark.parametrize("by_name", [True, False])
def test_a_lost_device_hosts_no_more_after_its_seat_has_a_new_link(
    site: Site, by_name: bool
) -> None:
    lost, phone = visited(site), visited(site)
    match, (secret,) = lost.opens(BELL.key, me("Anna"), OPEN, OPEN)
    phone.post("/api/seats", {"secret": secret})
    phone.post(f"/api/matches/{match}/links", {"secret": secret if by_name else ""})
    path = f"/api/matches/{match}/dismiss"
    assert lost.refused("POST", path, 403, {"seat": 0}) == "problem-host-only"
    assert lost.get(f"/api/matches/{match}")["host"] is False
    assert phone.get(f"/api/matches/{match}")["host"] is True


def test_an_old_link_says_that_it_has_expired(site: Site, days: Days) -> None:
    anna = visited(site)
    match, (secret, _) = anna.opens(BELL.key, me("Anna"), me("Otto"), fixed=True)
    days.now += (private_links.LINK_DAYS + 1) * DAY
    phone = visited(site)
    assert phone.refused("POST", "/api/seats", 403, {"secret": secret}) == "problem-link-expired"
    view = f"/api/matches/{match}/view"
    assert Visitor(site.client, secret).refused("GET", view, 403) == "problem-link-expired"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_over_tls_cookies_are_secure_and_the_browser_is_told_to_stay_there(
    site: Site, scheme: str
) -> None:
    site.client.base_url = f"{scheme}://testserver.local"
    headers = site.visitor().ask("GET", "/").headers
    assert ("Secure" in headers["set-cookie"]) == (scheme == "https")
    assert ("strict-transport-security" in headers) == (scheme == "https")
