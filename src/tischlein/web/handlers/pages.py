"""The browser client's files, its one page for every other address, and the documentation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import ETag
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File, Redirect

from tischlein.web.http import built
from tischlein.web.http.compressing import accepts_gzip, gzipped_file, is_worthwhile
from tischlein.web.http.limits import COST
from tischlein.web.http.sessions import FOR_ALL, visitor_cookie

COMPRESSES = "compresses"
"""A handler's option: it compresses its answers itself."""
DOCUMENTATION = Path(__file__).parents[1] / "site"
"""Where a package has the documentation."""
CLONE = Path(__file__).parents[4]
"""The root of the clone that contains this file, if any; `./check site` builds into it."""

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
    """Return the folder with the built documentation, None if there is none."""
    folders = [DOCUMENTATION]
    if (CLONE / "docs" / "conf.py").is_file():
        folders.append(CLONE / "site")
    return next((folder for folder in folders if (folder / "index.html").is_file()), None)


@get(
    ["/docs", "/docs/{path:path}"],
    include_in_schema=False,
    opt={COST: 0, FOR_ALL: True, COMPRESSES: True},
)
async def documentation(
    request: Request[Any, Any, Any], path: FromPath[str] = ""
) -> Response[Any] | File:
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
    found = built.BuiltFile(file, built.kind_of(file.name), built.ASKED_AGAIN)
    return await asyncio.to_thread(_sent, request, found)


@get(
    ["/", "/{path:path}"],
    include_in_schema=False,
    sync_to_thread=False,
    opt={COST: 0, FOR_ALL: True, COMPRESSES: True},
)
def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
    """Return a file of the client, or its page, which handles addresses itself."""
    found = built.client_file(path)
    if found is None:
        raise NotFoundException
    if not found.page:
        return _sent(request, found)
    if not found.file.is_file():
        return Response(_NOT_BUILT, status_code=503, media_type=MediaType.HTML)
    answer = _sent_compressed(request, found) or Response(
        found.file.read_bytes(), media_type=MediaType.HTML
    )
    answer.headers["Cache-Control"] = f"private, {found.caching}"  # the cookie is one visitor's
    answer.cookies.append(visitor_cookie(request))
    return answer


HANDLERS: Sequence[Any] = (documentation, page)


def _sent_compressed(
    request: Request[Any, Any, Any], found: built.BuiltFile
) -> Response[Any] | None:
    """Return a file compressed, None if that is not possible or not worthwhile."""
    worthwhile = found.file.is_file() and is_worthwhile(found.kind, found.file.stat().st_size)
    if not (worthwhile and accepts_gzip(request.scope)):
        return None
    headers = {
        "Cache-Control": found.caching,
        "Content-Encoding": "gzip",
        "Vary": "Accept-Encoding",
    }
    if not found.page:
        headers["ETag"] = f'"{built.tag(found.file)}"'
    return Response(gzipped_file(found.file), media_type=found.kind, headers=headers)


def _sent(request: Request[Any, Any, Any], found: built.BuiltFile) -> Response[Any] | File:
    """Return a file as an answer, compressed if possible, with a tag of its contents."""
    return _sent_compressed(request, found) or File(
        found.file,
        media_type=found.kind,
        content_disposition_type="inline",
        etag=ETag(value=built.tag(found.file)),
        headers={"Cache-Control": found.caching},
    )
