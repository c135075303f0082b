"""Requests of the interface are read strictly: anything that would be ignored is refused in words.

A misspelt parameter would silently change the answer; so would an unknown field of a body, which is
refused where it is read. A body that is not declared as JSON may be a form's, or a mistake. Pages
for people are another matter: those who pass on their addresses add parameters as they like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from tischlein.web.http.sessions import FROM_ANYWHERE

INTERFACE = "/api/"
"""The prefix of the interface's addresses."""
JSON = "application/json"
_LIKE_JSON = "+json"
"""Suffix of other content types that are written in JSON (RFC 6839)."""
_OF_ANOTHER_KIND = 415


def check_strict(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse parts of a request that its handler does not read (an exception of Litestar's).

    With a status of 400 for an unknown or repeated parameter, of 415 for a body of another kind.
    """
    of_interface = any(path.startswith(INTERFACE) for path in handler.paths)
    if not of_interface or handler.opt.get(FROM_ANYWHERE):
        return
    reads = handler.parsed_fn_signature.parameters
    if connection.scope.get("query_string"):
        kinds = ((name, field.kwarg_definition) for name, field in reads.items())
        allowed = [kind.name or name for name, kind in kinds if isinstance(kind, QueryParameter)]
        _check_parameters(connection, allowed)
    if "data" in reads and connection.headers.get("content-length") != "0":
        _check_kind(connection.headers.get("content-type", ""))
        _check_plain(connection.headers.get("content-encoding", ""))


def _check_parameters(
    connection: ASGIConnection[Any, Any, Any, Any], allowed: Sequence[str]
) -> None:
    times = Counter(name for name, _ in connection.query_params.multi_items())
    takes = f"this address takes {', '.join(allowed) or 'none'}"
    problems = [
        {
            "key": name,
            "message": f"Given {count} times" if name in allowed else f"No such parameter; {takes}",
        }
        for name, count in times.items()
        if name not in allowed or count > 1
    ]
    if problems:
        raise ClientException(extra=problems)


def _check_kind(named: str) -> None:
    kind = named.partition(";")[0].strip().lower()
    if kind and kind != JSON and not kind.endswith(_LIKE_JSON):
        raise ClientException(
            status_code=_OF_ANOTHER_KIND,
            extra=[{"key": "Content-Type", "message": f"Expected {JSON}, got {kind}"}],
        )


def _check_plain(packed: str) -> None:
    if packed.strip().lower() not in ("", "identity"):
        raise ClientException(
            status_code=_OF_ANOTHER_KIND,
            extra=[{"key": "Content-Encoding", "message": f"Expected none, got {packed}"}],
        )
