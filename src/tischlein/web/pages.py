"""The browser client's files, its one page for every other address, and the documentation."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Redirect
from litestar.static_files import create_static_files_router

from tischlein.web.limits import COST
from tischlein.web.sessions import visitor_cookie

FOLDER = Path(__file__).parent / "static"
"""Where the build puts the client."""

DOCUMENTATION = Path(__file__).parent / "site"
"""Where a package has the documentation."""
CLONE = Path(__file__).parents[3]
"""What a clone of the project is, if this file is of one; `./check site` builds into it."""

_KINDS = {".webmanifest": "application/manifest+json"}
"""What kinds of file Python does not know everywhere."""

_WRITTEN = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""A script that stands in a page, with what it is hashed by."""

_NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tischlein</title>
<h1>The browser client is not built</h1>
<p>The server runs, but the client's files are missing from this installation. In a clone of the
project, build them with <code>uv sync --reinstall-package tischlein</code>, then reload this page.
"""


_NO_DOCUMENTATION = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tischlein</title>
<h1>The documentation is not built</h1>
<p>This installation has none. In a clone of the project, build it with <code>./check site</code>,
then reload this page.
"""


def documentation_folder() -> Path | None:
    """Return where the built documentation lies, None if there is none."""
    folders = [DOCUMENTATION]
    if (CLONE / "docs" / "conf.py").is_file():
        folders.append(CLONE / "site")
    return next((folder for folder in folders if (folder / "index.html").is_file()), None)


@get(
    ["/docs", "/docs/{path:path}"],
    include_in_schema=False,
    sync_to_thread=False,
    opt={COST: 0},
)
def documentation(path: FromPath[str] = "") -> Response[Any] | File:
    """Return a file of the documentation, if it is built."""
    folder = documentation_folder()
    if folder is None:
        return Response(_NO_DOCUMENTATION, status_code=404, media_type=MediaType.HTML)
    name = path.strip("/")
    if not name:
        return Redirect("/docs/index.html")
    file = (folder / name).resolve()
    if not (file.is_relative_to(folder.resolve()) and file.is_file()):
        raise NotFoundException
    kind, _ = mimetypes.guess_type(file.name)
    return File(
        file,
        media_type=kind,
        content_disposition_type="inline",
        headers={"Cache-Control": "no-cache"},
    )


def client_files() -> Router:
    """Return the client's scripts and styles; their names change with their contents."""
    assets = FOLDER / "assets"
    return create_static_files_router(
        path="/assets",
        directories=[assets],
        opt={COST: 0},
        cache_control=CacheControlHeader(public=True, immutable=True, max_age=31_536_000),
    )


def scripts_in_page() -> list[str]:
    """Return what allows the scripts that are written in the client's page, by their hashes."""
    page = FOLDER / "index.html"
    scripts = _WRITTEN.findall(page.read_bytes()) if page.is_file() else []
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts]
    return [f"'sha256-{one}'" for one in hashes]


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, opt={COST: 0})
def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
    """Return a file of the client, or its page, which finds its way by the address."""
    name = path.strip("/")
    if name.partition("/")[0] in ("api", "assets", "health", "metrics", "schema"):
        raise NotFoundException
    known = {file.name for file in FOLDER.glob("*.*")} - {"index.html"}
    if name in known:
        kind = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        return File(
            FOLDER / name,
            media_type=kind,
            content_disposition_type="inline",
            # Their names stay when their contents change; an old service worker would stay too.
            headers={"Cache-Control": "no-cache"},
        )
    if "." in name.rpartition("/")[2]:
        raise NotFoundException
    index = FOLDER / "index.html"
    if not index.is_file():
        return Response(_NOT_BUILT, status_code=503, media_type=MediaType.HTML)
    return Response(
        index.read_bytes(),
        media_type=MediaType.HTML,
        headers={"Cache-Control": "no-cache"},
        cookies=[visitor_cookie(request)],
    )
