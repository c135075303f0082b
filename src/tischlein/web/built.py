"""Files as the build leaves them: the client's page, its other files, and how each is sent."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "static"
"""Where the build puts the client."""
ASSETS = "assets"
"""The folder in it whose files change their names with their contents."""
FOR_EVER = "public, immutable, max-age=31536000"
ASKED_AGAIN = "no-cache"
"""For what keeps its name when its contents change; an old service worker would stay too."""

_KINDS = {".webmanifest": "application/manifest+json"}
"""What kinds of file Python does not know everywhere."""
_WRITTEN = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""A script that stands in a page, with what it is hashed by."""
_TAG_LETTERS = 32
_NOT_OF_THE_CLIENT = ("api", "docs", "health", "metrics", "schema")
"""Where addresses begin that are the server's."""


class ClientFile(NamedTuple):
    """A file of the client, which need not be there."""

    file: Path
    kind: str
    caching: str
    page: bool = False
    """Whether it is the page, which goes by every other address as well."""


def client_file(path: str) -> ClientFile | None:
    """Return what the client has at an address; None if nothing can be there.

    The page finds its way by the address: whatever looks like no file is one of its places.
    """
    name = path.strip("/")
    top, _, rest = name.partition("/")
    if top in _NOT_OF_THE_CLIENT:
        return None
    if top == ASSETS:
        known = rest in _names(FOLDER / ASSETS)
        return ClientFile(FOLDER / ASSETS / rest, _kind(rest), FOR_EVER) if known else None
    if name in _names(FOLDER) - {"index.html"}:
        return ClientFile(FOLDER / name, _kind(name), ASKED_AGAIN)
    if "." in name.rpartition("/")[2]:
        return None
    return ClientFile(FOLDER / "index.html", "text/html", ASKED_AGAIN, page=True)


def tag(file: Path) -> str:
    """Return what tells the contents of a file from any other (OSError if it is not there).

    When a file was written does not: where builds are to come out alike, all bear one time, and two
    service workers may be of one size.
    """
    found = file.stat()
    return _tag(file, (found.st_ino, found.st_ctime_ns, found.st_size))


@lru_cache(maxsize=4096)
def _tag(file: Path, _stays: tuple[int, int, int]) -> str:
    """Work it out once for a file as long as its node, its last change and its size stay."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:_TAG_LETTERS]


def scripts_in_page() -> list[str]:
    """Return what allows the scripts that are written in the client's page, by their hashes."""
    page = FOLDER / "index.html"
    scripts = _WRITTEN.findall(page.read_bytes()) if page.is_file() else []
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts]
    return [f"'sha256-{one}'" for one in hashes]


def _names(folder: Path) -> set[str]:
    """Return what there is to send: nothing that was asked for becomes part of a path."""
    return {file.name for file in folder.glob("*.*")}


def _kind(name: str) -> str:
    known = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return known or "application/octet-stream"
