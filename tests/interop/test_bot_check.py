"""The check of programs: the example passes on a bad network; what is wrong with others is said."""

import json
import socket
import socketserver
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.cli.conftest import Tischlein, tischlein
from tests.interop.game_settings import games
from tischlein.interop import bot_check, faulty_network
from tischlein.interop.faulty_network import EVERY, FAULTS, Network

__all__ = ["tischlein"]

PROGRAM = Path(__file__).parents[2] / "examples" / "program.py"
COMMAND = f"{sys.executable} {PROGRAM} {{server}} {{token}}"
LISTENS_ONLY = f"""\
import sys
sys.path.append({str(PROGRAM.parent)!r})
from program import Program
Program.answer = lambda *_: None
Program(sys.argv[1], sys.argv[2]).play()
"""
DEAF_AND_THEN_GONE = f"""\
import sys
sys.path.append({str(PROGRAM.parent)!r})
from program import Program
class Deaf(Program):
    asked = False
    def answer(self, duty, match):
        if duty["type"] == "asked":
            self.asked = True
        elif self.asked:
            sys.exit(7)  # what it was asked is over, and it is its turn
        else:
            super().answer(duty, match)
Deaf(sys.argv[1], sys.argv[2]).play()
"""
DECLINES = f"""\
import sys
sys.path.append({str(PROGRAM.parent)!r})
from program import Program
Program.answer = lambda self, duty, match: self.ask(f"{{match}}/decline", {{}})
Program(sys.argv[1], sys.argv[2]).play()
"""
INVENTS = f"""\
import sys
sys.path.append({str(PROGRAM.parent)!r})
import program
program.choose = lambda legal: -1
program.Program(sys.argv[1], sys.argv[2]).play()
"""
DUTIES = "/api/program/duties"


def test_the_example_has_at_most_eighty_lines() -> None:
    assert len(PROGRAM.read_text(encoding="utf-8").splitlines()) <= 80


def test_the_example_passes_in_a_game_also_where_the_network_is_bad(tischlein: Tischlein) -> None:
    answer = tischlein("bot-check", COMMAND, "--game", "bauab", "--seconds", 300, "--json")
    findings = json.loads(answer.out)["findings"]
    assert answer.code == 0, findings
    assert [finding["check"] for finding in findings] == [
        "accepts an invitation",
        "answers when something is to be taken back",
        "plays to the end",
        "plays with a bad network",
    ]


@pytest.mark.long
@pytest.mark.timeout(1800)  # whole matches, with seconds in which nothing answers
@pytest.mark.parametrize("key", [game.key for game in games()])
def test_the_example_passes_in_every_game(tischlein: Tischlein, key: str) -> None:
    answer = tischlein("bot-check", COMMAND, "--game", key, "--seconds", 300)
    assert answer.code == 0, answer.out
    assert answer.out.splitlines()[-1].startswith("Candidate passes all ")


def test_a_program_that_answers_nothing_fails_and_that_is_said(
    tischlein: Tischlein, tmp_path: Path
) -> None:
    program = tmp_path / "deaf.py"
    program.write_text(LISTENS_ONLY)
    command = f"{sys.executable} {program} {{server}} {{token}}"
    answer = tischlein("bot-check", command, "--game", "bauab", "--seconds", 1)
    assert answer.code == 1
    assert "FAILED bauab: accepts an invitation (not within 1 s)" in answer.out


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            DEAF_AND_THEN_GONE,
            [
                "answers when something is to be taken back (not within 10 s)",
                "takes its turn (it has ended with exit status 7, event",
                "goes on until it is stopped (it has ended with exit status 7, and nothing more",
            ],
        ),
        (DECLINES, ["accepts an invitation (it has declined)"]),
        (INVENTS, ["refused: That is no move of this game. (problem-not-an-action)"]),
    ],
)
def test_what_a_program_does_wrong_is_named(
    tischlein: Tischlein, tmp_path: Path, source: str, told: list[str]
) -> None:
    program = tmp_path / "program_to_check.py"
    program.write_text(source)
    command = f"{sys.executable} {program} {{server}} {{token}}"
    # As many seconds as a busy machine may take for what the program does do.
    answer = tischlein("bot-check", command, "--game", "bauab", "--seconds", 10)
    assert answer.code == 1
    failed = [line for line in answer.out.splitlines() if line.startswith("FAILED bauab: ")]
    for words in told:
        assert any(words in line for line in failed), answer.out


@pytest.mark.parametrize("command", ["", "  ", "program 'without an end"])
def test_what_is_no_command_is_refused_in_words(tischlein: Tischlein, command: str) -> None:
    answer = tischlein("bot-check", command)
    assert (answer.code, "command" in answer.err) == (2, True)


def test_what_cannot_be_checked_is_refused_in_words(tischlein: Tischlein) -> None:
    nowhere = tischlein("bot-check", "no-such-program-anywhere", "--game", "bauab")
    assert (nowhere.code, "cannot be started" in nowhere.err) == (2, True)
    over = tischlein("bot-check", f"{sys.executable} -c 'raise SystemExit(3)'", "--game", "bauab")
    assert (over.code, "ended with exit status 3 before it asked" in over.err) == (2, True)
    assert "--program" in tischlein("bot-check", "http://127.0.0.1:9").err
    assert "chess" in tischlein("bot-check", COMMAND, "--game", "chess").err


# --- the bad network ---


@contextmanager
def answering(answer: Callable[[str, str], dict[str, Any]]) -> Iterator[str]:
    """Run a server that answers methods and paths; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = json.dumps(answer(self.command, self.path)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def counting() -> Iterator[tuple[str, list[str]]]:
    """Run a server whose duties have ever new revisions; yields its address and who asked."""
    asked: list[str] = []

    def answer(_: str, path: str) -> dict[str, Any]:
        asked.append(path)
        return {"revision": str(len(asked)), "duties": []}

    with answering(answer) as address:
        yield address, asked


@pytest.mark.parametrize(
    ("racing", "number", "counted"),
    [(True, 5, {"MIS-12": 1}), (True, 6, {}), (False, 6, {"MIS-12": 1})],
)
def test_what_is_refused_because_others_were_faster_is_no_fault_of_a_program(
    racing: bool, number: int, counted: dict[str, int]
) -> None:
    def answer(method: str, _: str) -> dict[str, Any]:
        if method == "POST":
            return {"type": "refused", "phrase": {"key": "MIS-12", "values": {}}}
        return {"type": "view", "number": number}

    act = json.dumps({"type": "act", "id": "1", "seen": 5, "action": 0}).encode()
    with answering(answer) as address:
        network = Network(address)
        network.racing = racing
        network.ask("POST", "/api/matches/23456789abcdef/actions", {}, act)
    assert network.refused == counted


def test_each_thing_goes_wrong_in_its_turn_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(faulty_network, "LATE", 0.0)
    monkeypatch.setattr(faulty_network, "OUTAGE", 0.0)
    with counting() as (server, asked):
        network = Network(server)

        def ask() -> Any:
            return network.ask("GET", DUTIES, {}, b"")

        for number in range(1, 2 * EVERY):  # as long as the network is good, so is every answer
            assert json.loads(ask()[2])["revision"] == str(number)
        network.bad = True
        wrong = {}
        for fault in FAULTS:
            for _ in range(EVERY - 1):
                assert json.loads(ask()[2])["revision"] == str(len(asked))
            wrong[fault] = ask()
        assert dict(network.faults) == dict.fromkeys(FAULTS, 1)
    assert wrong["lost"] is None
    assert wrong["outage"] is None
    assert wrong["too fast"][0] == 429
    assert json.loads(wrong["doubled"][2])["revision"] == str(3 * EVERY - 2)
    assert json.loads(wrong["strange"][2])["duties"][0]["type"] == "of-tomorrow"
    assert json.loads(wrong["late"][2])["duties"] == []
    with pytest.raises(ValueError, match="line 1"):
        json.loads(wrong["garbled"][2])


class Balanced(BaseHTTPRequestHandler):
    """Answers as a server behind a load balancer, which has a cookie of its own."""

    cookies: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.cookies.append(self.headers.get("Cookie", ""))
        self.send_response(200)
        self.send_header("Set-Cookie", "lb=node1; path=/; HttpOnly")
        self.send_header("Set-Cookie", "tischlein=anna; path=/; HttpOnly; SameSite=Lax")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"[]")


def test_behind_a_load_balancer_all_cookies_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Balanced, "cookies", [])
    with ThreadingHTTPServer(("127.0.0.1", 0), Balanced) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            host = bot_check.Host(f"http://127.0.0.1:{server.server_address[1]}", "p")
            assert [host.programs(), host.programs()] == [[], []]
        finally:
            server.shutdown()
            thread.join()
    first, second = Balanced.cookies
    assert first == ""
    assert sorted(second.split("; ")) == ["lb=node1", "tischlein=anna"]


class Echo(socketserver.StreamRequestHandler):
    """Switches to another protocol, in which everything comes back."""

    def handle(self) -> None:
        while self.rfile.readline().strip():
            pass  # the head of the request
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        while line := self.rfile.readline():
            self.wfile.write(line)


def test_a_socket_is_passed_on_and_cut_where_the_network_is_bad(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(faulty_network, "EVERY", 1)
    monkeypatch.setattr(faulty_network, "FAULTS", ("late",))
    monkeypatch.setattr(faulty_network, "LATE", 0.0)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        network = Network(f"http://127.0.0.1:{server.server_address[1]}")
        try:
            with network.open() as address:
                where = "127.0.0.1", int(address.rpartition(":")[2])
                for bad in (False, True):
                    network.bad = bad
                    with socket.create_connection(where, 120) as here, here.makefile("rwb") as way:
                        way.write(b"GET /live HTTP/1.1\r\nUpgrade: websocket\r\n\r\n")
                        if not bad:
                            way.write(b"hello\n")
                        way.flush()
                        heard = way.read(-1) if bad else [way.readline() for _ in range(3)][-1]
                        assert heard == b"hello\n" or bad
        finally:
            server.shutdown()
            thread.join()
    assert network.faults["late"] == 1


def test_what_the_network_did_is_fault_count_in_words() -> None:
    assert [bot_check._fault_count(fault, 2) for fault in ("lost", "outage")] == [
        "2 lost",
        "2 outages",
    ]
    assert bot_check._fault_count("outage", 1) == "1 outage"
