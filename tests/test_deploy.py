"""What runs a server elsewhere is well-formed, and names only options and paths that there are."""

import asyncio
import configparser
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address, ip_network
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import yaml
from typer.main import get_command
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.tables.playing import asynchronous
from tests.uv import needs_uv, uv
from tests.web.running_server import served
from tests.web.visiting import OPEN, me
from tischlein.cli.commands import app
from tischlein.tables.hall import Hall
from tischlein.tables.sqlite import SqliteStore
from tischlein.web import serving
from tischlein.web.app import create_app
from tischlein.web.deployment import Deployment

DEPLOY = Path(__file__).parents[1] / "deploy"
NAME = "play.example.org"
"""The host name in the examples of the guides."""
SERVICE = (DEPLOY / "tischlein.service").read_text()


def understood(words: list[str]) -> dict[str, Any]:
    """Return what the command line makes of ``serve`` with these words; wrong ones are errors."""
    command: Any = get_command(app)
    serve = command.commands["serve"]
    assert words[0] == "serve"
    parameters: dict[str, Any] = serve.make_context("serve", list(words[1:])).params
    return parameters


def test_the_service_starts_the_server_as_its_command_line_knows_it() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # keys have capital letters
    unit.read_string(SERVICE)
    assert set(unit.sections()) == {"Unit", "Service", "Install"}
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert Path(program).name == "tischlein"
    given = understood(words)
    assert (str(given["data"]), given["browser"], given["log"]) == (
        "/var/lib/tischlein",
        False,
        "json",
    )
    folder = f"/var/cache/{unit['Service']['CacheDirectory']}"
    assert unit["Service"]["Environment"] == f"TISCHLEIN_CACHE={folder}"
    # A process that compiles may be ended for want of memory: the server goes on, and tries again.
    assert unit["Service"]["OOMPolicy"] == "continue"
    # The server gives itself five seconds for its visitors; then its log has to be folded in.
    assert int(unit["Service"]["TimeoutStopSec"]) > 10


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_that_the_service_may_do_little() -> None:
    """It adds up what a service may do: from 0, nothing, to 100."""
    file = str(DEPLOY / "tischlein.service")
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Overall exposure level" in found.stdout, found.stderr
    assert found.returncode == 0, found.stdout
    # Its processes that compile let those that serve come first: without these calls they fail.
    calls = re.findall(r"^SystemCallFilter=(.*)$", SERVICE, re.MULTILINE)
    assert calls[0] == "@system-service"
    assert not any("@resources" in call for call in calls)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_knows_every_key_of_the_service(tmp_path: Path) -> None:
    unit = tmp_path / "tischlein.service"
    unit.write_text(
        re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", SERVICE, flags=re.MULTILINE).replace(
            "User=tischlein", "User=root"
        )
    )
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    about = [line for line in found.stderr.splitlines() if "tischlein.service" in line]
    assert about == []


def test_what_is_set_in_the_environment_is_read() -> None:
    command: Any = get_command(app)
    read = {parameter.envvar for parameter in command.commands["serve"].params} | {
        "TISCHLEIN_CACHE"
    }
    files = [file for file in DEPLOY.iterdir() if file.is_file()]
    named = {name for file in files for name in re.findall(r"TISCHLEIN_[A-Z_]+", file.read_text())}
    assert "TISCHLEIN_MAIL" in named
    assert named <= read


def lines_of(file: Path) -> set[str]:
    """Return the patterns in a list of what is ignored, without where they begin and end."""
    lines = file.read_text().splitlines()
    return {line.removeprefix("**/").strip("/") for line in lines if line and line[0] != "#"}


def test_of_what_git_ignores_only_the_documentation_goes_into_an_image() -> None:
    """What lies about in a checkout is large, or nobody else's; the wheel takes a built site."""
    left_out = lines_of(DEPLOY.parent / ".dockerignore")
    assert lines_of(DEPLOY.parent / ".gitignore") - left_out == {"site"}


def test_the_containers_belong_together() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    server, caddy = compose["services"]["tischlein"], compose["services"]["caddy"]
    build = server["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    given = understood(server["command"])
    # The one proxy that is believed is the one that stands before the server.
    assert given["proxy"] == [caddy["networks"]["inside"]["ipv4_address"]]
    Deployment(proxies=given["proxy"]).check()
    named = {volume.partition(":")[0] for one in (server, caddy) for volume in one["volumes"]}
    assert set(compose["volumes"]) <= named
    assert (DEPLOY / "Caddyfile").is_file()
    assert "./Caddyfile" in named
    assert caddy["environment"]["UPSTREAM"] == "tischlein:8000"
    assert "ports" not in server  # nobody gets past the proxy


def test_the_guide_says_how_to_look_after_the_containers_that_there_are() -> None:
    """Nothing but the volumes can be written there, and the server's program is in one of them."""
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["tischlein"]
    volumes = {place for _, _, place in (one.partition(":") for one in service["volumes"])}
    text = (DEPLOY.parent / "docs" / "how-to" / "host.md").read_text().replace("\\\n", " ")
    lines = [shlex.split(line) for line in re.findall(r"^docker compose (.*)$", text, re.MULTILINE)]
    told = {line[0] for line in lines}
    assert {"exec", "cp", "stop", "run", "start", "build", "up"} <= told
    command: Any = get_command(app)
    for verb, *words in lines:
        if verb not in ("exec", "run") or "--entrypoint" in words:
            continue
        within = words[words.index("tischlein") + 1 :]
        program, *arguments = within if verb == "exec" else ["tischlein", *within]
        places = [word for word in within if word.startswith("/")]
        assert places
        assert all(any(place.startswith(volume) for volume in volumes) for place in places)
        if program == "tischlein":
            known = command.commands[arguments[0]]
            known.make_context(arguments[0], arguments[1:])
        else:
            assert program == "rm"


@pytest.mark.parametrize("name", ["compose.yaml", "compose.nodes.yaml"])
def test_nobody_gets_the_address_of_the_proxy(name: str) -> None:
    """Addresses are given out in the order in which containers start, and it starts last."""
    compose = yaml.safe_load((DEPLOY / name).read_text())
    (given,) = compose["networks"]["inside"]["ipam"]["config"]
    proxy = ip_address(compose["services"]["caddy"]["networks"]["inside"]["ipv4_address"])
    subnet = ip_network(given["subnet"])
    assert proxy in subnet
    assert int(proxy) - int(subnet[0]) > 10 * len(compose["services"])


def test_the_nodes_belong_together() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.nodes.yaml").read_text())
    services = compose["services"]
    caddy, database = services["caddy"], services["database"]
    nodes = {name: one for name, one in services.items() if name.startswith("node")}
    assert len(nodes) == 3
    for name, node in nodes.items():
        given = understood(node["command"])
        assert given["role"] == "web"
        assert given["node"] == f"http://{name}:8000"
        assert given["proxy"] == [caddy["networks"]["inside"]["ipv4_address"]]
        Deployment(proxies=given["proxy"], node=given["node"]).check()
        build = node["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
        assert "ports" not in node  # nobody gets past the proxy
        assert node["depends_on"]["database"]["condition"] == "service_healthy"
        written = node["environment"]["TISCHLEIN_DATABASE"]
        address = urlsplit(re.sub(r"\$\{[^}]*\}", "password", written))
        assert address.scheme == "postgresql"
        assert address.hostname == "database"
        assert address.path[1:] == database["environment"]["POSTGRES_DB"]
        assert address.username == database["environment"]["POSTGRES_USER"]
    bots = services["bots"]
    assert understood(bots["command"])["role"] == "bots"
    assert "ports" not in bots
    assert caddy["environment"]["UPSTREAMS"] == " ".join(f"{name}:8000" for name in nodes)
    assert "ports" not in database
    used = {
        volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", ())
    }
    assert used == {"./Caddyfile.nodes", *compose["volumes"]}


@needs_uv
def test_the_image_has_its_dependencies_in_the_versions_that_were_tested(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    (export,) = re.findall(r"uv (export .+?) +--output-file (/wheels/\S+)", text)
    file = tmp_path / "requirements.txt"
    uv(*shlex.split(export[0]), "--output-file", file)
    names = [line.split()[0] for line in file.read_text().splitlines() if line[:1].isalpha()]
    assert any(name.startswith("asyncpg==") for name in names)
    assert all("==" in name for name in names)
    assert f"--requirement {export[1]}" in text
    assert "--no-deps /wheels/*.whl" in text


def test_the_image_holds_what_its_command_needs() -> None:
    lines = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    known = {
        "FROM",
        "RUN",
        "WORKDIR",
        "COPY",
        "USER",
        "VOLUME",
        "ENV",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    assert {step[0] for step in steps} <= known
    told = {name: yaml.safe_load(rest) for name, rest in steps if name in ("CMD", "ENTRYPOINT")}
    assert told["ENTRYPOINT"] == ["tischlein"]
    given = understood(told["CMD"])
    assert str(given["data"]) == "/data"
    # It does not run as root: the user is set after everything that installs.
    names = [step[0] for step in steps]
    assert "RUN" not in names[names.index("USER") :]


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


@pytest.mark.parametrize("name", ["compose.yaml", "compose.nodes.yaml"])
def test_no_log_fills_the_disk(name: str) -> None:
    """Docker keeps all that a container says, unless it is told otherwise."""
    compose = yaml.safe_load((DEPLOY / name).read_text())
    for service in compose["services"].values():
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys()


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
    own = ("admin off", "local_certs", "skip_install_trust", "auto_https disable_redirects")
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
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
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
