"""What runs a server elsewhere is well-formed, and names only options and paths that there are."""

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from typer.main import get_command

from tests.uv import needs_uv, uv
from tischlein.cli.commands import app
from tischlein.web.deployment import Deployment
from tischlein.web.running.ending import END_WITHIN, SAY_WITHIN

DEPLOY = Path(__file__).parents[1] / "deploy"
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
    # Whatever is stuck, the server ends by itself before it is killed.
    assert int(unit["Service"]["TimeoutStopSec"]) > END_WITHIN + SAY_WITHIN


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


def commands(of: Any) -> Iterator[Any]:
    """Yield a command's commands, and theirs."""
    for command in getattr(of, "commands", {}).values():
        yield command
        yield from commands(command)


def test_every_command_finds_in_an_image_what_its_server_stores() -> None:
    """Elsewhere there is nothing: a command would say so, as if nobody had ever played."""
    (variables,) = re.findall(r"^ENV (.+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    set_in_image = dict(one.split("=") for one in shlex.split(variables))
    assert set_in_image["TISCHLEIN_DATA"] == "/data"
    options = {
        command.name: option
        for command in commands(get_command(app))
        for option in command.params
        if option.name == "data"
    }
    assert {"serve", "doctor", "backup", "list"} <= options.keys()
    assert {option.envvar for option in options.values()} == {"TISCHLEIN_DATA"}


def lines_of(file: Path) -> set[str]:
    """Return the patterns in a list of what is ignored, without where they begin and end."""
    lines = file.read_text().splitlines()
    return {line.removeprefix("**/").strip("/") for line in lines if line and line[0] != "#"}


def test_of_what_git_ignores_only_the_documentation_goes_into_an_image() -> None:
    """What lies about in a checkout is large, or nobody else's; the wheel takes a built site."""
    left_out = lines_of(DEPLOY.parent / ".dockerignore")
    assert lines_of(DEPLOY.parent / ".gitignore") - left_out == {"site"}


def test_an_image_is_built_anew_only_after_a_change_of_what_packages_are_made_of() -> None:
    """Docker looks at all that is copied to see whether it has built that before."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=DEPLOY.parent, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    kept = {file.partition("/")[0] for file in listed} - lines_of(DEPLOY.parent / ".dockerignore")
    packaged = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())
    made_of = packaged["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert kept == {*made_of, "pyproject.toml", "uv.lock", ".gitignore"}


@pytest.mark.parametrize("name", ["compose.yaml", "compose.nodes.yaml"])
def test_servers_in_containers_end_by_themselves_before_they_are_killed(name: str) -> None:
    services = yaml.safe_load((DEPLOY / name).read_text())["services"].values()
    periods = [service["stop_grace_period"] for service in services if "build" in service]
    assert periods
    for period in periods:
        assert int(period.removesuffix("s")) > END_WITHIN + SAY_WITHIN


def test_what_an_operator_sets_gets_into_no_commit_and_no_image() -> None:
    for name in (".gitignore", ".dockerignore"):
        assert "deploy/.env" in lines_of(DEPLOY.parent / name)


@pytest.mark.parametrize(
    ("name", "guide"), [("compose.yaml", "host.md"), ("compose.nodes.yaml", "host-on-many.md")]
)
def test_whoever_is_to_set_something_is_told_to_set_it_for_every_command(
    name: str, guide: str
) -> None:
    """Compose looks at all of the file for each command, also for one that needs none of it."""
    text = (DEPLOY / name).read_text()
    needed = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    assert {"DOMAIN", "ACME_EMAIL"} <= needed
    header = text.partition("\n\n")[0]
    assert ".env" in header
    page = (DEPLOY.parent / "docs" / "how-to" / guide).read_text()
    (told,) = re.findall(r"^cat > \.env <<END\n(.*?)^END$", page, re.MULTILINE | re.DOTALL)
    for where in (re.sub(r"(?m)^#", "", header), told):
        assert set(re.findall(r"(?m)^ *([A-Z_]+)=\S", where)) == needed


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
    # What one of them has compiled, the others need not compile.
    assert {tuple(one["volumes"]) for one in (*nodes.values(), services["bots"])} == {
        ("cache:/cache",)
    }
    # The image's entry point prepares an empty folder with a server that has a socket only: who
    # asks there starts the nodes too early.
    assert "--host" in database["healthcheck"]["test"]
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


@pytest.mark.parametrize(
    ("name", "guide"), [("compose.yaml", "host.md"), ("compose.nodes.yaml", "host-on-many.md")]
)
def test_whatever_may_be_set_is_told(name: str, guide: str) -> None:
    text = (DEPLOY / name).read_text()
    page = (DEPLOY.parent / "docs" / "how-to" / guide).read_text()
    optional = set(re.findall(r"\$\{([A-Z0-9_]+):-", text))
    assert {"MAIL", "IPV6"} <= optional
    for variable in optional:
        assert f"`{variable}" in page
    # A server in a network of IPv4 alone cannot tell visitors over IPv6 from each other.
    assert yaml.safe_load(text)["networks"]["inside"]["enable_ipv6"] == "${IPV6:-false}"


def test_nodes_leave_no_volume_of_their_own() -> None:
    """The image says that its folders are volumes: who does not name one gets another each time."""
    steps = (DEPLOY / "Containerfile").read_text()
    (declared,) = re.findall(r"^VOLUME (.+)$", steps, re.MULTILINE)
    services = yaml.safe_load((DEPLOY / "compose.nodes.yaml").read_text())["services"]
    for service in (one for one in services.values() if "build" in one):
        named = {volume.split(":")[1] for volume in service["volumes"]}
        assert named | set(service["tmpfs"]) >= set(yaml.safe_load(declared))


@pytest.mark.parametrize("name", ["compose.yaml", "compose.nodes.yaml"])
def test_no_log_fills_the_disk(name: str) -> None:
    """Docker keeps all that a container says, unless it is told otherwise."""
    compose = yaml.safe_load((DEPLOY / name).read_text())
    for service in compose["services"].values():
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys()
