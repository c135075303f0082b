"""Files that a browser has already are not sent again, as long as they are the same."""

import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.tables.playing import asynchronous
from tests.web.running_server import served
from tischlein.tables.hall import Hall
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.handlers import pages
from tischlein.web.http import built
from tischlein.web.http.revalidating import with_revalidation
from tischlein.web.running import serving

PICTURE = "<svg>" + "x" * 2_000 + "</svg>"


@asynchronous
async def test_a_file_comes_once_however_it_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built, "FOLDER", tmp_path)
    (tmp_path / "icon.svg").write_text(PICTURE)
    (tmp_path / "index.html").write_text("<title>the client</title>")
    async with (
        SqliteStore(tmp_path / "db") as store,
        served(serving.settings(create_app(Hall(store)))) as address,
        httpx.AsyncClient(base_url=address.replace("ws:", "http:"), timeout=None) as browser,
    ):

        async def asked(known: str = "", packed: str = "gzip", way: str = "GET") -> Any:
            headers = {"if-none-match": known} if known else {}
            headers["accept-encoding"] = packed
            return await browser.request(way, "/icon.svg", headers=headers)

        first = await asked()
        tag = first.headers["etag"]
        assert (first.status_code, first.text) == (200, PICTURE)
        assert tag.startswith('W/"')  # its bytes are others than those of the file
        whole = await asked(packed="identity")
        assert whole.headers["etag"] == tag.removeprefix("W/")
        for known in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
            for packed in ("gzip", "identity"):
                again = await asked(known, packed)
                assert (again.status_code, again.content) == (304, b"")
                assert again.headers["cache-control"] == "no-cache"
                assert "content-length" not in again.headers
        assert (await asked(tag, way="HEAD")).status_code == 304
        assert (await asked('"other"')).text == PICTURE
        (tmp_path / "icon.svg").write_text(PICTURE.upper() + " ")
        assert (await asked(tag)).text == PICTURE.upper() + " "
        page = await browser.get("/", headers={"if-none-match": "*"})
        assert page.text == "<title>the client</title>"


@asynchronous
async def test_texts_and_drawings_come_once(tmp_path: Path) -> None:
    """Each has a tag of its own, which stays the same as long as it does."""
    async with (
        SqliteStore(tmp_path / "db") as store,
        served(serving.settings(create_app(Hall(store)))) as address,
        httpx.AsyncClient(base_url=address.replace("ws:", "http:"), timeout=None) as browser,
    ):
        tags = set()
        for path in ("/api/texts/bauab/en", "/api/texts/bauab/de", "/api/art/bauab"):
            first = await browser.get(path)
            tags.add(first.headers["etag"])
            assert first.headers["cache-control"] == "no-cache"
            again = await browser.get(path, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert (await browser.get(path, headers={"if-none-match": '"x"'})).text == first.text
        assert len(tags) == 3


@asynchronous
async def test_a_file_of_the_same_time_and_size_is_another_if_its_contents_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in an image whose files all bear one time, so that the same is built again alike."""
    monkeypatch.setattr(built, "FOLDER", tmp_path)
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path)
    (tmp_path / "assets").mkdir()
    files = {"/sw.js": "sw.js", "/assets/a-1.js": "assets/a-1.js", "/docs/a.js": "a.js"}
    (tmp_path / "index.html").write_text("<title>the client</title>")

    def build(version: int) -> None:
        for name in files.values():
            # As an installation does: a new file, which takes the name.
            (tmp_path / "new").write_text(f"version {version}")
            os.utime(tmp_path / "new", (0, 0))
            (tmp_path / "new").replace(tmp_path / name)

    async with (
        SqliteStore(tmp_path / "db") as store,
        served(serving.settings(create_app(Hall(store)))) as address,
        httpx.AsyncClient(base_url=address.replace("ws:", "http:"), timeout=None) as browser,
    ):
        for path in files:
            build(1)
            first = await browser.get(path)
            known = {"if-none-match": first.headers["etag"]}
            assert first.text == "version 1"
            assert (await browser.get(path, headers=known)).status_code == 304
            build(1)
            assert (await browser.get(path, headers=known)).status_code == 304
            build(2)
            assert (await browser.get(path, headers=known)).text == "version 2"


@asynchronous
async def test_what_has_no_tag_or_is_no_file_is_sent_as_ever() -> None:
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        headers = [(b"ETag", b'"a"')]
        await send({"type": "http.response.start", "status": 404, "headers": headers})
        await send({"type": "http.response.body", "body": b"nothing", "more_body": False})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    headers = [(b"if-none-match", b'"a"')]
    for method in ("GET", "POST"):
        scope = {"type": "http", "method": method, "headers": headers}
        await with_revalidation(app)(scope, receive, send)
        start, body = sent[-2:]
        assert (start["status"], body["body"]) == (404, b"nothing")
