"""Errors as answers: always a suitable status and a phrase that says why, never a stack trace."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from tischlein.core.phrases import Phrase
from tischlein.tables.problems import (
    ElsewhereError,
    InvalidError,
    NotAllowedError,
    NotNowError,
    ServerEndsError,
    StorageError,
    TableClosedError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.review.opened_records import InvalidRecordError
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.http.allowed_methods import allowed
from tischlein.web.http.decoding_errors import completed
from tischlein.web.messages.sockets import Problem

log = logging.getLogger(__name__)

MISDIRECTED = 421
"""Status for a match of another node: nothing was done, and the request goes there."""

LONGEST_DETAIL = 500
"""Maximal length of the details about a wrong request, which may repeat parts of it."""

_GONE = "client disconnected prematurely"
"""Litestar's message for an incomplete body, reported with the status of a server error."""

_STATUS: dict[type[TableError], int] = {
    InvalidError: 400,
    InvalidRecordError: 400,
    NotAllowedError: 403,
    UnknownError: 404,
    NotNowError: 409,
    StorageError: 503,
    ServerEndsError: 503,
    TableClosedError: 409,
    ElsewhereError: MISDIRECTED,
    TooManyError: 429,
}
_PHRASES = {
    400: "problem-request",
    401: "problem-not-allowed",
    403: "problem-not-allowed",
    404: "problem-not-found",
    405: "problem-method",
    413: "problem-too-large",
    415: "problem-request",
    503: "problem-storage",
}
_MEANINGS = {
    400: "The request is malformed or contradicts itself or its game.",
    403: "Somebody else may do this, or nobody with this secret or token, or from this site.",
    404: "There is no such match, game, language or seat.",
    409: "It is not possible as the table stands.",
    413: "The body is too large.",
    415: "The body is called something else than JSON.",
    429: "Too much or too fast.",
    503: "What is stored can be neither read nor written just now. Whether something was done is "
    "not known: a command may be sent again with the same id, and is done once; before anything "
    "else is sent again, look how it stands.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the OpenAPI descriptions of these answers, and of those that any request may get.

    The latter are refusals of malformed requests, of secrets, tokens or other sites' pages, of
    large bodies and of those of another kind, of too many requests, and of everything while storage
    is away.
    """
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=_MEANINGS[status])
        for status in (*statuses, 400, 403, 413, 415, 429, 503)
    }


def problem(status: int, phrase: Phrase, detail: str = "") -> Response[Problem]:
    """Return a problem as an answer; if it is temporary, with the time to retry."""
    later = str(phrase.values.get("seconds", 1))
    headers = {"Retry-After": later} if status in (429, 503) else {}
    answer = Problem(phrase, detail=detail)
    return Response(answer, status_code=status, media_type=MediaType.JSON, headers=headers)


def of_table(_: Request[Any, Any, Any], error: TableError) -> Response[Problem]:
    """Answer a request that a table cannot meet."""
    return problem(_STATUS[type(error)], error.phrase, error.detail[:LONGEST_DETAIL])


def of_storage(_: Request[Any, Any, Any], error: StoreError) -> Response[Problem]:
    """Answer when storage is overloaded or broken."""
    log.log(log_level(error), "storage: %s", error)
    return problem(503, Phrase("problem-storage"))


def of_http(request: Request[Any, Any, Any] | None, error: HTTPException) -> Response[Problem]:
    """Answer a request that does not reach a table."""
    status = error.status_code
    if error.detail == _GONE:
        log.info("a client has gone before its request was whole")
        status = 400
    if status >= 500:
        log.error("a request failed", exc_info=error)
    detail = _wrong(error, _wanted(request)) if status in (400, 415) else ""
    response = problem(status, Phrase(_PHRASES.get(status, "problem-server")), detail)
    response.headers.update(error.headers or {})
    methods = response.headers.get("allow")  # with a 405
    if methods is not None:
        response.headers["allow"] = allowed(methods.split(", "))
    return response


def _wanted(request: Request[Any, Any, Any] | None) -> Any:
    """Return the type that the body of a request should have, None if it has no body."""
    handler = None if request is None else request.scope.get("route_handler")
    body = None if handler is None else handler.parsed_fn_signature.parameters.get("data")
    return None if body is None else body.annotation


def _wrong(error: HTTPException, wanted: Any) -> str:
    """Return which parts of a request are wrong, and what each should be."""
    found = error.extra if isinstance(error.extra, list) else []
    parts = [
        # For a missing body Litestar only gives its own name for it.
        f"{one['key']}: "
        + (
            "Expected a body, got none"
            if one["message"] == repr(one["key"])
            else completed(one["message"], wanted, one["key"])
        )
        for one in found
        if {"key", "message"} <= one.keys()
    ]
    return ("; ".join(parts) or error.detail)[:LONGEST_DETAIL]


def of_nesting(_: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """Answer a body that is nested too deeply to be read."""
    log.info("a request is nested too deeply: %s", error)
    return problem(400, Phrase(_PHRASES[400]))


def of_fault(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer after an internal error."""
    log.error("a request failed", exc_info=error)
    return problem(500, Phrase("problem-server"))


HANDLERS: dict[int | type[Exception], Any] = {
    TableError: of_table,
    StoreError: of_storage,
    HTTPException: of_http,
    RecursionError: of_nesting,
    Exception: of_fault,
}


def answer_to(error: Exception) -> Response[Problem]:
    """Return the answer to a request that raised an error."""
    for kind, handler in HANDLERS.items():
        if isinstance(kind, type) and isinstance(error, kind):
            answer: Response[Problem] = handler(None, error)
            return answer
    raise error  # only errors that end the process are left
