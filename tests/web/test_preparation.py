"""A server answers while games are prepared; a table waits for its own game alone."""

import asyncio
import errno
import itertools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from tests.tables.playing import random_player
from tests.web.visiting import connected
from tischlein.bots import prepare
from tischlein.bots.compiling import Compiled, Compiler, Part
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.tables.hall import Hall
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.http import codes
from tischlein.web.preparation_state import PreparationState, Stage
from tischlein.web.running import game_preparation
from tischlein.web.sockets import arrivals

Client = TestClient[Litestar]
ANNA = {"kind": "me", "name": "Anna"}
BOT = {"kind": "bot", "level": "weak"}
PATIENCE = 240


@pytest.fixture
def preparation() -> PreparationState:
    return PreparationState()


@pytest.fixture
def client(tmp_path: Path, preparation: PreparationState) -> Iterator[Client]:
    with serving(tmp_path, preparation) as client:
        yield client
        preparation.finish()


@contextmanager
def serving(folder: Path, preparation: PreparationState) -> Iterator[Client]:
    """Serve what is stored in a folder, while games are prepared."""
    hall = Hall(
        SqliteStore(folder / "db"),
        make_player=random_player,
        pause=0.0,
        readiness=preparation,
    )
    app = create_app(hall, preparation=preparation)

    async def begin(_: object) -> None:
        preparation.bind_to_loop()

    app.on_startup.append(begin)
    with TestClient(app) as client:
        yield client


@contextmanager
def asking(client: Client, method: str, path: str, **more: Any) -> Iterator[Future[Any]]:
    """Send a request whose answer may have to wait."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(client.request, method, path, **more)


def test_pages_words_lists_and_progress_come_at_once(
    client: Client, preparation: PreparationState
) -> None:
    assert client.get("/").status_code in (200, 503)
    assert client.get("/api/texts/core/en").status_code == 200
    assert client.get("/api/games/bauab/rules/en").status_code == 200
    assert client.get("/api/matches").status_code == 200
    assert client.get("/api/preparation").json() == {"ready": 0, "games": 0, "done": False}
    preparation.report_games(("bauab", "raufer"))
    preparation.report_stage("bauab", Stage.SHOWABLE)
    preparation.report_stage("raufer", Stage.PLAYABLE)
    assert client.get("/api/preparation").json() == {"ready": 1, "games": 2, "done": False}
    preparation.finish()
    assert client.get("/api/preparation").json() == {"ready": 2, "games": 2, "done": True}


def test_the_shelf_waits_for_pictures_alone(client: Client, preparation: PreparationState) -> None:
    with asking(client, "GET", "/api/games") as shown:
        preparation.report_games(("bauab", "raufer"))
        preparation.report_stage("bauab", Stage.SHOWABLE)
        assert client.get("/api/preparation").json()["games"] == 2
        assert not shown.done()
        preparation.report_stage("raufer", Stage.SHOWABLE)
        assert shown.result(PATIENCE).status_code == 200


def test_a_table_waits_for_its_own_game_which_comes_first(
    client: Client, preparation: PreparationState
) -> None:
    wanted: list[str] = []
    chairs = [ANNA, {"kind": "me", "name": "Ben"}]
    with asking(client, "POST", "/api/matches", json={"game": "bauab", "chairs": chairs}) as opened:
        while not wanted:
            preparation.set_prioritizer(wanted.append)
            client.get("/api/preparation")
        assert set(wanted) == {"bauab"}
        preparation.report_stage("raufer", Stage.PLAYABLE)
        three = [*chairs, {"kind": "me", "name": "Cem"}]
        other = client.post("/api/matches", json={"game": "raufer", "chairs": three})
        assert other.status_code == 201
        assert not opened.done()
        preparation.report_stage("bauab", Stage.PLAYABLE)
        assert opened.result(PATIENCE).status_code == 201


def test_a_bot_says_that_it_warms_up_and_then_plays(
    client: Client, preparation: PreparationState
) -> None:
    preparation.report_stage("bauab", Stage.PLAYABLE)
    body = {"game": "bauab", "chairs": [ANNA, BOT]}
    opened = client.post("/api/matches", json=body).json()
    path = f"/api/matches/{opened['match']}/live?scenes=0"
    headers = {"Authorization": f"Bearer {opened['seat_secrets'][0]}"}
    with connected(client, path, headers=headers) as socket:
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
        preparation.report_stage("bauab", Stage.BOTS)
        warm = next(message for message in messages if message["type"] == "table")
        assert not warm["warming_up"]
        answer = next(message for message in messages if message["type"] == "happened")
        assert answer["entries"][-1]["seat"] != mine


@pytest.mark.parametrize("what", ["match", "lesson", "line"])
def test_whoever_waits_for_a_table_gets_signs_of_life(
    tmp_path: Path, preparation: PreparationState, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(arrivals, "KEEP_ALIVE_EVERY", 0.01)
    with serving(tmp_path, PreparationState.completed()) as client:
        weak = {"kind": "bot", "level": "weak"}
        body = {"game": "bauab", "chairs": [weak, weak] if what == "line" else [ANNA, BOT]}
        match = client.post("/api/matches", json=body).json()["match"]
        path = f"/api/matches/{match}/live?scenes=0"
        if what == "lesson":
            path = "/api/games/bauab/lesson"
        elif what == "line":
            with connected(client, path) as socket:
                while socket.receive_json(timeout=PATIENCE).get("status") != "over":
                    pass
            path = f"/api/matches/{match}/line?at=0"
    with serving(tmp_path, preparation) as client:
        with connected(client, path) as socket:
            signs = [socket.receive_json(timeout=PATIENCE)["type"] for _ in range(3)]
            assert signs == ["pong"] * 3
            preparation.report_stage("bauab", Stage.PLAYABLE)
            messages = iter(lambda: socket.receive_json(timeout=PATIENCE), None)
            table = next(message for message in messages if message["type"] != "pong")
            assert table["type"] in ("table", "line")
        preparation.finish()


def test_a_failure_keeps_nobody_waiting(
    client: Client, preparation: PreparationState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> None:
        raise PermissionError("the cache cannot be read")

    monkeypatch.setattr(game_preparation, "prune_cache", failing)
    game_preparation.prepare_in_background(preparation)
    assert client.get("/api/games").status_code == 200
    chairs = [ANNA, {"kind": "me", "name": "Ben"}]
    body = {"game": "bauab", "chairs": chairs}
    assert client.post("/api/matches", json=body).status_code == 201


class Noting(PreparationState):
    """Notes what has been told, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, Stage]] = []

    def report_stage(self, key: str, stage: Stage) -> None:
        self.told.append((key, stage))
        super().report_stage(key, stage)

    def of(self, key: str) -> list[Stage]:
        return [stage for about, stage in self.told if about == key]


class Compiling(Compiler):
    """Compiles nothing; whatever is at it, the searches of Raufer fail."""

    def run(self) -> Iterator[Compiled]:
        for part in Part:
            for key in sorted(self.keys):
                failed = key == "raufer" and part is Part.SEARCHES
                yield Compiled(key, part, ValueError("unheard of") if failed else None)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing is compiled or drawn; one of three games is broken."""
    load = registry.load

    def loaded(key: str) -> Game:
        if key == "broken":
            raise GameError("the game broken cannot be loaded")
        return load(key)

    monkeypatch.setattr(registry, "keys", lambda: ("bauab", "broken", "raufer"))
    monkeypatch.setattr(registry, "load", loaded)
    monkeypatch.setattr(prepare, "uncompiled", list)
    monkeypatch.setattr(prepare, "prepare", lambda game: iter([f"all of {game.key}"]))
    monkeypatch.setattr(game_preparation, "Compiler", Compiling)
    game_preparation._console.cache_clear()


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("status", [0, 1])
def test_on_a_bare_machine_covers_are_drawn_while_rules_and_searches_are_compiled(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, status: int
) -> None:
    preparation = Noting()
    with subprocess.Popen([sys.executable, "-c", f"raise SystemExit({status})"]) as shelf:
        game_preparation.prepare_in_background(preparation, shelf)
        for thread in threading.enumerate():  # others' threads come and go, or never go
            if thread.name.endswith("(_await_shelf)"):
                thread.join()
    for key in ("bauab", "raufer"):
        told = preparation.of(key)
        assert [stage for stage in told if stage is not Stage.SHOWABLE] == [
            Stage.PLAYABLE,
            Stage.BOTS,
        ]
        assert (Stage.SHOWABLE in told) is (status == 0)
    assert Stage.BOTS in preparation.of("broken")
    assert preparation.progress.done
    assert "the game broken cannot be loaded" in capsys.readouterr().err
    assert "raufer cannot be compiled: unheard of" in caplog.text


@pytest.mark.usefixtures("bare")
def test_where_compiled_games_cannot_be_kept_that_is_told_once_and_they_are_played(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Keeping(Compiler):
        def run(self) -> Iterator[Compiled]:
            for told in itertools.product(self.keys, Part):
                yield Compiled(*told, PermissionError(errno.EACCES, "Permission denied", "there"))

    monkeypatch.setattr(game_preparation, "Compiler", Keeping)
    preparation = Noting()
    game_preparation.prepare_in_background(preparation)
    assert [Stage.BOTS in preparation.of(key) for key in ("bauab", "raufer")] == [True, True]
    (line,) = caplog.messages
    assert re.search(r"cannot be kept in .*\(Permission denied\).* TISCHLEIN_CACHE", line)


@pytest.mark.usefixtures("bare")
def test_a_server_that_ends_compiles_no_more() -> None:
    preparation = Noting()
    preparation.cancel()
    games = {key: registry.load(key) for key in ("bauab", "raufer")}
    game_preparation._compile_cold(Compiling([*games.values()]), games, preparation)
    assert preparation.told == []


def test_a_server_that_ends_keeps_nobody_waiting_for_a_game(
    tmp_path: Path, preparation: PreparationState
) -> None:
    """Its hall would wait for the table, and so never end."""
    with serving(tmp_path, preparation) as client:
        wanted: list[str] = []
        preparation.set_prioritizer(wanted.append)
        body = {"game": "bauab", "chairs": [ANNA, {"kind": "me", "name": "Ben"}]}
        with (
            asking(client, "POST", "/api/matches", json=body) as opened,
            asking(client, "GET", "/api/shelf/en") as shown,
        ):
            while not wanted:
                client.get("/api/preparation")
            assert not opened.done()
            assert not shown.done()
            preparation.cancel()
            for answer in (opened.result(PATIENCE), shown.result(PATIENCE)):
                assert answer.status_code == 503
                assert answer.headers["retry-after"] == "1"
                assert answer.json()["phrase"]["key"] == "problem-server"


def test_who_comes_to_a_table_that_waits_for_its_game_is_sent_on_when_the_server_ends(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, PreparationState.completed()) as client:
        body = {"game": "bauab", "chairs": [ANNA, {"kind": "me", "name": "Ben"}]}
        match = client.post("/api/matches", json=body).json()["match"]
    preparation = PreparationState()
    with (
        serving(tmp_path, preparation) as client,
        connected(client, f"/api/matches/{match}/live") as socket,
    ):
        preparation.cancel()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=PATIENCE)
        assert closed.value.code == codes.RESTARTING


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("early", [True, False])
def test_nothing_of_a_preparation_is_left_behind_by_a_server_that_ends(
    monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    at_it, ended = threading.Event(), threading.Event()

    class Endless(Compiler):
        """Compiles without end, unless it is told that nobody waits any more."""

        def cancel(self) -> None:
            ended.set()

        def run(self) -> Iterator[Compiled]:
            at_it.set()
            assert ended.wait(PATIENCE)
            yield from ()

    monkeypatch.setattr(game_preparation, "Compiler", Endless)
    monkeypatch.setattr(game_preparation, "JOIN_TIMEOUT", PATIENCE)

    async def serve() -> None:
        preparation = PreparationState()
        preparation.bind_to_loop()
        if early:
            preparation.cancel()
        async with game_preparation.background_preparation(preparation):
            if not early:
                await asyncio.to_thread(at_it.wait, PATIENCE)

    def going() -> set[threading.Thread]:  # others' threads come and go: what is drawn, say
        return {thread for thread in threading.enumerate() if thread.name == "preparation"}

    before = going()
    asyncio.run(serve())
    assert going() <= before
    assert at_it.is_set() is not early


@pytest.mark.usefixtures("bare")
def test_all_is_made_ready_before_something_else_or_it_is_told_why_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ValueError, match="unheard of"):
        game_preparation.prepare_all()
    monkeypatch.setattr(registry, "keys", lambda: ("bauab",))
    prepared: list[str] = []

    def prepares(game: Game) -> Iterator[str]:
        prepared.append(game.key)
        yield "all of it"

    monkeypatch.setattr(prepare, "prepare", prepares)
    game_preparation.prepare_all()
    assert prepared == ["bauab"]


PREPARED = """
from tischlein.core import registry
from tischlein.games.nussknacker.questions import question_rows
from tischlein.tables.players.lookalikes import _prototypes
from tischlein.web.running import game_preparation
from tischlein.web.preparation_state import PreparationState, Stage

class Watched(PreparationState):
    def report_stage(self, key, stage):
        super().report_stage(key, stage)
        if stage is Stage.PLAYABLE:
            print(len(question_rows.signatures), _prototypes.cache_info().currsize)

registry.keys = lambda: ("nussknacker",)
game_preparation.prepare_in_background(Watched())
"""


def test_what_pictures_and_names_need_is_loaded_before_a_table_is_there() -> None:
    """In a process of its own, where no other test has loaded it."""
    command = [sys.executable, "-c", PREPARED]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert told.stdout.split() == ["1", "1"]


def test_what_is_told_of_a_game_is_known_whoever_asks_when() -> None:
    async def ask() -> None:
        preparation = PreparationState()
        preparation.bind_to_loop()
        early = asyncio.create_task(preparation.wait_for_searches("bauab"))
        await asyncio.sleep(0)
        preparation.report_stage("bauab", Stage.PLAYABLE)
        await preparation.wait_for_rules("bauab")
        assert not preparation.searches_ready("bauab")
        assert not early.done()
        preparation.report_stage("bauab", Stage.BOTS)
        await early
        await preparation.wait_for_rules("bauab")

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))
