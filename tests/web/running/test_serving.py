"""The server as a process: killed at any moment nothing is lost; told to end it ends in order."""

import asyncio
import gc
import json
import queue
import random
import re
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import webbrowser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from litestar import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame
from websockets.sync.client import ClientConnection

from tests.postgresql import Cluster
from tests.tables.playing import asynchronous, two_at_bauab
from tests.web.nodes import POWER_CUT
from tests.web.patient import connect, connect_sync
from tests.web.running_server import served
from tests.web.visiting import OPEN, me
from tischlein.core import records
from tischlein.core.errors import TischleinError
from tischlein.tables.hall import Hall
from tischlein.tables.storage.occupancy import DatabaseInUseError
from tischlein.tables.storage.sqlite import SqliteStore, database
from tischlein.tables.storage.store_errors import StoreIncompatibleError
from tischlein.web.app import create_app
from tischlein.web.http.asgi import Receive, Scope, Send
from tischlein.web.http.codes import TOO_MANY
from tischlein.web.running import serving
from tischlein.web.running.listening import listen
from tischlein.web.running.serving import Server, signals_restored
from tischlein.web.sockets.protocol import MOST_SILENT, WebSockets

STARTING = 180
"""Seconds that a server may take to start: it may have to compile every game."""


@contextmanager
def server(data: Path, database: str | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server with Bauab and wait until it answers; return the process and its address."""
    program = ["tests.web.small_server", "bauab"]
    command = [sys.executable, "-m", *program, "--port", "0", "--data", str(data)]
    command += ["--database", database] if database else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, _address(process)
        finally:
            if process.poll() is None:
                process.send_signal(POWER_CUT)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], STARTING)
    assert ready, "the server does not start"
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found, "the server does not say where it is"
    return found[0].rstrip("/")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for tests that leave it as it was."""
    with server(tmp_path_factory.mktemp("running")) as (_, address):
        # Before all is prepared, it answers otherwise from one moment to the next.
        while not httpx.get(f"{address}/api/preparation", timeout=STARTING).json()["done"]:
            time.sleep(0.05)
        yield address


class Seat:
    """A program on a seat, over a connection of its own."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: Any = None
        """How it stands, as far as the program has heard."""

    def hears(self, *kinds: str) -> Any:
        while True:
            message = json.loads(self.socket.recv(timeout=120))
            if message["type"] == "happened":
                self.told = message
            if message["type"] in kinds:
                return message

    def ends(self) -> int | None:
        """Hear everything until the server closes; return with which code, if it said so."""
        with pytest.raises(ConnectionClosed) as ended:
            self.hears()
        said = ended.value.rcvd
        return None if said is None else said.code

    def acts(self, command: str, action: int) -> Any:
        act = {"type": "act", "id": command, "action": action, "seen": 0}
        self.socket.send(json.dumps(act))
        return self.hears("accepted", "refused", "problem")


@contextmanager
def seat_at(address: str, match: str, secret: str) -> Iterator[Seat]:
    """Connect a program to its seat."""
    url = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/live?scenes=0"
    headers = {"Authorization": f"Bearer {secret}"}
    with connect_sync(url, additional_headers=headers) as socket:
        yield Seat(socket)


def opened(address: str, *chairs: dict[str, str]) -> tuple[str, list[str]]:
    body = {"game": "bauab", "chairs": chairs, "fixed": True, "options": {"first": "A"}}
    answer = (
        httpx.post(f"{address}/api/matches", json=body, timeout=STARTING).raise_for_status().json()
    )
    return answer["match"], answer["seat_secrets"]


LOGS = """
import logging
from tischlein.web.running import serving

async def look():
    log = logging.getLogger("uvicorn")
    assert log.propagate and not log.handlers, log.handlers

serving.run_fast(look())
"""


def test_what_the_library_says_that_reads_requests_is_logged_as_all_else() -> None:
    """With handlers of its own it would be no JSON, and nobody would take secrets out of it."""
    subprocess.run([sys.executable, "-c", LOGS], check=True, timeout=STARTING)


def test_a_text_that_is_no_text_is_answered_as_any_malformed_message(running: str) -> None:
    match, secrets = opened(running, me("Anna"), me("Ben"))
    with seat_at(running, match, secrets[0]) as player:
        player.socket.send(b'{"type":"ping","more":"\xff"}', text=True)
        assert player.hears("problem")["phrase"]["key"] == "problem-message"
        player.socket.send('{"type":"ping"}')
        assert player.hears("pong") == {"type": "pong"}


@pytest.mark.parametrize(
    "path", ["/", "/health", "/health/live", "/health/ready", "/api/games", "/api/shelf/en"]
)
def test_where_get_is_answered_head_tells_the_same_without_its_content(
    running: str, path: str
) -> None:
    with httpx.Client(base_url=running, timeout=STARTING) as monitor:
        monitor.get(path)  # the first answer brings a session, and may be of what is kept
        got, told = monitor.get(path), monitor.head(path)
        assert (told.status_code, told.content) == (got.status_code, b"")
        assert [*told.headers] == [*got.headers]
        assert told.headers["content-length"] == got.headers["content-length"]
        assert monitor.get(path).content == got.content, "the connection goes on"


def test_head_of_what_is_only_done_is_refused_and_nowhere_described(running: str) -> None:
    refused = httpx.head(f"{running}/api/matches/any/actions", timeout=STARTING)
    assert refused.status_code == 405
    described = httpx.get(f"{running}/schema/openapi.json", timeout=STARTING).json()
    assert not any("head" in path for path in described["paths"].values())


@pytest.mark.parametrize("of", ["pings", "pongs", "parts"])
def test_frames_that_bring_no_message_have_an_end(running: str, of: str) -> None:
    """Answers to pings that nobody reads, and a message without an end, would take all memory."""
    match, secrets = opened(running, me("Anna"), me("Ben"))
    with seat_at(running, match, secrets[0]) as player:

        def send(count: int) -> None:
            if of == "parts":
                player.socket.send("" for _ in range(count))
            for number in range(count if of != "parts" else 0):
                (player.socket.ping if of == "pings" else player.socket.pong)(f"{number}")

        send(100)
        if of == "parts":  # together they say nothing that is understood
            assert player.hears("problem")["phrase"]["key"] == "problem-message"
        player.socket.send('{"type":"ping"}')
        assert player.hears("pong") == {"type": "pong"}
        with suppress(ConnectionClosed):  # it may be cut while it sends
            send(10 * MOST_SILENT)
        player.ends()
    with seat_at(running, match, secrets[0]) as player:
        player.hears("happened")


def framed(code: int, content: bytes, *, bits: int = 8, length: int | None = None) -> bytes:
    """Return a frame as a client sends it (RFC 6455), which may be wrong in any part."""
    length = len(content) if length is None else length
    if length < 126:
        size = bytes([0x80 | length])
    elif length < 1 << 16:
        size = b"\xfe" + length.to_bytes(2, "big")
    else:
        size = b"\xff" + length.to_bytes(8, "big")
    return bytes([bits << 4 | code]) + size + bytes(4) + content  # the mask of zeros


def malformed(chooser: random.Random) -> bytes:
    """Return bytes that are no frames, or none that may follow each other."""
    some = chooser.randbytes(chooser.randint(1, 400))
    text, part, last, close, ping = 1, 0, 0, 8, 9
    ways = (
        framed(chooser.choice((3, 4, 5, 6, 7, 11, 15)), some),
        framed(text, some, bits=8 | chooser.randint(1, 3)),  # reserved bits
        framed(text, b"\x07" + some, bits=12),  # no deflate: a block of a kind that is none
        framed(text, some)[:1] + b"\x05" + some,  # not masked
        framed(last, some),
        framed(part, some, bits=0),
        framed(text, b"{", bits=0) + framed(text, b"}"),
        framed(ping, bytes(126)),
        framed(ping, some[:9], bits=0),
        framed(close, some[:1]),
        framed(close, (1005).to_bytes(2, "big")),
        framed(close, (1000).to_bytes(2, "big") + b"\xff"),
        framed(text, some, length=chooser.choice((1 << 14 | 1, 1 << 31, 1 << 62, 1 << 63))),
        b"GET / HTTP/1.1\r\n\r\n" + some,
    )
    return chooser.choice(ways)


@pytest.mark.parametrize(
    "count", [60, pytest.param(10_000, marks=[pytest.mark.long, pytest.mark.timeout(3_600)])]
)
def test_bytes_that_are_no_frames_end_their_connection_and_no_other(
    tmp_path: Path, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chooser = random.Random(count)
    said: Counter[int | None] = Counter()
    with server(tmp_path) as (_, address):
        match, secrets = opened(address, me("Anna"), me("Ben"))
        with seat_at(address, match, secrets[0]) as player:
            while said.total() < count:
                with seat_at(address, match, secrets[1]) as other:
                    with suppress(OSError):
                        other.socket.socket.sendall(malformed(chooser))
                    code = other.ends()
                # One that is refused, since others came just before, is no connection.
                if code != TOO_MANY:
                    said[code] += 1
            player.socket.send('{"type":"ping"}')
            assert player.hears("pong") == {"type": "pong"}
    assert set(said) <= {1002, 1007, 1009}
    with capsys.disabled():
        print(f"\n{count} connections ended by bytes that are no frames: {dict(said)}")


@pytest.mark.parametrize("kept", ["sqlite", "postgres"])
def test_after_kill_9_every_acknowledged_move_is_there_and_the_match_goes_on(
    tmp_path: Path, kept: str, request: pytest.FixtureRequest
) -> None:
    """The server is killed while both seats play as fast as they can."""
    database = request.getfixturevalue("postgres") if kept == "postgres" else None
    acknowledged: dict[tuple[int, str], int] = {}
    events: queue.Queue[int] = queue.Queue()

    def play(seat: int, secret: str) -> None:
        with suppress(ConnectionClosed), seat_at(address, match, secret) as player:
            while True:
                told = player.hears("happened")
                if told["legal"]:
                    command = f"{told['number']}"
                    answer = player.acts(command, told["legal"][0])
                    acknowledged[seat, command] = answer["number"]
                    events.put(answer["number"])

    with server(tmp_path, database) as (process, address):
        match, secrets = opened(address, me("Anna"), me("Ben"))
        threads = [threading.Thread(target=play, args=pair) for pair in enumerate(secrets)]
        for thread in threads:
            thread.start()
        for _ in range(6):
            events.get(timeout=120)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for thread in threads:
            thread.join()
    assert len(acknowledged) >= 6

    with server(tmp_path, database) as (process, address):
        program = {"Authorization": f"Bearer {secrets[0]}"}
        view = httpx.get(
            f"{address}/api/matches/{match}/view?scenes=0", headers=program, timeout=STARTING
        ).json()
        assert [entry["number"] for entry in view["entries"]] == list(range(1, view["number"] + 1))
        assert view["number"] >= max(acknowledged.values())
        for seat, secret in enumerate(secrets):
            with seat_at(address, match, secret) as player:
                told = player.hears("happened")
                for (whose, command), number in acknowledged.items():
                    if whose == seat:
                        answer = player.acts(command, 0)
                        assert answer == {"type": "accepted", "id": command, "number": number}
                if told["legal"] and told["number"] == view["number"]:
                    answer = player.acts("after the restart", told["legal"][0])
                    assert answer["number"] == view["number"] + 1


def test_a_match_is_played_to_its_end_while_its_database_restarts(
    tmp_path: Path, postgres: str, cluster: Cluster
) -> None:
    """Over real connections; nothing is written beside the database."""
    data = tmp_path / "data"
    data.mkdir()
    choices = random.Random(5)
    with server(data, postgres) as (process, address):
        match, secrets = opened(address, me("Anna"), me("Ben"))
        with seat_at(address, match, secrets[0]) as one, seat_at(address, match, secrets[1]) as two:
            number = one.hears("happened")["number"]
            two.hears("happened")
            moves = 0
            while one.told["acting"]:
                player = next((player for player in (one, two) if player.told["legal"]), None)
                if player is not None:
                    moves += 1
                    answer = player.acts(f"c{moves}", choices.choice(player.told["legal"]))
                    assert answer["type"] == "accepted"
                    number = answer["number"]
                else:
                    number += 1  # what chance brings after a while
                for player in (one, two):
                    while player.told["number"] < number:
                        player.hears("happened")
                number = max(number, one.told["number"])
                if moves == 5:
                    cluster.restart()
        assert moves > 5
        record = httpx.get(f"{address}/api/matches/{match}/record", timeout=STARTING).text
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    assert list(data.iterdir()) == []
    assert records.read(record).final().over


@pytest.mark.parametrize("signals", [(signal.SIGTERM,), (signal.SIGINT,) * 5])
def test_told_to_end_the_server_closes_connections_and_ends_in_order(
    tmp_path: Path, signals: tuple[signal.Signals, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    """Also where it is told so impatiently."""
    with server(tmp_path) as (process, address):
        match, secrets = opened(address, me("Anna"), OPEN)
        with seat_at(address, match, secrets[0]) as seat:
            seat.hears("table")
            for one in signals:
                process.send_signal(one)
                time.sleep(0.01)
            with pytest.raises(ConnectionClosed) as caught:
                seat.hears("the end")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code in (1001, 1012)
        assert process.wait(120) == 0
        # What was in the write-ahead log has been folded into the database.
        left = {file.name for file in tmp_path.iterdir()}
        assert left == {"tischlein.db", "tischlein.db.lock"}
    assert capfd.readouterr().err == ""


CLOSES_SLOWLY = """
import asyncio, runpy, sys
from tischlein.tables.storage.sqlite import SqliteStore

close = SqliteStore.close

async def when_it_may(store):
    print("closing", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await close(store)

SqliteStore.close = when_it_may
runpy.run_module("tests.web.small_server", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("again", [(signal.SIGTERM,), (signal.SIGINT,) * 3])
def test_told_again_while_it_closes_its_storage_the_server_ends_in_order(
    tmp_path: Path, again: tuple[signal.Signals, ...]
) -> None:
    command = [sys.executable, "-c", CLOSES_SLOWLY, "bauab", "--port", "0", "--data", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        _address(process)
        process.send_signal(again[0])
        assert process.stdout is not None
        assert "closing\n" in iter(process.stdout.readline, "")
        for one in again:
            process.send_signal(one)
            time.sleep(0.01)
        _, said = process.communicate("now it may\n", timeout=120)
    assert (process.returncode, said) == (0, "")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"tischlein.db", "tischlein.db.lock"}


NEVER_CLOSES = """
import asyncio, runpy
from unittest.mock import patch
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.running import ending

SqliteStore.close = lambda store: asyncio.to_thread(input)
with patch.object(ending, "END_WITHIN", 0.5):
    runpy.run_module("tests.web.small_server", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("signals", [1, 5])
def test_what_is_stuck_does_not_keep_the_server_from_ending(tmp_path: Path, signals: int) -> None:
    """It is named."""
    command = [sys.executable, "-c", NEVER_CLOSES, "bauab", "--port", "0", "--data", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        _address(process)
        for _ in range(signals):
            process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 1
        assert process.stderr is not None
        said = process.stderr.read()
    assert "has not ended within 0.5 seconds" in said
    assert re.search(r"Still at work: (asyncio|uvloop)_\d", said)
    assert "Traceback" not in said


@asynchronous
async def test_clients_that_cannot_be_answered_do_not_keep_the_server_from_ending(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "SEND_AWAY_WITHIN", 0.01)
    released = asyncio.Event()

    async def shut_down() -> None:
        await released.wait()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})

    ended: list[bool] = []
    server = Server(serving.settings(app), shut_down, lambda: ended.append(True))
    with signals_restored(), listen("127.0.0.1", [0]) as listening:
        serves = asyncio.create_task(server.serve([listening]))
        server.should_exit = True
        await serves
    assert ended
    assert "not all waiting clients could be answered" in caplog.text
    released.set()


def test_told_to_end_the_server_answers_all_who_have_connected(tmp_path: Path) -> None:
    """Many wait to be let in when it is told, and some of them have gone again."""
    with server(tmp_path) as (process, address):
        match, _ = opened(address, me("Anna"), OPEN)
        place = urlsplit(address)
        process.send_signal(signal.SIGSTOP)
        with ExitStack() as stack:
            waiting = [
                stack.enter_context(socket.create_connection((place.hostname, place.port), 120))
                for _ in range(200)
            ]
            for one in waiting[::10]:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.close()  # with a reset
            asking = [one for one in waiting if one.fileno() >= 0]
            for one in asking:
                one.sendall(f"GET /api/matches/{match} HTTP/1.1\r\nHost: test\r\n\r\n".encode())
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGCONT)
            answers = Counter(_all_of(one).partition(b"\r\n")[0] for one in asking)
        assert answers == {b"HTTP/1.1 200 OK": len(asking)}
        assert process.wait(120) == 0


def _all_of(connection: socket.socket) -> bytes:
    with connection.makefile("rb") as heard:
        return heard.read()


def test_a_second_server_on_the_same_data_says_where_the_first_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    went: list[str] = []
    monkeypatch.setattr(webbrowser, "open", went.append)
    with server(tmp_path) as (process, address):
        match, _ = opened(address, me("Anna"), OPEN)
        port = int(urlsplit(address).port or 0)
        for again in (0, port):  # on a port of its own, or the one that the first one has
            with pytest.raises(DatabaseInUseError, match=rf"{re.escape(address)}.*--data"):
                serving.run("127.0.0.1", again, tmp_path, open_browser=False)
            # Who wants to play is led to where the table is set.
            serving.run("127.0.0.1", again, tmp_path, open_browser=True)
            assert address in capsys.readouterr().out
        assert [one.rstrip("/") for one in went] == [address, address]
        assert httpx.get(f"{address}/api/matches/{match}", timeout=STARTING).status_code == 200
        process.send_signal(signal.SIGKILL)
        process.wait()
    # What a killed server has left behind keeps nobody out.
    with server(tmp_path) as (_, address):
        assert httpx.get(f"{address}/api/matches/{match}", timeout=STARTING).status_code == 200


def test_a_taken_port_leaves_nothing_behind_and_only_who_plays_is_led_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy goes to the port that it was told, whatever listens there."""
    with listen("127.0.0.1", [0]) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(serving, "DEFAULT_PORT", port)
        data = tmp_path / "data"
        with pytest.raises(TischleinError, match=f"port {port} .*--port"):
            serving.run("127.0.0.1", port, data, open_browser=False)
        assert not data.exists()
        tried: list[Sequence[int]] = []

        def ends(_: str, ports: Sequence[int]) -> socket.socket:
            tried.append(ports)
            raise TischleinError

        monkeypatch.setattr(serving, "listen", ends)
        with pytest.raises(TischleinError):
            serving.run("127.0.0.1", port, data, open_browser=True)
        assert tried == [range(port, port + serving.PORTS_TRIED)]


@pytest.mark.parametrize(
    ("port", "complaint"),
    [
        ("80_00", "'80_00' is no whole number, such as 10"),
        ("８０００", "'８０００' is no whole number, such as 10"),
        ("-1", "-1 is less than 0"),
        ("65536", "65536 is more than 65535"),
    ],
)
def test_as_a_module_it_reads_a_port_as_the_command_line_does(
    port: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["tischlein.web", f"--port={port}"])
    monkeypatch.setattr("tischlein.web.serve", lambda *_, **__: None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("tischlein.web", run_name="__main__")
    assert ended.value.code == 2
    assert f"argument --port: {complaint}" in capsys.readouterr().err


def test_data_names_a_file_or_a_folder(tmp_path: Path) -> None:
    assert database(tmp_path).parent == tmp_path
    assert database(tmp_path / "matches").name == "tischlein.db"
    assert database(tmp_path / "ours.db") == tmp_path / "ours.db"
    assert database(None).name == "tischlein.db"


def test_the_address_is_told_as_a_browser_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert serving.addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert serving.addresses("::1", 8000) == ["http://[::1]:8000/"]
    monkeypatch.setattr(serving, "_own_addresses", lambda: ["192.0.2.7"])
    assert serving.addresses("0.0.0.0", 80) == ["http://localhost:80/", "http://192.0.2.7:80/"]


def test_while_people_play_what_has_stayed_is_not_looked_through_for_garbage() -> None:
    generations: Counter[int] = Counter()

    def note(phase: str, about: dict[str, int]) -> None:
        generations[about["generation"]] += phase == "start"

    async def play() -> None:
        generations.clear()
        stays = [[number] for number in range(600_000)]
        assert len(stays) == stays[-1][0] + 1

    thresholds = gc.get_threshold()
    gc.callbacks.append(note)
    try:
        serving.run_fast(play())
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*thresholds)
    assert generations.total() > 100  # a few new objects each time
    # Python 3.14.0 to 3.14.4 calls each of these 1: the new objects, and with such thresholds next
    # to nothing of the others. Where 1 is a generation, its collections come beside those of 0.
    assert set(generations) in ({0}, {1})


@pytest.mark.parametrize(
    "path",
    [
        "matches/{match}/live",
        "matches/{match}/live?scenes=0",
        "matches/{match}/line?at=1",
        "matches/{match}/company",
        "matches/nothing/live",
        "games/bauab/lesson",
        "program/live",
    ],
)
@asynchronous
async def test_a_connection_that_is_over_is_no_work_for_the_garbage_collector(
    tmp_path: Path, path: str
) -> None:
    def there() -> set[type]:
        kinds = HttpToolsProtocol, WebSockets, WebSocket
        return {type(one) for one in gc.get_objects() if issubclass(type(one), kinds)}

    gc.collect()
    gc.freeze()  # what other tests have left
    gc.disable()
    try:
        async with SqliteStore(tmp_path / "db") as store:
            hall = Hall(store)
            async with served(serving.settings(create_app(hall))) as address:
                match = await two_at_bauab(hall)
                with suppress(ConnectionClosed):  # where the server has nothing to say
                    url = f"{address}/api/{path}".format(match=match)
                    async with connect(url) as connection:
                        assert WebSockets in there()
                        await connection.recv()
                for _ in range(6_000):
                    if not there():
                        break
                    await asyncio.sleep(0.01)
                assert there() == set()
    finally:
        gc.enable()


@asynchronous
async def test_a_connection_stays_as_long_as_pings_are_answered(tmp_path: Path) -> None:
    pongs = 0
    enough = asyncio.Event()

    class Counting(WebSockets):
        def handle_pong(self, event: Frame) -> None:
            nonlocal pongs
            assert bytes(event.data) == self.pending_ping_payload
            super().handle_pong(event)
            assert self.pending_ping_payload is None
            pongs += 1
            if pongs == 10:
                enough.set()

    async with SqliteStore(tmp_path / "db") as store:
        hall = Hall(store)
        settings = serving.settings(create_app(hall))
        settings.ws, settings.ws_ping_interval, settings.ws_ping_timeout = Counting, 0.01, 60
        async with served(settings) as address:
            match = await two_at_bauab(hall)
            async with connect(f"{address}/api/matches/{match}/live") as connection:
                await asyncio.wait_for(enough.wait(), 60)
                await connection.send('{"type":"ping"}')
                while json.loads(await connection.recv())["type"] != "pong":
                    pass


@asynchronous
async def test_who_answers_no_ping_is_sent_away(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "db") as store:
        hall = Hall(store)
        settings = serving.settings(create_app(hall))
        settings.ws_ping_interval, settings.ws_ping_timeout = 0.01, 0.01
        async with served(settings) as address:
            match = await two_at_bauab(hall)
            async with connect(f"{address}/api/matches/{match}/live") as connection:
                protocol: Any = connection.protocol
                protocol.send_frame = lambda _: None
                with suppress(ConnectionClosed):
                    async for _ in connection:
                        continue
                assert connection.close_code == CloseCode.INTERNAL_ERROR


PUBLIC = "https://play.example.org"


def _said_at_first(tmp_path: Path, until: str, *options: str) -> list[str]:
    """Start a server with a public address; return what it says at first, wherever it says it."""
    program = ["tests.web.small_server", "bauab", "--port", "0"]
    command = [sys.executable, "-m", *program, "--data", str(tmp_path), "--public-url", PUBLIC]
    said: list[str] = []
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([*command, *options], text=True, **streams) as process:
        assert process.stdout is not None
        while not said or until not in said[-1]:
            said.append(process.stdout.readline())
            assert said[-1], said
        process.terminate()
        said += process.stdout.readlines()
        assert process.wait(STARTING) == 0
    return said


def test_a_log_in_json_is_nothing_else_and_begins_with_where_the_server_is(tmp_path: Path) -> None:
    said = _said_at_first(tmp_path, "the table is set", "--log", "json")
    told = [json.loads(line) for line in said]
    (started,) = (line for line in told if line["logger"] == "tischlein.start")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", started["address"])
    assert (started["level"], started["public_url"]) == ("info", PUBLIC)


def test_whoever_gives_a_public_address_is_told_no_other_for_visitors(tmp_path: Path) -> None:
    said = _said_at_first(tmp_path, "Ctrl+C", "--host", "0.0.0.0")
    (address,) = (re.match(r"Public address: +(\S+)", line) for line in said if "Public" in line)
    assert address is not None
    assert address[1] == PUBLIC
    assert not any("In your network" in line for line in said)


def test_without_a_network_only_this_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here, *network = serving.addresses("::", 8000)
    assert here == "http://localhost:8000/"
    assert all(ip_address(str(urlsplit(one).hostname)).version == 4 for one in network)

    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert serving.addresses("::", 8000) == [here]


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreIncompatibleError, match=r"broken\.db"):
        serving.run("127.0.0.1", 0, broken, open_browser=False)
