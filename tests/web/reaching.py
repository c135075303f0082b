"""What lets programs that ask an address reach a site that runs in the same process."""

import io
from collections.abc import Callable
from email.message import Message
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

from tests.web.visiting import Site

SERVER = "http://tischlein.test"


def opener(site: Site) -> Callable[..., Any]:
    """Return what stands for ``urllib.request.urlopen`` while a program talks to the site."""

    def urlopen(request: Request | str, timeout: float = 0.0) -> io.BytesIO:
        asked = Request(request) if isinstance(request, str) else request
        path, body = asked.full_url.removeprefix(SERVER), asked.data
        headers = dict(asked.header_items())
        response = site.client.request(asked.get_method(), path, content=body, headers=headers)  # type: ignore[arg-type]  # bytes here
        site.client.cookies.clear()
        if response.status_code >= 400:
            content = io.BytesIO(response.content)
            raise HTTPError(path, response.status_code, "", Message(), content)
        return io.BytesIO(response.content)

    return urlopen
