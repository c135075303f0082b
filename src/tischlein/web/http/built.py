"""Files from the build: the client's page, its other files, and how each is sent."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "static"
"""Where the build puts the client."""
ASSETS = "assets"
"""The folder in it with files whose names change with their contents."""
FOR_EVER = "public, immutable, max-age=31536000"
ASKED_AGAIN = "no-cache"
"""For files that keep their names when their contents change; a stale service worker would stay."""

_KINDS = {".webmanifest": "application/manifest+json"}
"""Kinds of files that Python does not know everywhere."""
_WRITTEN = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""An inline script of a page, with the contents to hash."""
_TAG_LETTERS = 32
_COPIED_ALONG = re.compile(r"[^\w-]+$")
"""What follows a link in a sentence, of which the client makes nothing either."""
_NOT_OF_THE_CLIENT = ("api", "docs", "health", "metrics", "schema")
"""First parts of addresses that belong to the server."""


class BuiltFile(NamedTuple):
    """A file of the client, or of the documentation, which may not exist."""

    file: Path
    kind: str
    caching: str
    page: bool = False
    """Whether it is the page, which is also served at every other address."""


def client_file(path: str) -> BuiltFile | None:
    """Return the client's file for an address; None if nothing can be there.

    The page handles addresses itself: every address that does not look like a file is one of its
    places, also with the end of a sentence from which it was copied.
    """
    name = path.strip("/")
    top, _, rest = name.partition("/")
    if top in _NOT_OF_THE_CLIENT:
        return None
    if top == ASSETS:
        known = rest in _names(FOLDER / ASSETS)
        return BuiltFile(FOLDER / ASSETS / rest, kind_of(rest), FOR_EVER) if known else None
    if name in _names(FOLDER) - {"index.html"}:
        return BuiltFile(FOLDER / name, kind_of(name), ASKED_AGAIN)
    if "." in _COPIED_ALONG.sub("", name.rpartition("/")[2]):
        return None
    return BuiltFile(FOLDER / "index.html", "text/html", ASKED_AGAIN, page=True)


def tag(file: Path) -> str:
    """Return a tag that identifies the contents of a file (OSError if it does not exist).

    The modification time does not: in reproducible builds all files have the same one, and two
    service workers may have the same size.
    """
    found = file.stat()
    return _tag(file, (found.st_ino, found.st_ctime_ns, found.st_size))


@lru_cache(maxsize=4096)
def _tag(file: Path, _stays: tuple[int, int, int]) -> str:
    """Compute it once for a file as long as its inode, change time and size stay the same."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:_TAG_LETTERS]


def scripts_in_page() -> list[str]:
    """Return the CSP sources that allow the client page's inline scripts, by their hashes."""
    page = FOLDER / "index.html"
    scripts = _WRITTEN.findall(page.read_bytes()) if page.is_file() else []
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts]
    return [f"'sha256-{one}'" for one in hashes]


def _names(folder: Path) -> set[str]:
    """Return the files that can be sent: no part of a request becomes part of a path."""
    return {file.name for file in folder.glob("*.*")}


def kind_of(name: str) -> str:
    """Return the media type of a file, by its name."""
    known = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return known or "application/octet-stream"
