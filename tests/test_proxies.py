"""Proxies take the settings of the guides and containers, and a match is played through them."""

import asyncio
import json
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.ports import free_port
from tests.tables.playing import asynchronous
from tests.web.patient import connect
from tests.web.running_server import served
from tests.web.visiting import OPEN, me
from tischlein.tables.hall import Hall
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.running import serving

DEPLOY = Path(__file__).parents[1] / "deploy"
NAME = "play.example.org"
"""The host name in the examples of the guides."""


def nginx_settings(guide: str, folder: Path, *, elsewhere: Callable[[str], str]) -> Path:
    """Write a file with the settings of a guide, which runs without root; return it.

    ``elsewhere`` says where it listens instead, by the text of the address.
    """
    text = (DEPLOY.parent / "docs" / "how-to" / guide).read_text()
    (block,) = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    with_key = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
    subprocess.run(
        ["openssl", "req", "-x509", *map(str, with_key), "-subj", "/CN=x"],
        capture_output=True,
        check=True,
    )
    block = re.sub(r"(ssl_certificate) \S+;", rf"\1 {certificate};", block)
    block = re.sub(r"(ssl_certificate_key) \S+;", rf"\1 {key};", block)
    block = re.sub(r"listen (\S+?)(?=[ ;])", lambda found: f"listen {elsewhere(found[1])}", block)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"pid {folder / 'pid'};\nevents {{}}\nhttp {{\naccess_log off;\n{places}{block}}}\n"
    )
    return file


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
@pytest.mark.parametrize("guide", ["host.md", "host-on-many.md"])
def test_nginx_takes_the_settings_of_the_guide(guide: str, tmp_path: Path) -> None:
    # Whoever runs the tests may listen at sockets, if at no ports as these.
    sockets = (f"unix:{tmp_path / str(number)}" for number in count())
    file = nginx_settings(guide, tmp_path, elsewhere=lambda _: next(sockets))
    tested = subprocess.run(
        ["nginx", "-t", "-e", "stderr", "-p", tmp_path, "-c", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="needs caddy")
@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.nodes"])
def test_caddy_understands_its_file(tmp_path: Path, name: str) -> None:
    around = {**os.environ, "DOMAIN": NAME, "ACME_EMAIL": "you@example.org"}
    folders = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    file = str(DEPLOY / name)
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", file]
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, env=around | folders
    )
    assert found.returncode == 0, found.stderr


def nginx_of_the_guide(folder: Path, port: int, server: str) -> list[str]:
    """Return the command of an nginx as the guide sets it up, at a port, before a server."""
    places = {"443": f"127.0.0.1:{port}"}
    file = nginx_settings(
        "host.md",
        folder,
        elsewhere=lambda at: places.get(at, f"unix:{folder / at.replace('[::]:', 'six')}"),
    )
    file.write_text(file.read_text().replace("http://127.0.0.1:8000", f"http://{server}"))
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(file), "-g", "daemon off;"]


def caddy_of(text: str, folder: Path, port: int) -> list[str]:
    """Return the command of a Caddy with these settings, at a port, that makes certificates."""
    own = [
        *("admin off", "local_certs", "skip_install_trust", "auto_https disable_redirects"),
        "servers {\n\t\tprotocols h1 h2\n\t}",  # the port is kept by its namesake of UDP
    ]
    here = "\n\t".join(("{", *own, f"https_port {port}", "default_bind 127.0.0.1"))
    whole = re.search(r"^\{\n", text, re.MULTILINE)  # it has settings for all of its sites
    file = folder / "Caddyfile"
    file.write_text(text.replace("{\n", f"{here}\n", 1) if whole else f"{here}\n}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def caddy_of_the_guide(folder: Path, port: int, server: str) -> list[str]:
    """Return the command of a Caddy as the guide sets it up."""
    text = (DEPLOY.parent / "docs" / "how-to" / "host.md").read_text()
    (block,) = re.findall(r"```text\n(play.example.org \{.*?)```", text, re.DOTALL)
    return caddy_of(block.replace("127.0.0.1:8000", server), folder, port)


def caddy_of_the_containers(folder: Path, port: int, _: str) -> list[str]:
    """Return the command of a Caddy as in front of the one container."""
    return caddy_of((DEPLOY / "Caddyfile").read_text(), folder, port)


def caddy_of_the_nodes(folder: Path, port: int, _: str) -> list[str]:
    """Return the command of a Caddy as in front of several."""
    return caddy_of((DEPLOY / "Caddyfile.nodes").read_text(), folder, port)


def needing(program: str, command: Callable[[Path, int, str], list[str]]) -> Any:
    """Return a proxy's command as a parameter, where the proxy is installed."""
    absent = pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")
    return pytest.param(command, marks=absent, id=command.__name__)


@asynccontextmanager
async def behind(
    command: Callable[[Path, int, str], list[str]], folder: Path
) -> AsyncIterator[int]:
    """Run a server, and a proxy in front of it; the proxy's port, once it answers."""
    port = free_port()
    async with (
        SqliteStore(folder / "tischlein.db") as store,
        served(serving.settings(create_app(Hall(store)))) as address,
    ):
        server = urlsplit(address).netloc
        told = {"DOMAIN": NAME, "ACME_EMAIL": "you@example.org"}
        told |= {"UPSTREAM": server, "UPSTREAMS": server}
        told |= dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
        said = folder / "said"
        with said.open("w") as log:
            running = await asyncio.create_subprocess_exec(
                *command(folder, port, server), stderr=log, env=os.environ | told
            )
        try:
            while running.returncode is None:
                if await answers(port):
                    break
                await asyncio.sleep(0.05)
            assert running.returncode is None, said.read_text()
            yield port
        finally:
            if running.returncode is None:
                running.terminate()
            await running.wait()


async def answers(port: int) -> bool:
    """Whether the server can be reached through the proxy at a port."""
    with suppress(httpx.TransportError):
        async with browser(port) as visitor:
            return (await visitor.get("/health")).status_code == 200
    return False


def browser(port: int) -> httpx.AsyncClient:
    """Return a browser that takes the proxy at a port for the site, whoever vouches for it."""

    class ByName(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            request.extensions["sni_hostname"] = NAME
            request.url = request.url.copy_with(host="127.0.0.1", port=port)
            return await super().handle_async_request(request)

    site = f"https://{NAME}"
    return httpx.AsyncClient(base_url=site, transport=ByName(verify=False), timeout=60)


async def play_by_socket(port: int, match: str, secret: str, origin: str) -> None:
    """Play a seat through the proxy at a port until the match is over."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    async with connect(
        f"wss://{NAME}/api/matches/{match}/live?scenes=0",
        host="127.0.0.1",
        port=port,
        ssl=trusting,
        origin=Origin(origin),
        additional_headers={"Authorization": f"Bearer {secret}"},
    ) as connection:
        async for text in connection:
            told = json.loads(text)
            if told["type"] == "happened" and told["legal"]:
                act = {"type": "act", "id": f"a{told['number']}", "seen": told["number"]}
                await connection.send(json.dumps(act | {"action": told["legal"][0]}))
            if told["type"] == "table" and told["status"] == "over":
                return


@pytest.mark.parametrize(
    "command",
    [
        needing("nginx", nginx_of_the_guide),
        needing("caddy", caddy_of_the_guide),
        needing("caddy", caddy_of_the_containers),
        needing("caddy", caddy_of_the_nodes),
    ],
)
@asynchronous
async def test_a_match_is_played_through_a_proxy_as_it_is_set_up_here(
    command: Callable[[Path, int, str], list[str]], tmp_path: Path
) -> None:
    async with behind(command, tmp_path) as port, browser(port) as anna, browser(port) as ben:
        # The server hears from the proxy that the page went out by HTTPS.
        assert "Secure" in (await anna.get("/")).headers["set-cookie"]
        wanted = {"game": "bauab", "chairs": [me("Anna"), OPEN]}
        opened = (await anna.post("/api/matches", json=wanted)).json()
        match = opened["match"]
        joined = (await ben.post(f"/api/matches/{match}/join", json={"name": "Ben"})).json()
        seats = opened["seat_secrets"][0], joined["seat_secrets"][0]
        with pytest.raises(InvalidStatus, match="403"):
            await play_by_socket(port, match, seats[0], "https://elsewhere.example.org")
        site = f"https://{NAME}"
        await asyncio.gather(*(play_by_socket(port, match, seat, site) for seat in seats))
        assert (await anna.get(f"/api/matches/{match}")).json()["status"] == "over"
