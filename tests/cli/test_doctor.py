"""The doctor names what is wrong and what to do, and changes nothing by looking."""

import asyncio
import json
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.tables.playing import hall_at, two_at_bauab
from tests.tables.receivers import receiving_mail
from tischlein.bots import memory, prepare
from tischlein.bots.compiling import MEMORY
from tischlein.cli import doctor
from tischlein.cli.doctor import Finding, findings_of
from tischlein.tables.storage import schema
from tischlein.tables.storage.occupancy import locked_database
from tischlein.web.http import built


def found(data: Path, port: int = 0) -> dict[str, Finding]:
    """Return the findings by what they are about; port 0 is always free."""
    return {finding.about: finding for finding in findings_of(data, port)}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with a match in it."""

    async def play() -> None:
        async with hall_at(tmp_path / "tischlein.db") as hall:
            await two_at_bauab(hall)

    asyncio.run(play())
    return tmp_path


@pytest.fixture(autouse=True)
def client(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the client is built."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").touch()
    monkeypatch.setattr(built, "FOLDER", folder)
    return folder


def test_a_healthy_machine_gets_no_advice(data: Path) -> None:
    before = {file: file.read_bytes() for file in data.iterdir()}
    findings = found(data)
    assert set(findings) == {
        "versions",
        "data folder",
        "disk space",
        "database",
        "clock",
        "compiled games",
        "browser client",
        "port",
        "telling people",
    }
    assert "1 match, no fault" in findings["database"].told
    assert not any(finding.bad for finding in findings.values())
    assert {file: file.read_bytes() for file in before} == before
    assert "none yet" in found(data / "new")["database"].told
    assert not (data / "new").exists()


def test_each_fault_is_named_with_what_to_do(
    data: Path, client: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = data / "tischlein.db"
    with socket.socket() as taken, locked_database(file, "http://localhost:8000/"):
        taken.bind(("127.0.0.1", 0))
        assert "http://localhost:8000/" in found(data)["port"].told
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        finding = found(data, taken.getsockname()[1])["port"]
        assert finding.bad
        assert "--port" in finding.advice
    (client / "index.html").unlink()
    assert found(data)["browser client"].bad
    monkeypatch.setattr(doctor, "LEAST_SPACE", 1 << 62)
    assert found(data)["disk space"].bad
    monkeypatch.setattr(time, "time", lambda: 1e9)
    assert found(data)["clock"].bad


def test_too_little_memory_to_compile_games_is_told_while_there_are_some_to_compile(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available", lambda: MEMORY - 1)
    monkeypatch.setattr(prepare, "uncompiled", lambda _: [])
    assert not found(data)["compiled games"].advice
    monkeypatch.setattr(prepare, "uncompiled", lambda games: list(games)[:1])
    finding = found(data)["compiled games"]
    assert (finding.bad, f"up to {MEMORY >> 20} MiB" in finding.advice) == (False, True)
    for enough in (MEMORY, None):
        monkeypatch.setattr(memory, "available", partial(next, iter([enough])))
        assert not found(data)["compiled games"].advice


@contextmanager
def answering(told: dict[str, object]) -> Iterator[str]:
    """Answer everything with this as a server does; yield its address."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the server finds it by this name
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_games_that_a_server_is_compiling_are_told_from_those_that_the_next_start_compiles(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "uncompiled", lambda games: list(games)[:1])
    monkeypatch.setattr(memory, "available", lambda: 0)
    file = data / "tischlein.db"
    with answering({"ready": 9, "games": 10, "done": False}) as busy, locked_database(file, busy):
        finding = found(data)["compiled games"]
    assert (finding.advice, f"{busy} is compiling the others now" in finding.told) == ("", True)
    with answering({"ready": 10, "games": 10, "done": True}) as done, locked_database(file, done):
        assert "by the next start" in found(data)["compiled games"].told
    for unknown in ("", "http://127.0.0.1:9/"):
        with locked_database(file, unknown):
            assert "by the next start" in found(data)["compiled games"].told
    assert "by the next start" in found(data)["compiled games"].told


def test_a_server_that_cannot_write_is_not_well(data: Path) -> None:
    file = data / "tischlein.db"
    with answering({"ready": False, "storage": False}) as full, locked_database(file, full):
        finding = found(data)["port"]
    assert finding.bad
    assert finding.told == f"the server at {full} cannot write to the database"
    with answering({"ready": True, "storage": True}) as well, locked_database(file, well):
        assert not found(data)["port"].bad


def test_a_server_that_does_not_answer_is_not_well(data: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens
        silent = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        with locked_database(data / "tischlein.db", silent):
            finding = found(data)["port"]
    assert (finding.bad, finding.told) == (
        True,
        f"the server at {silent} has this data, but does not answer",
    )


def test_a_clock_behind_the_last_match_is_noticed(data: Path) -> None:
    with sqlite3.connect(data / "tischlein.db") as connection:
        connection.execute("UPDATE match SET touched = 9999999999999")
    connection.close()
    assert "Set the clock" in found(data)["clock"].advice


def test_what_is_still_in_the_log_counts_as_well(tmp_path: Path) -> None:
    async def looked_over() -> str:
        async with hall_at(tmp_path / "tischlein.db") as hall:
            await two_at_bauab(hall)
            return found(tmp_path)["database"].told

    assert asyncio.run(looked_over()).split(", ")[1] != "0.0 MiB"


def test_a_whole_database_that_cannot_be_opened_just_now_is_not_to_be_replaced(data: Path) -> None:
    (data / "tischlein.db-wal").mkdir()  # as where nothing can be written beside it
    finding = found(data)["database"]
    assert (finding.bad, "backup" in finding.advice) == (True, False)
    assert finding.told.endswith("cannot be read just now: unable to open database file")


def test_a_disk_that_is_mounted_read_only_is_told_from_a_folder_of_somebody_else(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "is_mounted_read_only", lambda _: True)
    finding = found(data)["data folder"]
    assert (finding.bad, finding.told) == (True, f"{data} is mounted read-only")
    assert "chown" not in finding.advice


@pytest.mark.parametrize("first", [200, 5000])
def test_a_damaged_database_is_found_and_the_backup_named(data: Path, first: int) -> None:
    file = data / "tischlein.db"
    content = bytearray(file.read_bytes())
    content[first : first + 8000] = b"\xff" * 8000
    file.write_bytes(content)
    finding = found(data)["database"]
    assert finding.bad
    assert "backup" in finding.advice


def test_what_a_start_on_a_full_disk_has_left_is_nobody_elses(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tischlein.db") as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    finding = found(tmp_path)["database"]
    assert (finding.bad, "the next start fills it" in finding.told) == (False, True)


def test_other_databases_are_told_apart(data: Path) -> None:
    file = data / "tischlein.db"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "newer" in found(data)["database"].told
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()
    assert "another program's" in found(data)["database"].told


def test_the_exit_code_says_whether_a_server_can_work(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doctor.examine(data, 0, as_json=False) == 0
    assert "A server can work like this." in capsys.readouterr().out
    monkeypatch.setattr(doctor, "LEAST_SPACE", 1 << 62)
    assert doctor.examine(data, 0, as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert [finding["about"] for finding in told if finding["bad"]] == ["disk space"]


def test_how_people_are_told_is_tried_out(data: Path) -> None:
    def about(public_url: str, mail: str, sender: str) -> doctor.Finding:
        findings = doctor.findings_of(data, 0, notifications=(public_url, mail, sender))
        return {finding.about: finding for finding in findings}["telling people"]

    site, sender = "https://play.example.org", "table@example.org"
    assert about("", "", "").told.startswith("nobody")
    assert about(site, "", "").told == "by push, webhooks"
    assert "TLS" in about("http://192.0.2.7:8000", "", "").advice
    with receiving_mail() as (_, mail):
        server = f"smtp://{mail.host}:{mail.port}"
        assert about(site, server, sender).told == "by push, mail and webhooks"
        assert about(site, server, "").bad
        assert about("", server, sender).bad
    assert "--mail" in about(site, server, sender).advice
