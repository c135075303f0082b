"""What lets programs that ask an address reach a site that runs in the same process."""

import io
from collections.abc import Callable
from email.message import Message
from typing import Any
from urllib.request import BaseHandler, HTTPHandler, Request, build_opener
from urllib.response import addinfourl

from tests.web.visiting import Site

SERVER = "http://tischlein.test"


class InProcess(HTTPHandler):
    """Has the site answer."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        self._site = site

    def http_open(self, req: Request) -> Any:
        """Return the answer to a request."""
        path, headers = req.full_url.removeprefix(SERVER), dict(req.header_items())
        client = self._site.client
        response = client.request(req.get_method(), path, content=req.data, headers=headers)  # type: ignore[arg-type]  # bytes here
        client.cookies.clear()
        told = Message()
        for name, value in response.headers.multi_items():
            told[name] = value
        answer = addinfourl(io.BytesIO(response.content), told, req.full_url, response.status_code)
        answer.msg = response.reason_phrase  # type: ignore[attr-defined]  # urllib looks for it
        return answer


def opener(site: Site, *more: BaseHandler) -> Callable[..., Any]:
    """Return what stands for ``urllib.request.urlopen`` while a program talks to the site."""
    return build_opener(InProcess(site), *more).open
