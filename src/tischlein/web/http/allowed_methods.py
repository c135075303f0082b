"""Which methods an address has: the answer to OPTIONS, and the header of a refusal (405)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler


def allowed(methods: Iterable[str]) -> str:
    """Return the header ``Allow``; HEAD is answered wherever GET is (``head_requests``).

    >>> from tischlein.web.http.allowed_methods import allowed
    >>> allowed({"POST", "GET"})
    'GET, HEAD, OPTIONS, POST'
    """
    every = {str(method) for method in methods} | {"OPTIONS"}
    return ", ".join(sorted(every | {"HEAD"} if "GET" in every else every))


def options_handlers(handlers: Sequence[Any]) -> Iterator[HTTPRouteHandler]:
    """Yield a handler of OPTIONS for each address of these handlers, to be registered before them.

    Litestar's own would only know the first of several methods of an address.
    """
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, set()).update(handler.http_methods)
    for path, known in methods.items():
        yield _options_handler(path, allowed(known))


def _options_handler(path: str, header: str) -> HTTPRouteHandler:
    def options() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": header})

    handler = HTTPRouteHandler(
        path,
        http_method=HttpMethod.OPTIONS,
        status_code=204,
        include_in_schema=False,
        sync_to_thread=False,
    )
    return handler(options)
