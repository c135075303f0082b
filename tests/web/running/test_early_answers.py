"""The page answers before anything behind it is loaded; everything else waits, and comes."""

import asyncio
import gzip
import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.web.visiting import site_at
from tischlein.presentation.texts import LANGUAGES
from tischlein.web.handlers import answer_cache, boxes
from tischlein.web.http import built
from tischlein.web.http.asgi import Receive, Scope, Send
from tischlein.web.preparation_state import PreparationState
from tischlein.web.running.early_answers import AnsweredRequest, EarlyAnswers

LATER = {
    *("babel", "cryptography", "fluent", "httpx", "litestar", "markdown_it", "matplotlib"),
    *("numba", "numpy", "PIL", "pymunk", "resvg_py", "rich", "webauthn"),
}
"""What a page does without."""
SELDOM = {
    *("aiosmtplib", "cryptography", "httpx", "matplotlib", "PIL", "pymunk", "resvg_py", "rich"),
    "webauthn",
}
"""What a server loads when somebody first asks for it: passkeys, notices, pictures."""
PATIENCE = 60


def loaded_by(script: str) -> set[str]:
    """Return which libraries a program has loaded in the end."""
    script += "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {*ran.stdout.splitlines()[-1].split()}


def test_a_page_is_served_without_what_is_behind_it(client: Path) -> None:
    script = f"""
import asyncio, pathlib
from tischlein.web.http import built
from tischlein.web.running import serving

async def nobody(): ...
async def sent(message): statuses.append(message.get("status"))
statuses = []
built.FOLDER = pathlib.Path({str(client)!r})
early_answers = serving.EarlyAnswers(serving.PreparationState())
for path in ("/", "/match/abc", "/assets/index.js", "/health/live", "/api/preparation"):
    scope = {{"type": "http", "method": "GET", "path": path, "scheme": "http", "headers": []}}
    asyncio.run(early_answers(scope, nobody, sent))
assert statuses == [200, None] * 5
"""
    assert not LATER & loaded_by(script)


def test_the_application_loads_what_few_need_when_it_is_asked_for() -> None:
    libraries = loaded_by("import tischlein.web.running.loading")
    assert {"litestar", "numba"} <= libraries
    assert not SELDOM & libraries


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the client is built."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>the client</title>")
    (folder / "assets" / "index.js").write_text("play()")
    monkeypatch.setattr(built, "FOLDER", folder)
    return folder


class Asked:
    """A request to a early_answers, which may have to wait for its answer."""

    def __init__(
        self,
        early_answers: EarlyAnswers,
        path: str,
        method: str = "GET",
        kind: str = "http",
        headers: list[tuple[bytes, bytes]] | None = None,
        query: bytes = b"",
    ) -> None:
        self.sent: list[Any] = []
        scope = {
            "type": kind,
            "method": method,
            "path": path,
            "scheme": kind,
            "headers": headers or [],
            "query_string": query,
        }
        self.task = asyncio.ensure_future(early_answers(scope, self._nothing, self._send))

    async def _nothing(self) -> Any:
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        await asyncio.wait_for(self.task, PATIENCE)
        start, body = self.sent
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, body["body"]


async def application(scope: Scope, _: Receive, send: Send) -> None:
    """Answer everything with its address."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 202, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


async def nobody_waits() -> None:
    """Have nobody to tell that the server ends."""


def test_the_client_comes_at_once_and_is_bound_as_ever(client: Path) -> None:
    async def ask() -> None:
        early_answers = EarlyAnswers(PreparationState())
        for path in ("/", "/match/abc"):
            status, headers, body = await Asked(early_answers, path).answer()
            assert (status, body) == (200, b"<title>the client</title>")
            assert headers["content-type"].startswith("text/html")
            assert "script-src 'self'" in headers["content-security-policy"]
        status, headers, body = await Asked(early_answers, "/assets/index.js").answer()
        assert (status, body) == (200, b"play()")
        assert "immutable" in headers["cache-control"]
        assert (await Asked(early_answers, "/health/live").answer())[2] == b'{"live":true}'
        progress = json.loads((await Asked(early_answers, "/api/preparation").answer())[2])
        assert progress == {"ready": 0, "games": 0, "done": False}

    asyncio.run(ask())


def test_long_answers_come_compressed_to_whoever_takes_that(
    client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_cache, "_folder", lambda: tmp_path / "answers")
    shelf_of_games = json.dumps([*range(2_000)]).encode()
    answer_cache.write({"/api/shelf/en": shelf_of_games})
    assert len(answer_cache.read_gzipped("/api/shelf/en") or b"") < len(shelf_of_games)
    script = b"play();" * 1_000
    (client / "assets" / "long.js").write_bytes(script)

    async def ask() -> None:
        early_answers = EarlyAnswers(PreparationState())
        for path, content in (("/api/shelf/en", shelf_of_games), ("/assets/long.js", script)):
            _, headers, body = await Asked(early_answers, path).answer()
            assert (body, headers["vary"]) == (content, "Accept-Encoding")
            assert "content-encoding" not in headers
            takes = [(b"accept-encoding", b"br, gzip")]
            _, headers, body = await Asked(early_answers, path, headers=takes).answer()
            assert (gzip.decompress(body), headers["content-encoding"]) == (content, "gzip")
            assert int(headers["content-length"]) == len(body) < len(content)
        _, headers, body = await Asked(early_answers, "/", headers=takes).answer()
        assert body == b"<title>the client</title>"
        assert "content-encoding" not in headers

    asyncio.run(ask())


def test_a_file_that_many_want_at_the_start_is_compressed_once(
    client: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (client / "assets" / "long.js").write_bytes(b"play();" * 1_000)
    compressed: list[bytes] = []

    def compress(content: bytes, **_: int) -> bytes:
        compressed.append(content)
        return zlib.compress(content, wbits=31)

    monkeypatch.setattr(gzip, "compress", compress)

    async def ask() -> None:
        early_answers, takes = EarlyAnswers(PreparationState()), [(b"accept-encoding", b"gzip")]
        bodies = [
            (await Asked(early_answers, "/assets/long.js", headers=takes).answer())[2]
            for _ in range(3)
        ]
        assert [gzip.decompress(body) for body in bodies] == [b"play();" * 1_000] * 3

    asyncio.run(ask())
    assert len(compressed) == 1


def test_what_parameters_there_are_the_application_knows(client: Path) -> None:
    async def ask() -> None:
        early_answers = EarlyAnswers(PreparationState())
        shared = await Asked(early_answers, "/match/abc", query=b"utm_source=mail").answer()
        assert shared[2] == b"<title>the client</title>"
        misspelt = Asked(early_answers, "/api/preparation", query=b"lang=de")
        await asyncio.sleep(0)
        early_answers.forward_to(application, nobody_waits)
        assert (await misspelt.answer())[0] == 202

    asyncio.run(ask())


def test_what_the_front_answers_is_counted_once_somebody_counts(client: Path) -> None:
    async def ask() -> None:
        early_answers, counted = EarlyAnswers(PreparationState()), list[AnsweredRequest]()
        for path in ("/", "/match/abc", "/api/preparation"):
            await Asked(early_answers, path).answer()
        early_answers.forward_to(application, nobody_waits, counted.append)
        await Asked(early_answers, "/").answer()
        assert [(one.method, one.route, one.status) for one in counted] == [
            ("GET", "/", 200),
            ("GET", "/{path:path}", 200),
            ("GET", "/api/preparation", 200),
        ]
        assert all(one.seconds > 0 for one in counted)

    asyncio.run(ask())


def test_everything_else_waits_for_the_application(client: Path) -> None:
    async def ask() -> None:
        early_answers = EarlyAnswers(PreparationState())
        asked = [
            Asked(early_answers, "/api/matches"),
            Asked(early_answers, "/", method="POST"),
            Asked(early_answers, "/assets/..%2findex.html"),
            Asked(early_answers, "/assets/../index.html"),
            Asked(early_answers, "/nothing.js"),
        ]
        socket = Asked(early_answers, "/api/matches/abc/live", kind="websocket")
        await Asked(early_answers, "/health/live").answer()
        assert not any(one.task.done() for one in (*asked, socket))
        early_answers.forward_to(application, nobody_waits)
        for one in asked:
            assert (await one.answer())[0] == 202
        await asyncio.wait_for(socket.task, PATIENCE)
        assert socket.sent == [{"type": "websocket.accept"}]
        assert await Asked(early_answers, "/").answer() == (202, {}, b"/")

    asyncio.run(ask())


def test_whoever_waits_for_a_server_that_ends_first_is_told() -> None:
    async def ask() -> None:
        early_answers = EarlyAnswers(PreparationState())
        request = Asked(early_answers, "/api/matches")
        socket = Asked(early_answers, "/api/matches/abc/live", kind="websocket")
        await Asked(early_answers, "/health/live").answer()
        await early_answers.shut_down()
        status, headers, body = await request.answer()
        assert (status, headers["retry-after"]) == (503, "1")
        assert json.loads(body) == {"phrase": {"key": "problem-server", "values": {}}}
        await asyncio.wait_for(socket.task, PATIENCE)
        assert socket.sent == [{"type": "websocket.close", "code": 1012, "reason": ""}]

    asyncio.run(ask())


def test_what_one_server_has_kept_the_next_one_says_before_it_has_loaded_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_cache, "_folder", lambda: tmp_path / "answers" / "of these sources")
    addresses = ["/api/games", "/api/art/core"]
    addresses += [f"/api/{what}/{one}" for what in ("shelf", "texts/core") for one in LANGUAGES]
    assert all(answer_cache.read(address) is None for address in addresses)
    with monkeypatch.context() as registered:
        registered.setattr(boxes, "boxes", lambda: iter(()))
        boxes.cache_answers()  # a game that fails today may be there tomorrow
    assert answer_cache.read("/api/games") is None
    boxes.cache_answers()

    async def ask(address: str) -> tuple[int, dict[str, str], bytes]:
        return await Asked(EarlyAnswers(PreparationState()), address).answer()

    with site_at(tmp_path / "db") as site:
        for address in addresses:
            status, headers, body = asyncio.run(ask(address))
            now = site.visitor().ask("GET", address)
            expected = now.json() if "json" in headers["content-type"] else now.text
            if address.startswith("/api/shelf/"):
                expected["matches"] = None  # whose they are, the early_answers does not know
            found = json.loads(body) if "json" in headers["content-type"] else body.decode()
            assert (status, found) == (200, expected)
            assert headers["content-type"] == now.headers["content-type"]


def test_what_is_kept_goes_with_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TISCHLEIN_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "rules.py"
    source.write_text("1")
    monkeypatch.setattr(answer_cache, "_sources", lambda: iter([source]))
    monkeypatch.setattr(answer_cache, "_digest", answer_cache._digest.__wrapped__)
    answer_cache.write({"/api/games": b"[]"})
    assert answer_cache.read("/api/games") == b"[]"
    source.write_text("2")
    assert answer_cache.read("/api/games") is None
