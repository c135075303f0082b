"""A server answers while games are prepared; what needs one waits for it, and nothing is lost."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from litestar.testing import TestClient

from tests.tables.playing import random_player
from tischlein.core import registry
from tischlein.tables.hall import Hall
from tischlein.tables.sqlite import SqliteStore
from tischlein.web import serving, shelf
from tischlein.web.app import create_app
from tischlein.web.messages import GameInfo
from tischlein.web.preparing import Preparation


@pytest.fixture
def preparation() -> Preparation:
    return Preparation()


@pytest.fixture
def client(tmp_path: Path, preparation: Preparation) -> Iterator[TestClient]:  # type: ignore[type-arg]
    hall = Hall(SqliteStore(tmp_path / "db"), make_player=random_player)
    app = create_app(hall, preparation=preparation)

    async def begin(_: object) -> None:
        preparation.begin()

    app.on_startup.append(begin)
    with TestClient(app) as client:
        yield client


def test_pages_words_and_progress_come_at_once(
    client: TestClient,  # type: ignore[type-arg]
    preparation: Preparation,
) -> None:
    assert client.get("/").status_code in (200, 503)
    assert client.get("/api/texts/core/en").status_code == 200
    assert client.get("/api/art/core").status_code == 200
    assert client.get("/api/preparation").json() == {"ready": 0, "games": 0, "done": False}
    preparation.reach(3, 10)
    assert client.get("/api/preparation").json() == {"ready": 3, "games": 10, "done": False}
    preparation.finish()
    assert client.get("/api/preparation").json() == {"ready": 10, "games": 10, "done": True}


def test_what_needs_a_game_is_answered_when_the_games_are_ready(
    client: TestClient,  # type: ignore[type-arg]
    preparation: Preparation,
) -> None:
    body = {"game": "bauab", "chairs": [{"kind": "me", "name": "Anna"}, {"kind": "open"}]}
    with ThreadPoolExecutor() as pool:
        opened = pool.submit(client.post, "/api/matches", json=body)
        listed = pool.submit(client.get, "/api/matches")
        while threading.active_count() < 3:
            time.sleep(0.01)
        time.sleep(0.2)
        assert not opened.done()
        assert not listed.done()
        preparation.finish()
        assert opened.result(60).status_code == 201
        assert listed.result(60).status_code == 200


def test_a_failure_keeps_nobody_waiting(
    client: TestClient,  # type: ignore[type-arg]
    preparation: Preparation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing() -> None:
        raise PermissionError("the cache cannot be read")

    monkeypatch.setattr(serving, "prune_cache", failing)
    serving._prepare_beside(preparation)
    assert client.get("/api/matches").status_code == 200


def test_a_box_is_drawn_once_for_the_same_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "cache_folder", lambda *_: tmp_path)
    drawn = shelf.box.__wrapped__("bauab")

    def again(_: object) -> GameInfo:
        raise AssertionError("drawn a second time")

    monkeypatch.setattr(shelf, "game_info", again)
    assert shelf.box.__wrapped__("bauab") == drawn
    (tmp_path / "bauab.box").write_bytes(b"{")
    with pytest.raises(AssertionError):
        shelf.box.__wrapped__("bauab")
    assert registry.load("bauab").key == drawn.key
