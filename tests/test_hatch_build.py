"""The build hook: when it builds the client again, and what it leaves behind."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

from hatch_build import BUILT_FROM, ClientBuildHook, has_locked_packages, hash_of_sources

STATIC = Path("src", "tischlein", "web", "static")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose client is one page and needs one package."""
    client = tmp_path / "client"
    (client / "src").mkdir(parents=True)
    (client / "src" / "main.ts").write_text("start()")
    packages = {
        "": {"name": "client"},
        "node_modules/vite": {"version": "8.0.0"},
        "node_modules/only-elsewhere": {"version": "1.0.0", "optional": True},
        "node_modules/vitest": {"version": "5.0.0", "dev": True},
    }
    (client / "package-lock.json").write_text(json.dumps({"packages": packages}))
    return tmp_path


def install(project: Path, **versions: str) -> None:
    """Leave what npm leaves behind after installing these packages."""
    node_modules = project / "client" / "node_modules"
    node_modules.mkdir(exist_ok=True)
    packages = {f"node_modules/{name}": {"version": version} for name, version in versions.items()}
    (node_modules / ".package-lock.json").write_text(json.dumps({"packages": packages}))


@pytest.fixture
def npm_calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The npm commands that were run, by a stand-in that builds a page out of main.ts."""
    calls: list[list[str]] = []

    def npm(command: list[str], *, cwd: Path, check: bool) -> None:
        calls.append(command[1:])
        if command[1:3] == ["run", "build"]:
            page = (cwd / "src" / "main.ts").read_text()
            if page == "does not compile":
                raise subprocess.CalledProcessError(1, command)
            out = Path(command[-1])
            out.mkdir()
            (out / "index.html").write_text(page)

    monkeypatch.setattr(subprocess, "run", npm)
    return calls


def build(project: Path, target: str = "wheel", version: str = "standard") -> dict[str, Any]:
    """Run the hook as hatchling does before it makes a package; return what it adds."""
    config: dict[str, Any] = {}
    metadata = {"project": {"name": "tischlein", "version": "0"}}
    builder = WheelBuilder(str(project), config=metadata)
    hook = ClientBuildHook(
        str(project), config, builder.config, builder.metadata, str(project), target
    )
    added: dict[str, Any] = {}
    hook.initialize(version, added)
    return added


def test_the_first_build_installs_the_packages_without_those_for_tests(
    project: Path, npm_calls: list[list[str]]
) -> None:
    build(project)
    assert npm_calls[0] == ["ci", "--omit=dev"]
    assert (project / STATIC / "index.html").read_text() == "start()"


def test_an_unchanged_client_is_not_built_again(project: Path, npm_calls: list[list[str]]) -> None:
    build(project)
    npm_calls.clear()
    build(project)
    assert npm_calls == []


def test_an_edit_replaces_the_built_client_and_leaves_nothing_beside_it(
    project: Path, npm_calls: list[list[str]]
) -> None:
    build(project)
    (project / STATIC / "old.js").touch()
    (project / "client" / "src" / "main.ts").write_text("start(2)")
    build(project)
    assert (project / STATIC / "index.html").read_text() == "start(2)"
    assert sorted(path.name for path in (project / STATIC).iterdir()) == [BUILT_FROM, "index.html"]
    assert [path.name for path in (project / STATIC).parent.iterdir()] == ["static"]


def test_a_failed_build_keeps_the_client_that_was_there(
    project: Path, npm_calls: list[list[str]]
) -> None:
    build(project)
    (project / "client" / "src" / "main.ts").write_text("does not compile")
    with pytest.raises(subprocess.CalledProcessError):
        build(project)
    assert (project / STATIC / "index.html").read_text() == "start()"


@pytest.mark.usefixtures("npm_calls")
def test_packages_carry_the_documentation_if_it_is_built(project: Path) -> None:
    assert build(project) == {}
    site = project / "site"
    site.mkdir()
    (site / "index.html").touch()
    assert build(project) == {"force_include": {str(site): "tischlein/web/site"}}
    assert build(project, "sdist") == {"force_include": {str(site): "site"}}
    assert build(project, version="editable") == {}


def test_packages_are_locked_when_those_of_the_build_have_the_locked_version(
    project: Path,
) -> None:
    client = project / "client"
    assert not has_locked_packages(client)
    install(project, vite="7.0.0")
    assert not has_locked_packages(client)
    install(project, vite="8.0.0")
    assert has_locked_packages(client)
    install(project, vite="8.0.0", vitest="5.0.0")
    assert has_locked_packages(client)


def test_the_hash_sees_sources_and_their_names_but_no_installed_package(project: Path) -> None:
    client = project / "client"
    first = hash_of_sources(client)
    install(project, vite="8.0.0")
    assert hash_of_sources(client) == first
    (client / "src" / "main.ts").rename(client / "src" / "start.ts")
    assert hash_of_sources(client) != first
