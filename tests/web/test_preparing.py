"""A server answers while games are prepared; a table waits for its own game alone."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.tables.playing import random_player
from tischlein.core import registry
from tischlein.presentation.scenes import Scene
from tischlein.tables.hall import Hall
from tischlein.tables.sqlite import SqliteStore
from tischlein.web import readying, shelf
from tischlein.web.app import create_app
from tischlein.web.preparing import Preparation, Stage

Client = TestClient[Litestar]
ANNA = {"kind": "me", "name": "Anna"}
BOT = {"kind": "bot", "level": "weak"}
PATIENCE = 240


@pytest.fixture
def preparation() -> Preparation:
    return Preparation()


@pytest.fixture
def client(tmp_path: Path, preparation: Preparation) -> Iterator[Client]:
    hall = Hall(
        SqliteStore(tmp_path / "db"),
        make_player=random_player,
        pause=0.0,
        readiness=preparation,
    )
    app = create_app(hall, preparation=preparation)

    async def begin(_: object) -> None:
        preparation.begin()

    app.on_startup.append(begin)
    with TestClient(app) as client:
        yield client
        preparation.finish()


@contextmanager
def asking(client: Client, method: str, path: str, **more: Any) -> Iterator[Future[Any]]:
    """Send a request whose answer may have to wait."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(client.request, method, path, **more)


def test_pages_words_lists_and_progress_come_at_once(
    client: Client, preparation: Preparation
) -> None:
    assert client.get("/").status_code in (200, 503)
    assert client.get("/api/texts/core/en").status_code == 200
    assert client.get("/api/games/bauab/rules/en").status_code == 200
    assert client.get("/api/matches").status_code == 200
    assert client.get("/api/preparation").json() == {"ready": 0, "games": 0, "done": False}
    preparation.expect(("bauab", "raufer"))
    preparation.reach("bauab", Stage.SHOWN)
    preparation.reach("raufer", Stage.PLAYED)
    assert client.get("/api/preparation").json() == {"ready": 1, "games": 2, "done": False}
    preparation.finish()
    assert client.get("/api/preparation").json() == {"ready": 2, "games": 2, "done": True}


def test_the_shelf_waits_for_pictures_alone(client: Client, preparation: Preparation) -> None:
    with asking(client, "GET", "/api/games") as shown:
        preparation.expect(("bauab", "raufer"))
        preparation.reach("bauab", Stage.SHOWN)
        assert client.get("/api/preparation").json()["games"] == 2
        assert not shown.done()
        preparation.reach("raufer", Stage.SHOWN)
        assert shown.result(PATIENCE).status_code == 200


def test_a_table_waits_for_its_own_game_which_comes_first(
    client: Client, preparation: Preparation
) -> None:
    wanted: list[str] = []
    chairs = [ANNA, {"kind": "me", "name": "Ben"}]
    with asking(client, "POST", "/api/matches", json={"game": "bauab", "chairs": chairs}) as opened:
        while not wanted:
            preparation.hurry(wanted.append)
            client.get("/api/preparation")
        assert set(wanted) == {"bauab"}
        preparation.reach("raufer", Stage.PLAYED)
        three = [*chairs, {"kind": "me", "name": "Cem"}]
        other = client.post("/api/matches", json={"game": "raufer", "chairs": three})
        assert other.status_code == 201
        assert not opened.done()
        preparation.reach("bauab", Stage.PLAYED)
        assert opened.result(PATIENCE).status_code == 201


def test_a_bot_says_that_it_warms_up_and_then_plays(
    client: Client, preparation: Preparation
) -> None:
    preparation.reach("bauab", Stage.PLAYED)
    body = {"game": "bauab", "chairs": [ANNA, BOT]}
    opened = client.post("/api/matches", json=body).json()
    path = f"/api/matches/{opened['match']}/live?scenes=0"
    headers = {"Authorization": f"Bearer {opened['seat_secrets'][0]}"}
    with client.websocket_connect(path, headers=headers) as socket:
        messages = iter(lambda: socket.receive_json(timeout=PATIENCE), None)
        table = next(message for message in messages if message["type"] == "table")
        assert table["warming_up"]
        mine = table["looking"]
        position = next(message for message in messages if message["type"] == "happened")
        if mine in position["acting"]:
            number = position["number"]
            act = {"type": "act", "id": "1", "action": position["legal"][0], "seen": number}
            socket.send_json(act)
            position = next(message for message in messages if message["type"] == "happened")
        assert mine not in position["acting"]
        preparation.reach("bauab", Stage.THOUGHT)
        warm = next(message for message in messages if message["type"] == "table")
        assert not warm["warming_up"]
        answer = next(message for message in messages if message["type"] == "happened")
        assert answer["entries"][-1]["seat"] != mine


def test_a_failure_keeps_nobody_waiting(
    client: Client, preparation: Preparation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> None:
        raise PermissionError("the cache cannot be read")

    monkeypatch.setattr(readying, "prune_cache", failing)
    readying.prepare_beside(preparation)
    assert client.get("/api/games").status_code == 200
    chairs = [ANNA, {"kind": "me", "name": "Ben"}]
    body = {"game": "bauab", "chairs": chairs}
    assert client.post("/api/matches", json=body).status_code == 201


PREPARED = """
from tischlein.core import registry
from tischlein.games.nussknacker.questions import question_rows
from tischlein.web import readying
from tischlein.web.preparing import Preparation, Stage

class Watched(Preparation):
    def reach(self, key, stage):
        super().reach(key, stage)
        if stage is Stage.PLAYED:
            print(len(question_rows.signatures))

registry.keys = lambda: ("nussknacker",)
readying.prepare_beside(Watched())
"""


def test_what_pictures_call_is_loaded_before_a_table_is_there() -> None:
    """In a process of its own, where no other test has loaded it."""
    command = [sys.executable, "-c", PREPARED]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert int(told.stdout) == 1


def test_what_is_told_of_a_game_is_known_whoever_asks_when() -> None:
    async def ask() -> None:
        preparation = Preparation()
        preparation.begin()
        early = asyncio.create_task(preparation.searches("bauab"))
        await asyncio.sleep(0)
        preparation.reach("bauab", Stage.PLAYED)
        await preparation.rules("bauab")
        assert not preparation.thinks("bauab")
        assert not early.done()
        preparation.reach("bauab", Stage.THOUGHT)
        await early
        await preparation.rules("bauab")

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))


def test_a_cover_is_drawn_once_for_the_same_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "cache_folder", lambda *_: tmp_path)
    assert not shelf.drawn("bauab")
    drawn = shelf.box.__wrapped__("bauab")
    assert shelf.drawn("bauab")

    def again(_: object) -> Scene:
        raise AssertionError("drawn a second time")

    monkeypatch.setattr(shelf, "cover", again)
    assert shelf.box.__wrapped__("bauab") == drawn
    (tmp_path / "bauab.cover").write_bytes(b"{")
    with pytest.raises(AssertionError):
        shelf.box.__wrapped__("bauab")
    assert registry.load("bauab").key == drawn.key


def test_covers_drawn_apart_are_those_drawn_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TISCHLEIN_CACHE", str(tmp_path))
        with shelf.draw_apart() as drawing:
            assert drawing.wait(5 * PATIENCE) == 0
    assert not list(tmp_path.glob("**/*.nbi"))  # nothing is compiled for a picture
    covers = {file.stem: file for file in tmp_path.glob("**/*.cover")}
    assert len(covers) >= 10
    for key, file in covers.items():
        assert shelf._decode_cover(file.read_bytes()) == shelf.box(key).cover
