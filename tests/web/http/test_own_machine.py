"""Who counts as sitting at the server's own machine, and by which names it is called there."""

import asyncio
import json
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from tests.tables.playing import asynchronous
from tests.web.patient import connect
from tests.web.running_server import served
from tischlein.presentation.texts import LANGUAGES
from tischlein.web.deployment import HOME, Deployment
from tischlein.web.handlers.health import MetricsReaders
from tischlein.web.http.asgi import Receive, Scope, Send
from tischlein.web.http.limits import THIS_MACHINE, network_of
from tischlein.web.http.own_machine import UNKNOWN, OwnNames, only_by_own_names
from tischlein.web.running import serving

PUBLIC = Deployment(public_url="https://play.example.org")
HERE = "localhost:PORT"
REBOUND = "attacker.example.net:PORT"
"""The name of a site that leads to 127.0.0.1 once its page is loaded."""


class Answer(NamedTuple):
    """What a server says to a request."""

    status: int
    body: bytes

    @property
    def told(self) -> str:
        """Where the server takes a request to come from; or why it refuses it."""
        found = json.loads(self.body)
        return str(found["phrase"]["key"] if isinstance(found, dict) else found)


async def says_who(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer from where a request comes."""
    if scope["type"] == "lifespan":
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})
        return
    body = json.dumps(scope["client"][0]).encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


async def asked(
    host: str,
    *lines: str,
    deployment: Deployment = HOME,
    path: str = "/api/games",
    version: str = "1.1",
) -> Answer:
    """Return what a server answers to somebody on its machine; PORT in a name is its port."""
    async with served(serving.settings(says_who, deployment)) as address:
        port = urlsplit(address).port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        hosts = [f"Host: {host.replace('PORT', str(port))}"] if host else []
        head = [f"GET {path} HTTP/{version}", *hosts, *lines, "Connection: close", "", ""]
        writer.write("\r\n".join(head).encode())
        answer = await reader.read()
        writer.close()
    return Answer(int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2])


@pytest.mark.parametrize(
    "host",
    [HERE, "127.0.0.1:PORT", "[::1]:PORT", "tables.localhost:PORT", "0.0.0.0:PORT", "localhost:1"],
)
@asynchronous
async def test_who_sits_at_the_machine_is_known_by_how_the_server_is_called(host: str) -> None:
    assert network_of((await asked(host)).told) in THIS_MACHINE


@asynchronous
async def test_the_machine_s_own_name_is_used_at_it_too() -> None:
    assert network_of((await asked(f"{socket.gethostname()}:PORT")).told) in THIS_MACHINE


@pytest.mark.parametrize(
    ("host", "lines", "version"),
    [
        ("play.example.org", (), "1.1"),
        (HERE, ("X-Real-IP: 192.0.2.7",), "1.1"),
        (HERE, ("Forwarded: for=192.0.2.7",), "1.1"),
        (HERE, ("Via: 1.1 proxy",), "1.1"),
        (HERE, ("X-Forwarded-Proto: https",), "1.1"),
        (HERE, ("X-Forwarded-For: 127.0.0.1",), "1.1"),
        (HERE, (), "1.0"),  # as nginx asks unless it is told otherwise
    ],
)
@asynchronous
async def test_who_comes_by_a_proxy_does_not_sit_at_its_machine(
    host: str, lines: tuple[str, ...], version: str
) -> None:
    told = (await asked(host, *lines, version=version)).told
    assert told == UNKNOWN
    assert network_of(told) not in THIS_MACHINE
    assert not MetricsReaders().may_read(told)


@asynchronous
async def test_a_proxy_that_tells_of_no_visitor_is_mentioned_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def from_proxy(*lines: str) -> None:
        await asked("play.example.org", *lines, deployment=PUBLIC)

    await from_proxy("X-Forwarded-For: 192.0.2.7")
    await from_proxy("X-Forwarded-For: 127.0.0.1")
    assert not caplog.records
    await from_proxy()
    (record,) = caplog.records
    assert "have it send X-Forwarded-For" in record.getMessage()


@pytest.mark.parametrize("lines", [(), ("X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https")])
@asynchronous
async def test_a_page_whose_name_was_let_lead_here_gets_nothing(
    lines: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    answer = await asked(REBOUND, *lines)
    assert (answer.status, answer.told) == (421, "problem-host")
    (record,) = caplog.records
    assert "attacker.example.net" in record.getMessage()
    assert "--public-url" in record.getMessage()


@asynchronous
async def test_such_a_page_gets_no_socket_either() -> None:
    async with served(serving.settings(says_who)) as address:
        at = urlsplit(address)
        with pytest.raises(InvalidStatus, match="421"):
            await connect(f"ws://attacker.example.net:{at.port}/", host="127.0.0.1", port=at.port)


@asynchronous
async def test_somebody_who_reads_the_refusal_is_told_what_to_do_in_every_language() -> None:
    answer = await asked(REBOUND, path="/")
    assert answer.status == 421
    lines = answer.body.decode().splitlines()
    assert len(lines) == len(LANGUAGES)
    for line in lines:
        assert "attacker.example.net" in line
        assert "--public-url" in line


@pytest.mark.parametrize(
    ("host", "deployment"),
    [
        ("play.example.org", HOME),  # without its port: so visitors of a proxy call it
        ("play.example.org:PORT", PUBLIC),
        ("node.example.org:PORT", Deployment(node="http://node.example.org:8000")),
        ("192.0.2.7:PORT", HOME),
        ("[2001:db8::7]:PORT", HOME),
        ("attic:PORT", HOME),
        ("attic.local:PORT", HOME),
        ("attic.home.arpa:PORT", HOME),
        ("", HOME),
    ],
)
@asynchronous
async def test_names_that_nobody_else_can_let_lead_here_are_served(
    host: str, deployment: Deployment
) -> None:
    version = "1.1" if host else "1.0"
    assert (await asked(host, deployment=deployment, version=version)).status == 200


@asynchronous
async def test_the_machine_s_name_with_its_domain_is_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getfqdn", lambda: "Attic.example.net")
    assert (await asked("attic.example.net:PORT")).status == 200
    assert (await asked(REBOUND)).status == 421


@asynchronous
async def test_other_machines_are_served_by_any_name() -> None:
    scope: Scope = {"type": "http", "path": "/", "client": ("192.168.1.9", 50_000)}
    scope |= {"headers": [(b"host", b"games.family.example:8000")], "server": ("192.168.1.2", 8000)}
    served_scopes: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        served_scopes.append(scope)

    await only_by_own_names(app, OwnNames())(
        scope, asyncio.Queue[None]().get, asyncio.Queue[object]().put
    )
    assert served_scopes == [scope]
