"""Answers kept on disk: what a server says about its games before it has loaded any of them.

They depend on nothing but the sources, and are kept under a hash of all of these: of Tischlein, and
of the packages that provide games.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import platformdirs

import tischlein
from tischlein.child_processes import uninterrupted

GAMES = "/api/games"
_ENTRIES = "tischlein.games"
"""The group of entry points of games (``core.registry`` would load too much)."""
_SOURCES = frozenset((".ftl", ".md", ".py", ".record", ".svg"))
_EXPIRES_AFTER = 30 * 86_400
"""Seconds after which answers are deleted."""


def read(address: str) -> bytes | None:
    """Return the kept answer of an address; None if there is none from exactly these sources."""
    found = read_gzipped(address)
    return None if found is None else gzip.decompress(found)


def read_gzipped(address: str) -> bytes | None:
    """Return the same as it is stored, compressed with ``gzip``."""
    try:
        return _file(address).read_bytes()
    except OSError:
        return None


@contextmanager
def prepared_in_process() -> Iterator[subprocess.Popen[bytes] | None]:
    """Prepare answers if none are kept, in a process that compiles nothing and ends with the block.

    It runs while the server still loads its other code.
    """
    if read_gzipped(GAMES) is not None:
        yield None
        return
    command = [
        sys.executable,
        "-c",
        "from tischlein.web.handlers.boxes import cache_answers; cache_answers()",
    ]
    with uninterrupted():
        begun = subprocess.Popen(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    with begun as making:
        try:
            yield making
        finally:
            making.kill()


def write(answers: Mapping[str, bytes]) -> None:
    """Store answers by address, and delete those of sources that are long gone."""
    with suppress(OSError):  # without a writable cache every start makes them again
        for address, content in answers.items():
            file = _file(address)
            file.parent.mkdir(parents=True, exist_ok=True)
            # By a name of its own: servers in containers may share the folder, and process ids.
            unfinished = file.with_suffix(f".{secrets.token_hex(8)}")
            unfinished.write_bytes(gzip.compress(content, mtime=0))
            unfinished.replace(file)
        for folder in _folder().parent.iterdir():
            if folder.stat().st_mtime < time.time() - _EXPIRES_AFTER:
                shutil.rmtree(folder, ignore_errors=True)


def _file(address: str) -> Path:
    return _folder() / f"{address.strip('/').replace('/', '-')}.gz"


def _folder() -> Path:
    root = Path(os.environ.get("TISCHLEIN_CACHE") or platformdirs.user_cache_dir("tischlein"))
    return root / "answers" / _digest()


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for source in sorted(_sources()):
        digest.update(f"{source}\0".encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    """Yield all files that the answers depend on."""
    yield from _in(Path(tischlein.__file__).parent)
    for top in {entry.module.partition(".")[0] for entry in entry_points(group=_ENTRIES)}:
        spec = find_spec(top)
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from _in(Path(folder))
        if spec and spec.origin:
            yield Path(spec.origin)


def _in(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.suffix in _SOURCES)
