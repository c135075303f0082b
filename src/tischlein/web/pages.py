"""The browser client's files, its one page for every other address, and the documentation."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Redirect
from litestar.static_files import create_static_files_router

from tischlein.web import built
from tischlein.web.limits import COST
from tischlein.web.sessions import visitor_cookie

DOCUMENTATION = Path(__file__).parent / "site"
"""Where a package has the documentation."""
CLONE = Path(__file__).parents[3]
"""What a clone of the project is, if this file is of one; `./check site` builds into it."""

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
    return create_static_files_router(
        path=f"/{built.ASSETS}",
        directories=[built.FOLDER / built.ASSETS],
        opt={COST: 0},
        cache_control=CacheControlHeader(public=True, immutable=True, max_age=31_536_000),
    )


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, opt={COST: 0})
def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
    """Return a file of the client, or its page, which finds its way by the address."""
    found = built.client_file(path)
    if found is None:
        raise NotFoundException
    headers = {"Cache-Control": found.caching}
    if not found.page:
        return File(
            found.file, media_type=found.kind, content_disposition_type="inline", headers=headers
        )
    if not found.file.is_file():
        return Response(_NOT_BUILT, status_code=503, media_type=MediaType.HTML)
    return Response(
        found.file.read_bytes(),
        media_type=MediaType.HTML,
        headers=headers,
        cookies=[visitor_cookie(request)],
    )
