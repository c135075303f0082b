"""Build hook: compile client/ into src/tischlein/web/static before a package is made of it.

The documentation goes into packages too if `./check site` has built it.

Node and npm come from the PyPI package in [build-system].requires and are first in PATH there.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from filelock import FileLock
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT_FROM = ".built-from"
"""File in the built client that holds the hash of the sources it was built from."""

SITE = "site"
"""Folder of the built documentation."""


class ClientBuildHook(BuildHookInterface[BuilderConfig]):
    """Builds the client if its sources changed since it was last built; takes the site along."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Leave an up-to-date client where the wheel takes it from, and name the site."""
        self._build_client()
        site = Path(self.root, SITE)
        # An editable install finds the site where it is built.
        if version != "editable" and (site / "index.html").is_file():
            inside = SITE if self.target_name == "sdist" else f"tischlein/web/{SITE}"
            build_data.setdefault("force_include", {})[str(site)] = inside

    def _build_client(self) -> None:
        client = Path(self.root, "client")
        static = Path(self.root, "src", "tischlein", "web", "static")
        # Two builds at once (two terminals, a test run) would wipe each other's node_modules.
        with FileLock(client / ".build.lock"):
            sources = hash_of_sources(client)
            built_from = static / BUILT_FROM
            if built_from.is_file() and built_from.read_text() == sources:
                return
            npm = shutil.which("npm")
            if npm is None:
                raise RuntimeError("npm not found, though [build-system].requires brings it")
            if not has_locked_packages(client):
                subprocess.run([npm, "ci", "--omit=dev"], cwd=client, check=True)
            static.parent.mkdir(parents=True, exist_ok=True)
            # Built aside, then swapped: a running server never meets a half-written client.
            with tempfile.TemporaryDirectory(prefix=".static-", dir=static.parent) as aside:
                new = Path(aside, "new")
                build = [npm, "run", "build", "--", "--outDir", str(new)]
                subprocess.run(build, cwd=client, check=True)
                (new / BUILT_FROM).write_text(sources)
                if static.exists():
                    static.rename(Path(aside, "old"))
                new.rename(static)


def hash_of_sources(client: Path) -> str:
    """Return the SHA-256 of the names and contents of the client's files, packages left out."""
    digest = hashlib.sha256()
    for folder, subfolders, names in os.walk(client):
        subfolders[:] = sorted(name for name in subfolders if name != "node_modules")
        for name in sorted(name for name in names if not name.startswith(".")):
            path = Path(folder, name)
            content = path.read_bytes()
            digest.update(f"{path.relative_to(client).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def has_locked_packages(client: Path) -> bool:
    """Say whether the build's packages are installed as locked.

    Packages beyond them are welcome: `./check` installs those for the tests too, and a reinstall
    without them would make the two undo each other's work.
    """
    installed = client / "node_modules" / ".package-lock.json"
    if not installed.is_file():
        return False
    have = json.loads(installed.read_text())["packages"]
    want = json.loads((client / "package-lock.json").read_text())["packages"]
    return all(
        have.get(path, {}).get("version") == package["version"]
        for path, package in want.items()
        # The first entry, without a path, is the client itself; optional ones are per platform.
        if path and not package.get("dev") and not package.get("optional")
    )
